// SPDX-License-Identifier: Apache-2.0
// A pen draws a picture onto a canvas or into an SVG text: the exported picture is the one on the screen. Pixels are CSS
// pixels. A path is begun, described, then filled and stroked.

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

export const fontSize = 12;
const family = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
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

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const short = (value: number): string => String(Math.round(value * 100) / 100);

/** A pen and the SVG text of what it has drawn. */
export function svgPen(width: number, height: number, ground: string): { pen: Pen; text: () => string } {
  const parts: string[] = [];
  let path: string[] = [];
  const shape = (paint: string): void => {
    if (path.length > 0) parts.push(`<path d="${path.join("")}" ${paint}/>`);
  };
  const pen: Pen = {
    begin: () => void (path = []),
    move: (x, y) => void path.push(`M${short(x)} ${short(y)}`),
    line: (x, y) => void path.push(`L${short(x)} ${short(y)}`),
    close: () => void path.push("Z"),
    circle(x, y, radius) {
      const arc = `A${short(radius)} ${short(radius)} 0 1 0`;
      path.push(
        `M${short(x + radius)} ${short(y)}${arc} ${short(x - radius)} ${short(y)}${arc} ${short(x + radius)} ${short(y)}Z`,
      );
    },
    fill: (colour, alpha = 1) => shape(`fill="${colour}" fill-opacity="${short(alpha)}"`),
    stroke(colour, thickness, alpha = 1, dash = solid) {
      const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(" ")}"` : "";
      shape(
        `fill="none" stroke="${colour}" stroke-width="${short(thickness)}" stroke-opacity="${short(alpha)}" ` +
          `stroke-linejoin="round"${dashes}`,
      );
    },
    words(x, y, text, colour, align = "left", ground) {
      const halo = ground ? ` stroke="${ground}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"` : "";
      const anchor = align === "center" ? "middle" : align === "right" ? "end" : "start";
      parts.push(
        `<text x="${short(x)}" y="${short(y)}" fill="${colour}" text-anchor="${anchor}" dominant-baseline="central"${halo}>${escaped(text)}</text>`,
      );
    },
  };
  const text = (): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" ` +
    `viewBox="0 0 ${short(width)} ${short(height)}" font-family="${escaped(family)}" font-size="${fontSize}">` +
    `<rect width="100%" height="100%" fill="${ground}"/>${parts.join("")}</svg>\n`;
  return { pen, text };
}
