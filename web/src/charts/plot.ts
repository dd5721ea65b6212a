// SPDX-License-Identifier: Apache-2.0
// One panel of graphs on uPlot. The curves are drawn when data or size change; while the run plays only a line, dots and
// numbers move over them.
import { signal } from "@preact/signals";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { planned } from "../motion/clock";
import { bodyColour } from "../motion/colours";
import type { Palette } from "../motion/draw";
import { runningNumber, shownNumber } from "../model/format";
import { computedAlong } from "./formulas";
import { hold, letGo, seek } from "../motion/playback";
import { type RunData, type Spot, column, spotAt } from "../link/run";
import { columnOf, isFormula, onTimes, spread, valueRange } from "./series";
import { comparisons, cursor, equations, ghost, playing, run } from "../model/store";
import { findTerm, isTerm } from "../model/terms";

export const timeWindow = signal<[number, number] | null>(null); // the times in view; null: all
export const gutter = 112; // pixels beside the curves for their labels
export const axisWidth = 56;

/** The run whose curves are drawn: the newest that has any rows. */
let lastDrawn: RunData | null = null;
export function drawnRun(): RunData | null {
  if (run.value && run.value.rows > 1) lastDrawn = run.value;
  return lastDrawn;
}
export function timesInView(data: RunData): [number, number] {
  if (timeWindow.value) return timeWindow.value;
  const [from, to] = planned(data);
  return from <= to ? [from, to] : [to, from];
}

type Values = ArrayLike<number | null>;
const valuesOf = (data: RunData, name: string): Values | null =>
  isFormula(name) || isTerm(name) ? computedAlong(name, data) : (column(data, name) ?? null);

/** Between two rows; nothing where a formula has a gap. */
function between(values: Values, { row, part }: Spot): number {
  const a = values[row] ?? NaN;
  return part === 0 ? a : a + part * ((values[row + 1] ?? a) - a);
}

export const colourOf = (data: RunData, name: string, palette: Palette): string => {
  const bodies = findTerm(name, equations.value)?.bodies;
  const body = bodies?.length === 1 ? bodies[0]! : (columnOf(data.model, name)?.body ?? -1);
  return body >= 0 ? bodyColour(body, palette.dark) : palette.ink;
};
/** Of curves that would have one colour the second is dashed, and those after it are dotted. */
function dashes(colours: string[]): (number[] | undefined)[] {
  const before = (i: number): number => colours.slice(0, i).filter((colour) => colour === colours[i]).length;
  return colours.map((_, i) => [undefined, [6, 3], [2, 2]][Math.min(2, before(i))]);
}

export interface Plot {
  resize: (width: number, height: number) => void;
  redraw: () => void; // the data changed
  follow: () => void; // the cursor moved
  destroy: () => void;
}

/** Builds the panel into `host`; `labels` are moved to the curves' ends, their `output` shows the value at the cursor. */
export function makePlot(
  host: HTMLElement,
  curves: readonly string[],
  labels: () => HTMLElement[],
  palette: Palette,
  axis: boolean,
): Plot {
  const first = drawnRun()!;
  const colours = curves.map((name) => colourOf(first, name, palette));
  const dash = dashes(colours);
  const others = (): RunData[] =>
    [...(ghost.value ? [ghost.value] : []), ...comparisons.value].filter((one) => one.rows > 1);
  const behind = others().map((one) => one === ghost.value);
  const font = "12px system-ui, sans-serif";
  const grid = { stroke: palette.grid, width: 1 };
  const plot = new uPlot(
    {
      width: Math.max(host.clientWidth, 200),
      height: Math.max(host.clientHeight, 48),
      padding: [6, gutter, axis ? 0 : 6, 0],
      cursor: { show: false },
      legend: { show: false },
      scales: {
        x: { time: false, range: () => timesInView(drawnRun()!) },
        y: { range: (_, low, high) => valueRange(low, high) },
      },
      axes: [
        {
          stroke: palette.quiet,
          grid,
          font,
          size: axis ? 24 : 0,
          gap: 4,
          ticks: { show: false },
          values: axis ? (_, splits) => splits.map((v) => shownNumber(v)) : () => [],
        },
        {
          stroke: palette.quiet,
          grid,
          font,
          size: axisWidth,
          gap: 6,
          ticks: { show: false },
          space: 28,
          values: (_, splits) => splits.map((v) => shownNumber(v)),
        },
      ],
      series: [
        {},
        ...behind.flatMap((isGhost) =>
          curves.map(() => ({
            stroke: palette.faint,
            width: 1,
            alpha: 0.7,
            pxAlign: 0,
            points: { show: false },
            ...(isGhost ? {} : { dash: [2, 3] }),
          })),
        ),
        ...curves.map((_, i) => ({
          stroke: colours[i]!,
          width: 1.5,
          pxAlign: 0,
          points: { show: false },
          ...(dash[i] ? { dash: dash[i] } : {}),
        })),
      ],
    },
    undefined,
    host,
  );
  const line = plot.over.appendChild(document.createElement("div"));
  line.className = "now-line";
  const dots = colours.map((colour) => {
    const dot = plot.over.appendChild(document.createElement("div"));
    dot.className = "now-dot";
    dot.style.background = colour;
    return dot;
  });
  const deaf = listenTo(plot);
  let current: (Values | null)[] = [];
  let outputs: (HTMLOutputElement | null)[] = [];

  const redraw = (): void => {
    const drawn = drawnRun()!;
    const times = column(drawn, drawn.model.columns[0]!.name)!;
    current = curves.map((name) => valuesOf(drawn, name));
    const others_ = others().slice(0, behind.length);
    const pale = others_.flatMap((one) =>
      curves.map((name) => {
        const values = valuesOf(one, name);
        return values ? onTimes(times, one, values) : times.map(() => NaN);
      }),
    );
    while (pale.length < behind.length * curves.length) pale.push([]);
    const own = current.map((values) => values ?? []);
    const reversed = times.length > 1 && times[0]! > times.at(-1)!;
    const data = [times, ...pale, ...own].map((values) => (reversed ? Array.from(values).reverse() : values));
    plot.setData(data as uPlot.AlignedData);
    placeLabels(drawn);
    follow();
  };
  /** Each label stands where its curve leaves the view. */
  const placeLabels = (drawn: RunData): void => {
    const [, to] = timesInView(drawn);
    const spot = spotAt(drawn, to);
    const high = plot.bbox.height / uPlot.pxRatio;
    const wanted = current.map((values) => {
      const y = values ? plot.valToPos(between(values, spot), "y") : NaN;
      return Number.isFinite(y) ? Math.min(high, Math.max(0, y)) : high / 2;
    });
    const places = spread(wanted, Math.min(17, (high - 4) / Math.max(1, wanted.length - 1)), 4, high);
    const top = plot.bbox.top / uPlot.pxRatio;
    labels().forEach((label, i) => (label.style.transform = `translateY(${Math.round(top + places[i]! - 9)}px)`));
    outputs = labels().map((label) => label.querySelector("output"));
  };
  const follow = (): void => {
    const drawn = drawnRun()!;
    const spot = spotAt(drawn, cursor.peek());
    const x = plot.valToPos(cursor.peek(), "x");
    const inside = x >= 0 && x <= plot.bbox.width / uPlot.pxRatio;
    line.style.transform = `translateX(${Math.round(x)}px)`;
    line.hidden = !inside;
    current.forEach((values, i) => {
      const value = values ? between(values, spot) : NaN;
      const y = plot.valToPos(value, "y");
      dots[i]!.hidden = !inside || !Number.isFinite(y);
      dots[i]!.style.transform = `translate(${x.toFixed(1)}px, ${Number.isFinite(y) ? y.toFixed(1) : 0}px)`;
      const output = outputs[i];
      if (output) output.value = runningNumber(value);
    });
  };
  return {
    resize(width, height) {
      if (width === plot.width && height === plot.height) return;
      plot.setSize({ width, height });
      const drawn = drawnRun();
      if (drawn) placeLabels(drawn);
      follow();
    },
    redraw,
    follow,
    destroy() {
      deaf();
      plot.destroy();
    },
  };
}

/** Hovering moves the cursor (a run that plays waits meanwhile), pressing scrubs, the wheel magnifies the time axis. */
function listenTo(plot: uPlot): () => void {
  const { over } = plot;
  let entered = { moment: 0, t: 0 };
  const timeAt = (event: MouseEvent): number => plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x");
  const move = (event: PointerEvent): void => {
    if (event.pointerType === "touch" && event.buttons === 0) return;
    if (event.buttons > 0) playing.value = false;
    hold(600);
    seek(timeAt(event));
  };
  const enter = (): void => void (entered = { moment: performance.now(), t: cursor.peek() });
  const leave = (): void => {
    letGo();
    if (playing.peek() && performance.now() - entered.moment < 250) cursor.value = entered.t; // only passing over
  };
  const down = (event: PointerEvent): void => {
    over.setPointerCapture(event.pointerId);
    playing.value = false;
    seek(timeAt(event));
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const drawn = drawnRun();
    if (!drawn) return;
    const [from, to] = timesInView(drawn);
    const whole = planned(drawn).sort((a, b) => a - b);
    const about = timeAt(event);
    const by = Math.exp(0.002 * (event.deltaMode === 1 ? 16 * event.deltaY : event.deltaY));
    const least = 1e-6 * (whole[1]! - whole[0]!);
    const next: [number, number] = [
      Math.max(whole[0]!, about - by * (about - from)),
      Math.min(whole[1]!, about + by * (to - about)),
    ];
    if (next[1] - next[0] < least) return;
    timeWindow.value = next[0] === whole[0] && next[1] === whole[1] ? null : next;
  };
  const twice = (): void => void (timeWindow.value = null);
  const all: [string, (event: never) => void][] = [
    ["pointermove", move],
    ["pointerenter", enter],
    ["pointerleave", leave],
    ["pointerdown", down],
    ["dblclick", twice],
  ];
  for (const [name, act] of all) over.addEventListener(name, act as EventListener);
  over.addEventListener("wheel", wheel, { passive: false });
  return () => {
    for (const [name, act] of all) over.removeEventListener(name, act as EventListener);
    over.removeEventListener("wheel", wheel);
  };
}

/** A panel in words. */
export function describedPanel(title: string, unit: string, curves: readonly string[]): string {
  const drawn = drawnRun();
  const spans = curves.map((name) => {
    const values = drawn && valuesOf(drawn, name);
    if (!values) return name;
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < values.length; ++i) {
      const value = values[i] ?? NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return `${name} from ${shownNumber(low)} to ${shownNumber(high)}`;
  });
  return `${title} over time: ${spans.join(", ")}${unit ? ` ${unit}` : ""}.`;
}
