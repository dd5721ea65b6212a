// SPDX-License-Identifier: Apache-2.0
// Runs beside the present one: kept by hand, added from the phase space, or read from a table. A run is kept as its model text
// and the moment it began at, and is computed again from these, to the same numbers.
import { signal } from "@preact/signals";
import type { ModelMessage, Moment } from "../link/protocol";
import type { RunData } from "../link/run";

/** What outlives the page. */
export interface KeptRun {
  name: string;
  place: number; // of its colour
  shown: boolean;
  text: string;
  from?: Moment; // else from [start]
}
export interface Beside extends KeptRun {
  key: number;
  run: RunData | null; // null: to be computed
  recorded: boolean; // read from a table: there is nothing to compute it from
}
export const beside = signal<Beside[]>([]);
export const difference = signal<number | null>(null); // the key of the run that is taken off every curve
export const mostBeside = 12;

let lastKey = 0;
const freePlace = (): number => {
  const taken = new Set(beside.value.map(({ place }) => place));
  let place = 0;
  while (taken.has(place)) ++place;
  return place;
};

/** One more, with a name that none has; the oldest gives way to a thirteenth. */
export function putBeside(run: RunData | null, more: Partial<Beside> = {}): Beside {
  const names = new Set(beside.value.map(({ name }) => name));
  let count = beside.value.length + 1;
  while (names.has(`run ${count}`)) ++count;
  const entry: Beside = {
    key: ++lastKey,
    name: `run ${count}`,
    place: freePlace(),
    shown: true,
    text: run?.model.text ?? "",
    recorded: false,
    run,
    ...(run?.from ? { from: run.from } : {}),
    ...more,
  };
  beside.value = [...beside.value, entry].slice(-mostBeside);
  return entry;
}
export function changeBeside(key: number, change: Partial<Beside>): void {
  beside.value = beside.value.map((one) => (one.key === key ? { ...one, ...change } : one));
}
export function dropBeside(key: number): void {
  if (difference.value === key) difference.value = null;
  beside.value = beside.value.filter((one) => one.key !== key);
}
/** The colour of a run that is beside the present one, by its place. */
export const placeOfRun = (run: RunData): number => beside.value.find((one) => one.run === run)?.place ?? 0;
/** Those that can be computed again. */
export const keptRuns = (): KeptRun[] =>
  beside.value
    .filter(({ recorded }) => !recorded)
    .map(({ name, place, shown, text, from }) => ({ name, place, shown, text, ...(from ? { from } : {}) }));

const namesOf = ({ bodies, joints, space }: ModelMessage): string =>
  JSON.stringify([bodies.map(({ name }) => name), joints.map(({ name }) => name), !space]);
/** Whether two models have the same bodies and joints, whatever their numbers. */
export const isAlike = (a: ModelMessage | null, b: ModelMessage | null): boolean =>
  a === b || (a !== null && b !== null && namesOf(a) === namesOf(b));
