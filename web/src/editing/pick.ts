// SPDX-License-Identifier: Apache-2.0
// Which body of a picture is under the pointer.
import { pixels } from "../motion/scale";
import type { Stage } from "../motion/stage";
import { placeOf } from "../motion/traces";

type Place = readonly [number, number];

function segmentDistance([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number {
  const [u, v] = [bx - ax, by - ay];
  const length = u * u + v * v;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * u + (y - ay) * v) / length));
  return Math.hypot(x - ax - part * u, y - ay - part * v);
}

/** The body drawn at this place of the canvas, or -1. */
export function bodyAt(stage: Stage, x: number, y: number, tolerance: number): number {
  if (!stage.run || !stage.poses) return -1;
  const { poses, radii } = stage;
  const drawn = stage.run.model;
  const toPixels = pixels(stage.camera);
  const distance = drawn.bodies.map(
    (_, i) =>
      segmentDistance([x, y], toPixels(poses.x[i]!, poses.y[i]!), toPixels(poses.x[i]!, poses.y[i]!)) - radii[i]!,
  );
  drawn.joints.forEach(({ first, second }, k) => {
    const joint = toPixels(poses.jointX[k]!, poses.jointY[k]!);
    for (const i of [first, second])
      distance[i] = Math.min(distance[i]!, segmentDistance([x, y], joint, toPixels(poses.x[i]!, poses.y[i]!)));
  });
  drawn.points.forEach(({ body }, index) => {
    const [u, v] = placeOf(drawn, { kind: "point", index }, poses);
    distance[body] = Math.min(
      distance[body]!,
      segmentDistance([x, y], toPixels(u, v), toPixels(poses.x[body]!, poses.y[body]!)),
    );
  });
  const nearest = distance.indexOf(Math.min(...distance));
  return distance[nearest]! <= tolerance ? nearest : -1;
}
