// SPDX-License-Identifier: Apache-2.0
// A run as a file carries it (page.ts writes it): the model, the end of the run and what is said about the model as their
// messages, the rows as base64.
import { chunkOf } from "../link/chunk";
import type { Done, EquationsMessage, EquilibriaMessage, ModelMessage, PortraitMessage } from "../link/protocol";
import { type RunData, append, newRun } from "../link/run";

/** What is said about the model; null: there is nothing. */
export interface CarriedViews {
  equations: EquationsMessage | null;
  equilibria: EquilibriaMessage | null;
  portrait: PortraitMessage | null;
}
export interface CarriedRun extends CarriedViews {
  model: ModelMessage;
  done: Done;
  rows: string; // base64 of all rows as one chunk
}

export function unpacked({ model, done, rows }: Pick<CarriedRun, "model" | "done" | "rows">): RunData {
  const run = newRun(model.id, model);
  append(run, chunkOf(Uint8Array.from(atob(rows), (character) => character.charCodeAt(0)).buffer));
  run.done = done;
  return run;
}
