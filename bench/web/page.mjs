// SPDX-License-Identifier: Apache-2.0
// How quick the page is in a real browser: a slider's way to the first new frame, frames a second with 300 bodies in three
// panes, the first paint. Prints a table; bench/run keeps it. The browser draws in software here, so a screen is faster.
import { launch, openPage, startServer } from "../../tests/web/harness.mjs";

const percentile = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))];
const ms = (value) => `${value.toFixed(1)} ms`;

/** A straight chain of so many bodies that swings. */
function chain(count) {
  const body = (i) => `[[body]]\nname = "b${i}"\nmass = 1.0\ninertia = 0.1\n`;
  const joint = (i) => `[[joint]]\nname = "j${i}"\nbetween = ["b${i - 1}", "b${i}"]\nat = [[0.5, 0.0], [-0.5, 0.0]]\n`;
  const all = [...Array(count).keys()];
  return (
    `[model]\nformat = 1\nname = "${count} bodies"\nspace = "plane"\n` +
    all.map(body).join("") +
    all.slice(1).map(joint).join("") +
    `[start]\nangles = { ${all
      .slice(1)
      .map((i) => `j${i} = ${(0.02 * Math.sin(i)).toFixed(4)}`)
      .join(", ")} }\nmomentum = 1e6\nrates = { j1 = 0.0 }\n` +
    `[run]\nuntil = 10.0\nevery = 0.02\nstep = 0.01\n`
  );
}

/** From the slider's event to the end of the first frame that shows the new run. A mouse drags the slider. */
async function sliderTimes(page, count) {
  await page.evaluate(() => {
    window.times = [];
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const drawn = () =>
      new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
      });
    document.querySelector('.pane input[type="range"]:not(.scrub)').addEventListener(
      "input",
      async () => {
        const begun = performance.now();
        const before = window.oopss.run().id;
        while (window.oopss.run().id === before) await frame();
        await drawn();
        window.times.push(performance.now() - begun);
        while (!window.oopss.run().done) await frame();
        window.next();
      },
      { capture: true },
    );
  });
  const { x, y, width, height } = await page.locator('.pane input[type="range"]:not(.scrub)').first().boundingBox();
  await page.mouse.move(x + 0.5 * width, y + height / 2);
  await page.mouse.down();
  for (let i = 0; i < count; ++i) {
    const next = page.evaluate(() => new Promise((done) => (window.next = done)));
    await page.mouse.move(x + width * (0.4 + 0.2 * ((0.381966 * i) % 1)), y + height / 2);
    await next;
  }
  await page.mouse.up();
  return page.evaluate(() => window.times);
}

/** The gaps between frames while the run plays. */
const frameGaps = (page, seconds) =>
  page.evaluate(
    (length) =>
      new Promise((done) => {
        const gaps = [];
        let last = performance.now();
        const end = last + 1000 * length;
        const tick = (now) => {
          gaps.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(tick);
          else done(gaps.slice(1));
        };
        requestAnimationFrame(tick);
      }),
    seconds,
  );

/** The time of a fixed piece of work in the page: how fast the machine is just now. */
const pace = (page) =>
  page.evaluate(() => {
    const times = Array.from({ length: 40 }, () => {
      const begun = performance.now();
      let sum = 0;
      for (let i = 0; i < 3e6; ++i) sum += Math.sqrt(i);
      return sum > 0 ? performance.now() - begun : 0;
    });
    return times.toSorted((a, b) => a - b)[20];
  });

const browser = await launch();
console.log("| question | measured | goal |\n|---|---|---|");
for (const model of ["two-body", "three-body"]) {
  const server = await startServer([model]);
  const page = await openPage(browser, server);
  const before = await pace(page);
  const times = (await sliderTimes(page, 210)).slice(10);
  console.log(
    `| slider to the first new frame, ${model}, 95th percentile of 200 (median) | ${ms(percentile(times, 0.95))} (${ms(percentile(times, 0.5))}) | 50 ms |`,
  );
  console.log(
    `| a fixed piece of work in the page, before and after that | ${ms(before)}, ${ms(await pace(page))} | |`,
  );
  await page.context().close();
  await server.stop();
}
{
  const server = await startServer(["-"], { input: chain(300) });
  const page = await openPage(browser, server);
  await page.waitForTimeout(1000);
  const gaps = await frameGaps(page, 8);
  const rate = (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
  console.log(
    `| frames a second, 300 bodies in three panes with graphs, playing for 8 s (95th percentile of the gaps) | ${rate.toFixed(1)} (${ms(percentile(gaps, 0.95))}) | 60 |`,
  );
  await page.context().close();
  await server.stop();
}
{
  const paints = [];
  const motions = [];
  for (let i = 0; i < 5; ++i) {
    const server = await startServer();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => window.oopss?.run()?.done);
    motions.push(await page.evaluate(() => performance.now()));
    paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
    await context.close();
    await server.stop();
  }
  console.log(`| first paint, median of 5 | ${ms(percentile(paints, 0.5))} | 1000 ms |`);
  console.log(`| the whole first run is there, median of 5 | ${ms(percentile(motions, 0.5))} | |`);
}
await browser.close();
