// SPDX-License-Identifier: Apache-2.0
// A run as a video, frame by frame: the time of each frame is computed, not measured, so the same run gives the same
// pictures on any machine. The browser encodes (WebCodecs); the containers are a few nested elements: WebM here, MP4 in mp4.ts.
import { mp4 } from "./mp4";

export type VideoFormat = "webm" | "mp4";
export interface VideoRequest {
  format: VideoFormat;
  canvas: HTMLCanvasElement; // drawn by `draw`
  frames: number;
  perSecond: number;
  draw: (frame: number) => void;
  progress: (part: number) => void;
  cancelled: () => boolean;
}

/** In the order of preference: every browser that encodes has VP8, and H.264 where its makers could. */
const codecs: Record<VideoFormat, string[]> = {
  webm: ["vp8"],
  mp4: ["avc1.640028", "avc1.4d0028", "avc1.42e028"],
};
const configOf = (codec: string, width: number, height: number, framerate: number): VideoEncoderConfig => ({
  codec,
  width,
  height,
  bitrate: 8_000_000,
  framerate,
  ...(codec.startsWith("avc1") ? { avc: { format: "avc" } } : {}),
});
/** The first of its encoders that this browser has; null: there is none. */
async function configFor(
  format: VideoFormat,
  width: number,
  height: number,
  perSecond: number,
): Promise<VideoEncoderConfig | null> {
  if (typeof VideoEncoder === "undefined" || typeof VideoFrame === "undefined") return null;
  for (const codec of codecs[format]) {
    const config = configOf(codec, width, height, perSecond);
    if ((await VideoEncoder.isConfigSupported(config)).supported) return config;
  }
  return null;
}
/** What this browser can make videos as. */
export async function videoFormats(): Promise<VideoFormat[]> {
  const all = Object.keys(codecs) as VideoFormat[];
  const has = await Promise.all(all.map(async (format) => (await configFor(format, 1280, 720, 30)) !== null));
  return all.filter((_, i) => has[i]);
}

/** The video, or null if it was cancelled. */
export async function encode(request: VideoRequest): Promise<Blob | null> {
  const { canvas, frames, perSecond, format } = request;
  const blocks: Block[] = [];
  let description: Uint8Array<ArrayBuffer> = new Uint8Array();
  let failure: Error | null = null;
  const encoder = new VideoEncoder({
    output: (chunk, about) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      blocks.push({ time: Math.round(chunk.timestamp / 1000), key: chunk.type === "key", bytes });
      const found = about?.decoderConfig?.description;
      if (found && description.length === 0)
        description = new Uint8Array(ArrayBuffer.isView(found) ? found.buffer.slice(found.byteOffset) : found).slice();
    },
    error: (reason) => (failure = reason),
  });
  const config = await configFor(format, canvas.width, canvas.height, perSecond);
  if (!config) throw new Error(`This browser cannot encode ${format === "mp4" ? "H.264" : "VP8"} video.`);
  encoder.configure(config);
  for (let frame = 0; frame < frames && !failure; ++frame) {
    if (request.cancelled()) {
      encoder.close();
      return null;
    }
    request.draw(frame);
    const picture = new VideoFrame(canvas, {
      timestamp: Math.round((1e6 * frame) / perSecond),
      duration: Math.round(1e6 / perSecond),
    });
    encoder.encode(picture, { keyFrame: frame % (2 * perSecond) === 0 });
    picture.close();
    request.progress((frame + 1) / frames);
    // Lets the page breathe, and the encoder keep up.
    while (encoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 4));
    if (frame % 4 === 3) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  if (!failure) await encoder.flush();
  if (failure) throw failure;
  encoder.close();
  const { width, height } = canvas;
  return format === "mp4"
    ? new Blob(mp4(blocks, width, height, perSecond, description), { type: "video/mp4" })
    : new Blob(webm(blocks, width, height, (1000 * frames) / perSecond), { type: "video/webm" });
}

// ---- WebM: elements of an id, a size and content (EBML); times in ms
export interface Block {
  time: number;
  key: boolean;
  bytes: Uint8Array<ArrayBuffer>;
}
type Bytes = Uint8Array<ArrayBuffer>;

const hex = (id: string): Bytes => Uint8Array.from(id.match(/../g)!, (pair) => parseInt(pair, 16));
function sizeOf(size: number): Bytes {
  const out = new Uint8Array(8); // eight bytes always: 01, then the size
  new DataView(out.buffer).setBigUint64(0, BigInt(size) | (1n << 56n));
  return out;
}
function element(id: string, ...content: (Bytes | Bytes[])[]): Bytes[] {
  const parts = content.flat();
  return [hex(id), sizeOf(parts.reduce((sum, part) => sum + part.length, 0)), ...parts];
}
function whole(id: string, value: number): Bytes[] {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, BigInt(value));
  return element(id, out);
}
function real(id: string, value: number): Bytes[] {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setFloat64(0, value);
  return element(id, out);
}
const words = (id: string, text: string): Bytes[] => element(id, new TextEncoder().encode(text));

function cluster(blocks: Block[]): Bytes[] {
  const base = blocks[0]!.time;
  return element(
    "1f43b675",
    whole("e7", base),
    ...blocks.map((block) => {
      const head = new Uint8Array([0x81, (block.time - base) >> 8, (block.time - base) & 255, block.key ? 0x80 : 0]);
      return element("a3", head, block.bytes);
    }),
  );
}

/** The file: header, length, one VP8 track, a cluster from each key frame to the next. */
export function webm(blocks: Block[], width: number, height: number, milliseconds: number): Bytes[] {
  const clusters: Block[][] = [];
  for (const block of blocks) {
    if (block.key) clusters.push([]);
    clusters.at(-1)!.push(block);
  }
  const header = element(
    "1a45dfa3",
    whole("4286", 1),
    whole("42f7", 1),
    whole("42f2", 4),
    whole("42f3", 8),
    words("4282", "webm"),
    whole("4287", 2),
    whole("4285", 2),
  );
  const info = element(
    "1549a966",
    whole("2ad7b1", 1_000_000),
    real("4489", milliseconds),
    words("4d80", "OOPSS"),
    words("5741", "OOPSS"),
  );
  const track = element(
    "ae",
    whole("d7", 1),
    whole("73c5", 1),
    whole("83", 1),
    words("86", "V_VP8"),
    element("e0", whole("b0", width), whole("ba", height)),
  );
  return [...header, ...element("18538067", info, element("1654ae6b", track), ...clusters.map(cluster))];
}
