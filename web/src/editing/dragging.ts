// SPDX-License-Identifier: Apache-2.0
// A body in the reader's hand: the start follows it; letting go makes one entry of the history. Where edits take effect
// from now, the start becomes the moment shown, with what the hand changes of it, and the run goes on from that moment.
import type { Edit, Moment, Turn } from "../link/protocol";
import { cursor, held, model, momentNow, playing, say } from "../model/store";
import type { Hold } from "../motion/drag";
import { type Hand, hand } from "../motion/hand";
import { hasLoops } from "../motion/poses";
import { abandon, follows, settle } from "./edits";

let resume = false;

/** The pose that a hand would change. */
export function poseToTake(): { root: number; angles: number[]; moment?: Moment } {
  const moment = momentNow();
  if (!moment) return model.peek()!.start;
  const { angles, state, root } = moment;
  return {
    ...{ root, moment },
    angles: angles ?? model.peek()!.joints.map(({ name }) => state?.[`angle.${name}`] ?? 0),
  };
}

/** The body is taken: the page waits at the start of the run, or at the moment shown. */
export function take(where: string, body: number, joint: number): void {
  const { root, angles, moment } = poseToTake();
  if (!hand.peek()) resume = playing.peek();
  playing.value = false;
  cursor.value = moment?.t ?? model.peek()!.run.t0;
  hand.value = { where, body, joint, angles: [...angles], root, ...(moment ? { moment } : {}) };
}

function edits({ joint, angles, rotation, aim, moment }: Hand): Edit[] {
  const { energy, momentum } = held.peek();
  const { joints, bodies } = model.peek()!;
  const named = (all: { name: string }[], values: number[]): Record<string, number> =>
    Object.fromEntries(all.map(({ name }, i) => [name, values[i]!]));
  const hold = [...(energy ? (["energy"] as const) : []), ...(momentum ? (["momentum"] as const) : [])];
  const angle = aim && "angle" in aim ? aim.angle : angles[joint]!;
  const turned: Edit =
    aim && "pull" in aim
      ? { kind: "start", ...(aim.from && { angles: named(joints, aim.from) }), pull: aim.pull, hold, snap: true }
      : {
          kind: "start",
          [rotation ? "rotations" : "angles"]: { [joints[joint]!.name]: rotation ?? angle },
          ...(moment?.state && !moment.angles && { state: moment.state }),
          hold,
          snap: true,
        };
  if (!moment?.angles || !moment.momenta) return [turned];
  return [{ kind: "start", angles: named(joints, moment.angles), momenta: named(bodies, moment.momenta) }, turned];
}
/** The run begins there with the start that the edits give. */
const from = ({ moment }: Hand): Moment | undefined =>
  moment && {
    t: moment.t,
    root: moment.root,
    ...(moment.state && moment.angles && { state: moment.state }),
  };

function show(next: Hand): void {
  hand.value = next;
  const report = (): void => {
    const held = hand.peek();
    if (!held) return;
    const { run, start } = model.peek()!;
    cursor.value = run.t0; // a run from a later moment now begins at the start
    if (held.aim) hand.value = { ...held, angles: start.angles };
  };
  follows(edits(next), report, from(next));
}

/** The joint of the hand turns to this angle; with loops the picture waits for the shape that closes. */
export function turnTo(angle: number): void {
  const now = hand.peek();
  if (!now || !Number.isFinite(angle) || now.angles[now.joint] === angle) return;
  if (hasLoops(model.peek()!)) show({ ...now, aim: { angle } });
  else show({ ...now, angles: now.angles.with(now.joint, angle) });
}
/** The ball joint of the hand turns so, by this angle in all. */
export function rotateTo(rotation: Turn, angle: number): void {
  const now = hand.peek();
  if (now && Number.isFinite(angle)) show({ ...now, rotation, angles: now.angles.with(now.joint, angle) });
}
/** The angle to which the joint of the hand was last turned, if it could be. */
export function angleInHand(): number {
  const { angles, joint, aim } = hand.peek()!;
  return aim && "angle" in aim && !model.peek()!.start.snapped ? aim.angle : angles[joint]!;
}

/** What the hand has taken hold of goes to this place, from where it was shown last. */
export function pullTo({ grip, choice }: Hold, to: [number, number]): void {
  const now = hand.peek();
  if (!now || !to.every(Number.isFinite)) return;
  const pull = {
    body: model.peek()!.bodies[grip.body]!.name,
    point: [grip.place[0], grip.place[1]] as [number, number],
    to,
    frame: choice === "centre" ? "inertial" : choice,
  };
  show({ ...now, aim: { pull, from: now.aim ? now.angles : null } });
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
