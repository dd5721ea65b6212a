// SPDX-License-Identifier: Apache-2.0
// Work that outlives the page: every change of the text or its history goes to the server, and the next visit begins with
// it. Each loaded page keeps its work under a name of its own, so that two tabs never write over each other; the tab
// remembers the name for when it is loaded again.
import { effect, signal } from "@preact/signals";
import { openText, sayProblems } from "./files";
import { fitting } from "../link/fitting";
import { ask, send } from "../link/server";
import type { Welcome, Work } from "../link/protocol";
import { sentence } from "../model/format";
import { cursor, future, open, opened, past, playing, problems, resume, say, text, welcome } from "../model/store";
import { showView, viewText } from "./view";

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

/** The time at which the page rests: kept a moment after it was left alone, and at once when the page goes. */
const resting = signal(0);
const now = (): Work => ({
  text: text.value,
  opened: opened.value?.text ?? "",
  past: past.value,
  future: future.value,
  view: viewText(resting.value),
});
/** Work on a text as it was opened. */
const untouched = (content: string): Work => ({
  text: content,
  opened: content,
  past: [],
  future: [],
  view: viewText(resting.peek()),
});
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
  let pause = 0;
  effect(() => {
    const time = cursor.value;
    clearTimeout(pause);
    if (!playing.value) pause = window.setTimeout(() => (resting.value = time), 400);
  });
  window.addEventListener("pagehide", () => {
    resting.value = cursor.peek();
    const part = unsaved(keeping ? sent : safe) ? fitting(now(), welcome.value!.limits.text) : null;
    if (!part) return;
    rememberName(name);
    send({ type: "keep", work: name, ...part });
  });
}

// ---- coming back

/** Opens the model that the workbench was started with, as one entry of the history. */
export const startOver = (): void => void openText(welcome.value!.first, "the model as the workbench was started with");

const units: [number, string][] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
];
/** "3 hours ago". */
export function ageWords(seconds: number): string {
  const [size, unit] = units.find(([one]) => seconds >= one) ?? [1, ""];
  const count = Math.floor(seconds / size);
  return unit === "" ? "just now" : `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

async function bringBack(kept: Work, first: string): Promise<boolean> {
  const time = timeOf(kept.view);
  if (kept.view !== "") showView(kept.view);
  if (await resume(kept)) {
    if (time !== null) cursor.value = resting.value = time; // another model begins at its start
    return true;
  }
  if (problems.value.length > 0) sayProblems(kept.text, "The work that was kept", problems.value);
  if (text.value === "") await open(first);
  return false;
}
const timeOf = (view: string): number | null => {
  try {
    const { time } = JSON.parse(view) as { time?: unknown };
    return typeof time === "number" ? time : null;
  } catch {
    return null;
  }
};

/** Opens the first text: work of an earlier visit, or the model that the server was started with; a link's comes on top of
 *  work, so that undo leads back to it. */
export async function begin({ first, kept, notes, guest }: Welcome, link?: string): Promise<void> {
  const linked = async (): Promise<boolean> => link !== undefined && openText(link, "the model of the link");
  for (const note of notes) say("warning", note);
  if (guest) say("info", "You are a guest: this is a copy of the model, and nothing is kept here. Save what you need.");
  if (kept?.same) {
    const back = await bringBack(kept, first);
    safe = back ? now() : untouched(first);
    isKept.value = back;
    if (back && (kept.text !== first || kept.past.length > 0))
      say("info", `Your work on this model is back as you left it ${ageWords(kept.age)}.`, {
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
    say("info", `The file has changed. Your work on the older one is kept. You left it ${ageWords(kept.age)}.`, {
      words: "Bring it back",
      run: () => text.value !== kept.text && void bringBack(kept, first),
    });
}

// ---- earlier visits

/** What an earlier visit worked on, in place of what there is; undo leads back. */
export async function takeUp(work: string): Promise<void> {
  const answer = await ask({ type: "work", work }, "work");
  if (answer.type === "error") return say("error", sentence(answer.message));
  if (answer.type === "work" && (await bringBack(answer, text.value))) say("info", "The earlier work is back.");
}

/** Nothing stays but what the page shows now. */
async function forget(): Promise<void> {
  const answer = await ask({ type: "forget" }, "forgotten");
  if (answer.type !== "forgotten") return say("error", "message" in answer ? sentence(answer.message) : "");
  safe = now();
  isKept.value = false;
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith("oopss.")) storage.removeItem(key);
  } catch {
    // a browser that keeps nothing
  }
  say("info", `Forgotten: the work of ${answer.files} visits and all settings of this page.`);
}
export const forgetEverything = (): void =>
  say("warning", "All work that is kept, on every model, and the settings of this page are about to go for good.", {
    words: "Forget everything",
    run: () => void forget(),
  });
