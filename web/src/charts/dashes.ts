// SPDX-License-Identifier: Apache-2.0
// Dashes that begin at places of the picture, not of the line: two lines that lie on each other have their gaps in
// common, wherever each began. As oopss/figure/dashes.cpp draws them, here for a canvas.
import type { Path } from "./phase";

const steep = 1.3; // slopes beyond it count upwards
const far = 1e5; // pixels: nothing of a picture is there

/** A path in pixels that passes on the dashes of the lines drawn on it, for lengths of dashes and gaps in turn. */
export function anchored(path: Path, lengths: number[]): Path {
  if (lengths.length === 0) return path;
  const period = lengths.reduce((sum, length) => sum + length, 0);
  let x0 = 0;
  let y0 = 0;
  const moveTo = (x: number, y: number): void => {
    x0 = x;
    y0 = y;
  };
  const lineTo = (x: number, y: number): void => {
    const upright = Math.abs(y - y0) > steep * Math.abs(x - x0);
    const [from, to] = upright ? [y0, y] : [x0, x];
    const inside = (value: number): number => Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to));
    const last = Math.abs(from) < far && Math.abs(to) < far ? Math.max(from, to) : Number.NEGATIVE_INFINITY;
    let start = Math.floor(Math.min(from, to) / period) * period;
    for (let i = 0; start < last; i = (i + 1) % lengths.length) {
      const [begin, end] = [inside(start), inside(start + lengths[i]!)].map(
        (place) => (place - from) / (to - from),
      ) as [number, number];
      if (i % 2 === 0 && begin !== end) {
        path.moveTo(x0 + begin * (x - x0), y0 + begin * (y - y0));
        path.lineTo(x0 + end * (x - x0), y0 + end * (y - y0));
      }
      start += lengths[i]!;
    }
    moveTo(x, y);
  };
  return { moveTo, lineTo };
}
