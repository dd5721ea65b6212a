// SPDX-License-Identifier: Apache-2.0
// Drawing charts on a canvas: sharp on any screen, at most once a frame, in the colours of the page.

export interface Surface {
  context: CanvasRenderingContext2D;
  width: number; // CSS pixels
  height: number;
}

/** Gives the canvas as many pixels as the screen has under it, and clears it. */
export function fit(canvas: HTMLCanvasElement): Surface {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
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

const colours = new Map<string, string>();
/** A colour of the page (style.css) in the present theme. */
export function token(name: string): string {
  const key = `${document.documentElement.dataset.theme} ${name}`;
  let colour = colours.get(key);
  if (colour === undefined) {
    colour = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    colours.set(key, colour);
  }
  return colour;
}

const waiting = new Set<() => void>();
let frame = 0;
function flush(): void {
  frame = 0;
  const now = [...waiting];
  waiting.clear();
  for (const draw of now) draw();
}
/** Draws in the next frame, once however often it is asked. */
export function repaint(draw: () => void): void {
  waiting.add(draw);
  if (frame === 0) frame = requestAnimationFrame(flush);
}
export const forget = (draw: () => void): boolean => waiting.delete(draw);

/** A rectangle of the canvas and the range of numbers it shows. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  x: { from: number; to: number };
  y: { from: number; to: number };
}
export const toX = (box: Box, x: number): number => box.left + ((x - box.x.from) / (box.x.to - box.x.from)) * box.width;
export const toY = (box: Box, y: number): number =>
  box.top + box.height - ((y - box.y.from) / (box.y.to - box.y.from)) * box.height;
export const fromX = (box: Box, px: number): number =>
  box.x.from + ((px - box.left) / box.width) * (box.x.to - box.x.from);
export const fromY = (box: Box, py: number): number =>
  box.y.from + ((box.top + box.height - py) / box.height) * (box.y.to - box.y.from);
