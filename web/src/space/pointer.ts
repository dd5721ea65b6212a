// SPDX-License-Identifier: Apache-2.0
// Pointer and keyboard on a frame in space: drag a body to turn its joint at the start, drag the ground to look around, with
// Shift, the right button or two fingers to move the picture, wheel or pinch to magnify; with the keyboard Tab picks a body and
// the arrow keys turn its joint, else they look around.
import { hand } from "../motion/hand";
import { unzoomed, zoomAbout } from "../motion/scale";
import { release } from "../editing/dragging";
import { byWheel, listenTo } from "../editing/listening";
import { type Pixel, orbited, usual } from "./camera";
import { nudge, pull, takeAt } from "./drag";
import { type Picked, pickedAt } from "./pick";
import type { Stage } from "./stage";
import { plus, times } from "./turns";

/** Looks around or moves the picture by so many pixels. */
function orbit(stage: Stage, x: number, y: number): void {
  const whole = Math.max(160, Math.min(stage.width, stage.height)); // half a turn
  stage.orbit.value = orbited(stage.orbit.peek(), (-Math.PI * x) / whole, (Math.PI * y) / whole);
}
function pan(stage: Stage, x: number, y: number): void {
  const zoom = stage.zoom.peek();
  stage.zoom.value = { ...zoom, x: zoom.x + x, y: zoom.y + y };
}
function magnify(stage: Stage, by: number, [x, y]: Pixel): void {
  stage.zoom.value = zoomAbout(stage.zoom.peek(), by, x, y, stage.width, stage.height);
}
function reset(stage: Stage): void {
  stage.zoom.value = unzoomed;
  stage.orbit.value = usual;
}

const hasJoints = ({ model }: Stage): boolean => model !== null && model.joints.length > 0;

/** Listens to the pointer; returns the way to stop. */
export function listen(host: HTMLElement, stage: Stage, editable: boolean): () => void {
  const fingers = new Map<number, Pixel>();
  let begun: Pixel | null = null; // where a click would be
  let pressed: Picked | null = null; // what a drag would take
  let dragging = false;
  const grip = (pixel: Pixel, touch: boolean): Picked | null =>
    editable && hasJoints(stage) ? pickedAt(stage, pixel, touch ? 18 : 8) : null;
  const place = (event: MouseEvent): Pixel => {
    const box = host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const two = (id: number, now: Pixel): void => {
    const before = fingers.get(id)!;
    const other = [...fingers].find(([finger]) => finger !== id)![1];
    const apart = (a: Pixel): number => Math.max(1, Math.hypot(a[0] - other[0], a[1] - other[1]));
    pan(stage, (now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    magnify(stage, apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  };
  const down = (event: PointerEvent): void => {
    host.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    begun = fingers.size === 1 ? place(event) : null;
    const turns = begun && event.button === 0 && !event.shiftKey;
    pressed = turns ? grip(place(event), event.pointerType === "touch") : null;
    if (dragging) void release(false);
    dragging = false;
    host.style.cursor = "grabbing";
  };
  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    const now = place(event);
    if (!before) {
      stage.hovered.value = pickedAt(stage, now, 8)?.body ?? -1;
      host.style.cursor = editable && hasJoints(stage) && stage.hovered.peek() >= 0 ? "grab" : "";
      return;
    }
    const [x, y] = [now[0] - before[0], now[1] - before[1]];
    if (begun && Math.hypot(now[0] - begun[0], now[1] - begun[1]) > 3) {
      dragging = pressed !== null && takeAt(stage, pressed, begun);
      begun = null;
    }
    if (dragging) pull(stage, now);
    else if (fingers.size === 2) two(event.pointerId, now);
    else if (event.shiftKey || event.buttons & 6) pan(stage, x, y);
    else if (!begun) orbit(stage, x, y);
    if (!begun) fingers.set(event.pointerId, now);
  };
  const up = (event: PointerEvent): void => {
    if (begun && event.type === "pointerup") stage.selected.value = pickedAt(stage, begun, 8)?.body ?? -1;
    if (dragging) void release(event.type === "pointerup");
    dragging = false;
    fingers.delete(event.pointerId);
    begun = null;
    host.style.cursor = "";
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    magnify(stage, byWheel(event), place(event));
  };
  const twice = (): void => reset(stage);
  const leave = (): void => void (stage.hovered.value = -1);
  const quiet = (event: Event): void => event.preventDefault(); // the right button moves the picture
  return listenTo(host, {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    pointerleave: leave,
    wheel,
    dblclick: twice,
    contextmenu: quiet,
  });
}

let left = false; // Escape was pressed: Tab leaves the frame
/** Keys of a focused frame; true if the key was for it. */
export function key(event: KeyboardEvent, stage: Stage, editable: boolean): boolean {
  const { width, height, camera } = stage;
  const middle: Pixel = [width / 2, height / 2];
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const selected = stage.selected.peek();
  if (arrow) {
    const [x, y] = arrow as [number, number];
    const pixels = event.shiftKey ? 60 : 12;
    const angle = ((event.shiftKey ? 10 : 1) * Math.PI) / 180;
    if (selected < 0 || !editable || !hasJoints(stage)) orbit(stage, pixels * x, pixels * y);
    else nudge(stage, selected, angle, x + y, plus(times(x, camera.up), camera.right, y));
    return true;
  }
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
    case "Escape":
      left = true;
      if (selected < 0 && !hand.peek()) return false;
      void release(false);
      stage.selected.value = -1;
      return true;
    case "Tab": {
      const next = selected + (event.shiftKey ? -1 : 1);
      const leaves = left || next < 0 || next >= (stage.model?.bodies.length ?? 0);
      left = false;
      stage.selected.value = leaves ? -1 : next;
      return !leaves;
    }
    default:
      return false;
  }
}
