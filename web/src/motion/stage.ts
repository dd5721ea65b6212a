// SPDX-License-Identifier: Apache-2.0
// One frame on its canvas: what it shows now, its camera, and its picture.
import { type Signal, signal } from "@preact/signals";
import { bodyColour, runColour } from "./colours";
import { curvesFor } from "./coupler";
import { covers } from "./clock";
import { type Palette, discRadii, drawArrows, drawBodies, drawCentre, drawOther, drawScaleBar } from "./draw";
import { type FrameChoice, hasPoses, see, viewOf } from "./frames";
import { type Poses, bodyPoints, carry, massCentre, newPoses, posesFrom } from "./poses";
import { hand, sketched, spring } from "./hand";
import { drawNames } from "./names";
import { laps, turnPerLap, turnedSoFar } from "./laps";
import { palette } from "./palette";
import { type Pen, canvasPen, svgPen } from "./pen";
import type { Film } from "./picture";
import { type RunData, type Spot, column, spotAt, startTime, valueAt } from "../link/run";
import { drawApplied, drawLoads, drawSpring, largestLoads, loadsAt } from "./loads";
import { placeOfRun } from "../model/beside";
import { type Camera, type Zoom, cameraFor, pixels, steadySpan, unzoomed } from "./scale";
import { type Reach, posesAt, posesSeen, reachOf, resolved } from "./scene";
import { circles, comparisons, cursor, frameA, frameB, ghost, highlighted, model, revision, run } from "../model/store";
import { type Seam, type Traces, drawTraces, extend, newTraces, placeOf, tracedOf } from "./traces";
import { type Places, type Which, arrows, loadsShown, nameChoice, traceChoice, traceShare } from "./view";

let lastShown: RunData | null = null;
/** The newest run that has come as far as the cursor: a new one takes over when it has, so nothing flickers. */
export function shownRun(): RunData | null {
  const newest = run.value;
  if (newest && (covers(newest, cursor.value) || (!lastShown && newest.rows > 0))) lastShown = newest;
  return lastShown;
}

/** What every frame has, of the plane and of space. */
export interface FrameState {
  which: Which;
  time: number | null; // a time of its own, as in a video; else the cursor's
  width: number; // CSS pixels
  height: number;
  zoom: Signal<Zoom>;
  selected: Signal<number>; // body; -1: none
  hovered: Signal<number>; // under the pointer, likewise
  run: RunData | null; // as drawn
  choice: FrameChoice;
}
export const newFrameState = (which: Which): FrameState => ({
  which,
  time: null,
  width: 0,
  height: 0,
  zoom: signal(unzoomed),
  selected: signal(-1),
  hovered: signal(-1),
  run: null,
  choice: "inertial",
});

export interface Stage extends FrameState {
  poses: Poses | null; // as drawn
  camera: Camera;
  centre: [number, number]; // of all masses, in the frame
  radii: Float64Array;
  reach: Reach;
  measured: { run: RunData; rows: number; done: boolean; choice: FrameChoice } | null; // what `reach` is of
  traces: Traces | null;
  other: Poses | null; // scratch
}
export const newStage = (which: Which): Stage => ({
  ...newFrameState(which),
  poses: null,
  camera: { scale: 1, x0: 0, y0: 0 },
  centre: [0, 0],
  radii: new Float64Array(0),
  reach: { x: [-1, 1], y: [-1, 1], speed: 0 },
  measured: null,
  traces: null,
  other: null,
});

export const timeOf = (stage: FrameState): number => stage.time ?? cursor.value;

/** Reads every signal that the picture depends on. */
export function watch(stage: FrameState): void {
  revision.value, cursor.value, run.value, ghost.value, comparisons.value, highlighted.value, hand.value, palette.value;
  laps.value,
    traceChoice.value,
    traceShare.value,
    arrows.value,
    loadsShown.value,
    stage.zoom.value,
    stage.selected.value;
  frameA.value, frameB.value, circles.value, nameChoice.value, stage.hovered.value, sketched.value, spring.value;
}

function measure(stage: Stage, shown: RunData): void {
  const before = stage.measured;
  const done = shown.done !== null;
  const same = before?.run === shown && before.choice === stage.choice;
  if (same && (before.done || (!done && shown.rows < 1.5 * before.rows))) return;
  const needed = reachOf(shown, followsCentre(shown, stage.choice) ? "centre" : stage.choice);
  const fresh = before?.choice !== stage.choice || before.run.model.bodies.length !== shown.model.bodies.length;
  stage.reach = {
    x: steadySpan(fresh ? null : stage.reach.x, needed.x, done),
    y: steadySpan(fresh ? null : stage.reach.y, needed.y, done),
    speed: needed.speed,
  };
  stage.measured = { run: shown, rows: shown.rows, done, choice: stage.choice };
}

/** Whether the end of the run gives the picture another reach. */
export function remeasured(stage: Stage): boolean {
  const before = stage.reach;
  if (stage.run) measure(stage, stage.run);
  return JSON.stringify(before) !== JSON.stringify(stage.reach);
}

const least = 16; // CSS pixels: a pane that is smaller has no picture
/** Brings run, poses and camera up to the present; false if there is nothing to show. */
export function settle(stage: Stage): boolean {
  const shown = shownRun();
  if (!shown || shown.model.space || stage.width < least || stage.height < least) return false;
  const choice = stage.which === "inertial" ? "inertial" : stage.which === "A" ? frameA.value : frameB.value;
  if (stage.poses?.x.length !== shown.model.bodies.length || stage.poses.jointX.length !== shown.model.joints.length) {
    stage.poses = newPoses(shown.model);
    stage.other = newPoses(shown.model);
    stage.selected.value = -1;
    stage.hovered.value = -1;
  }
  stage.run = shown;
  stage.choice = resolved(shown.model, choice);
  measure(stage, shown);
  if (!spring.value || stage.time !== null) stage.camera = cameraOf(stage, shown);
  stage.radii = discRadii(shown.model, stage.camera.scale, Math.min(stage.width, stage.height));
  pose(stage, shown);
  return true;
}

/** Forces carry the mass centre away for good: then the picture shows the motion about it, and goes on in steps. */
const followsCentre = (shown: RunData, choice: FrameChoice): boolean =>
  choice === "inertial" && shown.index.has("mass_centre.x");
function cameraOf(stage: Stage, shown: RunData): Camera {
  let { x, y } = stage.reach;
  if (followsCentre(shown, stage.choice)) {
    const spot = spotAt(shown, timeOf(stage));
    const around = ([low, high]: readonly [number, number], axis: string): [number, number] => {
      const [half, centre] = [(high - low) / 2, valueAt(column(shown, `mass_centre.${axis}`)!, spot)];
      const middle = half * Math.round(centre / half);
      return [middle - 1.5 * half, middle + 1.5 * half];
    };
    [x, y] = [around(x, "x"), around(y, "y")];
  }
  return cameraFor(stage.width, stage.height, x, y, stage.zoom.value);
}

/** What the picture is turned by: in a run that closes, by all laps before; seen from a body, or in a film, by nothing. */
const turned = (stage: Stage, shown: RunData): number =>
  stage.time !== null || hand.value || stage.choice.startsWith("body:") ? 0 : turnedSoFar(shown);

function turnOn(stage: Stage, shown: RunData, poses: Poses): void {
  const angle = turned(stage, shown);
  if (angle !== 0) see({ x: 0, y: 0, angle: -angle }, poses);
}

function pose(stage: Stage, shown: RunData): void {
  const out = stage.poses!;
  const held = hand.value;
  if (held && !model.value!.start.snapped && held.angles.length === shown.model.joints.length) {
    posesFrom(shown.model, held.root, held.angles, out);
    carry(shown.model, timeOf(stage), out);
    see(viewOf(shown.model, stage.choice, out), out);
  } else {
    posesAt(shown, stage.choice, timeOf(stage), out);
    turnOn(stage, shown, out);
  }
  stage.centre = massCentre(shown.model, out);
}

function drawPaths(pen: Pen, stage: Stage, shown: RunData, colours: Palette): void {
  const { traces } = stage;
  const names = tracedOf(shown.model, traceChoice.value);
  if (names.length === 0) return;
  if (traces?.run !== shown || traces.choice !== stage.choice || traces.traced.length !== names.length)
    stage.traces = newTraces(shown, stage.choice, names);
  const now = stage.traces!;
  const length = traceShare.value * (shown.model.run.until - shown.model.run.t0);
  const ahead = hand.value !== null; // in the hand: the way it will go
  extend(now, spotAt(shown, ahead ? timeOf(stage) + length : timeOf(stage)).row + 1);
  const placeAt = (t: number): number => Math.min(now.filled - 1, rowsBefore(spotAt(shown, t)) / now.stride);
  const seam = seamOf(stage, shown, now);
  const begin = seam && timeOf(stage) - length < startTime(shown) ? timeOf(stage) - length : null; // in the lap before
  const from =
    begin === null
      ? Math.ceil(placeAt(ahead ? timeOf(stage) : timeOf(stage) - length))
      : Math.max(-seam!.places, Math.ceil((begin - startTime(shown)) / shown.model.run.every / now.stride));
  const to = Math.floor(placeAt(ahead ? timeOf(stage) + length : timeOf(stage)));
  const things = new Map<string, number[]>(); // by colour
  now.traced.forEach(({ kind, index }, k) => {
    const body = kind === "body" ? index : kind === "point" ? shown.model.points[index]!.body : -1;
    const colour = body < 0 ? colours.quiet : bodyColour(body, colours.dark);
    const those = things.get(colour);
    if (those) those.push(k);
    else things.set(colour, [k]);
  });
  const head = (k: number): [number, number] => placeOf(shown.model, now.traced[k]!, stage.poses!);
  for (const [colour, those] of things) drawTraces(pen, stage.camera, now, those, from, to, head, colour, ahead, seam);
}
/** How the paths of a run that closes go on over its ends, once it has gone round. */
function seamOf(stage: Stage, shown: RunData, traces: Traces): Seam | null {
  const turn = laps.value !== 0 && stage.time === null && !hand.value ? turnPerLap(shown) : null;
  if (turn === null || (shown.rows - 1) % traces.stride !== 0) return null;
  extend(traces);
  const now = turned(stage, shown);
  return { now, before: stage.choice.startsWith("body:") ? 0 : now - turn, places: traces.filled - 1 };
}
/** Where marked points can ever be, faintly. */
function drawCurves(pen: Pen, stage: Stage, shown: RunData, colours: Palette): void {
  if (traceChoice.value === "none") return;
  for (const { body, x, y } of curvesFor(shown.model, circles.value, stage.choice)) {
    const toPixels = pixels(stage.camera);
    pen.begin();
    x.forEach((value, i) => (i === 0 ? pen.move : pen.line)(...toPixels(value, y[i]!)));
    pen.stroke(bodyColour(body, colours.dark), 1, 0.35);
  }
}

const rowsBefore = (spot: Spot): number => spot.row + spot.part;

function drawOthers(pen: Pen, stage: Stage, colours: Palette): void {
  const paint = (other: RunData, ink: Parameters<typeof drawOther>[6]): void => {
    if (other === stage.run || other.rows < 2 || other.model.bodies.length !== stage.poses!.x.length) return;
    posesAt(other, stage.choice, timeOf(stage), stage.other!);
    drawOther(pen, stage.camera, other.model, stage.other!, colours, stage.radii, ink);
  };
  if (ghost.value && laps.value === 0) paint(ghost.value, { colour: colours.quiet, alpha: 0.45, dash: [] });
  for (const one of comparisons.value)
    if (hasPoses(one)) paint(one, { colour: runColour(placeOfRun(one), colours.dark), alpha: 0.9, dash: [5, 4] });
}

function drawVelocities(pen: Pen, stage: Stage, shown: RunData, colours: Palette): void {
  if (!arrows.value || hand.value || shown.rows < 2 || stage.reach.speed === 0) return;
  const { row } = spotAt(shown, timeOf(stage));
  const times = shown.columns[0]!;
  const [a, b] = [newPoses(shown.model), newPoses(shown.model)];
  posesSeen(shown, stage.choice, { row, part: 0 }, a);
  posesSeen(shown, stage.choice, { row: row + 1, part: 0 }, b);
  for (const one of [a, b]) turnOn(stage, shown, one);
  for (let i = 0; i < a.x.length; ++i) {
    a.x[i] = stage.poses!.x[i]! - (b.x[i]! - a.x[i]!);
    a.y[i] = stage.poses!.y[i]! - (b.y[i]! - a.y[i]!);
  }
  const longest = (0.35 * Math.min(stage.width, stage.height)) / stage.camera.scale;
  drawArrows(pen, stage.camera, stage.poses!, a, times[row + 1]! - times[row]!, longest / stage.reach.speed, colours);
}

/** The frame of the poses is turned by as much as its bodies are, against the run's. */
function drawJointLoads(pen: Pen, stage: Stage, shown: RunData, colours: Palette): void {
  if (!loadsShown.value || hand.value || shown.rows < 3) return;
  const spot = spotAt(shown, timeOf(stage));
  const absolute = column(shown, `absolute.${shown.model.bodies[0]!.name}`);
  const turn = stage.poses!.angle[0]! - (absolute ? valueAt(absolute, spot) : 0);
  const longest = 0.3 * Math.min(stage.width, stage.height);
  drawLoads(pen, stage.camera, stage.poses!, loadsAt(shown, spot), largestLoads(shown), longest, turn, colours);
}

/** Forces from outside: the spring in the reader's hand, else what acts at this moment. */
function drawOutside(pen: Pen, stage: Stage, shown: RunData, colours: Palette): void {
  const held = spring.value;
  if (held && stage.which === "inertial" && stage.time === null) {
    drawSpring(pen, stage.camera, bodyPoints(stage.poses!, held.body)(...held.place), held.to, colours);
    return;
  }
  if (shown.model.forces.length === 0 || hand.value || shown.rows < 2) return;
  const absolute = column(shown, `absolute.${shown.model.bodies[0]!.name}`);
  const spot = spotAt(shown, timeOf(stage));
  const turn = stage.poses!.angle[0]! - (absolute ? valueAt(absolute, spot) : 0);
  drawApplied(pen, stage.camera, stage.poses!, shown, spot, 0.3 * Math.min(stage.width, stage.height), turn, colours);
}

/** Bodies that are named whatever the reader chose: in the hand, picked, under the pointer, of a term. */
export const pointedAt = ({ selected, hovered }: FrameState): number[] => {
  const those = [hand.value?.body ?? -1, selected.value, hovered.value, ...highlighted.value];
  return [...new Set(those)].filter((body) => body >= 0);
};

/** The picture, as far as `settle` has brought the stage. */
export function drawStage(pen: Pen, stage: Stage): void {
  const shown = stage.run!;
  const colours = palette.value;
  drawCurves(pen, stage, shown, colours);
  drawPaths(pen, stage, shown, colours);
  drawCentre(pen, stage.camera, stage.centre[0], stage.centre[1], colours);
  drawOthers(pen, stage, colours);
  drawBodies(pen, stage.camera, shown.model, stage.poses!, colours, stage.radii, {
    highlighted: highlighted.value,
    selected: hand.value?.body ?? stage.selected.value,
  });
  drawVelocities(pen, stage, shown, colours);
  drawJointLoads(pen, stage, shown, colours);
  drawOutside(pen, stage, shown, colours);
  drawNames(
    pen,
    {
      model: shown.model,
      poses: stage.poses!,
      camera: stage.camera,
      radii: stage.radii,
      width: stage.width,
      height: stage.height,
    },
    nameChoice.value,
    pointedAt(stage),
    colours,
  );
  drawScaleBar(pen, stage.camera, stage.width, stage.height, colours);
  drawSketch(pen, stage, colours);
}

/** A body or joint to be, while it is drawn by hand. */
function drawSketch(pen: Pen, { which }: Stage, colours: Palette): void {
  const line = sketched.value;
  if (line?.where !== which) return;
  pen.begin();
  pen.move(...line.from);
  pen.line(...line.to);
  pen.stroke(colours.accent, 2, 1, [6, 4]);
  pen.begin();
  pen.circle(...line.from, 4.5);
  pen.fill(colours.ground);
  pen.stroke(colours.accent, 2);
  pen.begin();
  pen.circle(...line.to, 6);
  pen.fill(colours.accent);
}

/** Before the first run: where the motion will be. */
export function drawWaiting(pen: Pen, { width, height }: FrameState): void {
  const colours = palette.value;
  pen.begin();
  pen.circle(width / 2, height / 2, 0.36 * Math.min(width, height));
  pen.stroke(colours.grid, 1);
  drawCentre(pen, { scale: 1, x0: width / 2, y0: height / 2 }, 0, 0, colours);
}

/** A stage like this one, for other times. */
export const film =
  ({ which }: Stage): Film =>
  (width, height) => {
    const filmed = Object.assign(newStage(which), { width, height });
    return (context, time) => {
      filmed.time = time;
      if (settle(filmed)) drawStage(canvasPen(context), filmed);
    };
  };

export function svgOf(stage: Stage): string {
  const { pen, text } = svgPen(stage.width, stage.height, palette.peek().ground);
  if (settle(stage)) drawStage(pen, stage);
  return text();
}

export function placesOf(stage: Stage, canvas: HTMLCanvasElement): Places | null {
  if (!stage.run || !stage.poses) return null;
  const { left, top } = canvas.getBoundingClientRect();
  const { scale, x0, y0 } = stage.camera;
  const toPixels = pixels({ scale, x0: left + x0, y0: top + y0 });
  const drawn = stage.run.model;
  const poses = stage.poses;
  return {
    scale,
    origin: toPixels(0, 0),
    centre: toPixels(...stage.centre),
    bodies: Object.fromEntries(drawn.bodies.map((body, i) => [body.name, toPixels(poses.x[i]!, poses.y[i]!)])),
    joints: Object.fromEntries(
      drawn.joints.map((joint, k) => [joint.name, toPixels(poses.jointX[k]!, poses.jointY[k]!)]),
    ),
    points: Object.fromEntries(
      drawn.points.map((point, index) => [point.name, toPixels(...placeOf(drawn, { kind: "point", index }, poses))]),
    ),
  };
}

const degrees = (angle: number): string => `${Math.round((angle * 180) / Math.PI)}°`;
export const whereWords = (choice: FrameChoice): string =>
  choice === "inertial" ? "the inertial frame" : choice === "centre" ? "the mass centre" : choice.replace(":", " ");
/** The picture in words. */
export function described(stage: Stage): string {
  const shown = stage.run;
  if (!shown || !stage.poses) return "Nothing to show yet.";
  const few = shown.model.bodies.length <= 6;
  const bodies = few
    ? shown.model.bodies.map((body, i) => `${body.label || body.name} at ${degrees(stage.poses!.angle[i]!)}`).join(", ")
    : `${shown.model.bodies.length} bodies`;
  const t = hand.value ? startTime(shown) : cursor.peek();
  return `${shown.model.name} seen from ${whereWords(stage.choice)} at ${t.toFixed(1)} s: ${bodies}.`;
}
