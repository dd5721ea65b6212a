// SPDX-License-Identifier: Apache-2.0
// What the frames show: traces, their length, velocities.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { shownSpeed } from "../format";
import type { TraceChoice } from "../traces";
import { arrows, traceChoice, traceShare } from "../view";

const choices: { value: TraceChoice; words: string }[] = [
  { value: "all", words: "joints and mass centres" },
  { value: "joints", words: "joints" },
  { value: "centres", words: "mass centres" },
  { value: "none", words: "nothing" },
];

export function Display() {
  const open = useSignal(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const outside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) open.value = false;
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);
  const keyed = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    open.value = false;
    root.current?.querySelector("button")?.focus();
  };
  return (
    <div class="display" ref={root} onKeyDown={keyed}>
      <button class="quiet-button" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
        Display
      </button>
      {open.value && (
        <div class="menu" role="group" aria-label="Display">
          <label>
            <span>Trace</span>
            <select value={traceChoice.value} onChange={(event) => (traceChoice.value = event.currentTarget.value as TraceChoice)}>
              {choices.map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>Length</span>
            <select value={traceShare.value} onChange={(event) => (traceShare.value = Number(event.currentTarget.value))}>
              {[1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1].map((share) => (
                <option key={share} value={share}>
                  {share === 1 ? "the whole run" : `${shownSpeed(share)} of the run`}
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input type="checkbox" checked={arrows.value} onChange={(event) => (arrows.value = event.currentTarget.checked)} />
            <span>Velocities of the mass centres</span>
          </label>
        </div>
      )}
    </div>
  );
}
