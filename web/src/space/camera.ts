// SPDX-License-Identifier: Apache-2.0
// The orbit camera: where the eye stands around the origin of the frame, and which pixel shows which place. The eye is five
// times as far as the motion reaches, so that near things are larger, a little; magnifying is the flat camera's.
import type { Camera as Flat } from "../motion/scale";
import { type Vector, cross, dot, plus, times } from "./turns";

/** Where the eye stands: both angles in rad; z is up. */
export interface Orbit {
  azimuth: number;
  elevation: number;
}
export const usual: Orbit = { azimuth: 0.62, elevation: 0.36 };

const steepest = 1.55; // rad: from straight above, "up" has no direction
export const orbited = ({ azimuth, elevation }: Orbit, left: number, up: number): Orbit => ({
  azimuth: azimuth + left,
  elevation: Math.min(steepest, Math.max(-steepest, elevation + up)),
});

export interface Camera {
  flat: Flat; // scale at the origin, and which pixel shows it
  distance: number; // of the eye from the origin, in metres
  eye: Vector; // unit vectors: towards the eye, to the right and up in the picture
  right: Vector;
  up: Vector;
}
export function orbitCamera({ azimuth, elevation }: Orbit, flat: Flat, reach: number): Camera {
  const [c, s] = [Math.cos(elevation), Math.sin(elevation)];
  const eye: Vector = [c * Math.cos(azimuth), c * Math.sin(azimuth), s];
  const right: Vector = [-Math.sin(azimuth), Math.cos(azimuth), 0];
  return { flat, distance: 5 * reach, eye, right, up: cross(eye, right) };
}

export const eyeOf = ({ distance, eye }: Camera): Vector => times(distance, eye);

/** How much larger than at the origin a length at this place is drawn. */
export const nearness = ({ distance, eye }: Camera, place: Vector): number => distance / (distance - dot(eye, place));

export type Pixel = readonly [x: number, y: number];
/** CSS pixels of a place. */
export function project(camera: Camera, place: Vector): [x: number, y: number] {
  const { flat, right, up } = camera;
  const scale = flat.scale * nearness(camera, place);
  return [flat.x0 + scale * dot(right, place), flat.y0 - scale * dot(up, place)];
}

/** The place at the depth of `beside` that a pixel shows. */
export function placeAt(camera: Camera, x: number, y: number, beside: Vector): Vector {
  const { flat, right, up, eye } = camera;
  const scale = flat.scale * nearness(camera, beside);
  const across = plus(times((x - flat.x0) / scale, right), up, (flat.y0 - y) / scale);
  return plus(across, eye, dot(eye, beside));
}

/** The same as a matrix, row by row, from metres along right, up and towards the eye, counted from the eye, to the cube
 *  [-1, 1]³ of a picture of this size; what is drawn lies between 0.3 and 1.9 of the distance. */
export function projection({ flat, distance }: Camera, width: number, height: number): number[] {
  const [near, far] = [0.3 * distance, 1.9 * distance];
  const scale = 2 * flat.scale * distance;
  return [
    ...[scale / width, 0, 1 - (2 * flat.x0) / width, 0],
    ...[0, scale / height, (2 * flat.y0) / height - 1, 0],
    ...[0, 0, (far + near) / (near - far), (2 * far * near) / (near - far)],
    ...[0, 0, -1, 0],
  ];
}
