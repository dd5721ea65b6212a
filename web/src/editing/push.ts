// SPDX-License-Identifier: Apache-2.0
// A push from the moment shown on: a torque for a short time, written into the model, so that it is replayed with the run.
import type { Edit, LawText, Problem } from "../link/protocol";
import { cursor } from "../model/store";
import { enter } from "./edits";

/** "3*pulse(t, 2, 2.5)", added to a formula. */
export function withPulse(formula: string, torque: number, from: number, seconds: number): string {
  const [begin, end] = [from, from + seconds].map((time) => String(Number(time.toFixed(4))));
  const pulse = `${Math.abs(torque)}*pulse(t, ${begin}, ${end})`;
  if (formula === "") return torque < 0 ? `-${pulse}` : pulse;
  return `${formula} ${torque < 0 ? "-" : "+"} ${pulse}`;
}

/** The laws of a joint with a push: a drive of its own, or one more pulse of that of earlier pushes. */
export function pushed(laws: readonly LawText[], torque: number, from: number, seconds: number): LawText[] {
  const last = laws.at(-1);
  const own = last?.law === "drive" && /pulse\(t,[^()]*\)$/.test(last.formula ?? "");
  const formula = withPulse(own ? last.formula! : "", torque, from, seconds);
  return [...(own ? laws.slice(0, -1) : laws), { law: "drive", formula }];
}

export function pushJoint(
  joint: { name: string; laws: LawText[] },
  torque: number,
  seconds: number,
): Promise<Problem[]> {
  const edit: Edit = { kind: "torque", joint: joint.name, laws: pushed(joint.laws, torque, cursor.peek(), seconds) };
  return enter([edit]);
}

export function pushBody(body: { name: string; torque: string }, torque: number, seconds: number): Promise<Problem[]> {
  const value = withPulse(body.torque, torque, cursor.peek(), seconds);
  return enter([{ kind: "set", path: `body.${body.name}.torque`, value }]);
}
