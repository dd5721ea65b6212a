// SPDX-License-Identifier: Apache-2.0
// What is drawn beside the present run: the one before the last change, and those that were kept; each can be taken away.
import type { RunData } from "../link/run";
import { beside, dropBeside, isAlike } from "../model/beside";
import { ghost, model } from "../model/store";
import { runColour } from "../motion/colours";
import { dark } from "../theme";
import "./Legend.css";

interface Entry {
  key: number; // 0: the ghost
  words: string;
  colour: string;
  dashed: boolean;
  remove: () => void;
}
function entries(): Entry[] {
  const shown = (run: RunData | null): boolean => run !== null && isAlike(run.model, model.value);
  return [
    ...(shown(ghost.value)
      ? [
          {
            key: 0,
            words: "before the last change",
            colour: "var(--faint)",
            dashed: false,
            remove: () => void (ghost.value = null),
          },
        ]
      : []),
    ...beside.value
      .filter((one) => one.shown && shown(one.run))
      .map(({ key, name, place }) => ({
        key,
        words: name,
        colour: runColour(place, dark.value),
        dashed: true,
        remove: () => dropBeside(key),
      })),
  ];
}

export function Legend() {
  const all = entries();
  if (all.length === 0) return null;
  return (
    <ul class="run-legend" aria-label="Other runs in the picture">
      {all.map(({ key, words, colour, dashed, remove }) => (
        <li key={key}>
          <svg viewBox="0 0 20 8" aria-hidden="true">
            <path d="M0 4H20" style={{ stroke: colour }} stroke-dasharray={dashed ? "5 3" : undefined} />
          </svg>
          <span>{words}</span>
          <button aria-label={`Take away ${words}`} title={`Take away ${words}`} onClick={remove}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
