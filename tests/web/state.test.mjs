// SPDX-License-Identifier: Apache-2.0
// What outlives a page: its work after a reload, a restart, another model; and edits from the moment shown. In a real
// browser on the real program.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import {
  bench,
  button,
  chooseFile,
  download,
  dragRound,
  example,
  frame,
  open,
  page,
  ready,
  rerun,
  screenshot,
  scrub,
  serve,
  server,
  text,
} from "./harness.mjs";

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "oopss-"));
});
bench({ own: true });
afterEach(() => rmSync(folder, { recursive: true }));

const calm = { reducedMotion: "reduce" };
/** Starts the program, with its state in the test's folder, and opens a page. */
async function visit(args = [], options = {}) {
  await serve(args, { state: folder, ...options });
  await open(calm);
}
async function restart(args = []) {
  const old = server.origin;
  await page.context().close();
  await server.stop();
  await visit(args);
  assert.notEqual(server.origin, old, "another port");
}
const masses = (of = page) => of.evaluate(() => window.oopss.run().model.bodies.map((body) => body.mass));
async function reload(of = page) {
  await of.reload();
  await ready(of);
}
const setMass = (value, of = page) =>
  rerun(async () => {
    const field = of.getByRole("textbox", { name: /mass/ }).first();
    await field.fill(value);
    await field.press("Enter");
  }, of);
async function openFile(name, content) {
  await page.locator("#menu-File").click();
  await chooseFile(() => page.getByRole("menu").getByText("Open file", { exact: false }).click(), name, content);
}
const openModel = (name) => rerun(() => openFile(`${name}.toml`, example(name)));
const message = (words) => page.getByRole("log").getByText(words);

describe("work", () => {
  test("a changed mass, an opened file and their undo are there after a reload and on another port", async () => {
    await visit();
    const first = await text();
    await setMass("6");
    const heavier = await text();
    await reload();
    assert.equal(await text(), heavier);
    await message("Your work on this model is back").waitFor();
    await screenshot(page, "work-back");
    await rerun(() =>
      page
        .getByRole("button", { name: /^Reset .*mass/ })
        .first()
        .click(),
    ); // as opened, before the reload
    assert.equal(await text(), first);
    await rerun(() => page.keyboard.press("Control+z"));
    const other = example("three-body");
    await rerun(() => openFile("other.toml", other));
    await reload();
    assert.equal(await text(), other);
    await restart();
    assert.equal(await text(), other);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), heavier);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), first);
    await reload();
    assert.equal(await text(), first);
    await rerun(() => page.keyboard.press("Control+Shift+z"));
    assert.equal(await text(), heavier);
    await rerun(() => page.keyboard.press("Control+Shift+z"));
    assert.equal(await text(), other);
    await reload();
    await rerun(() => button("Start over from the file").click());
    assert.equal(await text(), first);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), other);
  });

  test("each tab has its own work, each model its own", async () => {
    await visit();
    const second = await page.context().newPage();
    await second.goto(server.origin);
    await ready(second);
    await setMass("6");
    await setMass("7", second);
    await reload();
    await reload(second);
    assert.equal((await masses())[0], 6);
    assert.equal((await masses(second))[0], 7);
    await second.close();
    await restart(["three-body"]);
    assert.equal(await text(), example("three-body"));
    await restart(["two-body"]);
    assert.equal((await masses())[0], 7);
  });

  test("work on a file that has changed since is offered, not put in its place", async () => {
    const file = join(folder, "mine.toml");
    writeFileSync(file, example("two-body"));
    await visit([file]);
    await setMass("6");
    const changed = example("two-body").replace("Two coupled bodies", "Changed elsewhere");
    writeFileSync(file, changed);
    await restart([file]);
    assert.equal(await text(), changed);
    await message("The file has changed. Your work on the older one is kept.").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const { x, width } = await button("Bring it back").boundingBox();
    assert.ok(x >= 0 && x + width <= 390, "the button is in view on a phone, too");
    await screenshot(page, "work-changed");
    await rerun(() => button("Bring it back").click());
    assert.equal((await masses())[0], 6);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), changed);
  });

  test("damaged work is left out with a message", async () => {
    await visit();
    await setMass("6");
    const [name] = readdirSync(join(folder, "oopss"));
    writeFileSync(join(folder, "oopss", name), "nonsense");
    await restart();
    await message("is damaged and was left out").waitFor();
    assert.equal(await text(), example("two-body"));
  });

  test("where nothing can be written this is said once, and everything else works", async () => {
    await visit([], { state: "/dev/null/nowhere" });
    await setMass("6");
    await message("Your work cannot be kept").waitFor();
    await setMass("7");
    await button("All messages").first().click();
    assert.equal(await page.locator(".log").getByText("Your work cannot be kept").count(), 1);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal((await masses())[0], 6);
  });
});

describe("what the page shows", () => {
  const kept = () =>
    page.evaluate(() =>
      window.oopss.comparisons().map((run) => run.columns.map((column) => [...column.slice(0, run.rows)])),
    );

  test("curves, frames, the view, the time and kept runs, to the bit, are there after a reload and on another port", async () => {
    await visit();
    await page.keyboard.press("k");
    const first = await kept();
    await setMass("6");
    await page.getByLabel("Frame A: seen from").selectOption("body:arm");
    await page.getByRole("button", { name: "Add a curve" }).click();
    await page.keyboard.type("joint force");
    await page.locator(".choices button").first().click();
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Equations", exact: true }).click();
    await scrub(7.5);
    await page.waitForTimeout(600); // the time is kept when it has rested
    const check = async () => {
      await page.waitForFunction(() => window.oopss.comparisons().length === 1);
      assert.deepEqual(await kept(), first);
      assert.equal(await page.evaluate(() => window.oopss.cursor()), 7.5);
      assert.equal(await page.getByLabel("Frame A: seen from").inputValue(), "body:arm");
      assert.ok((await page.locator(".plot-title").allTextContents()).some((title) => /joint force/i.test(title)));
      assert.equal(
        await page.getByRole("tab", { name: "Equations", exact: true }).getAttribute("aria-selected"),
        "true",
      );
      assert.equal((await masses())[0], 6);
    };
    await check();
    await reload();
    await check();
    await restart();
    await check();
    await message("as you left it").waitFor();
    await screenshot(page, "view-back");
  });

  test("earlier work is offered by name and age, and all of it can be forgotten", async () => {
    await visit(["two-body"]);
    await setMass("6");
    await restart(["three-body"]);
    await page.locator("#menu-File").click();
    await page.getByRole("menu").getByText("Earlier work").click();
    const entry = page.getByRole("dialog").getByRole("button", { name: /Two coupled bodies.*(just now|minute)/ });
    await entry.waitFor();
    await screenshot(page, "earlier-work");
    await rerun(() => entry.click());
    assert.equal((await masses())[0], 6);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), example("three-body"));
    await page.locator("#menu-File").click();
    await page.getByRole("menu").getByText("Forget everything").click();
    assert.notEqual(readdirSync(join(folder, "oopss")).length, 0, "not before it is confirmed");
    await button("Forget everything").click();
    await message("Forgotten: the work of").waitFor();
    assert.deepEqual(readdirSync(join(folder, "oopss")), []);
    await restart(["two-body"]);
    assert.equal(await text(), example("two-body"));
  });

  test("a file that the browser lets be written is saved back under its name, and no other model goes into it", async () => {
    await visit();
    await page.evaluate(async (content) => {
      const file = await (await navigator.storage.getDirectory()).getFileHandle("mine.toml", { create: true });
      const out = await file.createWritable();
      await out.write(content);
      await out.close();
      window.showOpenFilePicker = async () => [file];
    }, example("three-body"));
    const inFile = () =>
      page.evaluate(async () => {
        const file = await (await navigator.storage.getDirectory()).getFileHandle("mine.toml");
        return (await file.getFile()).text();
      });
    await rerun(() => page.keyboard.press("Control+o"));
    await setMass("6");
    await page.keyboard.press("Control+s");
    await message("Saved to mine.toml.").waitFor();
    assert.equal(await inFile(), await text());
    const saved = await inFile();
    await rerun(() => button("Undo").click());
    await rerun(() => button("Undo").click()); // before the file was opened
    const { name } = await download(() => page.keyboard.press("Control+s"));
    assert.equal(name, "two-coupled-bodies.toml");
    assert.equal(await inFile(), saved);
  });
});

describe("curves", () => {
  /** What each panel of the graphs shows, by the words beside its curves. */
  const curves = () =>
    page
      .locator(".plot")
      .evaluateAll((plots) =>
        plots.map((plot) => [
          plot.querySelector(".plot-title").textContent.split(" (")[0],
          plot.querySelectorAll(".curve").length,
        ]),
      );

  test("another model has its own curves of the same quantities", async () => {
    await visit(["space-telescope"]);
    assert.deepEqual(await curves(), [
      ["joint angle", 1],
      ["energy", 2],
    ]);
    await openModel("tree");
    assert.deepEqual(await curves(), [
      ["joint angle", 6],
      ["angular momentum", 7],
    ]);
    await openModel("three-body");
    await openModel("three-body-special");
    assert.deepEqual(await curves(), [
      ["joint angle", 2],
      ["angular momentum", 3],
    ]);
    await page
      .getByRole("button", { name: /^Remove/ })
      .first()
      .click();
    await openModel("three-body");
    await openModel("tree");
    assert.deepEqual((await curves())[1], ["angular momentum", 7]);
  });

  test("a body typed into a new model gets its curves", async () => {
    await visit();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("new model");
    await rerun(() => page.keyboard.press("Enter"));
    await page.getByRole("tab", { name: "Model", exact: true }).click();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    const more = [
      '[[body]]\nname = "three"\nmass = 1.0\ninertia = 1.0\n',
      '[[joint]]\nname = "pin2"\nbetween = ["two", "three"]\nat = [[1.0, 0.0], [-1.0, 0.0]]\n',
    ];
    await rerun(() => page.keyboard.insertText(`\n${more.join("\n")}`));
    assert.deepEqual(await curves(), [
      ["joint angle", 2],
      ["angular momentum", 3],
    ]);
  });
});

describe("edits from now", () => {
  const places = () => page.evaluate(() => window.oopss.places("inertial"));
  const run = () =>
    page.evaluate(() => {
      const { model, columns, index } = window.oopss.run();
      const value = (name) => columns[index.get(name)][0];
      return { t: value("t"), angle: value("angle.elbow"), root: value("absolute.hub"), start: model.start };
    });
  const apart = ([a, b], [c, d]) => Math.hypot(a - c, b - d);

  test("a drag changes the shape that is shown, at the moment that is shown; Escape gives it up", async () => {
    await visit();
    await page.getByLabel("After an edit").selectOption("now");
    await scrub(12);
    await frame();
    const was = await text();
    const before = await places();
    const [hub, arm, elbow] = [before.bodies.hub, before.bodies.arm, before.joints.elbow];
    const grab = () => dragRound(arm, elbow);
    const energy = (await run()).start.energy;
    await rerun(grab);
    assert.ok(apart((await places()).bodies.hub, hub) < 60, "the picture does not jump to the start");
    await screenshot(page, "drag-now");
    await rerun(() => page.mouse.up());
    const now = await run();
    assert.equal(now.t, 12);
    assert.ok(Math.abs(now.angle - now.start.angles[0]) < 1e-12, "the start is what the hand left");
    assert.ok(Math.abs(now.start.energy - energy) < 1e-6 * energy, "what is held is held");
    assert.notEqual(await text(), was);
    assert.equal(await page.evaluate(() => window.oopss.cursor()), 12);
    await setMass("4.5"); // a second edit at the same moment is from now, too
    assert.equal((await run()).t, 12);

    const held = await run();
    await page.locator("#frame-inertial").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await rerun(() => page.keyboard.down("ArrowUp"));
    assert.notEqual((await run()).angle, held.angle);
    await rerun(() => page.keyboard.press("Escape"));
    await page.keyboard.up("ArrowUp");
    const given = await run();
    assert.deepEqual([given.t, given.angle, given.root], [12, held.angle, held.root]);
  });
});

describe("words", () => {
  test("Show me goes to the line of the problem", async () => {
    await visit();
    const lines = example("two-body").split("\n");
    const line = lines.findIndex((one) => one.startsWith("inertia"));
    lines[line] = "inertia = -3";
    await openFile("wrong.toml", lines.join("\n"));
    await button("Show me").first().click();
    await page.locator(".problems li").waitFor(); // the list takes its room from the editor
    await page.waitForFunction((number) => {
      const line = document.querySelector(".cm-activeLineGutter");
      const view = document.querySelector(".cm-scroller").getBoundingClientRect();
      const { top, bottom } = line.getBoundingClientRect();
      return line.textContent === String(number) && top >= view.top && bottom <= view.bottom;
    }, line + 1);
    assert.ok(
      await page.evaluate(() => document.activeElement.closest(".cm-editor") !== null),
      "the editor has the focus",
    );
    await screenshot(page, "show-me");
  });

  test("the help says what the page does: Tab leaves the editor, springs can be proved", async () => {
    await visit(["space-telescope"]);
    await page.getByRole("tab", { name: "Model", exact: true }).click();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-editor") === null), "Tab left the editor");
    await page.getByRole("tab", { name: "Equilibria", exact: true }).click();
    await button("Prove that these are all").click();
    await page.getByText("proved complete").waitFor();
    await page.locator("#menu-Help").click();
    await page.getByRole("menu").getByText("What the panes are for").click();
    const words = await page.getByRole("dialog").textContent();
    assert.match(words, /Tab leaves the editor/);
    assert.doesNotMatch(words, /Escape, then Tab, leaves the editor/);
    assert.match(words, /free or with springs/);
  });
});
