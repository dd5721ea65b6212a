// SPDX-License-Identifier: Apache-2.0
// Leaf, equations, equilibria, periodic motions, chaos and model text, one at a time. On a small page its own row of tabs has them.
import { MaximiseButton, RoomButton, roomy, small } from "../layout";
import { tab } from "../model/store";
import { Equations } from "./Equations";
import { later } from "./later";
import { Leaf } from "./Leaf";
import { PaneHelp } from "./PaneHelp";
import { Source } from "./Source";
import { TabList } from "./TabList";
import "./Tabs.css";

const Equilibria = later(async () => (await import("./studies")).Equilibria);
const Orbits = later(async () => (await import("./studies")).Orbits);
const Chaos = later(async () => (await import("./studies")).Chaos);

const tabs = [
  { key: "leaf", words: "Phase", more: "space", pane: Leaf },
  { key: "equations", words: "Equations", pane: Equations },
  { key: "equilibria", words: "Equilibria", pane: Equilibria },
  { key: "orbits", words: "Orbits", pane: Orbits },
  { key: "chaos", words: "Chaos", pane: Chaos },
  { key: "source", words: "Model", pane: Source },
] as const;

export function Tabs() {
  const shown = tabs.find((entry) => entry.key === tab.value)!;
  if (small.value)
    return (
      <div class="tabpanel">
        <shown.pane />
      </div>
    );
  return (
    <section class="pane tabs" aria-label="Views">
      <header class="tabs-head">
        <TabList
          entries={tabs}
          shown={tab}
          name="Views"
          prefix="tab"
          panel="tabpanel"
          class="tablist"
          chosen={() => (roomy.value = true)}
        />
        <PaneHelp pane={shown.key} />
        <RoomButton />
        <MaximiseButton pane="tabs" words="the views" />
      </header>
      <div role="tabpanel" id="tabpanel" aria-labelledby={`tab-${shown.key}`} class="tabpanel">
        <shown.pane />
      </div>
    </section>
  );
}
