// SPDX-License-Identifier: Apache-2.0
// Runs that are kept beside the present one: shown or not, named, taken up again, taken away; curves as differences from one of
// them; a second time, to which every readout is compared.
import { chooseTable, openText } from "../export/files";
import type { RunData } from "../link/run";
import { type Beside, beside, changeBeside, difference, dropBeside, isAlike } from "../model/beside";
import { shownNumber } from "../model/format";
import { cursor, ended, keepRun, marker, model, run } from "../model/store";
import { runColour } from "../motion/colours";
import { dark } from "../theme";
import "./Compare.css";
import { pointing } from "../touch";
import { PlainInput } from "./PlainInput";

const facts = (data: RunData | null, recorded: boolean): string => {
  if (!data) return "being computed";
  if (!isAlike(data.model, model.value)) return `of ${data.model.name}`;
  const { method, until } = data.model.run;
  return recorded ? `${data.rows} rows, to ${shownNumber(until)} s` : `${method}, to ${shownNumber(until)} s`;
};

function Row({ entry: { key, name, place, shown, run: data, recorded, text } }: { entry: Beside }) {
  return (
    <li>
      <input
        type="checkbox"
        checked={shown}
        aria-label={`Show ${name}`}
        title="Show"
        onChange={(event) => changeBeside(key, { shown: event.currentTarget.checked })}
      />
      <svg viewBox="0 0 20 8" aria-hidden="true">
        <path d="M0 4H20" style={{ stroke: runColour(place, dark.value) }} />
      </svg>
      <PlainInput
        value={name}
        name={`Name of ${name}`}
        most={60}
        take={(typed) => changeBeside(key, { name: typed || name })}
      />
      <span class="fact">{facts(data, recorded)}</span>
      {!recorded && (
        <button class="plain" title="Open the model as this run had it" onClick={() => void openText(text, name)}>
          open
        </button>
      )}
      <button class="plain" aria-label={`Take away ${name}`} title="Take away" onClick={() => dropBeside(key)}>
        ×
      </button>
    </li>
  );
}

function Differences() {
  const those = beside.value.filter((one) => one.run && isAlike(one.run.model, model.value));
  if (those.length === 0) return null;
  return (
    <div class="setting">
      <label for="compare-difference">Curves show</label>
      <select
        id="compare-difference"
        value={difference.value ?? ""}
        onChange={(event) => (difference.value = event.currentTarget.value ? Number(event.currentTarget.value) : null)}
      >
        <option value="">values</option>
        {those.map(({ key, name }) => (
          <option key={key} value={key}>
            the difference from {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Marker() {
  return (
    <div class="setting">
      <span>Second time</span>
      <span class="marker-setting">
        {marker.value === null ? (
          <button class="plain" onClick={() => (marker.value = cursor.peek())}>
            mark now
          </button>
        ) : (
          <>
            {shownNumber(marker.value)} s
            <button class="plain" onClick={() => (marker.value = null)}>
              remove
            </button>
          </>
        )}
      </span>
    </div>
  );
}

export function Compare() {
  ended.value;
  const canKeep = run.value?.done && !beside.value.some((one) => one.run === run.value);
  return (
    <div class="rows settings compare">
      <p class="compare-acts">
        <button disabled={!canKeep} onClick={keepRun}>
          Keep this run
        </button>
        <button disabled={!model.value} onClick={chooseTable}>
          Open a table…
        </button>
      </p>
      {beside.value.length === 0 ? (
        <p class="hint">
          A run that is kept (K) stays in frames, graphs and phase space while you change the model. A table is one that
          was saved as CSV or HDF5.
        </p>
      ) : (
        <ul class="kept-runs" aria-label="Kept runs">
          {beside.value.map((entry) => (
            <Row key={entry.key} entry={entry} />
          ))}
        </ul>
      )}
      <Differences />
      <Marker />
      <p class="hint">
        {pointing("Shift-click in a graph marks a second time; readouts then show the difference to it.")}
      </p>
    </div>
  );
}
