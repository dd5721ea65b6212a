// SPDX-License-Identifier: Apache-2.0
// Where words about a body stand: beside it, in the pane, and off the body and the finger that holds it.
import { pixels } from "./scale";
import type { Stage } from "./stage";
import { placeOf } from "./traces";

type Place = readonly [x: number, y: number];
export interface Shown {
  centre: Place; // in pixels of the pane
  radius: number; // of its disc
  ends: Place[]; // of its sticks
}
interface Size {
  width: number;
  height: number;
}

/** The body as it is drawn. */
export function shownBody(stage: Stage, body: number): Shown {
  const model = stage.run!.model;
  const poses = stage.poses!;
  const toPixels = pixels(stage.camera);
  const joints = model.joints.flatMap(({ first, second }, k) =>
    first === body || second === body ? [toPixels(poses.jointX[k]!, poses.jointY[k]!)] : [],
  );
  const points = model.points.flatMap((point, index) =>
    point.body === body ? [toPixels(...placeOf(model, { kind: "point", index }, poses))] : [],
  );
  return {
    centre: toPixels(poses.x[body]!, poses.y[body]!),
    radius: stage.radii[body]!,
    ends: [...joints, ...points],
  };
}

const clearance = 24; // CSS pixels: half a fingertip
const edge = 8;

/** Places along the body, at most four pixels apart within a pane. */
function along({ centre: [x, y], ends }: Shown): Place[] {
  return ends.flatMap(([u, v]) => {
    const count = Math.min(500, Math.ceil(Math.hypot(u - x, v - y) / 4));
    return Array.from({ length: count }, (_, i): Place => {
      const part = (i + 1) / count;
      return [x + part * (u - x), y + part * (v - y)];
    });
  });
}

/** Left and top of a label in a pane: the first place around the body that is clear of it, else the clearest there is. */
export function labelPlace(label: Size, pane: Size, body: Shown): Place {
  const [x, y] = body.centre;
  const { width, height } = label;
  const off = body.radius + clearance;
  const most: Place = [Math.max(edge, pane.width - width - edge), Math.max(edge, pane.height - height - edge)];
  const within = ([left, top]: Place): Place => [
    Math.min(most[0], Math.max(edge, left)),
    Math.min(most[1], Math.max(edge, top)),
  ];
  const sticks = along(body);
  const distance = ([left, top]: Place, [u, v]: Place): number =>
    Math.hypot(Math.max(left - u, 0, u - left - width), Math.max(top - v, 0, v - top - height));
  const clear = (place: Place): number =>
    Math.min(distance(place, body.centre) - body.radius, ...sticks.map((stick) => distance(place, stick)));
  const around: Place[] = [
    [x - width / 2, y - off - height],
    [x + off, y - height / 2],
    [x - off - width, y - height / 2],
    [x - width / 2, y + off],
    [edge, edge],
    [most[0], edge],
    [edge, most[1]],
    most,
  ];
  const places = around.map(within);
  const clears = places.map(clear);
  const first = clears.findIndex((found) => found >= clearance - 1e-6);
  return places[first < 0 ? clears.indexOf(Math.max(...clears)) : first]!;
}
