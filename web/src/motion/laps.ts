// SPDX-License-Identifier: Apache-2.0
// A run that ends in the shape and with the momenta it began with goes round and round without a seam: what the whole has turned
// meanwhile carries on from lap to lap.
import { signal } from "@preact/signals";
import { type RunData, column } from "../link/run";

export const laps = signal(0); // whole runs since the start, of one that closes

const near = 1e-6; // radians, and of the largest momentum: far below a pixel
const off = (angle: number): number => Math.abs(angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI)));

const known = new WeakMap<RunData, number | null>();
/** What the whole turns in a run of the plane that closes; null: it does not close. */
export function turnPerLap(run: RunData): number | null {
  if (run.done?.status !== "complete" || run.rows < 3 || run.model.space) return null;
  const found = known.get(run);
  if (found !== undefined) return found;
  const change = (name: string): number => {
    const values = column(run, name)!;
    return values.at(-1)! - values[0]!;
  };
  const { joints, bodies } = run.model;
  const size = Math.max(...bodies.map(({ name }) => Math.abs(column(run, `momentum.${name}`)![0]!)));
  const closes =
    joints.length > 0 &&
    joints.every(({ name }) => off(change(`angle.${name}`)) < near) &&
    bodies.every(({ name }) => Math.abs(change(`momentum.${name}`)) <= near * size);
  const turn = closes ? change(`absolute.${bodies[0]!.name}`) : null;
  known.set(run, turn);
  return turn;
}

/** What the whole has turned before the lap that is shown. */
export const turnedSoFar = (run: RunData): number => (laps.value === 0 ? 0 : laps.value * (turnPerLap(run) ?? 0));
