// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { anchored } from "../src/charts/dashes";

/** The columns of pixels that the dashes of a curve cover, followed from one place to another in so many pieces. */
function columns(from: number, to: number, pieces: number, lengths: number[]): Set<number> {
  const out = new Set<number>();
  let begin = 0;
  const path = anchored(
    {
      moveTo: (x) => {
        begin = x;
      },
      lineTo: (x) => {
        for (let column = Math.ceil(Math.min(begin, x)); column <= Math.max(begin, x); ++column) out.add(column);
      },
    },
    lengths,
  );
  for (let i = 0; i <= pieces; ++i) {
    const x = from + ((to - from) * i) / pieces;
    const y = 200 + 60 * Math.sin(x / 90) + x / 5;
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  return out;
}

describe("dashes that begin at places of the picture", () => {
  for (const lengths of [
    [6, 4],
    [9, 3, 1.5, 3],
  ])
    it(`leave the gaps of ${lengths} open where two lines lie on each other, wherever each began`, () => {
      const one = columns(64, 900, 431, lengths);
      const other = columns(873.3, 64, 390, lengths);
      expect(one.size).toBeGreaterThan(400);
      expect(one.size).toBeLessThan(720);
      expect(new Set([...one, ...other]).size).toBeLessThan(one.size + 10);
    });
  it("are the whole line where there are no gaps, and nothing where it is not finite", () => {
    expect(columns(64, 900, 100, []).size).toBe(837);
    expect(columns(Number.NaN, 900, 10, [6, 4]).size).toBe(0);
  });
});
