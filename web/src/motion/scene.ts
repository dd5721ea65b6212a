// SPDX-License-Identifier: Apache-2.0
// A run seen from a frame of reference: the poses at a time, and how far the motion reaches.
import { type FrameChoice, type PoseColumns, inertialPoses, poseColumns, see, viewOf } from "./frames";
import { type Poses, newPoses } from "./poses";
import type { ModelMessage } from "../link/protocol";
import { type RunData, type Spot, spotAt } from "../link/run";
import type { Span } from "./scale";

const columns = new WeakMap<RunData, { rows: number; columns: PoseColumns }>();
function columnsOf(run: RunData): PoseColumns {
  const found = columns.get(run);
  if (found && found.rows === run.rows) return found.columns;
  const fresh = poseColumns(run);
  columns.set(run, { rows: run.rows, columns: fresh });
  return fresh;
}

/** Fills `out` with the poses at a spot of the run, seen from the frame. */
export function posesSeen(run: RunData, choice: FrameChoice, spot: Spot, out: Poses): Poses {
  inertialPoses(run.model, columnsOf(run), spot, out);
  return see(viewOf(run.model, choice, out), out);
}
export const posesAt = (run: RunData, choice: FrameChoice, t: number, out: Poses): Poses =>
  posesSeen(run, choice, spotAt(run, t), out);

/** How far a body extends from its mass centre: outline and marked points. */
const spans = new WeakMap<ModelMessage, Float64Array>();
export function spanOf(model: ModelMessage): Float64Array {
  let found = spans.get(model);
  if (!found) {
    found = Float64Array.from(model.bodies, (body) => Math.max(0, ...body.outline.map(([x, y]) => Math.hypot(x, y))));
    for (const { body, at: place } of model.points) found[body] = Math.max(found[body]!, Math.hypot(...place));
    spans.set(model, found);
  }
  return found;
}

/** The width and height that hold the whole motion, in metres of the frame, and the largest speed. */
export interface Reach {
  x: Span;
  y: Span;
  speed: number;
}
export function reachOf(run: RunData, choice: FrameChoice): Reach {
  const { model } = run;
  const [poses, before] = [newPoses(model), newPoses(model)];
  const span = spanOf(model);
  const samples = Math.min(run.rows, Math.max(40, Math.ceil(600 / model.bodies.length)));
  const times = run.columns[0]!;
  const box = { left: 0, right: 0, low: 0, high: 0 };
  let speed = 0;
  for (let k = 0; k < samples; ++k) {
    const row = samples === 1 ? 0 : Math.round((k * (run.rows - 1)) / (samples - 1));
    posesSeen(run, choice, { row, part: 0 }, poses);
    widen(box, poses.x, poses.y, span);
    widen(box, poses.jointX, poses.jointY, null);
    if (row === 0) continue;
    posesSeen(run, choice, { row: row - 1, part: 0 }, before);
    const seconds = Math.abs(times[row]! - times[row - 1]!);
    for (let i = 0; i < poses.x.length; ++i)
      speed = Math.max(speed, Math.hypot(poses.x[i]! - before.x[i]!, poses.y[i]! - before.y[i]!) / seconds);
  }
  if (choice.startsWith("body:")) return { x: [box.left, box.right], y: [box.low, box.high], speed };
  const radius = Math.max(-box.left, box.right, -box.low, box.high); // the whole turns: the origin stays in the middle
  return { x: [-radius, radius], y: [-radius, radius], speed };
}
function widen(
  box: { left: number; right: number; low: number; high: number },
  xs: Float64Array,
  ys: Float64Array,
  span: Float64Array | null,
): void {
  for (let i = 0; i < xs.length; ++i) {
    const around = span?.[i] ?? 0;
    box.left = Math.min(box.left, xs[i]! - around);
    box.right = Math.max(box.right, xs[i]! + around);
    box.low = Math.min(box.low, ys[i]! - around);
    box.high = Math.max(box.high, ys[i]! + around);
  }
}

/** Of the frames there are, the one asked for, else the first of its kind ("joint:" is the first joint). */
export function resolved(model: ModelMessage, choice: FrameChoice): FrameChoice {
  const [kind, name] = choice.split(":");
  const those = kind === "body" ? model.bodies : kind === "joint" ? model.joints : [];
  if (those.some((one) => one.name === name)) return choice;
  return those.length > 0 ? `${kind}:${those[0]!.name}` : kind === "centre" ? "centre" : "inertial";
}
