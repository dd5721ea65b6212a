// SPDX-License-Identifier: Apache-2.0
// The same picture with a pen, by projection: for SVG files, and where the browser has no WebGL. Solids are their outlines,
// those farther away are drawn first.
import { bodyColour } from "../motion/colours";
import type { Palette } from "../motion/draw";
import type { Pen } from "../motion/pen";
import { type Camera, nearness, project } from "./camera";
import type { Poses } from "./poses";
import type { BodyShape, Shapes } from "./shapes";
import { type Matrix, type Vector, columnOf, cross, direction, dot, plus, size, times, turn } from "./turns";

/** The outline of an ellipsoid as seen from far: half axes and the way the first one points, in the picture's plane, metres. */
export function silhouette(
  { right, up }: Pick<Camera, "right" | "up">,
  half: Vector,
  axes: Matrix,
): { a: number; b: number; angle: number } {
  const entry = (u: Vector, v: Vector): number =>
    half.reduce((sum, length, k) => sum + length ** 2 * dot(u, columnOf(axes, k)) * dot(v, columnOf(axes, k)), 0);
  const [xx, xy, yy] = [entry(right, right), entry(right, up), entry(up, up)];
  const [mean, spread] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
  return {
    a: Math.sqrt(mean + spread),
    b: Math.sqrt(Math.max(0, mean - spread)),
    angle: Math.atan2(2 * xy, xx - yy) / 2,
  };
}

function polygon(pen: Pen, corners: readonly (readonly [number, number])[]): void {
  pen.begin();
  corners.forEach(([x, y], i) => (i === 0 ? pen.move(x, y) : pen.line(x, y)));
  pen.close();
}

/** The convex hull of points of the plane, in order; after Andrew. */
export function hull(points: readonly (readonly [number, number])[]): [number, number][] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]) as [number, number][];
  const half = (those: [number, number][]): [number, number][] => {
    const out: [number, number][] = [];
    for (const p of those) {
      for (let n = out.length; n > 1; n = out.length) {
        const [q, r] = [out[n - 1]!, out[n - 2]!];
        if ((q[0] - r[0]) * (p[1] - r[1]) > (q[1] - r[1]) * (p[0] - r[0])) break;
        out.pop();
      }
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.toReversed())];
}

export function cornersOf({ outline, solid: { half, axes } }: BodyShape): readonly Vector[] {
  if (outline.length > 0) return outline;
  const signs = [-1, 1];
  return signs.flatMap((x) =>
    signs.flatMap((y) => signs.map((z): Vector => turn(axes, [x * half[0], y * half[1], z * half[2]]))),
  );
}

function drawBody(pen: Pen, camera: Camera, shape: BodyShape, kind: Shapes["kind"], poses: Poses, i: number): void {
  const place = poses.places[i]!;
  const R = poses.axes[i]!;
  if (shape.outline.length > 0 || kind === "box") {
    polygon(pen, hull(cornersOf(shape).map((corner) => project(camera, plus(place, turn(R, corner))))));
    return;
  }
  const axes = [0, 1, 2].map((k) => turn(R, columnOf(shape.solid.axes, k)));
  const turned = [0, 1, 2].flatMap((row) => axes.map((axis) => axis[row]!));
  const { a, b, angle } = silhouette(camera, shape.solid.half, turned);
  const scale = camera.flat.scale * nearness(camera, place);
  const [x, y] = project(camera, place);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  polygon(
    pen,
    Array.from({ length: 48 }, (_, n): [number, number] => {
      const [u, v] = [a * Math.cos((Math.PI * n) / 24), b * Math.sin((Math.PI * n) / 24)];
      return [x + scale * (c * u - s * v), y - scale * (s * u + c * v)];
    }),
  );
}

/** Bodies with their sticks, and joints, from back to front. */
export function drawSolids(pen: Pen, camera: Camera, shapes: Shapes, poses: Poses, colours: Palette): void {
  const items: { depth: number; draw: () => void }[] = [];
  shapes.bodies.forEach((shape, i) => {
    const colour = bodyColour(i, colours.dark);
    items.push({
      depth: dot(camera.eye, poses.places[i]!),
      draw: () => {
        drawBody(pen, camera, shape, shapes.kind, poses, i);
        pen.fill(colour, 0.3);
        pen.stroke(colour, 1.5);
        pen.begin();
        for (const end of shape.sticks) {
          pen.move(...project(camera, poses.places[i]!));
          pen.line(...project(camera, plus(poses.places[i]!, turn(poses.axes[i]!, end))));
        }
        pen.stroke(colour, 2);
      },
    });
  });
  poses.joints.forEach((place) =>
    items.push({
      depth: dot(camera.eye, place),
      draw: () => {
        pen.begin();
        pen.circle(...project(camera, place), Math.max(2, 0.07 * shapes.grain * camera.flat.scale));
        pen.fill(colours.ground);
        pen.stroke(colours.ink, 1.5);
      },
    }),
  );
  for (const { draw } of items.sort((a, b) => a.depth - b.depth)) draw();
}

/** The momentum and the plane across it, through the mass centre. */
export function drawMomentum(pen: Pen, camera: Camera, poses: Poses, reach: number, colours: Palette): void {
  const moving = size(poses.momentum) > 1e-12;
  const z = direction(moving ? poses.momentum : [0, 0, 1]);
  const x = direction(cross(Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], z));
  const y = cross(z, x);
  for (const part of [1 / 3, 2 / 3, 1]) {
    const radius = 0.98 * part * reach;
    polygon(
      pen,
      Array.from({ length: 72 }, (_, n) => {
        const [c, s] = [Math.cos((Math.PI * n) / 36), Math.sin((Math.PI * n) / 36)];
        return project(camera, plus(poses.centre, plus(times(radius * c, x), y, radius * s)));
      }),
    );
    pen.stroke(colours.faint, 1, 0.35);
  }
  if (!moving) return;
  const [from, to] = [project(camera, poses.centre), project(camera, plus(poses.centre, z, 0.92 * reach))];
  const [u, v] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(u, v) || 1;
  const [a, b] = [(7 * u) / length, (7 * v) / length];
  pen.begin();
  pen.move(...from);
  pen.line(...to);
  pen.move(to[0] - a - b / 2, to[1] - b + a / 2);
  pen.line(...to);
  pen.line(to[0] - a + b / 2, to[1] - b - a / 2);
  pen.stroke(colours.ink, 1.5);
}
