// SPDX-License-Identifier: Apache-2.0
// The picture of a plane through phase space: the portrait and the orbits on one canvas, what moves on another.
import { type Box, type Surface, axesBox, toX, toY } from "./canvas";
import type { Palette } from "../motion/draw";
import { type Axis, type Orbit, type Plane, niceStep, onto, trace } from "./phase";
import type { PortraitMessage } from "../link/protocol";
import { drawToneScale, toneImage } from "./tone";
import { drawDirections, drawEnergies } from "./levels";

export type Curve = PortraitMessage["curves"][number];
export type Mark = PortraitMessage["marks"][number];

export const boxOf = (plane: Plane, width: number, height: number): Box =>
  axesBox(plane, width, height, plane.kind === "landscape" ? 72 : 24);

/** k π/2 in words. */
function halfTurns(k: number): string {
  const [top, bottom] = k % 2 === 0 ? [Math.abs(k) / 2, ""] : [Math.abs(k), "/2"];
  return k === 0 ? "0" : `${k < 0 ? "−" : ""}${top === 1 ? "" : top}π${bottom}`;
}
/** Where an axis has ticks, with their words: halves of π on an angle, round numbers else. */
export function ticks(axis: Axis, pixels: number): { value: number; words: string }[] {
  const unit = axis.wraps ? Math.PI / 2 : 1;
  const most = Math.min(8, Math.max(2, Math.floor(pixels / 36)));
  const step = axis.wraps ? (most < 4 ? 2 : 1) : niceStep((axis.to - axis.from) / most);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const out = [];
  for (let k = Math.ceil(axis.from / unit / step - 1e-9); k * step * unit <= axis.to + 1e-9 * unit * step; ++k) {
    const words = axis.wraps ? halfTurns(k * step) : (k * step).toFixed(decimals).replace("-", "−");
    out.push({ value: k * step * unit, words });
  }
  return out;
}

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
const font = "12px system-ui, sans-serif";
export function drawAxes(
  context: Context,
  box: Box,
  plane: Pick<Plane, "x" | "y"> & Partial<Plane>,
  palette: Palette,
  below = true, // the words of the x axis
): void {
  const crisp = (value: number): number => Math.round(value) + 0.5;
  if (context.font !== font) context.font = font; // to set it makes the browser settle the styles of the page
  context.lineWidth = 1;
  context.fillStyle = palette.quiet;
  context.strokeStyle = palette.grid;
  context.beginPath();
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const { value, words } of ticks(plane.x, box.width)) {
    context.moveTo(crisp(toX(box, value)), box.top);
    context.lineTo(crisp(toX(box, value)), box.top + box.height);
    if (below) context.fillText(words, toX(box, value), box.top + box.height + 6);
  }
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const { value, words } of ticks(plane.y, box.height)) {
    context.moveTo(box.left, crisp(toY(box, value)));
    context.lineTo(box.left + box.width, crisp(toY(box, value)));
    context.fillText(words, box.left - 8, toY(box, value));
  }
  if (plane.kind !== "landscape") context.stroke();
  context.strokeStyle = palette.grid;
  context.strokeRect(crisp(box.left), crisp(box.top), Math.round(box.width), Math.round(box.height));
}

/** A curve of the portrait; the pen is lifted where it goes round an axis that wraps. */
export function strokeCurve(context: Context, box: Box, plane: Plane, curve: Curve): void {
  const farX = plane.x.wraps ? (plane.x.to - plane.x.from) / 2 : Infinity;
  const farY = plane.y.wraps ? (plane.y.to - plane.y.from) / 2 : Infinity;
  context.beginPath();
  let before: [number, number] | null = null;
  for (const point of curve.points) {
    const apart = !before || Math.abs(point[0] - before[0]) > farX || Math.abs(point[1] - before[1]) > farY;
    if (apart) context.moveTo(toX(box, point[0]), toY(box, point[1]));
    else context.lineTo(toX(box, point[0]), toY(box, point[1]));
    before = point;
  }
  context.stroke();
}

function strokeOrbit(context: CanvasRenderingContext2D, box: Box, plane: Plane, orbit: Orbit): void {
  let [x0, y0] = [0, 0]; // the last place drawn: one less than a pixel away adds nothing but time
  context.beginPath();
  trace(
    orbit,
    plane.x,
    plane.y,
    {
      moveTo: (x, y) => context.moveTo((x0 = toX(box, x)), (y0 = toY(box, y))),
      lineTo(x, y) {
        const [px, py] = [toX(box, x), toY(box, y)];
        if (Math.abs(px - x0) < 1 && Math.abs(py - y0) < 1) return;
        context.lineTo((x0 = px), (y0 = py));
      },
    },
    Math.max(1, Math.floor(orbit.x.length / 20_000)),
  );
  context.stroke();
}

/** Stable: filled. Unstable: hollow. Spectrally stable: hollow with a point. Degenerate: a hollow diamond. */
export function drawMark(context: Context, px: number, py: number, stability: string, palette: Palette): void {
  context.beginPath();
  if (stability === "degenerate") {
    context.moveTo(px, py - 6);
    for (const [dx, dy] of [
      [6, 0],
      [0, 6],
      [-6, 0],
    ] as const)
      context.lineTo(px + dx, py + dy);
    context.closePath();
  } else {
    context.arc(px, py, 4.5, 0, 2 * Math.PI);
  }
  context.fillStyle = stability === "stable" ? palette.ink : palette.ground;
  context.fill();
  context.strokeStyle = palette.ink;
  context.lineWidth = 1.5;
  context.stroke();
  if (stability !== "spectrally_stable") return;
  context.beginPath();
  context.arc(px, py, 1.5, 0, 2 * Math.PI);
  context.fillStyle = palette.ink;
  context.fill();
}

/** The places of a mark: one at the end of an axis that wraps is at its other end too. */
export function placesOf(mark: Mark, plane: Plane): [number, number][] {
  const ends = (axis: Axis, value: number): number[] =>
    axis.wraps && Math.abs(onto(axis, value) - axis.to) < 1e-6 ? [axis.from, axis.to] : [value];
  return ends(plane.x, mark.at[0]).flatMap((x) => ends(plane.y, mark.at[1]).map((y): [number, number] => [x, y]));
}

function drawMarks(context: Context, box: Box, { plane, portrait, palette, stale }: Ground): void {
  context.globalAlpha = stale ? 0.4 : 1;
  context.font = font;
  if (plane.kind === "leaf") drawEnergies(context, box, portrait?.curves ?? [], portrait?.marks ?? [], palette);
  for (const mark of portrait?.marks ?? [])
    for (const [x, y] of placesOf(mark, plane)) {
      const [px, py] = [toX(box, x), toY(box, y)];
      const right = px > box.left + box.width - 28;
      drawMark(context, px, py, mark.stability, palette);
      context.textAlign = right ? "right" : "left";
      context.textBaseline = py < box.top + 24 ? "top" : "bottom";
      context.lineWidth = 3;
      context.strokeStyle = palette.ground;
      context.fillStyle = palette.ink;
      const place = [px + (right ? -8 : 8), py + (py < box.top + 24 ? 5 : -3)] as const;
      context.strokeText(mark.id, ...place);
      context.fillText(mark.id, ...place);
    }
}

export interface Ground {
  plane: Plane;
  portrait: PortraitMessage | null;
  stale: boolean; // the portrait is about an older model
  energy: number; // now: the shore of what can be reached
  orbit: Orbit | null;
  ghost: Orbit | null;
  comparisons: { orbit: Orbit; colour: string }[];
  palette: Palette;
}
export const clipped = (context: Context, box: Box, draw: () => void): void => {
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  draw();
  context.restore();
};

const shores = new WeakMap<PortraitMessage, number>();
/** The energy of the shore in a landscape: an old one keeps its own, so that it is not toned anew while a slider moves. */
function shoreOf({ portrait, energy, stale }: Ground): number | undefined {
  if (!portrait?.grid) return undefined;
  if (!stale || !shores.has(portrait)) shores.set(portrait, energy);
  return shores.get(portrait);
}

/** What does not depend on the run: tones, axes, curves of the portrait. */
function drawPortrait(context: Context, box: Box, ground: Ground): void {
  const { palette } = ground;
  context.lineJoin = "round";
  context.globalAlpha = ground.stale ? 0.4 : 1;
  if (ground.portrait?.grid) {
    const image = toneImage(ground.portrait.grid, shoreOf(ground)!, palette.dark);
    context.drawImage(image, box.left, box.top, box.width, box.height);
    drawToneScale(context, box, ground.portrait.grid, shoreOf(ground)!, palette);
  }
  drawAxes(context, box, ground.plane, palette);
  clipped(context, box, () => {
    for (const curve of ground.portrait?.curves ?? []) {
      const strong = curve.kind !== "level";
      context.strokeStyle = strong ? palette.quiet : palette.faint;
      context.globalAlpha = (ground.stale ? 0.4 : 1) * (strong ? 1 : 0.55);
      context.lineWidth = curve.kind === "shore" ? 2 : strong ? 1.5 : 1;
      strokeCurve(context, box, ground.plane, curve);
    }
    if (ground.plane.kind === "leaf") drawDirections(context, box, ground.portrait?.curves ?? [], palette);
  });
}

let kept: { about: unknown[]; under: OffscreenCanvas; over: OffscreenCanvas } | null = null;
/** The portrait as images under and over the orbits; the last are kept, since a slider changes the run between them again and again. */
function portraitImages(
  { context, width, height }: Surface,
  box: Box,
  ground: Ground,
): { under: OffscreenCanvas; over: OffscreenCanvas } {
  const { x, y } = ground.plane;
  const about = [
    ground.portrait,
    ground.palette,
    ground.stale,
    shoreOf(ground),
    width,
    height,
    context.canvas.width,
    x.from,
    x.to,
    x.wraps,
    y.from,
    y.to,
  ];
  if (!kept || about.some((part, i) => part !== kept!.about[i])) {
    const image = (draw: (pen: Context, box: Box, ground: Ground) => void): OffscreenCanvas => {
      const out = new OffscreenCanvas(context.canvas.width, context.canvas.height);
      const pen = out.getContext("2d")!;
      pen.setTransform(context.getTransform());
      draw(pen, box, ground);
      return out;
    };
    kept = { about, under: image(drawPortrait), over: image(drawMarks) };
  }
  return kept;
}

function drawOrbits(context: CanvasRenderingContext2D, box: Box, ground: Ground): void {
  const { palette } = ground;
  context.lineJoin = "round";
  clipped(context, box, () => {
    context.globalAlpha = 1;
    context.lineWidth = 1; // drawn without a stroker: far quicker than any wider line
    context.strokeStyle = palette.faint;
    if (ground.ghost) strokeOrbit(context, box, ground.plane, ground.ghost);
    context.lineWidth = 1; // no dashes: an orbit that runs over itself fills them
    for (const { orbit, colour } of ground.comparisons) {
      context.strokeStyle = colour;
      strokeOrbit(context, box, ground.plane, orbit);
    }
    context.lineWidth = 2;
    context.strokeStyle = palette.accent;
    if (ground.orbit) strokeOrbit(context, box, ground.plane, ground.orbit);
  });
}

export function drawGround(surface: Surface, ground: Ground): void {
  const { context, width, height } = surface;
  const box = boxOf(ground.plane, width, height);
  if (context.canvas.width === 0 || context.canvas.height === 0) return;
  const { under, over } = portraitImages(surface, box, ground);
  context.drawImage(under, 0, 0, width, height);
  drawOrbits(context, box, ground);
  context.drawImage(over, 0, 0, width, height);
}

/** The same line by line, for a picture that is taken away. */
export function drawGroundLines({ context, width, height }: Surface, ground: Ground): void {
  const box = boxOf(ground.plane, width, height);
  drawPortrait(context, box, ground);
  drawOrbits(context, box, ground);
  drawMarks(context, box, ground);
  context.globalAlpha = 1;
}

export interface Live {
  plane: Plane;
  now: [number, number] | null;
  others: { place: [number, number]; colour: string }[]; // comparisons at the same time
  probe: { x: number; y: number; cross: boolean } | null; // under the pointer, or moved by keys
  curve: Curve | null; // under the probe
  palette: Palette;
}
export function drawLive({ context, width, height }: Surface, live: Live): void {
  const { palette } = live;
  const box = boxOf(live.plane, width, height);
  if (live.curve) {
    context.strokeStyle = palette.ink;
    context.lineWidth = 1.5;
    strokeCurve(context, box, live.plane, live.curve);
  }
  if (live.probe?.cross) {
    const [px, py] = [Math.round(toX(box, live.probe.x)) + 0.5, Math.round(toY(box, live.probe.y)) + 0.5];
    context.strokeStyle = palette.accent;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(px, box.top);
    context.lineTo(px, box.top + box.height);
    context.moveTo(box.left, py);
    context.lineTo(box.left + box.width, py);
    context.stroke();
  }
  if (live.now && live.plane.floor) {
    const x = onto(live.plane.x, live.now[0]);
    context.strokeStyle = palette.accent;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(toX(box, x), toY(box, live.now[1]));
    context.lineTo(toX(box, x), toY(box, live.plane.floor(x)));
    context.stroke();
  }
  const dot = ([x, y]: [number, number], radius: number, colour: string): void => {
    context.beginPath();
    context.arc(toX(box, onto(live.plane.x, x)), toY(box, onto(live.plane.y, y)), radius, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    context.strokeStyle = palette.ground;
    context.lineWidth = 2;
    context.stroke();
  };
  for (const { place, colour } of live.others) dot(place, 4, colour);
  if (live.now) dot(live.now, 6, palette.accent);
}
