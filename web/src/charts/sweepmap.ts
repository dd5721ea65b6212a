// SPDX-License-Identifier: Apache-2.0
// Maps: an observable of members of a sweep over two numbers of the model, which come ahead of the answer a few times a second;
// their picture, in which one may look closer, and the edit that loads a member.
import { signal } from "@preact/signals";
import type { Edit, ModelMessage, SweepAxis, SweepMessage } from "../link/protocol";
import { study } from "../link/server";
import { shownNumber } from "../model/format";
import { guessRange, holding } from "../model/numbers";
import { model } from "../model/store";
import type { Palette } from "../motion/draw";
import { type Varied, asStart, variedNumbers } from "./branches";
import { type Box, type Surface, axesBox, toX, toY } from "./canvas";
import { clipped, drawAxes } from "./chart";
import type { Axis } from "./phase";
import type { ChaosAxes } from "./section";
import { type Study, words } from "./studies";

export interface ShownMap {
  axes: [SweepAxis, SweepAxis]; // the second turns fastest
  observable: string;
  until: number;
  about: string;
  values: Float64Array; // NaN: none
  status: Int8Array; // its place in `statuses`; -1: not there yet
  range: [number, number];
  done: number;
  answer: SweepMessage | null; // null: on its way
  chosen: number; // the member that was loaded; -1: none
}
export const shownMap = signal<ShownMap | null>(null);
export const mapping = signal<(Study & { begun: number }) | null>(null);
export const noMap = signal("");
export const memberCount = signal(0); // grows with what is shown

export interface Window {
  x: [number, number];
  y: [number, number];
}
/** What is in view of the map; null: all of it. */
export const mapWindow = signal<Window | null>(null);

/** An angle is chosen and read in degrees. */
export const isAngle = (path: string): boolean => /^start\.(angles|absolute)\./.test(path);

/** What may be varied: the numbers of the model, and those of its start. */
export function mapNumbers(message: ModelMessage, opened: ModelMessage | null): Varied[] {
  const angles = message.space
    ? []
    : message.joints.map(
        ({ name, label }, joint): Varied => ({
          path: `start.angles.${name}`,
          words: `start angle of ${label || name}`,
          unit: "rad",
          value: message.start.angles[joint]!,
          range: [-Math.PI, Math.PI],
        }),
      );
  const others = message.numbers
    .filter(({ path }) => /^start\.(rates|energy|kinetic|momenta)/.test(path))
    .map(
      ({ path, unit, value }): Varied => ({
        path,
        words: path.replaceAll(".", " "),
        unit,
        value,
        range: holding(...guessRange(value), value),
      }),
    );
  const byAngles = message.start.form !== "spin" && message.start.form !== "equilibrium";
  return [...(byAngles ? [...angles, ...others] : []), ...variedNumbers(message, opened)];
}

/** What a map depends on besides the values of its two numbers. */
export function mapKey(message: ModelMessage, paths: string[]): string {
  const varies = (prefix: string): boolean => paths.some((path) => path.startsWith(prefix));
  return JSON.stringify([
    message.bodies.map(({ name }) => name),
    message.joints.map(({ name, first, second, laws }) => [
      name,
      first,
      second,
      varies(`joint.${name}.torque`) || varies("chain.torque") ? laws.map(({ law }) => law) : laws,
    ]),
    message.parameters.filter(({ name }) => !paths.includes(name)).map(({ name, text }) => [name, text]),
    message.numbers
      .filter(({ path }) => !paths.includes(path) && !path.startsWith("run."))
      .map(({ path, text }) => [path, text]),
  ]);
}

function take(shown: ShownMap, rows: number[][]): void {
  for (const [member, status, value] of rows) {
    shown.status[member!] = status!;
    ++shown.done;
    if (value === undefined) continue;
    shown.values[member!] = value;
    shown.range = [Math.min(shown.range[0], value), Math.max(shown.range[1], value)];
  }
  if (shownMap.value === shown) memberCount.value = shown.done;
}

/** The map as far as it is known; what came before a cancel stays. */
export async function sweepMap(axes: [SweepAxis, SweepAxis], observable: string, until: number): Promise<void> {
  const about = mapKey(
    model.value!,
    axes.map(({ path }) => path),
  );
  const members = axes[0].count * axes[1].count;
  noMap.value = "";
  const shown: ShownMap = {
    axes,
    observable,
    until,
    about,
    values: new Float64Array(members).fill(NaN),
    status: new Int8Array(members).fill(-1),
    range: [Infinity, -Infinity],
    done: 0,
    answer: null,
    chosen: -1,
  };
  const begun = performance.now();
  const { id, answer } = study(
    { type: "sweep", text: model.value!.text, vary: axes, observe: observable, until },
    "sweep",
    (part, rows) => {
      if (rows.length > 0 && shown.done === 0) {
        shownMap.value = shown;
        mapWindow.value = null;
      }
      take(shown, rows);
      if (mapping.value?.id === id) mapping.value = { id, part, begun };
    },
  );
  mapping.value = { id, part: 0, begun };
  const last = await answer;
  if (mapping.value?.id === id || id === 0) mapping.value = null;
  if (last.type === "sweep") shown.answer = last;
  else noMap.value = words(last);
  if (shownMap.value === shown) shownMap.value = { ...shown, chosen: shownMap.value.chosen };
}

export const axisValue = ({ from, to, count }: SweepAxis, k: number): number => from + ((to - from) * k) / (count - 1);

/** The member whose cell has a place in it; −1: none has. */
export function memberAt({ axes: [x, y] }: ShownMap, px: number, py: number): number {
  const cell = ({ from, to, count }: SweepAxis, value: number): number =>
    Math.round(((value - from) / (to - from)) * (count - 1));
  const [i, j] = [cell(x, px), cell(y, py)];
  return i >= 0 && i < x.count && j >= 0 && j < y.count ? i * y.count + j : -1;
}
export const placeOf = ({ axes: [x, y] }: ShownMap, member: number): [number, number] => [
  axisValue(x, Math.floor(member / y.count)),
  axisValue(y, member % y.count),
];

/** The edits that make a member the model. */
export const loadMember = (shown: ShownMap, member: number, current: ModelMessage): Edit[] =>
  asStart(
    placeOf(shown, member).map((value, k) => ({ kind: "set", path: shown.axes[k]!.path, value: String(value) })),
    current,
  );

/** How long it may take still, in seconds, and members a second. */
export const pace = ({ begun }: { begun: number }, done: number, members: number): { rate: number; left: number } => {
  const rate = (1000 * done) / Math.max(1, performance.now() - begun);
  return { rate, left: rate > 0 ? (members - done) / rate : Infinity };
};

// ---- the picture
/** All of a map: half a cell beyond the values at its ends. */
export function whole({ axes }: ShownMap): Window {
  const side = ({ from, to, count }: SweepAxis): [number, number] => {
    const half = Math.abs(to - from) / (count - 1) / 2;
    return [Math.min(from, to) - half, Math.max(from, to) + half];
  };
  return { x: side(axes[0]), y: side(axes[1]) };
}
/** What is in view after a wheel turned over a place, no more than all of the map. */
export function magnified(all: Window, view: Window, [px, py]: [number, number], factor: number): Window | null {
  const side = ([from, to]: [number, number], value: number, [low, high]: [number, number]): [number, number] => [
    Math.max(low, value - (value - from) * factor),
    Math.min(high, value + (to - value) * factor),
  ];
  const out: Window = { x: side(view.x, px, all.x), y: side(view.y, py, all.y) };
  const shows = (k: "x" | "y"): boolean => out[k][0] <= all[k][0] && out[k][1] >= all[k][1];
  return shows("x") && shows("y") ? null : out;
}
/** What is in view after a drag by so much, no further than the edge of the map. */
export function moved(all: Window, view: Window, dx: number, dy: number): Window {
  const side = ([from, to]: [number, number], by: number, [low, high]: [number, number]): [number, number] => {
    const step = Math.min(Math.max(by, low - from), high - to);
    return [from + step, to + step];
  };
  return { x: side(view.x, dx, all.x), y: side(view.y, dy, all.y) };
}

export function mapAxes(shown: ShownMap, view: Window | null, unitOf: (path: string) => string): ChaosAxes {
  const { x, y } = view ?? whole(shown);
  const axis = ([from, to]: [number, number], path: string): Axis => ({
    from,
    to,
    wraps: isAngle(path) && to - from > Math.PI,
    label: path,
    latex: "",
    unit: unitOf(path),
  });
  return { x: axis(x, shown.axes[0].path), y: axis(y, shown.axes[1].path) };
}
export const mapBox = (axes: ChaosAxes, width: number, height: number): Box => axesBox(axes, width, height, 96);

/** Viridis, of S. van der Walt and N. Smith, as in the figures of `oopss sweep`: told apart by the colour-blind too. */
const known = [
  [68, 1, 84],
  [72, 40, 120],
  [62, 74, 137],
  [49, 104, 142],
  [38, 130, 142],
  [31, 158, 137],
  [53, 183, 121],
  [109, 205, 89],
  [180, 222, 44],
  [253, 231, 37],
] as const;
export function mapTone(part: number): [number, number, number] {
  const place = 9 * Math.min(1, Math.max(0, part));
  const k = Math.min(8, Math.floor(place));
  const mix = (c: 0 | 1 | 2): number => Math.round(known[k]![c] + (known[k + 1]![c] - known[k]![c]) * (place - k));
  return [mix(0), mix(1), mix(2)];
}
const heightIn = ([low, high]: [number, number], value: number): number =>
  high > low ? (value - low) / (high - low) : 0.5;
/** Greys of members without a value, by their status. */
export const greyOf = (status: number): number =>
  Math.round(255 * (0.84 - 0.14 * Math.min(Math.max(status - 1, 0), 4)));

/** One pixel per member, top row last in y; those not there yet are clear. */
function cells(shown: ShownMap): HTMLCanvasElement {
  const [{ count: columns, from, to }, { count: rows, from: low, to: high }] = shown.axes;
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(columns, rows);
  for (let member = 0; member < shown.values.length; ++member) {
    if (shown.status[member]! < 0) continue;
    const [i, j] = [Math.floor(member / rows), member % rows];
    const [column, row] = [from < to ? i : columns - 1 - i, low < high ? rows - 1 - j : j];
    const value = shown.values[member]!;
    const grey = greyOf(shown.status[member]!);
    const colour = Number.isNaN(value) ? [grey, grey, grey] : mapTone(heightIn(shown.range, value));
    image.data.set([...colour, 255], 4 * (row * columns + column));
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

export function drawMap(surface: Surface, shown: ShownMap, axes: ChaosAxes, stale: boolean, palette: Palette): void {
  const { context, width, height } = surface;
  const box = mapBox(axes, width, height);
  const all = whole(shown);
  context.globalAlpha = stale ? 0.4 : 1;
  clipped(context, box, () => {
    const [left, right, bottom, top] = [toX(box, all.x[0]), toX(box, all.x[1]), toY(box, all.y[0]), toY(box, all.y[1])];
    context.imageSmoothingEnabled = false;
    context.drawImage(cells(shown), left, top, right - left, bottom - top);
  });
  context.globalAlpha = 1;
  drawAxes(context, box, { ...axes, kind: "landscape" }, palette);
  drawScale(surface, box, shown, palette);
}

/** The colours beside the map, with the least and the largest value. */
function drawScale({ context }: Surface, box: Box, { range }: ShownMap, palette: Palette): void {
  if (range[0] > range[1]) return;
  const [left, wide] = [box.left + box.width + 14, 10];
  for (let row = 0; row < box.height; row += 2) {
    const [r, g, b] = mapTone(1 - row / box.height);
    context.fillStyle = `rgb(${r} ${g} ${b})`;
    context.fillRect(left, box.top + row, wide, Math.min(2.5, box.height - row));
  }
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = palette.quiet;
  context.fillText(shownNumber(range[1]), left + wide + 4, box.top + 6);
  context.fillText(shownNumber(range[0]), left + wide + 4, box.top + box.height - 6);
}

/** The member under the pointer, and the one that was loaded. */
export function drawMapLive(
  { context, width, height }: Surface,
  shown: ShownMap,
  axes: ChaosAxes,
  pointed: number,
): void {
  const box = mapBox(axes, width, height);
  const [x, y] = shown.axes;
  const frame = (member: number, wide: number): void => {
    const [px, py] = placeOf(shown, member);
    const [dx, dy] = [(x.to - x.from) / (x.count - 1) / 2, (y.to - y.from) / (y.count - 1) / 2];
    const [left, top] = [toX(box, px - Math.abs(dx)), toY(box, py + Math.abs(dy))];
    const [w, h] = [toX(box, px + Math.abs(dx)) - left, toY(box, py - Math.abs(dy)) - top];
    for (const [colour, line] of [
      ["#fff", wide + 2],
      ["#000", wide],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = line;
      context.strokeRect(left - 1, top - 1, w + 2, h + 2);
    }
  };
  clipped(context, box, () => {
    if (shown.chosen >= 0) frame(shown.chosen, 2);
    if (pointed >= 0) frame(pointed, 1);
  });
}
