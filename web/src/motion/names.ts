// SPDX-License-Identifier: Apache-2.0
// Names of bodies, joints and marked points in a picture: beside what they name, off the sticks that end there, none over
// another. A body's name keeps its side of the body, so that it moves with it.
import type { ModelMessage } from "../link/protocol";
import { bodyColour } from "./colours";
import type { Palette } from "./draw";
import type { Pen } from "./pen";
import { fontSize } from "./sheet";
import type { Poses } from "./poses";
import { type Camera, pixels } from "./scale";
import { type Traced, placeOf } from "./traces";

export type NameChoice = "auto" | "all" | "none";
const most = 10; // of bodies, joints or points: more would cover the motion

/** Whether all names of a kind are shown that has so many; those that are pointed at or picked always are. */
const shownAll = (choice: NameChoice, count: number): boolean =>
  choice === "all" || (choice === "auto" && count <= most);

/** The direction that is farthest from all of these, as an angle: the middle of the widest gap. */
export function clearest(angles: readonly number[]): number {
  if (angles.length === 0) return Math.PI / 2;
  const turn = 2 * Math.PI;
  const sorted = angles.map((angle) => angle - turn * Math.floor(angle / turn)).sort((a, b) => a - b);
  let [widest, middle] = [-1, 0];
  sorted.forEach((angle, i) => {
    const next = i + 1 < sorted.length ? sorted[i + 1]! : sorted[0]! + turn;
    if (next - angle <= widest + 1e-9) return;
    widest = next - angle;
    middle = (angle + next) / 2;
  });
  return middle;
}

/** What has a name. */
interface Mark extends Traced {
  bodies: number[]; // whose it is
  words: string;
}
const called = ({ label, name }: { label: string; name: string }): string => label || name;
function marksOf({ bodies, joints, points }: ModelMessage): Mark[] {
  return [
    ...bodies.map((body, index): Mark => ({ kind: "body", index, bodies: [index], words: called(body) })),
    ...joints.map(
      (joint, index): Mark => ({ kind: "joint", index, bodies: [joint.first, joint.second], words: called(joint) }),
    ),
    ...points.map((point, index): Mark => ({ kind: "point", index, bodies: [point.body], words: called(point) })),
  ];
}

/** Where a mark is drawn, in pixels, and on which side of it, counter-clockwise, its name is to be. */
export interface Spot {
  x: number;
  y: number;
  radius: number;
  angle: number;
  disc?: Box | undefined; // its own, which its name is off by itself
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const wide = (words: string): number => 0.56 * fontSize * words.length;

/** The box of a name beside its mark. */
function boxOf(words: string, { x, y, angle, radius }: Spot): Box {
  const [c, s] = [Math.cos(angle), -Math.sin(angle)]; // down the screen
  const [half, high] = [wide(words) / 2 + 2, fontSize / 2 + 1];
  const off = radius + 3 + Math.min(half / Math.max(1e-9, Math.abs(c)), high / Math.max(1e-9, Math.abs(s)));
  const [u, v] = [x + off * c, y + off * s];
  return { left: u - half, top: v - high, right: u + half, bottom: v + high };
}

/** The box of a name within the picture and off what is taken: on its side of the mark, else on the next one that has room. */
export function boxFor(
  words: string,
  spot: Spot,
  taken: readonly Box[],
  { width, height }: { width: number; height: number },
): Box | null {
  for (const turn of [0, 1, -1, 2, -2, 3]) {
    const box = boxOf(words, { ...spot, angle: spot.angle + (turn * Math.PI) / 3 });
    const inside = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height;
    if (inside && !taken.some((other) => other !== spot.disc && overlap(box, other))) return box;
  }
  return null;
}

/** Writes the names that are chosen, and those of the bodies that are `pointed` at, which come first; one that would lie on
 *  what is `taken` or on another wherever it stands is left out. */
export function writeNames(
  pen: Pen,
  model: ModelMessage,
  spotOf: (mark: Traced & { bodies: number[] }) => Spot | null,
  choice: NameChoice,
  pointed: readonly number[],
  taken: Box[],
  palette: Palette,
  size: { width: number; height: number },
): void {
  const counts = { body: model.bodies.length, joint: model.joints.length, point: model.points.length };
  const isPointed = ({ bodies }: Mark): boolean => bodies.some((body) => pointed.includes(body));
  const wanted = marksOf(model).filter((mark) => shownAll(choice, counts[mark.kind]) || isPointed(mark));
  for (const mark of [...wanted.filter(isPointed), ...wanted.filter((mark) => !isPointed(mark))]) {
    const spot = spotOf(mark);
    const box = spot && boxFor(mark.words, spot, taken, size);
    if (!box) continue;
    taken.push(box);
    const colour = mark.kind === "joint" ? palette.quiet : bodyColour(mark.bodies[0]!, palette.dark);
    pen.words((box.left + box.right) / 2, (box.top + box.bottom) / 2, mark.words, colour, "center", palette.ground);
  }
}

/** In each body's frame: where its name is off its sticks. */
const sides = new WeakMap<ModelMessage, Float64Array>();
function sidesOf(model: ModelMessage): Float64Array {
  let found = sides.get(model);
  if (!found) {
    const ends: number[][] = model.bodies.map(() => []);
    const add = (body: number, [x, y]: [number, number]): void => {
      if (Math.hypot(x, y) > 0) ends[body]!.push(Math.atan2(y, x));
    };
    for (const { first, second, at_first, at_second } of model.joints) {
      add(first, at_first);
      add(second, at_second);
    }
    for (const point of model.points) add(point.body, point.at);
    sides.set(model, (found = Float64Array.from(ends, clearest)));
  }
  return found;
}

/** The names in a picture of the plane, with discs of these radii. */
export function drawNames(
  pen: Pen,
  {
    model,
    poses,
    camera,
    radii,
    ...size
  }: { model: ModelMessage; poses: Poses; camera: Camera; radii: Float64Array; width: number; height: number },
  choice: NameChoice,
  pointed: readonly number[],
  palette: Palette,
): void {
  const onto = pixels(camera);
  const side = sidesOf(model);
  const discs = model.bodies.map((_, i): Box => {
    const [x, y] = onto(poses.x[i]!, poses.y[i]!);
    return { left: x - radii[i]!, top: y - radii[i]!, right: x + radii[i]!, bottom: y + radii[i]! };
  });
  const spotOf = (mark: Traced & { bodies: number[] }): Spot => {
    const [u, v] = placeOf(model, mark, poses);
    const [x, y] = onto(u, v);
    if (mark.kind === "body")
      return {
        x,
        y,
        radius: radii[mark.index]!,
        angle: side[mark.index]! + poses.angle[mark.index]!,
        disc: discs[mark.index],
      };
    const sticks = mark.bodies.map((body) => Math.atan2(poses.y[body]! - v, poses.x[body]! - u));
    return { x, y, radius: 4, angle: clearest(sticks) };
  };
  writeNames(pen, model, spotOf, choice, pointed, discs, palette, size);
}
