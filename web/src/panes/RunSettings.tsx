// SPDX-License-Identifier: Apache-2.0
// How long to run, how often to write a row, by which method.
import { useState } from "preact/hooks";
import { enter, placed } from "../editing/edits";
import { duration, short } from "../model/numbers";
import type { Problem, RunEdit } from "../link/protocol";
import { ended, model, run, welcome } from "../model/store";
import { hasLoops } from "../motion/poses";
import { TextField } from "./TextField";
import { Trouble } from "./Trouble";

const edit = (change: RunEdit): Promise<Problem[]> => enter([{ kind: "run", ...change }]);

function Field(props: { id: string; words: string; unit: string; value: number; change: (typed: string) => RunEdit }) {
  const { value, change, ...rest } = props;
  const take = async (typed: string): Promise<Problem[]> => placed(await edit(change(typed)), typed);
  return <TextField class="setting" text={String(value)} take={take} {...rest} />;
}

export function RunSettings() {
  ended.value;
  const current = model.value;
  const methods = current?.space?.methods ?? welcome.value?.methods ?? [];
  const [found, setFound] = useState<Problem[]>([]);
  if (!current) return <p class="empty">Length, method and step of the run appear here.</p>;
  const settings = current.run;
  const method = methods.find((entry) => entry.name === settings.method);
  const byTolerance = settings.tolerance > 0 || (method?.adaptive ?? false);
  const done = run.value?.done;
  const choose = async (name: string): Promise<void> => {
    const next = methods.find((entry) => entry.name === name);
    const turn: RunEdit =
      next?.adaptive && !byTolerance
        ? { step: "", tolerance: "1e-10" }
        : !next?.adaptive && byTolerance
          ? { tolerance: "", step: "0.01" }
          : {};
    setFound(await edit({ method: name, ...turn }));
  };
  return (
    <div class="rows settings">
      <Field id="run-until" words="Run until" unit="s" value={settings.until} change={(until) => ({ until })} />
      <Field id="run-every" words="One row every" unit="s" value={settings.every} change={(every) => ({ every })} />
      <div class="setting">
        <label for="run-method">Method</label>
        <select id="run-method" value={settings.method} onChange={(event) => void choose(event.currentTarget.value)}>
          {!method && <option value={settings.method}>{settings.method}</option>}
          {methods.map((entry) => (
            <option key={entry.name} value={entry.name}>
              {entry.name}
            </option>
          ))}
        </select>
        <Trouble id="run-method-trouble" found={found} typed="" />
      </div>
      {byTolerance ? (
        <Field
          id="run-tolerance"
          words="Tolerance"
          unit=""
          value={settings.tolerance || 1e-10}
          change={(tolerance) => ({ tolerance, step: "" })}
        />
      ) : (
        <Field id="run-step" words="Step" unit="s" value={settings.step} change={(step) => ({ step, tolerance: "" })} />
      )}
      {hasLoops(current) && (
        <div class="setting">
          <label for="run-singular">Bars in line</label>
          <select
            id="run-singular"
            value={settings.singular || "stop"}
            onChange={(event) => void edit({ singular: event.currentTarget.value }).then(setFound)}
          >
            <option value="stop">stop there</option>
            <option value="straight">go straight on</option>
          </select>
          <p class="hint">Where loops can go on in more than one way motion is not determined.</p>
        </div>
      )}
      {method && <p class="hint">{method.description}</p>}
      {done?.status === "singular" && <p class="hint">{`It ended early: ${done.error}.`}</p>}
      {done && (
        <p class="hint">
          {done.steps} steps of {done.method} by the {done.engine} engine, {duration(done.wall_seconds)}
          {done.step > 0 ? `, step ${short(done.step)} s` : ""}.
        </p>
      )}
    </div>
  );
}
