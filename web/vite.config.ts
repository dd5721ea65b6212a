// SPDX-License-Identifier: Apache-2.0
// Three builds: the workbench (index.html), and one file that plays a run offline: with --mode player one in the plane
// (player.html), with --mode space-player one in space (space-player.html), which carries three.js.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** KaTeX names each font in three formats; every browser that runs the page reads woff2. */
const woff2Only: Plugin = {
  name: "woff2-only",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("katex.min.css")) return null;
    return code.replace(/,url\([^)]*\) format\("(?:woff|truetype)"\)/g, "");
  },
};

/** The licences of the packages that end up in the page, for the page to carry. */
const notices: Plugin = {
  name: "notices",
  generateBundle(_, bundle) {
    const packages = new Set<string>();
    for (const part of Object.values(bundle))
      if (part.type === "chunk")
        for (const id of part.moduleIds) {
          const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
          if (name) packages.add(name);
        }
    const text = [...packages].sort().map((name) => {
      const folder = join("node_modules", name);
      const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (!file) throw new Error(`${name}: no licence text`);
      return `${name} ${about.version} (${about.license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
    });
    this.emitFile({ type: "asset", fileName: "notices.txt", source: text.join(`\n${"-".repeat(72)}\n\n`) });
  },
};

/** A run in the plane is played without what draws bodies in space. */
const planeOnly: Plugin = {
  name: "plane-only",
  enforce: "pre",
  load: (id) =>
    id.endsWith("src/panes/space.ts")
      ? "export const newPicture = undefined, SpaceFigure = undefined, isInSpace = undefined, stillShapes = undefined;"
      : null,
};

/** A script as text of a page. Vite names the files to load before a dynamic import later than this runs: here none. */
const inlined = (code: string): string =>
  `<script type="module">${code.replaceAll("__VITE_PRELOAD__", "[]").replaceAll("</script", "<\\/script")}</script>`;

/** Puts scripts and styles into the page itself, which gets this name. */
const oneFile = (name: string): Plugin => ({
  name: "one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = Object.values(bundle).find((part) => part.fileName.endsWith(".html"));
    if (page?.type !== "asset") return;
    let html = String(page.source);
    for (const part of Object.values(bundle)) {
      if (part === page) continue;
      const inline = part.type === "chunk" ? inlined(part.code) : `<style>${String(part.source)}</style>`;
      const tag = new RegExp(`<(?:script|link)[^>]*"[^"]*${part.fileName.replaceAll(".", "\\.")}"[^>]*>(?:</script>)?`);
      html = tag.test(html) ? html.replace(tag, () => (part.type === "chunk" ? "" : inline)) : html;
      if (part.type === "chunk") html = html.replace("</body>", () => `${inline}</body>`);
      delete bundle[part.fileName];
    }
    delete bundle[page.fileName];
    this.emitFile({ type: "asset", fileName: name, source: html });
  },
});
const players: Record<string, Plugin[]> = {
  player: [woff2Only, planeOnly, oneFile("player.html")],
  "space-player": [woff2Only, oneFile("space-player.html")],
};

export default defineConfig(({ mode }) => {
  const offline = mode in players;
  return {
    base: "./",
    plugins: players[mode] ?? [woff2Only, notices],
    build: {
      target: "es2022",
      emptyOutDir: !offline,
      modulePreload: false,
      assetsInlineLimit: offline ? 1_000_000 : 0,
      cssCodeSplit: !offline,
      chunkSizeWarningLimit: 1000, // three.js
      rollupOptions: offline ? { input: "player.html", output: { codeSplitting: false } } : { input: "index.html" },
    },
    test: { include: ["tests/**/*.test.ts"] },
  };
});
