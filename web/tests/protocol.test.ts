// SPDX-License-Identifier: Apache-2.0
// The messages from the page's side. The C++ tests hold the same two files against server/protocol.hpp: they print
// tests/web/messages.json to the byte and read tests/web/requests.json.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const shared = (name: string): string => readFileSync(resolve("../tests/web", name), "utf8");
const types = (json: string): string[] =>
  [...new Set((JSON.parse(json) as { type: string }[]).map(({ type }) => type))].sort();

/** What the compiler says of these values being of this type of protocol.ts: literals, so that an unknown field is refused too. */
function objections(json: string, type: string): string {
  const folder = mkdtempSync("src/link/.protocol-");
  try {
    const file = join(folder, "check.ts");
    writeFileSync(file, `import type { ${type} } from "../protocol";\nexport const all: ${type}[] = ${json};\n`);
    execFileSync(
      "node",
      [
        "node_modules/typescript/bin/tsc",
        "--noEmit",
        "--strict",
        "--ignoreConfig",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "--target",
        "es2022",
        file,
      ],
      { encoding: "utf8" },
    );
    return "";
  } catch (failure) {
    return String((failure as { stdout: string }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The values of `type` that the members of a union of protocol.ts have. */
function declared(union: string): string[] {
  const source = readFileSync("src/link/protocol.ts", "utf8");
  const members = new RegExp(`export type ${union} =([^;]*);`).exec(source)![1]!.match(/\w+/g)!;
  return members
    .map((name) => new RegExp(`export interface ${name} (?:extends \\w+ )?{\\s*type: "(\\w+)"`).exec(source)![1]!)
    .sort();
}

test("what the server prints is what the page's types say, and there is one of each kind", () => {
  expect(objections(shared("messages.json"), "Answer")).toBe("");
  expect(types(shared("messages.json"))).toEqual(declared("Answer"));
}, 30_000);

test("what the server reads is what the page's types say, and there is one of each kind", () => {
  expect(objections(shared("requests.json"), "Request")).toBe("");
  expect(types(shared("requests.json"))).toEqual(declared("Request"));
}, 30_000);

test("a field that the types do not have is found", () => {
  const wrong = shared("messages.json").replace('"protocol":1', '"protocol":1,"surprise":2');
  expect(objections(wrong, "Answer")).toContain("surprise");
}, 30_000);
