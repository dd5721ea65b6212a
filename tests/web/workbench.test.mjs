// SPDX-License-Identifier: Apache-2.0
// The page in a real browser on the real program: every interaction once, by what a user sees and does.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, test } from "node:test";
import {
  axe,
  bench,
  browser,
  button,
  chooseFile,
  download,
  dragRound,
  frame,
  menu,
  open,
  openModel,
  openPage,
  page,
  program,
  ready,
  rerun,
  screenshot,
  scrub,
  server,
  startServer,
  tab,
  text,
} from "./harness.mjs";

bench();
beforeEach(async () => {
  await open();
  await pause();
});

// ---- what tests say
const pause = async () => {
  if (await button("Pause").count()) await button("Pause").click();
};
const cursor = () => page.evaluate(() => window.oopss.cursor());
const start = () => page.evaluate(() => window.oopss.run().model.start);
const runId = () => page.evaluate(() => window.oopss.run().id);
/** The run's columns at the cursor, by name. */
const rowAt = (t) =>
  page.evaluate((time) => {
    const { columns, model, rows } = window.oopss.run();
    let row = 0;
    while (row < rows - 1 && columns[0][row] < time - 1e-12) ++row;
    return Object.fromEntries(model.columns.map((column, i) => [column.name, columns[i][row]]));
  }, t);

describe("motion", () => {
  test("the page opens on a moving system and says what one sees", async () => {
    await page.reload();
    await ready(page);
    await page.waitForFunction((before) => window.oopss.cursor() !== before, await cursor());
    await page.getByText("Drag a body to change the start").waitFor();
    await screenshot(page, "first");
  });

  test("joints and mass centres are drawn where the server's state has them, to a pixel, in all three frames", async () => {
    for (const t of [0, 12.5, 50]) {
      await scrub(t);
      await frame();
      const row = await rowAt(t);
      for (const which of ["inertial", "A", "B"]) {
        const { model, at } = await page.evaluate(
          (name) => ({ model: window.oopss.run().model, at: window.oopss.places(name) }),
          which,
        );
        const [hub, arm] = model.bodies.map(({ name }) => ({
          x: row[`centre.${name}.x`],
          y: row[`centre.${name}.y`],
          angle: row[`absolute.${name}`],
        }));
        const {
          at_first: [dx, dy],
        } = model.joints[0];
        const joint = {
          x: hub.x + Math.cos(hub.angle) * dx - Math.sin(hub.angle) * dy,
          y: hub.y + Math.sin(hub.angle) * dx + Math.cos(hub.angle) * dy,
        };
        const view = { inertial: { x: 0, y: 0, angle: 0 }, A: { ...joint, angle: 0 }, B: hub }[which];
        const seen = ({ x, y }) => {
          const [c, s] = [Math.cos(view.angle), Math.sin(view.angle)];
          return [
            at.origin[0] + at.scale * (c * (x - view.x) + s * (y - view.y)),
            at.origin[1] - at.scale * (c * (y - view.y) - s * (x - view.x)),
          ];
        };
        const close = (found, wanted) =>
          assert.ok(
            Math.hypot(found[0] - wanted[0], found[1] - wanted[1]) <= 1,
            `${which} at ${t}: ${found} is not ${wanted}`,
          );
        close(at.joints.elbow, seen(joint));
        close(at.bodies.hub, seen(hub));
        close(at.bodies.arm, seen(arm));
      }
    }
  });

  test("there is ink where the joints are said to be drawn", async () => {
    await scrub(20);
    await frame();
    const ink = await page.evaluate(() => {
      const canvas = document.querySelector("#frame-inertial canvas");
      const box = canvas.getBoundingClientRect();
      const ratio = canvas.width / box.width;
      const at = window.oopss.places("inertial");
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const alpha = ([x, y]) =>
        copy.getImageData(Math.round((x - box.left) * ratio), Math.round((y - box.top) * ratio), 1, 1).data[3];
      return { joint: alpha(at.joints.elbow), hub: alpha(at.bodies.hub), nothing: alpha([box.left + 4, box.top + 60]) };
    });
    assert.ok(ink.joint > 200 && ink.hub > 200, JSON.stringify(ink));
    assert.equal(ink.nothing, 0);
  });

  test("play, pause, step, reverse and speed move the one cursor; the run itself stays", async () => {
    const id = await runId();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    const one = await cursor();
    assert.ok(one > 0);
    await page.keyboard.press("Shift+ArrowRight");
    assert.ok(Math.abs((await cursor()) - 11 * one) < 1e-9);
    await page.keyboard.press("ArrowLeft");
    assert.ok(Math.abs((await cursor()) - 10 * one) < 1e-9);
    /** Plays from a time until the cursor has gone so far; gives that and the seconds that it took at the most. */
    const play = async (from, far) => {
      await scrub(from);
      const begun = Date.now();
      await button("Play").click();
      await page.waitForFunction(([t, way]) => Math.abs(window.oopss.cursor() - t) > way, [from, far]);
      await button("Pause").click();
      return { went: (await cursor()) - from, seconds: (Date.now() - begun) / 1000 };
    };
    await button("Play in reverse").click();
    const back = await play(25, 0.1);
    assert.ok(back.went < 0 && -back.went <= back.seconds, JSON.stringify(back));
    await button("Play in reverse").click();
    await page.getByLabel("Speed").selectOption("64");
    assert.ok((await play(0, 8)).went > 8);
    await page.getByLabel("Speed").selectOption("0.015625");
    const slow = await play(0, 0.002);
    assert.ok(slow.went > 0 && slow.went <= slow.seconds / 64, JSON.stringify(slow));
    assert.equal(await runId(), id);
  });

  test("one time cursor: hovering a graph moves frames, graphs and the leaf", async () => {
    const box = await page.getByRole("region", { name: "Graphs" }).locator(".u-over").first().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await frame();
    assert.ok(Math.abs((await cursor()) - 25) < 1, `${await cursor()}`);
    const before = await page.evaluate(() => window.oopss.places("inertial").joints.elbow);
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
    await frame();
    assert.notDeepEqual(await page.evaluate(() => window.oopss.places("inertial").joints.elbow), before);
  });

  test("frames A and B show the motion from any joint, any body, the mass centre or at rest", async () => {
    const choice = page.getByLabel("Frame A: seen from");
    const kinds = await choice.locator("option").allTextContents();
    assert.deepEqual(kinds, ["inertial", "mass centre", "joint elbow", "body hub", "body arm"]);
    await choice.selectOption("body:arm");
    const places = [];
    for (const t of [5, 20]) {
      await scrub(t);
      await frame();
      places.push(await page.evaluate(() => window.oopss.places("A")));
    }
    const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    assert.ok(apart(places[0].bodies.arm, places[1].bodies.arm) < 1, "the arm rests in its own frame");
    assert.ok(apart(places[0].bodies.hub, places[1].bodies.hub) > 5, "the hub does not");
  });

  test("dragging a body sets the start and keeps the held energy and momentum; it is one entry of the history", async () => {
    await scrub(0);
    await frame();
    const [before, was] = [await start(), await text()];
    const {
      bodies: { arm },
      joints: { elbow },
    } = await page.evaluate(() => window.oopss.places("inertial"));
    await dragRound(arm, elbow);
    await rerun(() => page.mouse.up());
    const now = await start();
    assert.ok(Math.abs(now.angles[0] - before.angles[0]) > 0.1, `${now.angles[0]}`);
    assert.ok(Math.abs(now.energy - before.energy) < 1e-9 * before.energy);
    assert.ok(Math.abs(now.momentum - before.momentum) < 1e-9 * before.momentum);
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), was);
  });

  test("a pose that cannot be reached snaps and says why", async () => {
    await page.getByRole("tab", { name: "Start", exact: true }).click();
    const energy = page.getByRole("textbox", { name: "energy", exact: true });
    await energy.fill("8");
    await rerun(() => energy.press("Enter"));
    const angle = page.getByRole("textbox", { name: "angle of elbow" });
    await angle.fill("3.1");
    await rerun(() => angle.press("Enter"));
    const now = await start();
    assert.ok(now.angles[0] < 3 && now.snapped !== "", JSON.stringify(now));
    await page.getByRole("log").getByText(now.snapped.slice(0, 30)).waitFor();
  });

  test("an energy that cannot be had is refused with the attainable interval", async () => {
    await page.getByRole("tab", { name: "Start", exact: true }).click();
    const energy = page.getByRole("textbox", { name: "energy", exact: true });
    await energy.fill("1");
    await energy.press("Enter");
    await page.getByText(/1 J cannot be reached here\. Attainable: at least 5\.\d+ J/).waitFor();
  });
});

describe("settings", () => {
  test("a slider re-runs at once with the old curve behind the new; undo and redo walk through the edits", async () => {
    const mass = page.getByRole("slider", { name: /mass/ }).first();
    const was = await text();
    await rerun(async () => {
      await mass.focus();
      await page.keyboard.press("ArrowRight");
    });
    await page.waitForFunction((old) => window.oopss.text() !== old, was); // letting go commits
    assert.ok(await page.evaluate(() => window.oopss.ghost() !== null), "a ghost of the run before");
    const edited = await text();
    await rerun(() => button("Undo").click());
    assert.equal(await text(), was);
    await rerun(() => button("Redo").click());
    assert.equal(await text(), edited);
    await screenshot(page, "slider");
  });

  test("a run that plays rests while a slider moves, and then goes on", async () => {
    const moves = async (from) => page.waitForFunction((t) => window.oopss.cursor() !== t, from);
    const was = await text();
    if (await button("Play").count()) await button("Play").click();
    await moves(await cursor());
    const mass = await page.getByRole("slider", { name: /mass/ }).first().boundingBox();
    const middle = mass.y + mass.height / 2;
    await page.mouse.move(mass.x + 0.5 * mass.width, middle);
    await page.mouse.down();
    await rerun(() => page.mouse.move(mass.x + 0.55 * mass.width, middle));
    const at = await cursor();
    await rerun(() => page.mouse.move(mass.x + 0.6 * mass.width, middle));
    assert.equal(await cursor(), at);
    await page.mouse.up();
    await moves(at);
    await page.waitForFunction((old) => window.oopss.text() !== old, was);
    await rerun(() => button("Undo").click());
    await pause();
  });

  test("an exact field takes an expression, and a wrong one is said at its place", async () => {
    const field = page.getByRole("textbox", { name: /mass/ }).first();
    await field.fill("2*3");
    await rerun(() => field.press("Enter"));
    assert.equal(await page.evaluate(() => window.oopss.run().model.bodies[0].mass), 6);
    await field.fill("-1");
    await field.press("Enter");
    await page
      .getByText(/mass must be positive|greater than zero|must be/)
      .first()
      .waitFor();
    assert.equal(await page.evaluate(() => window.oopss.run().model.bodies[0].mass), 6);
  });

  test("a torque law is chosen and tuned; with damping the energy falls and the momentum stays", async () => {
    await page.getByRole("tab", { name: "Torque", exact: true }).click();
    await rerun(() => page.getByLabel("Torque law", { exact: true }).last().selectOption({ index: 2 }));
    const damping = page.getByRole("textbox", { name: /damp/i });
    await damping.fill("20");
    await rerun(() => damping.press("Enter"));
    const done = await page.evaluate(() => window.oopss.run().done);
    assert.ok(done.balance.dissipated > 1, JSON.stringify(done.balance));
    assert.ok(done.momentum.max_relative_drift < 1e-12);
    await screenshot(page, "torque");
  });

  test("numbers in words have sliders: of parameters, of gains, and of gains that are parameters", async () => {
    const words = (await text())
      .replace(
        "[[body]]",
        '[parameters]\nturn = { value = "2*pi/3", min = 0, max = "180 deg" }\nk = 40\ntwice = "2*k"\n\n[[body]]',
      )
      .replace("\n[start]", 'torque = { law = "sine", kp = "k", kd = "sqrt(4)", bias = "turn" }\n\n[start]')
      .replace("energy   =", "kinetic  =");
    await rerun(() => chooseFile(() => page.keyboard.press("Control+o"), "words.toml", words));
    const parameter = (name) =>
      page.evaluate((wanted) => window.oopss.run().model.parameters.find((one) => one.name === wanted), name);
    assert.equal((await parameter("turn")).fixed, false);
    assert.equal((await parameter("twice")).fixed, true);
    const turn = page.getByRole("slider", { name: "turn, slider", exact: true });
    await rerun(async () => {
      await turn.focus();
      await page.keyboard.press("ArrowRight");
    });
    assert.ok(Math.abs((await parameter("turn")).value - (2 * Math.PI) / 3) < 0.05);
    assert.equal(await page.getByRole("slider", { name: /^twice/ }).count(), 0);
    await page.getByRole("tab", { name: "Torque", exact: true }).click();
    for (const gain of ["stiffness", "damping", "bias"])
      assert.equal(await page.getByRole("slider", { name: new RegExp(`^${gain} of`) }).count(), 1, gain);
    const stiffness = page.getByRole("slider", { name: /^stiffness of/ });
    await rerun(async () => {
      await stiffness.focus();
      await page.keyboard.press("ArrowRight");
    });
    assert.ok((await parameter("k")).value > 40, "the gain that is a parameter moves it");
    await page.waitForFunction(() => /kp = "k"/.test(window.oopss.text()));
    await screenshot(page, "numbers-in-words");
  });

  test("a torque from outside is typed: the momentum changes and is balanced, which is no drift", async () => {
    await page.getByRole("tab", { name: "Torque", exact: true }).click();
    await page.getByLabel("Applied torque on").selectOption("arm");
    const field = page.getByRole("textbox", { name: "applied torque" });
    await field.fill("2*theta_amr");
    await field.press("Enter");
    await page.getByText(/'theta_amr' is not known/).waitFor();
    await field.fill("-3*theta_arm");
    await rerun(() => field.press("Enter"));
    const { done, columns, model, rows } = await page.evaluate(() => {
      const { done, columns, model, rows } = window.oopss.run();
      return { done, model, rows, columns: columns.map((column) => [...column]) };
    });
    assert.equal(model.bodies[1].torque, "-3*theta_arm");
    const total = columns[model.columns.findIndex(({ name }) => name === "momentum_total")];
    assert.ok(
      Math.abs(total[rows - 1] - total[0] - done.balance.impulse) < 1e-9 * Math.abs(total[0]),
      JSON.stringify(done),
    );
    assert.ok(Math.max(...total) - Math.min(...total) > 1);
    assert.equal(done.kept.momentum.verdict, "good");
    await page
      .locator(`[title*="torques from outside gave"], [aria-label*="torques from outside gave"]`)
      .first()
      .waitFor({ state: "attached" });
    await screenshot(page, "outside");
    await field.fill("");
    await rerun(() => field.press("Enter"));
    assert.equal(await page.evaluate(() => window.oopss.run().done.balance.impulse), null);
  });

  test("a mass centre that moves: it crosses the inertial frame and rests in its own", async () => {
    await page.getByRole("tab", { name: "Start", exact: true }).click();
    const field = page.getByRole("textbox", { name: "velocity of the mass centre along x" });
    await field.fill("0.5");
    await rerun(() => field.press("Enter"));
    assert.deepEqual((await start()).drift, [0.5, 0]);
    const centre = async (which) => {
      const out = [];
      for (const t of [0, 40]) {
        await scrub(t);
        await frame();
        const { centre, scale, origin } = await page.evaluate((name) => window.oopss.places(name), which);
        out.push((centre[0] - origin[0]) / scale);
      }
      return out;
    };
    const [first, last] = await centre("inertial");
    assert.ok(Math.abs(last - first - 20) < 0.2, `${first} ${last}`); // half a metre per second for 40 s, to a pixel
    await page.getByLabel("Frame A: seen from").selectOption("centre");
    for (const place of await centre("A")) assert.ok(Math.abs(place) < 0.05, place);
    await screenshot(page, "drift");
    // a start that is edited otherwise keeps it
    await page.getByRole("tab", { name: "Start", exact: true }).click();
    const momentum = page.getByRole("textbox", { name: "total momentum" });
    await momentum.fill("40");
    await rerun(() => momentum.press("Enter"));
    assert.deepEqual((await start()).drift, [0.5, 0]);
  });

  test("run settings: another method and length", async () => {
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    const until = page.getByRole("textbox", { name: /until|end/i }).first();
    await until.fill("20");
    await rerun(() => until.press("Enter"));
    await rerun(() =>
      page
        .getByLabel(/method/i)
        .first()
        .selectOption("taylor"),
    );
    const done = await page.evaluate(() => window.oopss.run().done);
    assert.equal(done.method, "taylor");
    assert.ok(
      Math.abs((await page.evaluate(() => window.oopss.run().columns[0][window.oopss.run().rows - 1])) - 20) < 1e-9,
    );
  });
});

describe("graphs", () => {
  test("any quantity and any typed expression can be graphed", async () => {
    await page.getByRole("button", { name: "Add a curve" }).click();
    const search = page
      .getByRole("combobox", { name: /curve|find|search/i })
      .or(page.getByPlaceholder(/./))
      .first();
    await search.fill("= phi_elbow^2 + mu_s");
    await search.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".plot").length >= 3);
    const shown = Number(
      (await page.locator(".plot").last().locator("output").first().textContent()).replace("−", "-"),
    );
    const row = await rowAt(await cursor());
    const wanted = row["angle.elbow"] ** 2 + row.momentum_total;
    assert.ok(Math.abs(shown - wanted) < 2e-3 * Math.abs(wanted), `${shown} is not ${wanted}`);
  });
});

describe("built by hand", () => {
  const bodies = () => page.evaluate(() => window.oopss.run().model.bodies.map(({ name }) => name));
  const places = () => page.evaluate(() => window.oopss.places("inertial"));
  const drag = async ([x, y], [u, v]) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + u) / 2, (y + v) / 2);
    await page.mouse.move(u, v);
    await page.mouse.up();
  };

  /** Does something that changes the text, and waits for the run of the new one. */
  const edited = async (action) => {
    const was = await text();
    await action();
    await page.waitForFunction((old) => {
      const { model, done } = window.oopss.run();
      return window.oopss.text() !== old && model.text === window.oopss.text() && done;
    }, was);
  };

  test("a body on its joint, a joint moved, a loop closed, a name, and away again: each one edit of the text and one undo", async () => {
    const first = await text();
    await button("Build").click();
    await frame();
    const { arm } = (await places()).bodies;
    await edited(() => drag(arm, [arm[0] + 40, arm[1] + 120]));
    assert.deepEqual(await bodies(), ["hub", "arm", "body3"]);
    const kept = first.slice(0, first.indexOf("[start]"));
    assert.ok((await text()).startsWith(kept), "the rest of the text is as it was");
    await frame();
    const now = await places();
    const [x, y] = now.bodies.body3;
    assert.ok(Math.hypot(x - now.joints.pin2[0], y - now.joints.pin2[1]) > 20);
    await screenshot(page, "build");
    const before = await text();
    const [u, v] = now.joints.pin2;
    await edited(() => drag([u, v], [u + 15, v - 10]));
    assert.notEqual(await text(), before, "the joint moved");
    await edited(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), before);
    await frame();
    const triangle = (await places()).bodies;
    await drag(triangle.body3, triangle.hub);
    await page.getByRole("log").getByText("This cannot be built").waitFor(); // no angle would be left to choose
    assert.equal(await text(), before);
    await edited(() => drag(triangle.body3, [(triangle.body3[0] + triangle.hub[0]) / 2, triangle.body3[1] + 60]));
    await frame();
    const open = (await places()).bodies;
    await edited(() => drag(open.body4, open.hub));
    assert.equal(await page.evaluate(() => window.oopss.run().model.joints.length), 4, "a loop");
    await screenshot(page, "build-loop");
    await frame();
    await page.mouse.click(...(await places()).bodies.hub);
    await edited(() => button("Split off hub at pin4").click());
    assert.deepEqual(await bodies(), ["hub", "arm", "body3", "body4"], "a loop that is opened keeps its bodies");
    for (let i = 0; i < 3; ++i) await edited(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), before);
    await frame();
    await page.mouse.click(...(await places()).bodies.body3);
    await edited(async () => {
      await page.getByLabel("Name of body body3").fill("tail");
      await page.keyboard.press("Enter");
    });
    assert.deepEqual(await bodies(), ["hub", "arm", "tail"]);
    await frame();
    await page.mouse.click(...(await places()).bodies.tail);
    await edited(() => page.locator(".builder").getByText("Remove tail").click());
    assert.deepEqual(await bodies(), ["hub", "arm"]);
    await edited(() => page.keyboard.press("Control+z"));
    await frame();
    await page.mouse.click(...(await places()).bodies.arm);
    await edited(() => button("Split off arm at elbow").click());
    assert.deepEqual(await bodies(), ["arm", "tail"], "what hangs on the arm stays with it");
    for (let i = 0; i < 3; ++i) await edited(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), first);
  });
});

describe("kept runs", () => {
  const column = (of, name) =>
    page.evaluate(
      ([which, called]) => {
        const run = which === "run" ? window.oopss.run() : window.oopss.comparisons()[which];
        return [...run.columns[run.index.get(called)].slice(0, run.rows)];
      },
      [of, name],
    );

  test("a run is kept, named, shown as a difference; a recorded table is read beside it", async () => {
    const before = await column("run", "angle.elbow");
    await page.keyboard.press("Control+e");
    const table = await download(() => button("CSV").click());
    await page.keyboard.press("Escape");
    await page.keyboard.press("k");
    await rerun(async () => {
      const mass = page.getByRole("textbox", { name: /mass/ }).first();
      await mass.fill("6");
      await mass.press("Enter");
    });
    assert.deepEqual(await column(0, "angle.elbow"), before);
    await tab("Compare");
    await page.getByLabel("Name of run 1").fill("lighter hub");
    await page.keyboard.press("Enter");
    await page.getByLabel("Curves show").selectOption({ label: "the difference from lighter hub" });
    await page.getByText("difference from lighter hub").first().waitFor();
    await screenshot(page, "difference");
    await page.getByLabel("Curves show").selectOption("");
    await chooseFile(() => button("Open a table…").click(), "recorded.csv", table.body.toString());
    await page.waitForFunction(() => window.oopss.comparisons().length === 2);
    assert.deepEqual(await column(1, "angle.elbow"), before, "to the bit");
    await screenshot(page, "kept-runs");
    const folder = mkdtempSync(join(tmpdir(), "oopss-"));
    execFileSync(program, ["simulate", "two-body", "--quiet", "-o", join(folder, "run.h5")], { stdio: "ignore" });
    const recorded = readFileSync(join(folder, "run.h5"));
    rmSync(folder, { recursive: true });
    await chooseFile(() => button("Open a table…").click(), "run.h5", recorded);
    await page.waitForFunction(() => window.oopss.comparisons().length === 3);
    assert.deepEqual(await column(2, "angle.elbow"), before, "HDF5, to the bit");
    const own = await text();
    await button("Open the model in it").waitFor();
    assert.equal(await text(), own, "the model in the file is not run until it is asked for");
    await chooseFile(() => button("Open a table…").click(), "torn.h5", recorded.subarray(0, 3000));
    await page.getByText("torn.h5 cannot be compared").first().waitFor();
    await chooseFile(() => button("Open a table…").click(), "other.csv", "t,angle.nowhere\n0,1\n1,2\n");
    await page.getByText("none of its columns is one of this model").first().waitFor();
  });

  test("a second time: readouts have their differences; the limits of a value axis by drag, fields and fit", async () => {
    const over = await page.locator(".plot .u-over").first().boundingBox();
    await page.keyboard.down("Shift");
    await page.mouse.click(over.x + 0.25 * over.width, over.y + 20);
    await page.keyboard.up("Shift");
    await page.mouse.move(over.x + 0.5 * over.width, over.y + 20);
    await page.getByText("Δt =").waitFor();
    await page.waitForFunction(() => / Δ /.test(document.querySelector(".curve output").value));
    await screenshot(page, "second-time");
    await page.getByTitle("Remove the second time").click();
    await page.waitForFunction(() => !/ Δ /.test(document.querySelector(".curve output").value));
    const axis = await page.locator(".plot .value-axis").first().boundingBox();
    await page.mouse.move(axis.x + 20, axis.y + 30);
    await page.mouse.down();
    await page.mouse.move(axis.x + 20, axis.y + 50);
    await page.mouse.up();
    await button("fit").click();
    await page.getByRole("button", { name: "Limits of joint angle" }).click();
    await page.getByLabel("joint angle from").fill("-1");
    await page.getByLabel("joint angle to").fill("40");
    await button("fit").waitFor();
    await screenshot(page, "limits");
  });
});

describe("phase space", () => {
  test("the leaf of two bodies: a click starts the motion there, Shift-click adds one for comparison", async () => {
    const chart = page.getByRole("application", { name: /over/ });
    await page.waitForFunction(() => document.querySelector(".phase-chart.startable"));
    const box = await chart.boundingBox();
    const before = await start();
    await rerun(() => page.mouse.click(box.x + 0.6 * box.width, box.y + 0.35 * box.height));
    const now = await start();
    assert.ok(Math.abs(now.momentum - before.momentum) < 1e-9, "the same leaf");
    assert.notEqual(now.angles[0], before.angles[0]);
    const id = await runId();
    await page.keyboard.down("Shift");
    await page.mouse.click(box.x + 0.4 * box.width, box.y + 0.45 * box.height);
    await page.keyboard.up("Shift");
    await page.waitForFunction(() => window.oopss.comparisons().length === 1);
    assert.equal(await runId(), id, "the model stays");
    await screenshot(page, "leaf");
  });

  test("a drag on the leaf tries starts as it goes and ends where it was let go, as one entry of the history", async () => {
    await page.waitForFunction(() => document.querySelector(".phase-chart.startable"));
    const box = await page.locator(".phase-chart").boundingBox();
    const was = await text();
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.75 * box.height);
    await page.mouse.down();
    for (let i = 1; i <= 20; ++i)
      await page.mouse.move(box.x + (0.3 + 0.02 * i) * box.width, box.y + (0.75 - 0.01 * i) * box.height);
    await page.mouse.up();
    await page.waitForFunction((old) => window.oopss.text() !== old, was);
    await page.waitForFunction(() => window.oopss.run().model.text === window.oopss.text()); // what is shown was kept
    await page.waitForTimeout(300); // a preview that came late would be here by now
    const { text: shown, start: at } = await page.evaluate(() => window.oopss.run().model);
    assert.equal(shown, await text());
    assert.ok(at.angles[0] > 0.9 && at.angles[0] < 2, `let go at ${at.angles[0]}`);
    await rerun(() => button("Undo").click());
    assert.equal(await text(), was);
  });

  test("the keyboard starts a motion on the leaf", async () => {
    await page.waitForFunction(() => document.querySelector(".phase-chart.startable"));
    await page.locator(".phase-chart").focus();
    for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
    await rerun(() => page.keyboard.press("Enter"));
  });

  test("the landscape of three bodies", async () => {
    await openModel("Three");
    await page.waitForFunction(() => document.querySelector(".phase-chart.startable"));
    await page.waitForTimeout(400);
    await screenshot(page, "landscape");
    const box = await page.locator(".phase-chart").boundingBox();
    await rerun(() => page.mouse.click(box.x + 0.55 * box.width, box.y + 0.5 * box.height));
  });
});

describe("equations", () => {
  test("each term shows its present value, and the terms of a row add up to its value", async () => {
    await tab("Equations");
    await page.getByLabel("show values").check();
    await page.waitForFunction(() => document.querySelectorAll(".equation .term-value").length > 4);
    const values = () => page.locator(".equation .row-value").allTextContents();
    const before = JSON.stringify(await values());
    await scrub(7);
    while (JSON.stringify(await values()) === before) await frame(); // they are written together, a moment later
    const rows = await page.locator(".equation").evaluateAll((all) =>
      all.map((row) => {
        const number = (node) => Number(node.textContent.replace("−", "-").replace("·10", "e").replace("×10", "e"));
        const signs = [...row.querySelectorAll(".signed")].map((term) =>
          term.querySelector(":scope > [aria-hidden]")?.textContent.includes("−") ? -1 : 1,
        );
        const terms = [...row.querySelectorAll(".stacked .term-value")].map(number);
        return {
          value: number(row.querySelector(".row-value .term-value")),
          sum: terms.reduce((sum, value, i) => sum + signs[i] * value, 0),
          terms,
        };
      }),
    );
    const rates = rows.filter(
      (row) => row.terms.length > 1 && row.terms.every(Number.isFinite) && Number.isFinite(row.value),
    );
    assert.ok(rates.length >= 2, JSON.stringify(rows));
    for (const row of rates) {
      const size = Math.max(...row.terms.map(Math.abs));
      assert.ok(Math.abs(row.sum - row.value) < 3e-3 * size + 1e-9, JSON.stringify(row));
    }
    await screenshot(page, "equations");
  });

  test("a term can be plotted, and its bodies light up", async () => {
    await tab("Equations");
    const plots = await page.locator(".plot").count();
    await page.locator(".signed .term").first().click();
    await page.getByRole("button", { name: "plot this term" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".plot").length > count, plots);
  });

  test("the equations are copied as LaTeX, C, Python, Fortran and MATLAB", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await tab("Equations");
    for (const [words, mark] of [
      ["LaTeX", "\\documentclass"],
      ["C", "#include"],
      ["Python", "import"],
      ["Fortran", "module oopss_model"],
      ["MATLAB", "function model = oopss_model"],
    ]) {
      await page.getByRole("button", { name: `Copy as ${words}`, exact: true }).click();
      await page.getByText(`${words} copied`).waitFor();
      assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(mark), words);
    }
  });
});

describe("equilibria", () => {
  test("a gallery with stability; a card starts there, or next to it", async () => {
    await tab("Equilibria");
    await page.getByRole("listitem").filter({ hasText: "E1" }).getByText("stable", { exact: true }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "E2" }).getByText("unstable").waitFor();
    await screenshot(page, "equilibria");
    await rerun(() => page.getByRole("button", { name: "start here: E1" }).click());
    const rates = await page.evaluate(() =>
      window.oopss
        .run()
        .columns[window.oopss.run().index.get("rate.elbow")].slice(0, window.oopss.run().rows)
        .reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    );
    assert.ok(rates < 1e-9, `the joint rests: ${rates}`);
    await rerun(() => page.getByRole("button", { name: "perturb: E2" }).click());
    assert.ok(Math.abs(Math.abs((await start()).angles[0]) - Math.PI) < 0.011);
  });
});

describe("model text", () => {
  test("a problem is underlined at its place while the last good model runs on; mended, it runs", async () => {
    await tab("Model");
    const editor = page.locator(".cm-content");
    await editor.waitFor();
    const id = await runId();
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n[nonsense]\n");
    await page.locator(".problems").getByText("nonsense").first().waitFor();
    await page.locator(".cm-lintRange-error").first().waitFor();
    await screenshot(page, "problems");
    assert.equal(await runId(), id);
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("Delete");
    await page.waitForFunction(() => document.querySelectorAll(".problems li").length === 0);
  });

  test("typing a number runs it; a slider writes into the text and keeps its comments", async () => {
    await tab("Model");
    await page.locator(".cm-content").waitFor();
    const comments = (await text()).match(/#.*/g)?.length ?? 0;
    await tab("System");
    const mass = page.getByRole("slider", { name: /mass/ }).first();
    await rerun(async () => {
      await mass.focus();
      await page.keyboard.press("ArrowRight");
    });
    assert.equal((await text()).match(/#.*/g)?.length ?? 0, comments);
    const value = await page.evaluate(() => window.oopss.run().model.numbers[0].text);
    await page.waitForFunction((number) => document.querySelector(".cm-content").textContent.includes(number), value);
  });
});

describe("files and links", () => {
  test("a saved model is the text; loaded again it is the same", async () => {
    const file = await download(() => page.keyboard.press("Control+s"));
    assert.match(file.name, /\.toml$/);
    assert.equal(file.body.toString(), await text());
    const other = file.body.toString().replace(/name\s*=\s*"[^"]*"/, 'name = "Loaded <b>again</b>"');
    await rerun(() => chooseFile(() => page.keyboard.press("Control+o"), "again.toml", other));
    await page.locator("#menu-model").getByText("Loaded <b>again</b>").waitFor();
  });

  test("a shared link opens in a running workbench and by oopss workbench LINK", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await openModel("Three");
    const shared = await text();
    await button("Copy a link to this model").first().click();
    await page.waitForFunction(() => navigator.clipboard.readText().then((link) => link.includes("#m=")));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await openPage(browser, server, { path: `/${link.slice(link.indexOf("#"))}` });
    assert.equal(await other.evaluate(() => window.oopss.text()), shared);
    assert.deepEqual(other.complaints, []);
    await other.context().close();
    const second = await startServer([link]);
    const opened = await openPage(browser, second);
    assert.equal(await opened.evaluate(() => window.oopss.text()), shared);
    await opened.context().close();
    await second.stop();
  });

  test("picture, pixels, table and page are exported", async () => {
    await page.keyboard.press("Control+e");
    const svg = await download(() => button("SVG").click());
    assert.ok(
      /^(<\?xml[^>]*>\s*)?<svg/.test(svg.body.toString()) && /<(circle|ellipse|path)/.test(svg.body.toString()),
    );
    const png = await download(() => button("PNG").click());
    assert.deepEqual([...png.body.subarray(1, 4)], [...Buffer.from("PNG")]);
    const csv = (await download(() => button("CSV").click())).body.toString().trim().split("\n");
    assert.equal(
      csv[0],
      "t,angle.elbow,momentum.hub,momentum.arm,absolute.hub,absolute.arm,kinetic,energy,momentum_total",
    );
    assert.equal(csv.length - 1, await page.evaluate(() => window.oopss.run().rows));
    const html = await download(() => button("HTML").click());
    const offline = await browser.newPage();
    const complaints = [];
    offline.on("console", (message) => complaints.push(message.text()));
    offline.on("pageerror", (error) => complaints.push(error.message));
    offline.on("request", (request) => /^(file|data|blob):/.test(request.url()) || complaints.push(request.url()));
    await offline.setContent(html.body.toString());
    await offline.getByRole("button", { name: /^(Play|Pause)$/ }).waitFor();
    await offline.waitForFunction(() => window.oopss.run().rows > 100);
    await offline.screenshot({ path: "build/screens/player.png" });
    await offline.close();
    assert.deepEqual(complaints, []);
  });

  test("a video of the run", async () => {
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    const until = page.getByRole("textbox", { name: /until|end/i }).first();
    await until.fill("4");
    await rerun(() => until.press("Enter"));
    await menu("File", "Export");
    await page.getByRole("dialog").getByLabel("Size").selectOption("540");
    await page.getByRole("dialog").getByLabel("Speed").selectOption("4");
    const video = await download(() => button("Make the video").click());
    assert.match(video.name, /\.webm$/);
    const seconds = await page.evaluate(async (bytes) => {
      const player = document.createElement("video");
      player.src = URL.createObjectURL(
        new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: "video/webm" }),
      );
      await new Promise((done, failed) => ((player.onloadedmetadata = done), (player.onerror = failed)));
      return [player.duration, player.videoWidth, player.videoHeight];
    }, video.body.toString("base64"));
    assert.ok(Math.abs(seconds[0] - 1) < 0.1, `4 s at four times the speed: ${seconds}`);
    assert.deepEqual(seconds.slice(1), [960, 540]);
  });
});

describe("help", () => {
  test("? lists the keys, Ctrl+K finds actions, and each pane explains itself", async () => {
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Play or pause").waitFor();
    await screenshot(page, "keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByLabel("Find an action").last().fill("glossary symbols");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("symbols");
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog")
      .getByText(/Casimir/)
      .first()
      .waitFor();
    await screenshot(page, "glossary");
  });

  test("the tour walks through the figures of 1988, each with a run", async () => {
    await menu("Help", "Tour");
    const tour = page.getByRole("complementary", { name: "Tour" });
    const count = Number(/of (\d+)/.exec(await tour.textContent())[1]);
    assert.equal(count, 7);
    for (let stop = 1; stop <= count; ++stop) {
      await page.waitForFunction(() => window.oopss.run()?.done?.status === "complete");
      await page.waitForTimeout(250);
      await screenshot(page, `tour-${stop}`);
      if (stop < count) await rerun(() => tour.getByRole("button", { name: "Next" }).click());
    }
  });
});

describe("everyone", () => {
  for (const [width, height, name] of [
    [1440, 900, "wide"],
    [390, 844, "phone"],
    [2560, 1440, "large"],
  ])
    for (const scheme of ["light", "dark"])
      test(`axe finds nothing, and nothing overflows: ${name}, ${scheme}`, async () => {
        await open({ viewport: { width, height }, colorScheme: scheme });
        await screenshot(page, `${name}-${scheme}`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${over} px too wide`);
        if (name === "large") return;
        await axe();
        for (const view of name === "wide" ? ["Equations", "Equilibria", "Model"] : []) {
          await tab(view);
          await page.waitForTimeout(300);
          await axe();
          await screenshot(page, `${name}-${scheme}-${view.toLowerCase()}`);
        }
      });

  test("with reduced motion the page opens paused", async () => {
    await open({ reducedMotion: "reduce" });
    await button("Play").waitFor();
    const t = await cursor();
    await page.waitForTimeout(300);
    assert.equal(await cursor(), t);
  });

  test("everything of a first visit works without a mouse", async () => {
    await page.keyboard.press("1");
    assert.equal(await page.evaluate(() => document.activeElement.id), "frame-inertial");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const before = (await start()).angles[0];
    await rerun(() => page.keyboard.press("ArrowUp"));
    assert.ok(Math.abs(Math.abs((await start()).angles[0] - before) - Math.PI / 180) < 1e-6);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("equations");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Equations", selected: true }).waitFor();
  });
});

describe("trouble", () => {
  test("when the server goes away a banner says so, and the run stays usable; one that was started anew is named", async () => {
    const mine = await startServer();
    const other = await openPage(browser, mine);
    await mine.stop("SIGKILL");
    await other.locator(".banner", { hasText: "The connection to OOPSS was lost" }).waitFor();
    const at = await other.evaluate(() => window.oopss.cursor());
    await other.keyboard.press("ArrowRight");
    assert.notEqual(await other.evaluate(() => window.oopss.cursor()), at);
    await screenshot(other, "lost");
    const again = await startServer(["--port", new URL(mine.url).port]);
    await other.getByText("OOPSS was started anew").waitFor();
    await again.stop();
    await other.context().close();
  });

  test("when only the link breaks the page finds the server again, and edits go on", async () => {
    await page.addInitScript(() => {
      const Plain = window.WebSocket;
      window.WebSocket = class extends Plain {
        constructor(...address) {
          super(...address);
          window.lastSocket = this;
        }
      };
    });
    await page.reload();
    await ready(page);
    await pause();
    await page.evaluate(() => window.lastSocket.close());
    await page.getByText("disconnected").waitFor();
    await page.getByText("connected", { exact: true }).waitFor();
    await rerun(async () => {
      await page.getByRole("slider", { name: /mass/ }).first().focus();
      await page.keyboard.press("ArrowRight");
    });
  });

  test("long work shows progress and can be cancelled", async () => {
    await openModel("chain");
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    const until = page.getByRole("textbox", { name: /until|end/i }).first();
    await until.fill("20000");
    await until.press("Enter");
    await page.getByRole("progressbar").first().waitFor();
    await button("Cancel").click();
    await page.waitForFunction(() => window.oopss.run().done?.status === "cancelled");
  });

  test("hostile names and texts are only ever text", async () => {
    const dialogs = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const evil = '<img src=x onerror=alert(1)>\\"><script>alert(2)</script>';
    const hostile = (await text())
      .replace(/^name\s*=\s*"[^"]*"/m, `name = "${evil}"`)
      .replace(/^description\s*=\s*"[^"]*"/m, `description = "${evil}"`);
    await rerun(() => chooseFile(() => page.keyboard.press("Control+o"), `${"<b>".repeat(3)}.toml`, hostile));
    await page.locator("#menu-model").getByText("<img src=x").waitFor();
    for (const view of ["Phase space", "Equations", "Equilibria", "Model"]) {
      await tab(view);
      await page.waitForTimeout(150);
    }
    assert.equal(await page.locator("img, script:not([src])").count(), 0);
    assert.deepEqual(dialogs, []);
  });
});
