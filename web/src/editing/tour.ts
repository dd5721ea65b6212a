// SPDX-License-Identifier: Apache-2.0
// Where one is on the tour, and what a stop does to the page.
import { batch, signal } from "@preact/signals";
import { kept } from "../kept";
import { roomy } from "../layout";
import { settings } from "../overlay";
import { cursor, frameA, frameB, open, playing, plotted, say, tab, welcome } from "../model/store";
import { calm } from "../theme";
import { type Stop, stops } from "./tourstops";
import { greeted } from "../motion/view";

const isStop = (found: unknown): found is number =>
  Number.isInteger(found) && (found as number) >= 0 && (found as number) < stops.length;
export const stopAt = kept("tour", 0, isStop); // kept when one leaves
export const touring = signal(false);

async function show(stop: Stop): Promise<void> {
  const base = welcome.value?.models.find((entry) => entry.name === stop.model);
  if (!base) return say("error", `The tour needs the built-in model ${stop.model}, which this server does not have.`);
  if (!(await open(base.text, stop.edits)))
    return say("error", `This stop of the tour could not be opened: ${stop.title}.`);
  batch(() => {
    [frameA.value, frameB.value] = stop.frames;
    tab.value = stop.tab;
    settings.value = stop.part;
    roomy.value = false;
    plotted.value = stop.graphs;
    cursor.value = 0;
    playing.value = !calm.value;
  });
}

export function beginTour(): void {
  touring.value = true;
  greeted.value = true; // no invitation beside the tour
  void show(stops[stopAt.value]!);
}
export function goTo(index: number): void {
  if (!isStop(index)) return;
  stopAt.value = index;
  void show(stops[index]!);
}
export function leaveTour(done = false): void {
  touring.value = false;
  if (done) stopAt.value = 0;
}
