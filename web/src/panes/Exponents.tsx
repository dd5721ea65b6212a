// SPDX-License-Identifier: Apache-2.0
// All exponents on the leaf, read out as they converge.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { course, exponents, exponentsAbout, measureExponents, measuring, noExponents } from "../charts/chaos";
import { type ChaosAxes, courseAxes, drawCourse } from "../charts/section";
import { stop } from "../charts/studies";
import type { ModelMessage } from "../link/protocol";
import { sentence, shownNumber } from "../model/format";
import { bodyColour } from "../motion/colours";
import { palette } from "../motion/palette";
import { Working } from "./Branches";
import { Chart, Field, linked, optional } from "./ChaosParts";
import { Facts } from "./Facts";

const until = signal(""); // empty: as long as it takes

async function measure(): Promise<void> {
  const value = optional(until.value);
  if (measuring.value || !linked() || (value !== null && !(value > 0))) return;
  await measureExponents(value);
}

export function ExponentsBar({ views }: { views: ComponentChildren }) {
  const study = measuring.value;
  const value = optional(until.value);
  return (
    <div class="orbit-bar chaos-bar">
      {views}
      <Field
        words="until"
        text={until}
        unit="s"
        shown="enough"
        title="Empty: a thousand times the shortest time scale of small differences"
        act={() => void measure()}
      />
      {study ? (
        <Working part={study.part} words="measuring" cancel={() => stop(study)} />
      ) : (
        <button class="quiet" disabled={!linked() || (value !== null && !(value > 0))} onClick={() => void measure()}>
          Measure
        </button>
      )}
    </div>
  );
}

const signed = (value: number): string => value.toPrecision(4).replace("-", "−");

export function ExponentsResult({ current }: { current: ModelMessage }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = course.value!;
  const so = shown.course;
  const stale = shown.about !== exponentsAbout(current);
  const end = exponents.value;
  const axes = (): ChaosAxes => courseAxes(so, end?.until ?? optional(until.peek()) ?? 0);
  const colours = palette.value;
  const rows: [string, string][] = [
    ["time", `${shownNumber(so.t.at(-1) ?? 0)} s`],
    ...(end ? ([["sum", end.sum.toExponential(1).replace("-", "−")]] as [string, string][]) : []),
    ...(end?.mean_divergence ? ([["mean divergence", signed(end.mean_divergence)]] as [string, string][]) : []),
    ...(end?.tangent_defect != null
      ? ([["symplectic to", end.tangent_defect.toExponential(0).replace("-", "−")]] as [string, string][])
      : []),
  ];
  return (
    <div class="orbit-found" data-stale={stale}>
      <div class="orbit-pictures">
        <Chart
          name="exponents"
          words="convergence of the exponents"
          axes={axes}
          place={place}
          draw={(surface) => drawCourse(surface, so, axes(), end?.time_scale ?? null, stale, palette.peek())}
          watch={() => void course.value}
          label={`Exponents over the time, up to ${shownNumber(so.t.at(-1) ?? 0)} s`}
          title="exponents [1/s] over the time [s], with their spread; dashed: ± ln T/T"
        />
        <div class="chaos-words">
          <ol class="exponents" aria-label="Exponents">
            {so.means.map((mean, k) => (
              <li key={k}>
                <span style={{ color: bodyColour(k, colours.dark) }}>λ{k + 1}</span> {signed(mean.at(-1)!)} ±{" "}
                {so.spreads[k]!.at(-1)!.toPrecision(2)} 1/s
              </li>
            ))}
          </ol>
          <Facts rows={rows} />
          <p role="status">
            {[
              stale && "The model or its start has changed since: measure again.",
              end?.growth,
              end?.zeros,
              noExponents.value,
            ]
              .map((one) => sentence(one || ""))
              .join(" ")}
          </p>
        </div>
      </div>
    </div>
  );
}
