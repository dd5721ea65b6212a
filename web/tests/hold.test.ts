// SPDX-License-Identifier: Apache-2.0
// Bodies in the hand, in space: what is taken stays under the pointer, and the joint that is told to the server gives the picture.
import { expect, test } from "vitest";
import type { Triple, Turn } from "../src/link/protocol";
import { orbitCamera, project, usual } from "../src/space/camera";
import { beyond, holdOf, jointAfter, posesTurned, pulled } from "../src/space/hold";
import { pickedAt } from "../src/space/pick";
import { type Poses, type SpaceModel, massCentre, placeIn, seen, viewOf } from "../src/space/poses";
import { shapesOf } from "../src/space/shapes";
import type { Stage } from "../src/space/stage";
import { type Quaternion, type Vector, arc, composed, dot, exponential, logarithm, plus, product, rotationOf, size, times, transposed, turn } from "../src/space/turns"; // biome-ignore format: a list
import { chain } from "./model";

const near = (found: readonly number[], expected: readonly number[], digits = 9): void =>
  found.forEach((value, k) => expect(value).toBeCloseTo(expected[k]!, digits));

// Three bodies: the first joint is a ball, the second a hinge that is named inwards.
const ends: [Triple, Triple][] = [
  [
    [0.8, 0.1, 0.2],
    [-0.7, 0.3, 0.1],
  ],
  [
    [-0.6, 0.2, -0.3],
    [0.5, -0.4, 0.3],
  ],
];
const axis: Triple = [0.48, 0.6, 0.64];
const start: Quaternion = exponential([0.3, -0.2, 0.5]);
const planar = chain(3);
const model: SpaceModel = {
  ...planar,
  joints: planar.joints.map((joint, k) => (k === 1 ? { ...joint, first: 2, second: 1 } : joint)),
  start: {
    ...planar.start,
    angles: [0, 0.4],
    space: { rotations: [start as unknown as Turn, null], momentum: [0, 0, 1] },
  },
  space: {
    bodies: planar.bodies.map(() => ({ inertia: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], outline: [] })), // biome-ignore format: a matrix
    joints: [
      { kind: "ball", axis: [0, 0, 0], at_first: ends[0]![0], at_second: ends[0]![1] },
      { kind: "hinge", axis, at_first: ends[1]![0], at_second: ends[1]![1] },
    ],
    points: [],
    methods: [],
  },
};
/** The poses at these joints: rest is no turn at all. */
function posesAt(ball: Quaternion, hinge: number): Poses {
  const first = rotationOf([1, 0, 0, 0]);
  const second = product(first, rotationOf(ball));
  const third = product(second, transposed(rotationOf(exponential(times(hinge, axis)))));
  const axes = [first, second, third];
  const places: Vector[] = [[0, 0, 0]];
  const reach = (body: number, end: Vector): Vector => turn(axes[body]!, end);
  places.push(plus(plus(places[0]!, reach(0, ends[0]![0])), reach(1, ends[0]![1]), -1));
  places.push(plus(plus(places[1]!, reach(1, ends[1]![1])), reach(2, ends[1]![0]), -1));
  const middle = massCentre(model, places);
  const poses: Poses = {
    places: places.map((place) => plus(place, middle, -1)),
    axes,
    joints: [],
    centre: [0, 0, 0],
    momentum: [0, 0, 1],
  };
  poses.joints = model.joints.map(({ first: body }, k) => placeIn(poses, body, ends[k]![0]));
  return poses;
}
const base = posesAt(start, 0.4);

test("the first body stays on its side of every joint", () => {
  expect(beyond(model, 0)).toEqual([false, true, true]);
  expect(beyond(model, 1)).toEqual([false, false, true]);
});

test("turns compose as their matrices do, the shortest one leads from a to b, and a turn is found from its quaternion", () => {
  const [p, q] = [exponential([0.3, 1.2, -0.4]), exponential([-0.7, 0.2, 0.9])];
  near(rotationOf(composed(p, q)), product(rotationOf(p), rotationOf(q)));
  near(logarithm(exponential([0.3, 1.2, -0.4])), [0.3, 1.2, -0.4]);
  near(turn(rotationOf(arc([1, 2, 3], [-2, 0.5, 1])), [1, 2, 3]), times(Math.sqrt(14 / 5.25), [-2, 0.5, 1]));
  near(turn(rotationOf(arc([1, 0, 0], [-1, 0, 0])), [1, 0, 0]), [-1, 0, 0]);
});

const camera = orbitCamera(usual, { scale: 100, x0: 300, y0: 200 }, 3);
for (const [joint, body] of [
  [0, 1],
  [1, 2],
] as const)
  for (const choice of ["inertial", "joint:j1", "joint:j2", "body:b1", "body:b2", "body:b3"])
    test(`joint ${joint + 1} seen from ${choice}: the point that was taken is drawn where the pointer is`, () => {
      const taken = choice === `body:b${body + 1}` ? body - 1 : body; // a body does not move in its own frame
      const hold = holdOf(model, base, choice, { body: taken, place: [0.1, 0.5, 0.4] }, 3)!;
      const drawn = (poses: Poses) =>
        project(camera, placeIn(seen(viewOf(model, choice, poses), poses), taken, hold.grip.place));
      const by: Vector = hold.joint === 0 ? [0.1, 0.2, -0.15] : times(0.25, turn(base.axes[2]!, axis));
      const pixel = drawn(posesTurned(model, base, hold.joint, exponential(by)));
      const swing = pulled(model, camera, hold, { q: [1, 0, 0, 0], angle: 0 }, pixel);
      const after = posesTurned(model, base, hold.joint, swing.q);
      const [x, y] = drawn(after);
      expect(Math.hypot(x - pixel[0], y - pixel[1])).toBeLessThan(hold.joint === 0 ? 1e-6 : 0.5); // a hinge turns a little less
      const value = jointAfter(model, hold, swing);
      const there = typeof value === "number" ? posesAt(start, value) : posesAt(value, 0.4);
      there.axes.forEach((R, i) => near(R, after.axes[i]!));
      there.places.forEach((place, i) => near(place, after.places[i]!));
      expect(size(massCentre(model, after.places))).toBeLessThan(1e-12);
    });

test("a body that no joint moves is not taken", () => {
  expect(holdOf(model, base, "body:b2", { body: 1, place: [0.1, 0.2, 0.3] }, 3)).toBeNull();
});

test("what is picked is drawn at the pixel, nothing that is picked lies behind another, and the ground is nobody's", () => {
  const shown = { poses: base, camera, shapes: shapesOf(model, "ellipsoid") } as unknown as Stage;
  for (const centre of base.places) {
    const pixel = project(camera, centre);
    const { place } = pickedAt(shown, pixel, 8)!;
    near(project(camera, place), pixel);
    expect(dot(camera.eye, place)).toBeGreaterThanOrEqual(dot(camera.eye, centre) - 1e-9);
  }
  expect(pickedAt(shown, [3, 3], 8)).toBeNull();
});
