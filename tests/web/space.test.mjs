// SPDX-License-Identifier: Apache-2.0
// Bodies in space in a real browser on the real program, drawn by WebGL without a graphics card: what is drawn, looked at,
// played and exported, and that the planar page carries nothing of it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import {
  axe,
  bench,
  browser,
  button,
  download,
  example,
  frame,
  launch,
  open,
  openPage,
  page,
  ready,
  rerun,
  screenshot,
  scrub,
  server,
  tab,
  text,
} from "./harness.mjs";

bench({ more: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });

const [rigidBody, pair, satellite] = ["rigid-body", "spatial-pair", "satellite"].map((name) =>
  example(name).replace(/method *=.*\nstep *=.*\n/, 'method = "taylor"\ntolerance = 1e-9\n'),
);
const briefly = (model, until = 4) => model.replace(/until *=.*\n/, `until = ${until}\n`);

/** A link that holds a model. */
const linkTo = (model) => `/#m=${deflateRawSync(model).toString("base64url")}`;
const inSpace = (shown = page) =>
  shown.waitForFunction(() => window.oopss.run().model.space && window.oopss.places("inertial")?.bodies);
async function openText(model, shown = page) {
  await shown.goto("about:blank");
  await shown.goto(server.origin + linkTo(model));
  await ready(shown);
  await inSpace(shown);
}
const phone = { viewport: { width: 390, height: 700 } }; // has one frame
const calm = { reducedMotion: "reduce", viewport: { width: 900, height: 600 } }; // small: each pixel is computed
async function openModel(model, options = {}) {
  if (!server.cookies) await open(calm);
  await open({ ...calm, path: linkTo(model), ...options });
  await inSpace();
  await frame();
}

/** How a frame looks: the part of it that is drawn on, a number of its pixels, and how many colours it has. */
const look = (which = "inertial", shown = page) =>
  shown.evaluate((name) => {
    const canvas = document.querySelector(`#frame-${name} canvas`);
    const { width, height } = canvas;
    const copy = Object.assign(document.createElement("canvas"), { width, height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let [ink, sum] = [0, 0];
    const colours = new Set();
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] === 0) continue;
      ++ink;
      const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
      colours.add(colour);
      sum = (Math.imul(sum, 31) + colour + i) | 0;
    }
    return { ink: ink / (width * height), sum, colours: colours.size };
  }, which);
const places = (which = "inertial") => page.evaluate((name) => window.oopss.places(name), which);
/** A place of the inertial frame where no body is, in pixels of the window. */
async function ground() {
  const box = await page.locator("#frame-inertial").boundingBox();
  return [box.x + 0.1 * box.width, box.y + 0.12 * box.height];
}
const start = () => page.evaluate(() => window.oopss.run().model.start);
async function drag([x, y], [dx, dy]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 2 });
}
const near = (a, b, size) => a.forEach((value, k) => assert.ok(Math.abs(value - b[k]) < 1e-9 * size, `${a} and ${b}`));

describe("loading", () => {
  test("the planar page loads nothing of three.js; it comes with the first bodies in space", async () => {
    await open(calm);
    const scripts = [];
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) scripts.push(response.text());
    });
    const drawing = async () => (await Promise.all(scripts)).filter((text) => text.includes("WebGLRenderer")).length;
    await page.reload();
    await ready(page);
    assert.ok(scripts.length > 0);
    assert.equal(await drawing(), 0);
    assert.ok(!(await (await page.request.get(`${server.origin}/player.html`)).text()).includes("WebGLRenderer"));
    await openText(rigidBody);
    assert.equal(await drawing(), 1);
  });
});

describe("picture", () => {
  test("all three frames show lit solids, drawn by WebGL", async () => {
    await open(calm);
    await page.addInitScript(() => {
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        const found = get.call(this, kind, ...rest);
        if (/webgl/.test(kind)) (window.contexts ??= []).push(found);
        return found;
      };
    });
    await openText(pair);
    await frame();
    assert.deepEqual(await page.evaluate(() => window.contexts.map((gl) => gl.isContextLost())), [false]); // one for all
    for (const which of ["inertial", "A", "B"]) {
      const { ink, colours } = await look(which);
      assert.ok(ink > 0.02 && ink < 0.9, `${which}: ${ink}`);
      assert.ok(colours > 150, `${which}: ${colours} colours`); // shades of light
    }
  });

  test("a drag, the arrow keys and the wheel move the camera, a double click brings it back", async () => {
    await openModel(briefly(pair));
    await scrub(0.5);
    await frame();
    const [seen, first] = [await look(), await places()];
    const [x, y] = await ground();
    await drag([x, y], [60, 25]);
    await page.mouse.up();
    await frame();
    const turned = await places();
    assert.notDeepEqual(turned.bodies, first.bodies);
    assert.deepEqual(turned.origin, first.origin);
    assert.notEqual((await look()).sum, seen.sum);
    await page.mouse.wheel(0, -300);
    await frame();
    assert.ok((await places()).scale > 1.5 * first.scale);
    await page.mouse.dblclick(x, y);
    await frame();
    assert.deepEqual((await places()).bodies, first.bodies);
    await page.locator("#frame-inertial").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await frame();
    assert.notDeepEqual((await places()).bodies, first.bodies);
    await page.keyboard.press("0");
    await frame();
    assert.deepEqual((await places()).bodies, first.bodies);
  });

  test("bodies move while it plays, and nothing is drawn while nothing changes", async () => {
    await openModel(rigidBody);
    const [still, t] = [await look(), await page.evaluate(() => window.oopss.cursor())];
    await button("Play").click();
    await page.waitForFunction((before) => window.oopss.cursor() > before + 0.3, t);
    await button("Pause").click();
    await frame();
    assert.notEqual((await look()).sum, still.sum);
    const drawn = await page.evaluate(async () => {
      let count = 0;
      const draw = CanvasRenderingContext2D.prototype.drawImage;
      CanvasRenderingContext2D.prototype.drawImage = function (...rest) {
        ++count;
        return draw.apply(this, rest);
      };
      for (let i = 0; i < 10; ++i) await new Promise(requestAnimationFrame);
      return count;
    });
    assert.equal(drawn, 0);
  });

  test("a browser without WebGL gets the picture by projection", async () => {
    const plain = await launch();
    try {
      const shown = await openPage(plain, server, calm);
      await openText(pair, shown);
      await shown.waitForFunction(() => window.oopss.places("inertial")?.scale);
      while ((await look("inertial", shown)).ink <= 0.005) await shown.waitForTimeout(50); // until it is drawn
      assert.deepEqual(shown.complaints, []);
    } finally {
      await plain.close();
    }
    await open(calm);
  });
});

describe("start", () => {
  test("a dragged body turns its ball and follows the pointer; energy and momentum are held, and it is one entry of the history", async () => {
    await openModel(briefly(pair), phone);
    const [before, was, { bodies, origin }] = [await start(), await text(), await places()];
    const [dx, dy] = [0.35 * (origin[1] - bodies.boom[1]), 0.35 * (bodies.boom[0] - origin[0])]; // round the middle
    await drag(bodies.boom, [dx, dy]);
    await page.getByText(/Ball and socket starts at/).waitFor();
    const held = (await places()).bodies.boom;
    const along = ((held[0] - bodies.boom[0]) * dx + (held[1] - bodies.boom[1]) * dy) / (dx * dx + dy * dy);
    assert.ok(along > 0.5 && along < 1.5, `${along} of the way`);
    await rerun(() => page.mouse.up());
    await frame();
    const now = await start();
    assert.ok(Math.abs(now.space.rotations[0][0] - before.space.rotations[0][0]) > 1e-3);
    assert.ok(Math.abs(now.energy - before.energy) < 1e-9 * before.energy, "the energy is held");
    near(now.space.momentum, before.space.momentum, before.momentum);
    near((await places()).bodies.boom, held, 1e8); // a tenth of a pixel: the server has the same shape
    await rerun(() => page.keyboard.press("Control+z"));
    assert.equal(await text(), was);
  });

  test("a hinge turns about its axis by hand and by keys; the turn of a ball and the momentum can be typed", async () => {
    await openModel(briefly(satellite), phone);
    const before = await start();
    const { left } = (await places()).bodies;
    await drag(left, [25, -35]);
    await rerun(() => page.mouse.up());
    const dragged = await start();
    assert.ok(Math.abs(dragged.angles[0] - before.angles[0]) > 0.02, `${dragged.angles}`);
    assert.equal(dragged.angles[1], before.angles[1]);
    await page.locator("#frame-inertial").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await rerun(() => page.keyboard.press("ArrowUp"));
    assert.ok(Math.abs((await start()).angles[0] - dragged.angles[0] - Math.PI / 180) < 1e-9);
    await tab("Settings");
    await tab("Start");
    const about = ([w, x, y, z]) => (2 * Math.atan2(Math.hypot(x, y, z), w) * z) / Math.hypot(x, y, z);
    for (const [name, value, found] of [
      ["turn of Mount of the antenna about z", "0.25", ({ space }) => about(space.rotations[2])],
      ["total momentum along y", "-3", ({ space }) => space.momentum[1]],
    ]) {
      const field = page.getByRole("textbox", { name, exact: true });
      await field.fill(value);
      await rerun(() => field.press("Enter"));
      const now = found(await start());
      assert.ok(Math.abs(now - Number(value)) < 1e-9, `${name}: ${now}`);
    }
  });
});

describe("from now", () => {
  test("after an edit the run goes on from the moment shown, and a body turned then changes the shape of that moment", async () => {
    await openModel(briefly(pair), phone);
    const row = (t) =>
      page.evaluate((time) => {
        const { columns, index } = window.oopss.run();
        const k = columns[0].findIndex((value) => value >= time - 1e-9);
        const value = (name) => columns[index.get(name)][k];
        const parts = (name, letters) => [...letters].map((letter) => value(`${name}.${letter}`));
        return { t: columns[0][k], turn: parts("rotation.socket", "wxyz"), attitude: parts("attitude.boom", "wxyz") };
      }, t);
    await page.getByLabel("After an edit").selectOption("now");
    await scrub(2);
    const before = await row(2);
    await tab("Settings");
    await tab("System");
    const field = page.locator("#boom_mass-field");
    await field.fill("130");
    await rerun(() => field.press("Enter"));
    const after = await row(0);
    assert.equal(after.t, 2);
    near(after.turn, before.turn, 1);
    near(after.attitude, before.attitude, 1);
    await frame();
    const { boom } = (await places()).bodies;
    await page.locator("#frame-inertial").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab"); // the boom
    await rerun(() => page.keyboard.press("Shift+ArrowUp"));
    const dragged = await row(0);
    assert.equal(dragged.t, 2);
    assert.ok(Math.abs(dragged.turn[0] - before.turn[0]) > 1e-4, `${dragged.turn}`);
    const { bodies } = await places();
    assert.ok(Math.hypot(bodies.boom[0] - boom[0], bodies.boom[1] - boom[1]) < 60); // not back to where the run once began
  });
});

describe("views", () => {
  test("equations have the values of the run, laws of balls are typeset, and the methods that serve are offered", async () => {
    await openModel(briefly(satellite), phone);
    await scrub(2);
    await tab("Equations");
    const value = (left) =>
      page.locator(".equation").filter({ hasText: left }).first().locator(".row-value").textContent();
    await page.waitForFunction(() => document.querySelector(".equation .row-value")?.textContent);
    const now = (name) =>
      page.evaluate((column) => {
        const { columns, index } = window.oopss.run();
        return columns[index.get(column)][columns[0].findIndex((t) => t >= 2 - 1e-9)];
      }, name);
    const momentum = Math.hypot(...(await Promise.all(["x", "y", "z"].map((axis) => now(`momentum_total.${axis}`)))));
    for (const [meaning, expected] of [
      ["kinetic energy", await now("kinetic")],
      ["square of the total angular momentum", momentum ** 2],
    ]) {
      const shown = Number((await value(meaning)).replace("−", "-").replace("·10", "e").replace("×10", "e"));
      assert.ok(Math.abs(shown - expected) < 2e-3 * Math.abs(expected), `${meaning}: ${shown} and ${expected}`);
    }
    await tab("Settings");
    await tab("Torque");
    await page.getByLabel("Joint", { exact: true }).selectOption("mount");
    await page.locator(".laws annotation").filter({ hasText: "\\log R" }).first().waitFor({ state: "attached" });
    await tab("Run");
    const offered = await page.getByLabel("Method", { exact: true }).locator("option").allTextContents();
    assert.deepEqual(offered.sort(), ["cvode", "dop853", "taylor", "veselov2", "veselov4", "veselov6"]);
  });

  test("equilibria are drawn as solids with index and spectrum, and a click starts there or next to it", async () => {
    await openModel(briefly(pair), phone);
    await tab("Equilibria");
    const first = page.locator(".equilibrium").first();
    await first.getByText("stable", { exact: true }).waitFor();
    await first.locator("canvas").waitFor();
    await page.waitForFunction(() => {
      const canvas = document.querySelector(".equilibrium canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(data.filter((_, i) => i % 4 === 0)).size > 20; // shades of light
    });
    await button("Prove that these are all").click();
    await page.getByText("proved complete").waitFor();
    await button("more").click();
    await page.getByText(/Exact count: the polynomial/).waitFor();
    await rerun(() => button("start here: E1").click());
    assert.match(await text(), /equilibrium *= *"E1"/);
    const turned = await page.evaluate(() => {
      const { columns, index, rows } = window.oopss.run();
      return [..."wxyz"].map((part) => {
        const values = columns[index.get(`rotation.socket.${part}`)].slice(0, rows);
        return Math.max(...values) - Math.min(...values);
      });
    });
    assert.ok(Math.max(...turned) < 1e-6, `the ball rests: ${turned}`);
    const { space } = await start();
    await rerun(() => button("perturb: E1").click());
    const off = (await start()).space.rotations[0].reduce((sum, part, k) => sum + part * space.rotations[0][k], 0);
    assert.ok(Math.abs(2 * Math.acos(Math.min(1, Math.abs(off))) - 0.01) < 1e-6);
  });
});

describe("branches", () => {
  test("equilibria of bodies in space are followed over a mass, and one is started at with the keyboard", async () => {
    await openModel(briefly(pair), { viewport: { width: 1000, height: 700 } });
    await tab("Equilibria");
    await button("Branches").click();
    await page.getByLabel("Number to vary").selectOption("boom_mass");
    await page.locator(".branch-bar").getByLabel("from").fill("118");
    await page.locator(".branch-bar").getByLabel("to", { exact: true }).fill("122");
    await button("Follow").click();
    const chart = page.getByRole("application", { name: /of equilibria over/ });
    await chart.focus();
    await page.keyboard.press("ArrowRight");
    await rerun(() => page.keyboard.press("Shift+Enter"));
    const { energy, energy_range } = await start();
    assert.ok(Math.abs(energy - energy_range[0]) < 1e-9 * energy, "all of it turns as one");
  });
});

describe("files", () => {
  test("a run in space is saved as a picture of lines, as a video, and as a page that plays it without a server", async () => {
    await openModel(briefly(pair, 1));
    await page.keyboard.press("Control+e");
    const picture = await download(() => button("SVG").click());
    assert.match(picture.body.toString(), /^<svg[^>]*>.*<path/s);
    await page.getByRole("dialog").getByLabel("Size").selectOption("540");
    await page.getByRole("dialog").getByLabel("Speed").selectOption("8");
    const video = await download(() => button("Make the video").click());
    assert.match(video.name, /\.webm$/);
    assert.ok(video.body.length > 2000 && video.body.readUInt32BE(0) === 0x1a45dfa3, `${video.body.length} bytes`);
    const html = await download(() => button("HTML").click());
    const offline = await browser.newPage({ viewport: { width: 900, height: 600 }, reducedMotion: "reduce" });
    const complaints = [];
    offline.on("pageerror", (error) => complaints.push(error.message));
    offline.on("request", (request) => /^(file|data|blob):/.test(request.url()) || complaints.push(request.url()));
    await offline.setContent(html.body.toString());
    await offline.waitForFunction(() => window.oopss?.places("inertial")?.bodies);
    assert.ok((await look("inertial", offline)).ink > 0.02);
    await offline.close();
    assert.deepEqual(complaints, []);
  });
});

describe("looks", () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ])
    for (const colorScheme of ["light", "dark"])
      test(`${width} pixels wide, ${colorScheme}: nobody stumbles, and the picture is kept`, async () => {
        await openModel(width > 400 ? satellite : rigidBody, { viewport: { width, height }, colorScheme });
        await scrub(3);
        await frame();
        if (colorScheme === "light") await axe();
        await screenshot(page, `space-${width}-${colorScheme}`);
      });
});
