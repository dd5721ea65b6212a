// SPDX-License-Identifier: Apache-2.0
// What a reader takes away: every picture as lines and pixels, videos of any frame, code with torques as inputs, a page that has
// phase portrait, equations and equilibria in it, and a link with words on how it is opened.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, test } from "node:test";
import {
  axe,
  bench,
  browser,
  button,
  download,
  menu,
  open,
  openModel,
  page,
  rerun,
  screenshot,
  tab,
} from "./harness.mjs";

bench();
beforeEach(() => open());

const dialog = () => page.getByRole("dialog");
const exports = () => page.keyboard.press("Control+e");
/** A picture by its words, as SVG text and as the bytes of a PNG. */
async function pictures(words) {
  await exports();
  await dialog().getByLabel("Of", { exact: true }).first().selectOption({ label: words });
  const svg = await download(() => button("SVG").click());
  const png = await download(() => button("PNG").click());
  await page.keyboard.press("Escape");
  return { name: svg.name, svg: svg.body.toString(), png: png.body };
}
/** What is wrong with an SVG text: it is drawn, and looked at pixel by pixel. */
const looked = (svg) =>
  page.evaluate(async (text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    if (parsed.querySelector("parsererror")) return { error: parsed.documentElement.textContent };
    const picture = new Image();
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let inked = 0;
    for (let i = 4; i < data.length; i += 4)
      if (data[i] !== data[0] || data[i + 1] !== data[1] || data[i + 2] !== data[2]) ++inked;
    return { ink: inked / (canvas.width * canvas.height), width: canvas.width, height: canvas.height };
  }, svg);
const words = (svg) =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, inside]) => inside.replace(/<[^>]*>/g, ""));

describe("pictures", () => {
  test("frames, graphs and phase space are taken away as lines and as pixels", async () => {
    await tab("Phase space");
    await page.locator(".phase-chart").waitFor();
    await page.waitForFunction(() => !document.querySelector(".phase .empty"));
    for (const [label, file] of [
      ["inertial frame", /^[a-z-]+\.svg$/],
      ["frame A", /-frame-A\.svg$/],
      ["graphs", /-graphs\.svg$/],
      ["phase space", /-phase-space\.svg$/],
    ]) {
      const { name, svg, png } = await pictures(label);
      assert.match(name, file);
      const { error, ink, width, height } = await looked(svg);
      assert.equal(error, undefined, label);
      assert.ok(ink > 0.002 && ink < 0.6, `${label}: ${ink}`);
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/, label);
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2 * width, 2 * height], label);
    }
    const graphs = words((await pictures("graphs")).svg);
    for (const wanted of ["t (s)", "joint angle (rad)"])
      assert.ok(
        graphs.some((one) => one.replace("\u200b", "").startsWith(wanted)),
        `${wanted} in ${graphs}`,
      );
    assert.ok(graphs.some((one) => one.startsWith("θ")) && graphs.some((one) => one.startsWith("μ")), `${graphs}`);
    const leaf = words((await pictures("phase space")).svg);
    for (const wanted of ["E1", "E2", "ν"])
      assert.ok(
        leaf.some((one) => one.startsWith(wanted)),
        `${wanted} in ${leaf}`,
      );
  });

  test("the picture of the graphs has the curves of the run, and those of a run that was kept", async () => {
    const curves = (svg) =>
      [...svg.matchAll(/<path d="([^"]*)" fill="none" stroke="([^"]*)"[^>]*>/g)].filter(([, d]) => d.length > 400);
    const before = curves((await pictures("graphs")).svg);
    assert.equal(before.length, 3, "an angle and two momenta");
    await page.keyboard.press("k");
    await page.waitForFunction(() => window.oopss.comparisons().length === 1);
    const { svg } = await pictures("graphs");
    assert.equal(curves(svg).length, 6, "and those of the kept run, dashed");
    assert.equal(curves(svg).filter(([path]) => path.includes("stroke-dasharray")).length, 3);
  });

  test("equilibria, branches, a landscape and shapes in space have their pictures too", async () => {
    await tab("Equilibria");
    await page.locator(".gallery .equilibrium").first().waitFor();
    const gallery = await pictures("equilibria");
    const entries = words(gallery.svg);
    assert.equal(
      entries.filter((one) => /^E\d+ /.test(one)).length,
      await page.locator(".gallery .equilibrium").count(),
    );
    assert.ok((await looked(gallery.svg)).ink > 0.01);
    await button("Branches").click();
    await button("Follow").click();
    await page.locator(".branch-special").waitFor();
    const branches = await pictures("branches");
    assert.ok((await looked(branches.svg)).ink > 0.005);
    assert.doesNotMatch(branches.svg, /NaN|undefined/);

    await openModel("Three");
    await tab("Phase space");
    await page.waitForFunction(() => document.querySelector(".phase select")?.textContent.includes("Landscape"));
    const landscape = await pictures("phase space");
    assert.match(landscape.svg, /<image [^>]*data:image\/png/);
    assert.ok((await looked(landscape.svg)).ink > 0.3);
  });
});

describe("videos", () => {
  const short = async () => {
    await tab("Run");
    const until = page.getByRole("textbox", { name: /until|end/i }).first();
    await until.fill("2");
    await rerun(() => until.press("Enter"));
  };
  /** Length, size, and how much ink is where in one of its first pictures. */
  const played = (body, type) =>
    page.evaluate(
      async ([bytes, kind]) => {
        const player = document.createElement("video");
        player.muted = true;
        player.src = URL.createObjectURL(
          new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: kind }),
        );
        await new Promise(
          (done, failed) => (
            (player.onloadeddata = done), (player.onerror = () => failed(new Error(player.error.message)))
          ),
        );
        await new Promise((done) => {
          player.requestVideoFrameCallback(done);
          void player.play();
        });
        player.pause();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [player.videoWidth, player.videoHeight];
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.drawImage(player, 0, 0);
        const ink = (x, y, width, height) => {
          const { data } = context.getImageData(
            x * canvas.width,
            y * canvas.height,
            width * canvas.width,
            height * canvas.height,
          );
          let count = 0;
          for (let i = 0; i < data.length; i += 4)
            if (Math.abs(data[i] - data[0]) > 40 || Math.abs(data[i + 2] - data[2]) > 40) ++count;
          return count;
        };
        return {
          seconds: player.duration,
          size: [player.videoWidth, player.videoHeight],
          ink: [ink(0.02, 0.1, 0.55, 0.8), ink(0.66, 0.08, 0.3, 0.35), ink(0.66, 0.58, 0.3, 0.35)],
        };
      },
      [body.toString("base64"), type],
    );

  test("of one frame or of all three, as WebM, and as MP4 where the browser has it", async () => {
    await short();
    await menu("File", "Export"); // the field that was typed in has the keys
    await dialog().getByLabel("Size").selectOption("540");
    await dialog().getByLabel("Speed").selectOption("2");
    await dialog().locator("#video-of").selectOption("all");
    const formats = await dialog().locator("#video-format option").allTextContents();
    assert.ok(formats.includes("WebM"), `${formats}`);
    const all = await download(() => button("Make the video").click());
    const seen = await played(all.body, "video/webm");
    assert.ok(Math.abs(seen.seconds - 1) < 0.1, `${seen.seconds}`);
    assert.deepEqual(seen.size, [960, 540]);
    assert.ok(
      seen.ink.every((count) => count > 100),
      `each frame is drawn: ${seen.ink}`,
    );
    await dialog().locator("#video-of").selectOption("A");
    const one = await download(() => button("Make the video").click());
    assert.ok((await played(one.body, "video/webm")).ink[0] > 100);
    console.log(`video formats here: ${formats}`);
    if (!formats.includes("MP4")) return;
    await dialog().locator("#video-format").selectOption("mp4");
    const mp4 = await download(() => button("Make the video").click());
    assert.match(mp4.name, /\.mp4$/);
    const found = await played(mp4.body, "video/mp4");
    assert.ok(Math.abs(found.seconds - 1) < 0.1 && found.ink[0] > 100, JSON.stringify(found));
  });
});

describe("code", () => {
  test("C with the torque of a joint as input compiles, and is what the command line writes", async () => {
    await exports();
    await dialog().getByLabel("Elbow").check();
    await screenshot(page, "export");
    await axe();
    const packed = await download(() => button("Save the code").click());
    assert.match(packed.name, /-c\.zip$/);
    const folder = mkdtempSync(join(tmpdir(), "oopss-code-"));
    try {
      writeFileSync(join(folder, "code.zip"), packed.body);
      execFileSync("/usr/bin/python3", ["-m", "zipfile", "-e", "code.zip", "page"], { cwd: folder });
      const program = process.env.OOPSS ?? "build/release/oopss";
      execFileSync(program, ["generate", "two-body", "--to", "c", "--input", "elbow", "-o", join(folder, "line")]);
      execFileSync("diff", ["-r", "page", "line"], { cwd: folder });
    } finally {
      rmSync(folder, { recursive: true });
    }
    await dialog().locator("#code-language").selectOption("python");
    assert.match((await download(() => button("Save the code").click())).name, /\.(py|zip)$/);
  });
});

describe("the offline page", () => {
  for (const theme of ["light", "dark"])
    test(`has phase portrait, equations and equilibria, and nothing that needs a server, ${theme}`, async () => {
      await exports();
      const html = await download(() => button("HTML").click());
      const offline = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: theme });
      const complaints = [];
      offline.on("console", (message) => complaints.push(message.text()));
      offline.on("pageerror", (error) => complaints.push(error.message));
      offline.on("request", (request) => /^(file|data|blob):/.test(request.url()) || complaints.push(request.url()));
      await offline.setContent(html.body.toString());
      await offline.waitForFunction(() => window.oopss?.run().rows > 100);
      const shown = (name) => offline.getByRole("tab", { name, exact: true }).click();
      await screenshot(offline, `player-graphs-${theme}`);
      await shown("Phase space");
      const chart = offline.locator(".phase-chart");
      await chart.waitFor();
      assert.doesNotMatch(await chart.getAttribute("class"), /startable/);
      const text = await offline.evaluate(() => window.oopss.text());
      await chart.click();
      assert.equal(await offline.evaluate(() => window.oopss.text()), text, "a click starts nothing");
      await offline.waitForFunction(() =>
        /E1 stable/.test(document.querySelector(".phase-chart [role=img]").ariaLabel),
      );
      await screenshot(offline, `player-phase-${theme}`);
      await shown("Equations");
      await offline.locator(".equation .katex").first().waitFor();
      assert.equal(await offline.getByRole("button", { name: /^Copy as/ }).count(), 0);
      await screenshot(offline, `player-equations-${theme}`);
      await shown("Equilibria");
      assert.ok((await offline.locator(".gallery .equilibrium").count()) >= 2);
      assert.equal(await offline.getByRole("button", { name: /start here|Prove|Branches/ }).count(), 0);
      await screenshot(offline, `player-equilibria-${theme}`);
      await offline.setViewportSize({ width: 390, height: 844 });
      await screenshot(offline, `player-equilibria-phone-${theme}`);
      assert.ok(
        await offline.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        "no pane is too wide",
      );
      await offline.close();
      assert.deepEqual(complaints, []);
    });
});

test("a link says how a colleague opens it", async () => {
  await menu("File", "Copy a link to this model");
  await dialog().getByText("How a colleague opens it").waitFor();
  await dialog().getByText("oopss workbench 'LINK'").waitFor();
  assert.match(await dialog().getByLabel("Link").inputValue(), /^http:\/\/127\.0\.0\.1:\d+\/#m=/);
  await screenshot(page, "share");
  await axe();
});
