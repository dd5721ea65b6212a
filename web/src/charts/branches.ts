// SPDX-License-Identifier: Apache-2.0
// Branches of equilibria as a diagram: which numbers can be varied, what stands on its axes, which pieces of a branch are
// drawn alike, what is under the pointer, and the edits that load it.
import { guessRange, holding } from "../model/numbers";
import { pathWords, usesNames } from "../model/paths";
import { type Axis, onto, rounded } from "./phase";
import type { BranchPoint, BranchesMessage, Edit, ModelMessage, SpecialPoint } from "../link/protocol";

/** A number that can be varied, with the range of its slider. */
export interface Varied {
  path: string;
  words: string;
  unit: string;
  value: number;
  range: [number, number];
}

/** A range for a number without a slider of its own; a mass, an inertia, a length of a chain cannot be zero. */
function rangeOf(path: string, value: number): [number, number] {
  const [low, high] = guessRange(value);
  return low === 0 && /\.(mass|inertia)$|^chain\.(length|masses|lengths)/.test(path) ? [value / 20, high] : [low, high];
}

/** Parameters first, then the other numbers of bodies and joints, and the momentum; `opened` has the values as opened. */
export function variedNumbers(model: ModelMessage, opened: ModelMessage | null): Varied[] {
  const own = new Set(model.parameters.map((entry) => entry.name));
  const parameters = model.parameters
    .filter((entry) => !entry.fixed)
    .map(
      ({ name, label, unit, value, min, max }): Varied => ({
        path: name,
        words: label ? `${name}, ${label}` : name,
        unit,
        value,
        range: holding(min, max, value),
      }),
    );
  const others = model.numbers
    .filter(
      ({ path, text }) =>
        !own.has(path) && !usesNames(text) && (path === "start.momentum" || !/^(start|run)\./.test(path)),
    )
    .map(({ path, unit, value }): Varied => {
      const old = opened?.numbers.find((entry) => entry.path === path)?.value ?? value;
      return {
        path,
        words: path === "start.momentum" ? "total momentum" : pathWords(path, model),
        unit,
        value,
        range: holding(...rangeOf(path, old), value),
      };
    });
  return [...parameters, ...others, ...unwrittenMomentum(model)];
}
/** The total momentum of a start that is given by bodies: it can be varied all the same. */
function unwrittenMomentum({ numbers, space, start }: ModelMessage): Varied[] {
  if (space || numbers.some(({ path }) => path === "start.momentum")) return [];
  const range = holding(...guessRange(start.momentum), start.momentum);
  return [{ path: "start.momentum", words: "total momentum", unit: "kg m^2/s", value: start.momentum, range }];
}
/** Any path of the file: what is not in the list, such as a number that is an expression of others. */
export function variedPath(model: ModelMessage, path: string): Varied {
  const found = model.numbers.find((entry) => entry.path === path);
  const value = found?.value ?? 1;
  return { path, words: path, unit: found?.unit ?? "", value, range: holding(...rangeOf(path, value), value) };
}
/** The momentum of a start that does not have it as a number is given as a start: joint rates stay. */
export const asStart = (edits: Edit[], { numbers }: Pick<ModelMessage, "numbers">): Edit[] =>
  edits.map((edit) =>
    edit.kind === "set" && edit.path === "start.momentum" && !numbers.some(({ path }) => path === edit.path)
      ? { kind: "start", momentum: Number(edit.value) }
      : edit,
  );

/** What branches over a path depend on besides its value: as long as it is the same, the diagram holds. */
export function keyOf(model: ModelMessage, path: string): string {
  return JSON.stringify([
    model.bodies.map((body) => body.name),
    model.joints.map(({ name, first, second, laws }) => [
      name,
      first,
      second,
      path.startsWith(`joint.${name}.torque`) || path.startsWith("chain.torque") ? laws.map(({ law }) => law) : laws,
    ]),
    model.parameters.filter(({ name }) => name !== path).map(({ name, text }) => [name, text]),
    model.numbers
      .filter((entry) => entry.path !== path && !/^(start|run)\./.test(entry.path))
      .map((entry) => [entry.path, entry.text]),
  ]);
}

/** The present value of a path, if the model has it. */
export const presentValue = (model: ModelMessage, path: string): number | null =>
  model.parameters.find(({ name }) => name === path)?.value ??
  model.numbers.find((entry) => entry.path === path)?.value ??
  (path === "start.momentum" && !model.space ? model.start.momentum : null);

// ---- axes
/** What stands upwards: the energy, or the angle of a joint by its number. */
export type Upward = "energy" | number;
export const heightOf = (shape: { angles: number[]; energy: number }, upward: Upward): number =>
  upward === "energy" ? shape.energy : shape.angles[upward]!;

export interface DiagramAxes {
  x: Axis;
  y: Axis;
}
/** Angles on a circle are shown from −π/2 to 3π/2: stretched and folded shapes both lie inside. */
export function axesOf(diagram: BranchesMessage, upward: Upward, unit: string, latex: string): DiagramAxes {
  const x: Axis = {
    from: Math.min(diagram.from, diagram.to),
    to: Math.max(diagram.from, diagram.to),
    wraps: false,
    label: diagram.path,
    latex: "",
    unit,
  };
  if (upward !== "energy" && diagram.circle[upward])
    return {
      x,
      y: {
        from: -Math.PI / 2,
        to: 1.5 * Math.PI,
        wraps: true,
        label: `angle of ${diagram.joints[upward]}`,
        latex,
        unit: "rad",
      },
    };
  const heights = diagram.branches.flatMap(({ points }) => points.map((point) => heightOf(point, upward)));
  const [from, to] = rounded(Float64Array.from(heights));
  return {
    x,
    y: {
      from,
      to,
      wraps: false,
      label: upward === "energy" ? "energy" : `angle of ${diagram.joints[upward]}`,
      latex,
      unit: upward === "energy" ? "J" : "rad",
    },
  };
}

// ---- branches on each other
/** The height of a branch at a value, between its points; null where it has none. */
function heightAlong(points: BranchPoint[], upward: Upward, value: number): number | null {
  for (let i = 1; i < points.length; ++i) {
    const [a, b] = [points[i - 1]!, points[i]!];
    if (a.value === b.value || (a.value - value) * (b.value - value) > 0) continue;
    const part = (value - a.value) / (b.value - a.value);
    return heightOf(a, upward) + part * (heightOf(b, upward) - heightOf(a, upward));
  }
  return null;
}
/** Branches that are drawn on each other, such as mirror images over an energy: where to say so, and how many they are. */
export function coinciding(
  { branches }: BranchesMessage,
  upward: Upward,
): { value: number; height: number; count: number }[] {
  const probes = branches.map(({ points }) =>
    [0.5, 0.25, 0.75].map((part) => points[Math.floor(part * (points.length - 1))]!),
  );
  const size = Math.max(1e-9, ...probes.flat().map((point) => Math.abs(heightOf(point, upward))));
  const apart = (a: number, b: number): number => {
    const off = a - b;
    return Math.abs(upward === "energy" ? off : off - 2 * Math.PI * Math.round(off / (2 * Math.PI)));
  };
  const isOn = (branch: number, other: number): boolean =>
    probes[branch]!.every((point) => {
      const height = heightAlong(branches[other]!.points, upward, point.value);
      return height !== null && apart(height, heightOf(point, upward)) < 2e-3 * size;
    });
  const said = new Set<number>();
  return branches.flatMap((_, k) => {
    const those = branches.map((_, other) => other).filter((other) => other === k || isOn(k, other));
    if (said.has(k) || those.length < 2) return [];
    for (const other of those) said.add(other);
    const [middle] = probes[k]!;
    return [{ value: middle!.value, height: heightOf(middle!, upward), count: those.length }];
  });
}

// ---- what is drawn alike
export interface Piece {
  stability: BranchPoint["stability"];
  points: BranchPoint[];
}
/** A branch in pieces of one stability. A degenerate point belongs to the pieces on both sides of it. */
export function pieces(points: BranchPoint[]): Piece[] {
  const out: Piece[] = [];
  for (let i = 0; i + 1 < points.length; ++i) {
    const [one, two] = [points[i]!, points[i + 1]!];
    const stability = one.stability === "degenerate" ? two.stability : one.stability;
    const last = out.at(-1);
    if (last?.stability === stability) last.points.push(two);
    else out.push({ stability, points: [one, two] });
  }
  return out;
}

export const specialWords: Record<SpecialPoint["type"], string> = {
  fold: "fold",
  pitchfork: "pitchfork",
  transcritical: "transcritical",
  zero: "degenerate",
  hamiltonian_hopf: "Hamiltonian Hopf",
};

// ---- what is under the pointer
/** A point of a branch by its numbers. */
export interface Spot {
  branch: number;
  point: number;
}
type Distance = (value: number, height: number) => number; // in pixels

export function nearestSpot(diagram: BranchesMessage, upward: Upward, away: Distance, reach: number): Spot | null {
  let least = reach;
  let found: Spot | null = null;
  diagram.branches.forEach(({ points }, branch) =>
    points.forEach((candidate, point) => {
      const far = away(candidate.value, heightOf(candidate, upward));
      if (far < least) [least, found] = [far, { branch, point }];
    }),
  );
  return found;
}
export function nearestSpecial(
  diagram: BranchesMessage,
  upward: Upward,
  away: Distance,
  reach: number,
): SpecialPoint | null {
  const far = diagram.special.map((one) => away(one.value, heightOf(one, upward)));
  const least = Math.min(...far, reach);
  return least < reach ? diagram.special[far.indexOf(least)]! : null;
}
/** The special point that a point of a branch is, if it is one. */
export function specialAt(diagram: BranchesMessage, point: BranchPoint): SpecialPoint | null {
  const close = 1e-9 * Math.abs(diagram.to - diagram.from);
  const same = (one: SpecialPoint): boolean =>
    Math.abs(one.value - point.value) <= close &&
    one.angles.every((angle, k) => {
      const off = angle - point.angles[k]!;
      return Math.abs(diagram.circle[k] ? off - 2 * Math.PI * Math.round(off / (2 * Math.PI)) : off) < 1e-6;
    });
  return diagram.special.find(same) ?? null;
}

/** From a point along its branch by `steps`, or to the point of a neighbouring branch that is nearest in value. */
export function walked(
  diagram: BranchesMessage,
  from: Spot | null,
  steps: number,
  branches: number,
  present: number,
): Spot | null {
  if (diagram.branches.length === 0) return null;
  const nearest = (branch: number, value: number): Spot => {
    const far = diagram.branches[branch]!.points.map((one) => Math.abs(one.value - value));
    return { branch, point: far.indexOf(Math.min(...far)) };
  };
  if (!from) return nearest(0, present);
  const { points } = diagram.branches[from.branch]!;
  if (branches !== 0)
    return nearest(
      (from.branch + branches + diagram.branches.length) % diagram.branches.length,
      points[from.point]!.value,
    );
  const rising = points.at(-1)!.value >= points[0]!.value ? 1 : -1; // to the right, where the branch as a whole goes there
  return { ...from, point: Math.min(points.length - 1, Math.max(0, from.point + rising * steps)) };
}

// ---- edits
/** A value without the digits that a range of this width does not mean. */
export function meant(value: number, range: { from: number; to: number }): number {
  const digits = Math.ceil(12 - Math.log10(Math.abs(range.to - range.from)));
  return digits < 0 || digits > 100 ? value : Number(value.toFixed(digits)) + 0; // no −0
}

export const load = (diagram: BranchesMessage, value: number): Edit[] => [
  { kind: "set", path: diagram.path, value: String(meant(value, diagram)) },
];

/** The special points in words, each once: several may be alike but for their shapes. */
export function specialList(diagram: BranchesMessage): { type: SpecialPoint["type"]; value: number; count: number }[] {
  const out: ReturnType<typeof specialList> = [];
  for (const { type, value } of diagram.special) {
    const same = out.find((one) => one.type === type && meant(one.value, diagram) === meant(value, diagram));
    if (same) same.count++;
    else out.push({ type, value: meant(value, diagram), count: 1 });
  }
  return out;
}

/** Loads the value of a point and starts at its equilibrium: at its shape, no joint moving, the momentum of the diagram. */
export function loadAndStart(diagram: BranchesMessage, point: BranchPoint): Edit[] {
  const wrap: Axis = { from: -Math.PI, to: Math.PI, wraps: true, label: "", latex: "", unit: "" };
  const byName = <T>(value: (k: number) => T, which: (k: number) => unknown = () => true): Record<string, T> =>
    Object.fromEntries(diagram.joints.flatMap((name, k) => (which(k) ? [[name, value(k)]] : [])));
  const angle = (k: number): number => (diagram.circle[k] ? onto(wrap, point.angles[k]!) : point.angles[k]!);
  const turns = point.space?.rotations ?? [];
  return [
    { kind: "set", path: diagram.path, value: String(point.value) },
    {
      kind: "start",
      angles: byName(angle, (k) => !turns[k]),
      ...(point.space && {
        rotations: byName(
          (k) => turns[k]!,
          (k) => turns[k],
        ),
      }),
      rates: byName(() => 0),
      momentum: point.space?.momentum ?? (diagram.path === "start.momentum" ? point.value : diagram.momentum),
    },
  ];
}
