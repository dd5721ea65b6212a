// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { discRadii } from "../src/motion/draw";
import { runningNumber, shownNumber } from "../src/model/format";
import { type Pen, svgPen } from "../src/motion/pen";
import { cameraFor, scaleBar, steadySpan, unzoomed, zoomAbout } from "../src/motion/scale";
import { automatic, drawTraces, extend, newTraces, shade, tracedOf } from "../src/motion/traces";
import { chain, runOf } from "./model";

const half = ([low, high]: readonly [number, number]): number => (high - low) / 2;

test("the scale stands still while the reach changes a little, and grows when the motion no longer fits", () => {
  const first = steadySpan(null, [-5, 5], true);
  expect(half(first)).toBeGreaterThanOrEqual(5);
  for (const needed of [4.5, half(first), 0.7 * half(first)])
    expect(steadySpan(first, [-needed, needed], true)).toBe(first);
  const wider = steadySpan(first, [-5, 1.01 * half(first)], true);
  expect(half(wider)).toBeGreaterThan(5);
  expect(steadySpan(wider, [-4, 5], true)).toBe(wider); // no way back at once
});

test("the scale shrinks only for a much smaller motion, and only when the run is complete", () => {
  expect(steadySpan([-8, 8], [-2, 2], false)).toEqual([-8, 8]);
  expect(half(steadySpan([-8, 8], [-2, 2], true))).toBeLessThan(3);
  expect(steadySpan([-8, 8], [NaN, 1], true)).toEqual([-8, 8]);
  expect(steadySpan(null, [0, 0], true)).toEqual([-1, 1]);
});

test("the scale bar is a round length no longer than asked", () => {
  for (const [scale, metres] of [
    [37, 2],
    [48, 2],
    [100, 0.5],
    [0.01, 5000],
    [96, 1],
  ] as [number, number][])
    expect(scaleBar(scale, 96)).toBeCloseTo(metres, 12);
});

test("magnifying keeps the place under the pointer", () => {
  const [x, y] = [
    [-3, 3],
    [-1, 3],
  ] as const;
  const before = cameraFor(400, 300, x, y, unzoomed);
  const after = cameraFor(400, 300, x, y, zoomAbout(unzoomed, 2, 90, 40, 400, 300));
  expect(after.scale).toBeCloseTo(2 * before.scale, 12);
  expect((90 - after.x0) / after.scale).toBeCloseTo((90 - before.x0) / before.scale, 12);
  expect((after.y0 - 40) / after.scale).toBeCloseTo((before.y0 - 40) / before.scale, 12);
});

test("the motion fits into a pane of any size, and fills most of it", () => {
  const span = [-3, 3] as const;
  for (const [width, height] of [
    [2000, 1200],
    [300, 90],
    [60, 40],
    [16, 16],
    [1, 500],
  ] as [number, number][]) {
    const drawn = 6 * cameraFor(width, height, span, span, unzoomed).scale;
    expect(drawn).toBeLessThan(Math.min(width, height));
    expect(drawn).toBeGreaterThan(0.7 * Math.min(width, height));
  }
});

test("the area of a disc is as the mass", () => {
  const [a, b] = discRadii(chain(2), 100, 500); // masses 1 and 2
  expect((b! / a!) ** 2).toBeCloseTo(2, 12);
});

test("what is chosen is traced, of any number of bodies; the automatic choice is one of the others", () => {
  for (const n of [3, 9, 300]) {
    expect(tracedOf(chain(n), "all")).toHaveLength(2 * n - 1);
    expect(tracedOf(chain(n), "joints")).toHaveLength(n - 1);
    expect(tracedOf(chain(n), "centres")).toHaveLength(n);
    expect(tracedOf(chain(n), "none")).toHaveLength(0);
    expect(tracedOf(chain(n), "auto")).toEqual(tracedOf(chain(n), automatic(chain(n))));
  }
  expect([6, 7, 30, 31].map((n) => automatic(chain(n)))).toEqual(["all", "centres", "centres", "none"]);
});

function recorder() {
  const points: [number, number][] = [];
  const shades: number[] = [];
  const pen: Pen = {
    begin() {},
    close() {},
    circle() {},
    fill() {},
    words() {},
    move: (x, y) => void points.push([x, y]),
    line: (x, y) => void points.push([x, y]),
    stroke: (_, __, alpha) => void shades.push(alpha!),
  };
  return { pen, points, shades };
}

test("a trace goes through the places of its rows, ends at the body, and pales with age", () => {
  const t = Array.from({ length: 60 }, (_, i) => i / 10);
  const run = runOf(chain(2), { t, "centre.b1.x": t.map((s) => 2 * s) });
  const traces = newTraces(run, "inertial", [{ kind: "body", index: 0 }]);
  extend(traces);
  expect(traces.filled).toBe(60);
  const { pen, points, shades } = recorder();
  drawTraces(pen, { scale: 1, x0: 0, y0: 0 }, traces, [0], 10, 50, () => [99, 0], "");
  expect(points[0]![0]).toBeCloseTo(2, 5);
  expect(points.at(-1)).toEqual([99, 0]);
  expect(shades).toEqual([...shades].sort((a, b) => a - b));
  expect(shades.at(-1)).toBe(shade(13));
});

test("however many paths there are, a picture has a bounded number of strokes and places", () => {
  const t = Array.from({ length: 5000 }, (_, i) => i / 100);
  const model = chain(300);
  const traces = newTraces(runOf(model, { t }), "inertial", tracedOf(model, "all"));
  extend(traces);
  const { pen, points, shades } = recorder();
  const all = traces.traced.map((_, k) => k);
  drawTraces(pen, { scale: 1, x0: 0, y0: 0 }, traces, all, 0, traces.filled - 1, () => [0, 0], "");
  expect(shades.length).toBeLessThanOrEqual(14);
  expect(points.length / all.length).toBeGreaterThan(24); // each is still a curve
  expect(points.length).toBeLessThan(30_000);
});

test("seen from the body, its own trace is a point", () => {
  const run = runOf(chain(2), { t: [0, 1, 2], "centre.b1.x": [0, 3, 5], "absolute.b1": [0, 1, 2] });
  const traces = newTraces(run, "body:b1", [{ kind: "body", index: 0 }]);
  extend(traces);
  expect([...traces.x[0]!.subarray(0, 3)]).toEqual([0, 0, 0]);
});

test("a long run keeps a bounded number of places", () => {
  const run = runOf(chain(2), { t: Array.from({ length: 50_000 }, (_, i) => i) });
  const traces = newTraces(run, "inertial", [{ kind: "body", index: 0 }]);
  extend(traces);
  expect(traces.filled).toBeLessThanOrEqual(8001);
  expect((traces.filled - 1) * traces.stride).toBeLessThan(50_000);
});

test("a picture as SVG has the same strokes, and no markup from names", () => {
  const { pen, text } = svgPen(100, 50, "#fff");
  pen.begin();
  pen.move(1, 2);
  pen.line(3.456, 4);
  pen.stroke("#000", 2, 0.5, [4, 4]);
  pen.words(5, 5, "<script>&", "#000");
  expect(text()).toContain('d="M1 2L3.46 4"');
  expect(text()).toContain('stroke-dasharray="4 4"');
  expect(text()).toContain("&lt;script&gt;&amp;");
  expect(text()).not.toContain("<script");
});

test("a number that runs has its places always, and a rounding of nought no sign", () => {
  expect([0.5, -1234.56, 2e-7, -1e-15, 0, NaN].map(runningNumber)).toEqual([
    "0.500",
    "−1234.6",
    "2.00e−7",
    "0.000",
    "0.000",
    "–",
  ]);
});

test("numbers are short and never not-a-number", () => {
  expect([0.5, 1234.56, 1e-7, -2, 0, NaN, Infinity].map(shownNumber)).toEqual([
    "0.5",
    "1235",
    "1e−7",
    "−2",
    "0",
    "–",
    "–",
  ]);
});
