// SPDX-License-Identifier: Apache-2.0
// The real program with a real browser: starts `oopss workbench`, opens pages that collect every complaint, keeps
// screenshots. Chromium is Debian's; playwright-core comes with the page's own packages.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

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
  page.on("console", (message) => page.complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => page.complaints.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Left while it was loading, or a HEAD, which has no body: Chromium calls both aborted. What is refused is called so.
    if (request.failure()?.errorText === "net::ERR_ABORTED") return;
    page.complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
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
