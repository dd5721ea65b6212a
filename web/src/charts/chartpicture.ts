// SPDX-License-Identifier: Apache-2.0
// A chart as a picture to take away: its drawing on a sheet, with the names of its axes, which the page writes beside its canvases.
import type { Palette } from "../motion/draw";
import { type Sheet, newSheet } from "../motion/sheet";
import type { Surface } from "./canvas";
import type { Axis } from "./phase";

/** The SVG text of a chart of this size in CSS pixels. */
export function chartSvg(
  { width, height }: { width: number; height: number },
  axes: Record<"x" | "y", Pick<Axis, "label" | "latex" | "unit">>,
  palette: Palette,
  draw: (surface: Surface) => void,
): string {
  const sheet: Sheet = newSheet(width, height, palette.ground);
  draw(sheet);
  const name = ({ latex, label, unit }: Pick<Axis, "label" | "latex" | "unit">): [string, string] => [
    latex || `\\text{${label}}`,
    unit ? ` (${unit})` : "",
  ];
  sheet.symbol((64 + width - 24) / 2, height - 10, ...name(axes.x), palette.quiet, { align: "middle" });
  sheet.symbol(12, height / 2, ...name(axes.y), palette.quiet, { align: "middle", upright: true });
  return sheet.text();
}
