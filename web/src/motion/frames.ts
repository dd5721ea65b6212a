// SPDX-License-Identifier: Apache-2.0
// Frames of reference: where bodies and joints are, seen from the inertial frame, the mass centre, a joint (axes parallel
// to the inertial ones) or a body.
import type { ModelMessage } from "../link/protocol";
import { type RunData, type Spot, column, valueAt } from "../link/run";
import { type Poses, inward, massCentre, placeJoints } from "./poses";

/** "inertial", "centre", "joint:NAME" or "body:NAME". */
export type FrameChoice = string;

export interface View {
  x: number; // origin of the frame, in inertial axes
  y: number;
  angle: number; // of its axes
}

/** The frames of a model, with the words of the menu. */
export function frameChoices(model: ModelMessage): { value: FrameChoice; label: string }[] {
  return [
    { value: "inertial", label: "inertial" },
    { value: "centre", label: "mass centre" },
    ...model.joints.map((joint) => ({ value: `joint:${joint.name}`, label: `joint ${joint.label || joint.name}` })),
    ...model.bodies.map((body) => ({ value: `body:${body.name}`, label: `body ${body.label || body.name}` })),
  ];
}

/** Columns of the bodies' poses, looked up once per run. */
export interface PoseColumns {
  x: Float64Array[];
  y: Float64Array[];
  angle: Float64Array[];
}
export function poseColumns(run: RunData): PoseColumns {
  const names = run.model.bodies.map((body) => body.name);
  return {
    x: names.map((name) => column(run, `centre.${name}.x`)!),
    y: names.map((name) => column(run, `centre.${name}.y`)!),
    angle: names.map((name) => column(run, `absolute.${name}`)!),
  };
}

/** Whether a run has them: one that was read from a table may not. */
export const hasPoses = (run: RunData): boolean =>
  run.model.bodies.every(({ name }) =>
    ["centre.*.x", "centre.*.y", "absolute.*"].every((family) => run.index.has(family.replace("*", name))),
  );

/** Fills `out` with the poses in the inertial frame. */
export function inertialPoses(model: ModelMessage, from: PoseColumns, spot: Spot, out: Poses): Poses {
  for (let i = 0; i < out.x.length; ++i) {
    out.x[i] = valueAt(from.x[i]!, spot);
    out.y[i] = valueAt(from.y[i]!, spot);
    out.angle[i] = valueAt(from.angle[i]!, spot);
  }
  placeJoints(model, out);
  return out;
}

/** The frame's origin and axes while the bodies are at these inertial poses. */
export function viewOf(model: ModelMessage, choice: FrameChoice, poses: Poses): View {
  const [kind, name] = choice.split(":");
  if (kind === "body") {
    const i = model.bodies.findIndex((body) => body.name === name);
    if (i >= 0) return { x: poses.x[i]!, y: poses.y[i]!, angle: poses.angle[i]! };
  }
  if (kind === "joint") {
    const k = model.joints.findIndex((joint) => joint.name === name);
    if (k >= 0) return { x: poses.jointX[k]!, y: poses.jointY[k]!, angle: 0 };
  }
  if (kind === "centre") {
    const [x, y] = massCentre(model, poses);
    return { x, y, angle: 0 };
  }
  return { x: 0, y: 0, angle: 0 };
}

/** Turns inertial poses into those seen from the frame, in place. */
export function see(view: View, poses: Poses): Poses {
  const seen = inward(view.x, view.y, view.angle);
  const turn = (xs: Float64Array, ys: Float64Array): void => {
    for (let i = 0; i < xs.length; ++i) {
      const place = seen(xs[i]!, ys[i]!);
      xs[i] = place[0];
      ys[i] = place[1];
    }
  };
  turn(poses.x, poses.y);
  turn(poses.jointX, poses.jointY);
  for (let i = 0; i < poses.angle.length; ++i) poses.angle[i]! -= view.angle;
  return poses;
}
