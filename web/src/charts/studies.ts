// SPDX-License-Identifier: Apache-2.0
// Work that may take long, one of each kind at a time: the proof that no equilibrium is missing, and the branches of
// equilibria over a number. Each says how far it is and can be cancelled; what is refused is said in words.
import { effect, signal } from "@preact/signals";
import { keyOf } from "./branches";
import { sentence } from "../model/format";
import { mechanism } from "../model/fresh";
import { study, tell } from "../link/server";
import type { BranchesMessage, ModelMessage, Problem } from "../link/protocol";
import { equilibria, model } from "../model/store";

export interface Study {
  id: number;
  part: number; // 0 … 1
}
export const proving = signal<Study | null>(null);
export const following = signal<Study | null>(null);
export const stop = (running: Study | null): void => {
  if (running) tell({ type: "cancel", id: running.id });
};

/** Why there is no answer; nothing to say where it was cancelled. */
type Refusal = { type: "error"; code: string; message: string } | { type: "problems"; problems: Problem[] };
export function words(refusal: Refusal): string {
  return sentence(
    refusal.type === "error" ? (refusal.code === "cancelled" ? "" : refusal.message) : refusal.problems[0]!.message,
  );
}

// ---- the proof
export const equilibriaAbout = (message: ModelMessage): string =>
  mechanism(message) + message.start.momentum.toPrecision(12);
export const noProof = signal<{ about: string; words: string } | null>(null);

/** Asks for the present equilibria with a proof; a change of the model ends it. */
export async function prove(): Promise<void> {
  const asked = equilibriaAbout(model.value!);
  const changed = (): boolean => !model.value || equilibriaAbout(model.value) !== asked;
  noProof.value = null;
  const { id, answer } = study({ type: "equilibria", text: model.value!.text, certify: true }, "equilibria", (part) => {
    proving.value = { id, part };
  });
  proving.value = { id, part: 0 };
  const unwatch = effect(() => {
    if (changed()) tell({ type: "cancel", id });
  });
  const found = await answer;
  unwatch();
  proving.value = null;
  if (changed()) return;
  if (found.type === "equilibria") equilibria.value = found;
  else noProof.value = { about: asked, words: words(found) };
}

// ---- periodic motions: where their pane begins
export const orbitView = signal<"winding" | "family" | "turn">("winding");
export const familyFrom = signal("E1"); // an equilibrium

// ---- branches
export const branches = signal<{ answer: BranchesMessage; key: string } | null>(null);
export const noBranches = signal("");

export async function followBranches(path: string, from: number, to: number): Promise<void> {
  const key = keyOf(model.value!, path);
  noBranches.value = "";
  const { id, answer } = study({ type: "branches", text: model.value!.text, path, from, to }, "branches", (part) => {
    following.value = { id, part };
  });
  following.value = { id, part: 0 };
  const found = await answer;
  if (following.value?.id === id || id === 0) following.value = null;
  if (found.type === "branches") branches.value = { answer: found, key };
  else noBranches.value = words(found);
}
