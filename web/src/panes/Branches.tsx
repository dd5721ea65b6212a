// SPDX-License-Identifier: Apache-2.0
// How the equilibria move, meet and part while one number of the model changes: choose the number and its range, follow,
// and load what the diagram shows.
import { computed, signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import {
  type Upward,
  type Varied,
  asStart,
  axesOf,
  keyOf,
  load,
  specialList,
  specialWords,
  presentValue,
  variedNumbers,
  variedPath,
} from "../charts/branches";
import { dashes, markPath } from "../charts/diagram";
import { enter } from "../editing/edits";
import { shownNumber } from "../model/format";
import { short, unitWords } from "../model/numbers";
import type { Edit, EquilibriumMessage, ModelMessage } from "../link/protocol";
import { cursor, equilibria, linkState, model, opened } from "../model/store";
import { branches, followBranches, following, noBranches, stop } from "../charts/studies";
import { BranchChart, BranchReadout, type Probe } from "./BranchChart";
import { PlainInput } from "./PlainInput";
import "./Branches.css";

const chosen = signal(""); // a path
const ends = signal<{ path: string; from: string; to: string } | null>(null); // as typed, for this path
const upward = signal<string>("0"); // a joint's number, or "energy"

const numbers = computed(() => (model.value ? variedNumbers(model.value, opened.value) : []));
const typing = signal(false); // the path is typed, not chosen from the list
const number = computed((): Varied | undefined => {
  const listed = numbers.value.find(({ path }) => path === chosen.value);
  if (listed) return listed;
  return typing.value && chosen.value !== "" && model.value ? variedPath(model.value, chosen.value) : numbers.value[0];
});
const range = computed(() => {
  const varied = number.value;
  if (varied && ends.value?.path === varied.path) return ends.value;
  return {
    path: varied?.path ?? "",
    from: varied ? short(varied.range[0]) : "",
    to: varied ? short(varied.range[1]) : "",
  };
});
const typedNumber = (text: string): number =>
  text.trim() === "" ? NaN : Number(text.replace(",", ".").replace("−", "-"));
const rangeValues = computed(() => [typedNumber(range.value.from), typedNumber(range.value.to)] as const);
const rangeIsGood = computed(
  () => rangeValues.value.every(Number.isFinite) && rangeValues.value[0] !== rangeValues.value[1],
);

function End({ end, words }: { end: "from" | "to"; words: string }) {
  return (
    <label>
      {words}{" "}
      <input
        value={range.value[end]}
        inputMode="decimal"
        size={6}
        aria-invalid={!rangeIsGood.value}
        onInput={(event) => (ends.value = { ...range.value, [end]: event.currentTarget.value })}
        onKeyDown={(event) => event.key === "Enter" && follow()}
      />
    </label>
  );
}

function follow(): void {
  if (rangeIsGood.value && !following.value && number.value && linkState.value === "open")
    void followBranches(number.value.path, ...rangeValues.value);
}

export function Working({ part, cancel, words }: { part: number; cancel: () => void; words: string }) {
  return (
    <span class="working">
      <label>
        {words} <progress value={part} max={1} />
      </label>
      <button class="quiet" onClick={cancel}>
        Cancel
      </button>
    </span>
  );
}

const another = "another path"; // no path has a blank in it

function Question({ views }: { views: ComponentChildren }) {
  const study = following.value;
  return (
    <div class="branch-bar">
      {views}
      <label>
        <span class="unseen">Number to vary</span>
        <select
          class="number-to-vary"
          value={typing.value ? another : number.value?.path}
          onChange={(event) => {
            typing.value = event.currentTarget.value === another;
            chosen.value = typing.value ? "" : event.currentTarget.value;
          }}
        >
          {numbers.value.map(({ path, words }) => (
            <option key={path} value={path}>
              {words}
            </option>
          ))}
          <option value={another}>another path …</option>
        </select>
      </label>
      {typing.value && (
        <label>
          <span class="unseen">Path</span>
          <PlainInput
            class="path-to-vary"
            value={chosen.value}
            placeholder="joint.elbow.torque.kp"
            take={(path) => (chosen.value = path)}
          />
        </label>
      )}
      <End end="from" words="from" />
      <End end="to" words="to" />
      <span>{unitWords(number.value?.unit ?? "")}</span>
      {study ? (
        <Working part={study.part} words="following" cancel={() => stop(study)} />
      ) : (
        <button class="quiet" disabled={!rangeIsGood.value || linkState.value !== "open"} onClick={follow}>
          Follow
        </button>
      )}
    </div>
  );
}

/** What stands upwards. */
function Height({ model: current }: { model: ModelMessage }) {
  return (
    <label>
      <span class="unseen">Upwards</span>
      <select value={upward.value} onChange={(event) => (upward.value = event.currentTarget.value)}>
        {current.joints.map(({ name, label }, k) => (
          <option key={name} value={String(k)}>
            angle of {label || name}
          </option>
        ))}
        <option value="energy">energy</option>
      </select>
    </label>
  );
}

const lines = [
  ["stable", "stable"],
  ["unstable", "unstable"],
  ["spectrally_stable", "spectrally stable"],
] as const;
function Legend() {
  return (
    <ul class="branch-legend" aria-label="Lines">
      {lines.map(([kind, words]) => (
        <li key={kind}>
          <svg viewBox="0 0 32 8" aria-hidden="true">
            <line x1="0" y1="4" x2="32" y2="4" class={kind} stroke-dasharray={dashes[kind].join(" ")} />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}

const none: EquilibriumMessage[] = [];
const mostListed = 24;

export function Branches({ fresh, views }: { fresh: boolean; views: ComponentChildren }) {
  const probe = useSignal<Probe | null>(null);
  const trouble = useSignal("");
  const current = model.value!;
  const answer = branches.value?.answer;
  const fits =
    answer &&
    answer.joints.join() === current.joints.map(({ name }) => name).join() &&
    presentValue(current, answer.path) !== null;
  const act = async (edits: Edit[]): Promise<void> => {
    if (edits.some(({ kind }) => kind === "start")) cursor.value = current.run.t0;
    trouble.value = (await enter(asStart(edits, current)))[0]?.message ?? "";
  };
  if (numbers.value.length === 0 || current.joints.length === 0)
    return (
      <>
        <div class="branch-bar">{views}</div>
        <p class="empty">
          {current.joints.length === 0
            ? "A single body has one shape only: there are no branches."
            : "This model has no number that could be varied by itself."}
        </p>
      </>
    );
  if (!fits)
    return (
      <>
        <Question views={views} />
        <p class="empty">
          {noBranches.value ||
            "How the equilibria move while one number changes, where they meet and part, where they lose their stability. Choose the number and its range, then Follow."}
        </p>
      </>
    );
  const height: Upward =
    upward.value === "energy" || Number(upward.value) >= answer.joints.length ? "energy" : Number(upward.value);
  const latex =
    height === "energy"
      ? "V_\\mu + U"
      : (current.columns.find(({ name }) => name === `angle.${answer.joints[height]}`)?.latex ?? "");
  const unit = unitWords(numbers.value.find(({ path }) => path === answer.path)?.unit ?? "");
  const axes = axesOf(answer, height, unit, latex);
  const stale = keyOf(current, answer.path) !== branches.value!.key;
  const elsewhere =
    !answer.path.startsWith("start.") &&
    Math.abs(current.start.momentum - answer.momentum) > 1e-9 * Math.abs(answer.momentum);
  const here = fresh && !stale && !elsewhere;
  const special = specialList(answer);
  const words = [
    stale && "The model has changed since: Follow again.",
    elsewhere &&
      !stale &&
      `These branches are at momentum ${shownNumber(answer.momentum)} kg m²/s; the start has ${shownNumber(current.start.momentum)}.`,
    trouble.value,
    noBranches.value,
    answer.note,
  ];
  return (
    <>
      <Question views={views} />
      <div class="branch-head">
        <Height model={current} />
        <span>over {numbers.value.find(({ path }) => path === answer.path)?.words ?? answer.path}</span>
        <BranchReadout diagram={answer} upward={height} axes={axes} probe={probe} />
      </div>
      <BranchChart
        diagram={answer}
        axes={axes}
        upward={height}
        stale={stale}
        present={presentValue(current, answer.path)}
        equilibria={here ? (equilibria.value?.equilibria ?? none) : none}
        probe={probe}
        act={(edits) => void act(edits)}
      />
      <div class="branch-foot">
        <Legend />
        <ul class="branch-special" aria-label="Special points">
          {special.slice(0, mostListed).map(({ type, value, count }) => (
            <li key={type + value}>
              <button class="quiet" title="Load this value" onClick={() => void act(load(answer, value))}>
                <svg viewBox="-7 -7 14 14" aria-hidden="true">
                  <path d={markPath(type)} />
                </svg>
                {specialWords[type]} at {shownNumber(value)}
                {count > 1 && ` (${count} shapes)`}
              </button>
            </li>
          ))}
          {special.length > mostListed && <li>and {special.length - mostListed} more</li>}
          {answer.special.length === 0 && <li>no special points</li>}
        </ul>
        {words.some(Boolean) && <p role="status">{words.filter(Boolean).join(" ")}</p>}
      </div>
    </>
  );
}
