// SPDX-License-Identifier: Apache-2.0
// The torque laws of a joint: choose, tune, see them typeset; and torques from outside.
import { useSignal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { enter, placed } from "../editing/edits";
import { pushJoint } from "../editing/push";
import { type LawKind, kindOf, lawKinds, turnedInto } from "../model/laws";
import { usesNames } from "../model/paths";
import { Tex } from "./math";
import type { Edit, LawText, ModelMessage, Problem } from "../link/protocol";
import { model, opened } from "../model/store";
import { NumberRow } from "./NumberRow";
import { Outside } from "./Outside";
import { Push } from "./Push";
import { TextField } from "./TextField";
import { Trouble } from "./Trouble";

type Joint = ModelMessage["joints"][number];
const isBall = ({ space, joints }: ModelMessage, joint: Joint): boolean =>
  space?.joints[joints.indexOf(joint)]?.kind === "ball";

/** The value of a gain, as the program found it. */
function worth(current: ModelMessage, joint: Joint, index: number, key: string): number {
  const law = joint.laws.length > 1 ? `torque.${index + 1}` : "torque";
  const found =
    current.numbers.find(({ path }) => path === `joint.${joint.name}.${law}.${key}`) ??
    current.numbers.find(({ path }) => path === `chain.${law}.${key}`);
  return found?.value ?? Number(joint.laws[index]![key] ?? 0);
}

/** Replaces the laws of a joint. The start stays where it is: given by its energy, it would change with the law or become
 * unattainable, so its momenta are written instead. */
export function withLaws(current: ModelMessage, joint: string, laws: LawText[]): Edit[] {
  const torque: Edit = { kind: "torque", joint, laws };
  if (current.start.form !== "energy") return [torque];
  if (current.space) return [{ kind: "start", hold: ["momentum"] }, torque];
  const named = (names: { name: string }[], values: number[]): Record<string, number> =>
    Object.fromEntries(names.map(({ name }, i) => [name, values[i]!]));
  return [
    {
      kind: "start",
      angles: named(current.joints, current.start.angles),
      momenta: named(current.bodies, current.start.momenta),
    },
    torque,
  ];
}

function Law({ model: current, joint, index }: { model: ModelMessage; joint: Joint; index: number }) {
  const law = joint.laws[index]!;
  const shown = useRef<LawKind | undefined>(undefined);
  const kind = (shown.current = kindOf(law, shown.current));
  const [found, setFound] = useState<Problem[]>([]);
  const put = (next: LawText | null): Edit[] =>
    withLaws(
      current,
      joint.name,
      joint.laws.flatMap((old, i) => (i !== index ? [old] : next ? [next] : [])),
    );
  const choose = async (id: string): Promise<void> => {
    const next = lawKinds.find((entry) => entry.id === id);
    shown.current = next;
    setFound(await enter(put(next ? turnedInto(next, joint.name, law) : null)));
  };
  const id = `${joint.name}-${index}`;
  const textField = (key: string, words: string) => (
    <TextField
      key={`${kind.id}:${key}`}
      class="formula"
      id={`${id}-${key}`}
      words={words}
      text={law[key] ?? ""}
      take={async (typed) => {
        const { [key]: _, ...rest } = law;
        return placed(await enter(put((typed === "" ? rest : { ...law, [key]: typed }) as LawText)), typed);
      }}
    />
  );
  return (
    <div class="law">
      <div class="choose">
        <label for={`${id}-law`}>{joint.laws.length > 1 ? `Law ${index + 1}` : "Torque law"}</label>
        <LawChoice id={`${id}-law`} ball={isBall(current, joint)} kind={kind} onChoose={choose} />
      </div>
      <Trouble id={`${id}-trouble`} found={found} typed="" />
      {kind.gains.map((gain) => {
        const text = law[gain.key] ?? (gain.key === "damping" ? "1" : "0");
        if (text.startsWith("[[")) return textField(gain.key, `${gain.words}, a matrix by rows`);
        const value = worth(current, joint, index, gain.key);
        const parameter = current.parameters.find(({ name }) => name === text.trim());
        const row = {
          id: `${id}-${gain.key}`,
          name: `${gain.words} of ${joint.label || joint.name}`,
          value: Number.isFinite(value) ? value : 0,
        };
        const label = (
          <>
            <Tex latex={gain.latex} /> <span class="hint">{gain.words}</span>
          </>
        );
        if (parameter)
          return (
            <NumberRow
              key={`${kind.id}:${gain.key}:${parameter.name}`}
              {...row}
              label={
                <>
                  {label} <span class="hint below-name">= {parameter.name}</span>
                </>
              }
              unit={parameter.unit || gain.unit}
              text={parameter.text}
              range={[parameter.min, parameter.max]}
              expression={parameter.fixed}
              edits={(next) => [{ kind: "set", path: parameter.name, value: next }]}
              original={opened.value?.parameters.find(({ name }) => name === parameter.name)?.text}
            />
          );
        return (
          <NumberRow
            key={`${kind.id}:${gain.key}`}
            {...row}
            label={label}
            unit={/deg\s*$/.test(text) ? "" : gain.unit}
            text={text}
            range={gain.range}
            expression={usesNames(text)}
            edits={(next) => put({ ...law, [gain.key]: next })}
            original={opened.value?.joints.find((old) => old.name === joint.name)?.laws[index]?.[gain.key]}
          />
        );
      })}
      {kind.formulas.map(({ key, words }) => textField(key, words))}
    </div>
  );
}

export function LawChoice(props: {
  id: string;
  name?: string;
  ball: boolean;
  kind: LawKind | null;
  onChoose: (id: string) => void;
}) {
  return (
    <select
      id={props.id}
      aria-label={props.name}
      value={props.kind?.id ?? "none"}
      onChange={(event) => props.onChoose(event.currentTarget.value)}
    >
      <option value="none">none</option>
      {lawKinds
        .filter(({ ball = false }) => ball === props.ball)
        .map((entry) => (
          <option key={entry.id} value={entry.id}>
            {entry.words}
          </option>
        ))}
    </select>
  );
}

export function Laws() {
  return (
    <>
      <JointLaws />
      <Outside />
    </>
  );
}

function JointLaws() {
  const chosen = useSignal("");
  const [found, setFound] = useState<Problem[]>([]);
  const current = model.value;
  if (!current || current.joints.length === 0)
    return <p class="empty">A model with joints can have torques between its bodies.</p>;
  const joint = current.joints.find((entry) => entry.name === chosen.value) ?? current.joints[0]!;
  const add = async (id: string): Promise<void> => {
    const kind = lawKinds.find((entry) => entry.id === id);
    if (kind)
      setFound(await enter(withLaws(current, joint.name, [...joint.laws, turnedInto(kind, joint.name, undefined)])));
  };
  return (
    <div class="rows laws">
      <div class="choose">
        <label for="law-joint">Joint</label>
        <select id="law-joint" value={joint.name} onChange={(event) => (chosen.value = event.currentTarget.value)}>
          {current.joints.map((entry) => (
            <option key={entry.name} value={entry.name}>
              {entry.label || entry.name}
              {entry.laws.length > 0 ? "" : " (free)"}
            </option>
          ))}
        </select>
        {joint.law_latex && <Tex latex={joint.law_latex} />}
      </div>
      {joint.laws.map((_, index) => (
        <Law key={`${joint.name}:${index}`} model={current} joint={joint} index={index} />
      ))}
      <div class="choose">
        <label for="law-add">{joint.laws.length > 0 ? "Add another" : "Torque law"}</label>
        <LawChoice id="law-add" ball={isBall(current, joint)} kind={null} onChoose={add} />
      </div>
      <Trouble id="law-add-trouble" found={found} typed="" />
      {!isBall(current, joint) && !current.numbers.some(({ path }) => path.startsWith("chain.")) && (
        <Push name={joint.name} act={(torque, seconds) => pushJoint(joint, torque, seconds)} />
      )}
      <p class="hint">
        <Tex latex="T" /> acts + on {current.bodies[joint.first]!.label || current.bodies[joint.first]!.name} and − on{" "}
        {current.bodies[joint.second]!.label || current.bodies[joint.second]!.name}. A spring pulls the angle to its
        bias.
      </p>
    </div>
  );
}
