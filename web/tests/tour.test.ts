// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { kindOf, lawKinds, turnedInto } from "../src/model/laws";
import { stops } from "../src/editing/tourstops";

const source = (name: string): string => readFileSync(new URL(`../../examples/${name}.toml`, import.meta.url), "utf8");
const names = (text: string, table: string): string[] =>
  [...text.matchAll(new RegExp(`\\[\\[${table}\\]\\][^\\n]*\\nname *= *"(\\w+)"`, "g"))].map((match) => match[1]!);

describe("the tour", () => {
  it("has the seven situations of the paper, each with words and something to try", () => {
    expect(stops).toHaveLength(7);
    for (const stop of stops) {
      expect(stop.see.split(/[.:;] /).length).toBeGreaterThanOrEqual(2);
      expect(stop.attempt).not.toBe("");
    }
  });
  it("opens built-in models and names only bodies and joints that they have", () => {
    for (const stop of stops) {
      expect(existsSync(new URL(`../../examples/${stop.model}.toml`, import.meta.url))).toBe(true);
      const text = source(stop.model);
      const [bodies, joints] = [names(text, "body"), names(text, "joint")];
      for (const frame of stop.frames) {
        const [kind, name] = frame.split(":");
        expect(kind === "body" ? bodies : joints).toContain(name);
      }
      for (const graph of stop.graphs.filter((column) => column.includes(".")))
        expect(["*", ...bodies, ...joints]).toContain(graph.split(".")[1]);
      for (const edit of stop.edits) {
        if (edit.kind === "torque") expect(joints).toContain(edit.joint);
        if (edit.kind === "start") {
          for (const name of Object.keys({ ...edit.angles, ...edit.offset })) expect(joints).toContain(name);
          if (edit.momenta) expect(Object.keys(edit.momenta)).toEqual(bodies);
        }
      }
    }
  });
  it("starts the damped motions at H = 15 and momentum 50, as the first stop", () => {
    const damped = stops.flatMap((stop) => stop.edits).filter((edit) => edit.kind === "start" && edit.momenta);
    expect(damped).toHaveLength(2);
    for (const edit of damped)
      expect(Object.values((edit as { momenta: Record<string, number> }).momenta).reduce((a, b) => a + b)).toBeCloseTo(
        50,
        12,
      );
  });
});

describe("torque laws", () => {
  it("are recognised again as the kind that was chosen", () => {
    for (const kind of lawKinds) expect(kindOf(turnedInto(kind, "elbow", undefined)).id).toBe(kind.id);
  });
  it("with a bias stay so while a slider moves it through zero", () => {
    const moved = { law: "sine", kp: "50", bias: "0" };
    expect(kindOf(moved, kindOf({ ...moved, bias: "0.02" })).id).toBe("sine-bias");
    expect(kindOf(moved).id).toBe("sine");
    expect(kindOf({ law: "pd", kp: "1" }, kindOf({ ...moved, bias: "1" })).id).toBe("pd");
  });
  it("keep the gains that both kinds have", () => {
    const pd = lawKinds.find((kind) => kind.id === "pd")!;
    const sine = lawKinds.find((kind) => kind.id === "sine")!;
    expect(turnedInto(sine, "elbow", { ...turnedInto(pd, "elbow", undefined), kp: "7", kd: "3" })).toEqual({
      law: "sine",
      kp: "7",
      kd: "3",
    });
  });
  it("have only gains that the file knows, and none that is empty", () => {
    for (const kind of lawKinds)
      for (const value of Object.values(turnedInto(kind, "elbow", undefined))) expect(value).not.toBe("");
    expect(turnedInto(lawKinds.find((kind) => kind.id === "expression")!, "elbow", undefined).formula).toContain(
      "phi_elbow",
    );
  });
});
