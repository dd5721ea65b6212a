// SPDX-License-Identifier: Apache-2.0
// How well a run keeps what it has to keep, as a number and in words. What is good is the server's to say.
import { short } from "../model/numbers";
import type { Conserved, Done } from "../link/protocol";

export interface Reading {
  id: "energy" | "balance" | "momentum";
  latex: string;
  value: number; // relative
  verdict: Conserved["verdict"];
  words: string;
}

/** With dampers or motors the energy changes by what they take and give: then the balance is held against it. */
export function readings(done: Done): Reading[] {
  const { energy, momentum } = done.kept;
  const exchanged = done.balance.dissipated !== 0 || done.balance.work !== 0;
  const said = { good: "kept", fair: "nearly kept", poor: `strays${done.advice && `: ${done.advice}`}` };
  const reading = (kept: Conserved) => ({ value: kept.error, verdict: kept.verdict, words: said[kept.verdict] });
  return [
    exchanged
      ? {
          id: "balance",
          latex: "\\Delta E/E",
          ...reading(energy),
          ...(energy.verdict === "good" && { words: balanced(done) }),
        }
      : { id: "energy", latex: "\\Delta H/H", ...reading(energy) },
    {
      id: "momentum",
      latex: "\\Delta\\mu_s",
      ...reading(momentum),
      ...(done.balance.impulse !== null &&
        momentum.verdict === "good" && {
          words: `balanced: torques from outside gave ${short(done.balance.impulse, 4)} kg m²/s`,
        }),
    },
  ];
}

function balanced({ balance }: Done): string {
  const parts = [
    ...(balance.dissipated !== 0 ? [`${short(balance.dissipated, 4)} J went into dampers`] : []),
    ...(balance.work !== 0
      ? [`${balance.impulse === null ? "motors" : "motors and torques from outside"} did ${short(balance.work, 4)} J`]
      : []),
  ];
  return `balanced: ${parts.join(", ")}`;
}
