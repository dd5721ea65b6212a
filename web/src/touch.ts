// SPDX-License-Identifier: Apache-2.0
// Whether the reader points with a finger, and the words for it: there is no click, no Shift and no wheel then.
import { signal } from "@preact/signals";

const query = matchMedia("(pointer: coarse)");
export const touch = signal(query.matches);
query.addEventListener("change", () => (touch.value = query.matches));

/** What is done with a mouse, and the same with a finger; longer words first. */
const fingers: [RegExp, string][] = [
  [/Shift-click to compare/g, "press long to compare"],
  [/Shift-click a branch/g, "press long on a branch"],
  [/; Shift-click|, Shift-click/g, ", a long press"],
  [/Shift-click/g, "A long press"],
  [/with the wheel or two fingers/g, "with two fingers"],
  [/with the wheel or by \+/g, "by +"],
  [/, wheel to magnify/g, ""],
  [/[Dd]ouble[- ]click/g, "double tap"],
  [/\bClick/g, "Tap"],
  [/\bclicked/g, "tapped"],
  [/\bclick/g, "tap"],
];
export const forFingers = (words: string): string =>
  fingers.reduce((said, [mouse, finger]) => said.replace(mouse, finger), words);

/** Words as they suit the way in which the reader points. */
export const pointing = (words: string): string => (touch.value ? forFingers(words) : words);
