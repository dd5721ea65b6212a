// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { clearest, drawNames } from "../src/motion/names";
import type { Palette } from "../src/motion/draw";
import { svgPen } from "../src/motion/pen";
import { newPoses, posesFrom } from "../src/motion/poses";
import { chain } from "./model";

const palette = { ground: "#fff", quiet: "#555", dark: false } as Palette;
const camera = { scale: 40, x0: 300, y0: 200 };

/** The names in a picture of a chain of so many bodies, with their places. */
function namesOf(
  count: number,
  choice: "auto" | "all" | "none",
  pointed: number[] = [],
  width = 600,
  turned = 0.3,
  radius = 6,
) {
  const model = chain(count);
  const poses = posesFrom(
    model,
    turned,
    model.joints.map(() => 0.4),
    newPoses(model),
  );
  const { pen, text } = svgPen(600, 400, "#fff");
  const radii = Float64Array.from(model.bodies, () => radius);
  drawNames(pen, { model, poses, camera, radii, width, height: 400 }, choice, pointed, palette);
  return [...text().matchAll(/<text x="([^"]+)" y="([^"]+)"[^>]*>([^<]+)</g)].map(([, x, y, words]) => ({
    words: words!,
    x: Number(x),
    y: Number(y),
  }));
}
const words = (all: { words: string }[]): string[] => all.map((one) => one.words).sort();

test("a name is in the middle of the widest gap between the sticks", () => {
  expect(clearest([])).toBeCloseTo(Math.PI / 2, 12);
  expect(Math.cos(clearest([0.5]))).toBeCloseTo(Math.cos(0.5 + Math.PI), 12);
  expect(Math.abs(Math.sin(clearest([0, Math.PI])))).toBeCloseTo(1, 12); // across a straight pair
  expect(clearest([0, 1, 2])).toBeCloseTo(1 + Math.PI, 12);
});

test("few bodies and joints are all named, none over another; of many only what is pointed at", () => {
  const model = chain(3);
  const few = namesOf(3, "auto");
  expect(words(few)).toEqual([...model.bodies, ...model.joints].map(({ name }) => name).sort());
  for (const [i, a] of few.entries())
    for (const b of few.slice(0, i))
      expect(Math.abs(a.x - b.x) > 12 || Math.abs(a.y - b.y) > 12, `${a.words} ${b.words}`).toBe(true);
  expect(namesOf(11, "auto").filter(({ words: one }) => chain(11).bodies.some(({ name }) => name === one))).toEqual([]);
  expect(namesOf(3, "none")).toEqual([]);
  const pointed = words(namesOf(3, "none", [0]));
  expect(pointed).toEqual([model.bodies[0]!.name, model.joints[0]!.name].sort());
});

test("a name stays while its body turns all the way round", () => {
  for (const radius of [3, 7, 12])
    for (let degrees = 0; degrees < 360; degrees += 5)
      expect(words(namesOf(2, "auto", [], 600, (degrees * Math.PI) / 180, radius)), `${degrees}`).toHaveLength(3);
});

test("at the edge of the picture a name goes to another side of its mark", () => {
  const wide = namesOf(3, "all");
  const edge = Math.max(...wide.map(({ x }) => x)) + 2; // cuts through the rightmost name
  const narrow = namesOf(3, "all", [], edge);
  expect(words(narrow)).toEqual(words(wide));
  for (const { words: one, x } of narrow) expect(x + 0.28 * 12 * one.length).toBeLessThanOrEqual(edge);
});
