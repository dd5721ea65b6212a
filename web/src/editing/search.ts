// SPDX-License-Identifier: Apache-2.0
// Finding an entry by typed letters: every word typed has to occur; earlier and whole words count more.

/** How well `words` match what was typed; 0: not at all. */
export function score(typed: string, words: string): number {
  const text = words.toLowerCase();
  let sum = 1;
  for (const word of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    const place = text.indexOf(word);
    if (place < 0) return 0;
    const starts = place === 0 || /[\s:(]/.test(text[place - 1]!);
    sum += (starts ? 4 : 1) + 1 / (1 + place) + word.length / text.length;
  }
  return sum;
}

/** The entries that match, best first; without typed letters all of them as they come. */
export function found<T>(typed: string, entries: T[], words: (entry: T) => string): T[] {
  if (typed.trim() === "") return entries;
  return entries
    .map((entry, i) => ({ entry, i, score: score(typed, words(entry)) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .map(({ entry }) => entry);
}
