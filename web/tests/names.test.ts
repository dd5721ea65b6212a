// SPDX-License-Identifier: Apache-2.0
// Data of the page is named by what it is: no variable, parameter, property or attribute is called `of` or `at`.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Keys of the server's messages keep their names: where they are declared, and where they are taken apart. */
const stays: Record<string, string[]> = {
  "src/charts/chaos.ts": ["1, count }), at: place }", "push({ at: place,"],
  "src/charts/leaves.ts": ["...mark, at: [mark.at[0], mark.energy]"],
  "src/charts/levels.ts": ["{ at: [x, y] }"],
  "src/link/protocol.ts": [
    "body: number; at: [number, number] }",
    "body: number; at: [number, number]; value",
    "id: string;\n  at: [number, number];",
    "at?: [number, number]; // angle and momentum",
    "starts: { at: [number, number]",
  ],
  "src/motion/loads.ts": ["{ name, body, at: place }"],
  "src/motion/scene.ts": ["{ body, at: place }"],
  "src/motion/traces.ts": ["{ body, at: place }"],
  "tests/chaos.test.ts": ["{ at: [0, 1], state"],
  "tests/coupler.test.ts": ["body: 1, at: [0.5, 0.1]"],
  "tests/space.test.ts": ["body: 1, at: [0, 0]"],
};

const declarations = [
  /\b(?:const|let|var|function|class|type|interface|import|as) (?:of|at)\b/, // not `for (const x of …)`: the name is x
  /(?:^|[({[,;|] *|\b(?:readonly|async|get|set|static) )(?:of|at)\??: /, // a parameter, a property, a key
  /(?:[({[,] *|\.\.\.)(?:of|at) *(?:[,)\]}=]|$)/, // taken apart, shorthand, or handed over
  /^(?:of|at)(?:,|\(.*\{$)/, // the same on a line of its own; a method
  /(?:^|[\w"}] )(?:of|at)=["{]/, // an attribute
  /(?:^|[^.\w ]) *(?:of|at)(?:\??\.|!|\[)\w*/, // used, wherever it comes from
];

/** The lines that name data so. Strings and comments are prose. */
function found(source: string): string[] {
  return source
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => {
      const code = line.replace(/"(?:[^"\\]|\\.)*"/g, '""');
      return declarations.some((declaration) => declaration.test(code));
    });
}

const files = ["src", "tests"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /^[^.].*\.tsx?$/.test(path) && path !== "names.test.ts")
    .map((path) => join(folder, path)),
);

test("no data of the page is called of or at, but for the keys of messages", () => {
  const problems = files.sort().flatMap((path) => {
    const own = (stays[path] ?? []).reduce((text, key) => text.replace(key, ""), readFileSync(path, "utf8"));
    return found(own).map((line) => `${path}: ${line}`);
  });
  expect(problems).toEqual([]);
});

test("every key that stays is there", () => {
  for (const [path, keys] of Object.entries(stays))
    for (const key of keys) expect(readFileSync(path, "utf8")).toContain(key);
});

test("data called of or at is found, however it is declared", () => {
  for (const line of [
    "const of = model.value;",
    "for (let at = 0; at < 3; ++at) {",
    "for (const at of queue)",
    "function Tex({ of, display = false }: { of: string; display?: boolean }) {",
    "  of: BranchesMessage,",
    "  at?: number;",
    "  readonly at: number;",
    "  of,",
    "const { body, at } = model.points[index]!;",
    "const [of, from] = [run.value, equations.value];",
    "points.forEach((at, point) => {",
    "points.map((_, at) => at.value);",
    "program.outputs.forEach((place, ...of) => 0);",
    "const place = (value: number, at: Probe): void => {",
    "const most = (of = 3): number => 0;",
    '<Tex of="T" />',
    "<Figure of={model.value!} scale={scale} />",
    "  of={answer}",
  ])
    expect(found(line), line).toHaveLength(1);
});

test("the words of the language and prose are not data", () => {
  for (const line of [
    "for (const { type, value } of diagram.special) {",
    "for (const [colour, those] of things) draw(those);",
    "const last = notes.value.at(-1)!;",
    "const bytes = Uint8Array.of(7);",
    "// as before: of, at, of: one",
    '<p class="empty">The shape at the start, and of: it</p>',
    'const words = "of, at";',
    "const { body, atStart } = offset;",
  ])
    expect(found(line), line).toEqual([]);
});
