// SPDX-License-Identifier: Apache-2.0
// A page of another origin against the workbench, in a browser whose own guard of the local network is switched off. The same
// attack on a server that checks nothing succeeds: without this control the test would prove nothing.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch, openPage, startServer } from "./harness.mjs";

const listen = (server, port, address) =>
  new Promise((done) => server.listen(port, address, () => done(server.address().port)));
/** The same server on one port of both addresses: one's own, and the one that stands for the network. */
async function twice(make) {
  const both = [make(), make()];
  const port = await listen(both[0], 0, "127.0.0.1");
  await listen(both[1], port, "127.0.0.2");
  return { port, close: () => both.map((server) => server.close()) };
}

/** Tries what a hostile page can try; what came of it. */
async function attack(host) {
  const socket = await new Promise((done) => {
    const wire = new WebSocket(`ws://${host}/ws`);
    wire.onopen = () => done("opened");
    wire.onerror = () => done("refused");
  });
  const read = await fetch(`http://${host}/`, { credentials: "include" }).then(
    (answer) => answer.text(),
    () => "refused",
  );
  const framed = await new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.src = `http://${host}/`;
    frame.onload = () => done("loaded");
    setTimeout(() => done("refused"), 1500);
    document.body.append(frame);
  });
  return { socket, read: read.slice(0, 20), framed };
}

let browser, server, hostile, careless;
before(async () => {
  browser = await launch([
    "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights",
  ]);
  server = await startServer(["--listen", "127.0.0.2"]);
  hostile = await twice(() =>
    createServer((_, answer) =>
      answer.setHeader("Content-Type", "text/html").end("<!doctype html><title>hostile</title><body>"),
    ),
  );
  careless = await twice(() => {
    const server = createServer((_, answer) => answer.setHeader("Access-Control-Allow-Origin", "*").end("secret"));
    server.on("upgrade", (request, socket) => {
      const key = createHash("sha1")
        .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
      );
    });
    return server;
  });
});
after(async () => {
  await browser.close();
  await server.stop();
  hostile.close();
  careless.close();
});

/** A page that is logged in at one of both ways in: that of the host, and that of a guest, whose link the host makes. */
async function visitor(kind) {
  const page = await openPage(browser, server);
  if (kind === "host") return { page, host: new URL(server.url).host };
  await page.locator("#menu-File").click();
  await page.getByRole("menu").getByText("Guests…").click();
  await page.getByRole("button", { name: "Make a link for a guest" }).click();
  const link = await page.getByLabel("Link for a guest").inputValue();
  await page.goto(link);
  await page.waitForFunction(() => window.oopss?.run()?.done);
  return { page, host: new URL(link).host };
}

// Another port of an address is another origin of the same site: the browser sends the cookie, so the server alone can refuse.
for (const kind of ["host", "guest"])
  for (const from of [kind === "host" ? "127.0.0.1" : "127.0.0.2", "hostile.localhost"])
    test(`a page of ${from} gets nothing of the ${kind}'s workbench, though it gets all of a server that checks nothing`, async () => {
      const { page, host } = await visitor(kind); // the user is logged in
      const evil = await page.context().newPage();
      await evil.goto(`http://${from}:${hostile.port}/`);
      const control = await evil.evaluate(`(${attack})("${host.split(":")[0]}:${careless.port}")`);
      assert.equal(control.socket, "opened", "the control: the browser lets the attack through");
      const found = await evil.evaluate(`(${attack})("${host}")`);
      assert.equal(found.socket, "refused");
      assert.equal(found.read, "refused");
      const shown = evil.frames().map((frame) => frame.url());
      assert.ok(
        !(await Promise.all(evil.frames().map((frame) => frame.title().catch(() => "")))).includes("OOPSS"),
        `framed: ${shown}`,
      );
      await page.context().close();
    });
