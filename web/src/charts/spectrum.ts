// SPDX-License-Identifier: Apache-2.0
// Eigenvalues in few words: pairs ±λ and ±λ ± i once.
import { shownNumber } from "../model/format";

/** "±0.51 i", "±0.3", "±0.2 ± 0.7 i", "0", with "twice" for those that repeat; by falling size. */
export function spectrumWords(spectrum: [number, number][]): string[] {
  const largest = Math.max(...spectrum.map(([re, im]) => Math.hypot(re, im)), 0);
  const zero = 1e-9 * largest;
  const clean = (value: number): number => (Math.abs(value) <= zero ? 0 : Math.abs(value));
  const groups = new Map<string, { size: number; count: number; members: number }>();
  for (const [re, im] of spectrum) {
    const [a, b] = [clean(re), clean(im)];
    const words =
      a === 0 && b === 0
        ? "0"
        : a === 0
          ? `±${shownNumber(b)} i`
          : b === 0
            ? `±${shownNumber(a)}`
            : `±${shownNumber(a)} ± ${shownNumber(b)} i`;
    const members = a === 0 && b === 0 ? 1 : a === 0 || b === 0 ? 2 : 4;
    const group = groups.get(words);
    if (group) group.count++;
    else groups.set(words, { size: Math.hypot(a, b), count: 1, members });
  }
  return [...groups]
    .sort(([, a], [, b]) => b.size - a.size)
    .map(([words, { count, members }]) =>
      count > members ? `${words} (${Math.round(count / members)} times)` : words,
    );
}

/** Frequencies of the small oscillations about an equilibrium, the slowest first. */
export const modesOf = (spectrum: [number, number][]): number[] =>
  spectrum
    .filter(([re, im]) => im > 0 && Math.abs(re) < 1e-6 * im)
    .map(([, im]) => im)
    .sort((a, b) => a - b);
