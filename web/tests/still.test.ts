// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { poses } from "../src/motion/still";
import { modelOf, two } from "./models";

const tree = modelOf(
  [1, 2, 3, 4],
  [
    { name: "a", first: 0, second: 1, at_first: [1, 0.5], at_second: [-0.5, 0.25] },
    { name: "b", first: 2, second: 0, at_first: [0.75, 0], at_second: [-1, 0] },
    { name: "c", first: 2, second: 3, at_first: [-0.5, 1], at_second: [0.25, 0.25] },
  ],
);

test("bodies meet at their joints, at the angles asked for, with the mass centre in the middle", () => {
  const angles = [0.4, -1.1, 2.9];
  const shape = poses(tree, angles);
  tree.joints.forEach((joint, k) => {
    const [c, s] = [Math.cos(shape.angle[joint.second]!), Math.sin(shape.angle[joint.second]!)];
    const [x, y] = joint.at_second;
    expect(shape.x[joint.second]! + c * x - s * y).toBeCloseTo(shape.jointX[k]!, 13); // a few roundings of numbers near 1
    expect(shape.y[joint.second]! + s * x + c * y).toBeCloseTo(shape.jointY[k]!, 13);
    expect(shape.angle[joint.second]! - shape.angle[joint.first]!).toBeCloseTo(angles[k]!, 13);
  });
  const mean = (values: Float64Array): number => tree.bodies.reduce((sum, body, i) => sum + body.mass * values[i]!, 0);
  expect(mean(shape.x)).toBeCloseTo(0, 13);
  expect(mean(shape.y)).toBeCloseTo(0, 13);
  expect(shape.angle[0]).toBe(0);
});

test("two bodies stretched out: centres 8 m apart, split as their masses", () => {
  const shape = poses(two(), [0]);
  expect([...shape.x]).toEqual([expect.closeTo((-8 * 5) / 9, 13), expect.closeTo((8 * 4) / 9, 13)]);
  expect(Math.hypot(shape.x[1]! - shape.x[0]!, shape.y[1]! - shape.y[0]!)).toBeCloseTo(8, 13);
});
