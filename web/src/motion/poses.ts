// SPDX-License-Identifier: Apache-2.0
// Where bodies are: the one text of the page for a place in a turned frame, the tree of bodies at given joint angles, and the
// mass centre. Places in a body are counted from its mass centre, as the server sends them.
import type { ModelMessage } from "../link/protocol";

type Place = [x: number, y: number];

/** From a frame that stands at (x, y), turned by `angle`, to the one around it: (x, y) + R(angle)(u, v). */
export function outward(x: number, y: number, angle: number): (u: number, v: number) => Place {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return (u, v) => [x + c * u - s * v, y + s * u + c * v];
}
/** And back: R(-angle)((u, v) - (x, y)). */
export function inward(x: number, y: number, angle: number): (u: number, v: number) => Place {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return (u, v) => [c * (u - x) + s * (v - y), c * (v - y) - s * (u - x)];
}

/** Poses of all bodies and places of all joints at one time, in some frame. */
export interface Poses {
  x: Float64Array;
  y: Float64Array;
  angle: Float64Array;
  jointX: Float64Array;
  jointY: Float64Array;
}

export function newPoses(model: ModelMessage): Poses {
  const bodies = model.bodies.length;
  const joints = model.joints.length;
  return {
    x: new Float64Array(bodies),
    y: new Float64Array(bodies),
    angle: new Float64Array(bodies),
    jointX: new Float64Array(joints),
    jointY: new Float64Array(joints),
  };
}

/** Whether joints close loops: bodies that hang together as a tree have one joint less than bodies. */
export const hasLoops = (model: ModelMessage): boolean => model.joints.length >= model.bodies.length;

/** Points of a body in the frame of the poses. */
export const bodyPoints = ({ x, y, angle }: Poses, body: number): ((u: number, v: number) => Place) =>
  outward(x[body]!, y[body]!, angle[body]!);

export function placeJoints(model: ModelMessage, out: Poses): void {
  model.joints.forEach(({ first, at_first }, k) => {
    const place = bodyPoints(out, first)(at_first[0], at_first[1]);
    out.jointX[k] = place[0];
    out.jointY[k] = place[1];
  });
}

export function massCentre({ bodies }: ModelMessage, { x, y }: Poses): Place {
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const mean = (values: Float64Array): number =>
    bodies.reduce((sum, body, i) => sum + body.mass * values[i]!, 0) / mass;
  return [mean(x), mean(y)];
}

/** A step outward from the first body; a joint that closes a loop is in no step. */
interface Branch {
  joint: number;
  from: number;
  to: number;
}
const trees = new WeakMap<ModelMessage, Branch[]>();
function treeOf(model: ModelMessage): Branch[] {
  const found = trees.get(model);
  if (found) return found;
  const reached = new Set([0]);
  const branches: Branch[] = [];
  for (let before = -1; before < branches.length; ) {
    before = branches.length;
    model.joints.forEach(({ first, second }, joint) => {
      if (reached.has(first) === reached.has(second)) return;
      const [from, to] = reached.has(first) ? [first, second] : [second, first];
      reached.add(to);
      branches.push({ joint, from, to });
    });
  }
  trees.set(model, branches);
  return branches;
}

/** The inertial poses at these joint angles, the first body at angle `root`, the mass centre at the origin. */
export function posesFrom(model: ModelMessage, root: number, angles: readonly number[], out: Poses): Poses {
  out.x[0] = out.y[0] = 0;
  out.angle[0] = root;
  for (const { joint, from, to } of treeOf(model)) {
    const { first, at_first, at_second } = model.joints[joint]!;
    const away = first === from;
    const [near, far] = away ? [at_first, at_second] : [at_second, at_first];
    out.angle[to] = out.angle[from]! + (away ? 1 : -1) * angles[joint]!;
    const [x, y] = bodyPoints(out, from)(...near);
    const [u, v] = outward(0, 0, out.angle[to]!)(...far);
    out.x[to] = x - u;
    out.y[to] = y - v;
  }
  const [x, y] = massCentre(model, out);
  for (let i = 0; i < out.x.length; ++i) {
    out.x[i]! -= x;
    out.y[i]! -= y;
  }
  placeJoints(model, out);
  return out;
}

/** Poses about the mass centre as they are in the inertial frame at t, where it has moved on. */
export function carry({ start: { drift } }: ModelMessage, t: number, poses: Poses): void {
  const by = (velocity: number, all: Float64Array[]): void => {
    for (const values of all) for (let i = 0; i < values.length; ++i) values[i]! += velocity * t;
  };
  by(drift[0] ?? 0, [poses.x, poses.jointX]);
  by(drift[1] ?? 0, [poses.y, poses.jointY]);
}
