// SPDX-License-Identifier: Apache-2.0
// A run as one HTML file that plays it offline: the player's page with the run put in.
import { base64 } from "./share";
import type { RunData } from "./run";

/** All rows, row by row, as little-endian doubles. */
export function rowBytes(run: RunData): Uint8Array {
  const columns = run.columns.length;
  const view = new DataView(new ArrayBuffer(8 * run.rows * columns));
  for (let c = 0; c < columns; ++c)
    for (let r = 0; r < run.rows; ++r) view.setFloat64(8 * (r * columns + c), run.columns[c]![r]!, true);
  return new Uint8Array(view.buffer);
}

/** The page with the run in it; "<" is escaped, so no text of a model can end the script. */
export function withRun(player: string, run: RunData): string {
  const json = JSON.stringify({ model: run.model, done: run.done, rows: base64(rowBytes(run)) }).replaceAll(
    "<",
    "\\u003c",
  );
  return player.replace("__RUN__", () => json);
}

export async function offlinePage(run: RunData): Promise<Blob> {
  const answer = await fetch("/player.html");
  const player = answer.ok ? await answer.text() : "";
  if (!player.includes("__RUN__")) throw new Error("The server has no page that plays a run offline.");
  return new Blob([withRun(player, run)], { type: "text/html" });
}
