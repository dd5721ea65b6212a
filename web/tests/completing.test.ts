// SPDX-License-Identifier: Apache-2.0
// What the editor offers at a place of the text, and says of the key there.
import { expect, test } from "vitest";
import { type Known, aboutKey, offersAt } from "../src/editing/completing";
import type { KeyMessage } from "../src/link/protocol";
import { placeIn } from "../src/model/place";

const key = (table: string, name: string, sample: string, meaning = "", choices: string[] = []): KeyMessage => ({
  table,
  key: name,
  sample,
  meaning,
  choices,
});
const known: Known = {
  keys: [
    key("", "body", "[[body]]", "A body."),
    key("", "run", "[run]", "How long."),
    key("body", "name", '"arm"', "Required: a name."),
    key("body", "mass", "1.0", "Required: kg."),
    key("body", "label", '""', "Free text."),
    key("model", "space", '"plane"', "Where.", ["plane", "space"]),
    key("start", "angles", "{ elbow = 0.5 }", "Of joints."),
    key("law", "law", '"sine"', "Which.", ["pd", "sine"]),
    key("law", "kp", "10.0", "Stiffness."),
  ],
  methods: ["gauss4", "taylor"],
  model: {
    bodies: [{ name: "hub" }, { name: "arm" }],
    joints: [{ name: "wrist" }],
    parameters: [{ name: "rho", label: "line density" }],
  } as unknown as Known["model"],
};
/** The offers at the bar in a text, as [label, what the text becomes]. */
function offered(text: string): [string, string][] {
  const bar = text.indexOf("|");
  const plain = text.replace("|", "");
  const found = offersAt(plain, bar, known);
  return (found?.all ?? []).map((offer) => [offer.label, plain.slice(0, found!.from) + offer.text + plain.slice(bar)]);
}
const labels = (text: string): string[] => offered(text).map(([label]) => label);

test("keys of the table are offered with a sample that is selected, and tables with what they must have", () => {
  expect(labels("[[body]]\nma|")).toEqual(["name", "mass", "label", "[[body]]", "[run]", "body on a joint"]);
  expect(offered("[[body]]\nma|\n")[1]).toEqual(["mass", "[[body]]\nmass = 1.0\n"]);
  const { all } = offersAt("[[body]]\nma", 11, known)!;
  expect(all[1]!.text.slice(...all[1]!.picked)).toBe("1.0");
  expect(offered("x = 1\n[[bo|")[0]![1]).toBe('x = 1\n[[body]]\nname = "body3"\nmass = 1.0');
});

test("names of the model stand in samples and are offered where they are meant", () => {
  expect(offered("[start]\nan|")[0]![1]).toBe("[start]\nangles = { wrist = 0.5 }");
  expect(labels('[[joint]]\nbetween = ["|')).toEqual(["hub", "arm"]);
  expect(labels("[start]\nangles = { |")).toEqual(["wrist"]);
  expect(labels("[start]\nmomenta = { hub = 1, |")).toEqual(["hub", "arm"]);
  expect(labels('[[body]]\nmass = "2*|')).toEqual(["rho"]);
  expect(labels('[[body]]\ntorque = "|')).toContain("omega_arm");
});

test("words that a key may be are offered, in quotes unless these are there", () => {
  expect(offered("[model]\nspace = |")[1]).toEqual(["space", '[model]\nspace = "space"']);
  expect(offered('[model]\nspace = "s|"')[1]).toEqual(["space", '[model]\nspace = "space"']);
  expect(labels("[run]\nmethod = |")).toEqual(["gauss4", "taylor"]);
  expect(labels("[[joint]]\ntorque = |")).toContain("sine spring");
  expect(labels("[[joint]]\ntorque = { |")).toEqual(["law", "kp"]);
  expect(labels('[[joint]]\ntorque = { law = "|')).toEqual(["pd", "sine"]);
});

test("nothing is offered in comments, nor for free text", () => {
  expect(labels("[[body]]\n# ma|")).toEqual([]);
  expect(labels('[[body]]\nlabel = "ma|')).toEqual([]);
});

test("a value over several lines stays the value of its key", () => {
  expect(placeIn("[[joint]]\ntorque = [{ law = 1 },\n  { kp = 2, ", 40)).toMatchObject({ table: "law", part: "key" });
  expect(placeIn("[[body]]\noutline = [[0, 0],\n  [1, 0]]\nma", 43)).toMatchObject({ table: "body", part: "key" });
});

test("a key is explained by its row, with the words that it may be; a value is not", () => {
  const text = '[model]\nspace = "plane"';
  expect(aboutKey(text, 10, known.keys)).toMatchObject({
    title: 'space = "plane"',
    about: "Where. One of plane, space.",
  });
  expect(aboutKey(text, 18, known.keys)).toBeNull();
  expect(aboutKey("[[body]]\n", 4, known.keys)).toMatchObject({ title: "[[body]]", about: "A body." });
  expect(aboutKey("[[joint]]\ntorque = { kp = 1 }", 22, known.keys)?.about).toBe("Stiffness.");
});
