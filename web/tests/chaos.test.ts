// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { type ShownSection, liesOn, nearestOrbit, startIn } from "../src/charts/chaos";
import { courseAxes, sectionAxes } from "../src/charts/section";
import type { ManifoldsMessage, SectionMessage } from "../src/link/protocol";

const answer: SectionMessage = {
  type: "section",
  id: 1,
  joint: "elbow",
  angle: 0,
  direction: 1,
  period: 0,
  momentum: 4,
  energy: 2.5,
  seen: "pivot",
  turns: true,
  places: true,
  edge: [
    [
      [-3, -2],
      [3, -2],
    ],
  ],
  starts: [{ at: [0, 1], state: {}, trouble: "" }],
  note: "",
};
const shown: ShownSection = { answer, about: "", orbit: [0, 1, 1], x: [0, 1, -1], y: [0, 2, 3], chosen: -1 };
const manifolds: ManifoldsMessage = {
  type: "manifolds",
  id: 2,
  joint: "elbow",
  angle: 0,
  direction: 1,
  period: 0,
  momentum: 4,
  energy: 2.5,
  size: 0.1,
  unstable: [[[0, 5]]],
  stable: [[[0, -5]]],
  gap: 0,
  integral: 0,
  zeros: [],
  note: "",
};

test("the motion of the point that is nearest to a place, and none where there are no points", () => {
  expect(nearestOrbit(shown, (x, y) => Math.hypot(x - 0.9, y - 2))).toBe(1);
  expect(nearestOrbit(shown, (x, y) => Math.hypot(x, y))).toBe(0);
  expect(nearestOrbit({ ...shown, orbit: [], x: [], y: [] }, () => 0)).toBeNull();
});

test("a state starts a run by its angles and momenta", () => {
  expect(startIn({ "angle.elbow": 0.5, "momentum.hub": 1, "absolute.hub": 7 })).toEqual({
    kind: "start",
    angles: { elbow: 0.5 },
    momenta: { hub: 1 },
  });
});

test("manifolds lie on the section of their plane, sense, momentum and energy, whole turns left aside", () => {
  expect(liesOn(manifolds, answer)).toBe(true);
  expect(liesOn({ ...manifolds, angle: 2 * Math.PI }, answer)).toBe(true);
  for (const other of [{ angle: 0.1 }, { direction: -1 as const }, { momentum: 4.1 }, { energy: 2.6 }, { joint: "" }])
    expect(liesOn({ ...manifolds, ...other }, answer)).toBe(false);
});

test("axes have the edge, the points and the manifolds; early exponents, which are large, do not widen them", () => {
  expect(sectionAxes(shown, null).x).toMatchObject({ from: -Math.PI, to: Math.PI, wraps: true });
  const { y } = sectionAxes(shown, manifolds);
  expect(y.from).toBeLessThan(-5);
  expect(y.to).toBeGreaterThan(5);
  const t = Array.from({ length: 20 }, (_, i) => i + 1);
  const { x, y: height } = courseAxes({ t, means: [t.map((time) => 10 / time ** 2)], spreads: [t.map(() => 0)] }, 30);
  expect(x.to).toBe(30);
  expect(height.to).toBeLessThan(2);
});
