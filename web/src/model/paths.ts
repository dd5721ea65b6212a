// SPDX-License-Identifier: Apache-2.0
// Numbers of the model by their paths: body.arm.mass, joint.elbow.at.arm.x.
import type { ModelMessage } from "../link/protocol";

/** An expression with names in it; "90 deg" and "2*pi" are numbers all the same. */
export const usesNames = (text: string): boolean =>
  /[A-Za-z_]{2,}|\b[A-Za-df-z]\b/.test(text.replace(/\b(deg|rpm|pi)\b/g, ""));

/** The path for reading, with labels for names. */
export function pathWords(path: string, model: ModelMessage): string {
  const [kind, name, ...rest] = path.split(".");
  const body = model.bodies.find((entry) => entry.name === name);
  const joint = model.joints.find((entry) => entry.name === name);
  if (kind === "body" && body) return `${body.label || body.name}: ${rest.join(" ")}`;
  if (kind === "joint" && joint) return `${joint.label || joint.name}: ${rest.join(" ")}`;
  return path.replaceAll(".", " ");
}
