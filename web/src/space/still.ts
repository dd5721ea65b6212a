// SPDX-License-Identifier: Apache-2.0
// The bodies of a model in space in one shape, small, the axis about which they turn upright; all are drawn by the one renderer.
import type { EquilibriumMessage } from "../link/protocol";
import type { Palette } from "../motion/draw";
import { type Pen, canvasPen } from "../motion/pen";
import { cameraFor, unzoomed } from "../motion/scale";
import { type Camera, orbitCamera, usual } from "./camera";
import { type Poses, type SpaceModel, placeIn, seen } from "./poses";
import { type Solids, emphasise, newSolids, pose, render } from "./render";
import { type Shapes, shapesOf } from "./shapes";
import type { SolidKind } from "./solid";
import { clear, finish } from "./strokes";
import { arc, identity, rotationOf, size, transposed } from "./turns";
import { drawMomentum, drawSolids } from "./vector";

export function posesOf(model: SpaceModel, { space }: EquilibriumMessage): Poses {
  const { centres, attitudes, axis } = space!;
  const poses: Poses = {
    places: centres,
    axes: attitudes.map(rotationOf),
    joints: [],
    centre: [0, 0, 0],
    momentum: axis,
  };
  poses.joints = model.joints.map(({ first }, k) => placeIn(poses, first, model.space.joints[k]!.at_first));
  const upright = size(axis) > 0 ? transposed(rotationOf(arc(axis, [0, 0, 1]))) : identity;
  return seen({ origin: [0, 0, 0], axes: upright }, poses);
}

/** How far the bodies reach in all these shapes. */
export function reachOf(model: SpaceModel, kind: SolidKind, all: readonly Poses[]): number {
  const { bodies } = shapesOf(model, kind);
  return Math.max(1e-9, ...all.flatMap(({ places }) => places.map((place, i) => size(place) + bodies[i]!.span)));
}

const stillCamera = (width: number, height: number, reach: number): Camera => {
  const span = [-reach, reach] as const;
  return orbitCamera(usual, cameraFor(width, height, span, span, { ...unzoomed, factor: 1.4 }), reach);
};

/** The same as lines, for a picture that is taken away: each of the shapes in a box of so many CSS pixels. */
export function stillShapes(
  model: SpaceModel,
  kind: SolidKind,
  shown: readonly EquilibriumMessage[],
  colours: Palette,
): (pen: Pen, index: number, width: number, height: number) => void {
  const all = shown.map((one) => posesOf(model, one));
  const [reach, shapes] = [reachOf(model, kind, all), shapesOf(model, kind)];
  return (pen, index, width, height) => {
    const camera = stillCamera(width, height, reach);
    drawMomentum(pen, camera, all[index]!, reach, colours);
    drawSolids(pen, camera, shapes, all[index]!, colours);
  };
}

let built: { solids: Solids; shapes: Shapes; colours: Palette } | null = null;
/** Draws the bodies onto a canvas of so many CSS pixels. */
export function drawStill(
  context: CanvasRenderingContext2D,
  model: SpaceModel,
  kind: SolidKind,
  poses: Poses,
  reach: number,
  colours: Palette,
  { width, height, ratio }: { width: number; height: number; ratio: number },
): void {
  const shapes = shapesOf(model, kind);
  if (built?.shapes !== shapes || built.colours !== colours) {
    built?.solids.dispose();
    built = { solids: newSolids(model, shapes, colours), shapes, colours };
  }
  const { solids } = built;
  const camera = stillCamera(width, height, reach);
  pose(solids, poses, reach, []);
  emphasise(solids, [], false);
  clear(solids.strokes);
  finish(solids.strokes);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  if (render(context, solids, camera, width, height, ratio)) return;
  drawMomentum(canvasPen(context), camera, poses, reach, colours);
  drawSolids(canvasPen(context), camera, shapes, poses, colours);
}
