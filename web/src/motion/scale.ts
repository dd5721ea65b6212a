// SPDX-License-Identifier: Apache-2.0
// How many metres a frame shows. The scale stands still while a slider moves: the reach of the motion is rounded up to
// steps, and a step is left only when the motion no longer fits or has become much smaller.

import { roundStep } from "../model/numbers";

const step = 2 ** 0.25;
const roundedUp = (reach: number): number => step ** Math.ceil(Math.log(reach) / Math.log(step) - 1e-9);

export type Span = readonly [low: number, high: number];

/** The span to show after `present`, for a motion that needs `needed`; it shrinks only when the run is all there. */
export function steadySpan(present: Span | null, needed: Span, mayShrink: boolean): Span {
  const length = needed[1] - needed[0];
  if (!(length > 0) || !Number.isFinite(length)) return present ?? [-1, 1];
  const holds = present !== null && present[0] <= needed[0] && needed[1] <= present[1];
  if (holds && !(mayShrink && length < (present[1] - present[0]) / 1.6)) return present;
  const middle = (needed[0] + needed[1]) / 2;
  const half = roundedUp(length / 2);
  return [middle - half, middle + half];
}

/** The longest of 1, 2, 5, 10, … metres that is drawn no longer than so many pixels. */
export const scaleBar = (pixelsPerMetre: number, pixels: number): number =>
  roundStep((pixels / pixelsPerMetre) * (1 + 1e-9));

/** From metres to CSS pixels: x0 + scale x, y0 - scale y. */
export interface Camera {
  scale: number;
  x0: number;
  y0: number;
}

export const pixelX = ({ scale, x0 }: Camera, x: number): number => x0 + scale * x;
export const pixelY = ({ scale, y0 }: Camera, y: number): number => y0 - scale * y;
export const pixels =
  (camera: Camera) =>
  (x: number, y: number): [number, number] => [pixelX(camera, x), pixelY(camera, y)];
/** And back. */
export const metres = ({ scale, x0, y0 }: Camera, x: number, y: number): [number, number] => [
  (x - x0) / scale,
  (y0 - y) / scale,
];

/** What the reader did to the camera: magnification and shift in pixels. */
export interface Zoom {
  factor: number;
  x: number;
  y: number;
}
export const unzoomed: Zoom = { factor: 1, x: 0, y: 0 };

/** CSS pixels of a side that the motion may take: all but a margin, which is smaller in a tiny pane. */
const withinMargins = (side: number): number => side - 2 * Math.min(28, side / 8);

export function cameraFor(width: number, height: number, x: Span, y: Span, zoom: Zoom): Camera {
  const fit = Math.min(withinMargins(width) / (x[1] - x[0]), withinMargins(height) / (y[1] - y[0]));
  const scale = fit * zoom.factor;
  return {
    scale,
    x0: width / 2 + zoom.x - (scale * (x[0] + x[1])) / 2,
    y0: height / 2 + zoom.y + (scale * (y[0] + y[1])) / 2,
  };
}

/** Magnifies about a place of the pane (in pixels), which stays where it is. */
export function zoomAbout(zoom: Zoom, by: number, x: number, y: number, width: number, height: number): Zoom {
  const factor = Math.min(400, Math.max(0.05, zoom.factor * by));
  const part = factor / zoom.factor;
  return {
    factor,
    x: x - width / 2 - part * (x - width / 2 - zoom.x),
    y: y - height / 2 - part * (y - height / 2 - zoom.y),
  };
}
