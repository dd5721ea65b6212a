// SPDX-License-Identifier: Apache-2.0
// A linkage of one freedom over the coordinate of a circle of its shapes: ½ M x'² + V + U is the energy of a motion. Runs, and
// what a point of a plane over x means.
import type { LeafMessage, ModelMessage, PortraitMessage } from "../link/protocol";
import { type RunData, column } from "../link/run";
import { close, energyAt, massAt, mix, placeOn, shapeAt } from "../model/circle";
import { type Axis, type Orbit, type Plane, kept, niceStep } from "./phase";

/** The coordinate along a run, with its turns; null if the run is not on this circle. */
export function coordinates(leaf: LeafMessage, run: RunData): Float64Array | null {
  const angles = run.model.joints.map(({ name }) => column(run, `angle.${name}`));
  if (run.rows === 0 || angles.some((values) => !values) || angles.length !== leaf.along.angles[0]?.length) return null;
  const out = new Float64Array(run.rows);
  const period = leaf.x.to - leaf.x.from;
  const shape = new Float64Array(angles.length);
  let near = -1;
  for (let row = 0; row < run.rows; ++row) {
    for (let j = 0; j < shape.length; ++j) shape[j] = angles[j]![row]!;
    const found = placeOn(leaf, shape, near);
    if (found.away > 5 * close) return null;
    near = found.k;
    const x = mix(leaf.along.x, found);
    out[row] = row === 0 ? x : x + period * Math.round((out[row - 1]! - x) / period);
  }
  return out;
}

/** A run over the coordinate: at its energy, which stays above the potential. */
export function potentialOrbit(leaf: LeafMessage, run: RunData): Orbit | null {
  const x = coordinates(leaf, run);
  const y = column(run, "energy") ?? column(run, "kinetic");
  return x && y ? { x, y } : null;
}

/** A run on the leaf: y = M x', x' by the rates of the joints along the circle. */
export function leafOrbit(leaf: LeafMessage, run: RunData): Orbit | null {
  const x = coordinates(leaf, run);
  const rates = run.model.joints.map(({ name }) => column(run, `rate.${name}`));
  if (!x || rates.some((values) => !values)) return null;
  const period = leaf.x.to - leaf.x.from;
  return {
    x,
    y: x.map((value, row) => {
      const place = value - period * Math.floor((value - leaf.x.from) / period);
      const { slopes } = shapeAt(leaf, place);
      const [along, square] = slopes.reduce(
        ([a, s], slope, j) => [a + slope * rates[j]![row]!, s + slope * slope] as [number, number],
        [0, 0] as [number, number],
      );
      return (massAt(leaf, place) * along) / square;
    }),
  };
}

/** The potential as a portrait: its curve, and the equilibria on it. */
export function potentialPortrait(portrait: PortraitMessage, leaf: LeafMessage): PortraitMessage {
  const { x, energy } = leaf.along;
  return {
    ...portrait,
    kind: "leaf",
    x: leaf.x,
    curves: [
      { kind: "shore", energy: Math.min(...energy), period: null, points: x.map((value, i) => [value, energy[i]!]) },
    ],
    marks: leaf.marks.map((mark) => ({ ...mark, at: [mark.at[0], mark.energy] })),
  };
}
export const leafPortrait = (portrait: PortraitMessage, { x, y, curves, marks }: LeafMessage): PortraitMessage => ({
  ...portrait,
  kind: "leaf",
  x,
  y,
  curves,
  marks,
});

/** The angles of all joints by their names. */
export const byJoint = (model: ModelMessage, values: readonly number[]): Record<string, number> =>
  Object.fromEntries(model.joints.map(({ name }, j) => [name, values[j]!]));

const around = (leaf: LeafMessage): Axis => ({ ...leaf.x, wraps: true, unit: "rad" });

/** The energies that a potential and a motion at this energy take, with room, in whole steps. */
export function energyRange(leaf: LeafMessage, now: number): [number, number] {
  const [low, high] = [Math.min(...leaf.along.energy), Math.max(...leaf.along.energy, now)];
  const step = niceStep(Math.max(high - low, 1e-9 * Math.abs(high), 1e-9) / 6);
  return [Math.floor(low / step - 0.25) * step, Math.ceil(high / step + 0.25) * step];
}

/** The plane of the potential: a point is a shape and an energy; one below the potential starts at rest on it. */
export function potentialPlane(portrait: PortraitMessage, leaf: LeafMessage, model: ModelMessage): Plane {
  const [from, to] = energyRange(leaf, model.start.energy);
  return {
    kind: "potential",
    x: around(leaf),
    y: { from, to, wraps: false, label: "energy", latex: "H + U", unit: "J" },
    orbit: kept((run) => potentialOrbit(leaf, run)),
    startAt: (x, y) => ({
      kind: "start",
      angles: byJoint(model, shapeAt(leaf, x).angles),
      momentum: portrait.momentum,
      energy: Math.max(y, energyAt(leaf, x)),
      snap: true,
    }),
    floor: (x) => energyAt(leaf, x),
  };
}

/** The plane of the leaf: a point is a shape and y = M x'. */
export function leafPlane(portrait: PortraitMessage, leaf: LeafMessage, model: ModelMessage): Plane {
  return {
    kind: "leaf",
    x: around(leaf),
    y: { ...leaf.y, wraps: false, unit: "kg m²/s" },
    orbit: kept((run) => leafOrbit(leaf, run)),
    startAt: (x, y) => {
      const { angles, slopes } = shapeAt(leaf, x);
      const rate = y / massAt(leaf, x);
      return {
        kind: "start",
        angles: byJoint(model, angles),
        rates: byJoint(
          model,
          slopes.map((slope) => slope * rate),
        ),
        momentum: portrait.momentum,
        snap: true,
      };
    },
  };
}
