// SPDX-License-Identifier: Apache-2.0
// The paths of mass centres, joints and marked points in one frame, computed once per run as its rows come.
import { type FrameChoice, newPoses } from "./frames";
import type { Pen } from "./pen";
import type { ModelMessage } from "./protocol";
import { type RunData, expectedRows } from "./run";
import type { Camera } from "./scale";
import { posesSeen } from "./scene";

/** What is traced: one of bodies (its mass centre), joints or points, by number. */
export interface Traced {
  kind: "body" | "joint" | "point";
  index: number;
}
export type TraceChoice = "all" | "joints" | "centres" | "none";

/** Up to six bodies everything, unless the reader chose; of more, marked points only. */
export function tracedOf(model: ModelMessage, choice: TraceChoice): Traced[] {
  if (choice === "none") return [];
  const few = model.bodies.length <= 6;
  const list = (kind: Traced["kind"], count: number): Traced[] =>
    Array.from({ length: count }, (_, index) => ({ kind, index }));
  return [
    ...(choice === "joints" || (choice === "all" && few) ? list("joint", model.joints.length) : []),
    ...(choice === "centres" || (choice === "all" && few) ? list("body", model.bodies.length) : []),
    ...list("point", model.points.length),
  ];
}

export interface Traces {
  run: RunData;
  choice: FrameChoice;
  of: Traced[];
  stride: number; // every how many rows a place is kept
  filled: number; // places so far
  x: Float32Array[]; // per traced thing
  y: Float32Array[];
}
const mostPlaces = 8000;

export function newTraces(run: RunData, choice: FrameChoice, of: Traced[]): Traces {
  const room = Math.max(run.rows, expectedRows(run.model));
  const stride = Math.max(1, Math.ceil(room / mostPlaces));
  const arrays = (): Float32Array[] => of.map(() => new Float32Array(Math.ceil(room / stride) + 1));
  return { run, choice, of, stride, filled: 0, x: arrays(), y: arrays() };
}

/** Takes in the rows that have come since, up to the one that is drawn: while a slider moves, most of a run never is. */
export function extend(traces: Traces, last = Infinity): void {
  const { run, stride } = traces;
  const poses = newPoses(run.model);
  const rows = Math.min(run.rows, last + 1);
  for (; traces.filled * stride < rows; ++traces.filled) {
    if (traces.filled >= (traces.x[0]?.length ?? Infinity)) grow(traces);
    posesSeen(run, traces.choice, { row: traces.filled * stride, part: 0 }, poses);
    traces.of.forEach((thing, k) => {
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

export function placeOf(
  model: ModelMessage,
  { kind, index }: Traced,
  poses: ReturnType<typeof newPoses>,
): [number, number] {
  if (kind === "joint") return [poses.jointX[index]!, poses.jointY[index]!];
  if (kind === "body") return [poses.x[index]!, poses.y[index]!];
  const { body, at } = model.points[index]!;
  const [c, s] = [Math.cos(poses.angle[body]!), Math.sin(poses.angle[body]!)];
  return [poses.x[body]! + c * at[0] - s * at[1], poses.y[body]! + s * at[0] + c * at[1]];
}

const bands = 14; // shades of age
const mostDrawn = 700; // places of one path
export const shade = (band: number): number => 0.75 * ((band + 1) / bands) ** 1.4;

/** Draws the path of thing k from place `from` to place `to` and to the thing itself at `head`, paler with the time from
 *  now; `ahead`: the path begins at the thing and lies in the future. */
export function drawTrace(
  pen: Pen,
  camera: Camera,
  traces: Traces,
  k: number,
  from: number,
  to: number,
  head: readonly [number, number],
  colour: string,
  ahead = false,
): void {
  const [xs, ys] = [traces.x[k]!, traces.y[k]!];
  const skip = Math.max(1, Math.ceil((to - from) / mostDrawn));
  const first = Math.ceil(from / skip) * skip; // the same places from frame to frame: no shimmer
  const count = Math.floor((to - first) / skip);
  const px = (i: number): number => camera.x0 + camera.scale * xs[first + i * skip]!;
  const py = (i: number): number => camera.y0 - camera.scale * ys[first + i * skip]!;
  for (let band = 0; band < bands; ++band) {
    const low = Math.floor((band * count) / bands);
    const high = Math.floor(((band + 1) * count) / bands);
    if (high < low || count < 0) continue;
    pen.begin();
    pen.move(px(low), py(low));
    for (let i = low + 1; i <= high; ++i) pen.line(px(i), py(i));
    if (band === bands - 1 && !ahead) pen.line(camera.x0 + camera.scale * head[0], camera.y0 - camera.scale * head[1]);
    pen.stroke(colour, 1, shade(ahead ? bands - 1 - band : band));
  }
}
