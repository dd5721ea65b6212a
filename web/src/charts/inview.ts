// SPDX-License-Identifier: Apache-2.0
// What the graphs have in view: which run, which times, which values.
import { signal } from "@preact/signals";
import type { RunData } from "../link/run";
import { marker, run } from "../model/store";
import { planned } from "../motion/clock";

export const timeWindow = signal<[number, number] | null>(null); // the times in view; null: all
/** Of panels by their keys: the values in view, where the reader has chosen them. */
export const valueWindows = signal<Readonly<Record<string, [number, number]>>>({});
export function setValueWindow(key: string, range: [number, number] | null): void {
  const { [key]: _, ...others } = valueWindows.peek();
  valueWindows.value = range ? { ...others, [key]: range } : others;
}
/** Pixels beside the curves for their labels; differences to a second time need more. */
export const gutter = (): number => (marker.value === null ? 112 : 176);

/** The run whose curves are drawn: the newest that has any rows. */
let lastDrawn: RunData | null = null;
export function drawnRun(): RunData | null {
  if (run.value && run.value.rows > 1) lastDrawn = run.value;
  return lastDrawn;
}
export function timesInView(data: RunData): [number, number] {
  if (timeWindow.value) return timeWindow.value;
  const [from, to] = planned(data);
  return from <= to ? [from, to] : [to, from];
}
