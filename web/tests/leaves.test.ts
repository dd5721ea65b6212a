// SPDX-License-Identifier: Apache-2.0
// A made-up circle of shapes: joints at x and 0.5 sin x, the potential 2 − cos x, the mass 3.
import { expect, test } from "vitest";
import { coordinates, energyRange, leafOrbit, leafPlane, potentialOrbit, potentialPlane } from "../src/charts/leaves";
import { energyAt, leafOf, shapeAt } from "../src/model/circle";
import type { LeafMessage, ModelMessage, PortraitMessage } from "../src/link/protocol";
import { modelOf, runOf } from "./models";

const pi = Math.PI;
const count = 400;
const samples = Array.from({ length: count + 1 }, (_, k) => -pi + (2 * pi * k) / count);
const leaf = (side: number): LeafMessage => ({
  component: "",
  joint: 0,
  x: { label: "angle", latex: "", from: -pi, to: pi },
  y: { label: "", latex: "", from: -1, to: 1 },
  curves: [],
  marks: [],
  along: {
    x: samples,
    energy: samples.map((x) => 2 - Math.cos(x)),
    mass: samples.map(() => 3),
    angles: samples.map((x) => [x, side + 0.5 * Math.sin(x)]),
  },
});
const portrait = { type: "portrait", id: 1, kind: "leaves", momentum: 7 } as PortraitMessage;

const arm = { at_first: [1, 0] as [number, number], at_second: [-1, 0] as [number, number] };
const model: ModelMessage = modelOf(
  [1, 1, 1],
  [
    { name: "a", first: 0, second: 1, ...arm },
    { name: "b", first: 1, second: 2, ...arm },
  ],
);
const names = ["t", "angle.a", "angle.b", "rate.a", "rate.b", "energy"];
model.columns = names.map((name) => ({ name, quantity: "", unit: "", label: name, latex: "", body: -1 }));
/** x goes at a rate of 0.5 through two turns. */
const turning = (side = 0) =>
  runOf(
    model,
    Array.from({ length: 300 }, (_, k) => {
      const x = 0.05 * k - 1;
      return [0.1 * k, x, side + 0.5 * Math.sin(x), 0.5, 0.25 * Math.cos(x), 9];
    }),
  );

test("a shape lies on the circle that is nearest, whatever its whole turns", () => {
  const all = [leaf(0), leaf(1.5)];
  expect(leafOf(all, [0.3, 0.5 * Math.sin(0.3)])).toBe(0);
  expect(leafOf(all, [0.3 + 2 * pi, 1.5 + 0.5 * Math.sin(0.3) - 4 * pi])).toBe(1);
});

test("a run has the coordinate with its turns, and none on a circle where it is not", () => {
  const x = coordinates(leaf(0), turning())!;
  x.forEach((value, row) => expect(value).toBeCloseTo(0.05 * row - 1, 3));
  expect(coordinates(leaf(1.5), turning())).toBeNull();
});

test("over the potential a run stays at its energy, and on the leaf y is the mass times the rate", () => {
  expect(potentialOrbit(leaf(0), turning())!.y.every((value) => value === 9)).toBe(true);
  leafOrbit(leaf(0), turning())!.y.forEach((value) => expect(value).toBeCloseTo(1.5, 2)); // slopes are those of chords
});

test("between the samples shapes and energies are those of the circle", () => {
  for (const x of [-pi, -1.234, 0.777, pi]) {
    expect(energyAt(leaf(0), x)).toBeCloseTo(2 - Math.cos(x), 4);
    const { angles, slopes } = shapeAt(leaf(0), x);
    expect(angles[1]).toBeCloseTo(0.5 * Math.sin(x), 4);
    expect(slopes[1]).toBeCloseTo(0.5 * Math.cos(x), 2);
  }
});

test("a click in the potential is a shape and an energy; one below it starts at rest on it", () => {
  model.start.energy = 2.5;
  const plane = potentialPlane(portrait, leaf(0), model);
  const [above, below] = [plane.startAt!(1, 2.8), plane.startAt!(1, 0)];
  if (above.kind !== "start" || below.kind !== "start") throw new Error("no start");
  expect([above.energy, above.momentum]).toEqual([2.8, 7]);
  expect(above.angles!.b).toBeCloseTo(0.5 * Math.sin(1), 4);
  expect(below.energy).toBeCloseTo(2 - Math.cos(1), 4);
  expect(plane.floor!(0)).toBeCloseTo(1, 6);
});

test("a click on the leaf is a shape and its rates", () => {
  const edit = leafPlane(portrait, leaf(0), model).startAt!(0.5, 6);
  if (edit.kind !== "start") throw new Error("no start");
  expect(edit.rates!.a).toBeCloseTo(2, 6);
  expect(edit.rates!.b).toBeCloseTo(Math.cos(0.5), 2);
});

test("the range of energies holds the potential and the motion", () => {
  const [from, to] = energyRange(leaf(0), 4.2);
  expect(from).toBeLessThan(1);
  expect(to).toBeGreaterThan(4.2);
});
