// SPDX-License-Identifier: Apache-2.0
// A run as one HTML file that plays it offline: the player's page with the run put in.
import { chunkBytes } from "../link/chunk";
import { base64 } from "./share";
import type { RunData } from "../link/run";

/** The page with the run in it; "<" is escaped, so no text of a model can end the script. */
export function withRun(player: string, run: RunData): string {
  const json = JSON.stringify({ model: run.model, done: run.done, rows: base64(chunkBytes(run)) }).replaceAll(
    "<",
    "\\u003c",
  );
  return player.replace("__RUN__", () => json);
}

export async function offlinePage(run: RunData): Promise<Blob> {
  const answer = await fetch(run.model.space ? "/space-player.html" : "/player.html");
  const player = answer.ok ? await answer.text() : "";
  if (!player.includes("__RUN__")) throw new Error("The server has no page that plays a run offline.");
  return new Blob([withRun(player, run)], { type: "text/html" });
}
