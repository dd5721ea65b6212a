// SPDX-License-Identifier: Apache-2.0
// The gallery of equilibria as a picture to take away: shape, name, stability, energy and angles of each.
import type { EquilibriumMessage, ModelMessage } from "../link/protocol";
import { shownNumber } from "../model/format";
import { type Palette, discRadii, drawBodies } from "../motion/draw";
import { type Pen, canvasPen } from "../motion/pen";
import { newSheet } from "../motion/sheet";
import { poses, reach } from "../motion/still";
import { drawMark } from "./chart";
import { stabilityWords } from "./gallery";

/** Draws the shape of one of them into a box of this size, whose corner is at the origin. */
export type DrawShape = (pen: Pen, index: number, width: number, height: number) => void;

const [wide, figure, line, margin, mostColumns] = [224, 112, 16, 16, 4]; // CSS pixels; of one entry

/** The shapes of a model in the plane, all at one scale. */
export function flatShapes(model: ModelMessage, shown: readonly EquilibriumMessage[], palette: Palette): DrawShape {
  const shapes = shown.map(({ angles }) => poses(model, angles));
  const far = reach(shapes);
  return (pen, index, width, height) => {
    const scale = Math.min((0.44 * width) / (far.x || 1e-9), (0.4 * height) / (far.y || 1e-9), 1e6);
    const camera = { scale, x0: width / 2, y0: height / 2 };
    const radii = discRadii(model, scale, Math.min(width, height));
    drawBodies(pen, camera, model, shapes[index]!, palette, radii, { highlighted: [], selected: -1 });
  };
}

/** The words below a shape: energy, rate, index, and the angles of a model in the plane as LaTeX with their values. */
function wordsOf(one: EquilibriumMessage, angles: readonly string[]): [latex: string, words: string][] {
  const own = angles.map((latex, k): [string, string] => [latex, ` = ${shownNumber(one.angles[k] ?? NaN)} rad`]);
  return [
    ["", `${shownNumber(one.energy)} J, index ${one.index}`],
    ["\\omega", ` = ${shownNumber(one.omega)} rad/s`],
    ...own,
  ];
}

/** `angles` are the symbols of the joints whose angles are written; none of many, and none in space. */
export function gallerySvg(
  shown: readonly EquilibriumMessage[],
  angles: readonly string[],
  draw: DrawShape,
  palette: Palette,
): string {
  const columns = Math.max(1, Math.min(mostColumns, shown.length));
  const high = figure + line * (3 + angles.length) + margin;
  const rows = Math.ceil(shown.length / columns);
  const sheet = newSheet(columns * wide + margin, rows * high + margin, palette.ground);
  const { context } = sheet;
  shown.forEach((one, i) => {
    const [left, top] = [margin + (i % columns) * wide, margin + Math.floor(i / columns) * high];
    context.save();
    context.translate(left, top);
    drawMark(context, 6, 8, one.stability, palette);
    context.fillStyle = palette.ink;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(`${one.id} ${stabilityWords[one.stability]}`, 18, 8);
    context.translate(0, line);
    draw(canvasPen(context), i, wide - margin, figure);
    context.restore();
    wordsOf(one, angles).forEach(([latex, words], k) =>
      sheet.symbol(left, top + line + figure + line * (k + 0.5), latex, words, palette.quiet),
    );
  });
  return sheet.text();
}
