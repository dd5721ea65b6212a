// SPDX-License-Identifier: Apache-2.0
// Sections, exponents and manifolds: how they are asked for, and what has come of them so far. Points and courses come ahead of
// the answer, a few times a second.
import { signal } from "@preact/signals";
import type {
  Edit,
  ExponentsMessage,
  ManifoldsMessage,
  ModelMessage,
  OrbitMessage,
  SectionMessage,
} from "../link/protocol";
import { study } from "../link/server";
import { mechanism } from "../model/fresh";
import { model } from "../model/store";
import { type Study, words } from "./studies";

export const chaosView = signal<"section" | "exponents" | "map">("section");

// ---- sections
export interface SectionQuestion {
  joint: string; // whose angle passes; "": after every period
  angle: number;
  direction: 1 | -1;
  energy: number | null; // null: of the start
  momentum: number | null;
  orbits: number;
  count: number;
}
export interface ShownSection {
  answer: SectionMessage;
  about: string; // the model
  orbit: number[]; // of each point: its motion, angle and momentum
  x: number[];
  y: number[];
  chosen: number; // the motion that was started by a click; -1: none
}
export const section = signal<ShownSection | null>(null);
export const pointCount = signal(0); // grows with what is shown
export const filling = signal<Study | null>(null);
export const noSection = signal("");

const bodyOf = ({ joint, angle, direction, energy, momentum, orbits, count }: SectionQuestion) => ({
  type: "section" as const,
  text: model.value!.text,
  ...(joint && { joint, angle, direction }),
  ...(energy !== null && { energy }),
  ...(momentum !== null && { momentum }),
  orbits,
  count,
});

function take(shown: ShownSection, rows: number[][], orbit?: number): void {
  for (const [k, x, y] of rows) {
    shown.orbit.push(orbit ?? k!);
    shown.x.push(x!);
    shown.y.push(y!);
  }
  if (section.value === shown) pointCount.value = shown.x.length;
}

/** The section as far as it is known; what came before a cancel stays. */
export async function fillSection(question: SectionQuestion): Promise<void> {
  const about = mechanism(model.value!);
  noSection.value = "";
  const frame = study({ ...bodyOf(question), count: 0 }, "section", () => {});
  filling.value = { id: frame.id, part: 0 };
  const first = await frame.answer;
  if (filling.value?.id !== frame.id && frame.id !== 0) return; // a newer one
  if (first.type !== "section") {
    filling.value = null;
    noSection.value = words(first);
    return;
  }
  const shown: ShownSection = { answer: first, about, orbit: [], x: [], y: [], chosen: -1 };
  section.value = shown;
  pointCount.value = 0;
  const { id, answer } = study(bodyOf(question), "section", (part, rows) => {
    if (filling.value?.id === id) filling.value = { id, part };
    take(shown, rows);
  });
  filling.value = { id, part: 0 };
  const last = await answer;
  if (filling.value?.id === id || id === 0) filling.value = null;
  if (last.type !== "section") noSection.value = words(last);
  else if (section.value === shown) {
    shown.answer = { ...last, starts: [...last.starts, ...shown.answer.starts.slice(last.starts.length)] };
    pointCount.value = shown.x.length;
    section.value = { ...shown };
  }
}

/** The motion from a place of the section: its state, once its points are there; null if there is none, with the reason. */
export async function orbitAt(place: [number, number], count: number): Promise<OrbitMessage["state"] | null> {
  const shown = section.value!;
  const { joint, angle, direction, energy, momentum } = shown.answer;
  noSection.value = "";
  const orbit = shown.answer.starts.length;
  const { answer } = study(
    { ...bodyOf({ joint, angle, direction, energy, momentum, orbits: 1, count }), at: place },
    "section",
    (_, rows) => take(section.value ?? shown, rows, orbit),
  );
  shown.answer.starts.push({ at: place, state: {}, trouble: "" });
  const found = await answer;
  if (found.type !== "section") {
    noSection.value = words(found);
    return null;
  }
  const now = section.value ?? shown;
  now.answer.starts[orbit] = found.starts[0]!;
  section.value = { ...now, chosen: orbit };
  return found.starts[0]!.state;
}

/** The start of the motion that has the point nearest to a place, which is as far as `away` says; null: there are no points. */
export function nearestOrbit(shown: ShownSection, away: (x: number, y: number) => number): number | null {
  let [least, nearest] = [Infinity, null as number | null];
  shown.x.forEach((x, i) => {
    const far = away(x, shown.y[i]!);
    if (far < least) [least, nearest] = [far, shown.orbit[i]!];
  });
  return nearest;
}

/** The edit that starts the run in a state. */
export function startIn(state: OrbitMessage["state"]): Edit {
  const named = (prefix: string): Record<string, number> =>
    Object.fromEntries(
      Object.entries(state).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
      ),
    );
  return { kind: "start", angles: named("angle."), momenta: named("momentum.") };
}

// ---- manifolds
export const manifolds = signal<{ answer: ManifoldsMessage; about: string } | null>(null);
export const growing = signal<Study | null>(null);
export const noManifolds = signal("");

/** What manifolds depend on: the model, its total momentum, and the momentum of the third body at the start. */
export const manifoldsAbout = (message: ModelMessage): string =>
  mechanism(message) + JSON.stringify([message.start.momentum, message.start.momenta]);

export async function growManifolds(loop: 1 | -1): Promise<ManifoldsMessage | null> {
  const about = manifoldsAbout(model.value!);
  noManifolds.value = "";
  const { id, answer } = study({ type: "manifolds", text: model.value!.text, loop }, "manifolds", (part) => {
    growing.value = { id, part };
  });
  growing.value = { id, part: 0 };
  const found = await answer;
  if (growing.value?.id === id || id === 0) growing.value = null;
  if (found.type !== "manifolds") {
    noManifolds.value = words(found);
    return null;
  }
  manifolds.value = { answer: found, about };
  return found;
}

/** Whether the manifolds lie on a section: the same plane, momentum and, where it is kept, energy. */
export function liesOn(found: ManifoldsMessage, shown: SectionMessage): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1e-9, Math.abs(a), Math.abs(b));
  const turned = Math.abs(Math.sin((found.angle - shown.angle) / 2)) < 1e-9;
  return (
    found.joint === shown.joint &&
    near(found.momentum, shown.momentum) &&
    (found.joint === ""
      ? near(found.period, shown.period)
      : turned && found.direction === shown.direction && near(found.energy, shown.energy))
  );
}

// ---- exponents
export interface Course {
  t: number[];
  means: number[][]; // per exponent
  spreads: number[][];
}
export const course = signal<{ course: Course; about: string } | null>(null);
export const exponents = signal<ExponentsMessage | null>(null); // at the end
export const measuring = signal<Study | null>(null);
export const noExponents = signal("");

/** What exponents depend on: all but the run. */
export const exponentsAbout = (message: ModelMessage): string =>
  mechanism(message) + JSON.stringify([message.start.angles, message.start.momenta]);

export async function measureExponents(until: number | null): Promise<void> {
  const about = exponentsAbout(model.value!);
  const so: Course = { t: [], means: [], spreads: [] };
  noExponents.value = "";
  exponents.value = null;
  course.value = { course: so, about };
  const { id, answer } = study(
    { type: "exponents", text: model.value!.text, ...(until !== null && { until }) },
    "exponents",
    (part, rows) => {
      for (const row of rows) {
        const count = (row.length - 1) / 2;
        so.t.push(row[0]!);
        for (let k = 0; k < count; ++k) {
          (so.means[k] ??= []).push(row[1 + k]!);
          (so.spreads[k] ??= []).push(row[1 + count + k]!);
        }
      }
      measuring.value = { id, part };
      course.value = { course: so, about };
    },
  );
  measuring.value = { id, part: 0 };
  const found = await answer;
  if (measuring.value?.id === id || id === 0) measuring.value = null;
  if (found.type === "exponents") exponents.value = found;
  else noExponents.value = words(found);
}
