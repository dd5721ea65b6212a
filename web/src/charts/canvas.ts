// SPDX-License-Identifier: Apache-2.0
// Drawing charts on a canvas: sharp on any screen, between numbers and pixels.

export interface Surface {
  context: CanvasRenderingContext2D;
  width: number; // CSS pixels
  height: number;
}

/** The size of each canvas, told by the browser: to ask for it while drawing would make it lay out the page at once. */
const sizes = new WeakMap<Element, { width: number; height: number }>();
let watcher: ResizeObserver | null = null;
const noteSizes: ResizeObserverCallback = (changes) => {
  for (const { target, contentRect } of changes) sizes.set(target, contentRect);
};
function sizeOf(canvas: HTMLCanvasElement): { width: number; height: number } {
  const known = sizes.get(canvas);
  if (known) return known;
  const first = { width: canvas.clientWidth, height: canvas.clientHeight };
  sizes.set(canvas, first);
  (watcher ??= new ResizeObserver(noteSizes)).observe(canvas);
  return first;
}

/** Gives the canvas as many pixels as the screen has under it, and clears it. */
export function fit(canvas: HTMLCanvasElement): Surface {
  const ratio = window.devicePixelRatio || 1;
  const { width, height } = sizeOf(canvas);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** A rectangle of the canvas and the range of numbers it shows. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  x: { from: number; to: number };
  y: { from: number; to: number };
}
/** The box of a chart with its axes, in a canvas of this size: ticks and names of the axes left and below, `right` pixels free. */
export const axesBox = ({ x, y }: Pick<Box, "x" | "y">, width: number, height: number, right: number): Box => ({
  left: 64,
  top: 12,
  width: Math.max(40, width - 64 - right),
  height: Math.max(40, height - 12 - 40),
  x,
  y,
});
export const toX = (box: Box, x: number): number => box.left + ((x - box.x.from) / (box.x.to - box.x.from)) * box.width;
export const toY = (box: Box, y: number): number =>
  box.top + box.height - ((y - box.y.from) / (box.y.to - box.y.from)) * box.height;
export const fromX = (box: Box, px: number): number =>
  box.x.from + ((px - box.left) / box.width) * (box.x.to - box.x.from);
export const fromY = (box: Box, py: number): number =>
  box.y.from + ((box.top + box.height - py) / box.height) * (box.y.to - box.y.from);
