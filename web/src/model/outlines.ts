// SPDX-License-Identifier: Apache-2.0
// Bodies of even density by their outlines: mass, inertia and corners of a rod, a plate and a disc, from density and size.

export type Place = readonly [x: number, y: number];
export interface OutlineKind {
  id: "rod" | "plate" | "disc";
  sizes: string[]; // what is given, m
  unit: string; // of the density
  measure: (sizes: number[]) => number; // length or area
  perMass: (sizes: number[]) => number; // inertia over mass: the radius of gyration squared
  corners: (sizes: number[]) => Place[]; // about the mass centre, along x
}
const box = (a: number, b: number): Place[] => [
  [-a / 2, -b / 2],
  [a / 2, -b / 2],
  [a / 2, b / 2],
  [-a / 2, b / 2],
];
const around = 24; // corners of a disc

export const outlineKinds: OutlineKind[] = [
  {
    id: "rod",
    sizes: ["length"],
    unit: "kg/m",
    measure: ([l = 0]) => l,
    perMass: ([l = 0]) => (l * l) / 12,
    corners: ([l = 0]) => box(l, l / 24),
  },
  {
    id: "plate",
    sizes: ["length", "width"],
    unit: "kg/m²",
    measure: ([a = 0, b = 0]) => a * b,
    perMass: ([a = 0, b = 0]) => (a * a + b * b) / 12,
    corners: ([a = 0, b = 0]) => box(a, b),
  },
  {
    id: "disc",
    sizes: ["radius"],
    unit: "kg/m²",
    measure: ([r = 0]) => Math.PI * r * r,
    perMass: ([r = 0]) => (r * r) / 2,
    corners: ([r = 0]) =>
      Array.from({ length: around }, (_, i): Place => {
        const angle = (2 * Math.PI * i) / around;
        return [r * Math.cos(angle), r * Math.sin(angle)];
      }),
  },
];

export interface Solid {
  mass: number;
  inertia: number;
  outline: Place[]; // in the body's frame
}
/** A body of this outline, turned by `angle`, with its mass centre at a place of its frame. */
export function solidOf(kind: OutlineKind, density: number, sizes: number[], angle: number, centre: Place): Solid {
  const mass = density * kind.measure(sizes);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return {
    mass,
    inertia: mass * kind.perMass(sizes),
    outline: kind.corners(sizes).map(([x, y]): Place => [centre[0] + c * x - s * y, centre[1] + s * x + c * y]),
  };
}

/** Sizes that hold a body's joints, which are given from its mass centre, and the direction in which it lies. */
export function suggested(kind: OutlineKind, joints: readonly Place[]): { sizes: number[]; angle: number } {
  const far = [...joints].sort((a, b) => Math.hypot(...b) - Math.hypot(...a))[0];
  const reach = far ? Math.hypot(...far) : 0;
  const length = reach > 0 ? 2 * reach : 1;
  const angle = far && reach > 0 ? Math.atan2(far[1], far[0]) : 0;
  const along = Math.abs(angle) > Math.PI / 2 ? angle - Math.sign(angle) * Math.PI : angle; // either end may be first
  return {
    sizes: kind.id === "disc" ? [length / 2] : kind.id === "plate" ? [length, length / 2] : [length],
    angle: along,
  };
}

const digits = (value: number, count: number): string => String(Number(value.toPrecision(count)) + 0);
/** The numbers of a solid as a file has them. */
export const solidTexts = ({ mass, inertia, outline }: Solid): { mass: string; inertia: string; outline: string } => ({
  mass: digits(mass, 10),
  inertia: digits(inertia, 10),
  outline: `[${outline.map((place) => `[${place.map((value) => String(Number(value.toFixed(4)) + 0)).join(", ")}]`).join(", ")}]`,
});
