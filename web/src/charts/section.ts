// SPDX-License-Identifier: Apache-2.0
// Sections and courses of exponents on their canvases: points in a colour per motion inside the edge, the manifolds over them;
// exponents over the time with bands of their spread.
import type { ManifoldsMessage } from "../link/protocol";
import { bodyColour } from "../motion/colours";
import { model } from "../model/store";
import type { Palette } from "../motion/draw";
import { type Box, type Surface, axesBox, toX, toY } from "./canvas";
import type { Course, ShownSection } from "./chaos";
import { drawAxes } from "./chart";
import { type Axis, rounded } from "./phase";
import { angleLatex } from "./series";

export interface ChaosAxes {
  x: Axis;
  y: Axis;
}
export const chaosBox = (axes: ChaosAxes, width: number, height: number): Box => axesBox(axes, width, height, 24);

const leaving = (dark: boolean): string => (dark ? "#f0894a" : "#c4500a"); // as in the figures of `oopss splitting`
const coming = (dark: boolean): string => (dark ? "#56b4e9" : "#0072b2");

export function sectionAxes({ answer, x, y }: ShownSection, over: ManifoldsMessage | null): ChaosAxes {
  const pieces = [...answer.edge, ...(over ? [...over.unstable, ...over.stable] : [])].flat();
  const values = (own: number[], k: 0 | 1): Float64Array =>
    Float64Array.from([...own, ...pieces.map((point) => point[k]), ...answer.starts.map((start) => start.at[k])]);
  const [from, to] = answer.turns ? [-Math.PI, Math.PI] : rounded(values(x, 0));
  const [low, high] = rounded(values(y, 1));
  return {
    x: { from, to, wraps: answer.turns, label: answer.seen, latex: angleLatex(model.peek(), answer.seen), unit: "rad" },
    y: { from: low, to: high, wraps: false, label: answer.seen, latex: "\\pi", unit: "kg m\u00b2/s" },
  };
}

function line({ context }: Pick<Surface, "context">, places: [number, number][]): void {
  context.beginPath();
  places.forEach((place, i) => {
    if (i === 0) context.moveTo(...place);
    else context.lineTo(...place);
  });
}

const farApart = 0.06; // of the box: points of a piece further apart are not joined

/** The pieces of a manifold: lines where its points are near to each other, else dots. */
function drawPieces({ context }: Surface, box: Box, pieces: [number, number][][], colour: string): void {
  context.strokeStyle = context.fillStyle = colour;
  pieces.forEach((piece, k) => {
    context.lineWidth = k === 0 ? 2.4 : 1.2;
    context.beginPath();
    let last: [number, number] | null = null;
    for (const [x, y] of piece) {
      const spot: [number, number] = [toX(box, x), toY(box, y)];
      const near =
        last && Math.hypot(spot[0] - last[0], spot[1] - last[1]) < farApart * Math.max(box.width, box.height);
      if (near) context.lineTo(...spot);
      else context.moveTo(...spot);
      last = spot;
    }
    context.stroke();
    if (k === 0) return;
    context.beginPath();
    for (const [x, y] of piece) {
      context.moveTo(toX(box, x) + 1.1, toY(box, y));
      context.arc(toX(box, x), toY(box, y), 1.1, 0, 2 * Math.PI);
    }
    context.fill();
  });
}

export function drawSection(
  surface: Surface,
  shown: ShownSection,
  axes: ChaosAxes,
  over: ManifoldsMessage | null,
  stale: boolean,
  palette: Palette,
): void {
  const { context, width, height } = surface;
  const box = chaosBox(axes, width, height);
  drawAxes(context, box, axes, palette);
  context.globalAlpha = stale ? 0.4 : 1;
  context.lineWidth = 1.5;
  context.strokeStyle = palette.faint;
  for (const curve of shown.answer.edge) {
    line(
      surface,
      curve.map(([x, y]) => [toX(box, x), toY(box, y)]),
    );
    context.stroke();
  }
  const count = shown.x.length;
  const radius = count > 20_000 ? 0.7 : count > 4_000 ? 0.9 : 1.3;
  const motions = shown.answer.starts.length;
  const places: number[][] = Array.from({ length: motions }, () => []);
  for (let i = 0; i < count; ++i) places[shown.orbit[i]!]?.push(i);
  const draw = (motion: number, colour: string, r: number): void => {
    context.fillStyle = colour;
    context.beginPath();
    for (const i of places[motion]!) {
      const [px, py] = [toX(box, shown.x[i]!), toY(box, shown.y[i]!)];
      context.moveTo(px + r, py);
      context.arc(px, py, r, 0, 2 * Math.PI);
    }
    context.fill();
  };
  for (let k = 0; k < motions; ++k) if (k !== shown.chosen) draw(k, bodyColour(k, palette.dark), radius);
  if (shown.chosen >= 0 && shown.chosen < motions) draw(shown.chosen, palette.accent, radius + 0.7);
  if (over) {
    drawPieces(surface, box, over.stable, coming(palette.dark));
    drawPieces(surface, box, over.unstable, leaving(palette.dark));
  }
  context.globalAlpha = 1;
}

/** The place under the pointer, and where the chosen motion starts. */
export function drawSectionLive(
  { context, width, height }: Surface,
  shown: ShownSection,
  axes: ChaosAxes,
  pointed: [number, number] | null,
  palette: Palette,
): void {
  const box = chaosBox(axes, width, height);
  const ring = ([x, y]: [number, number], radius: number): void => {
    context.beginPath();
    context.arc(toX(box, x), toY(box, y), radius, 0, 2 * Math.PI);
    context.strokeStyle = palette.accent;
    context.lineWidth = 2;
    context.stroke();
  };
  const start = shown.answer.starts[shown.chosen];
  if (start) ring(start.at, 6);
  if (pointed) ring(pointed, 4);
}

export function courseAxes({ t, means, spreads }: Course, until: number): ChaosAxes {
  const from = Math.floor(t.length / 10); // the first values are large: they are left to the edge of the chart
  const values = means.flatMap((mean, k) =>
    mean.slice(from).flatMap((value, i) => [value - spreads[k]![from + i]!, value + spreads[k]![from + i]!]),
  );
  const [low, high] = rounded(Float64Array.from([0, ...values]));
  return {
    x: { from: 0, to: Math.max(until, t.at(-1) ?? 0) || 1, wraps: false, label: "time", latex: "", unit: "s" },
    y: { from: low, to: high, wraps: false, label: "exponents", latex: "", unit: "1/s" },
  };
}

export function drawCourse(
  surface: Surface,
  { t, means, spreads }: Course,
  axes: ChaosAxes,
  timeScale: number | null,
  stale: boolean,
  palette: Palette,
): void {
  const { context, width, height } = surface;
  const box = chaosBox(axes, width, height);
  drawAxes(context, box, axes, palette);
  const y = (value: number): number => toY(box, Math.min(axes.y.to, Math.max(axes.y.from, value)));
  context.globalAlpha = stale ? 0.4 : 1;
  means.forEach((mean, k) => {
    const colour = bodyColour(k, palette.dark);
    const spread = spreads[k]!;
    context.fillStyle = context.strokeStyle = colour;
    const along = (side: number): [number, number][] =>
      t.map((time, i) => [toX(box, time), y(mean[i]! + side * spread[i]!)]);
    line(surface, [...along(1), ...along(-1).reverse()]);
    context.globalAlpha = stale ? 0.1 : 0.2;
    context.fill();
    context.globalAlpha = stale ? 0.4 : 1;
    context.lineWidth = 1.8;
    line(surface, along(0));
    context.stroke();
  });
  if (timeScale) {
    context.strokeStyle = palette.quiet;
    context.lineWidth = 1.2;
    context.setLineDash([5, 4]);
    for (const side of [1, -1]) {
      const late = t.filter((time) => time > 3 * timeScale);
      line(
        surface,
        late.map((time) => [toX(box, time), y((side * Math.log(time / timeScale)) / time)]),
      );
      context.stroke();
    }
    context.setLineDash([]);
  }
  context.globalAlpha = 1;
}
