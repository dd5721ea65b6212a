// SPDX-License-Identifier: Apache-2.0
// A table that was recorded, as `oopss simulate -o FILE.csv` and the page write it, read as a run of the present model.
import type { ModelMessage } from "../link/protocol";
import { type RunData, newRun } from "../link/run";
import { newPoses, posesFrom } from "../motion/poses";

export const largestTable = 64 * 1024 * 1024; // bytes
const mostRows = 1_000_000;

/** The columns of the model among these names; throws, in words, if they are too few or too long. */
export function knownColumns(names: readonly string[], rows: number, model: ModelMessage): ModelMessage["columns"] {
  if (rows > mostRows) throw new Error(`it has ${rows} rows; at most ${mostRows} are read`);
  if (rows < 2) throw new Error("it has fewer than two rows of numbers");
  const known = model.columns.filter(({ name }) => names.includes(name));
  if (!names.includes("t")) throw new Error('it has no column "t"');
  if (known.length < 2)
    throw new Error(`none of its columns is one of this model: ${names.filter((name) => name !== "t").join(", ")}`);
  return known;
}

/** The run with the values of these columns. */
export function recordedRun(known: ModelMessage["columns"], columns: Float64Array[], model: ModelMessage): RunData {
  const times = columns[known.findIndex(({ name }) => name === "t")]!;
  const on = Math.sign(times[1]! - times[0]!);
  if (on === 0 || times.some((t, row) => row > 0 && Math.sign(t - times[row - 1]!) !== on))
    throw new Error("its times do not go on from row to row");
  const own = { ...model, columns: known, run: { ...model.run, t0: times[0]!, until: times.at(-1)! } };
  return withPlaces({ ...newRun(-1, own), columns, rows: times.length });
}

/** The run of a table; throws what is wrong in words. Columns that the model does not have are left out. */
export function readTable(text: string, model: ModelMessage): RunData {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const names = (lines.shift() ?? "").split(",").map((name) => name.trim());
  const known = knownColumns(names, lines.length, model);
  const places = known.map(({ name }) => names.indexOf(name));
  const columns = known.map(() => new Float64Array(lines.length));
  lines.forEach((line, row) => {
    const cells = line.split(",");
    places.forEach((place, c) => {
      const cell = cells[place]?.trim() ?? "";
      const value = Number(cell);
      if (cell === "" || !Number.isFinite(value))
        throw new Error(`row ${row + 1} has no number in the column "${names[place]}": "${cell.slice(0, 40)}"`);
      columns[c]![row] = value;
    });
  });
  return recordedRun(known, columns, model);
}

/** With the places of the bodies in the plane, which follow from the angles, if the table has these and not those. */
function withPlaces(run: RunData): RunData {
  const { model } = run;
  const column = (name: string): Float64Array | undefined =>
    run.index.has(name) ? run.columns[run.index.get(name)!] : undefined;
  const angles = model.joints.map(({ name }) => column(`angle.${name}`));
  const root = column(`absolute.${model.bodies[0]!.name}`);
  if (model.space || !root || angles.some((one) => !one) || column(`centre.${model.bodies[0]!.name}.x`)) return run;
  const poses = newPoses(model);
  const fresh = model.bodies.flatMap(({ name }) =>
    [`centre.${name}.x`, `centre.${name}.y`, ...(column(`absolute.${name}`) ? [] : [`absolute.${name}`])].map(
      (called) => ({ called, body: name, values: new Float64Array(run.rows) }),
    ),
  );
  for (let row = 0; row < run.rows; ++row) {
    posesFrom(
      model,
      root[row]!,
      angles.map((one) => one![row]!),
      poses,
    );
    for (const { called, body, values } of fresh) {
      const i = model.bodies.findIndex(({ name }) => name === body);
      values[row] = (called.endsWith(".x") ? poses.x : called.endsWith(".y") ? poses.y : poses.angle)[i]!;
    }
  }
  const blank = { quantity: "", unit: "", label: "", latex: "", body: -1 };
  const columns = [...model.columns, ...fresh.map(({ called }) => ({ name: called, ...blank }))];
  return {
    ...newRun(run.id, { ...model, columns }),
    columns: [...run.columns, ...fresh.map(({ values }) => values)],
    rows: run.rows,
  };
}
