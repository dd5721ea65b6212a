// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { readings } from "../src/motion/monitor";
import { withRun } from "../src/export/page";
import type { Conserved, Done, ModelMessage } from "../src/link/protocol";
import { append, newRun } from "../src/link/run";
import { webm } from "../src/export/video";

const model = {
  name: "</script><!-- &",
  columns: [{ name: "t" }, { name: "energy" }],
  run: { t0: 0, until: 1, every: 0.5 },
} as unknown as ModelMessage;
const run = newRun(1, model);
append(run, { id: 1, chunk: 0, rows: 3, columns: 2, values: Float64Array.of(0, 0.5, 1, 15, -1 / 3, 1e-300) });

describe("the offline page", () => {
  const page = withRun('<script type="application/json" id="run">__RUN__</script><p>$&</p>', run);
  it("carries the rows to the bit, column by column, little-endian, behind their numbers", () => {
    const json = JSON.parse(page.slice(page.indexOf(">") + 1, page.indexOf("</script><p>"))) as {
      rows: string;
      model: ModelMessage;
    };
    const bytes = Buffer.from(json.rows, "base64");
    expect(Array.from({ length: 4 }, (_, i) => bytes.readUInt32LE(4 * i))).toEqual([1, 0, 3, 2]);
    expect(Array.from({ length: 6 }, (_, i) => bytes.readDoubleLE(16 + 8 * i))).toEqual([
      0,
      0.5,
      1,
      15,
      -1 / 3,
      1e-300,
    ]);
    expect(bytes).toHaveLength(64);
    expect(json.model.name).toBe(model.name);
  });
  it("cannot be broken out of by a name", () => {
    expect(page.match(/<\/script>/g)).toHaveLength(1);
    expect(page).not.toContain("<!--");
    expect(page).toContain("<p>$&</p>");
  });
});

describe("a WebM file", () => {
  /** Reads elements: id, size, content; enters the masters. */
  function parse(bytes: Uint8Array): [string, Uint8Array][] {
    const out: [string, Uint8Array][] = [];
    for (let offset = 0; offset < bytes.length; ) {
      const idLength = Math.clz32(bytes[offset]!) - 23;
      const id = Buffer.from(bytes.subarray(offset, offset + idLength)).toString("hex");
      offset += idLength;
      const size = Number(Buffer.from(bytes.subarray(offset, offset + 8)).readBigUInt64BE() & 0xffffffffffffffn);
      const content = bytes.subarray(offset + 8, offset + 8 + size);
      expect(content.length).toBe(size);
      out.push([id, content]);
      if (["1a45dfa3", "18538067", "1549a966", "1654ae6b", "ae", "e0", "1f43b675"].includes(id))
        out.push(...parse(content));
      offset += 8 + size;
    }
    return out;
  }
  it("has a cluster from each key frame on, and every block with its time", () => {
    const block = (time: number, key: boolean) => ({ time, key, bytes: Uint8Array.of(time & 255) });
    const parts = webm([block(0, true), block(33, false), block(2000, true), block(2300, false)], 640, 360, 2333);
    const elements = parse(Buffer.concat(parts));
    const whole = (bytes: Uint8Array): number => Number(Buffer.from(bytes).readBigUInt64BE());
    expect(elements.filter(([id]) => id === "e7").map(([, content]) => whole(content))).toEqual([0, 2000]);
    const blocks = elements
      .filter(([id]) => id === "a3")
      .map(([, content]) => [Buffer.from(content).readInt16BE(1), content[3]]);
    expect(blocks).toEqual([
      [0, 0x80],
      [33, 0],
      [0, 0x80],
      [300, 0],
    ]);
    expect(elements.filter(([id]) => id === "b0" || id === "ba").map(([, content]) => whole(content))).toEqual([
      640, 360,
    ]);
  });
});

describe("the monitors", () => {
  const done = (energy: Conserved["verdict"], momentum: Conserved["verdict"], dissipated = 0, advice = ""): Done =>
    ({
      balance: { dissipated, work: 0, max_error: 0, impulse: null },
      kept: { energy: { error: 0.1, verdict: energy }, momentum: { error: 0, verdict: momentum } },
      advice,
    }) as Done;
  it("say what the server thinks of a run", () => {
    expect(readings(done("good", "fair")).map(({ id, verdict }) => [id, verdict])).toEqual([
      ["energy", "good"],
      ["momentum", "fair"],
    ]);
  });
  it("say what should do where a run strays", () => {
    const [first] = readings(done("poor", "good", 0, "a step of 0.02 s should do"));
    expect(first).toMatchObject({ value: 0.1, words: "strays: a step of 0.02 s should do" });
    expect(readings(done("poor", "good"))[0].words).toBe("strays");
  });
  it("call a momentum that torques from outside change balanced, not strayed", () => {
    const acted = done("good", "good");
    acted.balance.impulse = -12.5;
    expect(readings(acted)[1]).toMatchObject({
      id: "momentum",
      words: "balanced: torques from outside gave -12.5 kg m²/s",
    });
  });
  it("hold the balance against a damped run, not the energy that it loses", () => {
    const [first] = readings(done("good", "good", 9.84));
    expect(first).toMatchObject({ id: "balance", verdict: "good", words: "balanced: 9.84 J went into dampers" });
    expect(readings(done("poor", "good", 9.84))[0]).toMatchObject({ id: "balance", words: "strays" });
  });
});
