// SPDX-License-Identifier: Apache-2.0
// A run as the table that `oopss simulate -o FILE.csv` writes: the same columns, 17 significant digits.
import type { RunData } from "../link/run";

const named = ["angle", "momentum", "absolute"];
const whole = ["t", "kinetic", "energy", "momentum_total"];

/** 17 significant digits: as printf's %.17g writes them. */
export function digits17(value: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [lead, power] = value.toExponential(16).split("e");
  const exponent = Number(power);
  const trim = (text: string): string => (text.includes(".") ? text.replace(/\.?0*$/, "") : text);
  if (exponent < -4 || exponent >= 17)
    return `${trim(lead!)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  const sign = lead!.startsWith("-") ? "-" : "";
  const digits = lead!.replace(/[-.]/g, "");
  if (exponent < 0) return trim(`${sign}0.${"0".repeat(-exponent - 1)}${digits}`);
  return trim(`${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`);
}

/** The table, in pieces of some thousand lines so that a long run does not need one huge string. */
export function csv(run: RunData): string[] {
  const names = run.model.columns
    .map((column) => column.name)
    .filter((name) => whole.includes(name) || named.includes(name.split(".")[0]!));
  const columns = names.map((name) => run.columns[run.index.get(name)!]!);
  const pieces = [`${names.join(",")}\n`];
  for (let from = 0; from < run.rows; from += 4096) {
    let piece = "";
    for (let row = from; row < Math.min(run.rows, from + 4096); ++row)
      piece += `${columns.map((column) => digits17(column[row]!)).join(",")}\n`;
    pieces.push(piece);
  }
  return pieces;
}
