// SPDX-License-Identifier: Apache-2.0
// What is drawn of a model in space, as plain data: each body's solid or outline, the ends of its axes and of its sticks, and
// the sizes that fit all of them.
import type { SpaceModel } from "./poses";
import { type Solid, type SolidKind, solidOf, supportOf } from "./solid";
import { type Vector, size, times } from "./turns";

export interface BodyShape {
  solid: Solid; // drawn where there is no outline
  outline: readonly Vector[];
  sticks: Vector[]; // from the mass centre to its joints and points
  tips: [Vector, Vector, Vector]; // of its axes, beyond the solid
  span: number; // how far it extends from its mass centre
}
export interface Shapes {
  kind: SolidKind;
  bodies: BodyShape[];
  grain: number; // metres: the size of the whole, by which sticks and joints are thick
}

const unit: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function shapeOf(model: SpaceModel, body: number, kind: SolidKind): BodyShape {
  const { inertia, outline } = model.space.bodies[body]!;
  const solid = solidOf(model.bodies[body]!.mass, inertia.flat(), kind);
  const sticks = [
    ...model.joints.flatMap(({ first, second }, k): Vector[] => {
      const { at_first, at_second } = model.space.joints[k]!;
      return first === body ? [at_first] : second === body ? [at_second] : [];
    }),
    ...model.points.flatMap((point, k): Vector[] => (point.body === body ? [model.space.points[k]!.place] : [])),
  ];
  const around = outline.length > 0 ? Math.max(...outline.map(size)) : size(solid.half) / (kind === "box" ? 1 : 1.3);
  const reach = (along: Vector): number =>
    outline.length > 0
      ? Math.max(0, ...outline.map((corner) => corner[unit.indexOf(along)]!))
      : supportOf(solid, along) * (kind === "box" ? 1.2 : 1);
  return {
    solid,
    outline,
    sticks,
    tips: unit.map((axis) => times(reach(axis) + 0.28 * around, axis)) as BodyShape["tips"],
    span: Math.max(around, ...solid.half.slice(outline.length > 0 ? 3 : 0), ...sticks.map(size)),
  };
}

const known = new WeakMap<SpaceModel, Shapes>();
export function shapesOf(model: SpaceModel, kind: SolidKind): Shapes {
  const before = known.get(model);
  if (before?.kind === kind) return before;
  const bodies = model.bodies.map((_, body) => shapeOf(model, body, kind));
  const spans = bodies.map(({ span }) => span).sort((a, b) => a - b);
  const fresh = { kind, bodies, grain: spans[spans.length >> 1]! };
  known.set(model, fresh);
  return fresh;
}
