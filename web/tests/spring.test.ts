// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { springForce } from "../src/model/spring";

test("a pull is a spring to where the pointer was, on straight lines from knot to knot, until it let go", () => {
  const [x, y] = springForce(
    [
      { t: 1, place: [0.5, -1] },
      { t: 1.1, place: [0.75, -1] },
      { t: 1.25, place: [0.7, -1] },
    ],
    1.25,
    40,
    8,
  );
  expect(x).toBe("pulse(t, 1, 1.25)*(40*(0.5 + 0.25*ramp(t, 1, 1.1) - 0.05*ramp(t, 1.1, 1.25) - x) - 8*vx)");
  expect(y).toBe("pulse(t, 1, 1.25)*(40*(-1 - y) - 8*vy)");
});
