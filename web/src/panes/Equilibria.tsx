// SPDX-License-Identifier: Apache-2.0
// The relative equilibria in two views: as a gallery, and as branches over a number of the model.
import { signal } from "@preact/signals";
import { offline, useFresh } from "../model/fresh";
import { askEquilibria, equilibria, model } from "../model/store";
import { equilibriaAbout } from "../charts/studies";
import { Branches } from "./Branches";
import { Gallery } from "./Gallery";
import "./Equilibria.css";

const view = signal<"gallery" | "branches">("gallery");

const allViews = [
  ["gallery", "Gallery"],
  ["branches", "Branches"],
] as const;
function Views() {
  if (offline.value) return null;
  return (
    <div class="equilibria-views" role="group" aria-label="View of the equilibria">
      {allViews.map(([key, words]) => (
        <button key={key} aria-pressed={view.value === key} onClick={() => (view.value = key)}>
          {words}
        </button>
      ))}
    </div>
  );
}

export function Equilibria() {
  const state = useFresh(askEquilibria, equilibria, equilibriaAbout);
  return (
    <section class="pane equilibria" aria-label="Equilibria" data-state={state.value}>
      {view.value === "branches" && model.value ? (
        <Branches fresh={state.value === "fresh"} views={<Views />} />
      ) : (
        <Gallery state={state.value} views={<Views />} />
      )}
    </section>
  );
}
