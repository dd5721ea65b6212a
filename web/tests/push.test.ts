// SPDX-License-Identifier: Apache-2.0
// Pushes as they are written into a model, and what joints carry.
import { expect, test, vi } from "vitest";

vi.mock("../src/editing/edits", () => ({ enter: () => {} }));
vi.mock("../src/model/store", () => ({ cursor: { peek: () => 0 } }));
const { pushed, withPulse } = await import("../src/editing/push");
const { loadsAt } = await import("../src/motion/loads");
import type { ModelMessage } from "../src/link/protocol";
import { newRun } from "../src/link/run";

test("a push is a pulse of a drive of its own, and the next one is added to it", () => {
  const spring = { law: "sine", kp: "5" };
  const once = pushed([spring], 3, 2, 0.5);
  expect(once).toEqual([spring, { law: "drive", formula: "3*pulse(t, 2, 2.5)" }]);
  expect(pushed(once, -1.5, 4.00001, 1)).toEqual([
    spring,
    { law: "drive", formula: "3*pulse(t, 2, 2.5) - 1.5*pulse(t, 4, 5)" },
  ]);
  const other = { law: "drive", formula: "sin(t)" };
  expect(pushed([other], 1, 0, 1)).toEqual([other, { law: "drive", formula: "1*pulse(t, 0, 1)" }]);
  expect(withPulse("", -2, 1, 1)).toBe("-2*pulse(t, 1, 2)");
});

test("the force of a joint is what its second body needs to go as it goes, whichever way the tree is written", () => {
  const body = (name: string, mass: number) => ({ name, label: "", mass, inertia: 1, outline: [] });
  const model = {
    bodies: [body("a", 2), body("b", 3)],
    joints: [{ name: "j", label: "", first: 0, second: 1, at_first: [0, 0], at_second: [0, 0], laws: [] }],
    columns: ["t", "torque.j", "tension.j", "centre.a.x", "centre.a.y", "centre.b.x", "centre.b.y"].map((name) => ({
      name,
    })),
    run: { t0: 0, until: 1, every: 0.1 },
  } as unknown as ModelMessage;
  const run = newRun(1, model);
  const times = [0, 0.1, 0.2];
  const fall = times.map((t) => 0.5 * 4 * t * t); // 4 m/s^2
  run.columns = [times, [7, 7, 7], [12, 12, 12], fall.map((x) => -1.5 * x), [0, 0, 0], fall, [0, 0, 0]].map((values) =>
    Float64Array.from(values),
  );
  run.rows = 3;
  const { torque, force } = loadsAt(run, { row: 1, part: 0 });
  expect(torque).toEqual([7]);
  expect(force[0]![0]).toBeCloseTo(12, 9); // 3 kg times 4 m/s^2, the size that the column has
  expect(force[0]![1]).toBeCloseTo(0, 9);
});
