// SPDX-License-Identifier: Apache-2.0
// The page: a bar, the frames with the transport under them, graphs, tabs and settings beside them, messages below. On a
// small page the inertial frame and the transport, and one of the others at a time.
import { Cell, Splitter, borders, maximised, page, roomy, shape, shares, small } from "./layout";
import { useLayoutEffect } from "preact/hooks";
import { Controls } from "./panes/Controls";
import { FramePane } from "./panes/Frame";
import { Graphs } from "./panes/Graphs";
import { Messages } from "./panes/Messages";
import { Tabs } from "./panes/Tabs";
import { TopBar } from "./panes/TopBar";
import { Transport } from "./panes/Transport";
import { tab } from "./model/store";

function WidePanes() {
  const { columns, rows, frames, graphs, tabs, views } = borders.value;
  const large = roomy.value;
  return (
    <main class={maximised.value ? "panes one-large" : "panes"} style={{ gridTemplateColumns: shares(columns) }}>
      <div class="motion">
        <div class="views" style={{ gridTemplateRows: shares(rows) }}>
          <Cell name="inertial">
            <FramePane which="inertial" />
          </Cell>
          <Splitter border="rows" upright={false} words="Height of the inertial frame" />
          <div class="frames" style={{ gridTemplateColumns: shares(frames) }}>
            <Cell name="A">
              <FramePane which="A" />
            </Cell>
            <Splitter border="frames" upright words="Width of frame A" />
            <Cell name="B">
              <FramePane which="B" />
            </Cell>
          </div>
        </div>
        <Transport />
      </div>
      <Splitter border="columns" upright words="Width of the frames" />
      <div class="side" style={{ gridTemplateRows: shares(large ? views : graphs) }}>
        <Cell name="graphs">
          <Graphs />
        </Cell>
        <Splitter border={large ? "views" : "graphs"} upright={false} words="Height of the graphs" />
        <div class="below" style={{ gridTemplateRows: large ? "minmax(0, 1fr) 1px auto" : shares(tabs) }}>
          <Cell name="tabs">
            <Tabs />
          </Cell>
          {large ? <div class="rule" /> : <Splitter border="tabs" upright={false} words="Height of the views" />}
          <Cell name="settings">
            <Controls folded={large} />
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
  { key: "orbits", words: "Orbits" },
  { key: "chaos", words: "Chaos" },
  { key: "source", words: "Model" },
  { key: "settings", words: "Settings" },
] as const;

function SmallPage({ pane }: { pane: string }) {
  if (pane === "graphs") return <Graphs />;
  if (pane === "settings") return <Controls />;
  if (pane !== "frames") return <Tabs />;
  return (
    <div class="frames">
      <FramePane which="A" />
      <FramePane which="B" />
    </div>
  );
}

function SmallPanes() {
  const shown = pages.find(({ key }) => key === page.value) ?? pages[1];
  const { key: now } = shown;
  useLayoutEffect(() => {
    if (now !== "frames" && now !== "graphs" && now !== "settings") tab.value = now;
  }, [now]);
  const keyed = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = pages[(pages.indexOf(shown) + by + pages.length) % pages.length]!;
    page.value = next.key;
    document.getElementById(`page-${next.key}`)?.focus();
  };
  return (
    <>
      <main class="panes small">
        <Cell name="inertial">
          <FramePane which="inertial" />
        </Cell>
        <Transport />
        <div class="cell" id="page-shown" role="tabpanel" aria-labelledby={`page-${shown.key}`}>
          <SmallPage pane={shown.key} />
        </div>
      </main>
      <nav class="pages" aria-label="Panes">
        <div
          role="tablist"
          aria-label="Panes"
          aria-orientation={shape.value === "low" ? "vertical" : "horizontal"}
          onKeyDown={keyed}
        >
          {pages.map(({ key, words }) => (
            <button
              key={key}
              id={`page-${key}`}
              role="tab"
              aria-selected={key === shown.key}
              aria-controls="page-shown"
              tabIndex={key === shown.key ? 0 : -1}
              onClick={() => (page.value = key)}
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
      {small.value ? <SmallPanes /> : <WidePanes />}
      <Messages />
    </div>
  );
}
