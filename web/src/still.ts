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

/** How far from the middle the figure reaches, at most, over all shapes shown. */
export function reach(all: Poses[]): number {
  let most = 0;
  for (const of of all) {
    for (let i = 0; i < of.x.length; ++i) most = Math.max(most, Math.hypot(of.x[i]!, of.y[i]!));
    for (let k = 0; k < of.jointX.length; ++k) most = Math.max(most, Math.hypot(of.jointX[k]!, of.jointY[k]!));
  }
  return most || 1;
}
