// SPDX-License-Identifier: Apache-2.0
// One frame of a model in space: what it shows now, its camera, its poses and traces.
import { type Signal, signal } from "@preact/signals";
import { type RunData, type Spot, spotAt } from "../link/run";
import { comparisons, frameA, frameB, ghost } from "../model/store";
import { cameraFor, steadySpan } from "../motion/scale";
import { hand } from "../motion/hand";
import { resolved } from "../motion/scene";
import { type FrameState, newFrameState, shownRun, timeOf } from "../motion/stage";
import { tracedOf } from "../motion/traces";
import { type Places, type Which, solidKind, traceChoice, traceShare } from "../motion/view";
import { type Camera, type Orbit, orbitCamera, project, usual } from "./camera";
import { type Paths, extend, newPaths, placeOf } from "./paths";
import { posesInHand } from "./drag";
import { type Poses, type SpaceModel, isInSpace, posesSeen, seen, viewOf } from "./poses";
import { type Shapes, shapesOf } from "./shapes";
import { type Vector, plus, size } from "./turns";

export interface Stage extends FrameState {
  orbit: Signal<Orbit>;
  model: SpaceModel | null; // as drawn, with the next four
  shapes: Shapes | null;
  poses: Poses | null;
  camera: Camera;
  paths: Paths | null;
  reach: number; // metres
  measured: { run: RunData; rows: number; done: boolean; choice: string } | null; // what `reach` is of
}
export const newStage = (which: Which): Stage => ({
  ...newFrameState(which),
  orbit: signal(usual),
  model: null,
  shapes: null,
  poses: null,
  camera: orbitCamera(usual, { scale: 1, x0: 0, y0: 0 }, 1),
  paths: null,
  reach: 1,
  measured: null,
});

/** How far from the frame's origin the motion reaches. */
export function reachOf(run: RunData, choice: string, shapes: Shapes): number {
  const samples = Math.min(run.rows, Math.max(40, Math.ceil(400 / run.model.bodies.length)));
  let far = 0;
  for (let k = 0; k < samples; ++k) {
    const row = samples === 1 ? 0 : Math.round((k * (run.rows - 1)) / (samples - 1));
    const { places } = posesSeen(run, choice, { row, part: 0 });
    places.forEach((place, i) => (far = Math.max(far, size(place) + shapes.bodies[i]!.span)));
  }
  return far;
}
function measure(stage: Stage, shown: RunData): void {
  const before = stage.measured;
  const done = shown.done !== null;
  const same = before?.run === shown && before.choice === stage.choice;
  if (same && (before.done || (!done && shown.rows < 1.5 * before.rows))) return;
  const needed = reachOf(shown, stage.choice, stage.shapes!);
  const fresh = before?.choice !== stage.choice || before.run.model.bodies.length !== shown.model.bodies.length;
  stage.reach = steadySpan(fresh ? null : [-stage.reach, stage.reach], [-needed, needed], done)[1];
  stage.measured = { run: shown, rows: shown.rows, done, choice: stage.choice };
}
/** Whether the end of the run gives the picture another reach. */
export function remeasured(stage: Stage): boolean {
  const before = stage.reach;
  if (stage.run && stage.shapes) measure(stage, stage.run);
  return before !== stage.reach;
}

const least = 16; // CSS pixels: a pane that is smaller has no picture
/** Brings run, poses and camera up to the present; false if there is nothing to show. */
export function settle(stage: Stage): boolean {
  const shown = shownRun();
  if (!shown || shown.rows === 0 || !isInSpace(shown.model) || stage.width < least || stage.height < least)
    return false;
  if (stage.model?.bodies.length !== shown.model.bodies.length) stage.selected.value = -1;
  const choice = stage.which === "inertial" ? "inertial" : stage.which === "A" ? frameA.value : frameB.value;
  stage.run = shown;
  stage.model = shown.model;
  stage.choice = resolved(shown.model, choice);
  stage.shapes = shapesOf(shown.model, solidKind.value);
  measure(stage, shown);
  const span = [-stage.reach, stage.reach] as const;
  const flat = cameraFor(stage.width, stage.height, span, span, stage.zoom.value);
  stage.camera = orbitCamera(stage.orbit.value, flat, stage.reach);
  const inHand = stage.time === null ? posesInHand() : null;
  stage.poses =
    inHand?.places.length === shown.model.bodies.length
      ? seen(viewOf(shown.model, stage.choice, inHand), inHand)
      : posesSeen(shown, stage.choice, spotAt(shown, timeOf(stage)));
  return true;
}

/** The traces up to now: the paths, and between which places of them they lie. */
export function traces(stage: Stage): { paths: Paths; from: number; to: number; ahead: boolean } | null {
  const run = stage.run!;
  const things = tracedOf(run.model, traceChoice.value);
  if (things.length === 0) return null;
  const { paths } = stage;
  if (paths?.run !== run || paths.choice !== stage.choice || paths.traced.length !== things.length)
    stage.paths = newPaths(run, stage.choice, things);
  const now = stage.paths!;
  const t = timeOf(stage);
  const length = traceShare.value * (run.model.run.until - run.model.run.t0);
  const [start, end] = hand.value ? [t, t + length] : [t - length, t]; // in the hand: the way it will go
  extend(now, spotAt(run, end).row + 1);
  const rowsBefore = ({ row, part }: Spot): number => row + part;
  const place = (time: number): number => Math.min(now.filled - 1, rowsBefore(spotAt(run, time)) / now.stride);
  return { paths: now, from: Math.ceil(place(start)), to: Math.floor(place(end)), ahead: hand.value !== null };
}

/** The poses of the other runs at the same time, seen from the same frame. */
export function otherPoses(stage: Stage): Poses[] {
  const alike = (other: RunData | null): other is RunData =>
    other !== null &&
    other !== stage.run &&
    other.rows > 1 &&
    other.columns.length === stage.run!.columns.length &&
    other.model.bodies.length === stage.poses!.places.length;
  return [ghost.value, ...comparisons.value]
    .filter(alike)
    .map((other) => posesSeen(other, stage.choice, spotAt(other, timeOf(stage))));
}

/** The end of the arrow of the momentum. */
export const momentumTip = ({ poses, reach }: Stage): Vector =>
  plus(poses!.centre, poses!.momentum, (0.92 * reach) / (size(poses!.momentum) || 1));

export function placesOf(stage: Stage, canvas: HTMLCanvasElement): Places | null {
  const { model, poses, camera } = stage;
  if (!model || !poses) return null;
  const { left, top } = canvas.getBoundingClientRect();
  const pixels = (place: Vector): [number, number] => {
    const [x, y] = project(camera, place);
    return [left + x, top + y];
  };
  return {
    scale: camera.flat.scale,
    origin: pixels([0, 0, 0]),
    centre: pixels(poses.centre),
    bodies: Object.fromEntries(model.bodies.map(({ name }, i) => [name, pixels(poses.places[i]!)])),
    joints: Object.fromEntries(model.joints.map(({ name }, k) => [name, pixels(poses.joints[k]!)])),
    points: Object.fromEntries(
      model.points.map(({ name }, index) => [name, pixels(placeOf(model, { kind: "point", index }, poses))]),
    ),
  };
}
