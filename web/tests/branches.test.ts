// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import {
  axesOf,
  coinciding,
  keyOf,
  load,
  loadAndStart,
  meant,
  nearestSpot,
  pieces,
  specialAt,
  specialList,
  presentValue,
  variedNumbers,
  walked,
} from "../src/charts/branches";
import type { BranchPoint, BranchesMessage, ModelMessage } from "../src/link/protocol";
import { two } from "./models";

const pi = Math.PI;
const point = (value: number, angle: number, stability: BranchPoint["stability"] = "stable"): BranchPoint => ({
  value,
  angles: [angle],
  energy: value ** 2,
  index: 0,
  stability,
});
const some: BranchesMessage = {
  type: "branches",
  id: 1,
  path: "body.arm.mass",
  from: 4,
  to: 1,
  momentum: 50,
  joints: ["elbow"],
  circle: [true],
  branches: [
    { points: [point(1, pi), point(2, pi, "degenerate"), point(3, pi, "unstable"), point(4, pi, "unstable")] },
    { points: [point(2, pi, "degenerate"), point(3, pi + 0.5), point(4, pi + 1)] },
  ],
  special: [{ type: "pitchfork", value: 2, angles: [-pi], energy: 4 }],
  note: "",
};
const model = {
  ...two(),
  numbers: [
    { path: "body.arm.mass", value: 5, text: "5.0", unit: "kg" },
    { path: "body.arm.inertia", value: 10, text: "2*l", unit: "kg m^2" },
    { path: "joint.elbow.at.arm.x", value: -3, text: "-3", unit: "m" },
    { path: "start.momentum", value: 50, text: "50", unit: "" },
    { path: "start.energy", value: 15, text: "15", unit: "" },
    { path: "run.until", value: 50, text: "50", unit: "s" },
  ],
} as ModelMessage;

test("numbers of bodies and joints and the momentum can be varied; expressions, other starts and the run cannot", () => {
  const found = variedNumbers(model, model).filter(({ path }) => path.includes("."));
  expect(found.map(({ path }) => path)).toEqual(["body.arm.mass", "joint.elbow.at.arm.x", "start.momentum"]);
  expect(found[0]!.range).toEqual([0.25, 10]); // no mass is zero
  expect(found[1]!.range).toEqual([-6, 6]);
});

test("a diagram holds while only its own number, the start or the run change", () => {
  const set = (path: string): ModelMessage => ({
    ...model,
    numbers: model.numbers.map((one) => (one.path === path ? { ...one, text: "7", value: 7 } : one)),
  });
  const key = keyOf(model, "body.arm.mass");
  for (const path of ["body.arm.mass", "start.energy", "run.until"])
    expect(keyOf(set(path), "body.arm.mass")).toBe(key);
  expect(keyOf(set("joint.elbow.at.arm.x"), "body.arm.mass")).not.toBe(key);
  expect(presentValue(set("body.arm.mass"), "body.arm.mass")).toBe(7);
  expect(presentValue(model, "nothing")).toBeNull();
});

test("pieces have one stability each and join at the degenerate point", () => {
  expect(
    pieces(some.branches[0]!.points).map(({ stability, points }) => [stability, points.map(({ value }) => value)]),
  ).toEqual([
    ["stable", [1, 2]],
    ["unstable", [2, 3, 4]],
  ]);
  expect(pieces(some.branches[1]!.points).map(({ stability }) => stability)).toEqual(["stable"]);
});

test("axes rise whatever the order of the ends; a circle is shown from -pi/2 to 3 pi/2, an energy in whole steps", () => {
  expect(axesOf(some, 0, "kg", "").x).toMatchObject({ from: 1, to: 4 });
  expect(axesOf(some, 0, "kg", "").y).toMatchObject({ from: -pi / 2, to: 1.5 * pi, wraps: true });
  const { from, to, wraps } = axesOf(some, "energy", "kg", "").y;
  expect([from <= 1, to >= 16, wraps]).toEqual([true, true, false]);
});

test("the nearest point is found within reach, and a special point on its branch, whole turns apart", () => {
  const away =
    (x: number, y: number) =>
    (value: number, height: number): number =>
      Math.hypot(value - x, height - y);
  expect(nearestSpot(some, 0, away(3.1, pi + 0.4), 1)).toEqual({ branch: 1, point: 1 });
  expect(nearestSpot(some, 0, away(3.1, pi + 30), 1)).toBeNull();
  expect(specialAt(some, some.branches[0]!.points[1]!)?.type).toBe("pitchfork");
  expect(specialAt(some, some.branches[0]!.points[2]!)).toBeNull();
});

test("keys begin at the present value, move along a branch and stop at its ends, and change to the other at the same value", () => {
  expect(walked(some, null, 1, 0, 2.9)).toEqual({ branch: 0, point: 2 });
  expect(walked(some, { branch: 0, point: 2 }, 8, 0, 0)).toEqual({ branch: 0, point: 3 });
  expect(walked(some, { branch: 0, point: 2 }, 0, 1, 0)).toEqual({ branch: 1, point: 1 });
  expect(walked(some, { branch: 1, point: 1 }, 0, 1, 0)).toEqual({ branch: 0, point: 2 });
  expect(walked({ ...some, branches: [] }, null, 1, 0, 0)).toBeNull();
});

test("special points of one kind and value are one line of the list", () => {
  const twice = {
    ...some,
    special: [...some.special, { ...some.special[0]!, value: 2 + 1e-14 }, { ...some.special[0]!, value: 3 }],
  };
  expect(specialList(twice)).toEqual([
    { type: "pitchfork", value: 2, count: 2 },
    { type: "pitchfork", value: 3, count: 1 },
  ]);
});

test("loading writes the digits that the range means; a start has the very shape, no rates, and the momentum of the diagram", () => {
  expect(meant(-6.499999999999998, some)).toBe(-6.5);
  expect(Object.is(meant(-8.9e-16, some), 0)).toBe(true);
  expect(meant(1.25e-30, { from: 0, to: 1e-29 })).toBe(1.25e-30);
  expect(load(some, 0.25)).toEqual([{ kind: "set", path: "body.arm.mass", value: "0.25" }]);
  expect(loadAndStart(some, point(3, pi + 0.5))).toEqual([
    { kind: "set", path: "body.arm.mass", value: "3" },
    { kind: "start", angles: { elbow: pi + 0.5 - 2 * pi }, rates: { elbow: 0 }, momentum: 50 },
  ]);
  expect(loadAndStart({ ...some, path: "start.momentum" }, point(3, 0))[1]).toMatchObject({ momentum: 3 });
});

test("branches that are drawn on each other are counted once", () => {
  const branch = (angle: (value: number) => number) => ({
    points: [0, 1, 2, 3, 4].map((value) => ({ value, angles: [angle(value)], energy: value ** 2 })),
  });
  const diagram = {
    branches: [branch((v) => v / 2), branch((v) => -v / 2), branch((v) => 3 - v)],
  } as unknown as BranchesMessage;
  expect(coinciding(diagram, "energy")).toEqual([{ value: 2, height: 4, count: 3 }]);
  expect(coinciding(diagram, 0)).toEqual([]);
});
