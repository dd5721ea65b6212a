// SPDX-License-Identifier: Apache-2.0
// Numbers as they are shown.
import { short } from "./numbers";

/** Four significant figures, with a true minus sign. */
export const shownNumber = (value: number): string => short(value, 4).replaceAll("-", "−");
/** One more, of what is typed to a limit. */
export const fineNumber = (value: number): string => short(value, 5).replaceAll("-", "−");

/** The same with a fixed number of figures, so that nothing jumps while it runs. */
export function runningNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size <= 1e-12) return "0.000"; // a rounding of nought, without a sign
  const text =
    size >= 1e5 || size < 1e-3
      ? value.toExponential(2).replace("e+", "e")
      : value.toFixed(size >= 1000 ? 1 : size >= 100 ? 2 : 3);
  return text.replaceAll("-", "−");
}

/** 2, 1/2, 1/64, … of a speed. */
export const shownSpeed = (speed: number): string => (speed >= 1 ? String(speed) : `1/${1 / speed}`);

/** Words of the server as a sentence; nothing if there are none. */
export const sentence = (words: string): string =>
  words && `${words[0]!.toUpperCase()}${words.slice(1).replace(/\.?$/, ".")}`;
