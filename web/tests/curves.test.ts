// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { curvesOf, withCurve, withoutCurve } from "../src/charts/curves";
import type { ModelMessage } from "../src/link/protocol";
import { chain } from "./model";

/** A model whose columns have these names. */
const named = (joints: string[], bodies: string[], springs = false): ModelMessage => ({
  ...chain(2),
  joints: [{ ...chain(2).joints[0]!, laws: springs ? [{ law: "linear", kp: "1" }] : [] }],
  columns: [
    "t",
    ...joints.map((name) => `angle.${name}`),
    ...bodies.map((name) => `momentum.${name}`),
    "kinetic",
    "energy",
    ...bodies.flatMap((name) => [`centre.${name}.x`, `centre.${name}.y`]),
  ].map((name) => ({ name, quantity: name.split(".")[0]!, unit: "", label: name, latex: "", body: -1 })),
});
const telescope = named(["gimbal"], ["bus", "sensor"], true);
const tree = named(["fork1", "fork2"], ["trunk", "bough1", "bough2"]);

test("the usual curves are those of the model at hand, not the names of another", () => {
  expect(curvesOf(telescope, ["usual"])).toEqual(["angle.gimbal", "kinetic", "energy"]);
  expect(curvesOf(tree, ["usual"])).toEqual([
    "angle.fork1",
    "angle.fork2",
    "momentum.trunk",
    "momentum.bough1",
    "momentum.bough2",
  ]);
});

test("a quantity is all its curves, in every model; a column of another model stands for its quantity", () => {
  expect(curvesOf(tree, ["momentum.*"])).toEqual(["momentum.trunk", "momentum.bough1", "momentum.bough2"]);
  expect(curvesOf(tree, ["angle.gimbal", "energy"])).toEqual(["angle.fork1", "angle.fork2", "energy"]);
  expect(curvesOf(tree, ["angle.gimbal", "angle.fork2"])).toEqual(["angle.fork2"]);
  expect(curvesOf(tree, ["centre.bus.y"])).toEqual(["centre.trunk.y", "centre.bough1.y", "centre.bough2.y"]);
});

test("what would leave nothing gives way to the usual; an empty choice is one", () => {
  expect(curvesOf(tree, ["tension.gimbal"])).toEqual(curvesOf(tree, ["usual"]));
  expect(curvesOf(tree, [])).toEqual([]);
});

test("a curve taken away stays away, the last of a quantity with the quantity; each comes back alone", () => {
  const fewer = withoutCurve(tree, ["usual"], "momentum.trunk");
  expect(curvesOf(tree, fewer)).toEqual(["angle.fork1", "angle.fork2", "momentum.bough1", "momentum.bough2"]);
  expect(curvesOf(telescope, fewer)).toEqual(curvesOf(telescope, ["usual"]));
  const angles = ["angle.fork1", "angle.fork2"].reduce((choice, name) => withoutCurve(tree, choice, name), fewer);
  expect(curvesOf(tree, angles)).toEqual(["momentum.bough1", "momentum.bough2"]);
  expect(curvesOf(telescope, angles)).toEqual(["kinetic", "energy"]);
  expect(curvesOf(tree, withCurve(tree, angles, "angle.fork2"))).toContain("angle.fork2");
  expect(curvesOf(tree, withCurve(tree, angles, "angle.fork2"))).not.toContain("angle.fork1");
  expect(curvesOf(tree, withCurve(tree, fewer, "momentum.trunk"))).toContain("momentum.trunk");
  const none = curvesOf(tree, angles).reduce((choice, name) => withoutCurve(tree, choice, name), angles);
  expect(none).toEqual([]);
});

test("all curves of a quantity, one by one, are the quantity: a body that is added has its own", () => {
  const two = named(["pin"], ["one", "two"]);
  const choice = ["centre.one.x", "centre.two.x"].reduce((sofar, name) => withCurve(two, sofar, name), ["usual"]);
  expect(curvesOf(named(["pin", "pin2"], ["one", "two", "three"]), choice)).toContain("centre.three.x");
  const fewer = withCurve(two, ["usual"], "centre.one.x");
  expect(curvesOf(named(["pin", "pin2"], ["one", "two", "three"]), fewer)).not.toContain("centre.three.x");
});

test("any sequence of adding and taking away shows exactly what was chosen", () => {
  const columns = tree.columns.map(({ name }) => name).filter((name) => name !== "t");
  let seed = 1;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  let choice = ["usual"];
  const shown = new Set(curvesOf(tree, choice));
  for (let i = 0; i < 500; ++i) {
    const name = [...columns, "=t^2"][random(columns.length + 1)]!;
    choice = shown.has(name) ? withoutCurve(tree, choice, name) : withCurve(tree, choice, name);
    if (!shown.delete(name)) shown.add(name);
    expect(new Set(curvesOf(tree, choice)), `after ${i}: ${choice.join(" ")}`).toEqual(shown);
  }
});
