// SPDX-License-Identifier: Apache-2.0
// The link to the server: requests with numbers, answers by number, and a new try after each loss.
import { signal } from "@preact/signals";
import { chunkOf } from "./chunk";
import type { Answer, Chunk, Request } from "./protocol";

export type LinkState = "connecting" | "open" | "lost" | "restarted";
export const linkState = signal<LinkState>("connecting");

type Listener = { text: (answer: Answer) => void; chunk: (chunk: Chunk) => void; opened: () => void };
type Body = Request extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;

let socket: WebSocket | null = null;
let listener: Listener;
let next = 1;
let wait = 250; // ms until the next try
const waiting = new Map<number, (answer: Answer) => void>();
/** How far a study is, and what it has found since. */
export type Progress = (part: number, rows: number[][]) => void;
const watching = new Map<number, Progress>();

function receive(event: MessageEvent<string | ArrayBuffer>): void {
  if (typeof event.data !== "string") {
    listener.chunk(chunkOf(event.data));
    return;
  }
  const answer = JSON.parse(event.data) as Answer;
  if (answer.type === "progress" && watching.has(answer.id)) {
    watching.get(answer.id)!(answer.part, answer.rows ?? []);
    return;
  }
  const resolve = answer.type === "progress" ? undefined : waiting.get(answer.id);
  if (resolve) {
    waiting.delete(answer.id);
    watching.delete(answer.id);
    resolve(answer);
  } else {
    listener.text(answer);
  }
}

/** After a loss: is it the same server? One that was started anew does not know our cookie. */
async function sameServer(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return true; // nobody there: it may come back
  }
}

function lost(): void {
  socket = null;
  for (const resolve of waiting.values())
    resolve({ type: "error", id: 0, code: "link", message: "The connection to OOPSS was lost." });
  waiting.clear();
  watching.clear();
  linkState.value = "lost";
  setTimeout(async () => {
    if (await sameServer()) connect(listener);
    else linkState.value = "restarted";
  }, wait);
  wait = Math.min(2 * wait, 8000);
}

export function connect(to: Listener): void {
  listener = to;
  const address = new URL("/ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(address);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    wait = 250;
    linkState.value = "open";
    listener.opened();
  };
  socket.onmessage = receive;
  socket.onclose = lost;
}

/** Sends a request whose answers go to the listener; its number, or 0 if there is no link. */
export function send(body: Body): number {
  if (socket?.readyState !== WebSocket.OPEN) return 0;
  const id = next++;
  socket.send(JSON.stringify({ ...body, id }));
  return id;
}
/** About an earlier request: ack or cancel. */
export function tell(message: Extract<Request, { type: "ack" | "cancel" }>): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

type Reply<A extends Answer["type"]> = Extract<Answer, { type: A | "problems" | "error" }>;
/** Sends a request and waits for its one answer. */
export const ask = <A extends Answer["type"]>(body: Body, wanted: A): Promise<Reply<A>> => study(body, wanted).answer;

/** The same for work that may take long: with its number, to cancel it, and how far it is. */
export function study<A extends Answer["type"]>(
  body: Body,
  wanted: A,
  progress?: Progress,
): { id: number; answer: Promise<Reply<A>> } {
  void wanted;
  const id = send(body);
  if (id === 0) {
    const failure = { type: "error", id: 0, code: "link", message: "Not connected to OOPSS." } as never;
    return { id, answer: Promise.resolve(failure) };
  }
  if (progress) watching.set(id, progress);
  return { id, answer: new Promise((resolve) => waiting.set(id, (answer) => resolve(answer as never))) };
}
