// SPDX-License-Identifier: Apache-2.0
// The offline page: frames, transport and graphs of the run that the file carries, and what it says about the model.
import { signal } from "@preact/signals";
import { Cell, MaximiseButton, Splitter, borders, shape, shares } from "./layout";
import { Equations } from "./panes/Equations";
import { Equilibria } from "./panes/Equilibria";
import { FramePane } from "./panes/Frame";
import { Graphs } from "./panes/Graphs";
import { Leaf } from "./panes/Leaf";
import { TabList } from "./panes/TabList";
import { Transport } from "./panes/Transport";
import { equations, equilibria, model } from "./model/store";
import "./panes/Tabs.css";
import "./Player.css";

function Frames() {
  return (
    <div class="frames">
      <Cell name="A">
        <FramePane which="A" editable={false} />
      </Cell>
      <Cell name="B">
        <FramePane which="B" editable={false} />
      </Cell>
    </div>
  );
}

const views = [
  { key: "graphs", words: "Graphs", pane: () => <Graphs editable={false} />, has: () => true },
  { key: "leaf", words: "Phase space", pane: Leaf, has: () => true },
  { key: "equations", words: "Equations", pane: Equations, has: () => equations.value !== null },
  { key: "equilibria", words: "Equilibria", pane: Equilibria, has: () => equilibria.value !== null },
] as const;
const view = signal<(typeof views)[number]["key"]>("graphs");

/** One view at a time: of those that the file carries. */
function Views() {
  const shown = views.find(({ key }) => key === view.value)!;
  return (
    <section class="pane tabs" aria-label="Views">
      <header class="tabs-head">
        <TabList
          entries={views.filter(({ has }) => has())}
          shown={view}
          name="Views"
          prefix="view"
          panel="tabpanel"
          class="tablist"
        />
        <MaximiseButton pane="tabs" words="the views" />
      </header>
      <div role="tabpanel" id="tabpanel" aria-labelledby={`view-${shown.key}`} class="tabpanel">
        <shown.pane />
      </div>
    </section>
  );
}

export function Player() {
  const upright = shape.value === "upright";
  const columns = upright ? {} : { gridTemplateColumns: shares(borders.value.columns) };
  return (
    <div class="page player">
      <header>
        <h1>{model.value!.name}</h1>
        <p>{model.value!.description}</p>
      </header>
      <main class="panes" style={columns}>
        <Cell name="inertial">
          <FramePane which="inertial" editable={false} />
        </Cell>
        {!upright && <Splitter border="columns" upright words="Width of the inertial frame" />}
        <div class="player-side">
          <Frames />
          <Cell name="tabs">
            <Views />
          </Cell>
        </div>
      </main>
      <Transport editable={false} />
    </div>
  );
}
