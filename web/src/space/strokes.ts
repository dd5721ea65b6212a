// SPDX-License-Identifier: Apache-2.0
// Lines of some pixels' width among the solids: fixed ones of one colour, and the traces, which are written anew for each
// picture.
import { Color, type InterleavedBufferAttribute, type Matrix4, Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Vector } from "./turns";

/** Pieces from place to place, each by its two ends. */
export function lines(places: number[], colour: string, opacity: number): LineSegments2 {
  const geometry = new LineSegmentsGeometry().setPositions(places);
  return new LineSegments2(geometry, new LineMaterial({ color: new Color(colour), opacity, transparent: opacity < 1 }));
}

/** The three sections of the unit sphere across its axes, as the matrix takes them. */
export function circles(through: Matrix4): number[] {
  const out: number[] = [];
  const steps = 72;
  for (let axis = 0; axis < 3; ++axis)
    for (let n = 0; n < steps; ++n)
      for (const m of [n, n + 1]) {
        const [c, s] = [Math.cos((2 * Math.PI * m) / steps), Math.sin((2 * Math.PI * m) / steps)];
        const place = new Vector3().setComponent((axis + 1) % 3, c).setComponent((axis + 2) % 3, s);
        out.push(...place.applyMatrix4(through).toArray());
      }
  return out;
}

/** Pieces of one opacity. */
interface Band {
  lines: LineSegments2;
  count: number; // pieces written
  room: number;
}
/** Traces: bands of rising opacity, since three.js has one for all pieces of a line. */
export type Strokes = Band[];
const bands = 8;
const opacity = (band: number): number => 0.85 * ((band + 1) / bands) ** 1.4;

export const newStrokes = (): Strokes =>
  Array.from({ length: bands }, (_, k) => {
    const material = new LineMaterial({ vertexColors: true, transparent: true, opacity: opacity(k) });
    const object = new LineSegments2(new LineSegmentsGeometry(), material);
    object.frustumCulled = false;
    const band = { lines: object, count: 0, room: 0 };
    resize(band, 64);
    return band;
  });
function resize(band: Band, room: number): void {
  const { geometry } = band.lines;
  const before = band.room > 0 ? arraysOf(band) : null;
  const [places, colours] = [new Float32Array(6 * room), new Float32Array(6 * room)];
  if (before) {
    places.set(before.places);
    colours.set(before.colours);
  }
  geometry.setPositions(places);
  geometry.setColors(colours);
  band.room = room;
}
const bufferOf = ({ lines: { geometry } }: Band, name: string) =>
  (geometry.getAttribute(name) as InterleavedBufferAttribute).data;
const arraysOf = (band: Band) => ({
  places: bufferOf(band, "instanceStart").array as Float32Array,
  colours: bufferOf(band, "instanceColorStart").array as Float32Array,
});

/** Begins the strokes of a new picture. */
export function clear(strokes: Strokes): void {
  for (const band of strokes) band.count = 0;
}
/** A piece of this age: 0 oldest, 1 now. */
export function add(strokes: Strokes, a: Vector, b: Vector, age: number, colour: Color): void {
  const band = strokes[Math.min(bands - 1, Math.floor(age * bands))]!;
  if (band.count === band.room) resize(band, 2 * band.room);
  const { places, colours } = arraysOf(band);
  places.set([...a, ...b], 6 * band.count);
  colours.set([colour.r, colour.g, colour.b, colour.r, colour.g, colour.b], 6 * band.count);
  ++band.count;
}
/** All are written. */
export function finish(strokes: Strokes): void {
  for (const band of strokes) {
    bufferOf(band, "instanceStart").needsUpdate = true;
    bufferOf(band, "instanceColorStart").needsUpdate = true;
    band.lines.geometry.instanceCount = band.count;
    band.lines.visible = band.count > 0;
  }
}
