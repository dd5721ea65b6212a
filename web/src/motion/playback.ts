// SPDX-License-Identifier: Apache-2.0
// The one animation loop: it moves the cursor by wall time × speed while the run plays, and lets those draw who asked
// to. It sleeps when nothing moves.
import { batch, effect, signal } from "@preact/signals";
import { covers, moved, planned, stepped } from "./clock";
import { laps } from "./laps";
import { endTime, startTime } from "../link/run";
import { backwards, cursor, loop, playing, revision, run, speed } from "../model/store";
import { calm } from "../theme";

interface Due {
  draw: () => void;
  due: boolean;
}
const painters = new Set<Due>();
let asked = false;

function wake(): void {
  if (asked) return;
  asked = true;
  requestAnimationFrame(frame);
}

export interface Painter {
  soon: () => void; // draw with the next frame
  stop: () => void;
}
export function painter(draw: () => void): Painter {
  const entry = { draw, due: true };
  painters.add(entry);
  wake();
  return {
    soon() {
      entry.due = true;
      wake();
    },
    stop: () => void painters.delete(entry),
  };
}

let last = 0; // ms, of the frame before; 0: none
let heldUntil = 0; // ms: a hand has the cursor, or changes what it shows

function frame(now: number): void {
  asked = false;
  if (playing.peek()) {
    advance(now);
    measure(now);
    wake();
  }
  drawDue();
}
function drawDue(): void {
  for (const painter of painters) {
    if (!painter.due) continue;
    painter.due = false;
    painter.draw();
  }
}

function advance(now: number): void {
  const played = run.peek();
  const seconds = last === 0 ? 0 : Math.min(now - last, 250) / 1000; // a page that was hidden does not leap
  last = now;
  if (!played || played.rows < 2 || now < heldUntil) return;
  const [from, to] = [startTime(played), endTime(played)];
  const by = seconds * speed.peek() * (backwards.peek() ? -1 : 1) * Math.sign(to - from);
  const complete = played.done !== null;
  const next = moved(cursor.peek(), by, from, to, loop.peek() && complete);
  if (complete || covers(played, cursor.peek()))
    batch(() => {
      cursor.value = next.t;
      laps.value += next.laps;
    });
  if (next.stopped && complete) playing.value = false;
}

// ---- how fast it really goes
export const trueRate = signal(0); // seconds of the run per second
export const framesPerSecond = signal(0);
let since = { now: 0, frames: 0, path: 0, t: 0 };
function measure(now: number): void {
  const t = cursor.peek();
  const path = Math.abs(t - since.t);
  since.frames++;
  since.path += path < 1 + 2 * speed.peek() ? path : 0; // without the leap around the end
  since.t = t;
  if (now - since.now < 500) return;
  if (now - since.now < 1500) {
    trueRate.value = (1000 * since.path) / (now - since.now);
    framesPerSecond.value = Math.round((1000 * since.frames) / (now - since.now));
  }
  since = { now, frames: 0, path: 0, t };
}

// ---- verbs
/** What plays rests for so long, or until `letGo`. */
export function hold(milliseconds = Number.POSITIVE_INFINITY): void {
  heldUntil = performance.now() + milliseconds;
}
export function letGo(): void {
  heldUntil = 0;
}
export function playOrPause(): void {
  const played = run.peek();
  if (!playing.peek() && played && played.rows > 1) {
    const stuckAt = backwards.peek() ? startTime(played) : endTime(played);
    if (cursor.peek() === stuckAt) cursor.value = backwards.peek() ? endTime(played) : startTime(played);
  }
  playing.value = !playing.peek();
}
/** Puts the cursor at a time of the run; what plays goes on from there. */
export function seek(t: number): void {
  const played = run.peek();
  if (!played) return;
  const [from, to] = planned(played);
  cursor.value = Math.min(Math.max(t, Math.min(from, to)), Math.max(from, to));
}
export function step(rows: number): void {
  const played = run.peek();
  playing.value = false;
  if (played && played.rows > 0) cursor.value = stepped(played, cursor.peek(), rows);
}
export const toStart = (): void => {
  laps.value = 0;
  seek(run.peek() ? planned(run.peek()!)[0] : 0);
};
export const toEnd = (): void => {
  const played = run.peek();
  if (played && played.rows > 0) seek(endTime(played));
};
export const speeds = Array.from({ length: 13 }, (_, i) => 2 ** (i - 6));
export const faster = (doublings: number): void =>
  void (speed.value = Math.min(64, Math.max(1 / 64, speed.peek() * 2 ** doublings)));
export const reverse = (): void => void (backwards.value = !backwards.peek());

/** From the first rows on the run plays, unless the reader asked for calm. */
export function startPlayback(): void {
  effect(() => {
    if (!playing.value) return;
    last = 0;
    wake();
  });
  effect(() => {
    run.value, (laps.value = 0);
  });
  effect(() => {
    if (run.value) queueMicrotask(drawDue); // a new run is drawn when it comes: the next frame has less to do
  });
  const stop = effect(() => {
    revision.value;
    if (!run.value || run.value.rows < 2) return;
    if (!calm.peek()) playing.value = true;
    queueMicrotask(() => stop());
  });
}
