// SPDX-License-Identifier: Apache-2.0
// The picture of one frame: sticks from joint to mass centre to joint, discs at the mass centres (area as the mass), rings
// at the joints, a cross-hair at the mass centre of all, traces, the paler bodies of other runs, a scale bar.
import { bodyColour, colourCount } from "./colours";
import { shownNumber } from "../model/format";
import { type Poses, bodyPoints } from "./poses";
import type { Pen } from "./pen";
import type { ModelMessage } from "../link/protocol";
import { type Camera, pixelX, pixelY, pixels, scaleBar } from "./scale";
import { placeOf } from "./traces";

export interface Palette {
  ground: string;
  ink: string;
  quiet: string;
  faint: string;
  grid: string;
  accent: string;
  dark: boolean;
}

/** What the sizes of discs and rings come from, once per model. */
interface Sizes {
  share: Float64Array; // radius over the largest: the area is as the mass
  stick: number; // the middle length, in metres
}
const sizes = new WeakMap<ModelMessage, Sizes>();
function sizesOf(model: ModelMessage): Sizes {
  const found = sizes.get(model);
  if (found) return found;
  const heaviest = Math.max(...model.bodies.map((body) => body.mass));
  const lengths = model.joints
    .flatMap((joint) => [Math.hypot(...joint.at_first), Math.hypot(...joint.at_second)])
    .filter((length) => length > 0);
  const fresh = {
    share: Float64Array.from(model.bodies, (body) => Math.max(0.3, Math.sqrt(body.mass / heaviest))),
    stick: lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 1,
  };
  sizes.set(model, fresh);
  return fresh;
}
/** Radii of the discs in CSS pixels, in a pane of this size: the largest fits the sticks and the pane. */
export function discRadii(model: ModelMessage, scale: number, pane: number): Float64Array {
  const { share, stick } = sizesOf(model);
  const largest = Math.min(20, Math.max(7, 0.026 * pane), Math.max(1.5, 0.22 * stick * scale));
  return share.map((part) => part * largest);
}
/** Rings where there is room for them between the discs. */
const ringRadius = (model: ModelMessage, scale: number): number => {
  const room = sizesOf(model).stick * scale;
  return room < 8 ? 0 : Math.min(4.5, Math.max(1.5, 0.13 * room));
};

/** Bodies of one colour are one path: 300 bodies are a few strokes. */
function eachColour(
  model: ModelMessage,
  which: (body: number) => boolean,
  dark: boolean,
  paint: (has: (body: number) => boolean, colour: string) => void,
): void {
  for (let c = 0; c < Math.min(colourCount, model.bodies.length); ++c)
    paint((body) => body % colourCount === c && which(body), bodyColour(c, dark));
}

function sticks(pen: Pen, camera: Camera, model: ModelMessage, poses: Poses, bodies: (body: number) => boolean): void {
  const px = (x: number): number => pixelX(camera, x);
  const py = (y: number): number => pixelY(camera, y);
  pen.begin();
  model.joints.forEach(({ first, second, at_second }, k) => {
    if (bodies(first)) {
      pen.move(px(poses.jointX[k]!), py(poses.jointY[k]!));
      pen.line(px(poses.x[first]!), py(poses.y[first]!));
    }
    if (bodies(second)) {
      const [x, y] = bodyPoints(poses, second)(...at_second);
      pen.move(px(x), py(y));
      pen.line(px(poses.x[second]!), py(poses.y[second]!));
    }
  });
}

function outline(pen: Pen, camera: Camera, model: ModelMessage, poses: Poses, body: number): boolean {
  const corners = model.bodies[body]!.outline;
  if (corners.length < 3) return false;
  const place = bodyPoints(poses, body);
  const onto = pixels(camera);
  pen.begin();
  corners.forEach((corner, i) => {
    const [x, y] = onto(...place(...corner));
    if (i === 0) pen.move(x, y);
    else pen.line(x, y);
  });
  pen.close();
  return true;
}

export interface Emphasis {
  highlighted: readonly number[];
  selected: number; // by keyboard or hand; -1: none
}

export function drawBodies(
  pen: Pen,
  camera: Camera,
  model: ModelMessage,
  poses: Poses,
  palette: Palette,
  radii: Float64Array,
  { highlighted, selected }: Emphasis,
): void {
  const px = (x: number): number => pixelX(camera, x);
  const py = (y: number): number => pixelY(camera, y);
  const some = highlighted.length > 0;
  const strong = (body: number): boolean => highlighted.includes(body);
  model.bodies.forEach((_, i) => {
    if (!outline(pen, camera, model, poses, i)) return;
    pen.fill(bodyColour(i, palette.dark), 0.1);
    pen.stroke(bodyColour(i, palette.dark), 1, 0.55);
  });
  for (const emphatic of some ? [false, true] : [false])
    eachColour(
      model,
      (i) => strong(i) === emphatic,
      palette.dark,
      (has, colour) => {
        const alpha = some && !emphatic ? 0.3 : 1;
        sticks(pen, camera, model, poses, has);
        pen.stroke(colour, emphatic ? 4 : 2, alpha);
        pen.begin();
        for (let i = 0; i < radii.length; ++i)
          if (has(i)) pen.circle(px(poses.x[i]!), py(poses.y[i]!), radii[i]! + (emphatic ? 2 : 0));
        pen.fill(colour, alpha);
        if (emphatic) pen.stroke(palette.ink, 1.5);
      },
    );
  const ring = ringRadius(model, camera.scale);
  if (ring > 0) {
    pen.begin();
    for (let k = 0; k < poses.jointX.length; ++k) pen.circle(px(poses.jointX[k]!), py(poses.jointY[k]!), ring);
    pen.fill(palette.ground);
    pen.stroke(palette.ink, Math.min(2, ring / 2));
  }
  drawPoints(pen, camera, model, poses, palette);
  if (selected >= 0 && selected < model.bodies.length) {
    pen.begin();
    pen.circle(px(poses.x[selected]!), py(poses.y[selected]!), radii[selected]! + 5);
    pen.stroke(palette.accent, 2, 1, [4, 4]);
  }
}

function drawPoints(pen: Pen, camera: Camera, model: ModelMessage, poses: Poses, palette: Palette): void {
  const onto = pixels(camera);
  model.points.forEach(({ body }, index) => {
    const [x, y] = placeOf(model, { kind: "point", index }, poses);
    const [px, py] = onto(x, y);
    pen.begin();
    pen.move(...onto(poses.x[body]!, poses.y[body]!));
    pen.line(px, py);
    pen.stroke(bodyColour(body, palette.dark), 1, 0.7);
    pen.begin();
    pen.move(px, py - 4);
    pen.line(px + 4, py);
    pen.line(px, py + 4);
    pen.line(px - 4, py);
    pen.close();
    pen.fill(palette.ground);
    pen.stroke(bodyColour(body, palette.dark), 1.5);
  });
}

/** Another run at the same time: thin sticks, hollow discs; a comparison is dashed. */
export function drawOther(
  pen: Pen,
  camera: Camera,
  model: ModelMessage,
  poses: Poses,
  palette: Palette,
  radii: Float64Array,
  ink: { colour: string; alpha: number; dash: readonly number[] },
): void {
  sticks(pen, camera, model, poses, () => true);
  pen.stroke(ink.colour, 1.5, ink.alpha, ink.dash);
  pen.begin();
  for (let i = 0; i < poses.x.length; ++i)
    pen.circle(pixelX(camera, poses.x[i]!), pixelY(camera, poses.y[i]!), radii[i]!);
  pen.fill(palette.ground);
  pen.stroke(ink.colour, 1.5, ink.alpha, ink.dash);
}

/** Velocities of the mass centres as arrows; `seconds` turns a speed into a length. */
export function drawArrows(
  pen: Pen,
  camera: Camera,
  poses: Poses,
  before: Poses,
  between: number,
  seconds: number,
  palette: Palette,
): void {
  pen.begin();
  for (let i = 0; i < poses.x.length; ++i) {
    const [x, y] = [pixelX(camera, poses.x[i]!), pixelY(camera, poses.y[i]!)];
    const u = (camera.scale * seconds * (poses.x[i]! - before.x[i]!)) / between;
    const v = (-camera.scale * seconds * (poses.y[i]! - before.y[i]!)) / between;
    const length = Math.hypot(u, v);
    if (!(length > 4)) continue;
    const [a, b] = [(6 * u) / length, (6 * v) / length];
    pen.move(x, y);
    pen.line(x + u, y + v);
    pen.move(x + u - a - b / 2, y + v - b + a / 2);
    pen.line(x + u, y + v);
    pen.line(x + u - a + b / 2, y + v - b - a / 2);
  }
  pen.stroke(palette.ink, 1.25, 0.85);
}

/** The mass centre of the whole: a cross-hair at (x, y) of the frame. */
export function drawCentre(pen: Pen, camera: Camera, x: number, y: number, palette: Palette): void {
  const px = Math.round(pixelX(camera, x)) + 0.5;
  const py = Math.round(pixelY(camera, y)) + 0.5;
  pen.begin();
  pen.move(px - 9, py);
  pen.line(px + 9, py);
  pen.move(px, py - 9);
  pen.line(px, py + 9);
  pen.circle(px, py, 4);
  pen.stroke(palette.quiet, 1);
}

/** A round length in the corner, with its number beside it, where there is room for both. */
export function drawScaleBar(pen: Pen, camera: Camera, width: number, height: number, palette: Palette): void {
  const longest = Math.min(96, width - 96);
  if (longest < 24 || height < 48) return;
  const metres = scaleBar(camera.scale, longest);
  const length = Math.round(metres * camera.scale);
  const y = Math.round(height - 16) + 0.5;
  pen.begin();
  pen.move(16.5, y - 4);
  pen.line(16.5, y);
  pen.line(16.5 + length, y);
  pen.line(16.5 + length, y - 4);
  pen.stroke(palette.quiet, 1);
  pen.words(24.5 + length, y - 1, `${shownNumber(metres)} m`, palette.quiet);
}
