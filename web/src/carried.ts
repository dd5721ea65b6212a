// SPDX-License-Identifier: Apache-2.0
// A run as a file carries it (page.ts writes it): the model and the end of the run as their messages, the rows as base64.
import type { Done, ModelMessage } from "./protocol";
import { type RunData, append, newRun, turned } from "./run";

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
  append(run, { id: model.id, chunk: 0, rows: values.length / columns, columns, values: turned(values, columns) });
  run.done = done;
  return run;
}
