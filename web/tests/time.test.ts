// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { type CarriedRun, unpacked } from "../src/export/carried";
import { covers, moved, planned, stepped } from "../src/motion/clock";
import { withRun } from "../src/export/page";
import { spotAt, valueAt } from "../src/link/run";
import { chain, done, runOf } from "./model";

const model = chain(2);

test("a time lies between its two rows, and outside the run at its ends", () => {
  const run = runOf(model, { t: [0, 1, 4] });
  expect(spotAt(run, 2.5)).toEqual({ row: 1, part: 0.5 });
  expect(spotAt(run, -1)).toEqual({ row: 0, part: 0 });
  expect(spotAt(run, 9)).toEqual({ row: 1, part: 1 });
});

test("a run backwards in time is found as well", () => {
  const run = runOf(model, { t: [4, 1, 0], "angle.j1": [1, 2, 3] });
  expect(spotAt(run, 2.5)).toEqual({ row: 0, part: 0.5 });
  expect(valueAt(run.columns[1]!, spotAt(run, 0.5))).toBe(2.5);
});

test("an empty run and one with one row have a spot too", () => {
  expect(spotAt(runOf(model, { t: [] }), 1)).toEqual({ row: 0, part: 0 });
  expect(spotAt(runOf(model, { t: [0] }), 1)).toEqual({ row: 0, part: 0 });
});

test("playing goes on by the time given, around the end or to it", () => {
  expect(moved(1, 0.5, 0, 4, true)).toEqual({ t: 1.5, stopped: false, laps: 0 });
  expect(moved(3.5, 1, 0, 4, true)).toEqual({ t: 0.5, stopped: false, laps: 1 });
  expect(moved(3.5, 1, 0, 4, false)).toEqual({ t: 4, stopped: true, laps: 0 });
  expect(moved(0.5, -1, 0, 4, false)).toEqual({ t: 0, stopped: true, laps: 0 });
  expect(moved(0.5, -1, 0, 4, true)).toEqual({ t: 3.5, stopped: false, laps: -1 });
  expect(moved(3, -2, 4, 0, false)).toEqual({ t: 1, stopped: false, laps: 0 });
});

test("a step goes from row to row and stops at the ends", () => {
  const run = runOf(model, { t: [0, 1, 2, 3] });
  expect(stepped(run, 1, 1)).toBe(2);
  expect(stepped(run, 1.5, 1)).toBe(2);
  expect(stepped(run, 1.5, -1)).toBe(1);
  expect(stepped(run, 1, -10)).toBe(0);
  expect(stepped(run, 1, 10)).toBe(3);
});

test("a run covers a time when it has come so far, or comes no further", () => {
  const run = runOf(model, { t: [0, 1, 2] });
  expect(covers(run, 1.5)).toBe(true);
  expect(covers(run, 3)).toBe(false);
  run.done = done;
  expect(covers(run, 3)).toBe(true);
  expect(planned(run)).toEqual([0, 2]);
});

test("a run survives the way into a file and back to the bit", () => {
  const run = runOf(model, { t: [0, 0.1, 1 / 3], "angle.j1": [Math.PI, -1e-300, 7] });
  run.done = done;
  const back = unpacked(JSON.parse(withRun("__RUN__", run)) as CarriedRun);
  expect(back.rows).toBe(3);
  expect(back.columns.map((values) => [...values.subarray(0, 3)])).toEqual(
    run.columns.map((values) => [...values.subarray(0, 3)]),
  );
});
