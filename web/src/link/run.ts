// SPDX-License-Identifier: Apache-2.0
// A run as the page keeps it: one array per column, growing chunk by chunk.
import type { Chunk, Done, ModelMessage, Moment } from "./protocol";

export interface RunData {
  id: number;
  model: ModelMessage;
  index: Map<string, number>; // column by name
  columns: Float64Array[]; // each with at least `rows` values
  rows: number;
  done: Done | null;
  from?: Moment; // where it began, if not at [start]
}

export const newRun = (id: number, model: ModelMessage, from?: Moment): RunData => ({
  id,
  model,
  index: new Map(model.columns.map((column, i) => [column.name, i])),
  columns: model.columns.map(() => new Float64Array(0)),
  rows: 0,
  done: null,
  ...(from ? { from } : {}),
});

/** The rows that a run will have, if it goes to its end. */
export const expectedRows = ({ run }: ModelMessage): number =>
  Math.min(Math.ceil(Math.abs(run.until - run.t0) / run.every) + 2, 4_000_000);

/** Puts the rows of a chunk behind those there are. The first chunk, often the only one, is not copied. */
export function append(run: RunData, chunk: Chunk): void {
  const part = (c: number): Float64Array => chunk.values.subarray(c * chunk.rows, (c + 1) * chunk.rows);
  const needed = run.rows + chunk.rows;
  if (run.rows === 0) {
    run.columns = run.columns.map((_, c) => part(c));
  } else {
    if (needed > run.columns[0]!.length)
      run.columns = run.columns.map((column) => {
        const larger = new Float64Array(Math.max(2 * needed, expectedRows(run.model)));
        larger.set(column.subarray(0, run.rows));
        return larger;
      });
    run.columns.forEach((column, c) => column.set(part(c), run.rows));
  }
  run.rows = needed;
}

/** The values of a column, or undefined if there is none of this name. */
export function column(run: RunData, name: string): Float64Array | undefined {
  const place = run.index.get(name);
  return place === undefined ? undefined : run.columns[place]!.subarray(0, run.rows);
}

export const startTime = (run: RunData): number => run.columns[0]![0] ?? 0;
export const endTime = (run: RunData): number => (run.rows > 0 ? run.columns[0]![run.rows - 1]! : 0);

/** Where a time lies: between row `row` and the next, `part` of the way. */
export interface Spot {
  row: number;
  part: number;
}
export function spotAt(run: RunData, t: number): Spot {
  const times = run.columns[0]!;
  const down = startTime(run) > endTime(run);
  let low = 0;
  let high = run.rows - 1;
  if (high <= 0) return { row: 0, part: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (down ? times[middle]! >= t : times[middle]! <= t) low = middle;
    else high = middle;
  }
  const part = (t - times[low]!) / (times[high]! - times[low]!);
  return { row: low, part: Math.min(1, Math.max(0, part)) };
}

/** A column's value at a spot, on the straight line between its rows. */
export function valueAt(values: Float64Array, spot: Spot): number {
  const a = values[spot.row] ?? 0;
  return spot.part === 0 ? a : a + spot.part * ((values[spot.row + 1] ?? a) - a);
}
