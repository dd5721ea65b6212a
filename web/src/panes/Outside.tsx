// SPDX-License-Identifier: Apache-2.0
// The torque on a body from outside: a number or a formula in t, angles and velocities.
import { useSignal } from "@preact/signals";
import { enter, placed } from "../editing/edits";
import { pushBody } from "../editing/push";
import { withoutForce } from "../model/parts";
import { commitText, model, text } from "../model/store";
import { Tex } from "./math";
import { Push } from "./Push";
import { TextField } from "./TextField";

/** Pulls and other forces that act from outside, each to be taken away. */
function Forces() {
  const current = model.value;
  if (!current || current.forces.length === 0) return null;
  return (
    <ul class="forces" aria-label="Forces from outside">
      {current.forces.map(({ name, body, value }) => {
        const [, from, until] = /^pulse\(t, ([^,]+), ([^)]+)\)/.exec(value[0]) ?? [];
        const when = from ? `, ${Number(from).toFixed(2)} to ${Number(until).toFixed(2)} s` : "";
        return (
          <li key={name}>
            <span>
              {name} on {current.bodies[body]!.label || current.bodies[body]!.name}
              {when}
            </span>
            <button
              class="quiet-button"
              aria-label={`Take away ${name}`}
              onClick={() => void commitText(withoutForce(text.peek(), name))}
            >
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function Outside() {
  const chosen = useSignal("");
  const current = model.value;
  if (!current || current.space || current.numbers.some(({ path }) => path.startsWith("chain."))) return null;
  const acted = current.bodies.find((entry) => entry.torque !== "");
  const body = current.bodies.find((entry) => entry.name === chosen.value) ?? acted ?? current.bodies[0]!;
  return (
    <div class="rows laws">
      <div class="choose">
        <label for="outside-body">Applied torque on</label>
        <select id="outside-body" value={body.name} onChange={(event) => (chosen.value = event.currentTarget.value)}>
          {current.bodies.map((entry) => (
            <option key={entry.name} value={entry.name}>
              {entry.label || entry.name}
              {entry.torque === "" ? " (free)" : ""}
            </option>
          ))}
        </select>
        {body.torque_latex && <Tex latex={body.torque_latex} />}
      </div>
      <TextField
        key={body.name}
        class="formula"
        id={`outside-${body.name}`}
        words="applied torque"
        text={body.torque}
        take={async (typed) =>
          placed(await enter([{ kind: "set", path: `body.${body.name}.torque`, value: typed || "0" }]), typed)
        }
      />
      <Push name={body.name} act={(torque, seconds) => pushBody(body, torque, seconds)} />
      <p class="hint">
        In <Tex latex="t" />, phi_JOINT, rate_JOINT, theta_BODY, omega_BODY; positive turns the body counter-clockwise.
        The total momentum then changes by what acts.
      </p>
      <Forces />
    </div>
  );
}
