// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { see, viewOf } from "../src/motion/frames";
import { carry, inward, massCentre, newPoses, outward, posesFrom } from "../src/motion/poses";
import { posesAt, reachOf, resolved } from "../src/motion/scene";
import { chain, runOf } from "./model";

const model = chain(3);
const posed = (root: number, angles: number[]) => posesFrom(model, root, angles, newPoses(model));

test("the mass centre of the whole stays at the origin, whatever the shape", () => {
  for (const angles of [
    [0, 0],
    [1, -2],
    [3, 0.5],
  ]) {
    const poses = posed(0.7, angles);
    const sum = (values: Float64Array): number =>
      model.bodies.reduce((total, body, i) => total + body.mass * values[i]!, 0);
    expect(sum(poses.x)).toBeCloseTo(0, 12);
    expect(sum(poses.y)).toBeCloseTo(0, 12);
  }
});

test("seen from the mass centre it rests at the origin, wherever it has moved to", () => {
  const poses = posed(0.7, [1, -2]);
  carry({ ...model, start: { ...model.start, drift: [3, -1] } }, 2, poses);
  expect(massCentre(model, poses).map((value) => value.toFixed(12))).toEqual(["6.000000000000", "-2.000000000000"]);
  expect(poses.jointX[0]! - posed(0.7, [1, -2]).jointX[0]!).toBeCloseTo(6, 12);
  see(viewOf(model, "centre", poses), poses);
  for (const value of massCentre(model, poses)) expect(value).toBeCloseTo(0, 12);
  expect(poses.x[1]!).toBeCloseTo(posed(0.7, [1, -2]).x[1]!, 12);
});

test("a point of a turned frame is its origin plus e^(i angle) times the point, and the way back undoes it", () => {
  for (const [x, y, angle, u, v] of [
    [1, -2, 0.3, 4, 5],
    [-0.5, 7, -2.5, 0.1, -3],
  ] as const) {
    const [length, phase] = [Math.hypot(u, v), Math.atan2(v, u)];
    const [px, py] = outward(x, y, angle)(u, v);
    expect(px).toBeCloseTo(x + length * Math.cos(angle + phase), 12);
    expect(py).toBeCloseTo(y + length * Math.sin(angle + phase), 12);
    const [backU, backV] = inward(x, y, angle)(px, py);
    expect(backU).toBeCloseTo(u, 12);
    expect(backV).toBeCloseTo(v, 12);
  }
});

test("the two bodies of a joint agree about where it is", () => {
  const poses = posed(0.7, [1, -2]);
  model.joints.forEach(({ second, at_second: [u, v] }, k) => {
    const [c, s] = [Math.cos(poses.angle[second]!), Math.sin(poses.angle[second]!)];
    expect(poses.x[second]! + c * u - s * v).toBeCloseTo(poses.jointX[k]!, 12);
    expect(poses.y[second]! + s * u + c * v).toBeCloseTo(poses.jointY[k]!, 12);
  });
});

test("seen from a body, that body is at rest at the origin and distances are as before", () => {
  for (const [root, angles] of [
    [0.2, [1, 2]],
    [-2, [0, 0.4]],
  ] as [number, number[]][]) {
    const before = posed(root, angles);
    const seen = posed(root, angles);
    see(viewOf(model, "body:b2", seen), seen);
    expect(Math.abs(seen.x[1]!) + Math.abs(seen.y[1]!) + Math.abs(seen.angle[1]!)).toBe(0);
    const apart = ({ x, y }: typeof seen): number => Math.hypot(x[0]! - x[2]!, y[0]! - y[2]!);
    expect(apart(seen)).toBeCloseTo(apart(before), 12);
  }
});

test("a joint's frame moves with the joint and keeps the inertial axes", () => {
  const before = posed(0.2, [1, 2]);
  const seen = posed(0.2, [1, 2]);
  see(viewOf(model, "joint:j2", seen), seen);
  expect([seen.jointX[1], seen.jointY[1]]).toEqual([0, 0]);
  expect(Array.from(seen.angle)).toEqual(Array.from(before.angle));
  expect(seen.x[0]! - seen.x[2]!).toBeCloseTo(before.x[0]! - before.x[2]!, 12);
});

test("poses between two rows lie between them", () => {
  const run = runOf(model, { t: [0, 2], "centre.b1.x": [0, 4], "absolute.b1": [0, 1] });
  const poses = posesAt(run, "inertial", 0.5, newPoses(model));
  expect(poses.x[0]).toBe(1);
  expect(poses.angle[0]).toBe(0.25);
});

test("the reach holds every mass centre and joint of the run", () => {
  const run = runOf(model, { t: [0, 1, 2], "centre.b3.x": [0, -9, 2], "centre.b3.y": [0, 3, 1] });
  const { x, y } = reachOf(run, "inertial");
  expect(x[1]).toBeGreaterThanOrEqual(9);
  expect([x[0], y[1]]).toEqual([-x[1], x[1]]); // a circle about the mass centre
  expect(reachOf(run, "body:b3").y[1]).toBeLessThan(9); // here as wide as it is
});

test("a frame that a model lacks becomes the first of its kind", () => {
  expect(resolved(model, "joint:")).toBe("joint:j1");
  expect(resolved(model, "body:gone")).toBe("body:b1");
  expect(resolved(model, "joint:j2")).toBe("joint:j2");
  expect(resolved(chain(1), "joint:j1")).toBe("inertial");
});
