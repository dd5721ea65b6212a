// SPDX-License-Identifier: Apache-2.0
// The curves on which the momentum M of one free body moves, seen in its own axes: |M| = c and M·I⁻¹M = 2H.
import { type Matrix, type Vector, columnOf, plus, times } from "./turns";

/** A closed curve on the unit sphere, M / c, at an energy between those of the axes; through the middle axis: a separatrix. */
export interface Polhode {
  kind: "level" | "separatrix";
  points: Vector[];
}

const samples = 96;
/** The closed curve around principal axis i (0 or 2): the other two components on an ellipse, so that `share` = 0 is the axis
 *  and 1 the separatrix. */
function around(i: 0 | 2, side: 1 | -1, share: number, moments: Vector): Vector[] {
  const k = 2 - i;
  const rate = (j: number): number => 1 / moments[j]!;
  // M_1² (1/I_i − 1/I_1) + M_k² (1/I_i − 1/I_k) is a constant; on the separatrix M_1 reaches c.
  const narrow = Math.sqrt((rate(i) - rate(1)) / (rate(i) - rate(k)));
  return Array.from({ length: samples + 1 }, (_, n) => {
    const psi = (2 * Math.PI * n) / samples;
    const out = [0, 0, 0];
    out[1] = share * Math.cos(psi);
    out[k] = share * narrow * Math.sin(psi);
    out[i] = side * Math.sqrt(Math.max(0, 1 - out[1]! ** 2 - out[k]! ** 2));
    return out as unknown as Vector;
  });
}

/** Polhodes of a body with these principal moments, rising, along the columns of `axes`; none where two moments are alike:
 *  then they are parallels, and nothing is to be told apart. */
export function polhodes(moments: Vector, axes: Matrix): Polhode[] {
  const alike = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * moments[2];
  if (alike(moments[0], moments[1]) || alike(moments[1], moments[2])) return [];
  const outward = (v: Vector): Vector =>
    v.reduce<Vector>((sum, entry, k) => plus(sum, columnOf(axes, k), entry), [0, 0, 0]);
  return ([0, 2] as const).flatMap((i) =>
    ([1, -1] as const).flatMap((side) =>
      [0.3, 0.55, 0.8, 1].map(
        (share): Polhode => ({
          kind: share === 1 ? "separatrix" : "level",
          points: around(i, side, share, moments).map(outward),
        }),
      ),
    ),
  );
}

/** The unit sphere's parallel at height z around z. */
export const parallel = (z: number): Vector[] =>
  Array.from({ length: 65 }, (_, n): Vector => {
    const angle = (2 * Math.PI * n) / 64;
    return plus(times(Math.sqrt(1 - z * z), [Math.cos(angle), Math.sin(angle), 0]), [0, 0, z]);
  });
