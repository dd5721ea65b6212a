// SPDX-License-Identifier: Apache-2.0
// Periodic motions: those in which every joint turns so often in a period, and those that are born at an equilibrium. Each can be
// loaded: it then plays over exactly one period, again and again.
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import {
  type Found,
  found,
  isLoaded,
  load,
  membersOf,
  noOrbits,
  orbitsAbout,
  search,
  searching,
  turnWords,
} from "../charts/orbits";
import { modesOf } from "../charts/spectrum";
import { equilibriaAbout, familyFrom, orbitView, stop } from "../charts/studies";
import { enter, follows, settle } from "../editing/edits";
import type { FamilyMessage, ModelMessage, OrbitMessage, Problem } from "../link/protocol";
import { sentence, shownNumber } from "../model/format";
import { useFresh } from "../model/fresh";
import { askEquilibria, cursor, equilibria, linkState, loop, model, playing, refusals } from "../model/store";
import { calm } from "../theme";
import { Backbone, Events } from "./Backbone";
import { Working } from "./Branches";
import { Facts } from "./Facts";
import { Multipliers } from "./Multipliers";
import { TurnQuestion, TurnResult } from "./Turn";
import "./Orbits.css";

// ---- what is asked for
const turns = signal<Record<string, string>>({}); // of joints, as typed
const energy = signal(""); // as typed; empty: the start's
const momentum = signal("");
const symmetric = signal(false);
const mode = signal(1);
const limit = signal(""); // energy, as typed; empty: as far as the server goes
const chosen = signal({ winding: 0, family: 0 }); // which of the motions that were found
const trouble = signal("");

const typed = (text: string, otherwise: number): number =>
  text.trim() === "" ? otherwise : Number(text.replace(",", ".").replace("−", "-"));
const turnsOf = (name: string, k: number): string => turns.value[name] ?? (k === 0 ? "1" : "0");
const winding = computed(() => (model.value?.joints ?? []).map(({ name }, k) => typed(turnsOf(name, k), NaN)));
const windingIsGood = computed(
  () => winding.value.every((n) => Number.isInteger(n) && Math.abs(n) <= 1000) && winding.value.some((n) => n !== 0),
);
const energyValue = computed(() => typed(energy.value, model.value?.start.energy ?? NaN));
const momentumValue = computed(() => typed(momentum.value, model.value?.start.momentum ?? NaN));

// ---- loading
const report = (problems: Problem[]): void => void (trouble.value = problems[0]?.message ?? "");
/** The motion is where the run starts, and plays. */
async function play(orbit: OrbitMessage): Promise<void> {
  cursor.value = model.value!.run.t0;
  report(await enter(load(orbit, model.value!)));
  loop.value = true;
  if (!calm.peek()) playing.value = true;
}
async function find(): Promise<void> {
  if (!windingIsGood.value || searching.value || linkState.value !== "open") return;
  const answer = await search({
    kind: "winding",
    winding: winding.value,
    energy: energyValue.value,
    momentum: momentumValue.value,
    symmetric: symmetric.value,
  });
  if (!answer) return;
  chosen.value = { ...chosen.value, winding: 0 };
  const first = membersOf(answer)[0];
  if (first) await play(first);
}
async function follow(): Promise<void> {
  if (searching.value || linkState.value !== "open") return;
  const upTo = typed(limit.value, NaN);
  const answer = await search({
    kind: "family",
    equilibrium: familyFrom.value,
    mode: mode.value,
    ...(Number.isFinite(upTo) && { limit: upTo }),
  });
  if (!answer) return;
  const members = membersOf(answer);
  const index = Math.floor(members.length / 4);
  chosen.value = { ...chosen.value, family: index };
  if (members[index]) await play(members[index]);
}

// ---- fields
interface NumberFieldProps {
  words: string;
  text: typeof energy;
  shown: string; // while nothing is typed
  title: string;
  unit: string;
  act: () => void;
}
function NumberField({ words, text, shown, title, unit, act }: NumberFieldProps) {
  const good = Number.isFinite(typed(text.value, 0));
  return (
    <label>
      {words}{" "}
      <input
        value={text.value}
        placeholder={shown}
        title={title}
        inputMode="decimal"
        aria-invalid={!good}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && act()}
      />{" "}
      {unit}
    </label>
  );
}

function Search({ words, busy, off, act }: { words: string; busy: string; off: boolean; act: () => void }) {
  const study = searching.value;
  return study ? (
    <Working part={study.part} words={busy} cancel={() => stop(study)} />
  ) : (
    <button class="quiet" disabled={off || linkState.value !== "open"} onClick={act}>
      {words}
    </button>
  );
}

function WindingQuestion({ current, views }: { current: ModelMessage; views: ComponentChildren }) {
  return (
    <div class="orbit-bar">
      {views}
      <fieldset class="winding" aria-label="Turns of every joint in a period">
        <span>turns of</span>
        {current.joints.map(({ name, label }, k) => (
          <label key={name}>
            {label || name}{" "}
            <input
              type="number"
              step={1}
              value={turnsOf(name, k)}
              aria-invalid={!windingIsGood.value}
              onInput={(event) => (turns.value = { ...turns.value, [name]: event.currentTarget.value })}
              onKeyDown={(event) => event.key === "Enter" && void find()}
            />
          </label>
        ))}
      </fieldset>
      <NumberField
        words="energy"
        text={energy}
        shown={shownNumber(current.start.energy)}
        title="Empty: that of the start"
        unit="J"
        act={() => void find()}
      />
      <NumberField
        words="momentum"
        text={momentum}
        shown={shownNumber(current.start.momentum)}
        title="Empty: that of the start"
        unit="kg m²/s"
        act={() => void find()}
      />
      <label>
        <input
          type="checkbox"
          checked={symmetric.value}
          onChange={(event) => (symmetric.value = event.currentTarget.checked)}
        />{" "}
        all symmetric ones
      </label>
      <Search
        words="Find"
        busy="searching"
        off={!windingIsGood.value || !Number.isFinite(energyValue.value + momentumValue.value)}
        act={() => void find()}
      />
    </div>
  );
}

function FamilyQuestion({ views }: { views: ComponentChildren }) {
  const all = (equilibria.value?.equilibria ?? []).map((one) => ({ ...one, modes: modesOf(one.spectrum) }));
  const shown = all.find(({ id }) => id === familyFrom.value);
  const modes = shown?.modes ?? [];
  return (
    <div class="orbit-bar">
      {views}
      <label>
        from{" "}
        <select
          value={familyFrom.value}
          onChange={(event) => {
            familyFrom.value = event.currentTarget.value;
            mode.value = 1;
          }}
        >
          {!shown && <option value={familyFrom.value}>{familyFrom.value}</option>}
          {all.map(({ id, stability, modes: its }) => (
            <option key={id} value={id} disabled={its.length === 0}>
              {id}, {stability.replace("_", " ")}
            </option>
          ))}
        </select>
      </label>
      <label>
        mode{" "}
        <select value={mode.value} onChange={(event) => (mode.value = Number(event.currentTarget.value))}>
          {(modes.length > 0 ? modes : [NaN]).map((frequency, k) => (
            <option key={k} value={k + 1}>
              {k + 1}
              {Number.isFinite(frequency) ? `: ${shownNumber((2 * Math.PI) / frequency)} s` : ""}
            </option>
          ))}
        </select>
      </label>
      <NumberField
        words="up to"
        text={limit}
        shown="the end"
        title="Energy at which the family is left; empty: where it ends, or well above all equilibria"
        unit="J"
        act={() => void follow()}
      />
      <Search
        words="Follow"
        busy="following"
        off={shown !== undefined && modes.length === 0}
        act={() => void follow()}
      />
    </div>
  );
}

// ---- what was found
const select = (kind: "winding" | "family", index: number): void =>
  void (chosen.value = { ...chosen.value, [kind]: index });

/** Along the motions of an answer; letting go makes one step of the history. */
function Slider({ kind, members }: { kind: "winding" | "family"; members: OrbitMessage[] }) {
  const index = Math.min(chosen.value[kind], members.length - 1);
  const member = members[index]!;
  const edits = (k: number) => load(members[k]!, model.value!);
  return (
    <label class="along">
      <span>
        {kind === "family" ? "along the family" : "motion"} {index + 1} of {members.length}
      </span>
      <input
        type="range"
        min={0}
        max={members.length - 1}
        step={1}
        value={index}
        style={{ "--part": `${(100 * index) / (members.length - 1)}%` }}
        aria-valuetext={`${index + 1} of ${members.length}: period ${shownNumber(member.period)} seconds, energy ${shownNumber(member.energy)}`}
        onInput={(event) => {
          const k = event.currentTarget.valueAsNumber;
          select(kind, k);
          follows(edits(k), report);
        }}
        onChange={(event) => {
          const k = event.currentTarget.valueAsNumber;
          select(kind, k);
          cursor.value = model.value!.run.t0;
          void settle(edits(k)).then(report);
        }}
      />
    </label>
  );
}

function OrbitFacts({ orbit, existence }: { orbit: OrbitMessage; existence: string }) {
  const rows: [string, string][] = [
    ["period", `${shownNumber(orbit.period)} s`],
    ["energy", `${shownNumber(orbit.energy)} J`],
    ["momentum", `${shownNumber(orbit.momentum)} kg m²/s`],
    ["turns by", turnWords(orbit)],
    ["comes back", orbit.recurrence],
    ...(orbit.symmetric === null
      ? []
      : [["time mirror", orbit.symmetric ? "its own image" : "not symmetric"] as [string, string]]),
    ...(existence ? [["existence", existence] as [string, string]] : []),
    ...(orbit.residual === null
      ? []
      : [["closes to", orbit.residual.toExponential(0).replace("-", "−")] as [string, string]]),
  ];
  return <Facts rows={rows} />;
}

function Result({ kind, shown, current }: { kind: "winding" | "family"; shown: Found; current: ModelMessage }) {
  const { answer } = shown;
  const members = membersOf(answer);
  const index = Math.min(chosen.value[kind], members.length - 1);
  const orbit = members[index];
  const stale = shown.about !== orbitsAbout(current);
  const existence = answer.type === "orbits" ? (answer.existence === "theorem" ? "by theorem" : "by numbers") : "";
  const words = [
    stale && "The model has changed since: search again.",
    orbit?.trouble,
    answer.type === "family" && answer.end.words,
    answer.note.trim(),
    trouble.value,
    noOrbits.value[kind],
  ];
  return (
    <div class="orbit-found" data-stale={stale}>
      {members.length > 1 && !stale && <Slider kind={kind} members={members} />}
      <div class="orbit-pictures">
        {answer.type === "family" && (
          <Backbone
            family={answer}
            chosen={index}
            stale={stale}
            choose={(k) => {
              if (stale) return;
              select(kind, k);
              void play(members[k]!);
            }}
          />
        )}
        {orbit && (
          <div class="orbit-circle">
            <Multipliers multipliers={orbit.multipliers} />
            <button
              class="quiet"
              disabled={stale || isLoaded(orbit, current)}
              title="The run becomes one period of this motion"
              onClick={() => void play(orbit)}
            >
              {isLoaded(orbit, current) ? "this is the run" : "start here"}
            </button>
          </div>
        )}
        {orbit && <OrbitFacts orbit={orbit} existence={existence} />}
        <div class="orbit-words">
          {answer.type === "family" && <Events family={answer as FamilyMessage} />}
          <p role="status">{words.map((one) => sentence(one || "")).join(" ")}</p>
        </div>
      </div>
    </div>
  );
}

// ---- the pane
const allViews = [
  ["winding", "Winding"],
  ["family", "Family"],
  ["turn", "Turn"],
] as const;
function Views() {
  return (
    <div class="equilibria-views" role="group" aria-label="Which motions">
      {allViews.map(([key, words]) => (
        <button key={key} aria-pressed={orbitView.value === key} onClick={() => (orbitView.value = key)}>
          {words}
        </button>
      ))}
    </div>
  );
}

const purposes = {
  winding:
    "A motion in which every joint comes back to its angle after the whole turns you ask for. Write the turns, then Find: it plays without a seam.",
  family:
    "The periodic motions that begin as small swings about an equilibrium, and grow. Choose the equilibrium and the mode, then Follow.",
};

function Family({ views }: { views: ComponentChildren }) {
  useFresh(askEquilibria, equilibria, equilibriaAbout);
  return <FamilyQuestion views={views} />;
}

export function Orbits() {
  const current = model.value;
  const kind = orbitView.value;
  const answer = kind === "turn" ? null : found.value[kind];
  const fits =
    answer &&
    current &&
    membersOf(answer.answer).every(({ state }) => current.joints.every(({ name }) => `angle.${name}` in state));
  if (!current || current.joints.length === 0)
    return (
      <section class="pane orbits" aria-label="Periodic motions">
        <p class="empty">A single body has one shape only: there are no periodic changes of it.</p>
      </section>
    );
  if (kind === "turn")
    return (
      <section class="pane orbits" aria-label="Turning without momentum">
        <TurnQuestion views={<Views />} />
        <TurnResult current={current} />
      </section>
    );
  return (
    <section class="pane orbits" aria-label="Periodic motions">
      {kind === "winding" ? <WindingQuestion current={current} views={<Views />} /> : <Family views={<Views />} />}
      {fits ? (
        <Result kind={kind} shown={answer} current={current} />
      ) : (
        <p class="empty" role="status">
          {noOrbits.value[kind] || (kind === "family" && refusals.value.equilibria) || purposes[kind]}
        </p>
      )}
    </section>
  );
}
