// SPDX-License-Identifier: Apache-2.0
import { StringStream } from "@codemirror/language";
import { expect, test } from "vitest";
import { textChanges } from "../src/editing/changes";
import { toml } from "../src/model/toml";

/** The tokens of a text, line by line, as [kind, words]. */
function tokens(text: string): [string, string][] {
  const state = toml.startState!(2);
  const out: [string, string][] = [];
  for (const line of text.split("\n")) {
    const stream = new StringStream(line, 2, 2);
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = toml.token(stream, state);
      if (stream.pos === stream.start) throw new Error("the tokenizer stands still");
      if (kind) out.push([kind, stream.current()]);
    }
  }
  return out;
}

test("tables, keys, numbers, strings and comments are told apart", () => {
  expect(tokens("[[body]]  # root\nmass = -4.0e2 # kg")).toEqual([
    ["heading", "[[body]]"],
    ["comment", "# root"],
    ["propertyName", "mass"],
    ["number", "-4.0e2"],
    ["comment", "# kg"],
  ]);
});

test("keys of inline tables and dotted keys are keys; an array is not a table", () => {
  expect(tokens('angles = { elbow = 0.5, hip = "90 deg" }\na.b = true\nat = [[5.0, "-l/2"]]')).toEqual([
    ["propertyName", "angles"],
    ["propertyName", "elbow"],
    ["number", "0.5"],
    ["propertyName", "hip"],
    ["string", '"90 deg"'],
    ["propertyName", "a.b"],
    ["bool", "true"],
    ["propertyName", "at"],
    ["number", "5.0"],
    ["string", '"-l/2"'],
  ]);
});

test("a hash inside a string is no comment; strings of several lines end where they end; an open one ends with its line", () => {
  expect(tokens('a = "x # y"')).toEqual([
    ["propertyName", "a"],
    ["string", '"x # y"'],
  ]);
  expect(tokens('a = """x\n# y\nz""" # c').filter(([kind]) => kind === "comment")).toEqual([["comment", "# c"]]);
  expect(tokens('a = "x\nb = 1').at(-1)).toEqual(["number", "1"]);
});

function apply(before: string, after: string): string {
  let out = before;
  for (const change of textChanges(before, after).reverse())
    out = out.slice(0, change.from) + change.insert + out.slice(change.to);
  return out;
}

test("the changes from one text to another lead there, whatever the texts", () => {
  const texts = [
    "",
    "a",
    "a\nb",
    "a\nb\nc",
    "mass = 4.0 # kg\nx = 1",
    "mass = 5.0 # kg\nx = 12",
    "aa",
    "aaa",
    "😀\n",
    "😁\n",
    "b😀",
    "b😁x",
  ];
  for (const before of texts) for (const after of texts) expect(apply(before, after)).toBe(after);
});

test("a slider's change of two numbers touches only their digits", () => {
  expect(textChanges("mass = 4.0 # kg\ny = 1\nx = 0.5\n", "mass = 4.5 # kg\ny = 1\nx = 0.75\n")).toEqual([
    { from: 9, to: 10, insert: "5" },
    { from: 28, to: 28, insert: "7" },
  ]);
});

test("a change never cuts a character of two units", () => {
  expect(textChanges("a😀b", "a😁b")).toEqual([{ from: 1, to: 3, insert: "😁" }]);
});
