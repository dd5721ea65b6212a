// SPDX-License-Identifier: Apache-2.0
// A body in the reader's hand: the start follows it; letting go makes one entry of the history.
import { signal } from "@preact/signals";
import { abandon, follows, settle } from "./editing";
import type { Edit } from "./protocol";
import { cursor, held, model, playing, say } from "./store";

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

function edit({ joint, angles }: Hand): Edit {
  const { energy, momentum } = held.peek();
  const hold = [...(energy ? (["energy"] as const) : []), ...(momentum ? (["momentum"] as const) : [])];
  return { kind: "start", angles: { [model.peek()!.joints[joint]!.name]: angles[joint]! }, hold, snap: true };
}

export function turnTo(angle: number): void {
  const now = hand.peek();
  if (!now || !Number.isFinite(angle) || now.angles[now.joint] === angle) return;
  hand.value = { ...now, angles: now.angles.with(now.joint, angle) };
  follows([edit(hand.value)], () => {
    if (hand.peek()) cursor.value = model.peek()!.run.t0; // a run from a later moment now begins at the start
  });
}

/** Keeps the start as it is in the hand, or gives it up. */
export async function release(keepIt: boolean): Promise<void> {
  const now = hand.peek();
  if (!now) return;
  if (keepIt) for (const { message } of await settle([edit(now)])) say("warning", message);
  else abandon();
  if (hand.peek() !== now) return; // taken again meanwhile
  hand.value = null;
  playing.value = resume;
}
