// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import {
  type ShownMap,
  axisValue,
  loadMember,
  magnified,
  mapAxes,
  mapKey,
  mapTone,
  memberAt,
  moved,
  pace,
  placeOf,
  whole,
} from "../src/charts/sweepmap";
import { two } from "./models";

const shown: ShownMap = {
  axes: [
    { path: "start.angles.a", from: -1, to: 1, count: 5 },
    { path: "start.momentum", from: 8, to: 2, count: 4 },
  ],
  observable: "exponent",
  until: 10,
  about: "",
  values: new Float64Array(20),
  status: new Int8Array(20),
  range: [0, 1],
  done: 20,
  answer: null,
  chosen: -1,
};

test("a place of the map is that of one member, whose numbers it loads; an axis may go down", () => {
  expect(axisValue(shown.axes[0], 4)).toBe(1);
  for (let member = 0; member < 20; ++member) expect(memberAt(shown, ...placeOf(shown, member))).toBe(member);
  expect(placeOf(shown, 7)).toEqual([-0.5, 2]);
  expect(memberAt(shown, -0.7, 2.4)).toBe(7); // within half a cell
  expect(memberAt(shown, 1.3, 2)).toBe(-1);
  expect(memberAt(shown, 0, 9.1)).toBe(-1);
});

test("a member is loaded by its two numbers, which the map does not depend on", () => {
  const model = two();
  const entry = (path: string, text: string) => ({ path, text, value: Number(text), unit: "" });
  const numbers = (angle: string, energy: string) => ({
    ...model,
    numbers: [entry("start.angles.a", angle), entry("start.momentum", "2"), entry("start.energy", energy)],
  });
  expect(loadMember(shown, 7, numbers("0", "5"))).toEqual([
    { kind: "set", path: "start.angles.a", value: "-0.5" },
    { kind: "set", path: "start.momentum", value: "2" },
  ]);
  expect(loadMember(shown, 7, model)[1]).toEqual({ kind: "start", momentum: 2 }); // the start has it in its bodies
  const paths = shown.axes.map(({ path }) => path);
  expect(mapKey(numbers("0", "5"), paths)).toBe(mapKey(numbers("1", "5"), paths));
  expect(mapKey(numbers("0", "5"), paths)).not.toBe(mapKey(numbers("0", "6"), paths));
});

test("the wheel looks closer at what is under it, up to all of the map; a drag stays inside", () => {
  const all = whole(shown);
  expect(all).toEqual({ x: [-1.25, 1.25], y: [1, 9] });
  const near = magnified(all, all, [0.25, 5], 0.5)!;
  expect(near.x[1] - near.x[0]).toBeCloseTo(1.25);
  expect((0.25 - near.x[0]) / 1.25).toBeCloseTo((0.25 + 1.25) / 2.5); // the place stays where it is
  expect(magnified(all, near, [0, 5], 4)).toBeNull();
  expect(moved(all, near, 10, -10)).toEqual({ x: [0, 1.25], y: [1, 5] });
  expect(mapAxes(shown, near, () => "rad").x).toMatchObject({ from: near.x[0], unit: "rad", label: "start.angles.a" });
});

test("colours run from dark to light, and the pace says what is left", () => {
  const lightness = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const [r, g, b] = mapTone(part);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  });
  expect(lightness).toEqual([...lightness].sort((a, b) => a - b));
  const { rate, left } = pace({ begun: performance.now() - 2000 }, 100, 400);
  expect(rate).toBeCloseTo(50, -1);
  expect(left).toBeCloseTo(6, 0);
});
