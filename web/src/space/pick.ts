// SPDX-License-Identifier: Apache-2.0
// Which body is drawn at a pixel, and which place of it.
import { type Pixel, eyeOf, placeAt, project } from "./camera";
import { hitPart } from "./solid";
import type { Stage } from "./stage";
import { type Vector, dot, plus, turn } from "./turns";
import { cornersOf, hull } from "./vector";

/** How far a pixel is from the line between two others. */
function away([x, y]: Pixel, [ax, ay]: Pixel, [bx, by]: Pixel): number {
  const [u, v] = [bx - ax, by - ay];
  const part = Math.min(1, Math.max(0, ((x - ax) * u + (y - ay) * v) / (u * u + v * v || 1)));
  return Math.hypot(x - ax - part * u, y - ay - part * v);
}
/** Whether a pixel is within a convex outline, which goes round one way. */
function within(pixel: Pixel, outline: readonly Pixel[]): boolean {
  const sides = outline.map(([ax, ay], k) => {
    const [bx, by] = outline[(k + 1) % outline.length]!;
    return (bx - ax) * (pixel[1] - ay) - (by - ay) * (pixel[0] - ax);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

export interface Picked {
  body: number;
  place: Vector; // in the frame of the picture
}
/** The body drawn at this pixel, nearest to the eye, with sticks as thick as a pointer needs; null: none. */
export function pickedAt({ poses, camera, shapes }: Stage, pixel: Pixel, tolerance: number): Picked | null {
  if (!poses || !shapes) return null;
  const eye = eyeOf(camera);
  const found = shapes.bodies.flatMap((shape, body): Picked[] => {
    const [centre, R] = [poses.places[body]!, poses.axes[body]!];
    const drawn = (end: Vector): Pixel => project(camera, plus(centre, turn(R, end)));
    const beside = placeAt(camera, ...pixel, centre);
    const part = hitPart(shape.solid, R, centre, eye, beside);
    const solid = shape.outline.length > 0 || shapes.kind === "box";
    const hit = solid ? within(pixel, hull(cornersOf(shape).map(drawn))) : part > 0;
    const near = [[0, 0, 0] as const, ...shape.sticks].some(
      (end) => away(pixel, drawn([0, 0, 0]), drawn(end)) <= tolerance,
    );
    return hit || near ? [{ body, place: part > 0 ? plus(eye, plus(beside, eye, -1), part) : beside }] : [];
  });
  return found.sort((a, b) => dot(camera.eye, b.place) - dot(camera.eye, a.place))[0] ?? null;
}
