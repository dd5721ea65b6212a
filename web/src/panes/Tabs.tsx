// SPDX-License-Identifier: Apache-2.0
// Leaf, equations, equilibria and model text, one at a time. On a small page its own row of tabs has them.
import { MaximiseButton, small } from "../layout";
import { tab } from "../model/store";
import { Equations } from "./Equations";
import { Equilibria } from "./Equilibria";
import { Leaf } from "./Leaf";
import { PaneHelp } from "./PaneHelp";
import { Source } from "./Source";
import "./Tabs.css";

const tabs = [
  { key: "leaf", words: "Phase space", pane: Leaf },
  { key: "equations", words: "Equations", pane: Equations },
  { key: "equilibria", words: "Equilibria", pane: Equilibria },
  { key: "source", words: "Model", pane: Source },
] as const;

export function Tabs() {
  const shown = tabs.find((entry) => entry.key === tab.value)!;
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? tabs.length - 1 : 0;
    if (step === 0) return;
    event.stopPropagation();
    tab.value = tabs[(tabs.indexOf(shown) + step) % tabs.length]!.key;
    document.getElementById(`tab-${tab.value}`)?.focus();
  };
  if (small.value)
    return (
      <div class="tabpanel">
        <shown.pane />
      </div>
    );
  return (
    <section class="pane tabs" aria-label="Views">
      <header class="tabs-head">
        <div role="tablist" class="tablist" aria-label="Views" onKeyDown={move}>
          {tabs.map((entry) => (
            <button
              key={entry.key}
              id={`tab-${entry.key}`}
              role="tab"
              aria-selected={entry === shown}
              aria-controls="tabpanel"
              tabIndex={entry === shown ? 0 : -1}
              onClick={() => (tab.value = entry.key)}
            >
              {entry.words}
            </button>
          ))}
        </div>
        <PaneHelp pane={shown.key} />
        <MaximiseButton pane="tabs" words="the views" />
      </header>
      <div role="tabpanel" id="tabpanel" aria-labelledby={`tab-${shown.key}`} class="tabpanel">
        <shown.pane />
      </div>
    </section>
  );
}
