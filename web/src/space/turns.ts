// SPDX-License-Identifier: Apache-2.0
// Vectors and turns of space. A matrix is its nine entries, row by row; a quaternion w x y z is a turn from a body's axes to
// those around it.

export type Vector = readonly [x: number, y: number, z: number];
export type Matrix = readonly number[];
export type Quaternion = readonly [w: number, x: number, y: number, z: number];

export const identity: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** a + s b. */
export const plus = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const times = (s: number, a: Vector): Vector => [s * a[0], s * a[1], s * a[2]];
export const size = (a: Vector): number => Math.hypot(...a);
/** Along a, of length one; of the zero vector some direction. */
export const direction = (a: Vector): Vector => (size(a) > 0 ? times(1 / size(a), a) : [0, 0, 1]);

/** R v. */
export const turn = (R: Matrix, v: Vector): Vector => [
  R[0]! * v[0] + R[1]! * v[1] + R[2]! * v[2],
  R[3]! * v[0] + R[4]! * v[1] + R[5]! * v[2],
  R[6]! * v[0] + R[7]! * v[1] + R[8]! * v[2],
];
export const transposed = (R: Matrix): Matrix => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((entry) => R[entry]!);
/** Column k: where a turn takes the k-th axis. */
export const columnOf = (R: Matrix, k: number): Vector => [R[k]!, R[k + 3]!, R[k + 6]!];
/** The matrix with these columns. */
export const ofColumns = (a: Vector, b: Vector, c: Vector): Matrix => [
  ...[a[0], b[0], c[0]],
  ...[a[1], b[1], c[1]],
  ...[a[2], b[2], c[2]],
];
export const product = (A: Matrix, B: Matrix): Matrix =>
  ofColumns(turn(A, columnOf(B, 0)), turn(A, columnOf(B, 1)), turn(A, columnOf(B, 2)));

/** R v = q v q̄, also of a q that is only nearly of length one. */
export function rotationOf([w, x, y, z]: Quaternion): Matrix {
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    ...[1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
    ...[s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
    ...[s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
  ];
}

export const vectorPart = ([, x, y, z]: Quaternion): Vector => [x, y, z];
export const conjugate = ([w, x, y, z]: Quaternion): Quaternion => [w, -x, -y, -z];
/** a b: first b, then a. */
export function composed(a: Quaternion, b: Quaternion): Quaternion {
  const [u, v] = [vectorPart(a), vectorPart(b)];
  return [a[0] * b[0] - dot(u, v), ...plus(plus(times(a[0], v), u, b[0]), cross(u, v))];
}
/** The same turn, its axis taken along by R. */
export const along = (R: Matrix, q: Quaternion): Quaternion => [q[0], ...turn(R, vectorPart(q))];
/** The turn by |v| about v. */
export const exponential = (v: Vector): Quaternion => [
  Math.cos(size(v) / 2),
  ...times(Math.sin(size(v) / 2), direction(v)),
];
/** And back: |v| is at most π. */
export function logarithm(q: Quaternion): Vector {
  const v = times(q[0] < 0 ? -1 : 1, vectorPart(q));
  return times(2 * Math.atan2(size(v), Math.abs(q[0])), size(v) > 0 ? direction(v) : [0, 0, 0]);
}
/** The shortest turn from the direction of a to that of b. */
export function arc(a: Vector, b: Vector): Quaternion {
  const [u, v] = [direction(a), direction(b)];
  const w = 1 + dot(u, v);
  if (w < 1e-12) return [0, ...direction(cross(u, Math.abs(u[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0]))];
  const n = Math.hypot(w, ...cross(u, v));
  return [w / n, ...times(1 / n, cross(u, v))];
}

/** `part` of the way from one turn to another, by the shorter way, at an even rate. */
export function between(a: Quaternion, b: Quaternion, part: number): Quaternion {
  const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const [s, t] = angle < 1e-6 ? [1 - part, part] : [Math.sin((1 - part) * angle), Math.sin(part * angle)];
  const u = cosine < 0 ? -t : t;
  const sum = a.map((entry, k) => s * entry + u * b[k]!);
  const norm = Math.hypot(...sum);
  return sum.map((entry) => entry / norm) as unknown as Quaternion;
}
