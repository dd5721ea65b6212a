// SPDX-License-Identifier: Apache-2.0
// Periodic motions in a real browser on the real program: a winding that is found and played over its seam, a slider along the
// family of an equilibrium, refusals in words, and a search that is cancelled.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { axe, bench, button, example, frame, open, page, rerun, screenshot, server, tab, text } from "./harness.mjs";

bench();

const calm = { reducedMotion: "reduce" };
const linkTo = (model) => `/#m=${deflateRawSync(model).toString("base64url")}`;
async function openModel(model, options = {}) {
  if (!server.cookies) await open(calm);
  await open({ ...calm, path: linkTo(model), ...options });
}
const [twoBody, threeBody] = ["two-body", "three-body"].map(example);
const damped = twoBody.replace(
  /(\[\[joint\]\][\s\S]*?)(\n\[|\n*$)/,
  '$1\ntorque = { law = "pd", kp = 20.0, kd = 1.0 }\n$2',
);

const run = () =>
  page.evaluate(() => {
    const { columns, index, rows, model } = window.oopss.run();
    const ends = (name) => [columns[index.get(name)][0], columns[index.get(name)][rows - 1]];
    return {
      until: model.run.until,
      energy: model.start.energy,
      momentum: model.start.momentum,
      angles: model.joints.map(({ name }) => ends(`angle.${name}`)),
      momenta: model.bodies.map(({ name }) => ends(`momentum.${name}`)),
      root: ends(`absolute.${model.bodies[0].name}`),
    };
  });
const places = (which) => page.evaluate((name) => window.oopss.places(name).bodies, which);
const apart = (a, b) =>
  Math.max(...Object.keys(a).map((name) => Math.hypot(a[name][0] - b[name][0], a[name][1] - b[name][1])));
const fact = (name) =>
  page
    .locator(".orbit-facts > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd")
    .textContent();
const field = (name) => page.locator(".orbit-bar").getByLabel(name);
/** A part of the family: as far as this energy. */
async function followFamily() {
  await button("Family").click();
  await field("up to").fill("4.5");
  await rerun(() => button("Follow").click());
}
const spoken = (words) => Number(words.replace("−", "-").replace("×10", "e").split(" ")[0]);

describe("winding", () => {
  test("the elbow of two bodies turns once in a period, and the motion plays over its end without a seam", async () => {
    await openModel(twoBody);
    const [before, was] = [await run(), await text()];
    await tab("Orbits");
    assert.equal(await field("elbow").inputValue(), "1");
    await rerun(() => button("Find").click());
    const orbit = await run();
    assert.ok(Math.abs(orbit.energy - before.energy) < 1e-9 * before.energy, `${orbit.energy}`);
    assert.ok(Math.abs(orbit.momentum - before.momentum) < 1e-9 * Math.abs(before.momentum));
    assert.ok(Math.abs(orbit.angles[0][1] - orbit.angles[0][0] - 2 * Math.PI) < 1e-8, `${orbit.angles[0]}`); // one turn
    for (const [first, last] of orbit.momenta) assert.ok(Math.abs(last - first) < 1e-7, `${first} ${last}`);
    assert.ok(Math.abs(spoken(await fact("period")) - orbit.until) < 1e-3 * orbit.until);
    assert.ok(Math.abs(spoken(await fact("turns by")) - (orbit.root[1] - orbit.root[0]) / (2 * Math.PI)) < 1e-3);

    // Time goes on over the end: a little before it and a little after it all is nearly in the same place, in every frame.
    // It goes so slowly that no machine is busy enough to miss a lap between two pictures.
    await page.getByLabel("Speed", { exact: true }).selectOption("0.015625");
    const around = await page.evaluate(async () => {
      const { model } = window.oopss.run();
      const until = model.run.until;
      const frames = ["inertial", "A", "B"];
      const all = () => Object.fromEntries(frames.map((name) => [name, window.oopss.places(name).bodies]));
      const slider = document.querySelector("input.scrub");
      slider.value = String(until - 0.0005 * until);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
      document.querySelector('button[aria-label="Play"]').click();
      const seen = [];
      const after = () => new Set(seen.filter(({ t }) => t < 0.5 * until).map(({ t }) => t)).size;
      while (after() < 5 && seen.length < 5000) {
        await new Promise(requestAnimationFrame);
        await new Promise((next) => setTimeout(next, 0));
        seen.push({ t: window.oopss.cursor(), places: all() });
      }
      document.querySelector('button[aria-label="Pause"]').click();
      const apart = (a, b) =>
        Math.max(...Object.keys(a).map((name) => Math.hypot(a[name][0] - b[name][0], a[name][1] - b[name][1])));
      const steps = seen.slice(1).map(({ t, places }, i) => ({
        over: t < seen[i].t,
        part: (t - seen[i].t + until) % until,
        moved: Object.fromEntries(frames.map((name) => [name, apart(seen[i].places[name], places[name])])),
      }));
      return steps.filter(({ part }) => part > 0);
    });
    const seams = around.filter(({ over }) => over);
    assert.equal(seams.length, 1, "it went over the end");
    for (const which of ["inertial", "A", "B"]) {
      const fastest = Math.max(...around.filter(({ over }) => !over).map(({ part, moved }) => moved[which] / part));
      const [{ part, moved }] = seams;
      assert.ok(
        moved[which] < 1.5 * fastest * part + 0.5,
        `${which}: ${moved[which]} pixels in ${part} s, else ${fastest} per s`,
      );
    }
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), was);
    await rerun(() => button("start here").click());
    assert.equal((await run()).until, orbit.until);
  });

  test("in the inertial frame the turn of the whole carries on from lap to lap, and begins again at the start", async () => {
    await openModel(twoBody);
    await tab("Orbits");
    await rerun(() => button("Find").click());
    await frame();
    const first = await places("inertial");
    await page.locator("#frame-inertial").focus();
    await page.getByLabel("Speed", { exact: true }).selectOption("64");
    await button("Play").click();
    await page.waitForFunction(() => window.oopss.laps() >= 3);
    await button("Pause").click();
    await frame();
    const { drawn, expected } = await page.evaluate(() => {
      const { columns, index, rows, model } = window.oopss.run();
      const { origin, scale, bodies } = window.oopss.places("inertial");
      const t = window.oopss.cursor();
      const row = Math.min(
        rows - 2,
        columns[0].findLastIndex((time, i) => i < rows && time <= t),
      );
      const part = (t - columns[0][row]) / (columns[0][row + 1] - columns[0][row]);
      const value = (name) => {
        const values = columns[index.get(name)];
        return values[row] + part * (values[row + 1] - values[row]);
      };
      const root = columns[index.get(`absolute.${model.bodies[0].name}`)];
      const turn = window.oopss.laps() * (root[rows - 1] - root[0]);
      const place = ({ name }) => {
        const [x, y] = [value(`centre.${name}.x`), value(`centre.${name}.y`)];
        return [
          name,
          [
            origin[0] + scale * (Math.cos(turn) * x - Math.sin(turn) * y),
            origin[1] - scale * (Math.sin(turn) * x + Math.cos(turn) * y),
          ],
        ];
      };
      return { drawn: bodies, expected: Object.fromEntries(model.bodies.map(place)) };
    });
    assert.ok(apart(drawn, expected) < 0.01, JSON.stringify({ drawn, expected }));
    await button("To the start").click();
    await frame();
    assert.ok(apart(await places("inertial"), first) < 0.01);
  });

  test("zero turns cannot be asked for, and a damper is refused in words", async () => {
    await openModel(damped);
    await tab("Orbits");
    await field("elbow").fill("0");
    assert.ok(await button("Find").isDisabled());
    await field("elbow").fill("2");
    await button("Find").click();
    await page
      .getByRole("status")
      .filter({ hasText: /damper takes energy/ })
      .waitFor();
  });
});

describe("family", () => {
  test("a slider goes along the family of E1 of three bodies, with period and multipliers beside, one step of undo each", async () => {
    await openModel(threeBody);
    await tab("Equilibria");
    await button("family of periodic motions: E1").click();
    const was = await text();
    await followFamily();
    const slider = page.getByLabel(/along the family/);
    const count = Number(await slider.getAttribute("max")) + 1;
    assert.ok(count > 10, `${count} members`);
    const here = await run();
    for (const [first, last] of [...here.momenta, ...here.angles])
      assert.ok(Math.abs(last - first - 2 * Math.PI * Math.round((last - first) / (2 * Math.PI))) < 1e-6);
    assert.equal(await page.locator(".multipliers circle.filled, .multipliers circle.hollow").count(), 2);
    const period = await fact("period");
    await slider.focus();
    for (const key of ["ArrowRight", "ArrowRight", "End"]) await rerun(() => slider.press(key));
    assert.notEqual(await fact("period"), period);
    const there = await run();
    assert.ok(
      there.energy !== here.energy && Math.abs(there.momentum - here.momentum) < 1e-9 * Math.abs(here.momentum),
    );
    const chart = await page.locator(".backbone-chart").boundingBox();
    await rerun(() => page.mouse.click(chart.x + 0.5 * chart.width, chart.y + 0.5 * chart.height));
    const clicked = Number(await slider.inputValue());
    assert.ok(clicked > 0 && clicked < count - 1, `${clicked} of ${count}`);
    for (let i = 0; i < 5; ++i) await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), was);
  });

  test("a search is cancelled", async () => {
    await openModel(example("three-body").replace(/until *=.*\n/, "until = 1\n"));
    await tab("Orbits");
    await button("Family").click();
    await button("Follow").click();
    await button("Cancel").click();
    await button("Follow").waitFor();
    assert.equal(await page.locator(".orbit-found").count(), 0);
  });
});

describe("looks", () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [844, 390],
  ])
    test(`${width} by ${height}: nobody stumbles, and the pictures are kept, light and dark`, async () => {
      await openModel(threeBody, { viewport: { width, height }, colorScheme: "light" });
      const shoot = async (name) => {
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          await frame();
          await screenshot(page, `orbit-${name}-${width}-${colorScheme}`);
        }
        await page.emulateMedia({ colorScheme: "light" });
      };
      await tab("Orbits");
      await field("energy").fill("30");
      await rerun(() => button("Find").click());
      await shoot("winding");
      await followFamily();
      await shoot("family");
      await axe();
    });
});
