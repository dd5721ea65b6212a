// SPDX-License-Identifier: Apache-2.0
// The paths of mass centres, joints and marked points in one frame, computed once per run as its rows come.
import type { FrameChoice } from "./frames";
import type { Pen } from "./pen";
import type { ModelMessage } from "../link/protocol";
import { type Poses, bodyPoints, newPoses } from "./poses";
import { type RunData, expectedRows } from "../link/run";
import { type Camera, pixelX, pixelY } from "./scale";
import { posesSeen } from "./scene";

/** What is traced: one of bodies (its mass centre), joints or points, by number. */
export interface Traced {
  kind: "body" | "joint" | "point";
  index: number;
}
/** What the reader chooses; marked points are traced with everything but nothing. */
export type TraceChoice = "auto" | "all" | "joints" | "centres" | "points" | "none";

/** What is traced unless the reader chooses: as much as can still be told apart. */
export function automatic(model: ModelMessage): Exclude<TraceChoice, "auto"> {
  const count = model.bodies.length;
  return count <= 6 ? "all" : count <= 30 ? "centres" : model.points.length > 0 ? "points" : "none";
}

export function tracedOf(model: ModelMessage, chosen: TraceChoice): Traced[] {
  const choice = chosen === "auto" ? automatic(model) : chosen;
  if (choice === "none") return [];
  const list = (kind: Traced["kind"], count: number): Traced[] =>
    Array.from({ length: count }, (_, index) => ({ kind, index }));
  return [
    ...(choice === "joints" || choice === "all" ? list("joint", model.joints.length) : []),
    ...(choice === "centres" || choice === "all" ? list("body", model.bodies.length) : []),
    ...list("point", model.points.length),
  ];
}

export interface Traces {
  run: RunData;
  choice: FrameChoice;
  traced: Traced[];
  stride: number; // every how many rows a place is kept
  filled: number; // places so far
  x: Float32Array[]; // per traced thing
  y: Float32Array[];
}
/** So many places of each of `count` paths: up to `most`, and all together no more than twelve such paths have. */
const eachOf = (count: number, most: number): number => Math.max(24, Math.min(most, Math.floor((12 * most) / count)));

export function newTraces(run: RunData, choice: FrameChoice, traced: Traced[]): Traces {
  const room = Math.max(run.rows, expectedRows(run.model));
  const stride = Math.max(1, Math.ceil(room / eachOf(traced.length, 8000)));
  const arrays = (): Float32Array[] => traced.map(() => new Float32Array(Math.ceil(room / stride) + 1));
  return { run, choice, traced, stride, filled: 0, x: arrays(), y: arrays() };
}

/** Takes in the rows that have come since, up to the one that is drawn: while a slider moves, most of a run never is. */
export function extend(traces: Traces, last = Infinity): void {
  const { run, stride } = traces;
  const poses = newPoses(run.model);
  const rows = Math.min(run.rows, last + 1);
  for (; traces.filled * stride < rows; ++traces.filled) {
    if (traces.filled >= (traces.x[0]?.length ?? Infinity)) grow(traces);
    posesSeen(run, traces.choice, { row: traces.filled * stride, part: 0 }, poses);
    traces.traced.forEach((thing, k) => {
      const [x, y] = placeOf(run.model, thing, poses);
      traces.x[k]![traces.filled] = x;
      traces.y[k]![traces.filled] = y;
    });
  }
}
function grow(traces: Traces): void {
  const larger = (old: Float32Array): Float32Array => {
    const wide = new Float32Array(2 * old.length);
    wide.set(old);
    return wide;
  };
  traces.x = traces.x.map(larger);
  traces.y = traces.y.map(larger);
}

export function placeOf(model: ModelMessage, { kind, index }: Traced, poses: Poses): [number, number] {
  if (kind === "joint") return [poses.jointX[index]!, poses.jointY[index]!];
  if (kind === "body") return [poses.x[index]!, poses.y[index]!];
  const { body, at: place } = model.points[index]!;
  return bodyPoints(poses, body)(...place);
}

/** The ends of paths that close but for a turn: how far the present lap and the one before are turned, and where, counted in
 *  places, the path begins again. Places below zero are those of the lap before. */
export interface Seam {
  now: number;
  before: number;
  places: number;
}

const bands = 14; // shades of age
export const shade = (band: number): number => 0.75 * ((band + 1) / bands) ** 1.4;

/** Draws the paths of these things, which have one colour, from place `from` to place `to` and to the things themselves at
 *  `heads`, paler with the time from now; `ahead`: the paths begin at the things and lie in the future. All paths of one shade
 *  are one stroke: hundreds are drawn within a frame. */
export function drawTraces(
  pen: Pen,
  camera: Camera,
  traces: Traces,
  things: readonly number[],
  from: number,
  to: number,
  heads: (thing: number) => readonly [number, number],
  colour: string,
  ahead = false,
  seam: Seam | null = null,
): void {
  const skip = Math.max(1, Math.ceil((to - from) / eachOf(traces.traced.length, 700)));
  const first = Math.ceil(from / skip) * skip; // the same places from frame to frame: no shimmer
  const count = Math.floor((to - first) / skip);
  if (count < 0) return;
  const px = (x: number): number => pixelX(camera, x);
  const py = (y: number): number => pixelY(camera, y);
  const [c, s] = [Math.cos(seam?.now ?? 0), Math.sin(seam?.now ?? 0)];
  const [c0, s0] = [Math.cos(seam?.before ?? 0), Math.sin(seam?.before ?? 0)];
  const draw = (to: Pen["line"], k: number, i: number): void => {
    const place = i < 0 ? i + seam!.places : i;
    const x = traces.x[k]![place]!;
    const y = traces.y[k]![place]!;
    if (!seam) to(px(x), py(y));
    else if (i < 0) to(px(c0 * x - s0 * y), py(s0 * x + c0 * y));
    else to(px(c * x - s * y), py(s * x + c * y));
  };
  for (let band = 0; band < bands; ++band) {
    const low = first + skip * Math.floor((band * count) / bands);
    const high = first + skip * Math.floor(((band + 1) * count) / bands);
    const toHead = band === bands - 1 && !ahead;
    if (high === low && !toHead) continue;
    pen.begin();
    for (const k of things) {
      draw(pen.move, k, low);
      for (let i = low + skip; i <= high; i += skip) draw(pen.line, k, i);
      if (!toHead) continue;
      const [x, y] = heads(k);
      pen.line(px(x), py(y));
    }
    pen.stroke(colour, 1, shade(ahead ? bands - 1 - band : band));
  }
}
