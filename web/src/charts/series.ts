// SPDX-License-Identifier: Apache-2.0
// What is plotted: which curves share a panel, their values on the run's times, and the range that shows them.
import type { ColumnMessage, ModelMessage } from "../link/protocol";
import { isTerm } from "../model/terms";
import { type RunData, column, spotAt, startTime, endTime, valueAt } from "../link/run";

/** Curves of one quantity, over one axis. */
export interface Panel {
  key: string;
  title: string; // in words
  unit: string;
  curves: string[]; // column names, or one "=FORMULA" or "term:…"
}
export const isFormula = (name: string): boolean => name.startsWith("=");

const columnsByName = new WeakMap<ModelMessage, Map<string, ColumnMessage>>();
export function columnOf(model: ModelMessage, name: string): ColumnMessage | undefined {
  let found = columnsByName.get(model);
  if (!found) columnsByName.set(model, (found = new Map(model.columns.map((entry) => [entry.name, entry]))));
  return found.get(name);
}

/** The symbol of a joint's angle. */
export const angleLatex = (model: ModelMessage | null, joint: string): string =>
  (model && columnOf(model, `angle.${joint}`)?.latex) || "\\theta";

/** Kinetic and whole energy share an axis: what counts is the unit where it names the thing. */
const axisOf = ({ quantity, unit }: ColumnMessage): string => (unit === "J" ? "energy" : quantity);

/** One panel per quantity and one per formula or term, in the order of their first curve; names that the model lacks are left out. */
export function panelsOf(model: ModelMessage, plotted: readonly string[]): Panel[] {
  const panels = new Map<string, Panel>();
  for (const name of plotted) {
    if (isFormula(name) || isTerm(name)) {
      panels.set(name, { key: name, title: isTerm(name) ? "" : name.slice(1), unit: "", curves: [name] });
      continue;
    }
    const entry = columnOf(model, name);
    if (!entry) continue;
    const key = axisOf(entry);
    const panel = panels.get(key);
    if (panel) panel.curves.push(name);
    else panels.set(key, { key, title: key, unit: entry.unit, curves: [name] });
  }
  return [...panels.values()];
}

const formulaWords: Record<string, string> = {
  angle: "phi",
  rate: "rate",
  absolute: "theta",
  momentum: "mu",
  torque: "torque",
  tension: "tension",
  kinetic: "H",
  energy: "E",
  momentum_total: "mu_s",
};
/** How a column is called: in tables, and in formulas if these know it. */
export function identifiers(name: string): string {
  const [family, owner, ...more] = name.split(".");
  const word = more.length === 0 ? formulaWords[family!] : undefined;
  return word ? `${name} in tables, ${owner ? `${word}_${owner}` : word} in formulas` : `${name} in tables`;
}

const mostCurves = 8; // of one quantity
/** The quantity of a column: "momentum.hub" is one of "momentum.*", "centre.hub.x" of "centre.*.x"; "energy" is alone. */
export const familyOf = (name: string): string => name.replace(/\.[^.]+/, ".*");
/** Its first curves. */
export const familyCurves = (model: ModelMessage, family: string): string[] =>
  model.columns
    .map(({ name }) => name)
    .filter((name) => familyOf(name) === family)
    .slice(0, mostCurves);

/** Joint angles; and energies where torques store or spend any, else momenta. In space, of ball joints and of a single body the
 *  vector part of the turn; of momenta each component, where they can be told apart. */
export function usualGraphs(model: ModelMessage): string[] {
  const torques = model.joints.some((joint) => joint.laws.length > 0);
  const parts = (name: string): string[] => ["x", "y", "z"].flatMap((part) => familyCurves(model, `${name}.*.${part}`));
  const turns = model.space ? parts(model.joints.length > 0 ? "rotation" : "attitude") : [];
  const own = parts("momentum");
  const momenta = model.space ? (own.length <= mostCurves ? own : []) : familyCurves(model, "momentum.*");
  return [...familyCurves(model, "angle.*"), ...turns, ...(torques ? ["kinetic", "energy"] : momenta)];
}

/** Values on other times than their own run's: the same array where the times agree, else resampled; gaps outside. */
export function onTimes(times: Float64Array, run: RunData, values: ArrayLike<number | null>): ArrayLike<number | null> {
  const own = column(run, run.model.columns[0]!.name)!;
  if (own.length === times.length && own[0] === times[0] && own.at(-1) === times.at(-1)) return values;
  const [low, high] = [startTime(run), endTime(run)];
  const whole = values as Float64Array;
  return Array.from(times, (t) =>
    t < Math.min(low, high) || t > Math.max(low, high) ? null : valueAt(whole, spotAt(run, t)),
  );
}

/** A range around the values that never magnifies rounding errors of a constant. */
export function valueRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const span = high - low;
  if (span <= 1e-6 * size || span === 0) {
    const room = size > 0 ? 0.1 * size : 1;
    return [(low + high) / 2 - room, (low + high) / 2 + room];
  }
  return [low - 0.08 * span, high + 0.08 * span];
}

/** Labels kept at least `gap` apart, as near to where they belong as that allows; places in falling importance of order. */
export function spread(places: readonly number[], gap: number, low: number, high: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
  const out = [...places];
  order.forEach((i, rank) => {
    const above = rank > 0 ? out[order[rank - 1]!]! + gap : low;
    out[i] = Math.max(out[i]!, above);
  });
  let limit = high;
  for (const i of order.toReversed()) {
    out[i] = Math.min(out[i]!, limit);
    limit = out[i]! - gap;
  }
  return out;
}

/** The columns that can be plotted and whose name, label or quantity has all the words; by quantity. */
export function found(model: ModelMessage, words: string): { quantity: string; columns: ColumnMessage[] }[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, ColumnMessage[]>();
  for (const entry of model.columns) {
    if (entry.name === "t") continue;
    const text = `${entry.name} ${entry.label} ${entry.quantity}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) continue;
    const group = groups.get(entry.quantity);
    if (group) group.push(entry);
    else groups.set(entry.quantity, [entry]);
  }
  return [...groups].map(([quantity, columns]) => ({ quantity, columns }));
}
