// SPDX-License-Identifier: Apache-2.0
// A run as one HTML file that plays it offline: the player's page with the run put in.
import { chunkBytes } from "../link/chunk";
import { ask } from "../link/server";
import type { CarriedViews } from "./carried";
import { base64 } from "./share";
import type { RunData } from "../link/run";

const noViews: CarriedViews = { equations: null, equilibria: null, portrait: null };

/** The page with the run in it; "<" is escaped, so no text of a model can end the script. */
export function withRun(player: string, run: RunData, views: CarriedViews = noViews): string {
  const carried = { model: run.model, done: run.done, ...views, rows: base64(chunkBytes(run)) };
  const json = JSON.stringify(carried).replaceAll("<", "\\u003c");
  return player.replace("__RUN__", () => json);
}

/** What the server says about the model; where it says no, nothing. */
async function viewsOf(text: string): Promise<CarriedViews> {
  const [equations, equilibria, portrait] = await Promise.all([
    ask({ type: "equations", text }, "equations"),
    ask({ type: "equilibria", text }, "equilibria"),
    ask({ type: "portrait", text }, "portrait"),
  ]);
  return {
    equations: equations.type === "equations" ? equations : null,
    equilibria: equilibria.type === "equilibria" ? equilibria : null,
    portrait: portrait.type === "portrait" ? portrait : null,
  };
}

export async function offlinePage(run: RunData): Promise<Blob> {
  const answer = await fetch(run.model.space ? "/space-player.html" : "/player.html");
  const player = answer.ok ? await answer.text() : "";
  if (!player.includes("__RUN__")) throw new Error("The server has no page that plays a run offline.");
  return new Blob([withRun(player, run, await viewsOf(run.model.text))], { type: "text/html" });
}
