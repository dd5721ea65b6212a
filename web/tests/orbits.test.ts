// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { backbonePieces, isStable, load, multiplierWords, nearestMember } from "../src/charts/orbits";
import { modesOf } from "../src/charts/spectrum";
import { laps, turnPerLap, turnedSoFar } from "../src/motion/laps";
import type { OrbitMessage } from "../src/link/protocol";
import { chain, done, runOf } from "./model";

const orbit = (more: Partial<OrbitMessage> = {}): OrbitMessage => ({
  state: { "angle.j1": 0.5, "momentum.b1": 1, "momentum.b2": 2 },
  period: 3,
  energy: 15,
  momentum: 3,
  multipliers: [],
  phase: Math.PI,
  recurrence: "periodic after 2 periods",
  residual: 1e-13,
  symmetric: true,
  action: 1,
  trouble: "",
  ...more,
});

/** A run of two bodies from one angle to another, with these momenta of the first body. */
function closing(angles: number[], momenta: number[], root: number[]) {
  const model = chain(2);
  model.columns.push(...["b1", "b2"].map((name) => ({ ...model.columns[1]!, name: `momentum.${name}` })));
  const run = runOf(model, {
    t: [0, 1, 2],
    "angle.j1": angles,
    "momentum.b1": momenta,
    "momentum.b2": [2, 2, 2],
    "absolute.b1": root,
  });
  run.done = done;
  return run;
}

test("a run closes if shape and momenta come back, whole turns of joints apart, and says what the whole has turned", () => {
  const turning = closing([0.5, 3, 0.5 + 2 * Math.PI], [1, 5, 1], [0.1, 0.6, 1.1]);
  expect(turnPerLap(turning)).toBeCloseTo(1, 12);
  expect(turnPerLap(closing([0.5, 3, 0.6], [1, 5, 1], [0, 0, 0]))).toBeNull();
  expect(turnPerLap(closing([0.5, 3, 0.5], [1, 5, 1.1], [0, 0, 0]))).toBeNull();
  const unfinished = closing([0.5, 3, 0.5], [1, 5, 1], [0, 0, 0]);
  unfinished.done = null;
  expect(turnPerLap(unfinished)).toBeNull();
  laps.value = 3;
  expect(turnedSoFar(turning)).toBeCloseTo(3, 12);
  laps.value = 0;
  expect(turnedSoFar(turning)).toBe(0);
});

test("a motion is loaded as a start by angles and momenta, and a run of exactly one period", () => {
  const [start, run] = load(orbit(), chain(2));
  expect(start).toEqual({ kind: "start", angles: { j1: 0.5 }, momenta: { b1: 1, b2: 2 } });
  expect(run).toMatchObject({ kind: "run", until: "3", every: "0.005", step: "" });
});

test("modes of an equilibrium are the frequencies of its imaginary pairs, the slowest first", () => {
  expect(modesOf([[0, 2], [0, -2], [0, 0.5], [0, -0.5], [1, 0], [-1, 0], [0.3, 1], [-0.3, 1]])).toEqual([0.5, 2]); // biome-ignore format: pairs
  expect(modesOf([[1, 0], [-1, 0]])).toEqual([]); // biome-ignore format: pairs
});

test("multipliers are stable on the unit circle, and pairs on it are named once by their angle", () => {
  const onCircle: [number, number][] = [
    [0.6, 0.8],
    [0.6, -0.8],
  ];
  expect(isStable(onCircle)).toBe(true);
  expect(multiplierWords(onCircle)).toEqual(["e^±0.9273i"]);
  expect(isStable([[2, 0], [0.5, 0]])).toBe(false); // biome-ignore format: pairs
  expect(multiplierWords([[2, 0], [0.5, 0]])).toEqual(["2", "0.5"]); // biome-ignore format: pairs
  expect(multiplierWords([[-1, 0], [-1, 0]])).toEqual(["−1", "−1"]); // biome-ignore format: pairs
});

test("the backbone is cut where stability changes, and neighbours share a member", () => {
  const members = [1, 1, 2, 2, 1].map((size, i) => orbit({ energy: i, multipliers: [[size, 0], [1 / size, 0]] })); // biome-ignore format: pairs
  expect(backbonePieces(members).map(({ stable, members: own }) => [stable, own.map(({ energy }) => energy)])).toEqual([
    [true, [0, 1]],
    [false, [1, 2, 3, 4]],
  ]);
  expect(nearestMember(members, (energy) => Math.abs(energy - 2.2))).toBe(2);
});
