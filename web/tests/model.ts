// SPDX-License-Identifier: Apache-2.0
// A chain of planar bodies and made-up runs, for tests.
import type { Done, ModelMessage } from "../src/link/protocol";
import { type RunData, append, newRun } from "../src/link/run";

export function chain(bodies: number): ModelMessage {
  const names = Array.from({ length: bodies }, (_, i) => `b${i + 1}`);
  const joints = names.slice(1).map((_, k) => `j${k + 1}`);
  const column = (name: string, quantity: string, body: number) => ({
    name,
    quantity,
    unit: "",
    label: name,
    latex: "",
    body,
  });
  return {
    type: "model",
    id: 1,
    text: "",
    name: "chain",
    description: "",
    warnings: [],
    bodies: names.map((name, i) => ({
      name,
      label: "",
      mass: 1 + i,
      inertia: 1,
      outline: [],
      torque: "",
      torque_latex: "",
    })),
    joints: joints.map((name, k) => ({
      name,
      label: "",
      first: k,
      second: k + 1,
      at_first: [1, 0.2],
      at_second: [-0.7, 0.1],
      laws: [],
      law_latex: "",
    })),
    points: [],
    forces: [],
    parameters: [],
    numbers: [],
    inputs: [{ name: "l", meaning: "length", value: 3 }],
    facts: [],
    start: {
      form: "momenta",
      angles: joints.map(() => 0.4),
      momenta: names.map(() => 1),
      rates: joints.map(() => 0),
      root: 0.3,
      kinetic: 1,
      energy: 1,
      momentum: 1,
      drift: [0, 0],
      energy_range: [0, null],
      momentum_range: [-1, 1],
      notes: [],
      snapped: "",
    },
    run: { t0: 0, until: 4, every: 1, method: "gauss4", step: 0.1, tolerance: 0, singular: "" },
    columns: [
      column("t", "time", -1),
      ...joints.map((name) => column(`angle.${name}`, "joint angle", 1)),
      ...names.map((name, i) => column(`absolute.${name}`, "angle", i)),
      ...names.flatMap((name, i) => [column(`centre.${name}.x`, "place", i), column(`centre.${name}.y`, "place", i)]),
    ],
  };
}

/** A run with these columns; the others are zero. */
export function runOf(model: ModelMessage, values: Record<string, number[]>): RunData {
  const run = newRun(1, model);
  const rows = values.t!.length;
  const columns = model.columns.length;
  const flat = new Float64Array(rows * columns);
  model.columns.forEach(({ name }, c) => values[name]?.forEach((value, r) => (flat[c * rows + r] = value)));
  append(run, { id: 1, chunk: 0, rows, columns, values: flat });
  return run;
}

export const done = { type: "done", id: 1, status: "complete" } as Done;
