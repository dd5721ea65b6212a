// SPDX-License-Identifier: Apache-2.0
// What a body looks like: as the file gives it, else the ellipsoid, or the box, of even density that has its mass and its
// inertia.
import {
  type Matrix,
  type Vector,
  columnOf,
  cross,
  dot,
  ofColumns,
  plus,
  product,
  size,
  times,
  transposed,
  turn,
} from "./turns";

/** Eigenvalues, rising, and unit eigenvectors as the columns of a turn, of a symmetric matrix; after Jacobi. */
export function principal(symmetric: Matrix): { moments: Vector; axes: Matrix } {
  let [A, V]: [Matrix, Matrix] = [symmetric, [1, 0, 0, 0, 1, 0, 0, 0, 1]];
  for (let sweep = 0; sweep < 12; ++sweep)
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      if (A[3 * i + j] === 0) continue;
      const angle = Math.atan2(2 * A[3 * i + j]!, A[4 * j]! - A[4 * i]!) / 2;
      const G = [1, 0, 0, 0, 1, 0, 0, 0, 1];
      G[4 * i] = G[4 * j] = Math.cos(angle);
      G[3 * i + j] = Math.sin(angle);
      G[3 * j + i] = -Math.sin(angle);
      A = product(transposed(G), product(A, G));
      V = product(V, G);
    }
  const order = [0, 1, 2].sort((a, b) => A[4 * a]! - A[4 * b]!) as [number, number, number];
  const [a, b] = [columnOf(V, order[0]), columnOf(V, order[1])];
  return {
    moments: [A[4 * order[0]]!, A[4 * order[1]]!, A[4 * order[2]]!],
    axes: ofColumns(a, b, cross(a, b)),
  };
}

/** Half lengths along the principal axes, which are the columns of `axes`. */
export interface Solid {
  half: Vector;
  axes: Matrix;
}
export type SolidKind = "ellipsoid" | "box";

/** The solid of even density with this mass and inertia: of an ellipsoid m a_i² / 5 = (I_j + I_k − I_i) / 2, of a box
 *  m a_i² / 3 the same. What is thinner than a fortieth of its length is drawn so thick, to be seen. */
export function solidOf(mass: number, inertia: Matrix, kind: SolidKind): Solid {
  const { moments, axes } = principal(inertia);
  const trace = moments[0] + moments[1] + moments[2];
  const half = moments.map((moment) => Math.sqrt(((kind === "box" ? 3 : 5) * Math.max(0, trace / 2 - moment)) / mass));
  const least = Math.max(...half) / 40;
  return { half: half.map((length) => Math.max(length, least)) as unknown as Vector, axes };
}

/** How far the ellipsoid reaches in a direction. */
export const supportOf = ({ half, axes }: Solid, along: Vector): number =>
  Math.hypot(...half.map((length, k) => length * dot(along, columnOf(axes, k))));

/** Where the way from one place to another first meets an ellipsoid at `centre`, turned by R, as a part of it: where it is as near
 *  as the unit sphere, where the ellipsoid is that. Not a number where it passes by. */
export function hitPart({ half, axes }: Solid, R: Matrix, centre: Vector, from: Vector, to: Vector): number {
  const back = transposed(product(R, axes));
  const unit = (place: Vector): Vector => {
    const [x, y, z] = turn(back, plus(place, centre, -1));
    return [x / half[0], y / half[1], z / half[2]];
  };
  const start = unit(from);
  const way = plus(unit(to), start, -1);
  const [a, b, c] = [dot(way, way), dot(start, way), dot(start, start) - 1];
  return (-b - Math.sqrt(b * b - a * c)) / a;
}
/** Whether it lies between the two. */
export function hides(solid: Solid, R: Matrix, centre: Vector, from: Vector, to: Vector): boolean {
  const part = hitPart(solid, R, centre, from, to);
  return part > 0 && part < 1;
}

/** The normal of the plane that all corners lie in, or null if they lie in none. */
export function flatNormal(corners: readonly Vector[]): Vector | null {
  let sum: Vector = [0, 0, 0];
  corners.forEach((corner, i) => (sum = plus(sum, cross(corner, corners[(i + 1) % corners.length]!))));
  if (size(sum) === 0) return null;
  const normal = times(1 / size(sum), sum);
  const heights = corners.map((corner) => dot(normal, corner));
  const far = Math.max(...corners.map(size));
  return Math.max(...heights) - Math.min(...heights) <= 1e-6 * far ? normal : null;
}
