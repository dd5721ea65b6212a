// SPDX-License-Identifier: Apache-2.0
// A body in the hand, in space. When one joint turns, every point of the tree moves on a circle about the axis of a hinge, or on
// a sphere about a ball, in every frame of reference: the hinge turns so that the point that was taken is drawn nearest to the
// pointer, the ball by the shortest turn that brings the point under it.
import type { FrameChoice } from "../motion/frames";
import { jointsNear } from "../motion/drag";
import { type Camera, type Pixel, eyeOf, placeAt, project } from "./camera";
import { type Poses, type SpaceModel, massCentre, placeIn, seen, viewOf } from "./poses";
import {
  type Matrix,
  type Quaternion,
  type Vector,
  along,
  arc,
  composed,
  conjugate,
  cross,
  direction,
  dot,
  exponential,
  plus,
  product,
  rotationOf,
  size,
  times,
  transposed,
  turn,
} from "./turns";

/** The bodies beyond a joint: those that turn with it, while the first body of the model keeps its attitude. */
export function beyond(model: SpaceModel, joint: number): boolean[] {
  const near = model.bodies.map((_, i) => i === 0);
  for (let grew = true; grew; ) {
    grew = false;
    model.joints.forEach(({ first, second }, k) => {
      if (k === joint || near[first] === near[second]) return;
      near[first] = near[second] = grew = true;
    });
  }
  return near.map((one) => !one);
}

/** Inertial poses with all beyond a joint turned about it by q, the mass centre at rest. */
export function posesTurned(model: SpaceModel, base: Poses, joint: number, q: Quaternion): Poses {
  const far = beyond(model, joint);
  const Q = rotationOf(q);
  const pivot = base.joints[joint]!;
  const swung = base.places.map((place, i) => (far[i] ? plus(pivot, turn(Q, plus(place, pivot, -1))) : place));
  const shift = plus(base.centre, massCentre(model, swung), -1);
  const poses = {
    ...base,
    places: swung.map((place) => plus(place, shift)),
    axes: base.axes.map((R, i) => (far[i] ? product(Q, R) : R)),
  };
  poses.joints = model.joints.map(({ first }, k) => placeIn(poses, first, model.space.joints[k]!.at_first));
  return poses;
}

/** A point of a body, in its axes. */
export interface Grip {
  body: number;
  place: Vector;
}
export interface Hold {
  grip: Grip;
  joint: number;
  base: Poses; // inertial, as the body was taken
  angle: number; // of a hinge then
  rotation: Quaternion; // of a ball then
  choice: FrameChoice;
  centre: Vector; // of the sphere of the grip in the pane's frame
  arm: Vector; // from there to the grip
  inverse: boolean; // the pane turns with what is beyond the joint: seen there, all else turns the other way
  axes: Matrix; // of the pane's frame then
}

const halfTurns: Quaternion[] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
];
/** How a joint moves the grip in a pane: of the four turns by half about three axes the places add up to four centres. */
export function holdBy(model: SpaceModel, base: Poses, choice: FrameChoice, grip: Grip, joint: number): Hold {
  const view = viewOf(model, choice, base);
  const gripAfter = (q: Quaternion): Vector => {
    const poses = posesTurned(model, base, joint, q);
    return placeIn(seen(viewOf(model, choice, poses), poses), grip.body, grip.place);
  };
  const all = halfTurns.map(gripAfter);
  const centre = times(
    1 / 4,
    all.reduce((sum, place) => plus(sum, place)),
  );
  const frame = choice.startsWith("body:") ? model.bodies.findIndex(({ name }) => `body:${name}` === choice) : -1;
  return {
    ...{ grip, joint, base, choice, centre },
    angle: model.start.angles[joint]!,
    rotation: model.start.space?.rotations[joint] ?? [1, 0, 0, 0],
    arm: plus(all[0]!, centre, -1),
    inverse: frame >= 0 && beyond(model, joint)[frame]!,
    axes: view.axes,
  };
}

const isBall = (model: SpaceModel, { joint }: Hold): boolean => model.space.joints[joint]!.kind === "ball";
/** The axis of a hinge, in the axes of the pane. */
const axisIn = (model: SpaceModel, { joint, base, axes }: Hold): Vector =>
  turn(transposed(axes), turn(base.axes[model.joints[joint]!.first]!, model.space.joints[joint]!.axis));

/** How a body that is taken in a pane is moved: by the nearest joint that moves it there; null: by none. */
export function holdOf(model: SpaceModel, base: Poses, choice: FrameChoice, grip: Grip, reach: number): Hold | null {
  const anchor = choice.startsWith("body:") ? model.bodies.findIndex(({ name }) => `body:${name}` === choice) : 0;
  for (const joint of jointsNear(model, grip.body, anchor)) {
    const hold = holdBy(model, base, choice, grip, joint);
    const across = isBall(model, hold) ? hold.arm : cross(hold.arm, axisIn(model, hold));
    if (size(across) > 0.02 * reach) return hold;
  }
  return null;
}

/** The angle by which the grip has to turn about an axis to be drawn nearest to a pixel, near the angle before. */
function angleTowards(camera: Camera, hold: Hold, axis: Vector, before: number, pixel: Pixel): number {
  const middle = plus(hold.centre, axis, dot(axis, hold.arm));
  const [u, v] = [plus(hold.arm, axis, -dot(axis, hold.arm)), cross(axis, hold.arm)];
  const drawn = (angle: number) => project(camera, plus(plus(middle, u, Math.cos(angle)), v, Math.sin(angle)));
  const far = 0.03 * camera.flat.scale * size(v); // pixels per radian: of two places as near, the one that is less far to turn
  const cost = (angle: number): number => {
    const [x, y] = drawn(angle);
    return (x - pixel[0]) ** 2 + (y - pixel[1]) ** 2 + (far * (angle - before)) ** 2;
  };
  const steps = 180;
  let best = before;
  for (let n = -steps; n <= steps; ++n) {
    const angle = before + (Math.PI * n) / steps;
    if (cost(angle) < cost(best)) best = angle;
  }
  for (let width = Math.PI / steps; width > 1e-7; width /= 2)
    best = [best - width / 2, best, best + width / 2].reduce((a, b) => (cost(b) < cost(a) ? b : a));
  return best;
}

/** Where on the sphere of the grip a pixel shows it: on the side, near or far, on which it was taken; beside the sphere, on its rim. */
function onSphere(camera: Camera, { centre, arm }: Hold, [x, y]: Pixel): Vector {
  const eye = eyeOf(camera);
  const way = direction(plus(placeAt(camera, x, y, centre), eye, -1));
  const from = plus(eye, centre, -1);
  const [b, c] = [dot(from, way), dot(from, from) - dot(arm, arm)];
  const root = Math.sqrt(Math.max(0, b * b - c));
  return direction(plus(from, way, -b + (dot(arm, from) > 0 ? -root : root)));
}

/** How all beyond a joint has turned since it was taken, along inertial axes; about a hinge by an angle. */
export interface Swing {
  q: Quaternion;
  angle: number;
}
/** What the pointer at a pixel asks for, not far from what it was. */
export function pulled(model: SpaceModel, camera: Camera, hold: Hold, before: Swing, pixel: Pixel): Swing {
  if (isBall(model, hold)) {
    const to = onSphere(camera, hold, pixel);
    return { angle: 0, q: along(hold.axes, hold.inverse ? arc(to, hold.arm) : arc(hold.arm, to)) };
  }
  const axis = axisIn(model, hold);
  const sense = hold.inverse ? -1 : 1;
  const angle = sense * angleTowards(camera, hold, axis, sense * before.angle, pixel);
  return { angle, q: along(hold.axes, exponential(times(angle, axis))) };
}

/** The joint then: the angle of a hinge, or the turn of a ball from rest. */
export function jointAfter(
  model: SpaceModel,
  { joint, base, angle, rotation }: Hold,
  { q, angle: by }: Swing,
): number | Quaternion {
  const { first, second } = model.joints[joint]!;
  const forward = beyond(model, joint)[second]!;
  if (model.space.joints[joint]!.kind === "hinge") return angle + (forward ? by : -by);
  return composed(along(transposed(base.axes[first]!), forward ? q : conjugate(q)), rotation);
}
