// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { csv } from "../src/export/csv";
import { readTable } from "../src/export/table";
import { column } from "../src/link/run";
import { chain, runOf } from "./model";

const model = chain(2);
const [joint, [hub, arm]] = [model.joints[0]!.name, model.bodies.map(({ name }) => name)];
const head = `t,angle.${joint},absolute.${hub}`;

test("the table that the page writes is read again to the bit", () => {
  const run = runOf(model, {
    t: [0, 0.1, 0.2],
    [`angle.${joint}`]: [1 / 3, Math.PI, -1e-300],
    [`absolute.${hub}`]: [0, 0.1, 0.7],
  });
  const read = readTable(csv(run).join(""), model);
  expect(read.rows).toBe(run.rows);
  for (const name of ["t", `angle.${joint}`, `absolute.${hub}`]) expect(column(read, name)).toEqual(column(run, name));
});

test("where bodies are follows from the angles, if the table does not say it", () => {
  const read = readTable(`${head}\n0,0,0\n1,0.5,0.25\n`, { ...model, columns: columnsOf(head) });
  const [x, y] = [column(read, `centre.${arm}.x`)!, column(read, `centre.${arm}.y`)!];
  // From mass centre to mass centre it is (1, 0.2) - (-0.7, 0.1); the masses are 1 and 2, their mass centre at the origin.
  expect(x[0]).toBeCloseTo(1.7 / 3, 12);
  expect(y[0]).toBeCloseTo(0.1 / 3, 12);
  expect(column(read, `absolute.${arm}`)![1]).toBeCloseTo(0.75, 12);
});
const columnsOf = (names: string) =>
  names.split(",").map((name) => ({ name, quantity: "q", unit: "", label: "", latex: "", body: -1 }));

test("what is no table of this model is refused in words", () => {
  const own = { ...model, columns: columnsOf(head) };
  const why = (text: string): string => {
    try {
      readTable(text, own);
      return "";
    } catch (reason) {
      return (reason as Error).message;
    }
  };
  expect(why("")).toContain("fewer than two rows");
  expect(why("a,b\n1,2\n3,4")).toContain('no column "t"');
  expect(why("t,b\n1,2\n3,4")).toContain("none of its columns is one of this model: b");
  expect(why(`${head}\n0,1,2\n1,x,2`)).toContain(`row 2 has no number in the column "angle.${joint}": "x"`);
  expect(why(`${head}\n0,1,2\n0,1,2`)).toContain("times do not go on");
});
