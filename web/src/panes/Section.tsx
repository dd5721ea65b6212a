// SPDX-License-Identifier: Apache-2.0
// A section that fills as one watches, whose click starts the motion there, and the manifolds over it.
import { computed, signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { fromX, fromY, toX, toY } from "../charts/canvas";
import {
  type SectionQuestion,
  type ShownSection,
  fillSection,
  filling,
  growManifolds,
  growing,
  liesOn,
  manifolds,
  manifoldsAbout,
  nearestOrbit,
  noManifolds,
  noSection,
  orbitAt,
  pointCount,
  section,
  startIn,
} from "../charts/chaos";
import { type ChaosAxes, chaosBox, drawSection, drawSectionLive, sectionAxes } from "../charts/section";
import { angleLatex } from "../charts/series";
import { stop } from "../charts/studies";
import { enter } from "../editing/edits";
import type { ManifoldsMessage, ModelMessage } from "../link/protocol";
import { sentence, shownNumber } from "../model/format";
import { mechanism } from "../model/fresh";
import { cursor, model } from "../model/store";
import { palette } from "../motion/palette";
import { Working } from "./Branches";
import { Chart, Field, linked, optional, typed } from "./ChaosParts";
import { Facts } from "./Facts";
import { Tex } from "./math";

// ---- what is asked for
const everyPeriod = "every period"; // no joint has a blank in its name
const plane = signal<string | null>(null); // a joint, or every period; null: what suits the model
const angle = signal("0"); // degrees, as typed
const direction = signal<1 | -1>(1);
const energy = signal(""); // as typed; empty: the start's
const momentum = signal("");
const orbits = signal("24");
const count = signal("400");
const loop = signal<1 | -1>(1); // of the manifolds
const overlaid = signal(true);
const trouble = signal("");

const isWhole = (value: number): boolean => Number.isInteger(value) && value > 0;
const planeOf = (current: ModelMessage): string =>
  plane.value !== null && (plane.value === everyPeriod || current.joints.some(({ name }) => name === plane.value))
    ? plane.value
    : current.joints.length === 1
      ? everyPeriod
      : current.joints[0]!.name;
const questionOf = (current: ModelMessage): SectionQuestion => ({
  joint: planeOf(current) === everyPeriod ? "" : planeOf(current),
  angle: (typed(angle.value) * Math.PI) / 180,
  direction: direction.value,
  energy: optional(energy.value),
  momentum: optional(momentum.value),
  orbits: typed(orbits.value),
  count: typed(count.value),
});
const isGood = computed(
  () =>
    [typed(angle.value), optional(energy.value) ?? 0, optional(momentum.value) ?? 0].every(Number.isFinite) &&
    isWhole(typed(orbits.value)) &&
    isWhole(typed(count.value)),
);

async function fill(): Promise<void> {
  if (!isGood.value || filling.value || !linked()) return;
  trouble.value = "";
  await fillSection(questionOf(model.value!));
}

/** The manifolds, and the section that they lie on. */
async function grow(): Promise<void> {
  if (growing.value || !linked()) return;
  const found = await growManifolds(loop.value);
  if (!found || !model.value) return;
  overlaid.value = true;
  if (section.value && section.value.about === mechanism(model.value) && liesOn(found, section.value.answer)) return;
  plane.value = found.joint || everyPeriod;
  angle.value = shownNumber((found.angle * 180) / Math.PI).replace("−", "-");
  direction.value = found.direction;
  await fillSection({
    ...questionOf(model.value),
    angle: found.angle,
    energy: found.joint === "" ? null : found.energy,
    momentum: found.momentum,
  });
}

/** The motion from a place becomes the run; with loops that of the nearest point. */
async function startFrom(
  shown: ShownSection,
  place: [number, number],
  away: (x: number, y: number) => number,
): Promise<void> {
  trouble.value = "";
  let state = null;
  if (shown.answer.places) {
    state = await orbitAt(place, typed(count.value) || 400);
  } else {
    const orbit = nearestOrbit(shown, away);
    if (orbit !== null) {
      state = shown.answer.starts[orbit]!.state;
      section.value = { ...shown, chosen: orbit };
    }
  }
  if (!state || !model.value) return;
  cursor.value = model.value.run.t0;
  const problems = await enter([startIn(state)]);
  trouble.value = problems[0]?.message ?? "";
}

export function SectionBar({ current, views }: { current: ModelMessage; views: ComponentChildren }) {
  const act = (): void => void fill();
  const chosen = planeOf(current);
  const study = filling.value;
  const tangle = growing.value;
  return (
    <div class="orbit-bar chaos-bar">
      {views}
      <label>
        where{" "}
        <select value={chosen} onChange={(event) => (plane.value = event.currentTarget.value)}>
          {current.joints.map(({ name, label }) => (
            <option key={name} value={name}>
              angle of {label || name}
            </option>
          ))}
          <option value={everyPeriod}>every period</option>
        </select>
      </label>
      {chosen !== everyPeriod && (
        <>
          <Field words="is" text={angle} unit="°" act={act} />
          <label>
            <span class="unseen">Direction</span>
            <select
              value={direction.value}
              onChange={(event) => (direction.value = event.currentTarget.value === "1" ? 1 : -1)}
            >
              <option value="1">rising</option>
              <option value="-1">falling</option>
            </select>
          </label>
        </>
      )}
      <Field
        words="energy"
        text={energy}
        unit="J"
        shown={chosen === everyPeriod ? "" : shownNumber(current.start.energy)}
        title="Empty: that of the start; with a drive the most that starts have"
        act={act}
      />
      <Field
        words="momentum"
        text={momentum}
        unit="kg m²/s"
        shown={shownNumber(current.start.momentum)}
        title="Empty: that of the start"
        act={act}
      />
      <Field words="motions" text={orbits} act={act} />
      <Field words="points of each" text={count} act={act} />
      {study ? (
        <Working part={study.part} words="filling" cancel={() => stop(study)} />
      ) : (
        <button class="quiet" disabled={!isGood.value || !linked()} onClick={act}>
          Fill
        </button>
      )}
      {tangle ? (
        <Working part={tangle.part} words="growing" cancel={() => stop(tangle)} />
      ) : (
        <span class="tangle">
          <button
            class="quiet"
            disabled={!linked()}
            title="Of the folded shape, as a third body on a lever or a drive splits them"
            onClick={() => void grow()}
          >
            Manifolds
          </button>
          <label>
            <span class="unseen">Loop</span>
            <select
              value={loop.value}
              title="The sense in which the joint turns along the loop"
              onChange={(event) => (loop.value = event.currentTarget.value === "1" ? 1 : -1)}
            >
              <option value="1">loop +</option>
              <option value="-1">loop −</option>
            </select>
          </label>
        </span>
      )}
    </div>
  );
}

function SectionChart({ shown, over, stale }: { shown: ShownSection; over: ManifoldsMessage | null; stale: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const pointed = useSignal<[number, number] | null>(null);
  const axes = (): ChaosAxes => sectionAxes(shown, over);
  const under = (event: PointerEvent) => {
    const { left, top, width, height } = place.current!.getBoundingClientRect();
    const box = chaosBox(axes(), width, height);
    const [px, py] = [event.clientX - left, event.clientY - top];
    const point: [number, number] = [fromX(box, px), fromY(box, py)];
    const inside = px >= box.left && px <= box.left + box.width && py >= box.top && py <= box.top + box.height;
    return { point, inside, away: (x: number, y: number) => Math.hypot(toX(box, x) - px, toY(box, y) - py) };
  };
  const { answer } = shown;
  return (
    <Chart
      name="section"
      words="section"
      axes={axes}
      place={place}
      draw={(surface) => drawSection(surface, shown, axes(), over, stale, palette.peek())}
      live={(surface) => drawSectionLive(surface, shown, axes(), pointed.peek(), palette.peek())}
      watch={() => void [pointCount.value, pointed.value]}
      label={`Section with ${shown.x.length} points of ${answer.starts.length} motions: momentum over angle of ${answer.seen}`}
      title={
        <span>
          <Tex latex="\pi" /> over <Tex latex={angleLatex(model.value, answer.seen)} /> of {answer.seen} [kg m²/s, rad],{" "}
          {answer.joint ? (
            <>
              where <Tex latex={angleLatex(model.value, answer.joint)} /> passes{" "}
              {shownNumber((answer.angle * 180) / Math.PI)}°, {answer.direction > 0 ? "rising" : "falling"}
            </>
          ) : (
            `after every ${shownNumber(answer.period)} s`
          )}
        </span>
      }
      pointer={{
        move: (event) => {
          const { point, inside } = under(event);
          pointed.value = inside && !stale ? point : null;
        },
        leave: () => (pointed.value = null),
        up: (event) => {
          const { point, inside, away } = under(event);
          if (event.button === 0 && inside && !stale && linked()) void startFrom(shown, point, away);
        },
      }}
    />
  );
}

export function SectionResult({ shown, current }: { shown: ShownSection; current: ModelMessage }) {
  const stale = shown.about !== mechanism(current);
  const found = manifolds.value;
  const lying = found?.about.startsWith(mechanism(current)) && liesOn(found.answer, shown.answer) ? found : null;
  const over = lying && overlaid.value ? lying.answer : null;
  const { answer } = shown;
  const lost = answer.starts.filter((start) => start.trouble !== "");
  const rows: [string, string][] = [
    ["points", String(pointCount.value)],
    ["motions", String(answer.starts.length)],
    ["momentum", `${shownNumber(answer.momentum)} kg m²/s`],
    [answer.joint ? "energy" : "energy at most", `${shownNumber(answer.energy)} J`],
    ...(over
      ? ([
          ["gap of the manifolds", over.gap.toPrecision(4).replace("-", "−")],
          ["to first order", over.integral.toPrecision(4).replace("-", "−")],
        ] as [string, string][])
      : []),
  ];
  const words = [
    stale && "The model has changed since: fill again.",
    answer.note,
    lost.length > 0 && `${lost.length} of the motions have fewer points: ${lost[0]!.trouble}`,
    over?.note,
    noSection.value,
    noManifolds.value,
    trouble.value,
  ];
  return (
    <div class="orbit-found" data-stale={stale}>
      <div class="orbit-pictures">
        <SectionChart shown={shown} over={over} stale={stale} />
        <div class="chaos-words">
          <Facts rows={rows} />
          {lying && (
            <label>
              <input
                type="checkbox"
                checked={overlaid.value}
                onChange={(event) => (overlaid.value = event.currentTarget.checked)}
              />{" "}
              manifolds: <span class="leaving">unstable</span>, <span class="coming">stable</span>
              {lying.about !== manifoldsAbout(current) && " (of an earlier start)"}
            </label>
          )}
          <p role="status">{words.map((one) => sentence(one || "")).join(" ")}</p>
        </div>
      </div>
    </div>
  );
}
