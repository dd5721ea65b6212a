// SPDX-License-Identifier: Apache-2.0
// The force of a spring to a place that moves, as formulas of the model file.

/** Where the other end of the spring is at a time. */
export interface Knot {
  t: number;
  place: readonly [x: number, y: number];
}

const rounded = (value: number): number => Number(value.toPrecision(5));
const written = (value: number): string => String(rounded(value) + 0);
const time = (t: number): string => String(Number(t.toFixed(4)));

/** A coordinate of the pointer over time: "0.5 + 0.2*ramp(t, 1.2, 1.3) - …". */
function coordinate(path: readonly Knot[], axis: 0 | 1): string {
  let out = written(path[0]!.place[axis]);
  path.slice(1).forEach(({ t, place }, k) => {
    const by = rounded(rounded(place[axis]) - rounded(path[k]!.place[axis]));
    if (by !== 0) out += ` ${by < 0 ? "-" : "+"} ${Math.abs(by)}*ramp(t, ${time(path[k]!.t)}, ${time(t)})`;
  });
  return out;
}

/** The force of the spring, from its first knot until `end`. */
export function springForce(path: readonly Knot[], end: number, stiffness: number, damping: number): [string, string] {
  const along = (axis: 0 | 1): string => {
    const name = "xy"[axis];
    return `pulse(t, ${time(path[0]!.t)}, ${time(end)})*(${stiffness}*(${coordinate(path, axis)} - ${name}) - ${damping}*v${name})`;
  };
  return [along(0), along(1)];
}
