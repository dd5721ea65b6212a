// SPDX-License-Identifier: Apache-2.0
// The stops of the tour: the situations that Sreenath and Krishnaprasad (1988) showed in their figures 6 to 13, with the
// parameters of our built-in models.
import type { Edit } from "../link/protocol";

export interface Stop {
  title: string;
  figure: string;
  model: string; // built in
  edits: Edit[];
  frames: [string, string];
  tab: "leaf" | "equations" | "equilibria" | "source";
  part: "system" | "torque" | "start" | "run" | "display";
  graphs: string[];
  see: string;
  attempt: string;
}

const elbow = (law: Record<string, string>): Edit => ({
  kind: "torque",
  joint: "elbow",
  laws: [{ law: "sine", ...law }],
});
/** The start of the first stop as angles and momenta: a law that stores energy changes H + U, not the motion's start. */
const sameStart: Edit = {
  kind: "start",
  angles: { elbow: 0.5 },
  momenta: { hub: 5.5762013727857607, arm: 44.423798627214239 },
};
const angleAndEnergy = ["angle.*", "kinetic", "energy"];
const twoBody: [string, string] = ["joint:elbow", "body:hub"];

export const stops: Stop[] = [
  {
    title: "Two bodies, H = 15",
    figure: "as in figure 6",
    model: "two-body",
    edits: [],
    frames: twoBody,
    tab: "leaf",
    part: "start",
    graphs: ["angle.*", "momentum.*"],
    see: "A hub and an arm float freely, joined by a pin. The total angular momentum is 50, the energy 15: enough for the arm to turn all the way round again and again. The three frames show one motion: at rest, from the joint, and riding on the hub.",
    attempt:
      "Drag a body to another shape. Energy and momentum are held, so the motion is another point of the same curve in the phase space.",
  },
  {
    title: "The stable equilibrium",
    figure: "as in figure 7",
    model: "two-body",
    edits: [{ kind: "start", equilibrium: "E1", momentum: 50 }],
    frames: twoBody,
    tab: "equilibria",
    part: "start",
    graphs: ["angle.*", "momentum.*"],
    see: "Stretched out, the two bodies turn as one. In the inertial frame the joint leaves a circle about the mass centre; seen from the hub nothing moves. It is the shape of least energy at this momentum, and that makes it stable.",
    attempt:
      "Under Start, raise the energy a little: the joint begins to swing about zero, and the circle opens into a ring.",
  },
  {
    title: "Next to the unstable equilibrium",
    figure: "as in figure 8",
    model: "two-body",
    edits: [{ kind: "start", equilibrium: "E2", offset: { elbow: 0.01 }, momentum: 50 }],
    frames: twoBody,
    tab: "leaf",
    part: "start",
    graphs: ["angle.*", "momentum.*"],
    see: "Folded, the bodies can turn as one as well, but the least push is enough to leave. The start is a hundredth of a radian beside it: for a while nothing seems to happen, then the arm swings round and comes back. In the phase space the motion runs along the separatrix, the homoclinic orbit.",
    attempt:
      "Make the angle's distance from 180° smaller by ten: the wait grows by the same time with each power of ten.",
  },
  {
    title: "Damping in the joint, k_d = 10",
    figure: "as in figure 9",
    model: "two-body",
    edits: [sameStart, elbow({ kp: "0", kd: "10" }), { kind: "run", until: "100" }],
    frames: twoBody,
    tab: "leaf",
    part: "torque",
    graphs: [...angleAndEnergy, "torque.*"],
    see: "A torque proportional to the joint's rate takes energy out, but it is internal: the total momentum stays. So the motion sinks to the shape of least energy at this momentum, which is the stretched one. That is the stabilisation theorem, to be seen.",
    attempt: "Move the damping: from 1, where the arm turns many times before it settles, to 50. The end is the same.",
  },
  {
    title: "Spring, damping and bias",
    figure: "as in figure 10",
    model: "two-body",
    edits: [sameStart, elbow({ kp: "50", kd: "10", bias: "90 deg" }), { kind: "run", until: "100" }],
    frames: twoBody,
    tab: "leaf",
    part: "torque",
    graphs: [...angleAndEnergy, "torque.*"],
    see: "Now a sine spring of stiffness 50 pulls the joint to 90°, with the same damping. The joint settles at 87°: the turning of the whole wants to stretch the bodies, the spring to bend them.",
    attempt:
      "Set the total momentum to 0 under Start: without the turning the joint comes to rest at 90° exactly. A telescope is pointed this way.",
  },
  {
    title: "Three bodies, the general case",
    figure: "as in figure 12",
    model: "three-body",
    edits: [],
    frames: ["joint:pin1", "body:plate"],
    tab: "leaf",
    part: "system",
    graphs: ["angle.*", "momentum.*"],
    see: "A plate between two arms; its mass centre lies off the line through its joints. Two joint angles instead of one: the motion no longer closes, and neighbouring starts part from each other. Energy and momentum are kept all the same; see the monitors below.",
    attempt: "Change one start angle by a little and compare with the grey run before.",
  },
  {
    title: "Three bodies, the special case, with torques",
    figure: "as in figure 13",
    model: "three-body-special",
    edits: [
      { kind: "torque", joint: "pin1", laws: [{ law: "sine", kp: "20", kd: "5", bias: "60 deg" }] },
      { kind: "torque", joint: "pin2", laws: [{ law: "sine", kp: "20", kd: "5", bias: "60 deg" }] },
    ],
    frames: ["joint:pin1", "body:beam"],
    tab: "leaf",
    part: "torque",
    graphs: ["angle.*", "kinetic", "energy"],
    see: "The beam's mass centre lies on the line of its joints, so the stretched shape is a relative equilibrium. Springs with bias 60° and dampers in both joints pull the chain into a U; it settles where springs and turning balance.",
    attempt: "Turn one bias to -60 deg: the chain becomes a Z.",
  },
];
