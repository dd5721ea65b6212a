// SPDX-License-Identifier: Apache-2.0
// A start on a separatrix: the energy of a saddle of the leaf, at the shape and the momentum as they are.
import type { Edit, ModelMessage, PortraitMessage } from "../link/protocol";

type Curves = Pick<PortraitMessage["curves"][number], "kind" | "energy">[];

/** The lowest separatrix that the shape of the start can be on; null if there is none. */
export function separatrixEnergy(curves: Curves, { start }: Pick<ModelMessage, "start">): number | null {
  const least = start.energy_range[0];
  const within = curves
    .filter(({ kind, energy }) => kind === "separatrix" && energy >= least)
    .map(({ energy }) => energy);
  return within.length > 0 ? Math.min(...within) : null;
}

export const onSeparatrix = (energy: number): Edit => ({ kind: "start", energy, hold: ["momentum"] });
