// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { csv, digits17 } from "../src/export/csv";
import type { ColumnMessage, ModelMessage } from "../src/link/protocol";
import { append, newRun } from "../src/link/run";

// Written by: oopss simulate two-body --until 0.06 -o -
const program = `t,angle.elbow,momentum.hub,momentum.arm,absolute.hub,absolute.arm,kinetic,energy,momentum_total
0,0.5,5.5762013727857607,44.423798627214239,0,0.5,14.999999999999998,14.999999999999998,50
0.02,0.51661416869604027,5.5451276839804873,44.454872316019511,-0.0027664356042070206,0.51384773309183329,14.999999999999025,14.999999999999025,50
0.040000000000000001,0.53317811867508713,5.5135656912761029,44.486434308723901,-0.0054986136196491621,0.52767950505543793,14.999999999998096,14.999999999998096,50
0.059999999999999998,0.54969083914211059,5.4815606918361999,44.518439308163799,-0.0081957252753015325,0.54149511386680904,14.999999999997208,14.999999999997208,50
`;

function runOf(table: string, more: string[]) {
  const [head, ...lines] = table
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const columns = [...head!, ...more].map(
    (name): ColumnMessage => ({ name, quantity: "", unit: "", label: "", latex: "", body: -1 }),
  );
  const model = { columns, run: { t0: 0, until: 0.06, every: 0.02 } } as unknown as ModelMessage;
  const run = newRun(1, model);
  const values = Float64Array.from(columns.flatMap((_, c) => lines.map((line) => Number(line[c] ?? 7))));
  append(run, { id: 1, chunk: 0, rows: lines.length, columns: columns.length, values });
  return run;
}

describe("the table of a run", () => {
  it("is the program's, byte for byte, without the columns that only the page has", () => {
    expect(csv(runOf(program, ["rate.elbow", "centre.hub.x"])).join("")).toBe(program);
  });
  it("has every row of a run that is longer than one piece", () => {
    const line = program.split("\n")[1]!;
    const long = `${program.split("\n")[0]}\n${`${line}\n`.repeat(10_000)}`;
    expect(csv(runOf(long, [])).join("")).toBe(long);
  });
});

describe("17 digits", () => {
  it("give every double back to the bit", () => {
    for (const value of [
      Math.PI,
      -1 / 3,
      0.1,
      5e-324,
      1.7976931348623157e308,
      2 ** 53,
      123456789012345680,
      1e-5,
      9.999999999999999e22,
    ])
      expect(Number(digits17(value))).toBe(value);
  });
  it("are written as the C library writes %.17g", () => {
    const known: [number, string][] = [
      [0, "0"],
      [-0, "-0"],
      [1, "1"],
      [-2.5, "-2.5"],
      [0.1, "0.10000000000000001"],
      [1e-4, "0.0001"],
      [1e-5, "1.0000000000000001e-05"],
      [1e16, "10000000000000000"],
      [1e17, "1e+17"],
      [1.5e300, "1.5000000000000001e+300"],
      [-0.0027664356042070206, "-0.0027664356042070206"],
    ];
    for (const [value, text] of known) expect(digits17(value)).toBe(text);
  });
});
