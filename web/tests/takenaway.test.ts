// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mp4 } from "../src/export/mp4";
import { crc32, zip } from "../src/export/zip";

/** The boxes of an MP4 file by their paths, with their contents; those that hold others are entered. */
function boxes(bytes: Buffer, above = ""): [string, Buffer][] {
  const holders = ["moov", "trak", "mdia", "minf", "dinf", "stbl"];
  const out: [string, Buffer][] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const size = bytes.readUInt32BE(offset);
    const name = bytes.toString("latin1", offset + 4, offset + 8);
    const content = bytes.subarray(offset + 8, offset + size);
    expect(content.length).toBe(size - 8);
    out.push([`${above}/${name}`, content]);
    if (holders.includes(name)) out.push(...boxes(content, `${above}/${name}`));
    offset += size;
  }
  return out;
}

test("an MP4 file has each picture where its table says, every key frame, and the time they last", () => {
  const block = (key: boolean, ...bytes: number[]) => ({ time: 0, key, bytes: Uint8Array.from(bytes) });
  const pictures = [block(true, 1, 2, 3), block(false, 4), block(true, 5, 6)];
  const file = Buffer.concat(mp4(pictures, 1280, 720, 30, Uint8Array.of(9, 8, 7)));
  const found = new Map(boxes(file));
  const stbl = "/moov/trak/mdia/minf/stbl";
  const words = (name: string): number[] => {
    const content = found.get(`${stbl}/${name}`)!;
    return Array.from({ length: content.length / 4 }, (_, i) => content.readUInt32BE(4 * i));
  };
  expect(words("stsz")).toEqual([0, 0, 3, 3, 1, 2]);
  expect(words("stss")).toEqual([0, 2, 1, 3]);
  expect(words("stts")).toEqual([0, 1, 3, 1000]);
  const [, , offset] = words("stco") as [number, number, number];
  expect([...file.subarray(offset, offset + 6)]).toEqual([1, 2, 3, 4, 5, 6]);
  expect(offset + 6).toBe(file.length);
  const header = found.get("/moov/mvhd")!;
  expect(header.readUInt32BE(16) / header.readUInt32BE(12)).toBeCloseTo(3 / 30, 12);
  const entry = found.get(`${stbl}/stsd`)!.subarray(8 + 8);
  expect([entry.readUInt16BE(24), entry.readUInt16BE(26)]).toEqual([1280, 720]);
  expect([...entry.subarray(-3)]).toEqual([9, 8, 7]);
});

test("the checksum of an archive is that of everybody", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

test("another program unpacks an archive to the same files", () => {
  const files = [
    { name: "model.c", text: "int main(void) { return 0; }\n" },
    { name: "data-µ.txt", text: "μ = 1\n" },
    { name: "empty", text: "" },
  ];
  const folder = mkdtempSync(join(tmpdir(), "oopss-zip-"));
  try {
    writeFileSync(join(folder, "all.zip"), Buffer.concat(zip(files)));
    const program =
      "import sys, zipfile, json\nwith zipfile.ZipFile(sys.argv[1]) as all:\n" +
      "  assert all.testzip() is None\n" +
      "  print(json.dumps([[one, all.read(one).decode()] for one in all.namelist()]))";
    const read = execFileSync("/usr/bin/python3", ["-c", program, join(folder, "all.zip")], { encoding: "utf8" });
    expect(JSON.parse(read)).toEqual(files.map(({ name, text }) => [name, text]));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
