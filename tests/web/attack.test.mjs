// SPDX-License-Identifier: Apache-2.0
// A page of another origin against the workbench, in a browser whose own guard of the local network is switched off. The same
// attack on a server that checks nothing succeeds: without this control the test would prove nothing.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch, openPage, startServer } from "./harness.mjs";

const listen = (server) => new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));

/** Tries what a hostile page can try; what came of it. */
async function attack(port) {
  const socket = await new Promise((done) => {
    const wire = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    wire.onopen = () => done("opened");
    wire.onerror = () => done("refused");
  });
  const read = await fetch(`http://127.0.0.1:${port}/`, { credentials: "include" }).then(
    (answer) => answer.text(),
    () => "refused",
  );
  const framed = await new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.src = `http://127.0.0.1:${port}/`;
    frame.onload = () => done("loaded");
    setTimeout(() => done("refused"), 1500);
    document.body.append(frame);
  });
  return { socket, read: read.slice(0, 20), framed };
}

let browser, server, hostile, careless, hostilePort, carelessPort;
before(async () => {
  browser = await launch([
    "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights",
  ]);
  server = await startServer();
  hostile = createServer((_, answer) =>
    answer.setHeader("Content-Type", "text/html").end("<!doctype html><title>hostile</title><body>"),
  );
  hostilePort = await listen(hostile);
  careless = createServer((_, answer) => answer.setHeader("Access-Control-Allow-Origin", "*").end("secret"));
  careless.on("upgrade", (request, socket) => {
    const key = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
    );
  });
  carelessPort = await listen(careless);
});
after(async () => {
  await browser.close();
  await server.stop();
  hostile.close();
  careless.close();
});

// Another port of 127.0.0.1 is another origin of the same site: the browser sends the cookie, so the server alone can refuse.
for (const host of ["127.0.0.1", "hostile.localhost"])
  test(`a page of ${host} gets nothing of the workbench, though it gets all of a server that checks nothing`, async () => {
    const page = await openPage(browser, server); // the user is logged in
    const evil = await page.context().newPage();
    await evil.goto(`http://${host}:${hostilePort}/`);
    const control = await evil.evaluate(`(${attack})(${carelessPort})`);
    assert.equal(control.socket, "opened", "the control: the browser lets the attack through");
    const found = await evil.evaluate(`(${attack})(${new URL(server.url).port})`);
    assert.equal(found.socket, "refused");
    assert.equal(found.read, "refused");
    const shown = evil.frames().map((frame) => frame.url());
    assert.ok(
      !(await Promise.all(evil.frames().map((frame) => frame.title().catch(() => "")))).includes("OOPSS"),
      `framed: ${shown}`,
    );
    await page.context().close();
  });
