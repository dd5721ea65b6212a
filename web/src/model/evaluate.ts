// SPDX-License-Identifier: Apache-2.0
// The one evaluator of the programs that the server sends: terms of equations and typed graphs.
import type { ProgramMessage } from "../link/protocol";
import { type RunData, type Spot, column, valueAt } from "../link/run";

const operations: Record<string, (a: number, b: number, c: number) => number> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  power: (a, b) => a ** b,
  negate: (a) => -a,
  sqrt: Math.sqrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan2: Math.atan2,
  exp: Math.exp,
  log: Math.log,
  tanh: Math.tanh,
  abs: Math.abs,
  min: Math.min,
  max: Math.max,
  sign: Math.sign,
  ramp: (t, a, b) => Math.min(1, Math.max(0, (t - a) / (b - a))),
  pulse: (t, a, b) => (a <= t && t < b ? 1 : 0),
};

/** A program bound to a run: its outputs at any spot. */
export function bind(program: ProgramMessage, run: RunData): (spot: Spot) => Float64Array {
  const inputs = program.inputs.map((name) => {
    const values = column(run, name);
    if (values) return (spot: Spot) => valueAt(values, spot);
    const constant = run.model.inputs.find((input) => `input.${input.name}` === name)?.value ?? NaN;
    return () => constant;
  });
  const stack = new Float64Array(program.code.length);
  const out = new Float64Array(program.outputs.length);
  return (spot) => {
    program.code.forEach(([op, a = 0, b = 0, c = 0], i) => {
      stack[i] =
        op === "number" ? a : op === "input" ? inputs[a]!(spot) : operations[op]!(stack[a]!, stack[b]!, stack[c]!);
    });
    program.outputs.forEach((place, k) => (out[k] = stack[place]!));
    return out;
  };
}

/** One output along the whole run; what is not finite is a gap. */
export function along(program: ProgramMessage, run: RunData, output = 0): (number | null)[] {
  const valuesAt = bind(program, run);
  return Array.from({ length: run.rows }, (_, row) => {
    const value = valuesAt({ row, part: 0 })[output]!;
    return Number.isFinite(value) ? value : null;
  });
}
