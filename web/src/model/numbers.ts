// SPDX-License-Identifier: Apache-2.0
// Numbers as words, and the scale of a slider: where a value lies on it, and the round values it stops at.

/** A short number for reading: `digits` significant ones, no trailing zeros, tiny and huge ones with a power of ten. */
export function short(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4)
    return value
      .toExponential(digits - 1)
      .replace(/(\.\d*?)0*e\+?/, "$1e")
      .replace(".e", "e")
      .replace("e+", "e");
  return String(Number(value.toPrecision(digits)));
}

/** A unit as it is printed: kg m^2/s is kg m²/s. */
export const unitWords = (unit: string): string =>
  unit.replaceAll("^2", "²").replaceAll("^3", "³").replaceAll("*", " ");

/** Whole times for reading: "0.8 ms", "12 s", "3 min 20 s". */
export function duration(seconds: number): string {
  if (seconds < 1) return `${short(1000 * seconds, 2)} ms`;
  if (seconds < 60) return `${short(seconds, 3)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

export interface Scale {
  min: number;
  max: number;
  log: boolean;
}

/** A slider's scale: logarithmic when it spans two decades or more, all of them positive. */
export const scaleOf = (min: number, max: number): Scale => ({ min, max, log: min > 0 && max / min >= 100 });

/** A range that holds the value too; a degenerate one is opened around it. */
export function holding(min: number, max: number, value: number): [number, number] {
  const low = Math.min(min, value);
  const high = Math.max(max, value);
  return high > low ? [low, high] : [low - Math.max(1, Math.abs(low)), high + Math.max(1, Math.abs(high))];
}

/** A range for a number of which nothing else is known: zero to twice its size, both signs if it is negative. */
export function guessRange(value: number): [number, number] {
  if (value === 0) return [-1, 1];
  const reach = 2 * Math.abs(value);
  return value < 0 ? [-reach, reach] : [0, reach];
}

export const sliderSteps = 400;

/** Where a value lies on the scale, 0 … sliderSteps. */
export function positionOf(value: number, scale: Scale): number {
  const part = scale.log
    ? Math.log(value / scale.min) / Math.log(scale.max / scale.min)
    : (value - scale.min) / (scale.max - scale.min);
  return Math.round(sliderSteps * Math.min(1, Math.max(0, part)));
}

/** The largest 1, 2 or 5 times a power of ten that is not above the size. */
export function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const lead = size / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

/** The value at a position, as text: a multiple of a round step (three digits on a logarithmic scale); the ends are exact. */
export function textAt(position: number, scale: Scale): string {
  if (position <= 0) return String(scale.min);
  if (position >= sliderSteps) return String(scale.max);
  const part = position / sliderSteps;
  if (scale.log) return String(Number((scale.min * (scale.max / scale.min) ** part).toPrecision(3)));
  const step = roundStep((scale.max - scale.min) / sliderSteps);
  const multiple = Math.round((scale.min + part * (scale.max - scale.min)) / step);
  return String(Number((multiple * step).toPrecision(12)));
}
