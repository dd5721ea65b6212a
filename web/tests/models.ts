// SPDX-License-Identifier: Apache-2.0
// Models for the tests of the tabs: two bodies, and a tree whose joints are named inwards too.
import type { ModelMessage } from "../src/link/protocol";
import { type RunData, append, newRun } from "../src/link/run";

type Joint = Pick<ModelMessage["joints"][number], "name" | "first" | "second" | "at_first" | "at_second">;

export function modelOf(masses: number[], joints: Joint[]): ModelMessage {
  const names = masses.map((_, i) => `b${i}`);
  const columns = ["t", ...joints.map((joint) => `angle.${joint.name}`), ...names.map((name) => `momentum.${name}`)];
  return {
    type: "model",
    id: 1,
    text: "",
    name: "",
    description: "",
    warnings: [],
    bodies: masses.map((mass, i) => ({
      name: names[i]!,
      label: "",
      mass,
      inertia: 1,
      outline: [],
      torque: "",
      torque_latex: "",
    })),
    joints: joints.map((joint) => ({ ...joint, label: "", laws: [], law_latex: "" })),
    points: [],
    forces: [],
    parameters: [],
    numbers: [],
    inputs: [],
    facts: [],
    start: {
      form: "momenta",
      angles: [],
      momenta: [],
      rates: [],
      root: 0,
      kinetic: 0,
      energy: 0,
      momentum: 0,
      drift: [0, 0],
      energy_range: [0, null],
      momentum_range: [0, 0],
      notes: [],
      snapped: "",
    },
    run: { t0: 0, until: 1, every: 0.5, method: "gauss4", step: 0.01, tolerance: 0, singular: "" },
    columns: columns.map((name) => ({ name, quantity: "", unit: "", label: name, latex: "", body: -1 })),
  };
}

export const two = (first = 0, second = 1): ModelMessage =>
  modelOf([4, 5], [{ name: "elbow", first, second, at_first: [5, 0], at_second: [-3, 0] }]);

export function runOf(model: ModelMessage, rows: number[][]): RunData {
  const run = newRun(1, model);
  const values = Float64Array.from(rows[0]!.flatMap((_, c) => rows.map((row) => row[c]!)));
  append(run, { id: 1, chunk: 0, rows: rows.length, columns: rows[0]!.length, values });
  return run;
}
