// SPDX-License-Identifier: Apache-2.0
// Which curves are plotted, whatever the model: a choice is about quantities, and each model has its own curves of them.
// Entries of a choice: "usual"; a quantity of all bodies or joints, "momentum.*"; a column; "=FORMULA"; a term of the
// equations (terms.ts); and what is left out of these, "-momentum.hub" or "-momentum.*".
import type { ModelMessage } from "../link/protocol";
import { familyCurves, familyOf, isFormula, usualGraphs } from "./series";
import { isTerm } from "../model/terms";

const isOut = (entry: string): boolean => entry.startsWith("-");
const isComputed = (entry: string): boolean => isFormula(entry) || isTerm(entry);

/** The curves that a choice means for a model. A column that only another model has stands for its quantity; a choice of
 *  which nothing is left gives way to the usual curves. */
export function curvesOf(model: ModelMessage, choice: readonly string[]): string[] {
  const known = new Set(model.columns.map(({ name }) => name));
  const out = new Set(choice.filter(isOut).map((entry) => entry.slice(1)));
  const picked = new Set(choice.filter((entry) => known.has(entry)).map(familyOf));
  const meant = (entry: string): string[] => {
    if (entry === "usual") return usualGraphs(model);
    if (isOut(entry)) return [];
    if (isComputed(entry) || known.has(entry)) return [entry];
    return picked.has(familyOf(entry)) ? [] : familyCurves(model, familyOf(entry));
  };
  const curves = [...new Set(choice.flatMap(meant))].filter((name) => !out.has(name) && !out.has(familyOf(name)));
  return curves.length > 0 || choice.length === 0 ? curves : usualGraphs(model);
}

/** The choice with one more curve. All curves of a quantity are the quantity, in other models too. */
export function withCurve(model: ModelMessage, choice: readonly string[], name: string): string[] {
  if (curvesOf(model, choice).includes(name)) return [...choice];
  if (isComputed(name)) return [...choice, name];
  const family = familyOf(name);
  const all = model.columns.map((column) => column.name).filter((other) => familyOf(other) === family);
  const back = choice
    .filter((entry) => entry !== `-${name}` && entry !== `-${family}`)
    .map((entry) => (familyOf(entry) === family && !all.includes(entry) ? family : entry));
  const out = choice.includes(`-${family}`) ? all.filter((other) => other !== name).map((other) => `-${other}`) : [];
  const next = [...back, ...out];
  const more = curvesOf(model, next).includes(name) ? next : [...next, name];
  const shown = curvesOf(model, more);
  const isWhole = all.every((other) => shown.includes(other)) && familyCurves(model, family).length === all.length;
  if (!isWhole) return more;
  const others = more.filter((entry) => familyOf(entry) !== family && familyOf(entry) !== `-${family}`);
  return curvesOf(model, others).includes(name) ? others : [...others, family];
}

/** The choice without a curve; without the last one of a quantity it is without that quantity, in other models too. */
export function withoutCurve(model: ModelMessage, choice: readonly string[], name: string): string[] {
  const left = curvesOf(model, choice).filter((other) => other !== name);
  if (left.length === 0) return [];
  const family = familyOf(name);
  const rest = choice.filter((entry) => entry !== name);
  if (isComputed(name)) return rest;
  if (left.some((other) => familyOf(other) === family))
    return curvesOf(model, rest).includes(name) ? [...rest, `-${name}`] : rest;
  const others = rest.filter((entry) => familyOf(entry) !== family && familyOf(entry) !== `-${family}`);
  return curvesOf(model, others).some((other) => familyOf(other) === family) ? [...others, `-${family}`] : others;
}
