// SPDX-License-Identifier: Apache-2.0
// The pure parts of the picture of bodies in space, each against a computation of another kind.
import { expect, test } from "vitest";
import type { Triple } from "../src/link/protocol";
import { orbitCamera, orbited, placeAt, project, projection, usual } from "../src/space/camera";
import { extend, eachPiece, newPaths } from "../src/space/paths";
import { polhodes } from "../src/space/polhodes";
import { type SpaceModel, inertialPoses, momentumIn, placeIn, posesSeen } from "../src/space/poses";
import { shapesOf } from "../src/space/shapes";
import { flatNormal, hides, principal, solidOf, supportOf } from "../src/space/solid";
import {
  type Matrix,
  type Quaternion,
  type Vector,
  between,
  columnOf,
  cross,
  dot,
  identity,
  plus,
  product,
  rotationOf,
  size,
  times,
  transposed,
  turn,
} from "../src/space/turns";
import { hull, silhouette } from "../src/space/vector";
import { chain, runOf } from "./model";

/** Numbers in [-1, 1] that look random and are always the same. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return (2 * state) / 2147483647 - 1;
  };
}
const vectorOf = (draw: () => number): Vector => {
  const [x, y, z] = [draw(), draw(), draw()];
  return [x, y, z];
};
function turnOf(draw: () => number): Quaternion {
  const [w, x, y, z] = [draw(), draw(), draw(), draw()];
  const norm = Math.hypot(w, x, y, z);
  return [w / norm, x / norm, y / norm, z / norm];
}
const hamilton = (a: Quaternion, b: Quaternion): Quaternion => {
  const [u, v]: [Vector, Vector] = [
    [a[1], a[2], a[3]],
    [b[1], b[2], b[3]],
  ];
  const sum = plus(plus(times(a[0], v), u, b[0]), cross(u, v));
  return [a[0] * b[0] - dot(u, v), ...sum];
};
const near = (found: readonly number[], expected: readonly number[], digits = 10): void => {
  expect(found.length).toBe(expected.length);
  found.forEach((value, k) => expect(value).toBeCloseTo(expected[k]!, digits));
};
const diagonal = (v: Vector): Matrix => [v[0], 0, 0, 0, v[1], 0, 0, 0, v[2]];
const turnedInertia = (q: Quaternion, moments: Vector): Matrix => {
  const R = rotationOf(q);
  return product(R, product(diagonal(moments), transposed(R)));
};

test("a quaternion turns a vector as q v q̄ does", () => {
  const draw = draws(1);
  for (let k = 0; k < 20; ++k) {
    const q = turnOf(draw);
    const v = vectorOf(draw);
    const [, ...expected] = hamilton(hamilton(q, [0, ...v]), [q[0], -q[1], -q[2], -q[3]]);
    near(turn(rotationOf(q), v), expected);
  }
});

test("between two turns about one axis the angle is between theirs, whatever the sign of the quaternions", () => {
  const about = (angle: number): Quaternion => [
    Math.cos(angle / 2),
    0,
    0.6 * Math.sin(angle / 2),
    0.8 * Math.sin(angle / 2),
  ];
  const minus = (q: Quaternion): Quaternion => [-q[0], -q[1], -q[2], -q[3]];
  near(rotationOf(between(about(0.3), about(1.1), 0.25)), rotationOf(about(0.5)));
  near(rotationOf(between(about(0.3), minus(about(1.1)), 0.25)), rotationOf(about(0.5)));
});

test("principal moments rise, and the inertia takes each principal axis to its multiple", () => {
  const draw = draws(2);
  for (let k = 0; k < 20; ++k) {
    const inertia = turnedInertia(turnOf(draw), [2 + draw(), 4 + draw(), 6 + draw()]);
    const { moments, axes } = principal(inertia);
    expect(moments[0] <= moments[1] && moments[1] <= moments[2]).toBe(true);
    for (const i of [0, 1, 2]) near(turn(inertia, columnOf(axes, i)), times(moments[i]!, columnOf(axes, i)));
    near(cross(columnOf(axes, 0), columnOf(axes, 1)), columnOf(axes, 2));
  }
});

test("the ellipsoid and the box that are drawn have the body's inertia when they are filled with its mass", () => {
  const draw = draws(3);
  for (const [kind, share] of [
    ["ellipsoid", 5],
    ["box", 3],
  ] as const) {
    const half: Vector = [1.2, 0.7, 0.4];
    const moment = (a: number, b: number): number => (2.5 * (a * a + b * b)) / share;
    const moments: Vector = [moment(half[1], half[2]), moment(half[2], half[0]), moment(half[0], half[1])];
    const q = turnOf(draw);
    const solid = solidOf(2.5, turnedInertia(q, moments), kind);
    near(solid.half, half); // the longest has the smallest moment, so the order is the same
    for (const i of [0, 1, 2])
      expect(Math.abs(dot(columnOf(solid.axes, i), columnOf(rotationOf(q), i)))).toBeCloseTo(1, 10);
  }
});

test("a flat body is drawn with a thickness, and a point mass as a point", () => {
  const disc = solidOf(1, diagonal([0.25, 0.25, 0.5]), "ellipsoid");
  expect(Math.min(...disc.half)).toBeCloseTo(Math.max(...disc.half) / 40, 12);
  expect(solidOf(1, diagonal([0, 0, 0]), "ellipsoid").half).toEqual([0, 0, 0]);
});

test("an ellipsoid reaches in a direction as far as its farthest point, and its silhouette holds all of them", () => {
  const draw = draws(4);
  const solid = solidOf(1, turnedInertia(turnOf(draw), [1, 2, 2.5]), "ellipsoid");
  const along = times(1 / Math.sqrt(3), [1, 1, 1]);
  const camera = orbitCamera(usual, { scale: 1, x0: 0, y0: 0 }, 1);
  const { a, b, angle } = silhouette(camera, solid.half, solid.axes);
  let [far, out] = [0, 0];
  for (let n = 0; n < 4000; ++n) {
    const [lift, way] = [Math.acos(1 - (2 * (n + 0.5)) / 4000), n * 2.399963];
    const on: Vector = [Math.sin(lift) * Math.cos(way), Math.sin(lift) * Math.sin(way), Math.cos(lift)];
    const place = turn(solid.axes, [solid.half[0] * on[0], solid.half[1] * on[1], solid.half[2] * on[2]]);
    far = Math.max(far, dot(place, along));
    const [x, y] = [dot(place, camera.right), dot(place, camera.up)];
    const [u, v] = [Math.cos(angle) * x + Math.sin(angle) * y, Math.cos(angle) * y - Math.sin(angle) * x];
    out = Math.max(out, (u / a) ** 2 + (v / b) ** 2);
  }
  expect(supportOf(solid, along)).toBeCloseTo(far, 2); // as dense as the points lie
  expect(out).toBeCloseTo(1, 2);
  expect(out).toBeLessThanOrEqual(1 + 1e-9);
});

test("a solid hides what lies behind it and inside it, not what lies before it or beside it", () => {
  const long = { half: [2, 0.5, 0.25] as Vector, axes: identity };
  const R = rotationOf([Math.SQRT1_2, 0, 0, Math.SQRT1_2]); // a quarter turn about z: it is long along y now
  const seen = (to: Vector): boolean => hides(long, R, [1, 0, 0], [10, 0, 0], to);
  expect(seen([-3, 0, 0])).toBe(true);
  expect(seen([-3, 1.5, 0])).toBe(true);
  expect(seen([1, 0, 0])).toBe(true);
  expect(seen([1.6, 0, 0])).toBe(false);
  expect(seen([-3, 0, 1])).toBe(false);
  expect(seen([12, 0, 0])).toBe(false);
});

test("corners of one plane have its normal, others have none", () => {
  const square: Vector[] = [
    [1, 0, 0.5],
    [0, 1, 0.5],
    [-1, 0, 0.5],
    [0, -1, 0.5],
  ];
  near(flatNormal(square)!, [0, 0, 1]);
  expect(flatNormal([...square, [0, 0, 2]])).toBeNull();
});

test("the hull of a square and points inside it is the square", () => {
  const corners = hull([
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0.5, 0.5],
    [0.2, 0.9],
  ]);
  expect(corners.map(String).sort()).toEqual(["0,0", "0,1", "1,0", "1,1"]);
});

// ---- two bodies on a ball joint, turning about skew axes
const planar = chain(2);
const places: [Triple, Triple] = [
  [0.4, 0.1, -0.3],
  [-0.2, 0.5, 0.6],
];
const model: SpaceModel = {
  ...planar,
  columns: [
    planar.columns[0]!,
    ...planar.bodies.flatMap(({ name }, body) =>
      [..."wxyz"]
        .map((part) => `attitude.${name}.${part}`)
        .concat([..."xyz"].map((part) => `centre.${name}.${part}`))
        .map((column) => ({ name: column, quantity: "", unit: "", label: "", latex: "", body })),
    ),
    ...[..."xyz"].map((part) => ({ ...planar.columns[0]!, name: `momentum_total.${part}` })),
  ],
  points: [{ name: "tip", label: "", body: 1, at: [0, 0] }],
  space: {
    bodies: [
      { inertia: [[1, 0, 0], [0, 2, 0], [0, 0, 2.5]], outline: [] }, // biome-ignore format: a matrix
      { inertia: [[2, 0.1, 0], [0.1, 1.5, 0], [0, 0, 1.2]], outline: [] }, // biome-ignore format: a matrix
    ],
    joints: [{ kind: "ball", axis: [0, 0, 0], at_first: places[0], at_second: places[1] }],
    points: [{ place: [0.3, 0.2, 0.1] }],
    methods: [],
  },
};
const times5 = [0, 1, 2, 3, 4];
function moving(): ReturnType<typeof runOf> {
  const draw = draws(5);
  const values: Record<string, number[]> = { t: times5 };
  const write = (name: string, parts: string, row: number, vector: readonly number[]): void =>
    [...parts].forEach((part, k) => ((values[`${name}.${part}`] ??= [])[row] = vector[k]!));
  for (const row of times5) {
    const [q, p] = [turnOf(draw), turnOf(draw)];
    const apart = plus(turn(rotationOf(q), places[0]), turn(rotationOf(p), places[1]), -1); // from the first centre to the second
    write("attitude.b1", "wxyz", row, q);
    write("attitude.b2", "wxyz", row, p);
    write("centre.b1", "xyz", row, times(-2 / 3, apart)); // masses 1 and 2
    write("centre.b2", "xyz", row, times(1 / 3, apart));
    write("momentum_total", "xyz", row, [0.3, -0.4, 1.2]);
  }
  return runOf(model, values);
}
const run = moving();

test("both bodies agree about where their ball joint is, in every frame", () => {
  for (const choice of ["inertial", "joint:j1", "body:b1", "body:b2"])
    for (const row of times5) {
      const poses = posesSeen(run, choice, { row, part: 0 });
      near(poses.joints[0]!, placeIn(poses, 1, places[1]));
    }
});

test("a body sees itself at rest, a joint sees itself in the middle, and no frame changes a distance or the momentum's size", () => {
  for (const row of times5) {
    const spot = { row, part: 0 };
    const inertial = inertialPoses(run, spot);
    near(inertial.centre, [0, 0, 0]);
    const own = posesSeen(run, "body:b2", spot);
    near(own.places[1]!, [0, 0, 0]);
    near(own.axes[1]!, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
    near(own.momentum, momentumIn(run, 1, spot));
    near(posesSeen(run, "joint:j1", spot).joints[0]!, [0, 0, 0]);
    for (const choice of ["joint:j1", "body:b1", "body:b2"]) {
      const poses = posesSeen(run, choice, spot);
      const apart = ({ places: [a, b] }: typeof poses): number => size(plus(a!, b!, -1));
      expect(apart(poses)).toBeCloseTo(apart(inertial), 10);
      expect(size(poses.momentum)).toBeCloseTo(1.3, 10);
    }
  }
});

test("a path has the places of its rows, and its pieces hang together up to the thing itself", () => {
  const paths = newPaths(run, "body:b1", [
    { kind: "joint", index: 0 },
    { kind: "point", index: 0 },
  ]);
  extend(paths, 3);
  expect(paths.filled).toBe(4);
  const head: Vector = [9, 9, 9];
  const ends: Vector[] = [];
  let last: Vector | null = null;
  eachPiece(paths, 1, 0, 3, head, false, 100, (a, b) => {
    if (last) expect(a).toEqual(last);
    ends.push((last = b));
  });
  expect(ends.length).toBe(4);
  expect(ends.at(-1)).toEqual(head);
  const poses = posesSeen(run, "body:b1", { row: 2, part: 0 });
  near(ends[1]!, placeIn(poses, 1, [0.3, 0.2, 0.1]), 6); // kept in single precision
});

test("the axes of a body end outside its solid", () => {
  for (const { tips, solid } of shapesOf(model, "ellipsoid").bodies)
    for (const tip of tips) expect(size(tip)).toBeGreaterThan(supportOf(solid, times(1 / size(tip), tip)));
});

// ---- the camera
const flat = { scale: 80, x0: 210, y0: 140 };
test("the matrix for the graphics card shows a place at the pixel that the pen draws it at, and the way back finds it", () => {
  const draw = draws(6);
  for (let k = 0; k < 20; ++k) {
    const camera = orbitCamera(orbited(usual, 3 * draw(), draw()), flat, 1.5);
    const place = vectorOf(draw);
    const P = projection(camera, 400, 300);
    const seen = [dot(camera.right, place), dot(camera.up, place), dot(camera.eye, place) - camera.distance, 1];
    const clip = [0, 1, 2, 3].map((row) => seen.reduce((sum, entry, column) => sum + P[4 * row + column]! * entry, 0));
    const [x, y] = project(camera, place);
    expect(200 * (1 + clip[0]! / clip[3]!)).toBeCloseTo(x, 9);
    expect(150 * (1 - clip[1]! / clip[3]!)).toBeCloseTo(y, 9);
    expect(Math.abs(clip[2]! / clip[3]!)).toBeLessThan(1); // within what is drawn
    near(placeAt(camera, x, y, place), place);
  }
});

test("the camera's directions are at right angles, z is up, and it never turns over", () => {
  for (const orbit of [usual, orbited(usual, 2, 9), orbited(usual, -4, -9)]) {
    const { eye, right, up } = orbitCamera(orbit, flat, 1);
    near(cross(right, up), eye);
    expect(up[2]).toBeGreaterThan(0);
  }
});

// ---- the sphere of the momentum
test("polhodes lie on the sphere, each at one energy, the separatrices at that of the middle axis", () => {
  const moments: Vector = [1, 2, 2.5];
  const q = turnOf(draws(7));
  const axes = rotationOf(q);
  const inertia = turnedInertia(q, [1 / moments[0], 1 / moments[1], 1 / moments[2]]); // its inverse
  const energy = (M: Vector): number => dot(M, turn(inertia, M)) / 2;
  const curves = polhodes(moments, axes);
  expect(curves.filter(({ kind }) => kind === "separatrix").length).toBe(4);
  for (const { kind, points } of curves) {
    for (const M of points) {
      expect(size(M)).toBeCloseTo(1, 12);
      expect(energy(M)).toBeCloseTo(energy(points[0]!), 12);
    }
    if (kind === "separatrix") expect(energy(points[0]!)).toBeCloseTo(1 / (2 * moments[1]), 12);
  }
  expect(polhodes([1, 1, 2], axes)).toEqual([]);
});
