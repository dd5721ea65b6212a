// SPDX-License-Identifier: Apache-2.0
// Work that outlives the page: every change of the text or its history goes to the server, and the next visit begins with
// it. Each loaded page keeps its work under a name of its own, so that two tabs never write over each other; the tab
// remembers the name for when it is loaded again.
import { effect, signal } from "@preact/signals";
import { openText, sayProblems } from "./files";
import { fitting } from "../link/fitting";
import { ask, send } from "../link/server";
import type { Welcome, Work } from "../link/protocol";
import { future, open, opened, past, problems, resume, say, text, welcome } from "../model/store";

const storage = "oopss.work";
const name = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The name under which this tab kept its work before it was loaded again. */
export function workBefore(): string | undefined {
  try {
    const found = sessionStorage.getItem(storage) ?? "";
    return /^[0-9a-f]{32}$/.test(found) ? found : undefined;
  } catch {
    return undefined; // a browser that keeps nothing: the newest work on the model comes back
  }
}
function rememberName(remembered: string | undefined): void {
  try {
    if (remembered) sessionStorage.setItem(storage, remembered);
    else sessionStorage.removeItem(storage);
  } catch {
    // as above
  }
}

// ---- keeping

const now = (): Work => ({
  text: text.value,
  opened: opened.value?.text ?? "",
  past: past.value,
  future: future.value,
});
/** Work on a text as it was opened. */
const untouched = (content: string): Work => ({ text: content, opened: content, past: [], future: [] });
const same = (a: Work, b: Work): boolean => JSON.stringify(a) === JSON.stringify(b);

export const isKept = signal(false); // what the page shows is safe with the server
let safe: Work | null = null; // as the server has it, or could make it; null: the first text is not there yet
let sent: Work | null = null;
let keeping = false;
let warned = false;

function warn(why: string): void {
  if (!warned)
    say(
      "warning",
      `Your work cannot be kept: ${why}. It is gone when this page is closed or loaded again; save the model as a file.`,
    );
  warned = true;
}

/** What is to be sent now, or null. */
function unsaved(before: Work | null): Work | null {
  const work = now();
  return welcome.value?.keeps && work.text !== "" && before && !same(work, before) ? work : null;
}

async function keep(): Promise<void> {
  if (keeping) return;
  keeping = true;
  for (let work = unsaved(safe); work; work = unsaved(safe)) {
    const part = fitting(work, welcome.value!.limits.text);
    const before = workBefore();
    sent = work;
    if (part) rememberName(name); // at once: the page may be loaded again before the answer comes
    const answer = part && (await ask({ type: "keep", work: name, ...part }, "kept"));
    if (answer?.type === "error" && answer.code === "link") break; // again when there is one
    safe = work;
    isKept.value = answer?.type === "kept";
    if (isKept.value) continue;
    rememberName(before);
    warn(answer?.type === "error" ? answer.message : "the model is too large");
  }
  keeping = false;
}

/** Keeps the work from now on. */
export function keepWork(): void {
  effect(() => {
    if (unsaved(safe)) queueMicrotask(() => void keep());
  });
  window.addEventListener("pagehide", () => {
    const part = keeping && unsaved(sent) ? fitting(now(), welcome.value!.limits.text) : null;
    if (part) send({ type: "keep", work: name, ...part });
  });
}

// ---- coming back

/** Opens the model that the workbench was started with, as one entry of the history. */
export const startOver = (): void => void openText(welcome.value!.first, "the model as the workbench was started with");

async function bringBack(kept: Work, first: string): Promise<boolean> {
  if (await resume(kept)) return true;
  if (problems.value.length > 0) sayProblems(kept.text, "The work that was kept", problems.value);
  if (text.value === "") await open(first);
  return false;
}

/** Opens the first text: work of an earlier visit, or the model that the server was started with; a link's comes on top of
 *  work, so that undo leads back to it. */
export async function begin({ first, kept, notes }: Welcome, link?: string): Promise<void> {
  const linked = async (): Promise<boolean> => link !== undefined && openText(link, "the model of the link");
  for (const note of notes) say("warning", note);
  if (kept?.same) {
    const back = await bringBack(kept, first);
    safe = back ? now() : untouched(first);
    isKept.value = back;
    if (back)
      say("info", "Your work on this model is back as you left it.", {
        words: "Start over from the file",
        run: startOver,
      });
    await linked();
    return;
  }
  safe = untouched(first);
  if (await linked()) return;
  await open(first);
  if (kept)
    say("info", "The file has changed. Your work on the older one is kept.", {
      words: "Bring it back",
      run: () => text.value !== kept.text && void bringBack(kept, first),
    });
}
