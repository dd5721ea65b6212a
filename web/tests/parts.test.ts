// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { freeName, renamed, withForce, withRod, without, withoutForce } from "../src/model/parts";

const text = `# mine
[model]
name = "Two"

[[body]]  # the root
name    = "one"
mass    = 1.0

[[body]]
name    = "two"
outline = [
  [0, 0],
  [1, 0]
]

[[joint]]
name    = "pin"
between = ["one", "two"]
at      = [[1.0, 0.0], [-1.0, 0.0]]
torque  = { law = "expression", torque = "-2*phi_pin - rate_pin" }

[[point]]
name = "tip"
on   = "two"
at   = [1.0, 0.0]

[start]
angles  = { pin = 0.5 }
momenta = { one = 1, two = "2*3" }
`;

test("a rod is added below, with the inertia of a rod, and all else stays", () => {
  const next = withRod(
    text,
    { name: "three", mass: 3 },
    { name: "pin2", parent: "two", inParent: [1, 0], inBody: [-2, 0] },
  );
  expect(next.startsWith(text.trimEnd())).toBe(true);
  expect(next).toContain('name    = "three"\nmass    = 3\ninertia = 4');
  expect(next).toContain('between = ["two", "three"]\nat      = [[1, 0], [-2, 0]]');
  expect(freeName("body", ["one", "two"])).toBe("body3");
  expect(freeName("body", ["body2"])).toBe("body3");
});

test("without a body its joints and what the start says of both are gone; comments stay", () => {
  const next = without(text, { bodies: ["two"] });
  expect(next).not.toMatch(/two|pin/);
  expect(next).toContain("# the root");
  expect(next).toContain("momenta = { one = 1 }");
  expect(
    withRod(next, { name: "two", mass: 1 }, { name: "pin", parent: "one", inParent: [1, 0], inBody: [-1, 0] }),
  ).toContain("[start]");
});

test("a joint that is cut goes alone, with what the start says of it; bodies that go take theirs along", () => {
  const cut = without(text, { bodies: [], joints: ["pin"] });
  expect(cut).not.toMatch(/pin/);
  expect(cut).toContain('on   = "two"');
  expect(cut).toContain('momenta = { one = 1, two = "2*3" }');
  expect(without(text, { bodies: ["one", "two"] })).not.toMatch(/"one"|"two"|pin|tip/);
});

test("a force is put at the end and taken away again; it goes with its body, and takes its new name", () => {
  const next = withForce(text, { name: "pull1", on: "two", place: [0.5, 0], value: ["3 - x", "-vy"] });
  expect(next).toContain('[[force]]\nname  = "pull1"\non    = "two"\nat    = [0.5, 0]\nvalue = ["3 - x", "-vy"]');
  expect(withoutForce(next, "pull1")).toBe(text);
  expect(without(next, { bodies: ["two"] })).not.toMatch(/pull1|tip/);
  expect(renamed(next, "body", "two", "arm")).toContain('on    = "arm"');
});

test("a new name is everywhere that the old one was meant, and nowhere else", () => {
  const body = renamed(text, "body", "one", "hub");
  expect(body).toContain('between = ["hub", "two"]');
  expect(body).toContain("momenta = { hub = 1,");
  expect(body).not.toContain('"one"');
  expect(renamed(text, "body", "two", "arm")).toContain('on   = "arm"');
  const joint = renamed(text, "joint", "pin", "elbow");
  expect(joint).toContain('"-2*phi_elbow - rate_elbow"');
  expect(joint).toContain("angles  = { elbow = 0.5 }");
});
