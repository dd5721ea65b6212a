// SPDX-License-Identifier: Apache-2.0
// The keys of the page, one table: the help lists what is bound.
import { goToFrame, maximiseOrBack } from "../layout";
import { faster, playOrPause, reverse, step, toEnd, toStart } from "../motion/playback";

export interface Key {
  keys: string[]; // as `chord` names them
  words: string;
  action: () => void;
  everywhere?: boolean; // also while typing
}

/** Other parts of the page add their own with `bind`. */
export const keyTable: Key[] = [
  { keys: ["Space"], words: "play or pause", action: playOrPause },
  { keys: ["ArrowRight"], words: "one step on", action: () => step(1) },
  { keys: ["ArrowLeft"], words: "one step back", action: () => step(-1) },
  { keys: ["Shift+ArrowRight"], words: "ten steps on", action: () => step(10) },
  { keys: ["Shift+ArrowLeft"], words: "ten steps back", action: () => step(-10) },
  { keys: ["="], words: "twice as fast", action: () => faster(1) },
  { keys: ["-"], words: "half as fast", action: () => faster(-1) },
  { keys: ["Backspace", "Home"], words: "to the start", action: toStart },
  { keys: ["End"], words: "to the end", action: toEnd },
  { keys: ["r"], words: "play in reverse", action: reverse },
  { keys: ["1"], words: "to the inertial frame", action: () => goToFrame("inertial") },
  { keys: ["2"], words: "to frame A", action: () => goToFrame("A") },
  { keys: ["3"], words: "to frame B", action: () => goToFrame("B") },
  { keys: ["m"], words: "maximise the pane, or put it back", action: maximiseOrBack },
];

/** Keys that a focused frame takes for itself: for the help. */
export const frameKeys: { keys: string[]; words: string }[] = [
  { keys: ["Tab", "Shift+Tab"], words: "next or previous body" },
  {
    keys: ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"],
    words: "turn the picked body's joint by 1° (with Shift by 10°)",
  },
  { keys: ["+", "-", "0"], words: "magnify, reduce, fit" },
  { keys: ["Escape"], words: "let go; then Tab leaves the frame" },
];

export function bind(...more: Key[]): void {
  keyTable.push(...more);
}

/** "Space", "Shift+ArrowLeft", "Ctrl+z": Command counts as Ctrl, Shift only where the key has no character. */
export function chord(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey">): string {
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const control = event.ctrlKey || event.metaKey;
  return `${control ? "Ctrl+" : ""}${event.shiftKey && (key.length > 1 || control) ? "Shift+" : ""}${key}`;
}

const fields =
  'input:not([type="checkbox"], [type="range"], [type="radio"]), textarea, select, [contenteditable="true"]';
const takesArrows =
  '[type="range"], [type="radio"], [role="separator"], [role="slider"], [role="tab"], [role="listbox"], [role="option"], [role="menu"], [role="menuitem"]';
const takesSpace = 'button, summary, a, [type="checkbox"], [type="radio"], [role="option"], [role="menuitem"]';

/** Whether the element under the focus wants this key itself. */
function taken(target: Element, name: string): boolean {
  if (/Arrow|Home|End/.test(name) && target.closest(takesArrows)) return true;
  return name === "Space" && target.closest(takesSpace) !== null;
}

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    const name = chord(event);
    if (event.defaultPrevented || event.altKey) return;
    const typing = target.closest(fields) !== null;
    const found = keyTable.find((entry) => entry.keys.includes(name));
    if (!found || (typing && !found.everywhere) || taken(target, name)) return;
    event.preventDefault();
    found.action();
  });
}
