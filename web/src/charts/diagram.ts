// SPDX-License-Identifier: Apache-2.0
// The bifurcation diagram on its canvases: branches (stable: a solid line, unstable: dashed, spectrally stable: dash and
// dot), special points by their shapes and names; on top the present value with its equilibria, and the point under the
// pointer.
import { type DiagramAxes, type Upward, coinciding, heightOf, pieces, specialWords } from "./branches";
import { type Box, type Surface, axesBox, toX, toY } from "./canvas";
import { drawAxes, drawMark } from "./chart";
import { anchored } from "./dashes";
import type { Palette } from "../motion/draw";
import { onto, trace } from "./phase";
import type { BranchPoint, BranchesMessage, SpecialPoint } from "../link/protocol";

export const dashes: Record<BranchPoint["stability"], number[]> = {
  stable: [],
  unstable: [6, 4],
  spectrally_stable: [9, 3, 1.5, 3],
  degenerate: [1.5, 3],
};

export const diagramBox = (axes: DiagramAxes, width: number, height: number): Box => axesBox(axes, width, height, 24);

/** Stable lines and marks come last: where several lie on each other, they are seen. */
const stableLast = <T extends { stability: string }>(all: T[]): T[] =>
  [false, true].flatMap((stable) => all.filter((one) => (one.stability === "stable") === stable));

function drawBranches(
  context: CanvasRenderingContext2D,
  box: Box,
  axes: DiagramAxes,
  diagram: BranchesMessage,
  upward: Upward,
  palette: Palette,
): void {
  for (const piece of stableLast(diagram.branches.flatMap(({ points }) => pieces(points)))) {
    const orbit = {
      x: Float64Array.from(piece.points, (point) => point.value),
      y: Float64Array.from(piece.points, (point) => heightOf(point, upward)),
    };
    context.lineWidth = piece.stability === "stable" ? 2 : 1.5;
    context.strokeStyle = piece.stability === "unstable" ? palette.quiet : palette.ink;
    context.beginPath();
    const path = anchored(context, dashes[piece.stability]);
    trace(orbit, axes.x, axes.y, {
      moveTo: (x, y) => path.moveTo(toX(box, x), toY(box, y)),
      lineTo: (x, y) => path.lineTo(toX(box, x), toY(box, y)),
    });
    context.stroke();
  }
}

/** Corners of a special point's mark, in pixels from its place. */
const corners: Record<SpecialPoint["type"], [number, number][]> = {
  fold: [
    [-6, 5],
    [0, -6],
    [6, 5],
  ],
  pitchfork: [
    [-5, -5],
    [5, -5],
    [5, 5],
    [-5, 5],
  ],
  transcritical: [
    [-6, -5],
    [6, -5],
    [-6, 5],
    [6, 5],
  ],
  zero: [
    [0, -6],
    [6, 0],
    [0, 6],
    [-6, 0],
  ],
  hamiltonian_hopf: [
    [0, -6],
    [6, -1.5],
    [3.5, 5.5],
    [-3.5, 5.5],
    [-6, -1.5],
  ],
};
/** The outline of a mark, for SVG too. */
export const markPath = (type: SpecialPoint["type"]): string =>
  `M${corners[type].map((corner) => corner.join(" ")).join("L")}Z`;

export function drawSpecial(
  context: CanvasRenderingContext2D,
  px: number,
  py: number,
  type: SpecialPoint["type"],
  palette: Palette,
): void {
  context.beginPath();
  for (const [dx, dy] of corners[type]) context.lineTo(px + dx, py + dy);
  context.closePath();
  context.fillStyle = palette.ground;
  context.fill();
  context.strokeStyle = palette.ink;
  context.lineWidth = 1.5;
  context.stroke();
}

/** Names beside special points, where there is room for them. */
export function drawNames(
  context: CanvasRenderingContext2D,
  box: Box,
  places: { px: number; py: number; words: string }[],
  palette: Palette,
): void {
  const taken: [number, number, number, number][] = [];
  for (const { px, py, words } of places) {
    const width = context.measureText(words).width;
    const right = px + 12 + width > box.left + box.width;
    const left = right ? px - 10 - width : px + 10;
    const top = py < box.top + 20 ? py + 6 : py - 18;
    if (taken.some(([l, t, r, b]) => left < r && l < left + width && top < b && t < top + 14)) continue;
    taken.push([left, top, left + width, top + 14]);
    context.textAlign = "left";
    context.textBaseline = "top";
    context.lineWidth = 3;
    context.strokeStyle = palette.ground;
    context.strokeText(words, left, top);
    context.fillStyle = palette.ink;
    context.fillText(words, left, top);
  }
}

export interface DiagramGround {
  diagram: BranchesMessage;
  axes: DiagramAxes;
  upward: Upward;
  stale: boolean; // about an older model
  palette: Palette;
}
export function drawDiagram(
  { context, width, height }: Surface,
  { diagram, axes, upward, stale, palette }: DiagramGround,
): void {
  const box = diagramBox(axes, width, height);
  drawAxes(context, box, axes, palette);
  context.globalAlpha = stale ? 0.4 : 1;
  context.lineJoin = "round";
  drawBranches(context, box, axes, diagram, upward, palette);
  const places = diagram.special.map((point) => ({
    px: toX(box, point.value),
    py: toY(box, onto(axes.y, heightOf(point, upward))),
    words: specialWords[point.type],
    type: point.type,
  }));
  drawNames(
    context,
    box,
    coinciding(diagram, upward).map(({ value, height, count }) => ({
      px: toX(box, value) - 10,
      py: toY(box, onto(axes.y, height)) - 2,
      words: `×${count}`,
    })),
    palette,
  );
  for (const { px, py, type } of places) drawSpecial(context, px, py, type, palette);
  drawNames(context, box, places, palette);
  context.globalAlpha = 1;
}

export interface DiagramLive {
  axes: DiagramAxes;
  upward: Upward;
  present: number | null; // value of the number in the model
  equilibria: { angles: number[]; energy: number; stability: string }[]; // at it
  spot: { value: number; angles: number[]; energy: number } | null;
  value: number | null; // under the pointer
  palette: Palette;
}
export function drawDiagramLive({ context, width, height }: Surface, live: DiagramLive): void {
  const { axes, palette } = live;
  const box = diagramBox(axes, width, height);
  const upright = (value: number, colour: string, dash: number[]): void => {
    const px = Math.round(toX(box, value)) + 0.5;
    context.setLineDash(dash);
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(px, box.top);
    context.lineTo(px, box.top + box.height);
    context.stroke();
    context.setLineDash([]);
  };
  const place = (value: number, shape: { angles: number[]; energy: number }): [number, number] => [
    toX(box, value),
    toY(box, onto(axes.y, heightOf(shape, live.upward))),
  ];
  if (live.value !== null) upright(live.value, palette.faint, [2, 3]);
  if (live.present !== null && live.present >= axes.x.from && live.present <= axes.x.to) {
    upright(live.present, palette.accent, []);
    for (const one of stableLast(live.equilibria))
      drawMark(context, ...place(live.present, one), one.stability, palette);
  }
  if (!live.spot) return;
  context.beginPath();
  context.arc(...place(live.spot.value, live.spot), 7, 0, 2 * Math.PI);
  context.strokeStyle = palette.accent;
  context.lineWidth = 2;
  context.stroke();
}
