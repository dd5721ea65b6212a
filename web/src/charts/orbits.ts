// SPDX-License-Identifier: Apache-2.0
// Periodic motions: how they are asked for and loaded, the modes of an equilibrium, their stability in words, and the backbone of
// a family, which is its period over its energy.
import { signal } from "@preact/signals";
import { shownNumber } from "../model/format";
import { mechanism } from "../model/fresh";
import type { Edit, FamilyMessage, ModelMessage, OrbitMessage, OrbitsMessage } from "../link/protocol";
import { study } from "../link/server";
import { model } from "../model/store";
import { hasLoops } from "../motion/poses";
import { type Study, words } from "./studies";

// ---- searches
export const searching = signal<Study | null>(null);
/** What was found last, and of which model. */
export interface Found {
  answer: OrbitsMessage | FamilyMessage;
  about: string;
}
export const found = signal<{ winding: Found | null; family: Found | null }>({ winding: null, family: null });
export const noOrbits = signal<{ winding: string; family: string }>({ winding: "", family: "" });

/** What an answer depends on: all but where the start is. */
export const orbitsAbout = (message: ModelMessage): string => mechanism(message);

export interface WindingQuestion {
  winding: number[];
  energy: number;
  momentum: number;
  symmetric: boolean;
}
export interface FamilyQuestion {
  equilibrium: string;
  mode: number;
  limit?: number; // energy
}
/** Searches; the answer if there is one and it is about the model as it is now. */
export async function search(
  question: ({ kind: "winding" } & WindingQuestion) | ({ kind: "family" } & FamilyQuestion),
): Promise<Found["answer"] | null> {
  const { kind, ...asked } = question;
  const about = orbitsAbout(model.value!);
  noOrbits.value = { ...noOrbits.value, [kind]: "" };
  const body =
    kind === "winding"
      ? { type: "orbits" as const, text: model.value!.text, ...(asked as WindingQuestion) }
      : { type: "family" as const, text: model.value!.text, ...(asked as FamilyQuestion) };
  const { id, answer } = study(body, kind === "winding" ? "orbits" : "family", (part) => {
    searching.value = { id, part };
  });
  searching.value = { id, part: 0 };
  const reply = await answer;
  if (searching.value?.id === id || id === 0) searching.value = null;
  if (reply.type !== "orbits" && reply.type !== "family") {
    noOrbits.value = { ...noOrbits.value, [kind]: words(reply) };
    return null;
  }
  found.value = { ...found.value, [kind]: { answer: reply, about } };
  return orbitsAbout(model.value!) === about ? reply : null;
}

/** The motions of an answer, one beside the other. */
export const membersOf = (answer: Found["answer"]): OrbitMessage[] =>
  answer.type === "orbits" ? answer.orbits : answer.members;

// ---- edits
const rows = 600; // of a period: a loop that is smooth to the eye
/** The start on a motion, and a run of exactly one period of it. */
export function load({ state, period }: OrbitMessage, message: ModelMessage): Edit[] {
  const named = (prefix: string): Record<string, number> =>
    Object.fromEntries(
      Object.entries(state).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
      ),
    );
  const every = period / rows;
  const run = hasLoops(message)
    ? { method: "gauss6", tolerance: "", step: String(every / 2) }
    : { method: "taylor", tolerance: "1e-12", step: "" };
  return [
    { kind: "start", ...(message.space ? { state } : { angles: named("angle."), momenta: named("momentum.") }) },
    { kind: "run", until: String(period), every: String(every), ...run },
  ];
}
/** Whether a run is that of the motion: it starts there and lasts one period. */
export const isLoaded = ({ period, energy }: OrbitMessage, { run, start }: ModelMessage): boolean =>
  Math.abs(run.until - period) <= 1e-12 * period && Math.abs(start.energy - energy) <= 1e-9 * Math.abs(energy);

// ---- stability
const onCircle = ([re, im]: [number, number]): boolean => Math.abs(Math.hypot(re, im) - 1) < 1e-6;
type Multipliers = OrbitMessage["multipliers"];
/** All multipliers on the unit circle: small differences do not grow by themselves. */
export const isStable = (multipliers: Multipliers): boolean => multipliers.every(onCircle);
export const stabilityWords = (multipliers: Multipliers): string =>
  multipliers.length === 0
    ? "one freedom: every motion near it closes too"
    : isStable(multipliers)
      ? "stable: all on the unit circle"
      : `unstable: differences grow ${shownNumber(Math.max(...multipliers.map(([re, im]) => Math.hypot(re, im))))}-fold each period`;

/** What the whole turns in a period. */
export const turnWords = ({ phase }: OrbitMessage): string => `${shownNumber(phase / (2 * Math.PI))} turns`;

/** Multipliers in words: pairs λ, 1/λ and those on the circle by their angle. */
export function multiplierWords(multipliers: Multipliers): string[] {
  return multipliers.flatMap(([re, im]) => {
    if (im < -1e-12 && onCircle([re, im])) return []; // with its conjugate
    if (onCircle([re, im]) && Math.abs(im) > 1e-12) return [`e^±${shownNumber(Math.atan2(im, re))}i`];
    return [
      Math.abs(im) < 1e-12 ? shownNumber(re) : `${shownNumber(re)} ${im < 0 ? "−" : "+"} ${shownNumber(Math.abs(im))}i`,
    ];
  });
}

// ---- the backbone
/** Pieces of members in a row that are alike: stable or not; neighbours share a member. */
export function backbonePieces(members: OrbitMessage[]): { stable: boolean; members: OrbitMessage[] }[] {
  const out: { stable: boolean; members: OrbitMessage[] }[] = [];
  members.forEach((member, i) => {
    if (i === 0) return;
    const stable = isStable(members[i - 1]!.multipliers) && isStable(member.multipliers);
    const last = out.at(-1);
    if (last?.stable === stable) last.members.push(member);
    else out.push({ stable, members: [members[i - 1]!, member] });
  });
  return out;
}
/** The member that is drawn nearest. */
export function nearestMember(members: OrbitMessage[], away: (energy: number, period: number) => number): number {
  let [least, nearest] = [Infinity, 0];
  members.forEach(({ energy, period }, i) => {
    const far = away(energy, period);
    if (far < least) [least, nearest] = [far, i];
  });
  return nearest;
}
