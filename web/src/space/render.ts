// SPDX-License-Identifier: Apache-2.0
// The bodies as lit solids, by three.js: one picture is drawn at a time, for whichever pane asks, by one renderer.
import {
  BoxGeometry,
  type BufferGeometry,
  Camera as EyeCamera,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DirectionalLight,
  EdgesGeometry,
  Group,
  HemisphereLight,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  OctahedronGeometry,
  type Object3D,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import { ConvexGeometry } from "three/addons/geometries/ConvexGeometry.js";
import { bodyColour } from "../motion/colours";
import type { Palette } from "../motion/draw";
import { type Camera, projection } from "./camera";
import { flatGeometry } from "./plate";
import type { Poses, SpaceModel } from "./poses";
import type { BodyShape, Shapes } from "./shapes";
import { flatNormal } from "./solid";
import { type Strokes, circles, lines, newStrokes } from "./strokes";
import { type Matrix, type Vector, cross, direction, ofColumns, size } from "./turns";

export interface Solids {
  scene: Scene;
  bodies: { group: Group; material: MeshStandardMaterial }[];
  axes: Object3D[];
  others: Group; // the bodies of other runs
  pale: MeshStandardMaterial;
  arrow: Group; // the momentum
  plane: Group; // across the momentum
  strokes: Strokes; // traces
  light: DirectionalLight;
  thin: { material: { linewidth: number }; width: number }[]; // lines, in CSS pixels
  dispose: () => void;
}

const vector = (v: Vector): Vector3 => new Vector3(...v);
const placed = (R: Matrix, p: Vector): Matrix4 =>
  new Matrix4().set(
    ...([R[0]!, R[1]!, R[2]!, p[0]] as const),
    ...([R[3]!, R[4]!, R[5]!, p[1]] as const),
    ...([R[6]!, R[7]!, R[8]!, p[2]] as const),
    ...([0, 0, 0, 1] as const),
  );
/** A turn that takes the z axis along v. */
function along(v: Vector): Matrix {
  const z = direction(v);
  const x = direction(cross(Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], z));
  return ofColumns(x, cross(z, x), z);
}
function put(object: Object3D, R: Matrix, p: Vector): void {
  object.matrixAutoUpdate = false;
  object.matrix.copy(placed(R, p));
  object.matrixWorldNeedsUpdate = true;
}

/** A rod of radius r from a to b. */
function rod(a: Vector, b: Vector, r: number, material: MeshStandardMaterial): Mesh {
  const way: Vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const geometry = new CylinderGeometry(r, r, size(way), 16).rotateX(Math.PI / 2).translate(0, 0, size(way) / 2);
  const mesh = new Mesh(geometry, material);
  put(mesh, along(way), a);
  return mesh;
}

function solidGeometry({ solid, outline }: BodyShape, kind: Shapes["kind"]): BufferGeometry {
  const normal = outline.length > 2 ? flatNormal(outline) : null;
  if (normal) return flatGeometry(outline, normal);
  if (outline.length > 3) return new ConvexGeometry(outline.map(vector));
  const { half, axes } = solid;
  const unit = kind === "box" ? new BoxGeometry(2, 2, 2) : new SphereGeometry(1, 64, 40);
  return unit.scale(...half).applyMatrix4(placed(axes, [0, 0, 0]));
}

/** Lines on the surface, by which its turning is seen: edges, or the three principal sections of an ellipsoid. */
function surfaceLines({ solid, outline }: BodyShape, kind: Shapes["kind"], geometry: BufferGeometry): number[] {
  if (outline.length > 2 || kind === "box") return [...new EdgesGeometry(geometry, 20).attributes.position!.array];
  const { half, axes } = solid;
  const ellipsoid = new Matrix4().multiplyMatrices(placed(axes, [0, 0, 0]), new Matrix4().makeScale(...half));
  return circles(ellipsoid);
}

/** Builds the scene of a model; `dispose` gives its memory back. */
export function newSolids(model: SpaceModel, shapes: Shapes, colours: Palette): Solids {
  const scene = new Scene();
  const made: { dispose: () => void }[] = [];
  const thin: Solids["thin"] = [];
  const { grain } = shapes;
  const matte = (colour: string): MeshStandardMaterial => {
    const material = new MeshStandardMaterial({ color: colour, roughness: 0.5, metalness: 0 });
    Object.assign(material, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    made.push(material);
    return material;
  };
  const stroke = (places: number[], colour: string, width: number, opacity: number): Object3D => {
    const line = lines(places, colour, opacity);
    thin.push({ material: line.material, width });
    made.push(line.material, line.geometry);
    return line;
  };
  const ink = matte(colours.ink);
  const metal = matte(colours.dark ? "#aab0ba" : "#6d727b");
  const axes: Object3D[] = [];

  const bodies = shapes.bodies.map((shape, i) => {
    const group = new Group();
    const colour = bodyColour(i, colours.dark);
    const material = matte(colour);
    const geometry = solidGeometry(shape, shapes.kind);
    const edge = `#${new Color(colour).lerp(new Color("#ffffff"), 0.6).getHexString()}`;
    group.add(new Mesh(geometry, material), stroke(surfaceLines(shape, shapes.kind, geometry), edge, 1, 0.7));
    for (const end of shape.sticks) if (size(end) > 0) group.add(rod([0, 0, 0], end, 0.022 * grain, material));
    const axis = stroke(
      shape.tips.flatMap((tip) => [0, 0, 0, ...tip]),
      colours.ink,
      1.25,
      0.75,
    );
    axes.push(axis);
    group.add(axis);
    scene.add(group);
    return { group, material };
  });
  model.joints.forEach(({ first }, k) => {
    const { kind, axis, at_first } = model.space.joints[k]!;
    const hinge = new CylinderGeometry(0.045 * grain, 0.045 * grain, 0.24 * grain, 24).rotateX(Math.PI / 2);
    const joint = new Mesh(kind === "hinge" ? hinge : new SphereGeometry(0.07 * grain, 32, 20), metal);
    put(joint, along(kind === "hinge" ? axis : [0, 0, 1]), at_first);
    bodies[first]!.group.add(joint);
  });
  model.points.forEach(({ body }, k) => {
    const mark = new Mesh(new OctahedronGeometry(0.05 * grain), ink);
    put(mark, [1, 0, 0, 0, 1, 0, 0, 0, 1], model.space.points[k]!.place);
    bodies[body]!.group.add(mark);
  });

  const arrow = new Group();
  arrow.add(rod([0, 0, 0], [0, 0, 0.93], 0.006, ink));
  arrow.add(new Mesh(new ConeGeometry(0.02, 0.07, 24).rotateX(Math.PI / 2).translate(0, 0, 0.965), ink));
  const plane = new Group();
  plane.add(stroke(discLines(), colours.faint, 1, 0.35));
  const others = new Group();
  const pale = matte(colours.quiet);
  Object.assign(pale, { transparent: true, opacity: 0.16 });
  const strokes = newStrokes();
  for (const { lines: band } of strokes) {
    made.push(band.material, band.geometry);
    thin.push({ material: band.material, width: 1.25 });
    scene.add(band);
  }
  const light = new DirectionalLight("#ffffff", colours.dark ? 1.9 : 2.6);
  scene.add(arrow, plane, others, light, light.target);
  scene.add(new HemisphereLight("#ffffff", colours.dark ? "#4a5264" : "#b9bcc6", colours.dark ? 1.3 : 2.1));
  const dispose = (): void => {
    scene.traverse((object) => object instanceof Mesh && object.geometry.dispose());
    for (const one of made) one.dispose();
  };
  return { scene, bodies, axes, others, pale, arrow, plane, strokes, light, thin, dispose };
}

/** Circles and rays in the plane across z, within one metre. */
function discLines(): number[] {
  const out: number[] = [];
  for (const radius of [1 / 3, 2 / 3, 1])
    for (let n = 0; n < 96; ++n)
      for (const m of [n, n + 1]) {
        const angle = (2 * Math.PI * m) / 96;
        out.push(radius * Math.cos(angle), radius * Math.sin(angle), 0);
      }
  for (let n = 0; n < 12; ++n) {
    const [c, s] = [Math.cos((Math.PI * n) / 6), Math.sin((Math.PI * n) / 6)];
    out.push(0, 0, 0, c, s, 0);
  }
  return out;
}

/** Puts the bodies at these poses; `others` are those of other runs. */
export function pose(solids: Solids, poses: Poses, reach: number, others: readonly Poses[]): void {
  solids.bodies.forEach(({ group }, i) => put(group, poses.axes[i]!, poses.places[i]!));
  const moving = size(poses.momentum) > 1e-12;
  solids.arrow.visible = moving;
  const upright = along(moving ? poses.momentum : [0, 0, 1]);
  for (const [object, length] of [
    [solids.arrow, 0.92 * reach],
    [solids.plane, 0.98 * reach],
  ] as const) {
    put(object, upright, poses.centre);
    object.matrix.scale(new Vector3(length, length, length));
  }
  solids.others.clear();
  for (const other of others)
    solids.bodies.forEach(({ group }, i) => {
      const copy = new Mesh((group.children[0] as Mesh).geometry, solids.pale);
      put(copy, other.axes[i]!, other.places[i]!);
      solids.others.add(copy);
    });
}

/** Bodies that are not among the highlighted ones step back. */
export function emphasise(solids: Solids, highlighted: readonly number[], axes: boolean): void {
  solids.bodies.forEach(({ material }, i) => {
    material.opacity = highlighted.length > 0 && !highlighted.includes(i) ? 0.25 : 1;
    material.transparent = material.opacity < 1;
  });
  for (const one of solids.axes) one.visible = axes;
}

let shared: WebGLRenderer | null | undefined; // null: this browser has no WebGL
function renderer(): WebGLRenderer | null {
  if (shared !== undefined) return shared;
  try {
    const gl = document.createElement("canvas").getContext("webgl2", { antialias: true, alpha: true });
    shared = gl ? new WebGLRenderer({ canvas: gl.canvas as HTMLCanvasElement, context: gl, alpha: true }) : null;
    shared?.setClearColor(0x000000, 0);
    shared?.setScissorTest(true);
  } catch {
    shared = null;
  }
  return shared;
}

/** Draws the scene onto a canvas of so many CSS pixels; false where the browser cannot. */
export function render(
  context: CanvasRenderingContext2D,
  { scene, light, thin }: Solids,
  camera: Camera,
  width: number,
  height: number,
  ratio: number,
): boolean {
  const gl = renderer();
  if (!gl || gl.getContext().isContextLost()) return false;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  const canvas = gl.domElement;
  if (canvas.width < w || canvas.height < h) gl.setSize(Math.max(canvas.width, w), Math.max(canvas.height, h), false);
  for (const { material, width: pixels } of thin) material.linewidth = pixels * ratio;
  const eye = new EyeCamera();
  const place = vector(camera.eye).multiplyScalar(camera.distance);
  put(eye, ofColumns(camera.right, camera.up, camera.eye), [place.x, place.y, place.z]);
  eye.projectionMatrix.fromArray(projection(camera, width, height)).transpose();
  eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
  light.position.copy(vector(camera.eye).multiplyScalar(2.4).addScaledVector(vector(camera.up), 1.8));
  light.position.addScaledVector(vector(camera.right), -1.4);
  const low = canvas.height - h;
  gl.setViewport(0, low, w, h);
  gl.setScissor(0, low, w, h);
  gl.render(scene, eye);
  context.drawImage(canvas, 0, 0, w, h, 0, 0, w / ratio, h / ratio); // pixel by pixel
  return true;
}
