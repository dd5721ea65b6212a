// SPDX-License-Identifier: Apache-2.0
// Numbers of the model by their paths: body.arm.mass, joint.elbow.at.arm.x.
import type { ModelMessage } from "../link/protocol";

const wordsOfNumbers = /\b(deg|rpm|pi|sqrt|a?sin|a?cos|tanh?|atan2|exp|log|abs|min|max|sign)\b/g;

/** An expression with names in it; "90 deg", "2*pi" and "sqrt(2)" are numbers all the same. */
export const usesNames = (text: string): boolean =>
  /[A-Za-z_]{2,}|\b[A-Za-df-z]\b/.test(text.replace(wordsOfNumbers, ""));

/** The path for reading, with labels for names. */
export function pathWords(path: string, model: ModelMessage): string {
  const [kind, name, ...rest] = path.split(".");
  const body = model.bodies.find((entry) => entry.name === name);
  const joint = model.joints.find((entry) => entry.name === name);
  if (kind === "body" && body) return `${body.label || body.name}: ${rest.join(" ")}`;
  if (kind === "joint" && joint) return `${joint.label || joint.name}: ${rest.join(" ")}`;
  return path.replaceAll(".", " ");
}
