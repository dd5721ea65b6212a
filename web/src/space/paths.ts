// SPDX-License-Identifier: Apache-2.0
// The paths of mass centres, joints and marked points in space, seen from one frame: computed once per run, as its rows come.
import { type RunData, expectedRows } from "../link/run";
import type { FrameChoice } from "../motion/frames";
import type { Traced } from "../motion/traces";
import { type Poses, type SpaceModel, placeIn, posesSeen } from "./poses";
import type { Vector } from "./turns";

export interface Paths {
  run: RunData;
  choice: FrameChoice;
  traced: Traced[];
  stride: number; // every how many rows a place is kept
  filled: number; // places so far
  places: Float32Array[]; // x y z x y z … per traced thing
}

const most = 6000; // places of one path
export function newPaths(run: RunData, choice: FrameChoice, traced: Traced[]): Paths {
  const rows = Math.max(run.rows, expectedRows(run.model));
  const stride = Math.max(1, Math.ceil(rows / Math.max(200, Math.min(most, Math.floor((12 * most) / traced.length)))));
  const room = 3 * (Math.ceil(rows / stride) + 1);
  return { run, choice, traced, stride, filled: 0, places: traced.map(() => new Float32Array(room)) };
}

export function placeOf(model: SpaceModel, { kind, index }: Traced, poses: Poses): Vector {
  if (kind === "joint") return poses.joints[index]!;
  if (kind === "body") return poses.places[index]!;
  return placeIn(poses, model.points[index]!.body, model.space.points[index]!.place);
}

/** Takes in the rows that have come since, up to the one that is drawn. */
export function extend(paths: Paths, last: number): void {
  const { run, stride } = paths;
  const rows = Math.min(run.rows, last + 1);
  for (; paths.filled * stride < rows; ++paths.filled) {
    const poses = posesSeen(run, paths.choice, { row: paths.filled * stride, part: 0 });
    paths.traced.forEach((thing, k) => {
      const wanted = 3 * (paths.filled + 1);
      if (wanted > paths.places[k]!.length) {
        const larger = new Float32Array(2 * wanted);
        larger.set(paths.places[k]!);
        paths.places[k] = larger;
      }
      paths.places[k]!.set(placeOf(run.model as SpaceModel, thing, poses), wanted - 3);
    });
  }
}

/** Calls `piece` for the pieces of a path between two places of it, to the thing itself at `head`, or from it where the path lies
 *  `ahead`, with their age: 0 farthest, 1 now. At most `count` pieces, from the same places frame by frame. */
export function eachPiece(
  paths: Paths,
  thing: number,
  from: number,
  to: number,
  head: Vector,
  ahead: boolean,
  count: number,
  piece: (a: Vector, b: Vector, age: number) => void,
): void {
  const skip = Math.max(1, Math.ceil((to - from) / count));
  const first = Math.ceil(from / skip) * skip;
  const places = paths.places[thing]!;
  const placed = (k: number): Vector => [places[3 * k]!, places[3 * k + 1]!, places[3 * k + 2]!];
  if (first > to) return;
  let last = placed(first);
  if (ahead) piece(head, last, 1);
  for (let k = first + skip; k <= to; k += skip) {
    const next = placed(k);
    const age = (k - first) / (to - first);
    piece(last, next, ahead ? 1 - age : age);
    last = next;
  }
  if (!ahead) piece(last, head, 1);
}
