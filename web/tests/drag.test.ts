// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { type Grip, angleAfter, angleTowards, holdOf, jointFor, jointsNear } from "../src/motion/drag";
import { see, viewOf } from "../src/motion/frames";
import { newPoses, posesFrom } from "../src/motion/poses";
import { chain } from "./model";

const model = chain(4);
const root = 0.3;
const angles = [0.4, -0.9, 1.3];

function placed(choice: string, turned: number[], grip: Grip): [number, number] {
  const poses = posesFrom(model, root, turned, newPoses(model));
  see(viewOf(model, choice, poses), poses);
  const [c, s] = [Math.cos(poses.angle[grip.body]!), Math.sin(poses.angle[grip.body]!)];
  return [
    poses.x[grip.body]! + c * grip.place[0] - s * grip.place[1],
    poses.y[grip.body]! + s * grip.place[0] + c * grip.place[1],
  ];
}

test("the joint towards the first body turns, or the nearest that moves the point", () => {
  expect(jointsNear(model, 2, 0)[0]).toBe(1);
  expect(jointsNear(model, 0, 0)[0]).toBe(0);
  expect(jointFor(model, root, angles, "inertial", { body: 3, place: [0.5, 0] })).toBe(2);
  expect(jointFor(model, root, angles, "inertial", { body: 0, place: [0, 0] })).toBe(0);
  expect(jointFor(model, root, angles, "body:b4", { body: 1, place: [0, 0] })).toBe(1); // the way to the body at rest
});

test("a body seen from itself cannot be moved", () => {
  expect(jointFor(model, root, angles, "body:b2", { body: 1, place: [0.5, 0.5] })).toBe(-1);
});

test("in every frame the grabbed point goes where the pointer is, if its circle reaches there", () => {
  const grip: Grip = { body: 2, place: [0.6, -0.2] };
  for (const choice of ["inertial", "centre", "joint:j1", "joint:j3", "body:b1", "body:b4"]) {
    const joint = jointFor(model, root, angles, choice, grip);
    for (const turn of [-2.5, -0.3, 0.01, 1.9]) {
      const wanted = angles.with(joint, angles[joint]! + turn);
      const found = angleTowards(model, root, angles, joint, choice, grip, placed(choice, wanted, grip));
      expect(found).toBeCloseTo(wanted[joint]!, 9);
    }
  }
});

test("a body that no joint moves in the frame is moved as its neighbour sees it", () => {
  const grip: Grip = { body: 1, place: [0.5, 0.5] };
  const hold = holdOf(model, root, angles, "body:b2", grip)!;
  expect([hold.joint, hold.choice]).toEqual([0, "body:b1"]);
  const before = placed("body:b1", angles, grip);
  const after = placed("body:b1", angles.with(0, angles[0]! + 0.3), grip);
  const axes = angles[0]!; // of b2 against b1: the hand moves in the pane of b2
  const [u, v] = [after[0] - before[0], after[1] - before[1]];
  const [c, s] = [Math.cos(axes), Math.sin(axes)];
  expect(angleAfter(model, root, angles, hold, c * u + s * v, c * v - s * u)).toBeCloseTo(angles[0]! + 0.3, 9);
});

test("a hold that has not moved changes nothing, in every frame", () => {
  for (const choice of ["inertial", "joint:j1", "body:b1", "body:b3"])
    for (const body of [0, 1, 2, 3]) {
      const hold = holdOf(model, root, angles, choice, { body, place: [0.1, 0.4] })!;
      expect(angleAfter(model, root, angles, hold, 0, 0)).toBeCloseTo(angles[hold.joint]!, 12);
    }
});

test("a pointer off the circle gets the nearest point of it", () => {
  const grip: Grip = { body: 3, place: [0.5, 0] };
  const target: [number, number] = [4, 5];
  const best = angleTowards(model, root, angles, 2, "inertial", grip, target);
  const distance = (angle: number): number => {
    const [x, y] = placed("inertial", angles.with(2, angle), grip);
    return Math.hypot(x - target[0], y - target[1]);
  };
  for (let k = 1; k < 60; ++k)
    expect(distance(best)).toBeLessThanOrEqual(distance(best + (2 * Math.PI * k) / 60) + 1e-12);
});

test("bodies are placed whichever way round their joint names them", () => {
  const turned = {
    ...model,
    joints: model.joints.map((j) => ({
      ...j,
      first: j.second,
      second: j.first,
      at_first: j.at_second,
      at_second: j.at_first,
    })),
  };
  const a = posesFrom(model, root, angles, newPoses(model));
  const b = posesFrom(
    turned,
    root,
    angles.map((angle) => -angle),
    newPoses(turned),
  );
  a.x.forEach((x, i) => expect(b.x[i]).toBeCloseTo(x, 12));
  a.angle.forEach((angle, i) => expect(b.angle[i]).toBeCloseTo(angle, 12));
});
