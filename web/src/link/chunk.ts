// SPDX-License-Identifier: Apache-2.0
// Rows of a run as bytes, on the wire and in the file that plays a run offline.
import type { Chunk } from "./protocol";
import type { RunData } from "./run";

export function chunkOf(buffer: ArrayBuffer): Chunk {
  const [id, chunk, rows, columns] = new Uint32Array(buffer, 0, 4);
  return { id: id!, chunk: chunk!, rows: rows!, columns: columns!, values: new Float64Array(buffer, 16) };
}

/** All rows of a run as one chunk. */
export function chunkBytes(run: RunData): Uint8Array {
  const buffer = new ArrayBuffer(16 + 8 * run.rows * run.columns.length);
  new Uint32Array(buffer, 0, 4).set([run.id, 0, run.rows, run.columns.length]);
  const values = new Float64Array(buffer, 16);
  run.columns.forEach((column, c) => values.set(column.subarray(0, run.rows), c * run.rows));
  return new Uint8Array(buffer);
}
