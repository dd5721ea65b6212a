// SPDX-License-Identifier: Apache-2.0
// What is typed into the model text, on its way: shown after a short pause, in the history after a longer one, never lost.
import { effect, signal, untracked } from "@preact/signals";
import type { Problem } from "../link/protocol";
import { draft, linkState, model, previewText, problems, settle } from "./store";

/** same: as in the history; waiting: being typed; understood: shown, not yet in the history; unsent: not connected. */
export type TypingState = "same" | "waiting" | "understood" | "problems" | "unsent";

const quick = 250; // ms until what is typed is shown
const slow = 1000; // ms until it is an entry of the history
const storage = "oopss.draft";

export const typingState = signal<TypingState>("same");
export const shownText = signal(""); // what the editor shows, whoever wrote it
export const found = signal<Problem[]>([]); // problems and warnings of that text
export const sought = signal<Problem | null>(null); // where the editor is to go once it shows this text
export const setAside = signal(stored()); // typed, not finished, and pushed out by a change from elsewhere

function stored(): string {
  try {
    return localStorage.getItem(storage) ?? "";
  } catch {
    return "";
  }
}
function store(text: string): void {
  try {
    if (text === "") localStorage.removeItem(storage);
    else localStorage.setItem(storage, text);
  } catch {
    // a browser that keeps nothing: it is kept while the page is open
  }
}

let shows = 0; // timers
let settles = 0;
let sent: string | null = null; // typed, on its way: a model with this text is its echo
let finished = false; // goes into the history as soon as it is understood

/** The editor's text was changed by hand. */
export function typed(text: string): void {
  shownText.value = text;
  draft.value = text;
  typingState.value = "waiting";
  finished = false;
  store(text);
  clearTimeout(shows);
  clearTimeout(settles);
  shows = window.setTimeout(() => void put(), quick);
  settles = window.setTimeout(finish, slow);
}

/** A pause or leaving the editor: what is typed becomes one entry of the history once it is understood. */
export function finish(): void {
  clearTimeout(settles);
  if (typingState.value === "waiting") {
    finished = true;
    if (shows) void put();
  } else if (typingState.value === "understood") {
    settle();
    typingState.value = "same";
    store(setAside.value);
  }
}

async function put(): Promise<void> {
  clearTimeout(shows);
  shows = 0;
  const text = shownText.value;
  const before = problems.value;
  sent = text;
  const understood = await previewText(text);
  if (sent === text) sent = null;
  draft.value = shownText.value;
  if (text !== shownText.value) return;
  if (understood) {
    typingState.value = "understood";
    found.value = model.value!.warnings;
    if (finished) finish();
  } else if (problems.value !== before) {
    typingState.value = "problems";
    found.value = problems.value;
  } else {
    typingState.value = "unsent";
  }
}

/** Brings back what was set aside, as if typed now. */
export function bringBack(): void {
  const text = setAside.value;
  setAside.value = "";
  if (text !== "") typed(text);
}
export function dropAside(): void {
  setAside.value = "";
  store(typingState.value === "same" ? "" : shownText.value);
}

/** The model changed elsewhere: a slider, undo, another file. */
function replaced(text: string, warnings: Problem[]): void {
  if (typingState.value !== "same" && shownText.value !== text) setAside.value = shownText.value;
  if (setAside.value === text) setAside.value = "";
  clearTimeout(shows);
  clearTimeout(settles);
  shows = 0;
  shownText.value = text;
  found.value = warnings;
  typingState.value = "same";
  store(setAside.value);
}
effect(() => {
  const current = model.value;
  if (current && current.text !== sent) untracked(() => replaced(current.text, current.warnings));
});
effect(() => {
  if (linkState.value === "open") untracked(() => typingState.value === "unsent" && void put());
});
