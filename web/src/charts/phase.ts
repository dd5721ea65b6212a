// SPDX-License-Identifier: Apache-2.0
// Planes through phase space: which two numbers of a run they show, how these wrap, and how a point becomes a start.
import type { Edit, ModelMessage, PortraitMessage } from "../link/protocol";
import { type RunData, column } from "../link/run";

export interface Axis {
  from: number;
  to: number;
  wraps: boolean; // an angle: what leaves at one end comes back at the other
  label: string;
  latex: string;
  unit: string;
}
export interface Orbit {
  x: Float64Array; // angles with their turns
  y: Float64Array;
}
export interface Plane {
  kind: "leaf" | "potential" | "landscape" | "columns";
  x: Axis;
  y: Axis;
  orbit: (run: RunData) => Orbit | null;
  startAt: ((x: number, y: number) => Edit) | null; // null: a start cannot be read off this plane
  floor?: (x: number) => number; // a potential: no motion is below it
}

/** The value that an axis shows: in (from, to] if it wraps. */
export const onto = (axis: Axis, value: number): number =>
  axis.wraps ? value - turns(axis, value) * (axis.to - axis.from) : value;
const turns = (axis: Axis, value: number): number => Math.ceil((value - axis.to) / (axis.to - axis.from));

/** A value read off an axis, with no more digits than a pointer can mean: steps of at most a thousandth of the range. */
export function neat(axis: Axis, value: number): number {
  const digits = Math.max(0, Math.ceil(3 - Math.log10(axis.to - axis.from)));
  return Number(onto(axis, value).toFixed(Math.min(digits, 15)));
}

export interface Path {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
}
/** Walks along an orbit, `stride` rows at a time, and cuts it where it leaves the plane at an end of an axis that wraps. */
export function trace(orbit: Orbit, x: Axis, y: Axis, path: Path, stride = 1): void {
  const width = x.to - x.from;
  const height = y.to - y.from;
  const last = orbit.x.length - 1;
  if (last < 0) return;
  let x0 = orbit.x[0]!;
  let y0 = orbit.y[0]!;
  let i = x.wraps ? turns(x, x0) : 0;
  let j = y.wraps ? turns(y, y0) : 0;
  path.moveTo(x0 - i * width, y0 - j * height);
  for (let row = Math.min(stride, last); row > 0; row = row === last ? 0 : Math.min(row + stride, last)) {
    const dx = orbit.x[row]! - x0;
    const dy = orbit.y[row]! - y0;
    for (;;) {
      const atX = x.wraps && dx !== 0 ? ((dx > 0 ? x.to : x.from) + i * width - x0) / dx : Infinity;
      const atY = y.wraps && dy !== 0 ? ((dy > 0 ? y.to : y.from) + j * height - y0) / dy : Infinity;
      const crossing = Math.min(atX, atY);
      if (!(crossing < 1)) break;
      path.lineTo(x0 + crossing * dx - i * width, y0 + crossing * dy - j * height);
      if (atX === crossing) i += Math.sign(dx);
      if (atY === crossing) j += Math.sign(dy);
      path.moveTo(x0 + crossing * dx - i * width, y0 + crossing * dy - j * height);
    }
    x0 += dx;
    y0 += dy;
    path.lineTo(x0 - i * width, y0 - j * height);
  }
}

/** nu = (mu_second - mu_first)/2 of the one joint of two bodies. */
export function nuOf(model: ModelMessage, momenta: ArrayLike<number>): number {
  const { first, second } = model.joints[0]!;
  return (momenta[second]! - momenta[first]!) / 2;
}
/** The momenta with this nu and this sum: mu_first = mu_s/2 - nu, mu_second = mu_s/2 + nu. */
export function momentaAt(model: ModelMessage, momentum: number, nu: number): Record<string, number> {
  const { first, second } = model.joints[0]!;
  return { [model.bodies[first]!.name]: momentum / 2 - nu, [model.bodies[second]!.name]: momentum / 2 + nu };
}

/** Makes the orbit of a run once, and again when the run has grown. */
export function kept(make: (run: RunData) => Orbit | null): (run: RunData) => Orbit | null {
  const known = new WeakMap<RunData, { rows: number; orbit: Orbit | null }>();
  return (run) => {
    let entry = known.get(run);
    if (entry?.rows !== run.rows) known.set(run, (entry = { rows: run.rows, orbit: make(run) }));
    return entry.orbit;
  };
}

function leafOrbit(run: RunData): Orbit | null {
  const joint = run.model.joints[0];
  const names = run.model.bodies.map((body) => body.name);
  const x = joint && column(run, `angle.${joint.name}`);
  const first = joint && column(run, `momentum.${names[joint.first]}`);
  const second = joint && column(run, `momentum.${names[joint.second]}`);
  if (!x || !first || !second) return null;
  return { x, y: second.map((value, row) => (value - first[row]!) / 2) };
}

/** An orbit of two columns of a run. */
export function columnsOrbit(run: RunData, xName: string, yName: string): Orbit | null {
  const x = column(run, xName);
  const y = column(run, yName);
  return x && y ? { x, y } : null;
}

/** The plane of a portrait: the leaf of two bodies, or the shapes of three; null if it is of another model. */
export function portraitPlane(
  portrait: PortraitMessage,
  model: ModelMessage,
  held: { energy: boolean; momentum: boolean },
): Plane | null {
  const angle = (axis: PortraitMessage["x"]): Axis => ({ ...axis, wraps: true, unit: "rad" });
  const [one, two] = model.joints.map((joint) => joint.name);
  if (portrait.kind === "leaf" && one !== undefined && two === undefined)
    return {
      kind: "leaf",
      x: angle(portrait.x),
      y: { ...portrait.y, wraps: false, unit: "kg m²/s" },
      orbit: kept(leafOrbit),
      startAt: (x, y) => ({ kind: "start", angles: { [one]: x }, momenta: momentaAt(model, portrait.momentum, y) }),
    };
  if (portrait.kind === "landscape" && one !== undefined && two !== undefined && model.joints.length === 2) {
    const hold = (["energy", "momentum"] as const).filter((name) => held[name]);
    return {
      kind: "landscape",
      x: angle(portrait.x),
      y: angle(portrait.y),
      orbit: kept((run) => columnsOrbit(run, `angle.${one}`, `angle.${two}`)),
      startAt: (x, y) => ({ kind: "start", angles: { [one]: x, [two]: y }, hold, snap: true }),
    };
  }
  return null;
}

/** The plane of any two columns; its range is rounded outwards so that it rests while a slider moves. */
export function columnsPlane(run: RunData, xName: string, yName: string): Plane {
  const axis = (name: string): Axis => {
    const { label, latex, unit } = run.model.columns.find((entry) => entry.name === name)!;
    const wraps = name.startsWith("angle.") || name.startsWith("absolute.");
    const [from, to] = wraps ? [-Math.PI, Math.PI] : rounded(column(run, name)!);
    return { from, to, wraps, label, latex, unit };
  };
  const orbit = kept((data) => columnsOrbit(data, xName, yName));
  return { kind: "columns", x: axis(xName), y: axis(yName), orbit, startAt: null };
}

/** A step of 1, 2 or 5 times a power of ten, at least `least`. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].find((digit) => digit * power >= least * (1 - 1e-9))! * power;
}

/** The range of values, with room, in whole steps. Values that differ by rounding only count as one. */
export function rounded(values: Float64Array): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(low <= high)) return [-1, 1];
  const least = Math.max(1e-9, 1e-6 * Math.max(Math.abs(low), Math.abs(high)));
  const step = niceStep(Math.max(high - low, least) / 8);
  return [Math.floor(low / step - 0.25) * step, Math.ceil(high / step + 0.25) * step];
}

/** The row of an orbit that is nearest to a point, and how far it is; `distance` measures in pixels, squared. */
export function nearest(orbit: Orbit, distance: (x: number, y: number) => number): { row: number; away: number } {
  const stride = Math.max(1, Math.ceil(orbit.x.length / 20_000));
  let row = 0;
  let least = Infinity;
  for (let index = 0; index < orbit.x.length; index += stride) {
    const away = distance(orbit.x[index]!, orbit.y[index]!);
    if (away < least) {
      least = away;
      row = index;
    }
  }
  return { row, away: Math.sqrt(least) };
}

/** Of the rows within `reach` pixels of a point the one nearest in time to `from`; without any, the nearest in place. */
export function follow(orbit: Orbit, distance: (x: number, y: number) => number, from: number, reach: number): number {
  const closest = nearest(orbit, distance);
  const limit = (closest.away + reach) ** 2;
  for (let step = 0; step < orbit.x.length; ++step)
    for (const row of [from + step, from - step])
      if (row >= 0 && row < orbit.x.length && distance(orbit.x[row]!, orbit.y[row]!) <= limit) return row;
  return closest.row;
}
