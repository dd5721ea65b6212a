// SPDX-License-Identifier: Apache-2.0
// Computed graphs: typed formulas, which the server parses once for a model text, and terms of the equations; the page
// evaluates them along every run.
import { signal } from "@preact/signals";
import { along } from "../model/evaluate";
import { ask } from "../link/server";
import type { FormulaMessage, Problem, ProgramMessage } from "../link/protocol";
import type { RunData } from "../link/run";
import { equations, model } from "../model/store";
import { findTerm } from "../model/terms";

export const formulas = signal<ReadonlyMap<string, FormulaMessage>>(new Map()); // by FORMULA

/** Asks for the formula's program; what is wrong with it, or nothing. */
export async function understand(formula: string): Promise<Problem[]> {
  const current = model.peek();
  if (!current) return [];
  const answer = await ask({ type: "formula", text: current.text, formula }, "formula");
  if (answer.type === "problems") return answer.problems;
  if (answer.type === "error")
    return [{ line: 0, column: 0, length: 0, message: answer.message, help: "", severity: "error" }];
  formulas.value = new Map(formulas.peek()).set(formula, answer);
  return [];
}

function programOf(name: string): { program: ProgramMessage; output: number } | null {
  const formula = name.startsWith("=") ? formulas.value.get(name.slice(1)) : undefined;
  return formula ? { program: formula.program, output: 0 } : findTerm(name, equations.value);
}

interface Known {
  rows: number;
  program: ProgramMessage;
  values: (number | null)[];
}
const values = new WeakMap<RunData, Map<string, Known>>();
/** The formula or term along the run, computed when rows have come. */
export function computedAlong(name: string, run: RunData): (number | null)[] | null {
  const found = programOf(name);
  if (!found) return null;
  let mine = values.get(run);
  if (!mine) values.set(run, (mine = new Map()));
  const known = mine.get(name);
  if (known?.rows === run.rows && known.program === found.program) return known.values;
  const fresh = along(found.program, run, found.output);
  mine.set(name, { rows: run.rows, program: found.program, values: fresh });
  return fresh;
}
