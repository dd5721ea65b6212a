// SPDX-License-Identifier: Apache-2.0
// A pen draws a picture onto a canvas or into an SVG text: the exported picture is the one on the screen. Pixels are CSS
// pixels. A path is begun, described, then filled and stroked.
import { family, fontSize, newSheet } from "./sheet";

export interface Pen {
  begin(): void;
  move(x: number, y: number): void;
  line(x: number, y: number): void;
  close(): void;
  circle(x: number, y: number, radius: number): void;
  fill(colour: string, alpha?: number): void;
  stroke(colour: string, width: number, alpha?: number, dash?: readonly number[]): void;
  /** With a `ground` the text stands off what is under it. */
  words(x: number, y: number, text: string, colour: string, align?: CanvasTextAlign, ground?: string): void;
}

const solid: readonly number[] = [];

export function canvasPen(context: CanvasRenderingContext2D): Pen {
  context.lineJoin = "round";
  return {
    begin: () => context.beginPath(),
    move: (x, y) => context.moveTo(x, y),
    line: (x, y) => context.lineTo(x, y),
    close: () => context.closePath(),
    circle(x, y, radius) {
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    },
    fill(colour, alpha = 1) {
      context.globalAlpha = alpha;
      context.fillStyle = colour;
      context.fill();
    },
    stroke(colour, width, alpha = 1, dash = solid) {
      context.globalAlpha = alpha;
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.setLineDash(dash as number[]);
      context.stroke();
    },
    words(x, y, text, colour, align = "left", ground) {
      context.globalAlpha = 1;
      context.fillStyle = colour;
      const font = `${fontSize}px ${family}`;
      if (context.font !== font) context.font = font; // to set it makes the browser settle the styles of the page
      context.textAlign = align;
      context.textBaseline = "middle";
      if (ground) {
        context.setLineDash([]);
        context.strokeStyle = ground;
        context.lineWidth = 3;
        context.strokeText(text, x, y);
      }
      context.fillText(text, x, y);
    },
  };
}

/** A pen and the SVG text of what it has drawn. */
export function svgPen(width: number, height: number, ground: string): { pen: Pen; text: () => string } {
  const { context, text } = newSheet(width, height, ground);
  return { pen: canvasPen(context), text };
}
