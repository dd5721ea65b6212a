// SPDX-License-Identifier: Apache-2.0
// Time on a run: where the cursor goes.
import { type RunData, endTime, spotAt, startTime } from "../link/run";

/** The time `by` seconds on, between start and end: around the end if `around`, by so many laps, else it stops there. */
export function moved(
  t: number,
  by: number,
  start: number,
  end: number,
  around: boolean,
): { t: number; stopped: boolean; laps: number } {
  const length = end - start;
  if (length === 0) return { t: start, stopped: !around, laps: 0 };
  const part = (t + by - start) / length;
  const whole = Math.floor(part);
  if (part >= 0 && part <= 1) return { t: t + by, stopped: false, laps: 0 };
  if (around) return { t: start + (part - whole) * length, stopped: false, laps: whole };
  return { t: part > 1 ? end : start, stopped: true, laps: 0 };
}

/** The time of the row `rows` rows on from t. */
export function stepped(run: RunData, t: number, rows: number): number {
  const { row, part } = spotAt(run, t);
  const near = part < 1e-9 ? row : part > 1 - 1e-9 ? row + 1 : rows > 0 ? row : row + 1;
  return run.columns[0]![Math.min(run.rows - 1, Math.max(0, near + rows))]!;
}

/** Whether the run has come as far as t, or comes no further. */
export function covers(run: RunData, t: number): boolean {
  if (run.rows === 0) return false;
  const [start, end] = [startTime(run), endTime(run)];
  return run.done !== null || (start <= end ? t <= end : t >= end);
}

/** The time at part 0 … 1 of the run as planned. */
export const planned = (run: RunData): [number, number] => [
  run.rows > 0 ? startTime(run) : run.model.run.t0,
  run.done && run.rows > 0 ? endTime(run) : run.model.run.until,
];
