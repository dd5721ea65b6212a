// SPDX-License-Identifier: Apache-2.0
// A flat outline as a thin plate that is seen from both sides.
import { BufferGeometry, Float32BufferAttribute, ShapeUtils, Vector2 } from "three";
import { type Vector, cross, direction, dot, plus, size } from "./turns";

/** Two faces and the rim between them: a fiftieth of its size thick. */
export function flatGeometry(outline: readonly Vector[], normal: Vector): BufferGeometry {
  const thick = Math.max(...outline.map(size)) / 50;
  const x = direction(plus(outline[1]!, outline[0]!, -1));
  const y = cross(normal, x);
  const faces = ShapeUtils.triangulateShape(
    outline.map((corner) => new Vector2(dot(corner, x), dot(corner, y))),
    [],
  ) as [number, number, number][];
  const corner = (k: number, side: 1 | -1): Vector => plus(outline[k % outline.length]!, normal, (side * thick) / 2);
  const triangles: Vector[][] = [
    ...faces.map(([a, b, c]) => [corner(a, 1), corner(b, 1), corner(c, 1)]),
    ...faces.map(([a, b, c]) => [corner(c, -1), corner(b, -1), corner(a, -1)]),
    ...outline.flatMap((_, k) => [
      [corner(k, -1), corner(k + 1, -1), corner(k + 1, 1)],
      [corner(k, -1), corner(k + 1, 1), corner(k, 1)],
    ]),
  ];
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(triangles.flat(2), 3));
  geometry.computeVertexNormals();
  return geometry;
}
