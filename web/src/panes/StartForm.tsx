// SPDX-License-Identifier: Apache-2.0
// The form in which the start is given, and the numbers that a form has of its own: rates, directions, momenta of bodies, or
// the angles and angular velocities of bodies.
import { useState } from "preact/hooks";
import { enter } from "../editing/edits";
import type { Edit, ModelMessage, Problem, StartEdit } from "../link/protocol";
import { fineNumber } from "../model/format";
import { usesNames } from "../model/paths";
import { opened } from "../model/store";
import { hasLoops } from "../motion/poses";
import { NumberRow } from "./NumberRow";
import { Trouble } from "./Trouble";
import { Tex } from "./math";

const formWords: Record<string, string> = {
  energy: "shape, momentum, energy",
  rates: "shape, momentum, joint rates",
  momenta: "shape, momenta of the bodies",
  spin: "angles and spins of the bodies",
};

const named = (entries: { name: string }[], values: number[]): Record<string, number> =>
  Object.fromEntries(entries.map(({ name }, i) => [name, values[i]!]));

/** The start as it is, in another form. */
export function inForm({ start, joints, bodies }: ModelMessage, form: string): StartEdit {
  if (form === "energy") return { hold: ["energy", "momentum"] };
  if (form === "rates") return { rates: named(joints, start.rates), hold: ["momentum"] };
  if (form === "spin") return { spin: {} };
  return { angles: named(joints, start.angles), momenta: named(bodies, start.momenta) };
}

export function FormChoice({ current }: { current: ModelMessage }) {
  const [found, setFound] = useState<Problem[]>([]);
  const { form } = current.start;
  const forms = Object.keys(formWords).filter((one) => !hasLoops(current) || one === "energy" || one === "rates");
  const own = form === "equilibrium" ? "an equilibrium" : form === "rest" ? "nothing: at rest" : form;
  return (
    <div class="start-form">
      <label for="start-form">given by</label>
      <select
        id="start-form"
        value={form}
        onChange={(event) => {
          const edit: Edit = { kind: "start", ...inForm(current, event.currentTarget.value) };
          void enter([edit]).then(setFound);
        }}
      >
        {!forms.includes(form) && <option value={form}>{formWords[form] ?? own}</option>}
        {forms.map((one) => (
          <option key={one} value={one}>
            {formWords[one]}
          </option>
        ))}
      </select>
      <Trouble id="start-form-trouble" found={found} typed="" />
    </div>
  );
}

/** A number of [start] by its path, as the file has it: a name left out is zero. */
function PathRow(props: {
  current: ModelMessage;
  path: string;
  latex: string;
  words: string;
  unit: string;
  reach: number;
}) {
  const { current, path, words } = props;
  const entry = (model: ModelMessage | null) => model?.numbers.find((one) => one.path === path);
  const now = entry(current);
  const text = now?.text ?? "0";
  return (
    <NumberRow
      id={path.replaceAll(".", "-")}
      name={words}
      label={
        <>
          <Tex latex={props.latex} /> <span class="hint">{words}</span>
        </>
      }
      unit={props.unit}
      value={now?.value ?? 0}
      text={text}
      range={[-props.reach, props.reach]}
      expression={usesNames(text)}
      edits={(next) => [{ kind: "set", path, value: next }]}
      original={entry(opened.value)?.text}
    />
  );
}

const latexOf = (current: ModelMessage, column: string, otherwise: string): string =>
  current.columns.find(({ name }) => name === column)?.latex ?? otherwise;
const wordsOf = ({ name, label }: { name: string; label: string }): string => label || name;

/** All numbers of a start by bodies, and what they come to. */
export function BodyRows({ current }: { current: ModelMessage }) {
  const { start, joints, bodies } = current;
  const moment = Math.max(1, ...start.momenta.map(Math.abs));
  return (
    <>
      {start.form === "momenta" ? (
        <>
          {joints.map((joint) => (
            <PathRow
              key={joint.name}
              current={current}
              path={`start.angles.${joint.name}`}
              latex={latexOf(current, `angle.${joint.name}`, "\\theta")}
              words={`angle of ${wordsOf(joint)}`}
              unit="rad"
              reach={Math.PI}
            />
          ))}
          {bodies.map((body, i) => (
            <PathRow
              key={body.name}
              current={current}
              path={`start.momenta.${body.name}`}
              latex={latexOf(current, `momentum.${body.name}`, `\\mu_{${i + 1}}`)}
              words={`momentum of ${wordsOf(body)}`}
              unit="kg m^2/s"
              reach={2 * moment}
            />
          ))}
        </>
      ) : (
        bodies.flatMap((body, i) => [
          <PathRow
            key={`angle ${body.name}`}
            current={current}
            path={`start.absolute.${body.name}`}
            latex={`\\theta_{${i + 1}}`}
            words={`angle of ${wordsOf(body)}`}
            unit="rad"
            reach={Math.PI}
          />,
          <PathRow
            key={`spin ${body.name}`}
            current={current}
            path={`start.spin.${body.name}`}
            latex={`\\omega_{${i + 1}}`}
            words={`spin of ${wordsOf(body)}`}
            unit="rad/s"
            reach={2}
          />,
        ])
      )}
      <p class="hint">
        Any values can be had. They come to a total momentum of {fineNumber(start.momentum)} kg m²/s and an energy of{" "}
        {fineNumber(start.energy)} J; at this shape and momentum the energy is at least{" "}
        {fineNumber(start.energy_range[0])} J.
      </p>
    </>
  );
}

/** The ratio of the joint rates of a start by its energy. */
export function DirectionRows({ current }: { current: ModelMessage }) {
  if (current.start.form !== "energy" || current.start.notes.some((note) => note.includes("mobility"))) return null;
  return (
    <>
      {current.joints.map((joint) => (
        <PathRow
          key={joint.name}
          current={current}
          path={`start.direction.${joint.name}`}
          latex={`\\dot ${latexOf(current, `angle.${joint.name}`, "\\theta")}`}
          words={`direction of ${wordsOf(joint)}`}
          unit=""
          reach={1}
        />
      ))}
      <p class="hint">Of the directions only the ratio counts, and of a single joint the sign.</p>
    </>
  );
}
