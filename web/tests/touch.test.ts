// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from "vitest";
import { paneHelp } from "../src/panes/helptext";

vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {} }));
const { forFingers, pointing } = await import("../src/touch");

test("words for fingers have no click, no wheel and no Shift, and read as sentences", () => {
  expect(forFingers("Click to start there, Shift-click to compare, drag the orbit for the time.")).toBe(
    "Tap to start there, press long to compare, drag the orbit for the time.",
  );
  expect(forFingers("Click to load a value, Shift-click a branch to start there too.")).toBe(
    "Tap to load a value, press long on a branch to start there too.",
  );
  expect(pointing("Shift-click marks a second time.")).toBe("A long press marks a second time.");
  for (const { can } of paneHelp) for (const words of can) expect(forFingers(words)).not.toMatch(/click|Shift-|wheel/i);
});
