// SPDX-License-Identifier: Apache-2.0
// Chaos in a real browser on the real program: a section fills and is cancelled, a click starts the motion there, manifolds lie
// over their section, exponents converge before one's eyes; what has none is told in words.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { axe, bench, button, example, open, page, rerun, screenshot, server, tab } from "./harness.mjs";

bench();

const calm = { reducedMotion: "reduce" };
async function openModel(model, more = {}) {
  if (!server.cookies) await open(calm);
  await open({ ...calm, ...more, path: `/#m=${deflateRawSync(model).toString("base64url")}` });
}
const facts = async () =>
  Object.fromEntries(
    await page
      .locator(".chaos .orbit-facts > div")
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((one) => one.textContent))),
  );
const status = (words) => page.locator(".chaos [role=status]").filter({ hasText: words }).waitFor();
const filled = (points) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll(".chaos .orbit-facts dd")][0]?.textContent === wanted &&
      !document.querySelector(".chaos progress"),
    String(points),
  );
/** How many pixels of the canvas are drawn on. */
const drawn = () =>
  page.evaluate(() => {
    const { width, height } = document.querySelector(".chaos-chart canvas");
    const copy = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", {
      willReadFrequently: true,
    });
    copy.drawImage(document.querySelector(".chaos-chart canvas"), 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] > 128) ++count;
    return count;
  });
const starts = () =>
  page.evaluate(() => {
    const { columns, index, model } = window.oopss.run();
    const first = (name) => columns[index.get(name)][0];
    return {
      angles: model.joints.map(({ name }) => first(`angle.${name}`)),
      momenta: model.bodies.map(({ name }) => first(`momentum.${name}`)),
      energy: model.start.energy,
    };
  });

describe("chaos", () => {
  test("a section fills; a click starts the motion there, which becomes the run and has its points", async () => {
    await openModel(example("tangle"));
    const before = await starts();
    await tab("Chaos");
    await page.getByLabel("motions", { exact: true }).fill("12");
    await page.getByLabel("points of each", { exact: true }).fill("100");
    await button("Fill").click();
    await filled(1200);
    assert.ok((await drawn()) > 1500, "the points are drawn");
    const { x, y, width, height } = await page.locator(".chaos-chart .backbone-chart").boundingBox();
    await rerun(() => page.mouse.click(x + 64 + 0.4 * (width - 88), y + 12 + 0.5 * (height - 52)));
    await filled(1300);
    const now = await starts();
    assert.ok(Math.abs(Math.sin(now.angles[0] / 2)) < 1e-12, `on the plane: ${now.angles}`);
    assert.ok(Math.abs(now.energy - before.energy) < 1e-9, "of the same energy");
    const sum = now.momenta.reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum - 4) < 1e-12, `and momentum ${sum}`);
    assert.ok(Math.abs(now.angles[1] - -0.2 * Math.PI) < 0.1, `where the click was: ${now.angles[1]}`);
    assert.equal((await facts()).motions, "13");
    await axe();
    await screenshot(page, "chaos-section");
  });
  test("a long section says how far it is and can be cancelled; what came stays", async () => {
    await openModel(example("tangle"));
    await tab("Chaos");
    await page.getByLabel("motions", { exact: true }).fill("5");
    await page.getByLabel("points of each", { exact: true }).fill("20000");
    await button("Fill").click();
    await page.waitForFunction(() => Number(document.querySelector(".chaos .orbit-facts dd")?.textContent) > 0);
    await button("Cancel").click();
    await button("Fill").waitFor();
    const { points } = await facts();
    assert.ok(Number(points) > 0 && Number(points) < 100_000, points);
    assert.ok((await drawn()) > 200);
    await page.getByLabel("motions", { exact: true }).fill("6");
    await button("Fill").click();
    await status("at most 100000 points");
  });
  test("the manifolds lie over their section", async () => {
    await openModel(example("tangle"));
    await tab("Chaos");
    await page.getByLabel("motions", { exact: true }).fill("6");
    await page.getByLabel("points of each", { exact: true }).fill("100");
    await button("Manifolds").click();
    await page.getByLabel(/manifolds:/).waitFor();
    await filled(600);
    const found = await facts();
    assert.ok(Math.abs(Number(found["to first order"].replace("−", "-"))) > 1e-3, JSON.stringify(found));
    await status("2 simple zeros");
    const over = await drawn();
    await screenshot(page, "chaos-manifolds");
    await page.getByLabel(/manifolds:/).uncheck();
    await page.waitForFunction(() => !document.querySelector(".chaos .orbit-facts").textContent.includes("gap"));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.ok((await drawn()) < over - 300, "without them less is drawn");
  });
  test("a driven pair is looked at after every period, with its manifolds", async () => {
    await openModel(example("forced-pair"));
    await tab("Chaos");
    await page.getByLabel("motions", { exact: true }).fill("4");
    await page.getByLabel("points of each", { exact: true }).fill("50");
    await button("Manifolds").click();
    await page.getByLabel(/manifolds:/).waitFor();
    await filled(200);
    await screenshot(page, "chaos-strobe");
  });
  test("exponents are read out as they converge, and stay when it is cancelled", async () => {
    await openModel(example("tangle"));
    await tab("Chaos");
    await button("Exponents").click();
    await page.getByLabel("until").fill("1e5");
    await button("Measure").click();
    await page.locator(".exponents li").nth(3).waitFor();
    await button("Cancel").click();
    await button("Measure").waitFor();
    assert.equal(await page.locator(".exponents li").count(), 4);
    await page.getByLabel("until").fill("40");
    await button("Measure").click();
    await status("tend to zero");
    const read = await page.locator(".exponents li").allTextContents();
    assert.match(read[0], /^λ1 0\.\d+ ± [\d.e-]+ 1\/s$/);
    assert.match(read[3], /^λ4 −0\.\d+ /);
    assert.ok((await drawn()) > 500, "and drawn");
    await axe();
    await screenshot(page, "chaos-exponents");
  });
  test("what has no section says so: two free bodies, and bodies in space", async () => {
    await openModel(example("two-body"));
    await tab("Chaos");
    await button("Fill").click();
    await status("no law depends on the time");
    await openModel(example("spatial-pair"));
    await tab("Chaos");
    await button("Fill").click();
    await status("is in space");
  });
  test("a map fills: one looks closer and sweeps what is in view; a click loads the run of that member", async () => {
    await openModel(example("two-body"));
    await tab("Chaos");
    await button("Map").click();
    const field = (name) => page.getByLabel(name, { exact: true });
    await field("Observable").fill("turns(elbow)");
    await field("across").fill("start.angles.elbow");
    await field("upwards").fill("start.energy");
    await field("upwards from").fill("2");
    await field("upwards to").fill("12");
    await field("cells a side").fill("32");
    await button("Sweep").click();
    const swept = () =>
      page.waitForFunction(
        () =>
          document.querySelector(".chaos .orbit-facts dd")?.textContent === "1024 of 1024" &&
          !document.querySelector(".chaos progress"),
      );
    await swept();
    assert.equal((await facts()).engine, "lanes");
    await page.locator(".map-greys li").filter({ hasText: "unreachable" }).waitFor();
    assert.ok((await drawn()) > 10_000, "the cells are drawn");
    await axe();
    const chart = page.locator(".chaos-chart .backbone-chart");
    const { x, y, width, height } = await chart.boundingBox();
    const spot = [x + 64 + 0.74 * (width - 160), y + 12 + 0.25 * (height - 52)];
    await page.mouse.move(...spot);
    await page.locator(".map-member").filter({ hasText: "turns(elbow)" }).waitFor();
    await screenshot(page, "chaos-map");
    await rerun(() => page.mouse.click(...spot));
    const now = await starts();
    assert.ok(Math.abs(now.angles[0] - Math.PI / 2) < 0.25, `where the click was: ${now.angles[0]}`);
    assert.ok(Math.abs(now.energy - 9.5) < 0.5, `${now.energy}`);
    assert.match((await facts()).loaded, /start\.angles\.elbow 8\d.*turns\(elbow\)/);
    assert.doesNotMatch(await page.locator(".chaos [role=status]").textContent(), /Sweep again/);
    await page.mouse.wheel(0, -600);
    await button("Sweep what is in view").click();
    await swept();
    const from = Number(await field("across from").inputValue());
    assert.ok(from > -100 && from < 90, `closer: ${from}`);
    await screenshot(page, "chaos-map-closer");
    await chart.focus();
    await rerun(async () => {
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
    });
  });
  test("a long map says how fast it is and what is left, and can be cancelled; what came stays", async () => {
    await openModel(example("chain"));
    await tab("Chaos");
    await button("Map").click();
    await page.getByLabel("Observable", { exact: true }).fill("exponent");
    await page.getByLabel("cells a side", { exact: true }).fill("200");
    await page.getByLabel("until").fill("50");
    await button("Sweep").click();
    await page.waitForFunction(() =>
      /^[1-9]\d* of 40000$/.test(document.querySelector(".chaos .orbit-facts dd")?.textContent),
    );
    assert.match((await facts()).left, /^about /);
    assert.ok(Number((await facts())["a second"]) > 0);
    await button("Cancel").click();
    await button("Sweep").waitFor();
    assert.ok((await drawn()) > 100);
    await page.getByLabel("Observable", { exact: true }).fill("turns(nothing)");
    await button("Sweep").click();
    await status("nothing");
  });
  test("on a phone", async () => {
    await openModel(example("tangle"), { viewport: { width: 390, height: 844 }, hasTouch: true });
    await tab("Chaos");
    await page.getByLabel("motions", { exact: true }).fill("6");
    await page.getByLabel("points of each", { exact: true }).fill("100");
    await button("Fill").click();
    await filled(600);
    await screenshot(page, "chaos-phone");
  });
});
