// SPDX-License-Identifier: Apache-2.0
// One panel of graphs on uPlot. The curves are drawn when data or size change; while the run plays only a line, dots and
// numbers move over them.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { bodyColour, runColour } from "../motion/colours";
import type { Palette } from "../motion/draw";
import { runningNumber, shownNumber } from "../model/format";
import { computedAlong } from "./formulas";
import { drawnRun, gutter, timesInView, valueWindows } from "./inview";
import { listenTo, listenToAxis } from "./plotpointer";
import { type RunData, type Spot, column, spotAt } from "../link/run";
import { columnOf, isFormula, onTimes, spread, valueRange } from "./series";
import { beside, difference, placeOfRun } from "../model/beside";
import { comparisons, cursor, equations, ghost, marker } from "../model/store";
import { findTerm, isTerm } from "../model/terms";

export const axisWidth = 56;

type Values = ArrayLike<number | null>;
const valuesOf = (data: RunData, name: string): Values | null =>
  isFormula(name) || isTerm(name) ? computedAlong(name, data) : (column(data, name) ?? null);

/** The run that is taken off every curve, if one was chosen. */
export const subtracted = (): RunData | null =>
  difference.value === null ? null : (beside.value.find(({ key }) => key === difference.value)?.run ?? null);

/** A curve of the run, or its difference from the chosen one. */
function curveOf(data: RunData, name: string): Values | null {
  const [values, base] = [valuesOf(data, name), subtracted()];
  if (!values || !base) return values;
  const other = valuesOf(base, name);
  if (!other) return null;
  const times = column(data, data.model.columns[0]!.name)!;
  const there = onTimes(times, base, other);
  return Array.from(values, (value, row) => {
    const off = there[row];
    return value === null || off === null || off === undefined ? null : value - off;
  });
}

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

/** The runs behind the present one. */
const others = (): RunData[] =>
  subtracted() ? [] : [...(ghost.value ? [ghost.value] : []), ...comparisons.value].filter((one) => one.rows > 1);
const inkOf = (one: RunData, palette: Palette): { stroke: string; alpha: number; dash?: number[] } =>
  one === ghost.value
    ? { stroke: palette.faint, alpha: 0.7 }
    : { stroke: runColour(placeOfRun(one), palette.dark), alpha: 1, dash: [5, 3] };
const paleOf = (times: Float64Array, one: RunData, name: string): Values => {
  const values = valuesOf(one, name);
  return values ? onTimes(times, one, values) : times.map(() => NaN);
};

export interface Line {
  values: Values; // on the times of the drawn run
  stroke: string;
  alpha: number;
  width: number;
  dash: readonly number[];
}
/** The lines of a panel as they are drawn, those of other runs first; the last ones are its own, in the order of `curves`. */
export function linesOf(drawn: RunData, curves: readonly string[], palette: Palette): Line[] {
  const times = column(drawn, drawn.model.columns[0]!.name)!;
  const colours = curves.map((name) => colourOf(drawn, name, palette));
  return [
    ...others().flatMap((one) =>
      curves.map((name) => ({ dash: [], width: 1, ...inkOf(one, palette), values: paleOf(times, one, name) })),
    ),
    ...dashes(colours).map((dash, i) => ({
      values: curveOf(drawn, curves[i]!) ?? [],
      stroke: colours[i]!,
      alpha: 1,
      width: 1.5,
      dash: dash ?? [],
    })),
  ];
}

/** px between numbers of a value axis: so close that a low panel has two of them where they can stand apart. */
const tickSpace = (high: number): number => Math.max(13, Math.min(28, high / 4));

export interface Plot {
  resize: (width: number, height: number) => void;
  redraw: () => void; // the data changed
  follow: () => void; // the cursor moved
  destroy: () => void;
}

/** Builds the panel into `host`; `labels` are moved to the curves' ends, their `output` shows the value at the cursor. */
export function makePlot(
  host: HTMLElement,
  key: string,
  curves: readonly string[],
  labels: () => HTMLElement[],
  palette: Palette,
  axis: boolean,
): Plot {
  const first = drawnRun()!;
  const colours = curves.map((name) => colourOf(first, name, palette));
  const dash = dashes(colours);
  const behind = others().map((one) => inkOf(one, palette));
  const font = "12px system-ui, sans-serif";
  const grid = { stroke: palette.grid, width: 1 };
  const plot = new uPlot(
    {
      width: Math.max(host.clientWidth, 200),
      height: Math.max(host.clientHeight, 48),
      padding: [6, gutter(), axis ? 0 : 6, 0],
      cursor: { show: false },
      legend: { show: false },
      scales: {
        x: { time: false, range: () => timesInView(drawnRun()!) },
        y: { range: (_, low, high) => valueWindows.peek()[key] ?? valueRange(low, high) },
      },
      axes: [
        {
          stroke: palette.quiet,
          grid,
          font,
          size: axis ? 22 : 0,
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
          space: (_, __, ___, ____, high) => tickSpace(high),
          values: (_, splits) => splits.map((v) => shownNumber(v)),
        },
      ],
      series: [
        {},
        ...behind.flatMap((ink) => curves.map(() => ({ width: 1, pxAlign: 0, points: { show: false }, ...ink }))),
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
  const mark = plot.over.appendChild(document.createElement("div"));
  mark.className = "marker-line";
  const dots = colours.map((colour) => {
    const dot = plot.over.appendChild(document.createElement("div"));
    dot.className = "now-dot";
    dot.style.background = colour;
    return dot;
  });
  const deaf = [listenTo(plot), listenToAxis(plot, key)];
  let current: (Values | null)[] = [];
  let outputs: (HTMLOutputElement | null)[] = [];

  const redraw = (): void => {
    const drawn = drawnRun()!;
    const times = column(drawn, drawn.model.columns[0]!.name)!;
    current = curves.map((name) => curveOf(drawn, name));
    const pale = others()
      .slice(0, behind.length)
      .flatMap((one) => curves.map((name) => paleOf(times, one, name)));
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
    const other = marker.peek();
    const markX = other === null ? -1 : plot.valToPos(other, "x");
    mark.style.transform = `translateX(${Math.round(markX)}px)`;
    mark.hidden = !(markX >= 0 && markX <= plot.bbox.width / uPlot.pxRatio);
    const there = other === null ? null : spotAt(drawn, other);
    current.forEach((values, i) => {
      const value = values ? between(values, spot) : NaN;
      const y = plot.valToPos(value, "y");
      dots[i]!.hidden = !inside || !Number.isFinite(y);
      dots[i]!.style.transform = `translate(${x.toFixed(1)}px, ${Number.isFinite(y) ? y.toFixed(1) : 0}px)`;
      const output = outputs[i];
      if (output)
        output.value =
          runningNumber(value) + (there && values ? ` Δ ${runningNumber(value - between(values, there))}` : "");
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
      for (const stop of deaf) stop();
      plot.destroy();
    },
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
