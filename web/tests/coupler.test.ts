// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import type { LeafMessage, ModelMessage } from "../src/link/protocol";
import { couplerCurves, curvesFor } from "../src/motion/coupler";
import { chain } from "./model";

const model: ModelMessage = { ...chain(2), points: [{ name: "tip", label: "", body: 1, at: [0.5, 0.1] }] };
const turns = Array.from({ length: 41 }, (_, k) => -Math.PI + (2 * Math.PI * k) / 40);
const leaf = { along: { x: turns, angles: turns.map((x) => [x]) } } as LeafMessage;

test("seen from the first body, the point of the second goes round the joint; seen from its own it rests", () => {
  const [curve] = couplerCurves(model, leaf, "body:b1");
  expect(curve!.body).toBe(1);
  curve!.x.forEach((x, i) => expect(Math.hypot(x - 1, curve!.y[i]! - 0.2)).toBeCloseTo(1.2, 12)); // (0.5, 0.1) from (-0.7, 0.1)
  const [own] = couplerCurves(model, leaf, "body:b2");
  own!.x.forEach((x, i) => expect([x, own!.y[i]]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.1, 12)]));
});

test("there are curves in the frames of bodies alone, and not with lengths that have changed since", () => {
  const known = { model, leaves: [leaf] };
  expect(curvesFor(model, known, "body:b1")).toHaveLength(1);
  expect(curvesFor(model, known, "inertial")).toEqual([]);
  const longer = {
    ...model,
    joints: model.joints.map((joint) => ({ ...joint, at_first: [2, 0] as [number, number] })),
  };
  expect(curvesFor(longer, known, "body:b1")).toEqual([]);
  expect(curvesFor(model, null, "body:b1")).toEqual([]);
});
