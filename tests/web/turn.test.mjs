// SPDX-License-Identifier: Apache-2.0
// Turning without momentum in a real browser on the real program: an angle is asked for, the plan becomes the model, plays, and
// arrives; its loop is drawn over the curvature; what cannot turn is said.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { axe, bench, button, example, open, page, rerun, screenshot, server, tab, text } from "./harness.mjs";

bench();

const calm = { reducedMotion: "reduce" };
async function openModel(model) {
  if (!server.cookies) await open(calm);
  await open({ ...calm, path: `/#m=${deflateRawSync(model).toString("base64url")}` });
}
const run = () =>
  page.evaluate(() => {
    const { columns, index, rows, model } = window.oopss.run();
    const ends = (name) => [columns[index.get(name)][0], columns[index.get(name)][rows - 1]];
    return {
      until: model.run.until,
      angles: model.joints.map(({ name }) => ends(`angle.${name}`)),
      root: ends(`absolute.${model.bodies[0].name}`),
    };
  });
/** How many pixels of the canvas differ from their neighbours on the left: what was drawn there. */
const drawn = (which) =>
  page.evaluate((index) => {
    const canvas = document.querySelectorAll(".turn-loop canvas")[index];
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 4; i < data.length; i += 4)
      if (data[i] !== data[i - 4] || data[i + 1] !== data[i - 3] || data[i + 3] !== data[i - 1]) ++count;
    return count;
  }, which);

describe("turn", () => {
  test("three rods turn by 30 degrees: the plan becomes the model, arrives, and can be taken back", async () => {
    await openModel(example("planar-cat"));
    const was = await text();
    await tab("Orbits");
    await button("Turn").click();
    await page.getByLabel("turn by").fill("30");
    await page.getByLabel("choose the shape too").check();
    await rerun(() => button("Plan").click());
    const planned = await run();
    assert.ok(Math.abs(planned.root[1] - planned.root[0] - Math.PI / 6) < 1e-8, `${planned.root}`);
    for (const [first, last] of planned.angles) assert.ok(Math.abs(last - first) < 1e-9, `${first} ${last}`);
    assert.match(await page.locator(".orbit-facts").textContent(), /turns by30°/);
    assert.ok((await drawn(0)) > 1000, "the curvature and the loop are drawn");
    const before = await drawn(1);
    assert.ok(before > 5, "and the shape of the moment");
    await axe();
    await screenshot(page, "turn");
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), was);
    await rerun(() => button("play the plan").click());
    assert.equal((await run()).until, planned.until);
  });
  test("two bodies turn only by whole turns of their joint, and that is said", async () => {
    await openModel(example("two-body"));
    await tab("Orbits");
    await button("Turn").click();
    await button("Plan").click();
    await page.locator(".orbits [role=status]").filter({ hasText: "whole turns" }).waitFor();
  });
});
