// SPDX-License-Identifier: Apache-2.0
// Edits from sliders and fields: previews follow the hand, at most one per animation frame and one under way; letting go
// commits the last, as one entry of the history. What cannot be done comes back as problems, and nothing is changed.
import { ask } from "../link/server";
import type { Edit, Moment, Problem } from "../link/protocol";
import { commit, linkState, model, preview, problems, run } from "../model/store";
import { bind } from "../model/evaluate";
import { hold, letGo } from "../motion/playback";

/** Tries edits; the problems in the way, or none. The problems of a failed edit do not stay on the text. */
async function attempt(
  how: (edits: Edit[], from?: Moment) => Promise<boolean>,
  edits: Edit[],
  from?: Moment,
): Promise<Problem[]> {
  if (linkState.value !== "open") return [inWords("Not connected to OOPSS; nothing was changed.")];
  const before = problems.value;
  if (await how(edits, from)) return [];
  if (problems.value === before) return []; // overtaken by a newer edit
  const found = problems.value;
  problems.value = before;
  return found;
}
export const inWords = (message: string): Problem => ({
  line: 0,
  column: 0,
  length: 0,
  message,
  help: "",
  severity: "error",
});

/** Commits edits at once: for fields, selects and buttons. */
export const enter = (edits: Edit[], from?: Moment): Promise<Problem[]> => attempt(commit, edits, from);

/** The problems of an edit, placed in what was typed: an edit is refused as a whole text, so the typed part is read alone. */
export async function placed(found: Problem[], typed: string): Promise<Problem[]> {
  if (found.length === 0 || !model.value) return found;
  const alone = await ask({ type: "formula", text: model.value.text, formula: typed }, "formula");
  return alone.type === "problems" ? alone.problems : found.map((problem) => ({ ...problem, column: 0 }));
}

type Report = (found: Problem[]) => void;
interface Change {
  edits: Edit[];
  from: Moment | undefined; // where the run begins, if not where edits have it by themselves
}
let wanted: (Change & { report: Report }) | null = null;
let shown: Change | null = null; // the last preview that was understood, not yet committed
let working = false;

async function follow(): Promise<void> {
  working = true;
  while (wanted) {
    const { edits, from, report } = wanted;
    wanted = null;
    const found = await Promise.race([
      attempt(preview, edits, from),
      new Promise<Problem[]>((resolve) => setTimeout(resolve, 1000, [])),
    ]);
    if (found.length === 0) shown = { edits, from };
    report(found);
    await new Promise(requestAnimationFrame); // the next one after this one is drawn
  }
  working = false;
}

/** Shows what the edits give while a hand moves: the same moment of another motion, so a run that plays rests meanwhile. */
export function follows(edits: Edit[], report: Report, from?: Moment): void {
  hold();
  wanted = { edits, from, report };
  if (!working) void follow();
}

/** The hand let go: the edits become one entry; if they cannot, the last that could. */
export async function settle(edits: Edit[], from?: Moment): Promise<Problem[]> {
  wanted = null;
  letGo();
  const found = await enter(edits, from);
  if (found.length > 0) await (shown ? commit(shown.edits, shown.from) : preview([], from));
  shown = null;
  return found;
}

/** Back to the text as it was before the hand moved, and to the moment. */
export function abandon(from?: Moment): void {
  wanted = null;
  shown = null;
  letGo();
  void preview([], from);
}

/** A number as typed: digits, or an expression that the server reads. */
export async function numberOf(typed: string): Promise<number | Problem[]> {
  const plain = Number(typed);
  if (typed.trim() !== "" && Number.isFinite(plain)) return plain;
  if (!model.value || !run.value) return [inWords("There is no model to read this with.")];
  const answer = await ask({ type: "formula", text: model.value.text, formula: typed }, "formula");
  if (answer.type === "problems") return answer.problems;
  if (answer.type === "error") return [inWords(answer.message)];
  const value = bind(answer.program, run.value)({ row: 0, part: 0 })[0]!;
  return Number.isFinite(value) ? value : [inWords("This is not a finite number.")];
}
