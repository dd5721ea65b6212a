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
  screenshot,
  scrub,
  server,
} from "./harness.mjs";

bench({ more: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });

const [rigidBody, pair, satellite] = ["rigid-body", "spatial-pair", "satellite"].map((name) =>
  example(name).replace(/method *=.*\nstep *=.*\n/, 'method = "taylor"\ntolerance = 1e-9\n'),
);

/** Opens a model by a link that holds it. */
async function openText(model, shown = page) {
  await shown.goto("about:blank");
  await shown.goto(`${server.origin}/#m=${deflateRawSync(model).toString("base64url")}`);
  await ready(shown);
  await shown.waitForFunction(() => window.oopss.run().model.space && window.oopss.places("inertial")?.bodies);
}
const calm = { reducedMotion: "reduce", viewport: { width: 900, height: 600 } }; // small: each pixel is computed
async function openModel(model, options = {}) {
  await open({ ...calm, ...options });
  await openText(model);
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
/** The middle of the inertial frame, in pixels of the window. */
async function middle() {
  const box = await page.locator("#frame-inertial").boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

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
    await openModel(pair);
    await scrub(0.5);
    await frame();
    const [seen, first] = [await look(), await places()];
    const [x, y] = await middle();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 25, { steps: 3 });
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
      await shown.waitForTimeout(100);
      assert.ok((await look("inertial", shown)).ink > 0.005);
      assert.deepEqual(shown.complaints, []);
    } finally {
      await plain.close();
    }
    await open(calm);
  });
});

describe("files", () => {
  test("a run in space is saved as a picture of lines, and as a page that plays it without a server", async () => {
    await openModel(pair);
    await page.keyboard.press("Control+e");
    const picture = await download(() => button("SVG").click());
    assert.match(picture.body.toString(), /^<svg[^>]*>.*<path/s);
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
