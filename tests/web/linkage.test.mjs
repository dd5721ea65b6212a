// SPDX-License-Identifier: Apache-2.0
// Bodies in loops in a real browser on the real program: dragged with the loops closed, assembled otherwise, classified.
import assert from "node:assert/strict";
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

/** Bars of these lengths, hinged at their ends all the way round; a point is marked on the third. */
function loopOf(lengths, start, until = 4) {
  const bars = lengths.map((l, k) => `[[body]]\nname = "b${k}"\nmass = ${1 + 0.5 * k}\ninertia = ${0.1 * l}\n`);
  const pins = lengths.map((l, k) => {
    const next = (k + 1) % lengths.length;
    const places = `[[${l / 2}, 0.0], [${-lengths[next] / 2}, 0.0]]`;
    return `[[joint]]\nname = "j${k}"\nbetween = ["b${k}", "b${next}"]\nat = ${places}\n`;
  });
  const point = `[[point]]\nname = "tip"\non = "b2"\nat = [0.2, 0.7]\n`;
  const model = `[model]\nformat = 1\nname = "${lengths.length} bars"\n`;
  return `${model}${bars.join("")}${pins.join("")}${point}[start]\n${start}\n[run]\nuntil = ${until}\nevery = 0.02\n`;
}
const fourBar = loopOf([3, 1, 3, 1.2], 'angles = { j0 = 0.7 }\nassembly = "-"\nrates = { j0 = 2.0 }\nmomentum = 9.0');
const inLine = loopOf([2, 1, 1.5, 1.5], 'angles = { j0 = 1.0 }\nassembly = "+"\nrates = { j0 = -1.1 }\nmomentum = 2.0');
const fiveBar = loopOf(
  [1, 1.2, 0.9, 1.1, 1.3],
  "guess = { j0 = 1.2, j1 = 1.2, j2 = 1.2, j3 = 1.2 }\nrates = { j0 = 0.4, j1 = -0.3 }\nmomentum = 2.0",
);
const drivenFiveBar = loopOf(
  [1, 1.2, 0.9, 1.1, 1.3],
  "angles = { j1 = 1.0 }\nrates = { j1 = 0.3 }\nmomentum = 2.0",
).replace('name = "j0"', 'name = "j0"\nmotion = "1.2 + 0.3*t"');
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
    await openText(fourBar);
    const { status } = await page.evaluate(() => window.oopss.run().done);
    assert.equal(status, "complete");
    assert.ok((await gap()) < 1e-11, `${await gap()}`);
    assert.equal(await fact("4 bars"), "Grashof, a crank-rocker seen from b0");
    assert.match(await fact("change point"), /the longest bar longer by 0\.2 makes it one$/);
    const last = page.getByRole("textbox", { name: /j3.*b0/i }).first();
    await last.fill("-1.8");
    await rerun(() => last.press("Enter"));
    assert.equal(await fact("4 bars"), "non-Grashof, a triple rocker");
    assert.match(await fact("change point"), /the longest bar shorter by 0\.1 makes it one$/);
    await rerun(() => button("Undo").click());
    assert.equal(await fact("4 bars"), "Grashof, a crank-rocker seen from b0");
    await axe();
  });

  test("is dragged with the loop closed, energy and momentum held; undo takes it back", async () => {
    await openText(fourBar);
    await scrub(0);
    await frame();
    const [before, was] = [await start(), await text()];
    const { bodies, joints } = await page.evaluate(() => window.oopss.places("B")); // seen from the base
    await dragRound(bodies.b1, joints.j0);
    await page.waitForFunction(
      (old) => Math.abs(window.oopss.run().model.start.angles[0] - old) > 0.2,
      before.angles[0],
    );
    await screenshot(page, "linkage-drag");
    await rerun(() => page.mouse.up());
    const now = await start();
    assert.ok(Math.abs(before.angles[0] - now.angles[0] - 0.3) < 0.03, `${now.angles[0]} after ${before.angles[0]}`);
    assert.ok(Math.abs(now.energy - before.energy) < 1e-9 * before.energy);
    assert.ok(Math.abs(now.momentum - before.momentum) < 1e-9 * before.momentum);
    assert.ok((await gap()) < 1e-11, `${await gap()}`);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), was);
  });

  test("is turned by keys, and stops where the loop does not close, in words", async () => {
    await openText(fourBar);
    await page.getByRole("tab", { name: "Start", exact: true }).click();
    const angle = page.getByRole("textbox", { name: "angle of j2" });
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
    await openText(fourBar);
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

describe("the potential of a four-bar", () => {
  /** The two numbers under the pointer. */
  const pointed = async () =>
    (await page.locator(".phase-readout > span:not(.what)").allTextContents()).map((words) =>
      Number(/(−?[\d.]+)$/.exec(words.trim())[1].replace("−", "-")),
    );

  test("has its equilibria and the point of the run; a click starts there, at the energy of that height", async () => {
    await openText(fourBar);
    const chart = page.locator(".phase-chart.startable");
    await chart.waitFor();
    await page.getByRole("img", { name: /Equilibria: E\d stable, E\d unstable\. Now angle of j0 is/ }).waitFor();
    const before = await start();
    const box = await chart.boundingBox();
    const [x, y] = [box.x + 64 + 0.6 * (box.width - 112), box.y + 12 + 0.2 * (box.height - 36)];
    await page.mouse.move(x, y);
    const [angle, energy] = await pointed();
    await rerun(() => page.mouse.click(x, y));
    const now = await start();
    assert.ok(Math.abs(Math.sin((now.angles[0] - angle) / 2)) < 0.01, `${now.angles[0]} is not ${angle}`);
    assert.ok(Math.abs(now.energy - energy) < 0.01 * energy, `${now.energy} is not ${energy}`);
    assert.ok(Math.abs(now.momentum - before.momentum) < 1e-9 * before.momentum);
    assert.equal(now.snapped, "");
    assert.ok((await gap()) < 1e-11);
    await screenshot(page, "linkage-potential");
    await axe();
    // Below the potential there is no motion: it starts at rest on it.
    await page.mouse.move(x + 20, box.y + box.height - 30);
    await page.getByText("starts at rest on it").waitFor();
    await rerun(() => page.mouse.click(x + 20, box.y + box.height - 30));
    const rest = await start();
    assert.ok(rest.energy - rest.energy_range[0] < 1e-3 * rest.energy, JSON.stringify(rest));
  });

  test("beside it stands the leaf, and the other circle of shapes can be looked at", async () => {
    await openText(fourBar);
    await page.locator(".phase-chart.startable").waitFor();
    await page.locator(".phase-bar select").first().selectOption("leaf");
    const box = await page.locator(".phase-chart.startable").boundingBox();
    const place = [box.x + 64 + 0.3 * (box.width - 112), box.y + 12 + 0.3 * (box.height - 36)];
    await page.mouse.move(...place);
    const [angle] = await pointed();
    await rerun(() => page.mouse.click(...place));
    assert.ok(Math.abs(Math.sin(((await start()).angles[0] - angle) / 2)) < 0.01);
    await screenshot(page, "linkage-leaf");
    const circle = page.locator(".phase-bar select").nth(1);
    const own = await circle.inputValue();
    await circle.selectOption(own === "0" ? "1" : "0");
    const side = Math.sin((await start()).angles[2]);
    await rerun(() => page.mouse.click(...place));
    assert.ok(Math.sin((await start()).angles[2]) * side < 0, "the other assembly");
  });
});

describe("other linkages", () => {
  test("a run that comes to a change point ends there, in words; straight on it goes through", async () => {
    await openText(inLine);
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

  test("with more bars they open, run closed, and refuse nothing but in words", async () => {
    await openText(fiveBar);
    assert.ok((await gap()) < 1e-11, `${await gap()}`);
    assert.equal(await fact("5 bars"), "regular: in no shape are all bars in line");
    await page.locator(".phase-note").getByText("here is the run over two of its columns").waitFor();
    await tab("Equations");
    await page.getByRole("region", { name: "Equations" }).getByText(/\S/).first().waitFor();
    await tab("Equilibria");
    await page.getByText(/at momentum/).waitFor();
  });

  test("a driven joint keeps to its motion while another body is dragged, at the start and at a later moment", async () => {
    await openText(drivenFiveBar);
    for (const moment of [0, 1]) {
      if (moment > 0) await page.getByLabel("After an edit").selectOption("now");
      await scrub(moment);
      await frame();
      const before = await start();
      const { bodies, joints } = await page.evaluate(() => window.oopss.places("B"));
      await dragRound(bodies.b2, joints.j1);
      await page.waitForFunction(
        (old) => Math.abs(window.oopss.run().model.start.angles[1] - old) > 0.02,
        before.angles[1],
      );
      await rerun(() => page.mouse.up());
      const now = await start();
      assert.equal(now.angles[0], 1.2);
      assert.ok(Math.abs(now.momentum - before.momentum) < 1e-9);
      const first = await page.evaluate(() => {
        const { columns, index } = window.oopss.run();
        return { t: columns[0][0], angle: columns[index.get("angle.j0")][0] };
      });
      assert.equal(first.t, moment);
      assert.ok(Math.abs(first.angle - 1.2 - 0.3 * moment) < 1e-12);
      assert.ok((await gap()) < 1e-11, `${await gap()}`);
    }
  });
});
