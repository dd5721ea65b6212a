// SPDX-License-Identifier: Apache-2.0
// How many metres a frame shows. The scale stands still while a slider moves: the reach of the motion is rounded up to
// steps, and a step is left only when the motion no longer fits or has become much smaller.

const step = 2 ** 0.25;
const roundedUp = (reach: number): number => step ** Math.ceil(Math.log(reach) / Math.log(step) - 1e-9);

/** The reach to show after `present`, for a motion that needs `needed`; it shrinks only when the run is all there. */
export function steadyReach(present: number, needed: number, mayShrink: boolean): number {
  if (!(needed > 0) || !Number.isFinite(needed)) return present > 0 ? present : 1;
  const stays = needed <= present && !(mayShrink && needed < present / 1.6);
  return stays ? present : roundedUp(needed);
}

/** The longest of 1, 2, 5, 10, … metres that is drawn no longer than `pixels`. */
export function scaleBar(pixelsPerMetre: number, pixels: number): number {
  const longest = pixels / pixelsPerMetre;
  const power = 10 ** Math.floor(Math.log10(longest) + 1e-9);
  return power * (longest >= 5 * power ? 5 : longest >= 2 * power ? 2 : 1);
}

/** From metres to CSS pixels: x0 + scale x, y0 - scale y. */
export interface Camera {
  scale: number;
  x0: number;
  y0: number;
}

/** What the reader did to the camera: magnification and shift in pixels. */
export interface Zoom {
  factor: number;
  x: number;
  y: number;
}
export const unzoomed: Zoom = { factor: 1, x: 0, y: 0 };

const margin = 28; // CSS pixels around the motion

export function cameraFor(width: number, height: number, reach: { x: number; y: number }, zoom: Zoom): Camera {
  const fit = Math.min((width / 2 - margin) / reach.x, (height / 2 - margin) / reach.y);
  return { scale: Math.max(fit, 1e-9) * zoom.factor, x0: width / 2 + zoom.x, y0: height / 2 + zoom.y };
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
