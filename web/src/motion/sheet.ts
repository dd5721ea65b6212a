// SPDX-License-Identifier: Apache-2.0
// A sheet takes what is drawn on a canvas and is an SVG text: a picture that is taken away is the one on the screen, as lines.
// It knows of a canvas what the pictures here use: paths of lines and whole circles, rectangles, clipping, words, images.

export const fontSize = 12;
export const family = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

export interface Sheet {
  width: number; // CSS pixels
  height: number;
  context: CanvasRenderingContext2D;
  /** A symbol of mathematics, perhaps with words behind it; upright along a value axis. */
  symbol(x: number, y: number, latex: string, more: string, colour: string, how?: Partial<SymbolPlace>): void;
  text: () => string;
}
export interface SymbolPlace {
  align: "start" | "middle" | "end";
  upright: boolean;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const short = (value: number): string => String(Math.round(value * 100) / 100);
/** "rgb(1 2 3)" as every program reads it. */
const plain = (colour: unknown): string => {
  const parts = /^rgb\((\d+) (\d+) (\d+)\)$/.exec(String(colour));
  if (!parts) return escaped(String(colour));
  const byte = (part: string): string => Number(part).toString(16).padStart(2, "0");
  return `#${byte(parts[1]!)}${byte(parts[2]!)}${byte(parts[3]!)}`;
};

interface State {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  globalAlpha: number;
  textAlign: string;
  textBaseline: string;
  lineJoin: string;
  font: string;
  dash: readonly number[];
  groups: number; // opened since the state before was saved
}
const anchors: Record<string, string> = { center: "middle", right: "end", end: "end" };
const baselines: Record<string, string> = { middle: "central", top: "text-before-edge", bottom: "text-after-edge" };

export function newSheet(width: number, height: number, ground: string): Sheet {
  const parts: string[] = [];
  const saved: State[] = [];
  let path = "";
  let clips = 0;
  let halo: { key: string; markup: string } | null = null; // of words that are about to be filled
  const state: State = {
    fillStyle: "#000",
    strokeStyle: "#000",
    lineWidth: 1,
    globalAlpha: 1,
    textAlign: "start",
    textBaseline: "alphabetic",
    lineJoin: "miter",
    font: "",
    dash: [],
    groups: 0,
  };
  const shape = (d: string, paint: string): void => void (d && parts.push(`<path d="${d}" ${paint}/>`));
  const filling = (): string => `fill="${plain(state.fillStyle)}" fill-opacity="${short(state.globalAlpha)}"`;
  const stroking = (): string => {
    const dashes = state.dash.length > 0 ? ` stroke-dasharray="${state.dash.join(" ")}"` : "";
    return (
      `fill="none" stroke="${plain(state.strokeStyle)}" stroke-width="${short(state.lineWidth)}" ` +
      `stroke-opacity="${short(state.globalAlpha)}" stroke-linejoin="${state.lineJoin}"${dashes}`
    );
  };
  const box = (x: number, y: number, w: number, h: number): string =>
    `M${short(x)} ${short(y)}H${short(x + w)}V${short(y + h)}H${short(x)}Z`;
  const wordsAt = (x: number, y: number): string => {
    const anchor = anchors[state.textAlign] ?? "start";
    const baseline = baselines[state.textBaseline];
    const faint = state.globalAlpha < 1 ? ` opacity="${short(state.globalAlpha)}"` : "";
    return `x="${short(x)}" y="${short(y)}" text-anchor="${anchor}"${baseline ? ` dominant-baseline="${baseline}"` : ""}${faint}`;
  };
  const verbs = {
    beginPath: () => void (path = ""),
    moveTo: (x: number, y: number) => void (path += `M${short(x)} ${short(y)}`),
    lineTo: (x: number, y: number) => void (path += `${path === "" ? "M" : "L"}${short(x)} ${short(y)}`),
    closePath: () => void (path += "Z"),
    arc(x: number, y: number, radius: number) {
      const half = `A${short(radius)} ${short(radius)} 0 1 0`;
      path += `M${short(x + radius)} ${short(y)}${half} ${short(x - radius)} ${short(y)}${half} ${short(x + radius)} ${short(y)}Z`;
    },
    rect: (x: number, y: number, w: number, h: number) => void (path += box(x, y, w, h)),
    fill: () => shape(path, filling()),
    stroke: () => shape(path, stroking()),
    fillRect: (x: number, y: number, w: number, h: number) => shape(box(x, y, w, h), filling()),
    strokeRect: (x: number, y: number, w: number, h: number) => shape(box(x, y, w, h), stroking()),
    clip() {
      parts.push(`<clipPath id="clip${++clips}"><path d="${path}"/></clipPath><g clip-path="url(#clip${clips})">`);
      state.groups++;
    },
    translate(x: number, y: number) {
      parts.push(`<g transform="translate(${short(x)} ${short(y)})">`);
      state.groups++;
    },
    save() {
      saved.push({ ...state });
      state.groups = 0;
    },
    restore() {
      parts.push("</g>".repeat(state.groups));
      Object.assign(state, saved.pop());
    },
    setLineDash: (dash: readonly number[]) => void (state.dash = dash),
    strokeText(text: string, x: number, y: number) {
      const ink = `stroke="${plain(state.strokeStyle)}" stroke-width="${short(state.lineWidth)}"`;
      halo = { key: `${x} ${y} ${text}`, markup: ` ${ink} stroke-linejoin="round" paint-order="stroke"` };
    },
    fillText(text: string, x: number, y: number) {
      const off = halo?.key === `${x} ${y} ${text}` ? halo.markup : "";
      halo = null;
      parts.push(`<text ${wordsAt(x, y)} fill="${plain(state.fillStyle)}"${off}>${escaped(text)}</text>`);
    },
    measureText: (text: string) => ({ width: 0.56 * fontSize * text.length }),
    drawImage(image: HTMLCanvasElement, x: number, y: number, w: number, h: number) {
      parts.push(
        `<image x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" preserveAspectRatio="none" ` +
          `opacity="${short(state.globalAlpha)}" href="${image.toDataURL("image/png")}"/>`,
      );
    },
  };
  return {
    width,
    height,
    // Only what is above; a picture that asks for more is a fault that the tests of the exports find.
    context: Object.assign(state, verbs) as unknown as CanvasRenderingContext2D,
    symbol(x, y, latex, more, colour, { align = "start", upright = false } = {}) {
      const turned = upright ? ` transform="rotate(-90 ${short(x)} ${short(y)})"` : "";
      parts.push(
        `<text x="${short(x)}" y="${short(y)}" text-anchor="${align}" dominant-baseline="central" fill="${plain(colour)}"${turned}>` +
          `${symbolMarkup(latex)}${escaped(more)}</text>`,
      );
    },
    text: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" ` +
      `viewBox="0 0 ${short(width)} ${short(height)}" font-family="${escaped(family)}" font-size="${fontSize}">` +
      `<rect width="100%" height="100%" fill="${plain(ground)}"/>${parts.join("")}${"</g>".repeat(state.groups)}</svg>\n`,
  };
}

const letters: Record<string, string> = {
  alpha: "α",
  beta: "β",
  theta: "θ",
  vartheta: "ϑ",
  phi: "φ",
  varphi: "φ",
  mu: "μ",
  nu: "ν",
  omega: "ω",
  tau: "τ",
  lambda: "λ",
  pi: "π",
  cdot: "·",
  ldots: "…",
  ",": " ",
  " ": " ",
};
const accents: Record<string, string> = { dot: "\u0307", ddot: "\u0308", bar: "\u0304", hat: "\u0302", vec: "\u20d7" };

/** LaTeX of a symbol as parts of a text: letters, what is below the line, what is above it. */
export function symbolParts(latex: string): { text: string; shift: -1 | 0 | 1 }[] {
  const out: { text: string; shift: -1 | 0 | 1 }[] = [];
  const add = (text: string, shift: -1 | 0 | 1): void => {
    const last = out.at(-1);
    if (last?.shift === shift) last.text += text;
    else if (text !== "") out.push({ text, shift });
  };
  /** The group or single token that begins there, and where it ends. */
  const argument = (source: string, begin: number): [string, number] => {
    if (source[begin] !== "{") {
      const token = /^(\\[a-zA-Z]+|\\?.)/.exec(source.slice(begin))?.[0] ?? "";
      return [token, begin + token.length];
    }
    let depth = 0;
    for (let end = begin; end < source.length; ++end) {
      depth += source[end] === "{" ? 1 : source[end] === "}" ? -1 : 0;
      if (depth === 0) return [source.slice(begin + 1, end), end + 1];
    }
    return [source.slice(begin + 1), source.length];
  };
  const read = (source: string, shift: -1 | 0 | 1): void => {
    for (let i = 0; i < source.length; ) {
      const letter = source[i]!;
      if (letter === "_" || letter === "^") {
        const [inner, end] = argument(source, i + 1);
        read(inner, letter === "_" ? -1 : 1);
        i = end;
      } else if (letter === "{") {
        const [inner, end] = argument(source, i);
        read(inner, shift);
        i = end;
      } else if (letter === "\\") {
        const name = /^\\([a-zA-Z]+|.)/.exec(source.slice(i))?.[1] ?? "";
        i += 1 + name.length;
        while (/[a-zA-Z]/.test(name) && source[i] === " ") ++i;
        if (name in accents) {
          const [inner, end] = argument(source, i);
          read(inner, shift);
          add(accents[name]!, shift);
          i = end;
        } else if (!/^(mathrm|text|mathit|mathbf|operatorname|boldsymbol|left|right|quad)$/.test(name)) {
          add(letters[name] ?? name, shift);
        }
      } else {
        add(letter === "~" ? " " : letter === "-" ? "−" : letter, shift);
        ++i;
      }
    }
  };
  read(latex, 0);
  return out;
}

/** The same as markup: smaller and off the line; what follows goes back to it. */
function symbolMarkup(latex: string): string {
  let off = 0;
  const parts = symbolParts(latex).map(({ text, shift }) => {
    const dy = -4 * shift - off;
    off = -4 * shift;
    return `<tspan${dy === 0 ? "" : ` dy="${dy}"`}${shift === 0 ? "" : ' font-size="9"'}>${escaped(text)}</tspan>`;
  });
  if (off !== 0) parts.push(`<tspan dy="${-off}">\u200b</tspan>`);
  return parts.join("");
}
