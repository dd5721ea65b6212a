// SPDX-License-Identifier: Apache-2.0
// A run as a file carries it (page.ts writes it): the model and the end of the run as their messages, the rows as base64.
import { chunkOf } from "../link/chunk";
import type { Done, ModelMessage } from "../link/protocol";
import { type RunData, append, newRun } from "../link/run";

export interface CarriedRun {
  model: ModelMessage;
  done: Done;
  rows: string; // base64 of all rows as one chunk
}

export function unpacked({ model, done, rows }: CarriedRun): RunData {
  const run = newRun(model.id, model);
  append(run, chunkOf(Uint8Array.from(atob(rows), (character) => character.charCodeAt(0)).buffer));
  run.done = done;
  return run;
}
