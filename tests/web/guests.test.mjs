// SPDX-License-Identifier: Apache-2.0
// Guests over a network, for which another loopback address stands: asked in by the host's page, at work on a copy, sent away.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { launch, openPage, patience, screenshot, startServer } from "./harness.mjs";

let browser, server;
before(async () => {
  browser = await launch();
  server = await startServer(["--listen", "127.0.0.2"]);
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** A page that follows a guest's link, and what it complains of. */
async function guestPage(link, options = {}) {
  const where = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  where.setDefaultTimeout(patience);
  const page = await where.newPage();
  page.complaints = [];
  page.on("console", (message) => page.complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => page.complaints.push(`exception: ${error.message}`));
  await page.goto(link);
  return page;
}
const running = (page) => page.waitForFunction(() => window.oopss?.run()?.done);
const guests = async (page) => {
  await page.locator("#menu-File").click();
  await page.getByRole("menu").getByText("Guests…").click();
  return page.getByRole("dialog");
};
async function axe(page) {
  const source = await readFile(new URL("../../web/node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
}

test("the host asks a guest in by a link and a QR code, sees that it came, and sends it away", async () => {
  const host = await openPage(browser, server);
  const dialog = await guests(host);
  await dialog.getByText("Not encrypted: anyone on this network can read").waitFor();
  await dialog.getByRole("button", { name: "Make a link for a guest" }).click();
  const link = await dialog.getByLabel("Link for a guest").inputValue();
  assert.match(link, /^http:\/\/127\.0\.0\.2:\d+\/\?code=[0-9a-f]{64}$/);
  const cells = await dialog.getByRole("img", { name: "The link as a QR code" }).locator("path").getAttribute("d");
  assert.ok((cells.match(/M/g) ?? []).length > 400, "dark cells");
  await screenshot(host, "guests");
  await axe(host);
  await host.emulateMedia({ colorScheme: "dark" });
  await screenshot(host, "guests-dark");
  await host.setViewportSize({ width: 390, height: 844 });
  await screenshot(host, "guests-phone");
  assert.ok(await host.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await host.setViewportSize({ width: 1440, height: 900 });

  const guest = await guestPage(link);
  await running(guest);
  await guest.getByText("You are a guest").first().waitFor();
  await dialog.getByText("is here").waitFor();
  assert.equal(await dialog.getByLabel("Link for a guest").count(), 0, "the link is used up, and gone");
  await guest.locator("#menu-File").click();
  const entry = guest.getByRole("menuitem", { name: "Guests…" });
  assert.equal(await entry.getAttribute("aria-disabled"), "true");
  await guest.keyboard.press("Escape");

  const before = await host.evaluate(() => window.oopss.text());
  const old = await guest.evaluate(() => window.oopss.run().id);
  await guest.locator("#menu-File").click();
  await guest.getByRole("menu").getByText("New model").click();
  await guest.waitForFunction((id) => window.oopss.run().id > id && window.oopss.run().done, old);
  assert.notEqual(await guest.evaluate(() => window.oopss.text()), before);
  assert.equal(await host.evaluate(() => window.oopss.text()), before, "a guest works on a copy");
  await screenshot(guest, "guest");
  assert.deepEqual(guest.complaints, []);

  const second = await guestPage(link);
  await second.getByText("This link does not work any more").waitFor();
  await dialog
    .getByRole("button", { name: /: guest \d+$/ })
    .last()
    .click();
  await dialog.getByText("was sent away").waitFor();
  await guest.getByText("This way in is closed").waitFor();
  await screenshot(guest, "guest-sent-away");
  assert.deepEqual(host.complaints, []);
  for (const page of [host, guest, second]) await page.context().close();
});
