// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { EquationsMessage } from "../src/link/protocol";
import { spectrumWords } from "../src/charts/spectrum";
import { findTerm, termName } from "../src/model/terms";
import { heightAt, tone } from "../src/charts/tone";

test("eigenvalues are said once per pair or quadruple, the largest first, with how often", () => {
  expect(
    spectrumWords([
      [0, 0.5],
      [0, -0.5],
    ]),
  ).toEqual(["±0.5 i"]);
  expect(
    spectrumWords([
      [0.2, 0.7],
      [0.2, -0.7],
      [-0.2, 0.7],
      [-0.2, -0.7],
      [3, 1e-14],
      [-3, 0],
    ]),
  ).toEqual(["±3", "±0.2 ± 0.7 i"]);
  expect(
    spectrumWords([
      [0, 1],
      [0, -1],
      [0, 1],
      [0, -1],
      [0, 0],
      [0, 0],
    ]),
  ).toEqual(["±1 i (2 times)", "0 (2 times)"]);
});

test("a term is found by its name; a row's own value is term -1; what is gone is null", () => {
  const equations = {
    sections: [
      {
        title: "",
        rows: [
          {
            left: "H",
            meaning: "",
            value: 2,
            terms: [
              { sign: "-", latex: "a", output: 1, bodies: [1] },
              { sign: "+", latex: "b", output: -1, bodies: [1, 0] },
            ],
          },
        ],
      },
    ],
    program: { inputs: [], code: [], outputs: [] },
  } as unknown as EquationsMessage;
  expect(findTerm(termName(0, 0, 0), equations)).toMatchObject({ latex: "-a", output: 1, bodies: [1] });
  expect(findTerm(termName(0, 0, -1), equations)).toMatchObject({ latex: "H", output: 2, bodies: [1, 0] });
  for (const name of [termName(0, 0, 1), termName(0, 0, 2), termName(1, 0, 0), "energy"])
    expect(findTerm(name, equations)).toBeNull();
  expect(findTerm(termName(0, 0, 0), null)).toBeNull();
});

test("the tone is one ramp: lightness falls with height on light and rises on dark", () => {
  const light = (dark: boolean): number[] => [0, 0.25, 0.5, 0.75, 1].map((height) => tone(height, true, dark)[1]);
  const falls = light(false);
  const rises = light(true);
  for (let i = 1; i < falls.length; ++i) {
    expect(falls[i]!).toBeLessThan(falls[i - 1]!);
    expect(rises[i]!).toBeGreaterThan(rises[i - 1]!);
  }
});

test("the height between grid values is bilinear: exact for a + b x + c y + d x y", () => {
  const f = (x: number, y: number): number => 1 + 2 * x - 3 * y + 4 * x * y;
  const grid = { columns: 3, rows: 2, values: [f(0, 0), f(0.5, 0), f(1, 0), f(0, 1), f(0.5, 1), f(1, 1)] };
  for (const [x, y] of [
    [0, 0],
    [1, 1],
    [0.3, 0.8],
    [0.5, 0.5],
    [0.9, 0.1],
  ] as const)
    expect(heightAt(grid, x, y)).toBeCloseTo(f(x, y), 14);
});
