// SPDX-License-Identifier: Apache-2.0
// Takes a body of a frame in space into the hand, and lets its joint follow: the picture at once, the start as the server answers.
import type { Turn } from "../link/protocol";
import { model, spot } from "../model/store";
import { jointsNear } from "../motion/drag";
import { hand } from "../motion/hand";
import { poseToTake, rotateTo, take, turnTo } from "../editing/dragging";
import { type Pixel, project } from "./camera";
import { type Hold, type Swing, beyond, holdBy, holdOf, jointAfter, posesTurned, pulled } from "./hold";
import { type Poses, type SpaceModel, inertialPoses, inBody } from "./poses";
import type { Picked } from "./pick";
import type { Stage } from "./stage";
import { type Vector, composed, exponential, logarithm, plus, size, times, turn } from "./turns";

interface Held {
  hold: Hold;
  swing: Swing;
  poses: Poses;
  off: Pixel; // from the pointer to where what it took is drawn at the start
}
let held: Held | null = null;
/** The inertial poses as the hand has them; null: as the run has them. */
export const posesInHand = (): Poses | null => (hand.value && !model.value!.start.snapped && held ? held.poses : null);

const spaceModel = (): SpaceModel => model.peek() as SpaceModel;
/** The model as a hand finds it: with its start, or with the moment shown in the place of it; and the poses then. */
function found(stage: Stage): { space: SpaceModel; poses: Poses } {
  const { angles, moment } = poseToTake();
  const space = spaceModel();
  const poses = inertialPoses(stage.run!, moment ? spot.peek() : { row: 0, part: 0 });
  if (!moment?.state || !space.start.space) return { space, poses };
  const turnOf = (name: string): Turn => [..."wxyz"].map((part) => moment.state![`rotation.${name}.${part}`]!) as Turn;
  const rotations = space.joints.map(({ name }, k) => space.start.space!.rotations[k]! && turnOf(name));
  return { space: { ...space, start: { ...space.start, angles, space: { ...space.start.space, rotations } } }, poses };
}

function begin({ which }: Stage, hold: Hold, off: Pixel): void {
  held = { hold, swing: { q: [1, 0, 0, 0], angle: 0 }, poses: hold.base, off };
  take(which, hold.grip.body, hold.joint);
}
function show(swing: Swing): void {
  if (!held || !hand.peek()) return;
  const { hold } = held;
  held = { ...held, swing, poses: posesTurned(spaceModel(), hold.base, hold.joint, swing.q) };
  const joint = jointAfter(spaceModel(), hold, swing);
  if (typeof joint === "number") turnTo(joint);
  else rotateTo([...joint] as Turn, size(logarithm(joint)));
}

/** Takes a body at a place of it, with the pointer at a pixel; false if no joint moves it there. Where edits take effect from
 *  the start, the picture goes there with it. */
export function takeAt(stage: Stage, { body, place }: Picked, [x, y]: Pixel): boolean {
  const grip = { body, place: inBody(stage.poses!, body, place) };
  const { space, poses } = found(stage);
  const hold = holdOf(space, poses, stage.choice, grip, stage.reach);
  if (!hold) return false;
  const [u, v] = project(stage.camera, plus(hold.centre, hold.arm));
  begin(stage, hold, [u - x, v - y]);
  return true;
}
/** What was taken follows the pointer. */
export function pull(stage: Stage, [x, y]: Pixel): void {
  if (!held) return;
  const { hold, swing, off } = held;
  show(pulled(spaceModel(), stage.camera, hold, swing, [x + off[0], y + off[1]]));
}

/** With the keyboard: the joint of a body turns on by an angle, a hinge about its axis as `sense` says, a ball about a direction of
 *  the pane. */
export function nudge(stage: Stage, body: number, angle: number, sense: number, about: Vector): void {
  const space = spaceModel();
  const joint = jointsNear(space, body, 0)[0];
  if (joint === undefined) return;
  if (!held || hand.peek()?.body !== body) {
    const now = found(stage);
    begin(stage, holdBy(now.space, now.poses, stage.choice, { body, place: [0, 0, 0] }, joint), [0, 0]);
  }
  const { hold, swing } = held!;
  const { kind, axis } = space.space.joints[joint]!;
  const { first, second } = space.joints[joint]!;
  const hinge = kind === "hinge";
  const by = hinge && beyond(space, joint)[second] === sense > 0 ? -angle : angle;
  const way = hinge ? turn(hold.base.axes[first]!, axis) : turn(hold.axes, about);
  show({ q: composed(exponential(times(by, way)), swing.q), angle: swing.angle + by });
}
