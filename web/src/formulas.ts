// SPDX-License-Identifier: Apache-2.0
// Typed graphs: the server parses a formula once for a model text, the page evaluates it along every run.
import { signal } from "@preact/signals";
import { along } from "./evaluate";
import { ask } from "./link";
import type { FormulaMessage, Problem } from "./protocol";
import type { RunData } from "./run";
import { model } from "./store";

export const formulas = signal<ReadonlyMap<string, FormulaMessage>>(new Map()); // by FORMULA

/** Asks for the formula's program; what is wrong with it, or nothing. */
export async function understand(formula: string): Promise<Problem[]> {
  const of = model.peek();
  if (!of) return [];
  const answer = await ask({ type: "formula", text: of.text, formula }, "formula");
  if (answer.type === "problems") return answer.problems;
  if (answer.type === "error") return [{ line: 0, column: 0, length: 0, message: answer.message, help: "", severity: "error" }];
  formulas.value = new Map(formulas.peek()).set(formula, answer);
  return [];
}

const values = new WeakMap<RunData, Map<string, { rows: number; values: (number | null)[] }>>();
/** The formula along the run, computed when rows have come. */
export function formulaAlong(formula: string, run: RunData): (number | null)[] | null {
  const program = formulas.value.get(formula)?.program;
  if (!program) return null;
  let mine = values.get(run);
  if (!mine) values.set(run, (mine = new Map()));
  const known = mine.get(formula);
  if (known?.rows === run.rows) return known.values;
  const fresh = along(program, run);
  mine.set(formula, { rows: run.rows, values: fresh });
  return fresh;
}
