// SPDX-License-Identifier: Apache-2.0
// The sphere |M| = c in a corner: the momentum of all, in the axes of one body, moves on it. What is behind is paler. One
// body's sphere has its polhodes, the curves of equal energy.
import type { RunData } from "../link/run";
import { spotAt } from "../link/run";
import { bodyColour } from "../motion/colours";
import type { Palette } from "../motion/draw";
import type { Pen } from "../motion/pen";
import type { Camera } from "./camera";
import { type Polhode, parallel, polhodes } from "./polhodes";
import { type SpaceModel, momentumIn } from "./poses";
import { principal } from "./solid";
import { type Vector, direction, dot, size } from "./turns";

export interface Sphere {
  x: number; // its middle and radius, in CSS pixels
  y: number;
  radius: number;
}
/** Where it has room in a pane, if it has. */
export function sphereIn(width: number, height: number): Sphere | null {
  const radius = Math.round(Math.min(72, 0.14 * Math.min(width, height)));
  if (radius < 34) return null;
  const low = width < 500; // a phone: words stand at the top
  return { x: width - radius - 24, y: low ? height - radius - 28 : radius + 24, radius };
}

const lines = new WeakMap<SpaceModel, Polhode[]>();
function linesOf(model: SpaceModel): Polhode[] {
  const known = lines.get(model);
  if (known) return known;
  const one = model.bodies.length === 1 ? principal(model.space.bodies[0]!.inertia.flat()) : null;
  const curves = one ? polhodes(one.moments, one.axes) : [];
  const fresh: Polhode[] =
    curves.length > 0 ? curves : [-0.6, 0, 0.6].map((z) => ({ kind: "level", points: parallel(z) }));
  lines.set(model, fresh);
  return fresh;
}

const most = 600; // places of the path
interface Path {
  rows: number;
  body: number;
  stride: number;
  points: Vector[];
}
const paths = new WeakMap<RunData, Path>();
function pathOf(run: RunData, body: number): Path {
  const known = paths.get(run);
  if (known?.rows === run.rows && known.body === body) return known;
  const stride = Math.max(1, Math.ceil(run.rows / most));
  const points: Vector[] = [];
  for (let row = 0; row < run.rows; row += stride) points.push(direction(momentumIn(run, body, { row, part: 0 })));
  const fresh = { rows: run.rows, body, stride, points };
  paths.set(run, fresh);
  return fresh;
}

/** Draws it as the camera looks at the frame; nothing without momentum. */
export function drawSphere(
  pen: Pen,
  camera: Camera,
  sphere: Sphere,
  run: RunData,
  t: number,
  body: number,
  colours: Palette,
): void {
  const model = run.model as SpaceModel;
  const spot = spotAt(run, t);
  const now = momentumIn(run, body, spot);
  if (!(size(now) > 1e-12)) return;
  const onto = (v: Vector): [number, number] => [
    sphere.x + sphere.radius * dot(camera.right, v),
    sphere.y - sphere.radius * dot(camera.up, v),
  ];
  const curve = (points: readonly Vector[], front: boolean): void => {
    pen.begin();
    for (let i = 1; i < points.length; ++i) {
      if (dot(camera.eye, points[i]!) >= 0 !== front) continue;
      pen.move(...onto(points[i - 1]!));
      pen.line(...onto(points[i]!));
    }
  };
  pen.begin();
  pen.circle(sphere.x, sphere.y, sphere.radius);
  pen.fill(colours.ground, 0.8);
  const path = pathOf(run, body);
  const walked = path.points.slice(0, Math.floor(spot.row / path.stride) + 1);
  const colour = bodyColour(body, colours.dark);
  for (const front of [false, true]) {
    for (const { kind, points } of linesOf(model)) {
      curve(points, front);
      pen.stroke(kind === "separatrix" ? colours.quiet : colours.faint, 1, front ? 0.6 : 0.15);
    }
    curve(path.points, front);
    pen.stroke(colour, 1, front ? 0.45 : 0.2);
    curve([...walked, direction(now)], front);
    pen.stroke(colour, 2, front ? 1 : 0.3);
  }
  pen.begin();
  pen.circle(sphere.x, sphere.y, sphere.radius);
  pen.stroke(colours.quiet, 1);
  drawAxes(pen, camera, sphere, colours);
  const [x, y] = onto(direction(now));
  pen.begin();
  pen.circle(x, y, 4);
  pen.fill(dot(camera.eye, now) >= 0 ? colour : colours.ground);
  pen.stroke(colour, 1.5);
}

function drawAxes(pen: Pen, camera: Camera, sphere: Sphere, colours: Palette): void {
  const axes: Vector[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  axes.forEach((axis, k) => {
    if (dot(camera.eye, axis) < -0.05) return;
    const [u, v] = [dot(camera.right, axis), -dot(camera.up, axis)];
    const end = sphere.radius * 1.16;
    pen.begin();
    pen.move(sphere.x + sphere.radius * u, sphere.y + sphere.radius * v);
    pen.line(sphere.x + end * u, sphere.y + end * v);
    pen.stroke(colours.quiet, 1);
    pen.words(sphere.x + (end + 7) * u, sphere.y + (end + 7) * v, `${k + 1}`, colours.quiet, "center");
  });
}
