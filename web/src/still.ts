// SPDX-License-Identifier: Apache-2.0
// The bodies at given joint angles, at rest: the first body level, the mass centre of all in the middle.
import { type Poses, newPoses, placeJoints } from "./frames";
import type { ModelMessage } from "./protocol";

/** Poses of all bodies at these joint angles. Joints that close a loop follow from the others. */
export function poses(model: ModelMessage, angles: ArrayLike<number>): Poses {
  const out = newPoses(model);
  const placed = new Set([0]);
  for (let before = 0; before < placed.size; ) {
    before = placed.size;
    model.joints.forEach((joint, k) => {
      const outward = placed.has(joint.first);
      if (outward === placed.has(joint.second)) return;
      const [known, other] = outward ? [joint.first, joint.second] : [joint.second, joint.first];
      const [near, far] = outward ? [joint.at_first, joint.at_second] : [joint.at_second, joint.at_first];
      out.angle[other] = out.angle[known]! + (outward ? angles[k]! : -angles[k]!);
      const [cn, sn] = [Math.cos(out.angle[known]!), Math.sin(out.angle[known]!)];
      const [cf, sf] = [Math.cos(out.angle[other]!), Math.sin(out.angle[other]!)];
      out.x[other] = out.x[known]! + cn * near[0] - sn * near[1] - (cf * far[0] - sf * far[1]);
      out.y[other] = out.y[known]! + sn * near[0] + cn * near[1] - (sf * far[0] + cf * far[1]);
      placed.add(other);
    });
  }
  const masses = model.bodies.map((body) => body.mass);
  const mass = masses.reduce((sum, value) => sum + value, 0);
  const [x, y] = [out.x, out.y].map((of) => of.reduce((sum, value, i) => sum + masses[i]! * value, 0) / mass);
  for (let i = 0; i < masses.length; ++i) {
    out.x[i]! -= x!;
    out.y[i]! -= y!;
  }
  placeJoints(model, out);
  return out;
}

/** How far to the side and up the figures reach from the middle, at most. */
export function reach(all: Poses[]): { x: number; y: number } {
  const most = (of: ((at: Poses) => Float64Array)[]): number =>
    all.reduce((far, at) => of.reduce((sofar, part) => part(at).reduce((a, b) => Math.max(a, Math.abs(b)), sofar), far), 0);
  return { x: most([(at) => at.x, (at) => at.jointX]), y: most([(at) => at.y, (at) => at.jointY]) };
}
