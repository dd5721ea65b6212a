// SPDX-License-Identifier: Apache-2.0
// On the level curves of a leaf: which way the motion goes, and the energy. The points of a curve follow each other in time.
import { shownNumber } from "../model/format";
import type { Palette } from "../motion/draw";
import { type Box, toX, toY } from "./canvas";
import type { Context, Curve, Mark } from "./chart";

type Pixel = [x: number, y: number];
const onto = (box: Box, curve: Curve): Pixel[] => curve.points.map(([x, y]) => [toX(box, x), toY(box, y)]);
const inside = (box: Box, [x, y]: Pixel): boolean =>
  x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height;

/** Where along the points, as a part of the way, an arrow stands: off the tops, where the energies are. */
const arrowPlace = 0.3;

/** An arrow head on every curve that is long enough to be seen as a line. */
export function drawDirections(context: Context, box: Box, curves: readonly Curve[], palette: Palette): void {
  context.globalAlpha = 1;
  context.fillStyle = palette.quiet;
  for (const curve of curves) {
    const points = onto(box, curve);
    const i = Math.floor(arrowPlace * points.length);
    const [from, to] = [points[i - 1], points[i + 1]];
    const wide = Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x));
    if (!from || !to || wide < 24 || !inside(box, points[i]!)) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (!(length > 0) || length > box.width / 2) continue; // at the ends of an axis that wraps
    const [c, s] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const [x, y] = points[i]!;
    context.beginPath();
    context.moveTo(x + 5 * c, y + 5 * s);
    context.lineTo(x - 4 * c - 3.5 * s, y - 4 * s + 3.5 * c);
    context.lineTo(x - 4 * c + 3.5 * s, y - 4 * s - 3.5 * c);
    context.fill();
  }
}

/** The energy at the top of every curve that has room for it, the separatrix first. */
export function drawEnergies(
  context: Context,
  box: Box,
  curves: readonly Curve[],
  marks: readonly Mark[],
  palette: Palette,
): void {
  const taken = marks.map(({ at: [x, y] }): Pixel => [toX(box, x), toY(box, y)]); // an equilibrium has its name there
  const [most, high] = [56, 15]; // pixels between two texts
  const middle = box.left + box.width / 2;
  const lines = [...curves].sort((a, b) => Number(b.kind === "separatrix") - Number(a.kind === "separatrix"));
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const curve of lines) {
    const points = onto(box, curve).filter((point) => inside(box, point));
    if (points.length === 0) continue;
    const top = Math.min(...points.map(([, y]) => y));
    const [x, y] = points
      .filter((point) => point[1] < top + 2)
      .reduce((best, point) => (Math.abs(point[0] - middle) < Math.abs(best[0] - middle) ? point : best));
    const spot: Pixel = [x, Math.max(box.top + 8, y)];
    if (x < box.left + 24 || x > box.left + box.width - 24) continue;
    if (taken.some(([u, v]) => Math.abs(u - spot[0]) < most && Math.abs(v - spot[1]) < high)) continue;
    taken.push(spot);
    const words = `${shownNumber(curve.energy)} J`;
    context.lineWidth = 4;
    context.strokeStyle = palette.ground;
    context.fillStyle = palette.quiet;
    context.strokeText(words, ...spot);
    context.fillText(words, ...spot);
  }
}
