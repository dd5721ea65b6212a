// SPDX-License-Identifier: Apache-2.0
// A body in the reader's hand: the start follows it. One preview at a time is under way; letting go makes one entry of
// the history.
import { signal } from "@preact/signals";
import type { Edit } from "./protocol";
import { commit, cursor, held, model, playing, preview } from "./store";

export interface Hand {
  where: string; // the frame in which it was taken
  body: number;
  joint: number; // that turns
  angles: number[]; // of all joints, as the hand has them
}
export const hand = signal<Hand | null>(null);
let resume = false;

/** The body is taken: the page goes to the start of the run and waits. */
export function take(where: string, body: number, joint: number): void {
  const of = model.peek()!;
  if (!hand.peek()) resume = playing.peek();
  playing.value = false;
  cursor.value = of.run.t0;
  hand.value = { where, body, joint, angles: [...of.start.angles] };
}

let wanted = false;
let underWay = false;
const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

function edit({ joint, angles }: Hand): Edit {
  const { energy, momentum } = held.peek();
  const hold = [...(energy ? (["energy"] as const) : []), ...(momentum ? (["momentum"] as const) : [])];
  return { kind: "start", angles: { [model.peek()!.joints[joint]!.name]: angles[joint]! }, hold, snap: true };
}
async function show(): Promise<void> {
  if (underWay) return;
  underWay = true;
  while (wanted && hand.peek()) {
    wanted = false;
    const understood = await preview([edit(hand.peek()!)]);
    if (understood && hand.peek()) cursor.value = model.peek()!.run.t0; // a run from a later moment now begins at the start
    await nextFrame();
  }
  underWay = false;
}

export function turnTo(angle: number): void {
  const now = hand.peek();
  if (!now || !Number.isFinite(angle) || now.angles[now.joint] === angle) return;
  hand.value = { ...now, angles: now.angles.with(now.joint, angle) };
  wanted = true;
  void show();
}

/** Keeps the start as it is in the hand, or gives it up. */
export async function release(keepIt: boolean): Promise<void> {
  const now = hand.peek();
  if (!now) return;
  wanted = false;
  const done = keepIt && (await commit([edit(now)]));
  if (!done) await preview([]);
  if (hand.peek() !== now) return; // taken again meanwhile
  hand.value = null;
  playing.value = resume;
}
