// SPDX-License-Identifier: Apache-2.0
// Terms of the equations as things that can be plotted: "term:SECTION:ROW:TERM", with TERM = -1 for the row's right side.
import type { EquationsMessage, ProgramMessage } from "../link/protocol";

export interface Term {
  latex: string;
  words: string; // where it stands
  bodies: number[];
  program: ProgramMessage;
  output: number; // of the program
}

export const termName = (section: number, row: number, term: number): string => `term:${section}:${row}:${term}`;
export const isTerm = (entry: string): boolean => entry.startsWith("term:");

/** The term of this name, or null if the equations have none (any more), or it has no value. */
export function findTerm(entry: string, equations: EquationsMessage | null): Term | null {
  if (!equations || !isTerm(entry)) return null;
  const [section, row, index] = entry.split(":").slice(1).map(Number);
  const equation = equations.sections[section ?? -1]?.rows[row ?? -1];
  if (!equation) return null;
  const whole = {
    sign: "+",
    latex: equation.left,
    output: equation.value,
    bodies: equation.terms.flatMap((term) => term.bodies),
  };
  const term = index === -1 ? whole : equation.terms[index ?? -1];
  if (!term || term.output < 0) return null;
  const latex = term.sign === "-" ? `-${term.latex}` : term.latex;
  const title = equations.sections[section!]!.title.toLowerCase();
  const words = index === -1 ? equation.meaning || title : `term of ${equation.meaning || title}`;
  return { latex, words, bodies: [...new Set(term.bodies)], program: equations.program, output: term.output };
}
