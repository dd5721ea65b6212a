// SPDX-License-Identifier: Apache-2.0
// A recorded file of HDF5: the server reads it, in a process of its own with limits; it is sent in pieces, and of what was
// read the page asks for the columns that the model has.
import { ask } from "../link/server";
import type { Failure, ModelMessage, Problems } from "../link/protocol";
import type { RunData } from "../link/run";
import { knownColumns, recordedRun } from "./table";

export const largestHdf5 = 256_000_000; // bytes
const piece = 1_500_000; // a multiple of three: without padding but in the last

export const isHdf5 = async (file: File): Promise<boolean> =>
  (await file.slice(0, 4).text()).slice(1) === "HDF" && /\.(h5|hdf5?)$/i.test(file.name);

function base64(bytes: Uint8Array): string {
  let out = "";
  for (let from = 0; from < bytes.length; from += 0x6000)
    out += btoa(String.fromCharCode(...bytes.subarray(from, from + 0x6000)));
  return out;
}
function values(text: string): Float64Array {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Float64Array(bytes.buffer);
}
const wrong = (answer: Failure | Problems): Error =>
  new Error(answer.type === "error" ? answer.message : (answer.problems[0]?.message ?? "it cannot be read"));

async function columnOf(name: string, rows: number): Promise<Float64Array> {
  const out = new Float64Array(rows);
  for (let from = 0; from < rows; ) {
    const answer = await ask({ type: "column", name, from }, "column");
    if (answer.type !== "column") throw wrong(answer);
    const part = values(answer.values);
    if (part.length === 0 || from + part.length > rows) throw new Error(`its column "${name}" is not whole`);
    out.set(part, from);
    from += part.length;
  }
  const row = out.findIndex((value) => !Number.isFinite(value));
  if (row >= 0) throw new Error(`row ${row + 1} has no number in the column "${name}"`);
  return out;
}

/** The run of a file, and the model text that it carries; throws what is wrong in words. */
export async function readHdf5(file: File, model: ModelMessage): Promise<{ run: RunData; text: string }> {
  if (file.size > largestHdf5) throw new Error(`it is larger than ${largestHdf5 / 1e6} MB`);
  for (let from = 0; ; from += piece) {
    const bytes = new Uint8Array(await file.slice(from, from + piece).arrayBuffer());
    const last = from + piece >= file.size;
    const answer = await ask({ type: "recorded", text: base64(bytes), first: from === 0, last }, "recorded");
    if (answer.type !== "recorded") throw wrong(answer);
    if (!last) continue;
    const known = knownColumns(answer.names, answer.rows, model);
    const columns: Float64Array[] = [];
    for (const { name } of known) columns.push(await columnOf(name, answer.rows));
    return { run: recordedRun(known, columns, model), text: answer.model };
  }
}
