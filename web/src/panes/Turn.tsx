// SPDX-License-Identifier: Apache-2.0
// Turning without momentum: an angle to turn by, the loop of the joints that does it with least effort, drawn over the curvature
// of the connection, and played: the plan becomes the model.
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { fit } from "../charts/canvas";
import { chartSvg } from "../charts/chartpicture";
import { stop } from "../charts/studies";
import { drawTurn, drawTurnLive, noPlan, plan, planTurn, planning } from "../charts/turn";
import { openText } from "../export/files";
import type { ModelMessage, TurnMessage } from "../link/protocol";
import { column, valueAt } from "../link/run";
import { sentence, shownNumber } from "../model/format";
import { cursor, linkState, loop, model, playing, run, spot } from "../model/store";
import { palette } from "../motion/palette";
import { calm } from "../theme";
import { Working } from "./Branches";
import { Facts } from "./Facts";
import { useLayers } from "./layers";
import { usePictured } from "./pictured";

// ---- what is asked for
const angle = signal("30"); // degrees, as typed
const cycles = signal("1");
const free = signal(false);
const typed = (text: string): number => (text.trim() === "" ? NaN : Number(text.replace(",", ".").replace("−", "-")));
const angleValue = computed(() => (typed(angle.value) * Math.PI) / 180);
const cyclesValue = computed(() => typed(cycles.value));
const isGood = computed(
  () =>
    Number.isFinite(angleValue.value) &&
    angleValue.value !== 0 &&
    Number.isInteger(cyclesValue.value) &&
    cyclesValue.value >= 1 &&
    cyclesValue.value <= 100,
);

/** The plan becomes the model, and plays once. */
async function play({ text }: TurnMessage): Promise<void> {
  if (!(await openText(text, "the plan"))) return;
  cursor.value = model.value!.run.t0;
  loop.value = false;
  if (!calm.peek()) playing.value = true;
}
async function find(): Promise<void> {
  if (!isGood.value || planning.value || linkState.value !== "open") return;
  const found = await planTurn(angleValue.value, free.value, cyclesValue.value);
  if (found) await play(found);
}

export function TurnQuestion({ views }: { views: ComponentChildren }) {
  const study = planning.value;
  return (
    <div class="orbit-bar">
      {views}
      <label>
        turn by{" "}
        <input
          value={angle.value}
          inputMode="decimal"
          aria-invalid={!Number.isFinite(angleValue.value) || angleValue.value === 0}
          onInput={(event) => (angle.value = event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && void find()}
        />{" "}
        degrees
      </label>
      <label>
        in{" "}
        <input
          type="number"
          min={1}
          max={100}
          step={1}
          value={cycles.value}
          title="Equal loops, at rest between them"
          onInput={(event) => (cycles.value = event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && void find()}
        />{" "}
        cycles
      </label>
      <label title="Else the plan begins and ends in the shape of the start">
        <input type="checkbox" checked={free.value} onChange={(event) => (free.value = event.currentTarget.checked)} />{" "}
        choose the shape too
      </label>
      {study ? (
        <Working part={study.part} words="planning" cancel={() => stop(study)} />
      ) : (
        <button class="quiet" disabled={!isGood.value || linkState.value !== "open"} onClick={() => void find()}>
          Plan
        </button>
      )}
    </div>
  );
}

// ---- what was found
function LoopChart({ shown }: { shown: TurnMessage }) {
  const place = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const live = useRef<HTMLCanvasElement>(null);
  const current = useRef(shown);
  const changed = useRef(signal(0));
  current.current = shown;
  useEffect(() => {
    changed.current.value++;
  }, [shown]);
  const shape = (): [number, number] | null => {
    const now = run.value;
    const moment = spot.value;
    const [x, y] = now ? now.model.joints.map(({ name }) => column(now, `angle.${name}`)) : [];
    return x && y && moment ? [valueAt(x, moment), valueAt(y, moment)] : null;
  };
  usePictured("turn", "loop of shapes", () => {
    const { clientWidth: width, clientHeight: height } = place.current!;
    const [x, y] = current.current.axes.map((axis) => ({ ...axis, latex: "", unit: "rad" }));
    return chartSvg({ width, height }, { x: x!, y: y! }, palette.peek(), (surface) => {
      drawTurn(surface, current.current, palette.peek());
      drawTurnLive(surface, current.current, shape(), palette.peek());
    });
  });
  useLayers(place, changed.current, [
    {
      draw: () => void (ground.current && drawTurn(fit(ground.current), current.current, palette.peek())),
      watch: () => void palette.value,
    },
    {
      draw: () => void (live.current && drawTurnLive(fit(live.current), current.current, shape(), palette.peek())),
      watch: () => void [palette.value, cursor.value, run.value],
    },
  ]);
  const [one, two] = shown.axes;
  return (
    <div class="backbone turn-loop">
      <span class="axis-words">
        {two!.label} over {one!.label} [rad]; blue: curvature positive, orange: negative
      </span>
      <div ref={place} class="backbone-chart">
        <canvas ref={ground} role="img" aria-label="The loop of shapes over the curvature of the connection" />
        <canvas ref={live} aria-hidden="true" />
      </div>
    </div>
  );
}

function TurnFacts({ shown, current }: { shown: TurnMessage; current: ModelMessage }) {
  const degrees = (radians: number): string => `${shownNumber((radians * 180) / Math.PI)}°`;
  const rows: [string, string][] = [
    ["turns by", degrees(shown.turned)],
    [
      "misses by",
      `${Math.abs(shown.turned - shown.angle)
        .toExponential(0)
        .replace("-", "−")} rad`,
    ],
    ["effort", `${shownNumber(shown.effort)} kg m²`],
    ["time", `${shownNumber(shown.time)} s`],
    ...shown.torques.map((torque, k): [string, string] => [
      `torque at ${current.joints[k]?.label || current.joints[k]?.name || k + 1}`,
      `≤ ${shownNumber(torque)} N m`,
    ]),
    ["work put in", `${shownNumber(shown.work)} J`],
  ];
  return <Facts rows={rows} />;
}

const purpose =
  "Bodies without momentum turn as a cat does: the joints go round a closed loop of shapes, and the whole has turned. Write the angle, then Plan: the loop of least effort that was found becomes the model, and plays.";

export function TurnResult({ current }: { current: ModelMessage }) {
  const shown = plan.value;
  if (!shown || shown.torques.length !== current.joints.length)
    return (
      <p class="empty" role="status">
        {noPlan.value || purpose}
      </p>
    );
  const isModel = current.text === shown.text;
  return (
    <div class="orbit-found">
      <div class="orbit-pictures">
        {shown.curvature && <LoopChart shown={shown} />}
        <TurnFacts shown={shown} current={current} />
        <div class="orbit-words">
          <button class="quiet" disabled={isModel} onClick={() => void play(shown)}>
            {isModel ? "this is the model" : "play the plan"}
          </button>
          <p role="status">{[shown.note, noPlan.value].map(sentence).join(" ")}</p>
        </div>
      </div>
    </div>
  );
}
