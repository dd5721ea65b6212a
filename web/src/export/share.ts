// SPDX-License-Identifier: Apache-2.0
// A model in a link: #m= and the text, deflated, in base64url. The part after # never reaches a server.
export const largest = 4 * 1024 * 1024; // bytes of a text, as the server's limit

const through = (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> => new Blob([bytes]).stream().pipeThrough(stream);

/** All bytes of a stream; stops reading as soon as there are more than `limit`. */
async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      void reader.cancel();
      throw new Error(`The text in this link is larger than ${limit / 1024 / 1024} MiB; it was not opened.`);
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** The fragment that carries a text, without #. */
export async function fragmentOf(text: string): Promise<string> {
  const packed = await collect(through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")), Infinity);
  return `m=${base64(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The text in a fragment (with or without #); null if it carries none. Throws words if it is damaged or too large. */
export async function textOf(fragment: string): Promise<string | null> {
  const found = /^#?m=([A-Za-z0-9_-]*)$/.exec(fragment.trim());
  if (!found) {
    if (/^#?m=/.test(fragment.trim())) throw new Error(damaged);
    return null;
  }
  let packed: Uint8Array<ArrayBuffer>;
  try {
    packed = Uint8Array.from(atob(found[1]!.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    throw new Error(damaged);
  }
  try {
    const bytes = await collect(through(packed, new DecompressionStream("deflate-raw")), largest);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (reason) {
    throw reason instanceof Error && reason.message.startsWith("The text in this link") ? reason : new Error(damaged);
  }
}
const damaged = "This link is damaged: its model could not be read. Was it copied whole?";

/** The text in a pasted link or bare fragment. */
export async function textOfLink(link: string): Promise<string> {
  const start = link.indexOf("#");
  const text = await textOf(start >= 0 ? link.slice(start) : link);
  if (text === null) throw new Error("There is no model in this link. A link to a model has #m= in it.");
  return text;
}
