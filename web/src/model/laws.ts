// SPDX-License-Identifier: Apache-2.0
// The torque laws one can choose, with the numbers and formulas each has; as in docs/model-format.md.
import type { LawText } from "../link/protocol";

export interface Gain {
  key: string;
  latex: string;
  words: string;
  unit: string;
  initial: string;
  range: [number, number];
}
export interface LawKind {
  id: string;
  law: string; // as in the file
  words: string;
  ball?: true; // of ball joints
  gains: Gain[];
  formulas: { key: string; words: string; initial: string }[];
}

const kp: Gain = { key: "kp", latex: "k_p", words: "stiffness", unit: "N m", initial: "50", range: [0, 200] };
const kd: Gain = { key: "kd", latex: "k_d", words: "damping", unit: "N m s", initial: "10", range: [0, 100] };
const bias: Gain = {
  key: "bias",
  latex: "b",
  words: "bias",
  unit: "rad",
  initial: "90 deg",
  range: [-Math.PI, Math.PI],
};
const frequency: Gain = {
  key: "frequency",
  latex: "\\Omega",
  words: "frequency",
  unit: "rad/s",
  initial: "1",
  range: [0.1, 10],
};
const damping: Gain = {
  key: "damping",
  latex: "\\zeta",
  words: "damping ratio",
  unit: "",
  initial: "1",
  range: [0, 2],
};

export const lawKinds: LawKind[] = [
  { id: "proportional", law: "proportional", words: "proportional", gains: [kp, bias], formulas: [] },
  { id: "pd", law: "pd", words: "proportional and derivative", gains: [kp, kd, bias], formulas: [] },
  { id: "sine", law: "sine", words: "sine spring", gains: [kp, kd], formulas: [] },
  { id: "sine-bias", law: "sine", words: "sine spring with bias", gains: [kp, kd, bias], formulas: [] },
  {
    id: "linearise",
    law: "linearise",
    words: "exact linearisation",
    gains: [frequency, damping],
    formulas: [{ key: "target", words: "target r(t)", initial: "0" }],
  },
  {
    id: "expression",
    law: "expression",
    words: "expression",
    gains: [],
    formulas: [
      { key: "formula", words: "torque T", initial: "10*sin(phi_JOINT)" },
      { key: "energy", words: "stored energy U (optional)", initial: "" },
    ],
  },
  {
    id: "drive",
    law: "drive",
    words: "drive",
    gains: [],
    formulas: [{ key: "formula", words: "turns the angle up by", initial: "5*pulse(t, 1, 3)" }],
  },
  { id: "log", law: "log", words: "spring by the angle", ball: true, gains: [kp, kd], formulas: [] },
  { id: "skew", law: "skew", words: "spring by the sine", ball: true, gains: [kp, kd], formulas: [] },
  {
    id: "matrix",
    law: "matrix",
    words: "spring by a matrix",
    ball: true,
    gains: [kd],
    formulas: [{ key: "kp", words: "matrix K, by rows", initial: "[[50, 0, 0], [0, 50, 0], [0, 0, 50]]" }],
  },
];

/** Which of the choices a law of the file is, after it was shown as `before`: a bias that a slider moves through zero stays. */
export function kindOf(law: LawText, before?: LawKind): LawKind {
  if (before?.id === "sine-bias" && law.law === "sine") return before;
  const kind = lawKinds.find((entry) => entry.law === law.law) ?? lawKinds[0]!;
  return kind.id === "sine" && (law.bias ?? "0") !== "0" ? lawKinds.find((entry) => entry.id === "sine-bias")! : kind;
}

/** A law of another kind, keeping the values that both have. */
export function turnedInto(kind: LawKind, joint: string, from: LawText | undefined): LawText {
  const law: LawText = { law: kind.law };
  for (const { key, initial } of [...kind.gains, ...kind.formulas]) {
    const known = from?.[key];
    const fits = known?.startsWith("[[") === initial.startsWith("[["); // a matrix or a number, as the other
    const value = fits ? known! : initial.replace("JOINT", joint);
    if (value !== "") law[key] = value;
  }
  return law;
}
