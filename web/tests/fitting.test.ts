// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { fitting } from "../src/link/fitting";

const work = { text: "now", opened: "then", past: ["a", "b", "c"], future: ["y", "x"], view: "" };

test("work that fits is kept whole; a text that was not edited is its own base", () => {
  expect(fitting(work, 1000)).toEqual(work);
  expect(fitting({ ...work, opened: "now" }, 1000)).toEqual({ ...work, opened: "" });
});

test("what does not fit is left out from the far end of the history", () => {
  for (let limit = 6; limit < 60; ++limit) {
    const part = fitting(work, limit)!;
    const texts = [part.text, part.opened, ...part.past, ...part.future].filter((one) => one !== "");
    expect(texts.reduce((sum, one) => sum + one.length + 3, 0)).toBeLessThanOrEqual(limit);
    expect(work.past.slice(work.past.length - part.past.length)).toEqual(part.past);
    expect(work.future.slice(work.future.length - part.future.length)).toEqual(part.future);
  }
  expect(fitting(work, 5)).toBeNull();
  expect(fitting({ ...work, text: "\n\n\n" }, 8)).toBeNull(); // as JSON it is longer
});
