// SPDX-License-Identifier: Apache-2.0
// The folders of src know each other one way, as web/README.md says.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** What a folder may import beside itself; "." is what all of the page may know, and knows nothing itself. */
const knows: Record<string, string[]> = {
  ".": [],
  link: [],
  model: ["link"],
  motion: [".", "link", "model"],
  charts: ["link", "model", "motion"],
  export: [".", "link", "model", "motion"],
  editing: [".", "link", "model", "motion", "export"],
  space: [".", "link", "model", "motion", "editing"],
  panes: [".", "link", "model", "motion", "charts", "export", "editing", "space"],
};
const shared = ["kept", "layout", "overlay", "theme", "touch"]; // the files of "."
const whole = ["App", "Player", "main", "offline"]; // put the page together: they may import all, nothing imports them

/** Where a module of src belongs: a folder, "." or "whole"; undefined if it has no place. */
function placeOf(module: string): string | undefined {
  const [first, ...rest] = module.split("/");
  if (rest.length === 1) return first! in knows ? first : undefined;
  return shared.includes(module) ? "." : whole.includes(module) ? "whole" : undefined;
}

/** What is wrong with the imports of a module, which is named without its ending. */
function problems(module: string, source: string): string[] {
  const place = placeOf(module);
  if (place === undefined) return [`${module}: not in a folder of the table`];
  const imported = [...source.matchAll(/(?:from|import|import\() ?"(\.[^"]+)"/g)].map(([, path]) => path!);
  return imported
    .filter((path) => !path.endsWith(".css"))
    .map((path) => normalize(join(dirname(module), path)))
    .filter((other) => {
      const target = placeOf(other);
      return place !== "whole" && target !== place && (target === undefined || !knows[place]!.includes(target));
    })
    .map((other) => `${module}: imports ${other}`);
}

const modules = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => /^[^.].*\.tsx?$/.test(path) && !path.includes("/."))
  .sort();

test("every module of the page imports only what its folder may know", () => {
  const found = modules.flatMap((path) =>
    problems(path.replace(/\.tsx?$/, ""), readFileSync(join("src", path), "utf8")),
  );
  expect(found).toEqual([]);
});

test("every folder of the table is there and has modules, and there are no others", () => {
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(
    Object.keys(knows)
      .filter((name) => name !== ".")
      .sort(),
  );
  expect([...new Set(modules.map(dirname))].sort()).toEqual(Object.keys(knows).sort());
  const top = modules.filter((path) => dirname(path) === ".").map((path) => path.replace(/\.tsx?$/, ""));
  expect(top.sort()).toEqual([...shared, ...whole].sort());
});

test("the table of folders has no circle", () => {
  const settled = new Set<string>();
  for (let before = -1; before < settled.size; ) {
    before = settled.size;
    for (const [folder, known] of Object.entries(knows))
      if (known.every((name) => settled.has(name))) settled.add(folder);
  }
  expect([...settled].sort()).toEqual(Object.keys(knows).sort());
});

test("web/README.md has the table", () => {
  const rows = readFileSync("README.md", "utf8").matchAll(/^\| `([\w.]+)` \|[^|\n]*\|([^|\n]*)\|$/gm);
  const written = [...rows].map(([, folder, known]) => [
    folder!,
    (known!.match(/`[\w.]+`/g) ?? []).map((name) => name.slice(1, -1)),
  ]);
  expect(Object.fromEntries(written)).toEqual(knows);
});

test("an import against the table is found, however it is written", () => {
  expect(problems("link/run", 'import type { Edit } from "./protocol";')).toEqual([]);
  expect(problems("link/run", 'import { text } from "../model/store";')).toHaveLength(1);
  expect(problems("model/store", 'const later = import("../panes/Help");')).toHaveLength(1);
  expect(problems("model/store", 'import "../theme";')).toHaveLength(1);
  expect(problems("panes/Help", 'export * from "../App";')).toHaveLength(1);
  expect(problems("charts/plot", 'import { gone } from "../nowhere/gone";')).toHaveLength(1);
  expect(problems("theme", 'import { text } from "./model/store";')).toHaveLength(1);
  expect(problems("helpers", "")).toHaveLength(1);
  expect(problems("App", 'import { Help } from "./panes/Help";')).toEqual([]);
});
