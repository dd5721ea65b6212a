// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { type Place, outlineKinds, solidOf, solidTexts, suggested } from "../src/model/outlines";

/** Mass and inertia about the origin of a polygon of even density, by triangles from the origin. */
function polygon(corners: readonly Place[], density: number): { mass: number; inertia: number } {
  let [mass, inertia] = [0, 0];
  corners.forEach(([x0, y0], i) => {
    const [x1, y1] = corners[(i + 1) % corners.length]!;
    const twice = x0 * y1 - x1 * y0;
    mass += (density * twice) / 2;
    inertia += (density * twice * (x0 * x0 + x0 * x1 + x1 * x1 + y0 * y0 + y0 * y1 + y1 * y1)) / 12;
  });
  return { mass, inertia };
}
const [rod, plate, disc] = outlineKinds as [
  (typeof outlineKinds)[0],
  (typeof outlineKinds)[0],
  (typeof outlineKinds)[0],
];

test("a plate has the mass and the inertia of its polygon, whichever way it lies", () => {
  const made = solidOf(plate, 2.5, [3, 0.5], 0.7, [0, 0]);
  const found = polygon(made.outline, 2.5);
  expect(made.mass).toBeCloseTo(found.mass, 12);
  expect(made.inertia).toBeCloseTo(found.inertia, 12);
});

test("a disc is what polygons of more and more corners come to, a rod a thin plate", () => {
  const corners = Array.from({ length: 4000 }, (_, i): Place => {
    const angle = (2 * Math.PI * i) / 4000;
    return [1.5 * Math.cos(angle), 1.5 * Math.sin(angle)];
  });
  const made = solidOf(disc, 3, [1.5], 0, [0, 0]);
  expect(made.mass).toBeCloseTo(polygon(corners, 3).mass, 4);
  expect(made.inertia).toBeCloseTo(polygon(corners, 3).inertia, 4);
  const thin = solidOf(plate, 4e6, [2, 1e-6], 0, [0, 0]);
  const straight = solidOf(rod, 4, [2], 0, [0, 0]);
  expect(straight.mass).toBeCloseTo(thin.mass, 9);
  expect(straight.inertia).toBeCloseTo(thin.inertia, 9);
});

test("a body lies along its farthest joint and reaches it, and its outline is about its mass centre", () => {
  const { sizes, angle } = suggested(rod, [
    [0, 0.25],
    [0, -1],
  ]);
  expect(sizes).toEqual([2]);
  expect(Math.abs(angle)).toBeCloseTo(Math.PI / 2, 12);
  const { outline } = solidOf(rod, 1, sizes, angle, [5, 0]);
  expect(Math.min(...outline.map(([, y]) => y))).toBeCloseTo(-1, 12);
  expect(outline.reduce((sum, [x]) => sum + x, 0) / 4).toBeCloseTo(5, 12);
});

test("numbers are written as a file has them", () => {
  expect(solidTexts(solidOf(plate, 0.1, [3, 1], 0, [0, 0]))).toEqual({
    mass: "0.3",
    inertia: "0.25",
    outline: "[[-1.5, -0.5], [1.5, -0.5], [1.5, 0.5], [-1.5, 0.5]]",
  });
});
