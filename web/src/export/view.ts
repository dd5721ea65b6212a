// SPDX-License-Identifier: Apache-2.0
// What a page shows beside its text, as its work carries it: curves, frames, panes, time, and the runs that were kept.
import { batch } from "@preact/signals";
import { roomy } from "../layout";
import { type KeptRun, beside, keptRuns, mostBeside, putBeside } from "../model/beside";
import { cursor, frameA, frameB, marker, plotted, tab } from "../model/store";
import { type SettingsPart, settings } from "../overlay";

interface Shown {
  curves: string[];
  frames: [string, string];
  tab: string;
  settings: string;
  roomy: boolean;
  marker: number | null;
  runs: KeptRun[];
}
const shownNow = (): Shown => ({
  curves: plotted.value,
  frames: [frameA.value, frameB.value],
  tab: tab.value,
  settings: settings.value,
  roomy: roomy.value,
  marker: marker.value,
  runs: keptRuns(),
});

/** All of it, at this time, as a text. */
export const viewText = (time: number): string => JSON.stringify({ ...shownNow(), time });

const isTexts = (found: unknown): found is string[] =>
  Array.isArray(found) && found.every((one) => typeof one === "string");
const isTab = (found: unknown): found is typeof tab.value =>
  ["leaf", "equations", "equilibria", "orbits", "chaos", "source"].includes(found as string);
const isPart = (found: unknown): found is SettingsPart =>
  ["system", "torque", "start", "run", "display", "compare"].includes(found as string);
const isRun = (found: unknown): found is KeptRun => {
  const { name, place, shown, text } = (found ?? {}) as Partial<KeptRun>;
  return typeof name === "string" && Number.isInteger(place) && typeof shown === "boolean" && typeof text === "string";
};

/** Shows what the text says, as far as it can be read; runs are computed again by and by. */
export function showView(text: string): void {
  let found: Partial<Record<keyof Shown | "time", unknown>>;
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    return; // nothing of its own
  }
  batch(() => {
    if (isTexts(found.curves)) plotted.value = found.curves;
    if (isTexts(found.frames) && found.frames.length === 2)
      [frameA.value, frameB.value] = found.frames as [string, string];
    if (isTab(found.tab)) tab.value = found.tab;
    if (isPart(found.settings)) settings.value = found.settings;
    roomy.value = found.roomy === true;
    if (typeof found.marker === "number") marker.value = found.marker;
    if (typeof found.time === "number") cursor.value = found.time;
    beside.value = [];
    for (const kept of Array.isArray(found.runs) ? found.runs.filter(isRun).slice(-mostBeside) : [])
      putBeside(null, kept);
  });
}
