// SPDX-License-Identifier: Apache-2.0
// How the motion is drawn and played.
import type { Signal } from "@preact/signals";
import { shownSpeed } from "../model/format";
import { short } from "../model/numbers";
import { fromNow, loop, model, revision, run } from "../model/store";
import { type Theme, theme } from "../theme";
import type { NameChoice } from "../motion/names";
import { type TraceChoice, automatic } from "../motion/traces";
import { largestLoads } from "../motion/loads";
import { hasLoops } from "../motion/poses";
import { arrows, axesShown, loadsShown, nameChoice, solidKind, traceChoice, traceShare } from "../motion/view";

function Toggle({ setting, words }: { setting: Signal<boolean>; words: string }) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={setting.value}
        onChange={(event) => (setting.value = event.currentTarget.checked)}
      />{" "}
      {words}
    </label>
  );
}

const traced: Record<Exclude<TraceChoice, "auto">, string> = {
  all: "joints and mass centres",
  joints: "joints",
  centres: "mass centres",
  points: "marked points",
  none: "nothing",
};
const namings: Record<NameChoice, string> = {
  auto: "auto: up to ten of a kind",
  all: "all",
  none: "only what is pointed at",
};
const shares = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
const themes: Record<Theme, string> = { system: "as the system", light: "light", dark: "dark" };

/** What the longest arrows are. */
function LoadWords() {
  revision.value;
  const [current, shown] = [model.value, run.value];
  if (!current || !shown || shown.rows < 3) return null;
  const { torque, force } = largestLoads(shown);
  return (
    <p class="hint">
      The longest of this run: {short(torque, 3)} N m, {short(force, 3)} N.
      {hasLoops(current) && " Joints of loops have no arrows of forces."}
    </p>
  );
}

export function DisplaySettings() {
  return (
    <div class="rows settings">
      <div class="setting">
        <label for="display-traces">Traces of</label>
        <select
          id="display-traces"
          value={traceChoice.value}
          onChange={(event) => (traceChoice.value = event.currentTarget.value as TraceChoice)}
        >
          <option value="auto">{model.value ? `auto: ${traced[automatic(model.value)]}` : "auto"}</option>
          {Object.entries(traced).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div class="setting">
        <label for="display-length">Their length</label>
        <select
          id="display-length"
          value={traceShare.value}
          onChange={(event) => (traceShare.value = Number(event.currentTarget.value))}
        >
          {shares.map((share) => (
            <option key={share} value={share}>
              {share === 1 ? "the whole run" : `${shownSpeed(share)} of the run`}
            </option>
          ))}
        </select>
      </div>
      <div class="setting">
        <label for="display-names">Names</label>
        <select
          id="display-names"
          value={nameChoice.value}
          onChange={(event) => (nameChoice.value = event.currentTarget.value as NameChoice)}
        >
          {Object.entries(namings).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {model.value?.space && (
        <div class="setting">
          <label for="display-solids">Bodies as</label>
          <select
            id="display-solids"
            value={solidKind.value}
            onChange={(event) => (solidKind.value = event.currentTarget.value as "ellipsoid" | "box")}
          >
            <option value="ellipsoid">ellipsoids of their inertia</option>
            <option value="box">boxes of their inertia</option>
          </select>
        </div>
      )}
      <fieldset>
        <legend>Motion</legend>
        {model.value?.space ? (
          <Toggle setting={axesShown} words="axes of bodies" />
        ) : (
          <>
            <Toggle setting={arrows} words="velocities as arrows" />
            <Toggle setting={loadsShown} words="torques and forces of joints as arrows" />
            {loadsShown.value && <LoadWords />}
          </>
        )}
        <Toggle setting={loop} words="loop" />
        <Toggle setting={fromNow} words="edits continue from here instead of restarting the run" />
      </fieldset>
      <fieldset>
        <legend>Colours</legend>
        {Object.entries(themes).map(([value, words]) => (
          <label key={value} class="toggle">
            <input
              type="radio"
              name="theme"
              checked={theme.value === value}
              onChange={() => (theme.value = value as Theme)}
            />{" "}
            {words}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
