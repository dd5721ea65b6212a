// SPDX-License-Identifier: Apache-2.0
// What joints carry, as arrows: the torque at a joint as an arc, counter-clockwise where it turns the first body so, and the
// force that it passes on to its second body. The force is m a of all bodies beyond the joint, its size a column of the run;
// bodies in loops share theirs, so that only joints of trees have arrows.
import type { ModelMessage } from "../link/protocol";
import { type RunData, type Spot, column, valueAt } from "../link/run";
import type { Palette } from "./draw";
import type { Pen } from "./pen";
import { type Poses, bodyPoints, hasLoops } from "./poses";
import { type Camera, pixels } from "./scale";

export interface Loads {
  torque: number[]; // per joint
  force: [x: number, y: number][]; // on the second body, along inertial axes; none with loops
}

/** The bodies on the side of a joint's second body, in a tree. */
function beyond({ joints }: ModelMessage, joint: number): number[] {
  const found = [joints[joint]!.second];
  for (const body of found)
    joints.forEach(({ first, second }, k) => {
      if (k === joint) return;
      const next = first === body ? second : second === body ? first : -1;
      if (next >= 0 && !found.includes(next)) found.push(next);
    });
  return found;
}

/** The second derivative of a column near a row, by the rows on both sides. */
function bend(values: Float64Array, times: Float64Array, row: number): number {
  const i = Math.min(Math.max(row, 1), values.length - 2);
  const [before, after] = [times[i]! - times[i - 1]!, times[i + 1]! - times[i]!];
  const rise = (values[i + 1]! - values[i]!) / after - (values[i]! - values[i - 1]!) / before;
  return (2 * rise) / (before + after);
}

export function loadsAt(run: RunData, spot: Spot): Loads {
  const { model } = run;
  const value = (name: string): number => {
    const values = column(run, name);
    return values ? valueAt(values, spot) : 0;
  };
  const torque = model.joints.map(({ name }) => value(`torque.${name}`));
  if (hasLoops(model) || run.rows < 3) return { torque, force: [] };
  const times = run.columns[0]!.subarray(0, run.rows);
  const row = spot.row + Math.round(spot.part);
  const pull = model.bodies.map(({ name, mass }) =>
    ["x", "y"].map((axis) => {
      const place = column(run, `centre.${name}.${axis}`);
      return place ? mass * bend(place, times, row) : 0;
    }),
  );
  const force = model.joints.map(({ name }, k): [number, number] => {
    const sum = [0, 1].map((axis) => beyond(model, k).reduce((all, body) => all + pull[body]![axis]!, 0));
    const size = Math.hypot(sum[0]!, sum[1]!);
    const part = size > 0 ? value(`tension.${name}`) / size : 0;
    return [part * sum[0]!, part * sum[1]!];
  });
  return { torque, force };
}

/** The largest torque and the largest force of a run. */
const known = new WeakMap<RunData, { rows: number; torque: number; force: number }>();
export function largestLoads(run: RunData): { torque: number; force: number } {
  const found = known.get(run);
  if (found?.rows === run.rows) return found;
  const largest = (kind: string): number =>
    run.model.joints.reduce((most, { name }) => {
      for (const value of column(run, `${kind}.${name}`) ?? []) if (Math.abs(value) > most) most = Math.abs(value);
      return most;
    }, 0);
  const fresh = { rows: run.rows, torque: largest("torque"), force: largest("tension") };
  known.set(run, fresh);
  return fresh;
}

function head(pen: Pen, x: number, y: number, u: number, v: number): void {
  const size = Math.hypot(u, v) || 1;
  const [a, b] = [(6 * u) / size, (6 * v) / size];
  pen.move(x - a - b / 2, y - b + a / 2);
  pen.line(x, y);
  pen.line(x - a + b / 2, y - b - a / 2);
}

/** `turn`: by how much the frame of the poses is turned against the inertial axes. */
export function drawLoads(
  pen: Pen,
  camera: Camera,
  poses: Poses,
  { torque, force }: Loads,
  largest: { torque: number; force: number },
  longest: number,
  turn: number,
  palette: Palette,
): void {
  const onto = pixels(camera);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  pen.begin();
  force.forEach(([fx, fy], k) => {
    const part = longest / (largest.force || 1);
    const [u, v] = [part * (c * fx - s * fy), -part * (s * fx + c * fy)];
    if (!(Math.hypot(u, v) > 4)) return;
    const [x, y] = onto(poses.jointX[k]!, poses.jointY[k]!);
    pen.move(x, y);
    pen.line(x + u, y + v);
    head(pen, x + u, y + v, u, v);
  });
  pen.stroke(palette.ink, 1.5, 0.85);
  pen.begin();
  torque.forEach((value, k) => {
    const share = value / (largest.torque || 1);
    if (Math.abs(share) < 0.02) return;
    const [x, y] = onto(poses.jointX[k]!, poses.jointY[k]!);
    const [radius, sweep] = [14, 1.5 * Math.PI * share];
    const steps = 24;
    const point = (angle: number): [number, number] => [x + radius * Math.cos(angle), y - radius * Math.sin(angle)];
    pen.move(...point(0));
    for (let i = 1; i <= steps; ++i) pen.line(...point((sweep * i) / steps));
    const [u, v] = point(sweep);
    const way = Math.sign(sweep);
    head(pen, u, v, -way * Math.sin(sweep), -way * Math.cos(sweep));
  });
  pen.stroke(palette.accent, 1.75);
}

/** The largest force from outside in a run. */
const knownApplied = new WeakMap<RunData, { rows: number; size: number }>();
function largestApplied(run: RunData): number {
  const found = knownApplied.get(run);
  if (found?.rows === run.rows) return found.size;
  let size = 0;
  for (const { name } of run.model.forces) {
    const [x, y] = [column(run, `applied.${name}.x`), column(run, `applied.${name}.y`)];
    x?.forEach((value, i) => (size = Math.max(size, Math.hypot(value, y![i]!))));
  }
  knownApplied.set(run, { rows: run.rows, size });
  return size;
}

/** The forces from outside at a moment, each as an arrow at its point. */
export function drawApplied(
  pen: Pen,
  camera: Camera,
  poses: Poses,
  run: RunData,
  spot: Spot,
  longest: number,
  turn: number,
  palette: Palette,
): void {
  const onto = pixels(camera);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const part = longest / (largestApplied(run) || 1);
  pen.begin();
  for (const { name, body, at: place } of run.model.forces) {
    const [fx, fy] = ["x", "y"].map((axis) => valueAt(column(run, `applied.${name}.${axis}`)!, spot)) as [
      number,
      number,
    ];
    const [u, v] = [part * (c * fx - s * fy), -part * (s * fx + c * fy)];
    if (!(Math.hypot(u, v) > 4)) continue;
    const [x, y] = onto(...bodyPoints(poses, body)(...place));
    pen.move(x, y);
    pen.line(x + u, y + v);
    head(pen, x + u, y + v, u, v);
  }
  pen.stroke(palette.accent, 2);
}

/** A spring from a place of a body to the pointer. */
export function drawSpring(
  pen: Pen,
  camera: Camera,
  from: readonly [number, number],
  to: readonly [number, number],
  palette: Palette,
): void {
  const onto = pixels(camera);
  const [[x, y], [u, v]] = [onto(...from), onto(...to)];
  const length = Math.hypot(u - x, v - y);
  const [ex, ey] = length > 0 ? [(u - x) / length, (v - y) / length] : [0, 0];
  const turns = 10;
  const wide = Math.min(6, length / 8);
  pen.begin();
  pen.move(x, y);
  for (let i = 0; i <= 2 * turns; ++i) {
    const part = 0.15 + (0.7 * i) / (2 * turns);
    const side = i === 0 || i === 2 * turns ? 0 : i % 2 === 0 ? wide : -wide;
    pen.line(x + part * (u - x) - side * ey, y + part * (v - y) + side * ex);
  }
  pen.line(u, v);
  pen.stroke(palette.accent, 1.5);
  pen.begin();
  pen.circle(x, y, 3);
  pen.fill(palette.accent);
  pen.begin();
  pen.circle(u, v, 6);
  pen.fill(palette.ground);
  pen.stroke(palette.accent, 2);
}
