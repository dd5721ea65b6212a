// SPDX-License-Identifier: Apache-2.0
// The picture of one frame of a model in space: solids by three.js, and over them, with a pen, what is flat: labels, the
// sphere |M| = c, the scale. Loaded when the first model in space is shown.
import { Color } from "three";
import { cursor, highlighted } from "../model/store";
import { bodyColour } from "../motion/colours";
import { type Palette, drawScaleBar } from "../motion/draw";
import { hand } from "../motion/hand";
import { labelPlace } from "../motion/label";
import { type Spot, writeNames } from "../motion/names";
import { palette } from "../motion/palette";
import { type Pen, canvasPen, svgPen } from "../motion/pen";
import type { Picture } from "../motion/picture";
import { pointedAt, timeOf, watch, whereWords } from "../motion/stage";
import type { Traced } from "../motion/traces";
import { type Which, axesShown, nameChoice, solidKind } from "../motion/view";
import { nearness, project } from "./camera";
import { eachPiece, placeOf } from "./paths";
import { key, listen } from "./pointer";
import { type Solids, emphasise, newSolids, pose, render } from "./render";
import type { Shapes } from "./shapes";
import { hides } from "./solid";
import { drawSphere, sphereIn } from "./sphere";
import { type Stage, momentumTip, newStage, otherPoses, placesOf, remeasured, settle, traces } from "./stage";
import { add, clear, finish } from "./strokes";
import { type Vector, plus, size, times, turn } from "./turns";
import { drawMomentum, drawSolids } from "./vector";

/** The scene that a stage has, and what it was built of. */
interface Built {
  solids: Solids;
  shapes: Shapes;
  colours: Palette;
}

const shade = (age: number): number => 0.12 + 0.75 * age ** 1.4;
const pieces = 240; // of one trace

/** Calls `piece` for all pieces of all traces, with the body whose colour they have (-1: none). */
function eachTrace(stage: Stage, piece: (a: Vector, b: Vector, age: number, body: number) => void): void {
  const found = traces(stage);
  if (!found) return;
  const { paths, from, to, ahead } = found;
  const model = stage.model!;
  paths.traced.forEach((thing, k) => {
    const body = thing.kind === "body" ? thing.index : thing.kind === "point" ? model.points[thing.index]!.body : -1;
    const head = placeOf(model, thing, stage.poses!);
    eachPiece(paths, k, from, to, head, ahead, pieces, (a, b, age) => piece(a, b, age, body));
  });
}

function writeTraces({ strokes }: Solids, stage: Stage, colours: Palette): void {
  const inks = new Map<number, Color>();
  const inkOf = (body: number): Color => {
    let ink = inks.get(body);
    if (!ink) inks.set(body, (ink = new Color(body < 0 ? colours.quiet : bodyColour(body, colours.dark))));
    return ink;
  };
  clear(strokes);
  eachTrace(stage, (a, b, age, body) => add(strokes, a, b, age, inkOf(body)));
  finish(strokes);
}

/** Everything, by projection: what a file gets. */
function drawFlat(pen: Pen, stage: Stage, colours: Palette): void {
  drawMomentum(pen, stage.camera, stage.poses!, stage.reach, colours);
  eachTrace(stage, (a, b, age, body) => {
    pen.begin();
    pen.move(...project(stage.camera, a));
    pen.line(...project(stage.camera, b));
    pen.stroke(body < 0 ? colours.quiet : bodyColour(body, colours.dark), 1, shade(age));
  });
  drawSolids(pen, stage.camera, stage.shapes!, stage.poses!, colours);
}

/** Letters at the ends of the momentum and of the axes, where these can be told apart. */
function drawLetters(pen: Pen, stage: Stage, colours: Palette): void {
  const { camera, poses, shapes } = stage;
  const eye = times(camera.distance, camera.eye);
  const hidden = (place: Vector): boolean =>
    shapes!.bodies.some(({ solid }, i) => hides(solid, poses!.axes[i]!, poses!.places[i]!, eye, place));
  const tip = momentumTip(stage);
  if (size(poses!.momentum) > 1e-12 && !hidden(tip)) {
    const [x, y] = project(camera, tip);
    pen.words(x + 8, y - 4, "μ", colours.ink);
  }
  if (!axesShown.value || shapes!.bodies.length > 3 || Math.min(stage.width, stage.height) < 240) return;
  shapes!.bodies.forEach(({ tips }, i) =>
    tips.forEach((end, k) => {
      const away = plus(end, end, 9 / size(end) / (camera.flat.scale * nearness(camera, poses!.places[i]!)));
      const place = plus(poses!.places[i]!, turn(poses!.axes[i]!, away));
      if (!hidden(place)) pen.words(...project(camera, place), `${k + 1}`, colours.quiet, "center");
    }),
  );
}

/** Names below the bodies, and beside joints and marked points; those that others hide are left out. */
function drawSpaceNames(pen: Pen, stage: Stage, colours: Palette): void {
  const { camera, shapes, model } = stage;
  const poses = stage.poses!;
  const eye = times(camera.distance, camera.eye);
  const hidden = (place: Vector, own: number[]): boolean =>
    shapes!.bodies.some(
      ({ solid }, i) => !own.includes(i) && hides(solid, poses.axes[i]!, poses.places[i]!, eye, place),
    );
  const reach = (body: number): number =>
    camera.flat.scale * nearness(camera, poses.places[body]!) * Math.max(...shapes!.bodies[body]!.solid.half);
  const spotOf = (mark: Traced & { bodies: number[] }): Spot | null => {
    const place = placeOf(model!, mark, poses);
    if (hidden(place, mark.bodies)) return null;
    const [x, y] = project(camera, place);
    return { x, y, radius: mark.kind === "body" ? reach(mark.index) : 6, angle: -Math.PI / 2 };
  };
  writeNames(pen, model!, spotOf, nameChoice.value, pointedAt(stage), [], colours, stage);
}

function drawOver(pen: Pen, stage: Stage, colours: Palette): void {
  drawLetters(pen, stage, colours);
  drawSpaceNames(pen, stage, colours);
  const selected = stage.selected.value;
  if (selected >= 0 && selected < stage.poses!.places.length) {
    const place = stage.poses!.places[selected]!;
    const scale = stage.camera.flat.scale * nearness(stage.camera, place);
    pen.begin();
    pen.circle(...project(stage.camera, place), 5 + scale * Math.max(...stage.shapes!.bodies[selected]!.solid.half));
    pen.stroke(colours.accent, 2, 1, [4, 4]);
  }
  const sphere = stage.which === "inertial" ? sphereIn(stage.width, stage.height) : null;
  if (sphere) drawSphere(pen, stage.camera, sphere, stage.run!, timeOf(stage), Math.max(0, selected), colours);
  drawScaleBar(pen, stage.camera.flat, stage.width, stage.height, colours);
}

function draw(context: CanvasRenderingContext2D, stage: Stage, before: Built | null, ratio: number): Built {
  const colours = palette.value;
  const pen = canvasPen(context);
  let built = before;
  if (built?.shapes !== stage.shapes || built?.colours !== colours) {
    built?.solids.dispose();
    built = { solids: newSolids(stage.model!, stage.shapes!, colours), shapes: stage.shapes!, colours };
  }
  pose(built.solids, stage.poses!, stage.reach, otherPoses(stage));
  emphasise(built.solids, highlighted.value, axesShown.value);
  writeTraces(built.solids, stage, colours);
  context.globalAlpha = 1;
  if (!render(context, built.solids, stage.camera, stage.width, stage.height, ratio)) drawFlat(pen, stage, colours);
  drawOver(pen, stage, colours);
  return built;
}

function svgOf(stage: Stage): string {
  const { pen, text } = svgPen(stage.width, stage.height, palette.peek().ground);
  if (settle(stage)) {
    drawFlat(pen, stage, palette.peek());
    drawOver(pen, stage, palette.peek());
  }
  return text();
}

function described(stage: Stage): string {
  const { model, choice } = stage;
  if (!model) return "Nothing to show yet.";
  const bodies = model.bodies.length <= 6 ? model.bodies.map((body) => body.label || body.name).join(", ") : "";
  return `${model.name} in space, seen from ${whereWords(choice)} at ${cursor.peek().toFixed(1)} s: ${
    bodies || `${model.bodies.length} bodies`
  }.`;
}

/** The words about the body in the hand go beside it. */
function placeWords(stage: Stage, words: HTMLElement | null): void {
  const held = hand.peek();
  if (held?.where !== stage.which || !words?.offsetWidth) return;
  const { camera, poses, shapes } = stage;
  const place = poses!.places[held.body]!;
  const label = { width: words.offsetWidth, height: words.offsetHeight };
  const [left, top] = labelPlace(label, stage, {
    centre: project(camera, place),
    radius: camera.flat.scale * nearness(camera, place) * Math.max(...shapes!.bodies[held.body]!.solid.half),
    ends: [],
  });
  Object.assign(words.style, { left: `${left}px`, top: `${top}px` });
}

export function newPicture(which: Which, words: () => HTMLElement | null, editable: boolean): Picture {
  const stage = newStage(which);
  let built: Built | null = null;
  return {
    state: stage,
    watch() {
      watch(stage);
      stage.orbit.value, axesShown.value, solidKind.value;
    },
    draw(context) {
      if (!settle(stage)) return false;
      built = draw(context, stage, built, devicePixelRatio);
      placeWords(stage, words());
      return true;
    },
    remeasured: () => remeasured(stage),
    described: () => described(stage),
    places: (canvas) => placesOf(stage, canvas),
    svg: () => svgOf(stage),
    listen: (host) => listen(host, stage, editable),
    key: (event) => key(event, stage, editable),
    film(width, height, ratio) {
      const filmed = newStage(which);
      Object.assign(filmed, { width, height });
      filmed.orbit.value = stage.orbit.peek();
      filmed.zoom.value = stage.zoom.peek();
      let its: Built | null = null;
      return (context, time) => {
        filmed.time = time;
        if (settle(filmed)) its = draw(context, filmed, its, ratio);
      };
    },
    stop() {
      built?.solids.dispose();
      built = null;
    },
  };
}
