// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { found } from "../src/editing/search";

const entries = [
  "Save model",
  "Undo",
  "Open model: Three coupled bodies",
  "Open file…",
  "Frame A: body hub",
  "Model text",
];
const search = (typed: string): string[] => found(typed, entries, (entry) => entry);

describe("the palette", () => {
  it("shows everything before something is typed", () => expect(search(" ")).toEqual(entries));
  it("wants every typed word, in any order and case", () => {
    expect(search("three OPEN")).toEqual(["Open model: Three coupled bodies"]);
    expect(search("open undo")).toEqual([]);
  });
  it("puts an entry that begins with the word first", () => {
    expect(search("model")[0]).toBe("Model text");
    expect(search("open")[0]).toBe("Open file…");
  });
  it("finds words by their middle, but later", () => expect(search("am")).toEqual(["Frame A: body hub"]));
});
