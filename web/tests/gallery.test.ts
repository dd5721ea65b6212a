// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { counted, listed } from "../src/charts/gallery";
import type { EquilibriumMessage } from "../src/link/protocol";

const one = (id: string, stability: EquilibriumMessage["stability"], energy: number, index: number, growth: number) =>
  ({ id, stability, energy, index, spectrum: [[growth, 1]] }) as EquilibriumMessage;
const all = [one("E1", "stable", 2, 0, 0), one("E2", "unstable", 1, 2, 0.5), one("E3", "unstable", 1, 1, 0.7)];
const ids = (those: EquilibriumMessage[]): string[] => those.map(({ id }) => id);

test("the gallery is looked through by stability and sorted; equals stay in the order of their names", () => {
  expect(ids(listed(all, "all", "name"))).toEqual(["E1", "E2", "E3"]);
  expect(ids(listed(all, "all", "energy"))).toEqual(["E2", "E3", "E1"]);
  expect(ids(listed(all, "all", "index"))).toEqual(["E1", "E3", "E2"]);
  expect(ids(listed(all, "unstable", "growth"))).toEqual(["E3", "E2"]);
  expect(counted(all)).toEqual([
    ["stable", 1],
    ["unstable", 2],
  ]);
});
