// SPDX-License-Identifier: Apache-2.0
// A body in the reader's hand: the start follows it; letting go makes one entry of the history. Where edits take effect
// from now, the start becomes the moment shown, with what the hand changes of it, and the run goes on from that moment.
import type { Edit, Moment } from "../link/protocol";
import { cursor, held, model, momentNow, playing, say } from "../model/store";
import { type Hand, hand } from "../motion/hand";
import { abandon, follows, settle } from "./edits";

let resume = false;

/** The pose that a hand would change. */
export function poseToTake(): { root: number; angles: number[]; moment?: Required<Moment> } {
  const moment = momentNow();
  return moment ? { root: moment.root, angles: moment.angles, moment } : model.peek()!.start;
}

/** The body is taken: the page waits at the start of the run, or at the moment shown. */
export function take(where: string, body: number, joint: number): void {
  const { root, angles, moment } = poseToTake();
  if (!hand.peek()) resume = playing.peek();
  playing.value = false;
  cursor.value = moment?.t ?? model.peek()!.run.t0;
  hand.value = { where, body, joint, angles: [...angles], root, ...(moment ? { moment } : {}) };
}

function edits({ joint, angles, moment }: Hand): Edit[] {
  const { energy, momentum } = held.peek();
  const { joints, bodies } = model.peek()!;
  const named = (all: { name: string }[], values: number[]): Record<string, number> =>
    Object.fromEntries(all.map(({ name }, i) => [name, values[i]!]));
  const hold = [...(energy ? (["energy"] as const) : []), ...(momentum ? (["momentum"] as const) : [])];
  const turned: Edit = { kind: "start", angles: { [joints[joint]!.name]: angles[joint]! }, hold, snap: true };
  if (!moment) return [turned];
  return [{ kind: "start", angles: named(joints, moment.angles), momenta: named(bodies, moment.momenta) }, turned];
}
/** The run begins there with the start that the edits give. */
const from = ({ moment }: Hand): Moment | undefined => moment && { t: moment.t, root: moment.root };

export function turnTo(angle: number): void {
  const now = hand.peek();
  if (!now || !Number.isFinite(angle) || now.angles[now.joint] === angle) return;
  hand.value = { ...now, angles: now.angles.with(now.joint, angle) };
  const report = (): void => {
    if (hand.peek()) cursor.value = model.peek()!.run.t0; // a run from a later moment now begins at the start
  };
  follows(edits(hand.value), report, from(hand.value));
}

/** Keeps the start as it is in the hand, or gives it up. */
export async function release(keepIt: boolean): Promise<void> {
  const now = hand.peek();
  if (!now) return;
  if (keepIt) for (const { message } of await settle(edits(now), from(now))) say("warning", message);
  else abandon(now.moment);
  if (hand.peek() !== now) return; // taken again meanwhile
  hand.value = null;
  playing.value = resume;
}
