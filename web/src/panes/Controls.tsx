// SPDX-License-Identifier: Apache-2.0
// What can be set: the system's numbers, torque laws, the start, the run, the display.
import { roomy } from "../layout";
import { settings } from "../overlay";
import { Compare } from "./Compare";
import "./Controls.css";
import { DisplaySettings } from "./DisplaySettings";
import { Laws } from "./Laws";
import { Parameters } from "./Parameters";
import { PaneHelp } from "./PaneHelp";
import { RunSettings } from "./RunSettings";
import { Start } from "./Start";
import { TabList } from "./TabList";

const parts = [
  { key: "system", words: "System", pane: Parameters },
  { key: "torque", words: "Torque", pane: Laws },
  { key: "start", words: "Start", pane: Start },
  { key: "run", words: "Run", pane: RunSettings },
  { key: "display", words: "Display", pane: DisplaySettings },
  { key: "compare", words: "Compare", pane: Compare },
] as const;

/** Folded, there are the tabs alone: each unfolds its part. */
export function Controls({ folded = false }: { folded?: boolean }) {
  const shown = parts.find((entry) => entry.key === settings.value)!;
  return (
    <section class={folded ? "pane controls folded" : "pane controls"} aria-label="Settings">
      <div class="head">
        <TabList
          entries={parts}
          shown={settings}
          name="Settings"
          prefix="settings"
          panel="settings-panel"
          class="strip"
          chosen={() => (roomy.value = false)}
        />
        <PaneHelp pane="settings" />
      </div>
      <div
        role="tabpanel"
        id="settings-panel"
        aria-labelledby={`settings-${shown.key}`}
        class="scroll"
        tabIndex={0}
        hidden={folded}
      >
        {!folded && <shown.pane />}
      </div>
    </section>
  );
}
