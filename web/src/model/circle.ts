// SPDX-License-Identifier: Apache-2.0
// A circle of shapes of a linkage of one freedom, as the server sends it: samples along a coordinate x that goes round once,
// each with the angles of all joints, the energy V + U and the mass M of ½ M x'². Between samples lies a straight line.
import type { LeafMessage } from "../link/protocol";

const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Between the samples k and k + 1 of a circle, `part` of the way; `away` in radians, over all joints. */
export interface Place {
  k: number;
  part: number;
  away: number;
}

/** Where on one piece between two samples a shape is nearest. */
function onPiece({ angles }: LeafMessage["along"], k: number, shape: ArrayLike<number>): Place {
  const [from, to] = [angles[k]!, angles[k + 1]!];
  let [along, length, square] = [0, 0, 0];
  for (let j = 0; j < from.length; ++j) {
    const d = wrapped(to[j]! - from[j]!);
    const e = wrapped(shape[j]! - from[j]!);
    along += d * e;
    length += d * d;
    square += e * e;
  }
  const part = Math.min(1, Math.max(0, length > 0 ? along / length : 0));
  return { k, part, away: Math.sqrt(Math.max(0, square - 2 * part * along + part * part * length)) };
}

export const close = 0.02; // rad: so far off is a shape of the circle, between two samples of it

/** The place of a shape on a circle; looked for around `near` first. */
export function placeOn(leaf: LeafMessage, shape: ArrayLike<number>, near = -1): Place {
  const pieces = leaf.along.x.length - 1;
  let best: Place = { k: 0, part: 0, away: Infinity };
  const consider = (k: number): void => {
    const found = onPiece(leaf.along, k, shape);
    if (found.away < best.away) best = found;
  };
  if (near >= 0) for (let step = -4; step <= 4; ++step) consider((near + step + pieces) % pieces);
  if (best.away > close) for (let k = 0; k < pieces; ++k) consider(k);
  return best;
}

export const mix = (values: readonly number[], { k, part }: Place): number =>
  values[k]! + part * (values[k + 1]! - values[k]!);

/** The place of a value of the coordinate. */
export function placeAt({ along: { x } }: LeafMessage, value: number): Place {
  const last = x.length - 2;
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (x[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  const part = (value - x[low]!) / (x[low + 1]! - x[low]!);
  return { k: low, part: Math.min(1, Math.max(0, part)), away: 0 };
}
export const energyAt = (leaf: LeafMessage, x: number): number => mix(leaf.along.energy, placeAt(leaf, x));
export const massAt = (leaf: LeafMessage, x: number): number => mix(leaf.along.mass, placeAt(leaf, x));

/** The angles of all joints there, and how they change with x. */
export function shapeAt(leaf: LeafMessage, x: number): { angles: number[]; slopes: number[] } {
  const { k, part } = placeAt(leaf, x);
  const [from, to] = [leaf.along.angles[k]!, leaf.along.angles[k + 1]!];
  const step = leaf.along.x[k + 1]! - leaf.along.x[k]!;
  const turn = from.map((angle, j) => wrapped(to[j]! - angle));
  return { angles: from.map((angle, j) => angle + part * turn[j]!), slopes: turn.map((by) => by / step) };
}

/** The circle on which a shape is, by its number. */
export function leafOf(leaves: readonly LeafMessage[], shape: ArrayLike<number>): number {
  const away = leaves.map((leaf) => placeOn(leaf, shape).away);
  return away.indexOf(Math.min(...away));
}
