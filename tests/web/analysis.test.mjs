// SPDX-License-Identifier: Apache-2.0
// What the page says of a system as a whole: gallery, leaf, landscape, proof, branches; in a real browser on the real program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { beforeEach, describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import {
  axe,
  bench,
  button,
  example,
  frame,
  open,
  page,
  program,
  ready,
  rerun,
  screenshot,
  server,
  tab,
} from "./harness.mjs";

const oopss = (...args) => JSON.parse(execFileSync(program, [...args, "--json"], { encoding: "utf8" }));

bench();
beforeEach(() => open({ reducedMotion: "reduce" }));

/** Opens a model by a link that holds it. */
async function openText(text) {
  await page.goto("about:blank");
  await page.goto(`${server.origin}/#m=${deflateRawSync(text).toString("base64url")}`);
  await ready(page);
}
const openModel = (name) => openText(example(name));
const number = (path) =>
  page.evaluate((of) => window.oopss.run().model.numbers.find((one) => one.path === of).value, path);
/** The share of a canvas that is not empty. */
const ink = (locator) =>
  locator.evaluate((canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let full = 0;
    for (let i = 3; i < data.length; i += 4) full += data[i] > 64;
    return full / (data.length / 4);
  });

describe("gallery and portraits", () => {
  test("the gallery of the tree of seven bodies has all that the program finds", async () => {
    const { equilibria } = oopss("equilibria", "tree");
    await openModel("tree");
    await tab("Equilibria");
    await page.getByText(`${equilibria.length} at momentum`).waitFor();
    assert.equal(await page.locator(".gallery .equilibrium").count(), equilibria.length);
    for (const stability of ["stable", "unstable"])
      assert.equal(
        await page.locator(".gallery h3 span").getByText(stability, { exact: true }).count(),
        equilibria.filter((one) => one.stability === stability).length,
      );
  });

  test("the leaf of two bodies has its separatrix, the landscape of three its tones and saddles", async () => {
    const { equilibria } = oopss("equilibria", "two-body");
    await tab("Phase space");
    const chart = page.locator(".phase-chart");
    await page.getByRole("img", { name: /E2 unstable/ }).waitFor();
    assert.ok((await ink(chart.locator("canvas").first())) > 0.02);
    // The separatrix goes through the unstable equilibrium: found under the pointer a little beside it, with its energy.
    const box = await chart.boundingBox();
    const words = page.locator(".phase-readout .what");
    let found = "";
    for (let dy = -160; dy <= 160 && !found.startsWith("separatrix"); dy += 4) {
      await page.mouse.move(box.x + box.width - 48 - 24, box.y + 12 + (box.height - 36) / 2 + dy);
      found = await words.textContent();
    }
    assert.match(found, /^separatrix, /);
    const energy = Number(/([\d.]+) J/.exec(found)[1]);
    assert.ok(Math.abs(energy - equilibria.find((one) => one.stability === "unstable").energy) < 1e-3 * energy, found);
    await openModel("three-body");
    await page.getByRole("img", { name: /E4 / }).waitFor();
    await page.waitForFunction(() => document.querySelector(".phase-chart.startable"));
    while ((await ink(chart.locator("canvas").first())) <= 0.5) await page.waitForTimeout(50); // it fills its window
    await screenshot(page, "analysis-landscape");
  });
});

describe("proof", () => {
  test("three free bodies are proved complete, each card says what is proved, and a change of the model takes it back", async () => {
    const certified = oopss("equilibria", "three-body", "--certify");
    await openModel("three-body");
    await tab("Equilibria");
    await button("Prove that these are all").click();
    await page.getByText("✓ proved complete").waitFor();
    assert.equal(
      await page.locator(".gallery .proved").getByText("✓ proved", { exact: true }).count(),
      certified.equilibria.filter((one) => one.proved).length,
    );
    assert.equal(await page.locator(".gallery .proved").count(), certified.equilibria.length);
    await axe();
    await screenshot(page, "analysis-proved");
    await tab("System");
    const mass = page.getByRole("slider", { name: /mass/ }).first();
    await rerun(async () => {
      await mass.focus();
      await page.keyboard.press("ArrowRight");
    });
    await button("Prove that these are all").waitFor();
    assert.equal(await page.getByText("✓ proved complete").count(), 0);
  });

  test("equilibria of springs are proved complete, at rest and turning", async () => {
    await openModel("space-telescope");
    await tab("Equilibria");
    await button("Prove that these are all").click();
    await page.getByText("✓ proved complete").waitFor();
    const { equilibria } = oopss("equilibria", "space-telescope", "--certify");
    assert.equal(
      await page.locator(".gallery .proved").getByText("✓ proved", { exact: true }).count(),
      equilibria.length,
    );
  });

  test("a law given by a formula is refused in words, beside the list that stays", async () => {
    const [law, energy] = ["20*sin(phi_gimbal)", "20*(1 - cos(phi_gimbal))"];
    const torque = `torque = { law = "expression", formula = "${law}", energy = "${energy}" }`;
    await openText(example("space-telescope").replace(/^torque *=.*$/m, torque));
    await tab("Equilibria");
    await button("Prove that these are all").click();
    await page.getByText("only the energy of springs").waitFor();
    assert.equal(await page.locator(".gallery .equilibrium").count(), 2);
  });

  test("a long proof shows how far it is, does not hold up a slider, and can be cancelled", async () => {
    const bodies = [...Array(8).keys()];
    const text = `[model]\nformat = 1\nname = "Eight"\n${bodies.map((i) => `[[body]]\nname = "b${i}"\nmass = ${1 + (i % 3)}.0\ninertia = 1.0\n`).join("")}${bodies
      .slice(1)
      .map((i) => `[[joint]]\nname = "j${i}"\nbetween = ["b${i - 1}", "b${i}"]\nat = [[1.0, 0.1], [-1.0, 0.3]]\n`)
      .join("")}[start]\nmomentum = 20.0\nrates = { j1 = 0.0 }\n[run]\nuntil = 1.0\n`;
    await openText(text);
    await tab("Equilibria");
    await button("Prove that these are all").click();
    await page.getByRole("progressbar").waitFor();
    await rerun(async () => {
      await page.getByRole("tab", { name: "Run", exact: true }).click();
      const until = page.getByRole("textbox", { name: /until|end/i }).first();
      await until.fill("2");
      await until.press("Enter");
    });
    assert.equal(await page.getByRole("progressbar").count(), 1, "the proof goes on beside the run");
    await button("Cancel").click();
    await button("Prove that these are all").waitFor();
  });
});

describe("branches", () => {
  const path = "joint.pin2.at.right.x";
  async function follow(from = "-5", to = "-8") {
    await openModel("three-body-special");
    await tab("Equilibria");
    await button("Branches").click();
    await page.getByLabel("Number to vary").selectOption(path);
    await page.getByLabel("from", { exact: true }).fill(from);
    await page.getByLabel("to", { exact: true }).fill(to);
    await button("Follow").click();
    await page.locator(".branch-chart").waitFor();
    while ((await ink(page.locator(".branch-chart canvas").first())) <= 0.005) await frame(); // until it is drawn
  }

  test("a pitchfork is shown where oopss continue says", async () => {
    const { special, branches } = oopss("continue", "three-body-special", "--vary", `${path}=-5:-8`);
    assert.equal(special.length, 1);
    await follow();
    const listed = page.getByRole("list", { name: "Special points" }).getByRole("button");
    assert.equal(await listed.count(), 1);
    assert.match(await listed.textContent(), /pitchfork at −6\.5$/);
    assert.ok(Math.abs(special[0].value + 6.5) < 1e-9);
    assert.match(
      await page.locator(".branch-chart canvas").last().getAttribute("aria-label"),
      new RegExp(`^${branches.length} branches`),
    );
    // Its mark is where the axes put it: -8 at the left end, the angle pi of pin2 from -pi/2 to 3 pi/2.
    await page.getByLabel("Upwards").selectOption("1");
    const box = await page.locator(".branch-chart").boundingBox();
    await page.mouse.move(box.x + 64 + 0.5 * (box.width - 88), box.y + 12 + 0.25 * (box.height - 36));
    await page.locator(".branch-readout").getByText("pitchfork").waitFor();
    await axe();
    await screenshot(page, "analysis-branches");
    await rerun(() => listed.click());
    assert.equal(await number(path), -6.5);
  });

  test("a click loads the value under the pointer as one step of undo; Shift-click starts at the equilibrium", async () => {
    await follow();
    const box = await page.locator(".branch-chart").boundingBox();
    const at = (part) => [box.x + 64 + part * (box.width - 88), box.y + 12 + 0.75 * (box.height - 36)]; // the angle 0
    const before = await page.evaluate(() => window.oopss.text());
    await page.mouse.move(...at(0.8));
    const shown = Number((await page.locator(".branch-readout .value").textContent()).replace("−", "-").split(" ")[0]);
    assert.ok(Math.abs(shown - (-8 + 0.8 * 3)) < 0.01, `${shown}`);
    await rerun(() => page.mouse.click(...at(0.8)));
    assert.equal(await number(path), shown);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await page.evaluate(() => window.oopss.text()), before);
    await page.keyboard.down("Shift");
    await rerun(() => page.mouse.click(...at(0.3)));
    await page.keyboard.up("Shift");
    assert.ok(Math.abs((await number(path)) - (-8 + 0.3 * 3)) < 0.1);
    const rate = await page.evaluate(() => {
      const { columns, index, rows } = window.oopss.run();
      return Math.max(
        ...["rate.pin1", "rate.pin2"].flatMap((name) => [...columns[index.get(name)].slice(0, rows)].map(Math.abs)),
      );
    });
    assert.ok(rate < 1e-9, `the joints rest: ${rate}`); // starts are solved to rounding; 40 s of a stable or slowly unstable shape
    assert.equal(await page.getByText("The model has changed since").count(), 0);
  });

  test("without a mouse: arrows move along, Enter loads; other numbers make the diagram old, and it says so", async () => {
    await follow();
    const chart = page.locator(".branch-chart");
    await chart.focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
    const shown = Number((await page.locator(".branch-readout .value").textContent()).replace("−", "-").split(" ")[0]);
    await rerun(() => page.keyboard.press("Enter"));
    assert.ok(Math.abs((await number(path)) - shown) < 1e-3 * Math.abs(shown));
    await tab("System");
    const mass = page.getByRole("slider", { name: /mass/ }).first();
    await rerun(async () => {
      await mass.focus();
      await page.keyboard.press("ArrowRight");
    });
    await page.getByText("The model has changed since").waitFor();
  });

  test("what cannot be followed is said, and bad ranges cannot be asked for", async () => {
    await openModel("three-body-special");
    await tab("Equilibria");
    await button("Branches").click();
    await page.getByText("Choose the number and its range").waitFor();
    await page.getByLabel("Number to vary").selectOption("body.left.mass");
    await page.getByLabel("from", { exact: true }).fill("-2");
    await page.getByLabel("to", { exact: true }).fill("-1");
    await button("Follow").click();
    await page
      .getByText(/mass must be greater than zero/)
      .first()
      .waitFor();
    await page.getByLabel("to", { exact: true }).fill("x");
    assert.ok(await button("Follow").isDisabled());
  });

  for (const [width, height, scheme, name] of [
    [390, 844, "light", "phone"],
    [390, 844, "dark", "phone-dark"],
    [1440, 900, "dark", "dark"],
  ])
    test(`axe finds nothing and nothing overflows: ${name}`, async () => {
      await open({ viewport: { width, height }, colorScheme: scheme, reducedMotion: "reduce" });
      await follow();
      await axe();
      await screenshot(page, `analysis-branches-${name}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    });
});
