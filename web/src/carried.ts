// SPDX-License-Identifier: Apache-2.0
// A run as a file carries it: the model and the end of the run as their messages, the rows as base64.
import type { Done, ModelMessage } from "./protocol";
import { type RunData, append, newRun } from "./run";

export interface CarriedRun {
  model: ModelMessage;
  done: Done;
  rows: string; // base64 of little-endian float64, row by row
}

export function unpacked({ model, done, rows }: CarriedRun): RunData {
  const bytes = Uint8Array.from(atob(rows), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const values = Float64Array.from({ length: bytes.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
  const columns = model.columns.length;
  const run = newRun(model.id, model);
  append(run, { id: model.id, chunk: 0, rows: values.length / columns, columns, values });
  run.done = done;
  return run;
}

/** The reverse, for who writes such a file from the page. */
export function packed(run: RunData): CarriedRun {
  const columns = run.columns.length;
  const view = new DataView(new ArrayBuffer(8 * run.rows * columns));
  for (let r = 0; r < run.rows; ++r)
    for (let c = 0; c < columns; ++c) view.setFloat64(8 * (r * columns + c), run.columns[c]![r]!, true);
  const bytes = new Uint8Array(view.buffer);
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return { model: run.model, done: run.done!, rows: btoa(text) };
}
