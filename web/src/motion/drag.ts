// SPDX-License-Identifier: Apache-2.0
// Setting the start by hand. When one joint turns, any point of a tree moves on a circle in every frame of reference
// (the mass centre at rest too), so the angle that brings a grabbed point nearest to the pointer has a closed form. With
// loops the server finds the closed shape that does; here is only where the point is to go.
import { type FrameChoice, see, viewOf } from "./frames";
import type { ModelMessage } from "../link/protocol";
import { bodyPoints, newPoses, outward, posesFrom } from "./poses";

/** The joints by their distance from a body, the one on the way to `anchor` before its equals. */
export function jointsNear(model: ModelMessage, body: number, anchor: number): number[] {
  const distance = (from: number): number[] => {
    const steps = model.bodies.map(() => Infinity);
    steps[from] = 0;
    const queue = [from];
    for (const reached of queue)
      for (const { first, second } of model.joints) {
        const other = first === reached ? second : second === reached ? first : -1;
        if (other < 0 || steps[other]! < Infinity) continue;
        steps[other] = steps[reached]! + 1;
        queue.push(other);
      }
    return steps;
  };
  const [here, home] = [distance(body), distance(anchor)];
  const cost = ({ first, second }: { first: number; second: number }): number =>
    Math.min(here[first]!, here[second]!) + 1e-4 * Math.min(home[first]!, home[second]!);
  return model.joints.map((_, k) => k).sort((a, b) => cost(model.joints[a]!) - cost(model.joints[b]!));
}

/** A point of a body, in the body's frame. */
export interface Grip {
  body: number;
  place: readonly [number, number];
}
interface Circle {
  x: number;
  y: number;
  toX: number; // from the centre to the point
  toY: number;
  sense: number; // +1: the point turns with the joint angle
}

/** The grip in the frame, and the frame's own angle, at these joint angles. */
function placed(
  model: ModelMessage,
  root: number,
  angles: readonly number[],
  choice: FrameChoice,
  { body, place }: Grip,
): [x: number, y: number, axes: number] {
  const poses = posesFrom(model, root, angles, newPoses(model));
  const view = viewOf(model, choice, poses);
  see(view, poses);
  return [...bodyPoints(poses, body)(...place), view.angle];
}

/** Where the grip moves, seen in the frame, while this joint turns away from these angles. */
function circleOf(
  model: ModelMessage,
  root: number,
  angles: readonly number[],
  joint: number,
  choice: FrameChoice,
  grip: Grip,
): Circle {
  const turned = (by: number) => placed(model, root, angles.with(joint, angles[joint]! + by), choice, grip);
  const [here, quarter, half] = [turned(0), turned(Math.PI / 2), turned(Math.PI)];
  const [x, y] = [(here[0] + half[0]) / 2, (here[1] + half[1]) / 2];
  const [toX, toY] = [here[0] - x, here[1] - y];
  const sense = toX * (quarter[1] - y) - toY * (quarter[0] - x) < 0 ? -1 : 1;
  return { x, y, toX, toY, sense };
}

/** The joint that moves the grip when it is dragged in this frame: the nearest whose circle is not tiny; -1: none. */
export function jointFor(
  model: ModelMessage,
  root: number,
  angles: readonly number[],
  choice: FrameChoice,
  grip: Grip,
): number {
  const anchor = choice.startsWith("body:") ? model.bodies.findIndex((body) => `body:${body.name}` === choice) : 0;
  const size = Math.max(...model.joints.flatMap((j) => [Math.hypot(...j.at_first), Math.hypot(...j.at_second)]));
  const found = jointsNear(model, grip.body, anchor).find((joint) => {
    const { toX, toY } = circleOf(model, root, angles, joint, choice, grip);
    return Math.hypot(toX, toY) > 0.03 * size;
  });
  return found ?? -1;
}

/** The joint's angle, less than half a turn from the present one, that brings the grip nearest to the target. */
export function angleTowards(
  model: ModelMessage,
  root: number,
  angles: readonly number[],
  joint: number,
  choice: FrameChoice,
  grip: Grip,
  target: readonly [number, number],
): number {
  const { x, y, toX, toY, sense } = circleOf(model, root, angles, joint, choice, grip);
  const [u, v] = [target[0] - x, target[1] - y];
  return angles[joint]! + sense * Math.atan2(toX * v - toY * u, toX * u + toY * v);
}

/** How a grip is moved in a frame. Where no joint moves it (a body seen from itself, the first body seen from its only
 *  joint), it is moved as its neighbour would see it: the shape follows the hand, the picture turns. */
export interface Hold {
  grip: Grip;
  joint: number;
  choice: FrameChoice; // in which the grip follows the hand
  from: readonly [number, number]; // where the grip was taken, there
  turn: number; // of the axes there against those of the pane
}
export function holdOf(
  model: ModelMessage,
  root: number,
  angles: readonly number[],
  pane: FrameChoice,
  grip: Grip,
): Hold | null {
  const near = model.joints[jointsNear(model, grip.body, 0)[0] ?? -1];
  if (!near) return null;
  const neighbour = model.bodies[near.first === grip.body ? near.second : near.first]!;
  for (const choice of [pane, `body:${neighbour.name}`]) {
    const joint = jointFor(model, root, angles, choice, grip);
    if (joint < 0) continue;
    const [x, y, axes] = placed(model, root, angles, choice, grip);
    return { grip, joint, choice, from: [x, y], turn: axes - placed(model, root, angles, pane, grip)[2] };
  }
  return null;
}

/** Where the grip is to go, in the frame of the hold, when the hand has moved by (x, y) in the pane since it took it. */
export const targetAfter = (hold: Hold, x: number, y: number): [number, number] =>
  outward(...hold.from, -hold.turn)(x, y);

/** The joint's angle then. */
export function angleAfter(
  model: ModelMessage,
  root: number,
  angles: readonly number[],
  hold: Hold,
  x: number,
  y: number,
): number {
  return angleTowards(model, root, angles, hold.joint, hold.choice, hold.grip, targetAfter(hold, x, y));
}
