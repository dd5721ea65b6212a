// SPDX-License-Identifier: Apache-2.0
// How the motion starts: total momentum, energy, the shape; what is locked stays while the shape changes. Or by the momenta,
// or the angles and spins, of the bodies.
import { inWords, numberOf } from "../editing/edits";
import { Tex } from "./math";
import { fineNumber, shownNumber } from "../model/format";
import type { ModelMessage, Problem, StartEdit, StartMessage } from "../link/protocol";
import { held, model, opened } from "../model/store";
import { hasLoops } from "../motion/poses";
import { Assemblies } from "./Assemblies";
import { Drift } from "./Drift";
import { Icon } from "./Icon";
import { NumberRow } from "./NumberRow";
import { BodyRows, DirectionRows, FormChoice } from "./StartForm";
import { later } from "./later";

export const holding = (): ("energy" | "momentum")[] => [
  ...(held.value.energy ? (["energy"] as const) : []),
  ...(held.value.momentum ? (["momentum"] as const) : []),
];
const exact = (value: number): string => String(Number(value.toPrecision(12)));

type Interval = [low: number, high: number | null];
const inUnit = ([low, high]: Interval, unit: string): string =>
  high === null ? `at least ${fineNumber(low)} ${unit}` : `${fineNumber(low)} to ${fineNumber(high)} ${unit}`;

export function Lock({ what, words }: { what: "energy" | "momentum"; words: string }) {
  const on = held.value[what];
  return (
    <button
      class="plain lock"
      data-on={on}
      aria-label={`${on ? "held" : "free"}: ${words}`}
      title={on ? "Held while the shape changes" : "May change with the shape"}
      onClick={() => (held.value = { ...held.value, [what]: !on })}
    >
      <Icon name={on ? "held" : "free"} />
      {on ? "held" : "free"}
    </button>
  );
}

/** A row whose edit carries numbers: what is typed is read first, and has to be attainable. */
export function StartRow(props: {
  id: string;
  name: string;
  words?: string;
  latex: string;
  unit: string;
  value: number;
  range: [number, number];
  original: number | undefined;
  attainable?: Interval | false;
  edit: (value: number) => StartEdit;
}) {
  const { name, unit, attainable } = props;
  const read = async (typed: string): Promise<string | Problem[]> => {
    const value = await numberOf(typed);
    if (typeof value !== "number") return value;
    if (!attainable || (value >= attainable[0] && value <= (attainable[1] ?? Infinity))) return String(value);
    return [inWords(`${fineNumber(value)} ${unit} cannot be reached here. Attainable: ${inUnit(attainable, unit)}.`)];
  };
  return (
    <NumberRow
      id={props.id}
      name={name}
      label={
        <>
          <Tex latex={props.latex} /> <span class="hint">{props.words ?? name}</span>
        </>
      }
      unit={unit}
      value={props.value}
      text={exact(props.value)}
      range={props.range}
      read={read}
      edits={(text) => [{ kind: "start", ...props.edit(Number(text)) }]}
      original={props.original === undefined ? undefined : exact(props.original)}
    />
  );
}

export function EnergyRow({ start, original }: { start: StartMessage; original: number | undefined }) {
  const top = start.energy_range[1] ?? Math.max(2 * start.energy, start.energy_range[0] + 1);
  return (
    <div class="locked">
      <StartRow
        id="start-energy"
        name="energy"
        latex="H + U"
        unit="J"
        value={start.energy}
        range={[start.energy_range[0], top]}
        original={original}
        attainable={start.energy_range}
        edit={(energy) => ({ energy, hold: ["momentum"] })}
      />
      <Lock what="energy" words="energy" />
      <p class="hint attain">{inUnit(start.energy_range, "J")} at this shape and momentum</p>
    </div>
  );
}

export function AngleRow(props: { current: ModelMessage; original: number | undefined; k: number }) {
  const { joints, columns, start } = props.current;
  const joint = joints[props.k]!;
  const angle = start.angles[props.k]!;
  return (
    <div class="locked">
      <StartRow
        id={`start-angle-${joint.name}`}
        name={`angle of ${joint.label || joint.name}`}
        words={joint.label || joint.name}
        latex={columns.find(({ name }) => name === `angle.${joint.name}`)?.latex ?? "\\varphi"}
        unit="rad"
        value={angle}
        range={[-Math.PI, Math.PI]}
        original={props.original}
        edit={(value) => ({ angles: { [joint.name]: value }, hold: holding(), snap: true })}
      />
      <p class="hint attain">
        turns at {fineNumber(start.rates[props.k]!)} rad/s; {shownNumber((angle * 180) / Math.PI)}°
      </p>
    </div>
  );
}

/** The rate of a joint, with the total momentum as it is. */
function RateRow({ current, original, k }: { current: ModelMessage; original: number | undefined; k: number }) {
  const { joints, columns, start } = current;
  const joint = joints[k]!;
  const angle = columns.find(({ name }) => name === `angle.${joint.name}`)?.latex ?? "\\theta";
  const reach = Math.max(1, ...start.rates.map(Math.abs));
  return (
    <StartRow
      id={`start-rate-${joint.name}`}
      name={`rate of ${joint.label || joint.name}`}
      latex={`\\dot ${angle}`}
      unit="rad/s"
      value={start.rates[k]!}
      range={[-2 * reach, 2 * reach]}
      original={original}
      edit={(value) => ({ rates: { [joint.name]: value }, hold: ["momentum"] })}
    />
  );
}

export const Notes = ({ start }: { start: StartMessage }) => (
  <>
    {start.notes.map((note) => (
      <p key={note} class="hint">
        {note}
      </p>
    ))}
  </>
);

const SpaceStart = later(async () => (await import("./space")).SpaceStart);

export function Start() {
  const current = model.value;
  if (!current) return <p class="empty">Momentum, energy and shape at the start appear here.</p>;
  if (current.space) return <SpaceStart current={current} />;
  const { start } = current;
  const old = opened.value?.start;
  if (start.form === "momenta" || start.form === "spin")
    return (
      <div class="rows" key={current.name}>
        <FormChoice current={current} />
        {hasLoops(current) && <Assemblies />}
        <BodyRows current={current} />
        <Drift current={current} />
        <Notes start={start} />
      </div>
    );
  return (
    <div class="rows" key={current.name}>
      <FormChoice current={current} />
      {hasLoops(current) && <Assemblies />}
      <div class="locked">
        <StartRow
          id="start-momentum"
          name="total momentum"
          latex="\mu_s"
          unit="kg m^2/s"
          value={start.momentum}
          range={start.momentum_range}
          original={old?.momentum}
          attainable={held.value.energy && start.momentum_range}
          edit={(momentum) => ({ momentum, hold: held.value.energy ? ["energy"] : [] })}
        />
        <Lock what="momentum" words="total momentum" />
        {held.value.energy && (
          <p class="hint attain">{inUnit(start.momentum_range, "kg m²/s")} at this shape and energy</p>
        )}
      </div>
      <EnergyRow start={start} original={old?.energy} />
      {current.joints.map((joint, k) => (
        <AngleRow key={joint.name} current={current} original={old?.angles[k]} k={k} />
      ))}
      {start.form === "rates" &&
        current.joints.map((joint, k) => <RateRow key={joint.name} current={current} original={old?.rates[k]} k={k} />)}
      <DirectionRows current={current} />
      <Drift current={current} />
      <Notes start={start} />
    </div>
  );
}
