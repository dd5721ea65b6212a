// SPDX-License-Identifier: Apache-2.0
// Pointer and keyboard on a frame: drag a body to set the start, drag the ground to move the picture, wheel or two fingers
// to magnify; with the keyboard Tab picks a body and the arrow keys turn its joint.
import { model } from "../model/store";
import { type Hold, angleAfter, holdOf, targetAfter } from "../motion/drag";
import { building, hand, pulling, sketched } from "../motion/hand";
import { hasLoops, inward } from "../motion/poses";
import { metres, unzoomed, zoomAbout } from "../motion/scale";
import type { Stage } from "../motion/stage";
import { type Grip, finish, gripAt, remove } from "./building";
import { angleInHand, poseToTake, pullTo, release, take, turnTo } from "./dragging";
import { byWheel, listenTo } from "./listening";
import { bodyAt } from "./pick";
import { beginPull, endPull, isPulled, pullTowards, whyNotPulled } from "./pulling";

type Place = readonly [number, number];

/** A place of the canvas in the frame of a body. */
function inBody(stage: Stage, body: number, px: number, py: number): Place {
  const { x, y, angle } = stage.poses!;
  return inward(x[body]!, y[body]!, angle[body]!)(...metres(stage.camera, px, py));
}
type Doing =
  | { what: "nothing" }
  | { what: "pan"; x: number; y: number }
  | { what: "build"; grip: Grip }
  | { what: "pull" }
  | { what: "press"; x: number; y: number; body: number }
  | { what: "drag"; x: number; y: number; hold: Hold };

/** Listens to the pointer; returns the way to stop. */
export function listen(host: HTMLElement, stage: Stage, editable: boolean): () => void {
  const fingers = new Map<number, Place>();
  let doing: Doing = { what: "nothing" };
  const place = (event: PointerEvent | WheelEvent): Place => {
    const box = host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  const begin = ({ x, y, body }: Extract<Doing, { what: "press" }>): Doing => {
    const { root, angles } = poseToTake();
    const grip = { body, place: inBody(stage, body, x, y) };
    const hold = holdOf(stage.run!.model, root, angles, stage.choice, grip);
    if (!hold) return { what: "pan", x, y };
    take(stage.which, body, hold.joint);
    return { what: "drag", x, y, hold };
  };
  const drag = (now: Extract<Doing, { what: "drag" }>, x: number, y: number): void => {
    const held = hand.peek();
    if (!held) return;
    const [u, v] = [(x - now.x) / stage.camera.scale, (now.y - y) / stage.camera.scale];
    if (hasLoops(stage.run!.model)) pullTo(now.hold, targetAfter(now.hold, u, v));
    else turnTo(angleAfter(stage.run!.model, held.root, held.angles, now.hold, u, v));
  };
  const pinch = (id: number, [x, y]: Place): void => {
    const [[, [ox, oy]]] = [...fingers].filter(([other]) => other !== id) as [[number, Place]];
    const [bx, by] = fingers.get(id)!;
    const factor = Math.hypot(x - ox, y - oy) / Math.max(1, Math.hypot(bx - ox, by - oy));
    stage.zoom.value = zoomAbout(stage.zoom.peek(), factor, (x + ox) / 2, (y + oy) / 2, stage.width, stage.height);
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const [x, y] = place(event);
    host.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [x, y]);
    if (fingers.size > 1) {
      if (doing.what === "drag") void release(false);
      if (doing.what === "pull") void endPull(false);
      doing = { what: "nothing" };
      return;
    }
    const body = bodyAt(stage, x, y, event.pointerType === "touch" ? 18 : 8);
    stage.selected.value = body;
    const grip = building.peek() && editable ? gripAt(stage, x, y) : null;
    if (grip) {
      doing = { what: "build", grip };
      return;
    }
    const pulls = stage.which === "inertial" && (pulling.peek() || event.ctrlKey || event.metaKey);
    if (pulls && body >= 0 && editable && whyNotPulled(model.peek()) === "") {
      beginPull(body, inBody(stage, body, x, y), metres(stage.camera, x, y));
      doing = { what: "pull" };
      return;
    }
    doing = body >= 0 && editable && model.peek() ? { what: "press", x, y, body } : { what: "pan", x, y };
  };
  const move = (event: PointerEvent): void => {
    const [x, y] = place(event);
    if (!fingers.has(event.pointerId)) {
      stage.hovered.value = bodyAt(stage, x, y, 8);
      host.style.cursor = editable && stage.hovered.peek() >= 0 ? "grab" : "";
      return;
    }
    if (fingers.size === 2) pinch(event.pointerId, [x, y]);
    fingers.set(event.pointerId, [x, y]);
    if (doing.what === "press" && Math.hypot(x - doing.x, y - doing.y) > 3) doing = begin(doing);
    if (doing.what === "build") sketched.value = { where: stage.which, from: [doing.grip.x, doing.grip.y], to: [x, y] };
    if (doing.what === "pull") pullTowards(metres(stage.camera, x, y));
    if (doing.what === "drag") {
      host.style.cursor = "grabbing";
      drag(doing, x, y);
    }
    if (doing.what === "pan") {
      const zoom = stage.zoom.peek();
      stage.zoom.value = { ...zoom, x: zoom.x + x - doing.x, y: zoom.y + y - doing.y };
      doing = { what: "pan", x, y };
    }
  };
  const up = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    host.style.cursor = "";
    if (doing.what === "drag") void release(event.type === "pointerup");
    if (doing.what === "pull") void endPull(event.type === "pointerup");
    if (doing.what === "build" && event.type === "pointerup") void finish(stage, doing.grip, ...place(event));
    sketched.value = null;
    doing = { what: "nothing" };
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const [x, y] = place(event);
    stage.zoom.value = zoomAbout(stage.zoom.peek(), byWheel(event), x, y, stage.width, stage.height);
  };
  const twice = (): void => void (stage.zoom.value = unzoomed);
  const leave = (): void => void (stage.hovered.value = -1);

  return listenTo(host, {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    pointerleave: leave,
    wheel,
    dblclick: twice,
  });
}

/** Turns the selected body's joint by some degrees; the first press takes the body. */
function turnSelected(stage: Stage, degrees: number): void {
  const current = model.peek();
  const body = stage.selected.peek();
  if (!current || !stage.run) return;
  if (hand.peek()?.body !== body) {
    const { root, angles } = poseToTake();
    const hold = holdOf(current, root, angles, stage.choice, { body, place: [0, 0] });
    if (!hold) return;
    take(stage.which, body, hold.joint);
  }
  turnTo(angleInHand() + (degrees * Math.PI) / 180);
}

/** Keys of a focused frame; true if the key was for it. Escape, then Tab, leaves at once. */
export function key(event: KeyboardEvent, stage: Stage, editable: boolean): boolean {
  const count = stage.run?.model.bodies.length ?? 0;
  const selected = stage.selected.peek();
  const magnify = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
  if (magnify) {
    stage.zoom.value = zoomAbout(
      stage.zoom.peek(),
      magnify,
      stage.width / 2,
      stage.height / 2,
      stage.width,
      stage.height,
    );
    return true;
  }
  if (event.key === "Delete" && building.peek() && editable && selected >= 0) {
    stage.selected.value = -1;
    void remove(selected);
    return true;
  }
  if (event.key === "0") stage.zoom.value = unzoomed;
  else if (event.key === "Tab" && editable) return tabbed(event, stage, count);
  else if (event.key === "Escape" && (selected >= 0 || hand.peek() || isPulled())) {
    void release(false);
    void endPull(false);
    stage.selected.value = -1;
    left = true;
  } else if (selected >= 0 && editable && /^Arrow/.test(event.key)) {
    const up = event.key === "ArrowUp" || event.key === "ArrowLeft"; // counter-clockwise
    turnSelected(stage, (up ? 1 : -1) * (event.shiftKey ? 10 : 1));
  } else return false;
  return true;
}
let left = false; // Escape was pressed: Tab leaves the frame
function tabbed(event: KeyboardEvent, stage: Stage, count: number): boolean {
  const next = stage.selected.peek() + (event.shiftKey ? -1 : 1);
  const leaves = left || next >= count || (event.shiftKey && next < 0);
  left = false;
  stage.selected.value = leaves ? -1 : next;
  return !leaves;
}
export function keyUp(event: KeyboardEvent): void {
  if (/^Arrow/.test(event.key) && hand.peek()) void release(true);
}
