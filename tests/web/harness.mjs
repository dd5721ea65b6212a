// SPDX-License-Identifier: Apache-2.0
// The real program with a real browser: starts `oopss workbench`, opens pages that collect every complaint, keeps
// screenshots. Chromium is Debian's; playwright-core comes with the page's own packages.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, afterEach, before } from "node:test";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");

export const program = process.env.OOPSS ?? "build/release/oopss";
/** ms: a guard against hanging, never a measure of speed; a busy machine may take so long. */
export const patience = 300_000;
const screens = process.env.OOPSS_SCREENS ?? "build/screens";

/** Starts the workbench; `url` has its launch code. Without a folder for its `state` it keeps nothing. */
export async function startServer(args = [], { input, state, ...options } = {}) {
  const keeping = state === undefined ? ["--no-state"] : [];
  const child = spawn(program, ["workbench", "--no-browser", ...keeping, ...args], {
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    env: { ...process.env, XDG_STATE_HOME: state ?? "" },
    ...options,
  });
  if (input !== undefined) child.stdin.end(input);
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal })));
  const line = await Promise.race([
    new Promise((resolve) => createInterface(child.stdout).once("line", resolve)),
    ended.then(({ code }) => Promise.reject(new Error(`oopss workbench ended with ${code}: ${errors}`))),
  ]);
  const stop = (signal = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  return { url: line, origin: new URL(line).origin, child, ended, stop, errors: () => errors };
}

export const launch = (more = []) =>
  chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });

/**
 * A page on this server in a context of its own. The first one uses up the launch code; the others get its cookie.
 * page.complaints collects console messages, exceptions and refused requests; a test that expects some empties it.
 */
export async function openPage(browser, server, options = {}) {
  const { path = "/", ...context } = options;
  const where = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...context });
  if (server.cookies) await where.addCookies(server.cookies);
  where.setDefaultTimeout(patience);
  const page = await where.newPage();
  page.complaints = [];
  page.on("console", (message) => {
    // Without a graphics card the picture of WebGL is copied by hand, and Chromium says that this takes time.
    if (/GPU stall due to ReadPixels/.test(message.text())) return;
    page.complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => page.complaints.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Left while it was loading, or a HEAD, which has no body: Chromium calls both aborted. What is refused is called so.
    if (request.failure()?.errorText === "net::ERR_ABORTED") return;
    page.complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  // Files are chosen by the dialog that Chromium hands over to a test; its other one it does not.
  await page.addInitScript(() => delete window.showOpenFilePicker);
  page.on("filechooser", () => {}); // asked for from the start: a dialog that opens before Chromium is told is lost
  await page.goto(server.cookies ? server.origin + path : server.url);
  server.cookies ??= await where.cookies();
  await ready(page);
  return page;
}

/** Waits until a run has come in whole. */
export const ready = (page) => page.waitForFunction(() => window.oopss?.run()?.done);

export async function screenshot(page, name) {
  mkdirSync(screens, { recursive: true });
  await page.screenshot({ path: join(screens, `${name}.png`) });
}

// ---- for a file of tests: one browser, a server, and the page of the test under way
export let browser, server, page;

/** A browser for all tests of the file, with `more` options, and a server unless each starts its `own`. A test's page is closed
 *  after it, and must not have complained. */
export function bench({ own = false, more = [] } = {}) {
  before(async () => {
    browser = await launch(more);
    if (!own) await serve();
  });
  after(async () => {
    await browser.close();
    if (!own) await server.stop();
  });
  afterEach(async () => {
    await page.context().close();
    if (own) await server.stop();
    assert.deepEqual(page.complaints, [], "the page complained");
  });
}
export async function serve(...how) {
  server = await startServer(...how);
}
/** Opens the page of this test, in place of the one before. */
export async function open(options) {
  if (page && !page.isClosed()) await page.context().close();
  page = await openPage(browser, server, options);
}

export const button = (name) => page.getByRole("button", { name, exact: true });
export const tab = (name) => page.getByRole("tab", { name, exact: true }).click();
export const text = (shown = page) => shown.evaluate(() => window.oopss.text());
export const frame = () =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
/** Does something that makes a new run, and waits for it. */
export async function rerun(action, shown = page) {
  const old = await shown.evaluate(() => window.oopss.run().id);
  await action();
  await shown.waitForFunction((id) => window.oopss.run().id > id && window.oopss.run().done, old);
}
export async function menu(name, entry) {
  await page.locator(`#menu-${name}`).click();
  await page.getByRole("menu").getByText(entry, { exact: false }).first().click();
}
export const openModel = (title) => rerun(() => menu("model", title));
export const scrub = (t) =>
  page
    .getByLabel("Time", { exact: true })
    .last()
    .evaluate((input, to) => {
      input.value = String(to);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, t);
/** Takes what is at `from`, and turns it about `pivot` by 0.3 rad; the button stays down. */
export async function dragRound(from, pivot) {
  await page.mouse.move(...from);
  await page.mouse.down();
  const [dx, dy] = [from[0] - pivot[0], from[1] - pivot[1]];
  for (const turn of [0.1, 0.2, 0.3])
    await page.mouse.move(
      pivot[0] + Math.cos(turn) * dx - Math.sin(turn) * dy,
      pivot[1] + Math.sin(turn) * dx + Math.cos(turn) * dy,
    );
}
export async function download(action) {
  const [file] = await Promise.all([page.waitForEvent("download"), action()]);
  return { name: file.suggestedFilename(), body: await readFile(await file.path()) };
}
/** Chooses a file of this name and content in the dialog that the action opens. */
export async function chooseFile(action, name, content) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), action()]);
  await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
}
/** The text of a built-in model. */
export const example = (name) => readFileSync(new URL(`../../examples/${name}.toml`, import.meta.url), "utf8");
/** What axe finds wrong for those who do not see the page, or not well: nothing. */
export async function axe() {
  const source = await readFile(new URL("../../web/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 120))]),
    [],
  );
}
