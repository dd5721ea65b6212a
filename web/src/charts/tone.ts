// SPDX-License-Identifier: Apache-2.0
// A height as a tone: one hue, even steps to the eye (OKLab), for light and dark; what cannot be reached is grey.
import { shownNumber } from "../model/format";
import type { Palette } from "../motion/draw";
import type { Box } from "./canvas";

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** OKLab to sRGB bytes (Ottosson 2020). */
export function fromOklab(L: number, a: number, b: number): [number, number, number] {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const byte = (linear: number): number => {
    const c = Math.min(1, Math.max(0, linear));
    return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
  };
  return [
    byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    byte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** The tone of a height in 0 … 1: pale low, deep high on light; the other way round on dark. */
export function tone(height: number, reachable: boolean, dark: boolean): [number, number, number] {
  const L = dark ? 0.24 + 0.26 * height : 0.985 - 0.24 * height;
  const chroma = reachable ? (dark ? 0.025 + 0.05 * height : 0.012 + 0.075 * height) : 0.004;
  const hue = (245 * Math.PI) / 180;
  return fromOklab(L, chroma * Math.cos(hue), chroma * Math.sin(hue));
}

const steps = 511;
const scales = new Map<string, Uint32Array>();
/** The tones of 512 heights as pixels, lighter between low ones. */
function scale(reachable: boolean, dark: boolean): Uint32Array {
  const name = `${reachable} ${dark}`;
  const known = scales.get(name);
  if (known) return known;
  const bytes = new Uint8ClampedArray(4 * (steps + 1));
  for (let i = 0; i <= steps; ++i) bytes.set([...tone((i / steps) ** 0.7, reachable, dark), 255], 4 * i);
  const made = new Uint32Array(bytes.buffer);
  scales.set(name, made);
  return made;
}

interface Grid {
  columns: number;
  rows: number;
  values: number[];
}
let last: { grid: Grid; energy: number; dark: boolean; image: HTMLCanvasElement } | null = null;
/** The grid as an image, top row last in the data; heights above `energy` cannot be reached. The last one is kept. */
export function toneImage(grid: Grid, energy: number, dark: boolean): HTMLCanvasElement {
  if (last?.grid !== grid || last.energy !== energy || last.dark !== dark)
    last = { grid, energy, dark, image: makeImage(grid, energy, dark) };
  return last.image;
}
/** The lowest and the highest value. */
export function rangeOf(grid: Grid): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of grid.values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** The tones beside the map with their heights: the lowest, the highest, and the present energy, above which all is grey. */
export function drawToneScale(context: Context, box: Box, grid: Grid, energy: number, palette: Palette): void {
  const [low, high] = rangeOf(grid);
  const [left, wide] = [box.left + box.width + 14, 10];
  const y = (value: number): number => box.top + box.height * (1 - (value - low) / (high - low || 1));
  for (let row = 0; row < box.height; ++row) {
    const part = 1 - row / box.height;
    const [r, g, b] = tone(part ** 0.7, low + part * (high - low) <= energy, palette.dark);
    context.fillStyle = `rgb(${r} ${g} ${b})`;
    context.fillRect(left, box.top + row, wide, 1.5);
  }
  context.strokeStyle = palette.faint;
  context.lineWidth = 1;
  context.strokeRect(left - 0.5, box.top - 0.5, wide + 1, box.height + 1);
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = palette.quiet;
  const shore = energy > low && energy < high ? y(energy) : null;
  for (const value of [low, high])
    if (shore === null || Math.abs(y(value) - shore) > 14)
      context.fillText(shownNumber(value), left + wide + 4, y(value));
  if (shore !== null) {
    context.fillStyle = palette.ink;
    context.fillRect(left - 3, Math.round(shore) - 1, wide + 6, 2);
    context.fillText(shownNumber(energy), left + wide + 4, shore);
  }
  context.textAlign = "center";
  context.textBaseline = "top";
  context.fillStyle = palette.quiet;
  context.fillText("V (J)", left + wide / 2 + 8, box.top + box.height + 22); // beside the name of the level axis
}

function makeImage(grid: Grid, energy: number, dark: boolean): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = grid.columns;
  canvas.height = grid.rows;
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(grid.columns, grid.rows);
  const [low, high] = rangeOf(grid);
  const range = high - low || 1;
  const pixels = new Uint32Array(image.data.buffer);
  const [within, beyond] = [scale(true, dark), scale(false, dark)];
  grid.values.forEach((value, index) => {
    const row = grid.rows - 1 - Math.floor(index / grid.columns);
    const step = Math.round((steps * (value - low)) / range);
    pixels[row * grid.columns + (index % grid.columns)] = (value <= energy ? within : beyond)[step]!;
  });
  context.putImageData(image, 0, 0);
  return canvas;
}

/** The height at a point, between the four grid values around it; x and y in 0 … 1. */
export function heightAt(grid: Grid, x: number, y: number): number {
  const gx = Math.min(Math.max(x, 0), 1) * (grid.columns - 1);
  const gy = Math.min(Math.max(y, 0), 1) * (grid.rows - 1);
  const [i, j] = [Math.min(Math.floor(gx), grid.columns - 2), Math.min(Math.floor(gy), grid.rows - 2)];
  const value = (di: number, dj: number): number => grid.values[(j + dj) * grid.columns + i + di]!;
  const [u, v] = [gx - i, gy - j];
  return (1 - v) * ((1 - u) * value(0, 0) + u * value(1, 0)) + v * ((1 - u) * value(0, 1) + u * value(1, 1));
}
