// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { along, bind } from "../src/model/evaluate";
import type { ProgramMessage } from "../src/link/protocol";
import { found, onTimes, panelsOf, spread, usualGraphs, valueRange } from "../src/charts/series";
import { chain, runOf } from "./model";

const model = chain(3);

test("curves of one quantity share a panel, formulas have their own, unknown names none", () => {
  const panels = panelsOf(model, ["angle.j1", "absolute.b1", "angle.j2", "=t^2", "angle.gone"]);
  expect(panels.map((panel) => panel.curves)).toEqual([["angle.j1", "angle.j2"], ["absolute.b1"], ["=t^2"]]);
});

test("at first the joint angles are shown, at most eight", () => {
  expect(usualGraphs(model)).toEqual(["angle.j1", "angle.j2"]);
  expect(usualGraphs(chain(40)).filter((name) => name.startsWith("angle."))).toHaveLength(8);
});

test("the chooser finds by all words, grouped by quantity", () => {
  expect(found(model, "joint j2").map((group) => group.columns.map(({ name }) => name))).toEqual([["angle.j2"]]);
  expect(
    found(model, "")
      .flatMap((group) => group.columns)
      .some(({ name }) => name === "t"),
  ).toBe(false);
});

test("a constant with rounding errors is not magnified", () => {
  const [low, high] = valueRange(15, 15 + 1e-12);
  expect(high - low).toBeGreaterThan(1);
  expect(valueRange(0, 0)).toEqual([-1, 1]);
  expect(valueRange(null, null)).toEqual([-1, 1]);
  const [a, b] = valueRange(2, 4);
  expect([a < 2, b > 4]).toEqual([true, true]);
});

test("another run's curve is laid onto the times in view, with gaps where it has none", () => {
  const other = runOf(model, { t: [0, 2, 4], "angle.j1": [0, 2, 8] });
  const values = other.columns[1]!.subarray(0, 3);
  expect(onTimes(new Float64Array([0, 1, 3, 5]), other, values)).toEqual([0, 1, 5, null]);
  expect(onTimes(new Float64Array([0, 2, 4]), other, values)).toBe(values);
});

test("labels keep apart and stay inside", () => {
  const places = spread([50, 52, 99, 10], 16, 0, 100);
  const sorted = [...places].sort((a, b) => a - b);
  for (let i = 1; i < sorted.length; ++i) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(16);
  expect(Math.max(...places)).toBeLessThanOrEqual(100);
  expect(places[3]).toBe(10);
});

const program = (inputs: string[], code: ProgramMessage["code"]): ProgramMessage => ({
  inputs,
  code,
  outputs: [code.length - 1],
});
const run = runOf(model, { t: [0, 1, 2], "angle.j1": [0.5, 1, -2] });

test("every operation of the evaluator is the one it is named after", () => {
  const result = (op: string, ...operands: number[]): number =>
    bind(
      program([], [...operands.map((v): [string, number] => ["number", v]), [op, ...operands.map((_, i) => i)]]),
      run,
    )({ row: 0, part: 0 })[0]!;
  expect(result("add", 2, 3)).toBe(5);
  expect(result("subtract", 2, 3)).toBe(-1);
  expect(result("multiply", 2, 3)).toBe(6);
  expect(result("divide", 3, 2)).toBe(1.5);
  expect(result("power", 2, 10)).toBe(1024);
  expect(result("negate", 2)).toBe(-2);
  for (const name of ["sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log", "tanh", "abs", "sign"] as const)
    expect(result(name, 0.3)).toBe(Math[name](0.3));
  expect(result("atan2", 1, -1)).toBe(Math.atan2(1, -1));
  expect([result("min", 1, 2), result("max", 1, 2)]).toEqual([1, 2]);
  expect([result("ramp", 1, 2, 4), result("ramp", 3, 2, 4), result("ramp", 9, 2, 4)]).toEqual([0, 0.5, 1]);
  expect([result("pulse", 1, 2, 4), result("pulse", 2, 2, 4), result("pulse", 4, 2, 4)]).toEqual([0, 1, 0]);
});

test("a program reads columns between rows and the model's inputs, and leaves gaps where it is not finite", () => {
  const scaled = program(
    ["angle.j1", "input.l"],
    [
      ["input", 0],
      ["input", 1],
      ["multiply", 0, 1],
    ],
  );
  expect(bind(scaled, run)({ row: 0, part: 0.5 })[0]).toBe(2.25);
  expect(along(scaled, run)).toEqual([1.5, 3, -6]);
  expect(
    along(
      program(
        ["angle.j1"],
        [
          ["input", 0],
          ["log", 0],
        ],
      ),
      run,
    )[2],
  ).toBeNull();
});
