// SPDX-License-Identifier: Apache-2.0
// Turning without momentum: a plan is asked for, and its loop of shapes is drawn over the curvature of the connection: what turns
// the whole is that added up inside.
import { signal } from "@preact/signals";
import type { TurnMessage } from "../link/protocol";
import { study } from "../link/server";
import { model } from "../model/store";
import type { Palette } from "../motion/draw";
import { type Box, type Surface, axesBox, toX, toY } from "./canvas";
import { drawAxes } from "./chart";
import { type Study, words } from "./studies";
import { fromOklab } from "./tone";

export const planning = signal<Study | null>(null);
export const plan = signal<TurnMessage | null>(null);
export const noPlan = signal("");

/** Plans from the model as it is; the plan if there is one. */
export async function planTurn(angle: number, free: boolean, cycles: number): Promise<TurnMessage | null> {
  noPlan.value = "";
  const { id, answer } = study({ type: "turn", text: model.value!.text, angle, free, cycles }, "turn", (part) => {
    planning.value = { id, part };
  });
  planning.value = { id, part: 0 };
  const reply = await answer;
  if (planning.value?.id === id || id === 0) planning.value = null;
  if (reply.type === "turn") return (plan.value = reply);
  noPlan.value = words(reply);
  return null;
}

/** The curvature as a tone: blue where it is positive, orange where it is negative, the ground at zero; from −1 to 1. */
function signedTone(height: number, dark: boolean): [number, number, number] {
  const share = Math.min(1, Math.abs(height)) ** 0.7;
  const L = dark ? 0.24 + 0.3 * share : 0.985 - 0.3 * share;
  const hue = ((height < 0 ? 60 : 245) * Math.PI) / 180;
  return fromOklab(L, 0.11 * share * Math.cos(hue), 0.11 * share * Math.sin(hue));
}

let last: { grid: object; dark: boolean; image: HTMLCanvasElement } | null = null;
function curvatureImage(grid: NonNullable<TurnMessage["curvature"]>, dark: boolean): HTMLCanvasElement {
  if (last?.grid === grid && last.dark === dark) return last.image;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [grid.columns, grid.rows];
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(grid.columns, grid.rows);
  const most = grid.values.reduce((large, value) => Math.max(large, Math.abs(value)), 1e-300);
  grid.values.forEach((value, index) => {
    const row = grid.rows - 1 - Math.floor(index / grid.columns);
    image.data.set([...signedTone(value / most, dark), 255], 4 * (row * grid.columns + (index % grid.columns)));
  });
  context.putImageData(image, 0, 0);
  last = { grid, dark, image: canvas };
  return canvas;
}

const axesOf = ({ axes }: TurnMessage): Pick<Box, "x" | "y"> => ({ x: axes[0]!, y: axes[1]! });
const boxOf = (shown: TurnMessage, width: number, height: number): Box => axesBox(axesOf(shown), width, height, 24);

export function drawTurn({ context, width, height }: Surface, shown: TurnMessage, palette: Palette): void {
  const box = boxOf(shown, width, height);
  context.imageSmoothingEnabled = true;
  context.drawImage(curvatureImage(shown.curvature!, palette.dark), box.left, box.top, box.width, box.height);
  const axis = (k: number) => ({ ...shown.axes[k]!, wraps: true, unit: "rad" });
  drawAxes(context, box, { kind: "landscape", x: axis(0), y: axis(1) }, palette);
  context.lineWidth = 2;
  context.lineJoin = "round";
  context.strokeStyle = palette.ink;
  context.beginPath();
  shown.loop.forEach(([x, y], i) => {
    if (i === 0) context.moveTo(toX(box, x!), toY(box, y!));
    else context.lineTo(toX(box, x!), toY(box, y!));
  });
  context.stroke();
}

/** The shape of the moment shown. */
export function drawTurnLive(
  { context, width, height }: Surface,
  shown: TurnMessage,
  shape: [number, number] | null,
  palette: Palette,
): void {
  if (!shape) return;
  const box = boxOf(shown, width, height);
  context.beginPath();
  context.arc(toX(box, shape[0]), toY(box, shape[1]), 5, 0, 2 * Math.PI);
  context.fillStyle = palette.accent;
  context.fill();
}
