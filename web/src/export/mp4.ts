// SPDX-License-Identifier: Apache-2.0
// An MP4 file around H.264 pictures (ISO 14496-12 and -15): boxes of a size, four letters and content; one track, one chunk.
import type { Block } from "./video";

type Bytes = Uint8Array<ArrayBuffer>;

const join = (parts: readonly Bytes[]): Bytes => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    out.set(part, place);
    place += part.length;
  }
  return out;
};
const number = (value: number, bytes: number): Bytes => {
  const out = new Uint8Array(bytes);
  for (let i = 0, rest = value; i < bytes; ++i, rest = Math.floor(rest / 256)) out[bytes - 1 - i] = rest % 256;
  return out;
};
const u16 = (...values: number[]): Bytes => join(values.map((value) => number(value, 2)));
const u32 = (...values: number[]): Bytes => join(values.map((value) => number(value, 4)));
const letters = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const zeros = (bytes: number): Bytes => new Uint8Array(bytes);
const box = (name: string, ...content: Bytes[]): Bytes => {
  const inside = join(content);
  return join([u32(inside.length + 8), letters(name), inside]);
};
/** A box with a version and flags. */
const full = (name: string, flags: number, ...content: Bytes[]): Bytes => box(name, u32(flags), ...content);
const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** `description` is the configuration of the decoder, as the encoder gives it; every picture lasts as long. */
export function mp4(
  blocks: readonly Block[],
  width: number,
  height: number,
  perSecond: number,
  description: Bytes,
): Bytes[] {
  const ticks = 1000; // of a picture
  const length = blocks.length * ticks;
  const scale = perSecond * ticks;
  const entry = box(
    "avc1",
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    zeros(32),
    u16(24, 0xffff),
    box("avcC", description),
  );
  const keys = blocks.flatMap(({ key }, i) => (key ? [i + 1] : []));
  const head = box("ftyp", letters("isom"), u32(0x200), letters("isomiso2avc1mp41"));
  const moov = (offset: number): Bytes =>
    box(
      "moov",
      full("mvhd", 0, u32(0, 0, scale, length, 0x10000), u16(0x100, 0), zeros(8), matrix, zeros(24), u32(2)),
      box(
        "trak",
        full("tkhd", 3, u32(0, 0, 1, 0, length), zeros(8), u16(0, 0, 0, 0), matrix, u32(width << 16, height << 16)),
        box(
          "mdia",
          full("mdhd", 0, u32(0, 0, scale, length), u16(0x55c4, 0)), // no language
          full("hdlr", 0, zeros(4), letters("vide"), zeros(12), letters("OOPSS\0")),
          box(
            "minf",
            full("vmhd", 1, zeros(8)),
            box("dinf", full("dref", 0, u32(1), full("url ", 1))),
            box(
              "stbl",
              full("stsd", 0, u32(1), entry),
              full("stts", 0, u32(1, blocks.length, ticks)),
              full("stss", 0, u32(keys.length, ...keys)),
              full("stsc", 0, u32(1, 1, blocks.length, 1)),
              full("stsz", 0, u32(0, blocks.length, ...blocks.map(({ bytes }) => bytes.length))),
              full("stco", 0, u32(1, offset)),
            ),
          ),
        ),
      ),
    );
  const before = head.length + moov(0).length + 8;
  const size = blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return [head, moov(before), join([u32(size + 8), letters("mdat")]), ...blocks.map(({ bytes }) => bytes)];
}
