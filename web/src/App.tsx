// SPDX-License-Identifier: Apache-2.0
// The page: a bar, the frames with the transport under them, graphs, tabs and settings beside them, messages below. On a
// narrow page the inertial frame and the transport, and one of the others at a time.
import { Cell, Splitter, borders, maximised, narrow, page, shares } from "./layout";
import { Controls } from "./panes/Controls";
import { FramePane } from "./panes/Frame";
import { Graphs } from "./panes/Graphs";
import { Messages } from "./panes/Messages";
import { Tabs } from "./panes/Tabs";
import { TopBar } from "./panes/TopBar";
import { Transport } from "./panes/Transport";
import { tab } from "./store";

function WidePanes() {
  const { columns, rows, frames, graphs, tabs } = borders.value;
  return (
    <main class={maximised.value ? "panes one-large" : "panes"} style={{ gridTemplateColumns: shares(columns) }}>
      <div class="motion">
        <div class="views" style={{ gridTemplateRows: shares(rows) }}>
          <Cell name="inertial">
            <FramePane which="inertial" />
          </Cell>
          <Splitter of="rows" upright={false} words="Height of the inertial frame" />
          <div class="frames" style={{ gridTemplateColumns: shares(frames) }}>
            <Cell name="A">
              <FramePane which="A" />
            </Cell>
            <Splitter of="frames" upright words="Width of frame A" />
            <Cell name="B">
              <FramePane which="B" />
            </Cell>
          </div>
        </div>
        <Transport />
      </div>
      <Splitter of="columns" upright words="Width of the frames" />
      <div class="side" style={{ gridTemplateRows: shares(graphs) }}>
        <Cell name="graphs">
          <Graphs />
        </Cell>
        <Splitter of="graphs" upright={false} words="Height of the graphs" />
        <div class="below" style={{ gridTemplateRows: shares(tabs) }}>
          <Cell name="tabs">
            <Tabs />
          </Cell>
          <Splitter of="tabs" upright={false} words="Height of the views" />
          <Cell name="settings">
            <Controls />
          </Cell>
        </div>
      </div>
    </main>
  );
}

const pages = [
  { key: "frames", words: "Frames" },
  { key: "graphs", words: "Graphs" },
  { key: "leaf", words: "Phase" },
  { key: "equations", words: "Equations" },
  { key: "equilibria", words: "Equilibria" },
  { key: "source", words: "Model" },
  { key: "settings", words: "Settings" },
] as const;

function NarrowPage({ of }: { of: string }) {
  if (of === "graphs") return <Graphs />;
  if (of === "settings") return <Controls />;
  if (of !== "frames") return <Tabs />;
  return (
    <div class="frames">
      <FramePane which="A" />
      <FramePane which="B" />
    </div>
  );
}

function NarrowPanes() {
  const shown = pages.find(({ key }) => key === page.value) ?? pages[1];
  const show = (key: (typeof pages)[number]["key"]): void => {
    page.value = key;
    if (key !== "frames" && key !== "graphs" && key !== "settings") tab.value = key;
  };
  const keyed = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? pages.length - 1 : 0;
    if (by === 0) return;
    event.stopPropagation();
    const next = pages[(pages.indexOf(shown) + by) % pages.length]!;
    show(next.key);
    document.getElementById(`page-${next.key}`)?.focus();
  };
  return (
    <>
      <main class="panes narrow">
        <Cell name="inertial">
          <FramePane which="inertial" />
        </Cell>
        <Transport />
        <div class="cell" id="page-shown" role="tabpanel" aria-labelledby={`page-${shown.key}`}>
          <NarrowPage of={shown.key} />
        </div>
      </main>
      <nav class="pages" aria-label="Panes">
        <div role="tablist" aria-label="Panes" onKeyDown={keyed}>
          {pages.map(({ key, words }) => (
            <button
              key={key}
              id={`page-${key}`}
              role="tab"
              aria-selected={key === shown.key}
              aria-controls="page-shown"
              tabIndex={key === shown.key ? 0 : -1}
              onClick={() => show(key)}
            >
              {words}
            </button>
          ))}
        </div>
      </nav>
    </>
  );
}

export function App() {
  return (
    <div class="page">
      <TopBar />
      {narrow.value ? <NarrowPanes /> : <WidePanes />}
      <Messages />
    </div>
  );
}
