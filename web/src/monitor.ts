// SPDX-License-Identifier: Apache-2.0
// How well a run keeps what it has to keep, as a number and in words.
import { short } from "./numbers";
import type { Done } from "./protocol";

export interface Reading {
  id: "energy" | "balance" | "momentum";
  latex: string;
  value: number; // relative
  verdict: "good" | "fair" | "poor";
  words: string;
}

/** Rounding of a few thousand steps stays below the first bound; an error that a picture does not show below the second. */
const bounds = { momentum: [1e-11, 1e-8], energy: [1e-8, 1e-4] } as const;
const grade = (value: number, [good, fair]: readonly [number, number]): Reading["verdict"] =>
  value <= good ? "good" : value <= fair ? "fair" : "poor";
const said = { good: "kept", fair: "nearly kept", poor: "strays: try a smaller step" };

/** With dampers or motors the energy changes by what they take and give: then the balance is held against it. */
export function readings(done: Done): Reading[] {
  const { energy, momentum, balance } = done;
  const scale = Math.max(
    Math.abs(energy.start),
    Math.abs(energy.end),
    Math.abs(balance.dissipated),
    Math.abs(balance.work),
  );
  const exchanged = balance.dissipated !== 0 || balance.work !== 0;
  const error = exchanged ? (scale > 0 ? balance.max_error / scale : 0) : energy.max_relative_drift;
  const first = grade(error, bounds.energy);
  const second = grade(momentum.max_relative_drift, bounds.momentum);
  return [
    exchanged
      ? {
          id: "balance",
          latex: "\\Delta E/E",
          value: error,
          verdict: first,
          words: first === "good" ? balanced(done) : said[first],
        }
      : { id: "energy", latex: "\\Delta H/H", value: error, verdict: first, words: said[first] },
    {
      id: "momentum",
      latex: "\\Delta\\mu_s",
      value: momentum.max_relative_drift,
      verdict: second,
      words: said[second],
    },
  ];
}

function balanced({ balance }: Done): string {
  const parts = [
    ...(balance.dissipated !== 0 ? [`${short(balance.dissipated, 4)} J went into dampers`] : []),
    ...(balance.work !== 0 ? [`motors did ${short(balance.work, 4)} J`] : []),
  ];
  return `balanced: ${parts.join(", ")}`;
}
