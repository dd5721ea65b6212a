// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { onDark, onLight } from "../src/motion/colours";

type Triple = [number, number, number];
const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const light = (hex: string): Triple =>
  [1, 3, 5].map((i) => linear(Number.parseInt(hex.slice(i, i + 2), 16) / 255)) as Triple;
const through = (rows: Triple[], [r, g, b]: Triple): Triple => rows.map(([x, y, z]) => x * r + y * g + z * b) as Triple;

/** OKLab of linear light (Ottosson 2020): distances are as the eye sees them. */
const oklab = (seen: Triple): Triple =>
  through(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    through(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      seen,
    ).map(Math.cbrt) as Triple,
  );
/** What eyes without red or green cones see (Machado, Oliveira and Fernandes 2009). */
const eyes: Record<string, Triple[]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no red": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no green": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};
const clamped = (seen: Triple): Triple => seen.map((part) => Math.min(1, Math.max(0, part))) as Triple;
const luminance = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(light(a)), luminance(light(b))].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

test("eight bodies have eight colours that differ to every eye, with the contrast of text", () => {
  for (const [set, ground] of [
    [onLight, "#ffffff"],
    [onDark, "#14161a"],
  ] as const) {
    expect(set).toHaveLength(8);
    for (const colour of set) expect(contrast(colour, ground), colour).toBeGreaterThan(4.5);
    for (const [eye, rows] of Object.entries(eyes)) {
      const seen = set.map((colour) => oklab(clamped(through(rows, light(colour)))));
      const least = eye === "all" ? 0.11 : 0.075; // a difference that is just seen is about 0.02
      seen.forEach((a, i) =>
        seen
          .slice(0, i)
          .forEach((b, j) =>
            expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), `${eye}: ${set[i]} ${set[j]}`).toBeGreaterThan(
              least,
            ),
          ),
      );
    }
  }
});

test("the figures of the command line have the colours of the page on light", () => {
  const header = readFileSync("../oopss/figure/colours.hpp", "utf8");
  expect([...header.matchAll(/0x([0-9a-f]{6})/g)].map(([, hex]) => `#${hex}`)).toEqual(onLight);
});
