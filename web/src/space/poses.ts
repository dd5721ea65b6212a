// SPDX-License-Identifier: Apache-2.0
// Where bodies and joints are in space at a moment of a run, seen from a frame of reference: the inertial one, a joint (axes
// parallel to the inertial ones) or a body.
import type { ModelMessage, SpaceMessage } from "../link/protocol";
import { type RunData, type Spot, column, valueAt } from "../link/run";
import type { FrameChoice } from "../motion/frames";
import {
  type Matrix,
  type Quaternion,
  type Vector,
  between,
  identity,
  plus,
  product,
  rotationOf,
  transposed,
  turn,
} from "./turns";

/** A model of bodies in space. */
export type SpaceModel = ModelMessage & { space: SpaceMessage };
export const isInSpace = (model: ModelMessage): model is SpaceModel => model.space !== undefined;

/** Places of mass centres and joints, axes of bodies as turns, the mass centre and the momentum of all. */
export interface Poses {
  places: Vector[];
  axes: Matrix[];
  joints: Vector[];
  centre: Vector;
  momentum: Vector;
}

interface Columns {
  rows: number;
  places: Float64Array[][];
  attitudes: Float64Array[][];
  momentum: Float64Array[];
}
const found = new WeakMap<RunData, Columns>();
function columnsOf(run: RunData): Columns {
  const known = found.get(run);
  if (known?.rows === run.rows) return known;
  const entries = (name: string, parts: string): Float64Array[] =>
    [...parts].map((part) => column(run, `${name}.${part}`)!);
  const fresh = {
    rows: run.rows,
    places: run.model.bodies.map(({ name }) => entries(`centre.${name}`, "xyz")),
    attitudes: run.model.bodies.map(({ name }) => entries(`attitude.${name}`, "wxyz")),
    momentum: entries("momentum_total", "xyz"),
  };
  found.set(run, fresh);
  return fresh;
}

const vectorAt = (entries: Float64Array[], spot: Spot): Vector =>
  entries.map((values) => valueAt(values, spot)) as unknown as Vector;
function turnAt(entries: Float64Array[], { row, part }: Spot): Matrix {
  const turnOf = (place: number) => entries.map((values) => values[Math.min(place, values.length - 1)]!);
  const here = turnOf(row) as unknown as Quaternion;
  return rotationOf(part === 0 ? here : between(here, turnOf(row + 1) as unknown as Quaternion, part));
}

/** A place of a body, in the frame of the poses. */
export const placeIn = ({ places, axes }: Poses, body: number, place: Vector): Vector =>
  plus(places[body]!, turn(axes[body]!, place));

/** A place of the frame, in the axes of a body. */
export const inBody = ({ places, axes }: Poses, body: number, place: Vector): Vector =>
  turn(transposed(axes[body]!), plus(place, places[body]!, -1));

export function massCentre({ bodies }: ModelMessage, places: readonly Vector[]): Vector {
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  return bodies.reduce<Vector>((sum, body, i) => plus(sum, places[i]!, body.mass / mass), [0, 0, 0]);
}

/** The poses in the inertial frame. */
export function inertialPoses(run: RunData, spot: Spot): Poses {
  const columns = columnsOf(run);
  const model = run.model as SpaceModel;
  const places = columns.places.map((entries) => vectorAt(entries, spot));
  const poses = {
    places,
    axes: columns.attitudes.map((entries) => turnAt(entries, spot)),
    joints: [] as Vector[],
    centre: massCentre(model, places),
    momentum: vectorAt(columns.momentum, spot),
  };
  poses.joints = model.joints.map(({ first }, k) => placeIn(poses, first, model.space.joints[k]!.at_first));
  return poses;
}

/** The origin and the axes of a frame, while the bodies are at these inertial poses. */
export function viewOf(model: ModelMessage, choice: FrameChoice, poses: Poses): { origin: Vector; axes: Matrix } {
  const [kind, name] = choice.split(":");
  const body = kind === "body" ? model.bodies.findIndex((one) => one.name === name) : -1;
  if (body >= 0) return { origin: poses.places[body]!, axes: poses.axes[body]! };
  const joint = kind === "joint" ? model.joints.findIndex((one) => one.name === name) : -1;
  const origin: Vector = joint >= 0 ? poses.joints[joint]! : kind === "centre" ? poses.centre : [0, 0, 0];
  return { origin, axes: identity };
}

/** Inertial poses as they are seen from a frame. */
export function seen({ origin, axes }: { origin: Vector; axes: Matrix }, poses: Poses): Poses {
  const back = transposed(axes);
  const place = (v: Vector): Vector => turn(back, plus(v, origin, -1));
  return {
    places: poses.places.map(place),
    axes: poses.axes.map((R) => product(back, R)),
    joints: poses.joints.map(place),
    centre: place(poses.centre),
    momentum: turn(back, poses.momentum),
  };
}

export function posesSeen(run: RunData, choice: FrameChoice, spot: Spot): Poses {
  const poses = inertialPoses(run, spot);
  return seen(viewOf(run.model, choice, poses), poses);
}

/** The momentum of all in the axes of a body, at a row: it stays on the sphere |M| = c. */
export function momentumIn(run: RunData, body: number, spot: Spot): Vector {
  const columns = columnsOf(run);
  return turn(transposed(turnAt(columns.attitudes[body]!, spot)), vectorAt(columns.momentum, spot));
}
