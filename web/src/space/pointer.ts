// SPDX-License-Identifier: Apache-2.0
// Pointer and keyboard on a frame in space: drag to look around, with Shift, the right button or two fingers to move the
// picture, wheel or pinch to magnify; with the keyboard Tab picks a body and the arrow keys look around.
import { unzoomed, zoomAbout } from "../motion/scale";
import { nearness, orbited, project, usual } from "./camera";
import type { Stage } from "./stage";

type Place = readonly [number, number];

/** The body drawn at this place of the canvas, nearest to the eye, or -1. */
export function bodyAt({ poses, camera, shapes }: Stage, [x, y]: Place): number {
  if (!poses || !shapes) return -1;
  const hit = shapes.bodies.flatMap(({ solid: { half } }, i) => {
    const place = poses.places[i]!;
    const [u, v] = project(camera, place);
    const scale = camera.flat.scale * nearness(camera, place);
    return Math.hypot(x - u, y - v) <= Math.max(8, 0.8 * scale * Math.max(...half)) ? [i] : [];
  });
  const depth = (i: number): number => nearness(camera, poses.places[i]!);
  return hit.sort((a, b) => depth(b) - depth(a))[0] ?? -1;
}

/** Looks around or moves the picture by so many pixels. */
function orbit(stage: Stage, x: number, y: number): void {
  const whole = Math.max(160, Math.min(stage.width, stage.height)); // half a turn
  stage.orbit.value = orbited(stage.orbit.peek(), (-Math.PI * x) / whole, (Math.PI * y) / whole);
}
function pan(stage: Stage, x: number, y: number): void {
  const zoom = stage.zoom.peek();
  stage.zoom.value = { ...zoom, x: zoom.x + x, y: zoom.y + y };
}
function magnify(stage: Stage, by: number, [x, y]: Place): void {
  stage.zoom.value = zoomAbout(stage.zoom.peek(), by, x, y, stage.width, stage.height);
}
function reset(stage: Stage): void {
  stage.zoom.value = unzoomed;
  stage.orbit.value = usual;
}

/** Listens to the pointer; returns the way to stop. */
export function listen(host: HTMLElement, stage: Stage): () => void {
  const fingers = new Map<number, Place>();
  let begun: Place | null = null; // where a click would be
  const place = (event: MouseEvent): Place => {
    const box = host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const two = (id: number, now: Place): void => {
    const before = fingers.get(id)!;
    const other = [...fingers].find(([finger]) => finger !== id)![1];
    const apart = (a: Place): number => Math.max(1, Math.hypot(a[0] - other[0], a[1] - other[1]));
    pan(stage, (now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    magnify(stage, apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  };
  const down = (event: PointerEvent): void => {
    host.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    begun = fingers.size === 1 ? place(event) : null;
    host.style.cursor = "grabbing";
  };
  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    const [x, y] = [now[0] - before[0], now[1] - before[1]];
    if (begun && Math.hypot(now[0] - begun[0], now[1] - begun[1]) > 3) begun = null;
    if (fingers.size === 2) two(event.pointerId, now);
    else if (event.shiftKey || event.buttons & 6) pan(stage, x, y);
    else if (!begun) orbit(stage, x, y);
    if (!begun) fingers.set(event.pointerId, now);
  };
  const up = (event: PointerEvent): void => {
    if (begun && event.type === "pointerup") stage.selected.value = bodyAt(stage, begun);
    fingers.delete(event.pointerId);
    begun = null;
    host.style.cursor = "";
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 * event.deltaY : event.deltaY;
    magnify(stage, Math.exp(-0.002 * lines), place(event));
  };
  const twice = (): void => reset(stage);
  const quiet = (event: Event): void => event.preventDefault(); // the right button moves the picture
  const heard = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    wheel,
    dblclick: twice,
    contextmenu: quiet,
  };
  const all = Object.entries(heard) as [string, EventListener][];
  for (const [type, listener] of all) host.addEventListener(type, listener, { passive: false });
  return () => {
    for (const [type, listener] of all) host.removeEventListener(type, listener);
  };
}

let left = false; // Escape was pressed: Tab leaves the frame
/** Keys of a focused frame; true if the key was for it. */
export function key(event: KeyboardEvent, stage: Stage): boolean {
  const { width, height } = stage;
  const middle: Place = [width / 2, height / 2];
  const pixels = event.shiftKey ? 60 : 12;
  switch (event.key) {
    case "+":
    case "=":
      magnify(stage, 1.25, middle);
      return true;
    case "-":
      magnify(stage, 0.8, middle);
      return true;
    case "0":
      reset(stage);
      return true;
    case "ArrowLeft":
    case "ArrowRight":
      orbit(stage, event.key === "ArrowLeft" ? -pixels : pixels, 0);
      return true;
    case "ArrowUp":
    case "ArrowDown":
      orbit(stage, 0, event.key === "ArrowUp" ? -pixels : pixels);
      return true;
    case "Escape":
      left = true;
      if (stage.selected.peek() < 0) return false;
      stage.selected.value = -1;
      return true;
    case "Tab": {
      const next = stage.selected.peek() + (event.shiftKey ? -1 : 1);
      const leaves = left || next < 0 || next >= (stage.model?.bodies.length ?? 0);
      left = false;
      stage.selected.value = leaves ? -1 : next;
      return !leaves;
    }
    default:
      return false;
  }
}
