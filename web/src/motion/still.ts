// SPDX-License-Identifier: Apache-2.0
// The bodies at given joint angles, at rest: the first body level, the mass centre of all in the middle.
import type { ModelMessage } from "../link/protocol";
import { type Poses, newPoses, posesFrom } from "./poses";

/** Poses of all bodies at these joint angles. Joints that close a loop follow from the others. */
export const poses = (model: ModelMessage, angles: readonly number[]): Poses =>
  posesFrom(model, 0, angles, newPoses(model));

/** How far to the side and up the figures reach from the middle, at most. */
export function reach(all: Poses[]): { x: number; y: number } {
  const most = (parts: ((shape: Poses) => Float64Array)[]): number =>
    all.reduce(
      (far, shape) => parts.reduce((sofar, part) => part(shape).reduce((a, b) => Math.max(a, Math.abs(b)), sofar), far),
      0,
    );
  return {
    x: most([(shape) => shape.x, (shape) => shape.jointX]),
    y: most([(shape) => shape.y, (shape) => shape.jointY]),
  };
}
