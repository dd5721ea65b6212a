// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { chartSvg } from "../src/charts/chartpicture";
import type { Palette } from "../src/motion/draw";
import { newSheet, symbolParts } from "../src/motion/sheet";

const colours: Palette = {
  ground: "#ffffff",
  ink: "#111111",
  quiet: "#555555",
  faint: "#999999",
  grid: "#dddddd",
  accent: "#0055cc",
  dark: false,
};

test("what is clipped, moved and saved on a sheet is closed again, whatever was open at its end", () => {
  const { context, text } = newSheet(100, 50, "#fff");
  context.save();
  context.translate(10, 20);
  context.beginPath();
  context.rect(0, 0, 30, 30);
  context.clip();
  context.strokeStyle = "#f00";
  context.stroke();
  context.restore();
  context.translate(5, 5);
  context.fillStyle = "rgb(1 2 255)";
  context.fillRect(0, 0, 1, 1);
  const svg = text();
  expect(svg.match(/<g /g)).toHaveLength(3);
  expect(svg.match(/<\/g>/g)).toHaveLength(3);
  expect(svg).toContain('stroke="#f00"');
  expect(svg).toContain('fill="#0102ff"'); // as every program reads it
});

test("a colour that was saved is back, and words with a halo are one text", () => {
  const { context, text } = newSheet(100, 50, "#fff");
  context.fillStyle = "#123";
  context.save();
  context.fillStyle = "#456";
  context.restore();
  context.strokeStyle = "#fff";
  context.strokeText("E1", 3, 4);
  context.fillText("E1", 3, 4);
  expect(text().match(/<text/g)).toHaveLength(1);
  expect(text()).toMatch(/fill="#123" stroke="#fff"[^>]*paint-order="stroke">E1</);
});

test("symbols are letters with what is below and above the line", () => {
  expect(symbolParts("\\theta_{2,1}")).toEqual([
    { text: "θ", shift: 0 },
    { text: "2,1", shift: -1 },
  ]);
  expect(symbolParts("\\dot{\\theta}_{\\mathrm{elbow}}")).toEqual([
    { text: "θ\u0307", shift: 0 },
    { text: "elbow", shift: -1 },
  ]);
  expect(symbolParts("V_\\mu + U")).toEqual([
    { text: "V", shift: 0 },
    { text: "μ", shift: -1 },
    { text: " + U", shift: 0 },
  ]);
  expect(symbolParts("x^{2")).toEqual([
    { text: "x", shift: 0 },
    { text: "2", shift: 1 },
  ]); // unfinished, and it ends
});

test("a chart has its axes named, and no markup from names", () => {
  const svg = chartSvg(
    { width: 300, height: 200 },
    { x: { label: "", latex: "\\theta_{1}", unit: "rad" }, y: { label: "<b>&", latex: "", unit: "" } },
    colours,
    ({ context }) => context.fillText("here", 1, 2),
  );
  expect(svg).toContain("(rad)");
  expect(svg).toContain("θ");
  expect(svg).toContain("&lt;b&gt;&amp;");
  expect(svg).not.toContain("<b>");
  expect(svg).toContain(">here</text>");
});
