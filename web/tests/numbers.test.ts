// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import {
  duration,
  guessRange,
  holding,
  positionOf,
  roundStep,
  scaleOf,
  short,
  sliderSteps,
  textAt,
  unitWords,
} from "../src/model/numbers";

describe("numbers for reading", () => {
  it("are short, and small or large ones have a power of ten", () => {
    expect([0, 1, 0.5, 123.456789, 1e-3, 3.04e-13, 2.5e9, -40].map((value) => short(value))).toEqual([
      "0",
      "1",
      "0.5",
      "123.46",
      "0.001",
      "3.04e-13",
      "2.5e9",
      "-40",
    ]);
    expect(short(100000, 5)).toBe("100000");
    expect(short(3e-13, 1)).toBe("3e-13");
  });
  it("are never NaN or Infinity", () => {
    expect(short(NaN)).toBe("–");
    expect(short(-Infinity)).toBe("–");
  });
  it("have units in print and times in words", () => {
    expect(unitWords("kg m^2/s")).toBe("kg m²/s");
    expect([0.0008, 0.5, 12.34, 200].map(duration)).toEqual(["0.8 ms", "500 ms", "12.3 s", "3 min 20 s"]);
  });
});

describe("a slider", () => {
  it("is logarithmic from two decades on, and never through zero", () => {
    expect(scaleOf(0.1, 10).log).toBe(true);
    expect(scaleOf(0.5, 8).log).toBe(false);
    expect(scaleOf(0, 1e6).log).toBe(false);
    expect(scaleOf(-1, 1000).log).toBe(false);
  });
  it("stops at round numbers, and its ends are exact", () => {
    const scale = scaleOf(0.5, 8);
    expect(textAt(0, scale)).toBe("0.5");
    expect(textAt(sliderSteps, scale)).toBe("8");
    for (let i = 0; i <= sliderSteps; ++i) expect(textAt(i, scale).length).toBeLessThanOrEqual(4);
  });
  it("shows a value where the value came from", () => {
    for (const scale of [scaleOf(0.5, 8), scaleOf(-Math.PI, Math.PI), scaleOf(0.1, 1000), scaleOf(0, 3e7)])
      for (let i = 0; i <= sliderSteps; i += 7)
        expect(Math.abs(positionOf(Number(textAt(i, scale)), scale) - i)).toBeLessThanOrEqual(1);
  });
  it("moves with every step of an arrow key", () => {
    for (const scale of [scaleOf(0.5, 8), scaleOf(0.01, 100)])
      for (let i = 0; i < sliderSteps; ++i)
        expect(Number(textAt(i + 1, scale))).toBeGreaterThan(Number(textAt(i, scale)));
  });
  it("grows to hold a value typed outside", () => {
    expect(holding(0, 10, 25)).toEqual([0, 25]);
    expect(holding(0, 10, -5)).toEqual([-5, 10]);
    expect(holding(0, 10, 3)).toEqual([0, 10]);
    const [low, high] = holding(4, 4, 4);
    expect(low < 4 && high > 4).toBe(true);
  });
  it("of a number without a range goes to twice its size", () => {
    expect(guessRange(5)).toEqual([0, 10]);
    expect(guessRange(-3)).toEqual([-6, 6]);
    expect(guessRange(0)).toEqual([-1, 1]);
  });
  it("has steps of 1, 2 and 5", () => {
    expect([0.011, 0.03, 0.7, 1, 25].map(roundStep).map((step) => Number(step.toPrecision(3)))).toEqual([
      0.01, 0.02, 0.5, 1, 20,
    ]);
  });
});
