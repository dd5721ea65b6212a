// SPDX-License-Identifier: Apache-2.0
// The graphs as a picture to take away: every panel with its title, axes and curves, each named at its end.
import type { RunData } from "../link/run";
import { column, spotAt } from "../link/run";
import type { Palette } from "../motion/draw";
import { type Sheet, newSheet } from "../motion/sheet";
import { type Box, toX, toY } from "./canvas";
import { drawAxes } from "./chart";
import { timesInView, valueWindows } from "./inview";
import { type Line, axisWidth, linesOf } from "./plot";
import { type Panel, spread, valueRange } from "./series";

export interface PanelPicture {
  panel: Panel;
  title: string; // with its unit
  names: string[]; // of the curves, as LaTeX
  height: number; // CSS pixels, as on the page
}
const [head, foot, gutter] = [24, 36, 104];

/** The range of values in view: as on the page. */
function valuesInView(key: string, lines: Line[], times: ArrayLike<number>, [from, to]: [number, number]) {
  let [low, high]: [number | null, number | null] = [null, null];
  for (const { values } of lines)
    for (let i = 0; i < values.length; ++i) {
      const value = values[i];
      if (typeof value !== "number" || !Number.isFinite(value) || times[i]! < from || times[i]! > to) continue;
      low = low === null ? value : Math.min(low, value);
      high = high === null ? value : Math.max(high, value);
    }
  return valueWindows.peek()[key] ?? valueRange(low, high);
}

/** A curve, with no more than a few points per pixel: of each column of pixels the first, lowest, highest and last. */
function strokeLine(context: CanvasRenderingContext2D, box: Box, times: ArrayLike<number>, line: Line): void {
  context.strokeStyle = line.stroke;
  context.lineWidth = line.width;
  context.globalAlpha = line.alpha;
  context.setLineDash([...line.dash]);
  context.beginPath();
  let down = false;
  let column = NaN;
  let held: [number, number][] = [];
  const put = (x: number, y: number): void => {
    if (down) context.lineTo(x, y);
    else context.moveTo(x, y);
    down = true;
  };
  const flush = (): void => {
    const heights = held.map(([, y]) => y);
    const keep = new Set([
      0,
      heights.indexOf(Math.min(...heights)),
      heights.indexOf(Math.max(...heights)),
      held.length - 1,
    ]);
    held.forEach((point, i) => keep.has(i) && put(...point));
    held = [];
  };
  for (let i = 0; i < line.values.length; ++i) {
    const value = line.values[i];
    const [x, y] = [toX(box, times[i]!), toY(box, value ?? NaN)];
    if (!Number.isFinite(y) || Math.round(x) !== column) flush();
    if (Number.isFinite(y)) held.push([x, y]);
    else down = false;
    column = Math.round(x);
  }
  flush();
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function drawPanel(sheet: Sheet, drawn: RunData, picture: PanelPicture, top: number, last: boolean, palette: Palette) {
  const { context } = sheet;
  const { panel, names, title } = picture;
  const times = column(drawn, drawn.model.columns[0]!.name)!;
  const inView = timesInView(drawn);
  const lines = linesOf(drawn, panel.curves, palette);
  const [low, high] = valuesInView(panel.key, lines, times, inView);
  const box: Box = {
    left: axisWidth,
    top: top + head,
    width: sheet.width - axisWidth - gutter,
    height: picture.height - head - (last ? foot : 8),
    x: { from: inView[0], to: inView[1] },
    y: { from: low, to: high },
  };
  const axis = { wraps: false, label: "", latex: "", unit: "" };
  context.save();
  drawAxes(context, box, { x: { ...box.x, ...axis }, y: { ...box.y, ...axis } }, palette, last);
  context.fillStyle = palette.ink;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(title, 12, top + head / 2);
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  context.lineJoin = "round";
  for (const line of lines) strokeLine(context, box, times, line);
  context.restore();
  const spot = spotAt(drawn, inView[1]);
  const own = lines.slice(-panel.curves.length);
  const wanted = own.map(({ values }) => {
    const y = toY(box, values[Math.round(spot.row + spot.part)] ?? NaN);
    return Number.isFinite(y) ? Math.min(box.top + box.height, Math.max(box.top, y)) : box.top + box.height / 2;
  });
  const places = spread(wanted, Math.min(16, box.height / Math.max(1, own.length)), box.top, box.top + box.height);
  own.forEach(({ stroke }, i) => sheet.symbol(box.left + box.width + 8, places[i]!, names[i]!, "", stroke));
  if (last)
    sheet.symbol(box.left + box.width / 2, top + picture.height - 8, "t", " (s)", palette.quiet, { align: "middle" });
}

/** All panels below each other, as wide as on the page. */
export function graphsSvg(drawn: RunData, panels: readonly PanelPicture[], width: number, palette: Palette): string {
  const height = panels.reduce((sum, one) => sum + one.height, 0);
  const sheet = newSheet(width, Math.max(height, head), palette.ground);
  let top = 0;
  panels.forEach((one, i) => {
    drawPanel(sheet, drawn, one, top, i === panels.length - 1, palette);
    top += one.height;
  });
  return sheet.text();
}
