// SPDX-License-Identifier: Apache-2.0
// Bodies in loops in a real browser on the real program: dragged with the loops closed, assembled otherwise, classified.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import {
  axe,
  bench,
  button,
  dragRound,
  frame,
  open,
  page,
  ready,
  rerun,
  screenshot,
  scrub,
  server,
  tab,
  text,
} from "./harness.mjs";

bench();
beforeEach(() => open({ reducedMotion: "reduce" }));

const linkage = (name) => readFileSync(new URL(`../linkage/models/${name}.toml`, import.meta.url), "utf8");
/** Opens a model by a link that holds it. */
async function openText(model) {
  await page.goto("about:blank");
  await page.goto(`${server.origin}/#m=${deflateRawSync(model).toString("base64url")}`);
  await ready(page);
}
const start = () => page.evaluate(() => window.oopss.run().model.start);
/** The largest distance between the two bodies' ideas of where a joint is, over the whole run, in metres. */
const gap = () =>
  page.evaluate(() => {
    const { model, columns, rows } = window.oopss.run();
    const value = (name, row) => columns[model.columns.findIndex((one) => one.name === name)][row];
    let most = 0;
    for (const { first, second, at_first, at_second } of model.joints)
      for (let row = 0; row < rows; row += 7) {
        const place = (body, [u, v]) => {
          const { name } = model.bodies[body];
          const angle = value(`absolute.${name}`, row);
          const [c, s] = [Math.cos(angle), Math.sin(angle)];
          return [value(`centre.${name}.x`, row) + c * u - s * v, value(`centre.${name}.y`, row) + s * u + c * v];
        };
        const [a, b] = [place(first, at_first), place(second, at_second)];
        most = Math.max(most, Math.hypot(a[0] - b[0], a[1] - b[1]));
      }
    return most;
  });
const fact = (name) => page.locator(".facts div", { hasText: name }).locator("dd").textContent();

describe("a four-bar", () => {
  test("runs closed; its class is said, and follows a slider to the next change point", async () => {
    await openText(linkage("four-bar"));
    const { status } = await page.evaluate(() => window.oopss.run().done);
    assert.equal(status, "complete");
    assert.ok((await gap()) < 1e-11, `${await gap()}`);
    assert.equal(await fact("4 bars"), "Grashof, a crank-rocker seen from base");
    assert.match(await fact("change point"), /the longest bar longer by 0\.1 makes it one$/);
    const ankle = page.getByRole("textbox", { name: /ankle.*base/i }).first();
    await ankle.fill("-1.7");
    await rerun(() => ankle.press("Enter"));
    assert.equal(await fact("4 bars"), "non-Grashof, a triple rocker");
    assert.match(await fact("change point"), /the longest bar shorter by 0\.1 makes it one$/);
    await rerun(() => button("Undo").click());
    assert.equal(await fact("4 bars"), "Grashof, a crank-rocker seen from base");
    await axe();
  });

  test("is dragged with the loop closed, energy and momentum held; undo takes it back", async () => {
    await openText(linkage("four-bar"));
    await scrub(0);
    await frame();
    const [before, was] = [await start(), await text()];
    const { bodies, joints } = await page.evaluate(() => window.oopss.places("B")); // seen from the base
    await dragRound(bodies.crank, joints.shoulder);
    await page.waitForFunction(
      (old) => Math.abs(window.oopss.run().model.start.angles[0] - old) > 0.2,
      before.angles[0],
    );
    await screenshot(page, "linkage-drag");
    await rerun(() => page.mouse.up());
    const now = await start();
    assert.ok(Math.abs(now.angles[0] - before.angles[0] - 0.3) < 0.03, `${now.angles[0]} after ${before.angles[0]}`);
    assert.ok(Math.abs(now.energy - before.energy) < 1e-9 * before.energy);
    assert.ok(Math.abs(now.momentum - before.momentum) < 1e-9 * before.momentum);
    assert.ok((await gap()) < 1e-11, `${await gap()}`);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), was);
  });

  test("is turned by keys, and stops where the loop does not close, in words", async () => {
    await openText(linkage("four-bar"));
    await page.getByRole("tab", { name: "Start", exact: true }).click();
    const angle = page.getByRole("textbox", { name: "angle of wrist" });
    await angle.fill("3.1");
    await rerun(() => angle.press("Enter"));
    const limit = await start();
    assert.match(limit.snapped, /^this is as far as it goes/);
    assert.ok(Math.abs(limit.angles[2]) < 2.8, `${limit.angles[2]}`); // 160.2 degrees, by the lengths
    assert.ok((await gap()) < 1e-11);
    await page.locator("#frame-inertial").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab"); // the crank
    await rerun(() => page.keyboard.press("Shift+ArrowUp"));
    assert.notDeepEqual((await start()).angles, limit.angles);
    assert.ok((await gap()) < 1e-11);
  });

  test("has two assemblies: the other is taken by a press, the driving angle stays", async () => {
    await openText(linkage("four-bar"));
    const before = await start();
    await page.getByRole("tab", { name: "Start", exact: true }).click();
    await page.getByText(/Assembly [12] of 2/).waitFor();
    await screenshot(page, "linkage-assemblies");
    const other = page.locator('.assemblies button[aria-pressed="false"]');
    assert.equal(await other.count(), 1);
    await axe();
    await rerun(() => other.click());
    const now = await start();
    assert.ok(Math.abs(now.angles[0] - before.angles[0]) < 1e-9);
    assert.ok(Math.sin(now.angles[2]) * Math.sin(before.angles[2]) < 0);
    assert.ok((await gap()) < 1e-11);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.deepEqual((await start()).angles, before.angles);
  });
});

describe("other linkages", () => {
  test("a run that comes to a change point ends there, in words; straight on it goes through", async () => {
    await openText(linkage("change-point"));
    const done = await page.evaluate(() => window.oopss.run().done);
    assert.equal(done.status, "singular");
    await page
      .getByRole("log")
      .getByText(/The run ends early: at t = 0\.\d+ the loops are in a pose/)
      .waitFor();
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await rerun(() => page.getByLabel("Bars in line").selectOption("straight"));
    assert.equal(await page.evaluate(() => window.oopss.run().done.status), "complete");
    assert.match(await text(), /singular = "straight"/);
  });

  test("of any number of loops they open, run closed and refuse nothing but in words", async () => {
    for (const name of ["five-bar", "two-loop", "watt"]) {
      await openText(linkage(name));
      assert.ok((await gap()) < 1e-11, `${name}: ${await gap()}`);
      assert.ok((await page.locator(".facts div").count()) >= 2, name);
    }
    await tab("Equations");
    await page.locator(".pane[aria-label=Equations]").getByText(/\S/).first().waitFor();
    await tab("Equilibria");
    await page.getByText(/at momentum/).waitFor();
  });
});
