// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { ticks } from "../src/charts/chart";
import {
  type Axis,
  follow,
  momentaAt,
  nearest,
  neat,
  niceStep,
  nuOf,
  onto,
  portraitPlane,
  rounded,
  trace,
} from "../src/charts/phase";
import type { PortraitMessage } from "../src/link/protocol";
import { two, runOf } from "./models";

const pi = Math.PI;
const angle: Axis = { from: -pi, to: pi, wraps: true, label: "", latex: "", unit: "rad" };
const number: Axis = { ...angle, from: -10, to: 10, wraps: false };

type Piece = [number, number][];
function pieces(xs: number[], ys: number[], x: Axis, y: Axis, stride = 1): Piece[] {
  const out: Piece[] = [];
  trace(
    { x: Float64Array.from(xs), y: Float64Array.from(ys) },
    x,
    y,
    {
      moveTo: (px, py) => out.push([[px, py]]),
      lineTo: (px, py) => out.at(-1)!.push([px, py]),
    },
    stride,
  );
  return out;
}

test("an angle is shown in (-pi, pi]: pi stays, -pi becomes pi, turns go", () => {
  expect(onto(angle, pi)).toBe(pi);
  expect(onto(angle, -pi)).toBe(pi);
  expect(onto(angle, 0.5)).toBe(0.5);
  expect(onto(angle, 7 * pi - 0.25)).toBeCloseTo(pi - 0.25, 12); // 7 pi in doubles is off by 1e-15
  expect(onto(number, 25)).toBe(25);
});

test("a point under the pointer has only the digits it can mean", () => {
  expect(neat(number, 3.4402391387)).toBe(3.44);
  expect(neat(angle, -0.0987389932)).toBe(-0.099);
  expect(neat(angle, 2 * pi + 0.5)).toBe(0.5);
  expect(neat({ ...number, from: 0, to: 4e5 }, 123456.7)).toBe(123457);
});

test("an orbit that passes pi leaves at pi and comes back at -pi, at the height between", () => {
  const cut = pieces([pi - 1, pi + 1], [2, 4], angle, number);
  expect(cut).toEqual([
    [
      [pi - 1, 2],
      [expect.closeTo(pi, 12), expect.closeTo(3, 12)],
    ],
    [
      [expect.closeTo(-pi, 12), expect.closeTo(3, 12)],
      [expect.closeTo(1 - pi, 12), 4],
    ],
  ]);
});

test("backwards it leaves at -pi; several turns in one step are cut at each", () => {
  expect(pieces([1 - pi, -1 - pi], [0, 0], angle, number).map((piece) => piece.at(-1)![0])).toEqual([
    expect.closeTo(-pi, 12),
    expect.closeTo(pi - 1, 12),
  ]);
  expect(pieces([0, 6 * pi], [0, 6], angle, number)).toHaveLength(4);
});

test("on a torus both angles wrap, and nothing is drawn outside", () => {
  const xs = Array.from({ length: 400 }, (_, k) => 0.7 * k);
  const ys = xs.map((x) => -1.3 * x + Math.sin(x));
  const all = pieces(xs, ys, angle, angle).flat();
  for (const [x, y] of all) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(pi + 1e-9); // 300 rad in doubles
  const drawn = all.filter(([x, y]) => Math.abs(Math.abs(x) - pi) > 1e-9 && Math.abs(Math.abs(y) - pi) > 1e-9);
  expect(drawn).toHaveLength(xs.length);
});

test("a stride skips rows but not the last one", () => {
  expect(pieces([0, 1, 2, 3, 3.1], [0, 0, 0, 0, 0], angle, number, 3)).toEqual([
    [
      [0, 0],
      [3, 0],
      [3.1, 0],
    ],
  ]);
});

test("momenta at (mu_s, nu) have this sum and this nu, whichever body the joint names first", () => {
  for (const model of [two(0, 1), two(1, 0)]) {
    const momenta = momentaAt(model, 50, 19.5);
    const list = model.bodies.map((body) => momenta[body.name]!);
    expect(list[0]! + list[1]!).toBe(50);
    expect(nuOf(model, list)).toBe(19.5);
  }
  expect(momentaAt(two(1, 0), 50, 10)).toEqual({ b1: 15, b0: 35 });
});

test("a click on the leaf starts at the portrait's momentum; the orbit has nu = (mu_2 - mu_1)/2", () => {
  const axis = { label: "", latex: "", from: -pi, to: pi };
  const portrait: PortraitMessage = {
    type: "portrait",
    id: 1,
    kind: "leaf",
    note: "",
    momentum: 50,
    x: axis,
    y: axis,
    curves: [],
    marks: [],
  };
  const plane = portraitPlane(portrait, two(), { energy: true, momentum: true })!;
  expect(plane.startAt!(0.5, 5)).toEqual({ kind: "start", angles: { elbow: 0.5 }, momenta: { b0: 20, b1: 30 } });
  const orbit = plane.orbit(
    runOf(two(), [
      [0, 0.5, 20, 30],
      [1, 0.75, 10, 40],
    ]),
  )!;
  expect([...orbit.x]).toEqual([0.5, 0.75]);
  expect([...orbit.y]).toEqual([5, 15]);
  expect(portraitPlane({ ...portrait, kind: "none" }, two(), { energy: true, momentum: true })).toBeNull();
});

test("following an orbit through a crossing stays on the branch nearest in time", () => {
  const orbit = { x: Float64Array.from([0, 1, 2, 1, 0]), y: Float64Array.from([0, 1, 0, 1, 2]) };
  const distance = (x: number, y: number): number => (x - 1) ** 2 + (y - 1) ** 2;
  expect(nearest(orbit, distance)).toEqual({ row: 1, away: 0 });
  expect(follow(orbit, distance, 0, 0.1)).toBe(1);
  expect(follow(orbit, distance, 4, 0.1)).toBe(3);
});

test("ranges are round and hold all values; a constant has a range too", () => {
  expect(rounded(Float64Array.from([8.44, 12.1]))).toEqual([8, 12.5]);
  const [low, high] = rounded(Float64Array.from([50, 50 + 1e-14]));
  expect(low).toBeLessThan(50);
  expect(high).toBeGreaterThan(50 + 1e-14);
  expect([0.011, 0.2, 0.7, 1, 30].map(niceStep)).toEqual([0.02, 0.2, 1, 1, 50]);
});

test("ticks of an angle are halves of pi, others round numbers with a true minus sign", () => {
  expect(ticks(angle, 400).map((tick) => tick.words)).toEqual(["−π", "−π/2", "0", "π/2", "π"]);
  expect(ticks({ ...angle, from: -pi / 2 + 0.1, to: 1.5 * pi + 0.1 }, 400).map((tick) => tick.words)).toEqual([
    "0",
    "π/2",
    "π",
    "3π/2",
  ]);
  expect(ticks(angle, 100).map((tick) => tick.words)).toEqual(["−π", "0", "π"]);
  expect(ticks({ ...number, from: -45, to: 35 }, 200).map((tick) => tick.words)).toEqual(["−40", "−20", "0", "20"]);
});
