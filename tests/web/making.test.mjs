// SPDX-License-Identifier: Apache-2.0
// A model made in the page: typed with the help of the table of keys, shaped by hand, started in every form; equations that
// define what they use and are read aloud; branches over any path; and all of it with a finger.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { beforeEach, describe, test } from "node:test";
import {
  axe,
  bench,
  button,
  frame,
  open,
  openModel,
  page,
  program,
  rerun,
  screenshot,
  scrub,
  tab,
  text,
} from "./harness.mjs";

bench();
const model = () => page.evaluate(() => window.oopss.run().model);
const near = (a, b, within = 1e-9) =>
  assert.ok(Math.abs(a - b) <= within * Math.max(1, Math.abs(b)), `${a} is not ${b}`);
const undo = () => rerun(() => page.keyboard.press("Control+z"));

describe("the editor", () => {
  const offered = () => page.locator(".cm-tooltip-autocomplete li");
  /** Takes what is selected in the list by Enter, which the editor leaves to the text while the list is new or stale. */
  const take = async (name) => {
    await page
      .locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) li[aria-selected]")
      .filter({ hasText: name })
      .waitFor();
    await page.waitForTimeout(100); // at least the 75 ms for which it does so by its own clock
    await page.keyboard.press("Enter");
  };
  beforeEach(async () => {
    await open({ reducedMotion: "reduce" });
    await tab("Model");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
  });

  test("keys, tables and names are completed, and what is a sample is selected", async () => {
    await page.keyboard.type("\n[[body]]\nnam");
    await offered()
      .filter({ hasText: /^name$/ })
      .waitFor();
    await screenshot(page, "completion");
    await take(/^name$/);
    await page.locator(".cm-line", { hasText: 'name = "body3"' }).waitFor();
    await page.keyboard.type("tail"); // in the place of body3
    await page.keyboard.press("End");
    const rest = ["mass = 2", "inertia = 1", "", "[[joint]]", 'name = "tip"', 'between = ["arm", "tail"]', ""].join(
      "\n",
    );
    await page.keyboard.insertText(`\n${rest}`);
    await page.keyboard.type("at");
    await take(/^at$/);
    await page.locator(".cm-line", { hasText: "at = [[1.0, 0.0], [-1.0, 0.0]]" }).waitFor(); // with its sample
    await page.waitForFunction(() => {
      const problems = [...document.querySelectorAll("ul[aria-label='Problems'] > li")];
      return problems.length === 1 && problems[0].textContent.includes("'direction' is missing with several joints");
    }); // all else is a model
  });

  test("a law is a snippet, its words are offered, and a key under the pointer is explained", async () => {
    await page.keyboard.type("\n[[joint]]\ntorque = ");
    await page.keyboard.press("Control+Space");
    await offered().filter({ hasText: "sine spring with bias" }).click();
    await page
      .locator(".cm-line", { hasText: 'torque = { law = "sine", kp = 50, kd = 10, bias = "90 deg" }' })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Home");
    const key = page.locator(".cm-line", { hasText: /^inertia/ }).first();
    await key.hover({ position: { x: 20, y: 8 } });
    await page.locator(".cm-about", { hasText: "kg m^2 about the mass centre" }).waitFor();
    await axe();
  });

  test("an unknown key lists the valid ones, and what is typed stays in sight", async () => {
    await page.keyboard.type("\n[[point]]\nwhere = 1");
    await page.getByText("the keys here: name, on, at, label").waitFor();
    assert.ok(await page.locator(".cm-line", { hasText: "where = 1" }).isVisible());
  });
});

describe("made by hand", () => {
  test("a body becomes a plate of its density and size, its joint gets a law, each as one step of undo", async () => {
    await open({ reducedMotion: "reduce" });
    const first = await text();
    await button("Build").click();
    await frame();
    await page.mouse.click(...(await page.evaluate(() => window.oopss.places("inertial").bodies.arm)));
    await page.getByLabel("Shape of arm").selectOption("plate");
    await page.getByLabel("length of arm in metres").fill("6");
    await page.getByLabel("width of arm in metres").fill("2");
    await page.getByLabel("density of arm in kg/m²").fill("0.5");
    await page.getByText("mass 6 kg, inertia 20 kg m²").waitFor();
    await rerun(() => button("Make it a plate").click());
    const { mass, inertia, outline } = (await model()).bodies[1];
    assert.deepEqual([mass, inertia], [6, 20]); // 6 (6² + 2²)/12
    assert.deepEqual(outline, [
      [-3, -1],
      [3, -1],
      [3, 1],
      [-3, 1],
    ]);
    await screenshot(page, "build-plate");
    await axe();
    const shaped = await text();
    await rerun(() => page.getByLabel("Torque law of elbow").selectOption("sine"));
    assert.equal((await model()).joints[0].laws[0].law, "sine");
    await undo();
    assert.equal(await text(), shaped);
    await undo();
    assert.equal(await text(), first);
  });
});

describe("the start", () => {
  const start = async () => (await model()).start;
  test("is given in every form by fields, and is the same motion in each", async () => {
    await open({ reducedMotion: "reduce" });
    await openModel("Three coupled bodies");
    const before = await start();
    await tab("Start");
    for (const [form, key] of [
      ["momenta", "momenta"],
      ["spin", "spin"],
      ["rates", "rates"],
      ["energy", "direction"],
    ]) {
      await rerun(() => page.getByLabel("given by").selectOption(form));
      assert.match(await text(), new RegExp(`^${key}\\s*=`, "m"));
      const now = await start();
      assert.equal(now.form, form);
      near(now.energy, before.energy);
      now.momenta.forEach((value, i) => near(value, before.momenta[i]));
      now.angles.forEach((value, k) => near(value, before.angles[k]));
    }
    await rerun(() => page.getByLabel("given by").selectOption("momenta"));
    const field = page.getByRole("textbox", { name: "momentum of left" });
    await field.fill("7");
    await rerun(() => field.press("Enter"));
    const now = await start();
    near(now.momenta[0], 7);
    near(now.momenta[1], before.momenta[1]);
    await page.getByText(`total momentum of ${Number(now.momentum.toPrecision(5))} kg m²/s`).waitFor();
    await rerun(() => page.getByLabel("given by").selectOption("spin"));
    const spin = page.getByRole("textbox", { name: "spin of right" });
    await spin.fill("0.25");
    await rerun(() => spin.press("Enter"));
    assert.equal((await start()).form, "spin");
    await axe();
  });

  test("lies on the separatrix on request: the energy is that of the saddle, and the joint creeps up to it", async () => {
    await open({ reducedMotion: "reduce" });
    await tab("Phase space");
    await rerun(() => button("Start on the separatrix").click());
    await tab("Equilibria");
    await page.locator(".equilibrium").nth(1).waitFor();
    const saddle = await page.locator(".equilibrium", { hasText: "unstable" }).getByText(/ J$/).textContent();
    const { energy } = await start();
    near(Number.parseFloat(saddle), energy, 1e-3);
    const angle = await page.evaluate(() => {
      const { columns, index, rows } = window.oopss.run();
      return columns[index.get("angle.elbow")][Math.floor(0.6 * rows)];
    });
    near(angle, Math.PI, 1e-3);
    await openModel("Tree of seven bodies");
    await tab("Phase space");
    await page.locator(".phase-chart").waitFor();
    assert.equal(await button("Start on the separatrix").count(), 0);
  });
});

describe("equations of a tree", () => {
  test("define every symbol that they use, fold what is long, go by the order of bodies, and are MathML for those who listen", async () => {
    await open({ reducedMotion: "reduce" });
    await openModel("Tree of seven bodies");
    await tab("Equations");
    await page.locator(".equation").first().waitFor();
    for (const title of ["Constants", "Inertia matrix J", "Slopes K of J in the angles"]) {
      const fold = page.locator(".fold", { hasText: title });
      assert.equal(await fold.getAttribute("aria-expanded"), "false");
      await fold.click();
    }
    await page.locator(".equation math annotation", { hasText: "K_{67} =" }).first().waitFor({ state: "attached" });
    const spoken = await page.evaluate(() =>
      [...document.querySelectorAll(".equation > .unseen math annotation")].map((one) => one.textContent),
    );
    const defined = new Set(spoken.map((line) => line.split(" = ")[0]));
    const rates = spoken.filter((line) => line.startsWith("\\dot"));
    assert.equal(rates.length, 13);
    for (const symbol of rates.join(" ").match(/K_\{\d+\}|\\omega_\{\d\}/g))
      assert.ok(defined.has(symbol), `${symbol} is not defined`);
    for (let i = 1; i <= 7; ++i)
      for (let j = i; j <= 7; ++j) assert.ok(defined.has(`J_{${i}${j}}`), `J_${i}${j} is not defined`);
    const momentum = spoken.find((line) => line.startsWith("\\mu_s"));
    assert.deepEqual(
      momentum.match(/mu_\{\d\}/g),
      [1, 2, 3, 4, 5, 6, 7].map((i) => `mu_{${i}}`),
    );
    const columns = await page.evaluate(() =>
      [...document.querySelectorAll(".equation .row-value")].map((one) =>
        Math.round(one.getBoundingClientRect().right),
      ),
    );
    assert.equal(new Set(columns).size, 1, "values stand in one column");
    await screenshot(page, "equations-tree");
  });

  test("have the angular velocities of the run", async () => {
    await open({ reducedMotion: "reduce" });
    await openModel("Tree of seven bodies");
    await tab("Equations");
    const row = page.locator(".equation", { hasText: "angular velocity of twig4" });
    await row.locator(".row-value .term-value", { hasText: /\d/ }).waitFor();
    const shown = Number((await row.locator(".row-value").textContent()).replace("−", "-"));
    const { rates, angles } = (await model()).start;
    assert.ok(Number.isFinite(shown) && rates.length === angles.length);
    const slope = await page.evaluate(() => {
      const { columns, index } = window.oopss.run();
      const angle = columns[index.get("absolute.twig4")];
      return (angle[1] - angle[0]) / (columns[0][1] - columns[0][0]);
    });
    near(shown, slope, 0.05);
    await axe();
  });
});

describe("branches", () => {
  test("go over the momentum of a start that does not have it as a number, and over any path", async () => {
    await open({ reducedMotion: "reduce" });
    await tab("Start");
    await rerun(() => page.getByLabel("given by").selectOption("momenta"));
    await tab("Equilibria");
    await page.getByText("Branches", { exact: true }).click();
    await page.getByLabel("Number to vary").selectOption("start.momentum");
    await page.getByRole("textbox", { name: "from", exact: true }).fill("10");
    await page.getByRole("textbox", { name: "to", exact: true }).fill("60");
    await button("Follow").click();
    await page.locator(".branch-chart").waitFor();
    const chart = await page.locator(".branch-chart").boundingBox();
    await rerun(() => page.mouse.click(chart.x + chart.width / 2, chart.y + chart.height / 2));
    const { start } = await model();
    assert.ok(start.momentum > 25 && start.momentum < 45, `${start.momentum}`);
    await page.getByLabel("Number to vary").selectOption("another path …");
    await page.getByLabel("Path", { exact: true }).fill("joint.elbow.at.arm.x");
    await page.getByLabel("Path", { exact: true }).press("Enter");
    await page.getByRole("textbox", { name: "from", exact: true }).fill("-4");
    await page.getByRole("textbox", { name: "to", exact: true }).fill("-2");
    await button("Follow").click();
    await page.getByText("over joint.elbow.at.arm.x").or(page.getByText("over elbow: at arm x")).waitFor();
  });
});

describe("disturbed", () => {
  const column = (name) =>
    page.evaluate((one) => {
      const { columns, index, rows } = window.oopss.run();
      return [...columns[index.get(one)].subarray(0, rows)];
    }, name);
  test("a joint is pushed from the moment shown on: the motion before stays to the bit, the work is balanced, undo takes it back", async () => {
    await open({ reducedMotion: "reduce" });
    const first = await text();
    const [times, before] = [await column("t"), await column("angle.elbow")];
    await scrub(20);
    await tab("Torque");
    await page.getByLabel("Torque of a push of elbow in N m").fill("-4");
    await rerun(() => button("Push elbow").click());
    assert.ok((await text()).includes('{ law = "drive", formula = "-4*pulse(t, 20, 20.5)" }'));
    const after = await column("angle.elbow");
    const changed = after.findIndex((angle, row) => angle !== before[row]);
    assert.ok(times[changed] > 20 && times[changed] < 20.1, `${times[changed]}`);
    const { balance, momentum } = await page.evaluate(() => window.oopss.run().done);
    assert.ok(
      Math.abs(balance.work) > 0.1 && balance.max_error < 1e-6 * Math.abs(balance.work),
      JSON.stringify(balance),
    );
    assert.ok(momentum.max_relative_drift < 1e-11, "a push at a joint keeps the total momentum");
    await rerun(() => button("Push hub").click());
    const impulse = await page.evaluate(() => window.oopss.run().done.balance.impulse);
    near(impulse, -2, 1e-6); // 4 N m for half a second
    await undo();
    await undo();
    assert.equal(await text(), first);
  });

  test("a body is pulled while it moves, by a spring to the pointer: recorded in the text, replayed to the bit, its work balanced", async () => {
    await open({ reducedMotion: "reduce" });
    const first = await text();
    const [times, before] = [await column("t"), await column("angle.elbow")];
    await scrub(20);
    const bodyAt = () => page.evaluate(() => window.oopss.places("inertial").bodies.arm);
    /** Takes the arm at its mass centre and leads it away, while it plays. */
    const lead = async () => {
      await frame(); // drawn at the moment that was chosen
      const [x, y] = await bodyAt();
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let k = 1; k <= 6; ++k) {
        await page.mouse.move(x + 20 * k, y - 12 * k);
        const t = await page.evaluate(() => window.oopss.cursor());
        await page.waitForFunction((last) => window.oopss.cursor() > last + 0.02, t);
      }
    };
    await button("Pull").click();
    await lead();
    await screenshot(page, "pull-spring");
    await page.keyboard.press("Escape"); // gives it up
    await page.mouse.up();
    await page.waitForFunction(() => window.oopss.run().done && !/force/.test(window.oopss.run().model.text));
    assert.equal(await text(), first);
    await button("Pause").click();
    await scrub(20);
    await lead();
    await rerun(() => page.mouse.up());
    await button("Pause").click();
    const pulled = await text();
    assert.match(pulled, /\[\[force\]\]\nname {2}= "pull1"\non {4}= "arm"/);
    const { forces } = await model();
    assert.deepEqual([forces.length, forces[0].name, forces[0].body], [1, "pull1", 1]);
    const after = await column("angle.elbow");
    const changed = after.findIndex((angle, row) => angle !== before[row]);
    const begun = Number(/pulse\(t, ([\d.]+)/.exec(pulled)[1]); // a busy machine takes its time to begin
    assert.ok(begun >= 20 && times[changed] >= begun && times[changed] < begun + 0.5, `${begun} ${times[changed]}`);
    // The program alone gives the same numbers for this text, and balances energy and momentum with what the pull gave.
    const alone = JSON.parse(
      execFileSync(program, ["simulate", "-", "--json", "--quiet"], {
        input: pulled,
        stdio: ["pipe", "pipe", "ignore"],
      }),
    );
    assert.equal(after.at(-1), alone.final.angles[0]);
    assert.equal((await column("mass_centre.x")).at(-1), alone.final.centre[0]);
    const { balance } = await page.evaluate(() => window.oopss.run().done);
    assert.ok(Math.abs(balance.work) > 1e-3 && Math.abs(balance.impulse) > 1e-3, JSON.stringify(balance));
    assert.ok(balance.max_error < 1e-5 * Math.max(1, Math.abs(balance.work)), JSON.stringify(balance));
    await scrub(begun + 0.3);
    await frame();
    await screenshot(page, "pull-replayed");
    await tab("Torque");
    await rerun(() => button("Take away pull1").click());
    assert.equal((await text()).trimEnd(), first.trimEnd());
    await undo();
    await undo();
    assert.equal(await text(), first);
  });

  test("torques and forces of joints are arrows on request", async () => {
    await open({ reducedMotion: "reduce" });
    const picture = () => page.evaluate(() => document.querySelector("#frame-inertial canvas").toDataURL());
    await frame();
    const before = await picture();
    await tab("Display");
    await frame();
    assert.equal(await picture(), before);
    await page.getByLabel("torques and forces of joints as arrows").check();
    await frame();
    const force = Math.max(...(await column("tension.elbow")));
    await page.getByText(`The longest of this run: 0 N m, ${Number(force.toPrecision(3))} N.`).waitFor();
    assert.notEqual(await picture(), before, "an arrow is drawn");
    await screenshot(page, "loads");
    await page.getByLabel("torques and forces of joints as arrows").uncheck();
    await frame();
    assert.equal(await picture(), before);
  });
});

describe("with a finger", () => {
  test("the words are those of fingers, and a long press compares", async () => {
    await open({ reducedMotion: "reduce", viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
    await tab("Phase");
    await page.getByText("Tap to start there, press long to compare").waitFor();
    assert.equal(await page.getByText(/[Cc]lick/).count(), 0);
    const { x, y, width, height } = await page.locator(".phase-chart").boundingBox();
    const finger = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + 0.4 * width, y: y + 0.2 * height }];
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await page.waitForFunction(() => window.oopss.comparisons().length === 1);
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    const before = await text();
    await frame();
    assert.equal(await text(), before, "lifting the finger starts nothing");
    await rerun(() => page.touchscreen.tap(x + 0.6 * width, y + 0.3 * height));
    assert.notEqual(await text(), before);
    await screenshot(page, "phone-phase");
  });

  test("no pane is wider than the screen while a model is built", async () => {
    await open({ reducedMotion: "reduce", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await button("Build").click();
    await frame();
    await page.touchscreen.tap(...(await page.evaluate(() => window.oopss.places("inertial").bodies.arm)));
    await page.getByLabel("Shape of arm").selectOption("plate");
    await frame();
    await screenshot(page, "phone-build");
    const wide = await page.evaluate(
      () =>
        [...document.querySelectorAll(".builder *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .length,
    );
    assert.equal(wide, 0);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});
