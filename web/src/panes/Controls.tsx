// SPDX-License-Identifier: Apache-2.0
// What can be set: the system's numbers, torque laws, the start, the run, the display.
import { settings } from "../overlay";
import "./Controls.css";
import { DisplaySettings } from "./DisplaySettings";
import { Laws } from "./Laws";
import { Parameters } from "./Parameters";
import { PaneHelp } from "./PaneHelp";
import { RunSettings } from "./RunSettings";
import { Start } from "./Start";

const parts = [
  { key: "system", words: "System", pane: Parameters },
  { key: "torque", words: "Torque", pane: Laws },
  { key: "start", words: "Start", pane: Start },
  { key: "run", words: "Run", pane: RunSettings },
  { key: "display", words: "Display", pane: DisplaySettings },
] as const;

export function Controls() {
  const shown = parts.find((entry) => entry.key === settings.value)!;
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? parts.length - 1 : 0;
    if (step === 0) return;
    event.stopPropagation();
    settings.value = parts[(parts.indexOf(shown) + step) % parts.length]!.key;
    document.getElementById(`settings-${settings.value}`)?.focus();
  };
  return (
    <section class="pane controls" aria-label="Settings">
      <div class="head">
        <div role="tablist" aria-label="Settings" class="strip" onKeyDown={move}>
          {parts.map((entry) => (
            <button
              key={entry.key}
              id={`settings-${entry.key}`}
              role="tab"
              aria-selected={entry === shown}
              aria-controls="settings-panel"
              tabIndex={entry === shown ? 0 : -1}
              onClick={() => (settings.value = entry.key)}
            >
              {entry.words}
            </button>
          ))}
        </div>
        <PaneHelp pane="settings" />
      </div>
      <div role="tabpanel" id="settings-panel" aria-labelledby={`settings-${shown.key}`} class="scroll" tabIndex={0}>
        <shown.pane />
      </div>
    </section>
  );
}
