// SPDX-License-Identifier: Apache-2.0
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fragmentOf, largest, textOf, textOfLink } from "../src/export/share";

const link = (bytes: Uint8Array): string => `#m=${Buffer.from(bytes).toString("base64url")}`;

describe("a link to a model", () => {
  it("carries the text unchanged, whatever characters it has", async () => {
    for (const text of ["", '[model]\nname = "θ₂,₁ – ß 𝛍"\n', "x".repeat(100_000), "</script>&#+%"])
      expect(await textOf(`#${await fragmentOf(text)}`)).toBe(text);
  });
  it("has only characters that survive in an address", async () => {
    expect(await fragmentOf("ÿþ~~??>>".repeat(100))).toMatch(/^m=[A-Za-z0-9_-]+$/);
  });
  it("is what zlib's raw deflate in base64url gives: another program can make one", async () => {
    expect(await textOf(link(deflateRawSync("[model]\nformat = 1\n")))).toBe("[model]\nformat = 1\n");
  });
  it("may be pasted whole, as a fragment or with space around it", async () => {
    const fragment = await fragmentOf("hello");
    for (const pasted of [
      `http://127.0.0.1:9/#${fragment}`,
      `#${fragment}`,
      fragment,
      `  http://[::1]:9/#${fragment}\n`,
    ])
      expect(await textOfLink(pasted)).toBe("hello");
  });
  it("is no model when there is no m= in it", async () => {
    expect(await textOf("#")).toBeNull();
    expect(await textOf("#top")).toBeNull();
    await expect(textOfLink("https://example.org/")).rejects.toThrow("no model in this link");
  });
  it("that was damaged says so", async () => {
    const whole = await fragmentOf("a model text that is long enough to be cut ".repeat(20));
    for (const bad of [
      whole.slice(0, whole.length / 2),
      "m=!!!",
      "m=A",
      "m=",
      link(deflateRawSync(Buffer.from([0xff, 0xfe, 0x80]))).slice(1),
    ])
      await expect(textOf(bad)).rejects.toThrow("damaged");
  });
  it("of a text above the limit is refused before it is unpacked: a bomb of 64 MiB takes less than half of that", async () => {
    const bomb = link(deflateRawSync(Buffer.alloc(16 * largest)));
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().arrayBuffers;
    await expect(textOf(bomb)).rejects.toThrow("larger than 4 MiB");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * largest);
  });
  it("of a text at the limit is opened", async () => {
    const text = "#".repeat(largest);
    expect((await textOf(await fragmentOf(text)))?.length).toBe(largest);
  });
});
