// SPDX-License-Identifier: Apache-2.0
// Several files as one: a ZIP archive whose entries are stored as they are. The date is that of no day: the same files give the same
// bytes.

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
export const crc32 = (bytes: Uint8Array): number =>
  (bytes.reduce((crc, byte) => table[(crc ^ byte) & 255]! ^ (crc >>> 8), -1) ^ -1) >>> 0;

const fields = (...values: [value: number, bytes: 2 | 4][]): Uint8Array<ArrayBuffer> => {
  const out = new DataView(new ArrayBuffer(values.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let place = 0;
  for (const [value, bytes] of values) {
    if (bytes === 2) out.setUint16(place, value, true);
    else out.setUint32(place, value, true);
    place += bytes;
  }
  return new Uint8Array(out.buffer);
};

/** The archive, in parts. */
export function zip(files: readonly { name: string; text: string }[]): Uint8Array<ArrayBuffer>[] {
  const utf8 = new TextEncoder();
  const [out, directory]: Uint8Array<ArrayBuffer>[][] = [[], []];
  let [offset, listed] = [0, 0];
  const day = 0x21; // 1 January 1980: the first there is
  for (const { name, text } of files) {
    const [title, bytes] = [utf8.encode(name), utf8.encode(text)];
    const about: [number, 2 | 4][] = [
      [20, 2],
      [0x800, 2], // names in UTF-8
      [0, 2], // stored
      [0, 2],
      [day, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [title.length, 2],
      [0, 2],
    ];
    const head = fields([0x04034b50, 4], ...about);
    out!.push(head, title, bytes);
    const entry = fields([0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    directory!.push(entry, title);
    offset += head.length + title.length + bytes.length;
    listed += entry.length + title.length;
  }
  const count = files.length;
  const end = fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [listed, 4], [offset, 4], [0, 2]);
  return [...out!, ...directory!, end];
}
