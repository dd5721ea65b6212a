// SPDX-License-Identifier: Apache-2.0
// Which of the equilibria the gallery shows, in which order, and how many there are of each stability.
import type { EquilibriumMessage } from "../link/protocol";

export type Stability = EquilibriumMessage["stability"];
export const stabilityWords: Record<Stability, string> = {
  stable: "stable",
  unstable: "unstable",
  spectrally_stable: "spectrally stable",
  degenerate: "degenerate",
};

export type Order = "name" | "energy" | "index" | "growth";
export const orderWords: Record<Order, string> = {
  name: "by name",
  energy: "by energy",
  index: "by index",
  growth: "fastest growth first",
};
const growth = ({ spectrum }: EquilibriumMessage): number => Math.max(0, ...spectrum.map(([re]) => re));
const measures: Record<Order, (one: EquilibriumMessage) => number> = {
  name: () => 0,
  energy: (one) => one.energy,
  index: (one) => one.index,
  growth: (one) => -growth(one),
};

/** Those of this stability, or all; of equals the order of the list stays. */
export function listed(
  all: readonly EquilibriumMessage[],
  only: Stability | "all",
  order: Order,
): EquilibriumMessage[] {
  const measure = measures[order];
  return all
    .filter(({ stability }) => only === "all" || stability === only)
    .toSorted((a, b) => measure(a) - measure(b));
}

/** The stabilities that occur, with how often. */
export function counted(all: readonly EquilibriumMessage[]): [Stability, number][] {
  return (Object.keys(stabilityWords) as Stability[])
    .map((stability): [Stability, number] => [stability, all.filter((one) => one.stability === stability).length])
    .filter(([, count]) => count > 0);
}
