// SPDX-License-Identifier: Apache-2.0
// The shape of the page at every size: nothing is cut off, every list can be reached, frames have a sane scale, and what
// the settings say is what is drawn.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { axe, bench, download, frame, open, openModel, page, rerun, screenshot, tab } from "./harness.mjs";

bench();

const sizes = [
  [1440, 900],
  [1024, 768],
  [844, 390],
  [390, 844],
];
const more = [
  [820, 1180],
  [667, 375],
  [320, 568],
];
const openAt = (width, height, options = {}) =>
  open({ viewport: { width, height }, reducedMotion: "reduce", ...options });
const scrub = async (part) => {
  await page
    .getByLabel("Time", { exact: true })
    .last()
    .evaluate((input, to) => {
      input.value = String(Number(input.min) + to * (Number(input.max) - Number(input.min)));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, part);
  await frame();
};

/** What cannot be seen whole: beyond the window or a box that cuts it off without dots, or sideways in a list that is to
 *  scroll downwards only. */
const overflowing = () =>
  page.evaluate(() => {
    const sideways = ".cm-scroller, .equation .right"; // lines of the model, long formulas: these may be scrolled
    const name = (one) => `${one.tagName.toLowerCase()}.${one.className}${one.id && `#${one.id}`}`;
    const boxOf = (one, axis) => {
      let { position } = getComputedStyle(one);
      for (let up = one.parentElement; up && position !== "fixed"; up = up.parentElement) {
        const style = getComputedStyle(up);
        const holds = position !== "absolute" || style.position !== "static";
        if (holds && style[`overflow${axis}`] !== "visible") return up;
        if (holds) position = style.position;
      }
      return null;
    };
    const cut = (one, axis, low, high) => {
      const box = boxOf(one, axis);
      const style = box && getComputedStyle(box);
      if (box && (/auto|scroll/.test(style[`overflow${axis}`]) || style.textOverflow === "ellipsis")) return [];
      const [here, edges] = [one, box].map((of) => of?.getBoundingClientRect());
      const end = axis === "X" ? innerWidth : innerHeight;
      const over = Math.max((edges?.[low] ?? 0) - here[low], here[high] - (edges?.[high] ?? end));
      return over > 1 ? [`${name(one)} is cut off by ${over.toFixed(1)} px in ${axis} by ${box && name(box)}`] : [];
    };
    const found = [];
    for (const one of document.body.querySelectorAll("*")) {
      if (one.getBoundingClientRect().width === 0 || !one.checkVisibility({ visibilityProperty: true })) continue;
      if (one.closest(".unseen, svg, .katex-mathml, option") || one.parentElement.closest(".katex, .u-wrap")) continue;
      const { overflowX } = getComputedStyle(one);
      if (/auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth + 1 && !one.matches(sideways))
        found.push(`${name(one)} scrolls sideways by ${one.scrollWidth - one.clientWidth} px`);
      found.push(...cut(one, "X", "left", "right"), ...cut(one, "Y", "top", "bottom"));
    }
    return found;
  });

/** Goes through every pane and every part of the settings; `look` is told what is in sight. Of many bodies the answers of
 *  the server are not waited for. */
const content = { Equations: ".equation", Equilibria: ".equilibrium", Orbits: ".orbit-bar", Chaos: ".chaos-bar" };
async function everywhere(many, look) {
  const small = (await page.locator("nav.pages").count()) > 0;
  for (const view of small
    ? ["Frames", "Graphs", "Phase", "Equations", "Equilibria", "Orbits", "Chaos", "Model", "Settings"]
    : ["Phase space", "Equations", "Equilibria", "Orbits", "Chaos", "Model"]) {
    await tab(view);
    if (content[view] && !many) await page.locator(content[view]).first().waitFor();
    await frame();
    await look(view);
  }
  for (const part of ["System", "Torque", "Start", "Run", "Display", "Compare"]) {
    await tab(part);
    await frame();
    await look(part);
  }
}

/** Of a popup: whether it lies in the window, and which of its entries cannot be brought into sight by the wheel. */
async function unreachable(popup, entries) {
  const box = await popup.boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, "in the window");
  const inSight = () =>
    popup.evaluate(
      (root, which) =>
        [...root.querySelectorAll(which)].map((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return (middle !== null && (one.contains(middle) || middle.contains(one))) || one.textContent;
        }),
      entries,
    );
  let seen = await inSight();
  assert.ok(seen.length > 0, `no ${entries}`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 12);
  for (let turn = 0; turn < 40 && seen.some((one) => one !== true); ++turn) {
    await page.mouse.wheel(0, box.height / 3);
    await frame();
    seen = (await inSight()).map((one, i) => (seen[i] === true ? true : one));
  }
  return seen.filter((one) => one !== true);
}

describe("every size", () => {
  for (const [width, height] of [...sizes, ...more])
    test(`nothing is cut off at ${width}x${height}`, async () => {
      await openAt(width, height);
      for (const model of ["Two coupled bodies", "Tree of seven bodies"]) {
        const many = model !== "Two coupled bodies";
        if (many && !sizes.some(([known]) => known === width)) continue;
        if (many) await openModel(model);
        await everywhere(many, async (sight) => {
          assert.deepEqual(await overflowing(), [], `${model}, ${sight}`);
          if (height < 500) await screenshot(page, `${width}x${height}-${sight}`);
        });
      }
    });

  for (const [width, height] of sizes)
    test(`every list that opens is in the window and can be reached to its end at ${width}x${height}`, async () => {
      await openAt(width, height);
      const menus = page.locator(".menubar > .menu-place > button");
      for (let i = 0; i < (await menus.count()); ++i) {
        await menus.nth(i).click();
        assert.deepEqual(await unreachable(page.getByRole("menu"), '[role^="menuitem"]'), []);
        await page.keyboard.press("Escape");
      }
      await page.getByRole("button", { name: "Add a curve" }).click();
      await screenshot(page, `${width}x${height}-add-a-curve`);
      assert.deepEqual(await unreachable(page.locator(".chooser-menu"), ".choices button"), []);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      assert.deepEqual(await unreachable(page.locator("dialog.palette"), "li"), []);
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      assert.deepEqual(await unreachable(page.locator("dialog.help"), "tr"), []);
      assert.deepEqual(await overflowing(), [], "help");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+e");
      assert.deepEqual(await unreachable(page.locator("dialog.dialog"), "button"), []);
      assert.deepEqual(await overflowing(), [], "export");
      await page.keyboard.press("Escape");
    });

  for (const scheme of ["light", "dark"])
    test(`axe finds nothing on a phone held sideways, ${scheme}`, async () => {
      await openAt(844, 390, { colorScheme: scheme });
      for (const name of ["Graphs", "Frames", "Settings"]) {
        await tab(name);
        await axe();
      }
      await screenshot(page, `sideways-${scheme}`);
    });

  test("a tour leaves room for the motion, and its buttons are in sight", async () => {
    for (const [width, height] of [...sizes, ...more]) {
      await openAt(width, height);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("Tour of the original");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Next", exact: true }).waitFor();
      await frame();
      assert.deepEqual(await overflowing(), [], `${width}x${height}`);
      const canvas = await page.locator("#frame-inertial canvas").boundingBox();
      assert.ok(canvas.height >= 96, `${canvas.height} px of the motion at ${width}x${height}`);
      const next = await page.getByRole("button", { name: "Next", exact: true }).boundingBox();
      assert.ok(next.y + next.height <= height, `Next is below the window at ${width}x${height}`);
      await screenshot(page, `${width}x${height}-tour`);
    }
  });
});

describe("the list of curves", () => {
  test("the arrow keys go to its last row and leave the title of the pane where it is", async () => {
    await openAt(1440, 900);
    const title = page.locator(".graphs .pane-title");
    const before = await title.boundingBox();
    await page.getByRole("button", { name: "Add a curve" }).click();
    const last = page.locator(".choices button").last();
    for (let i = await page.locator(".choices button").count(); i > 0; --i) await page.keyboard.press("ArrowDown");
    assert.ok(await last.evaluate((row) => row === document.activeElement));
    const seen = await last.evaluate((row) => {
      const { left, top, width, height } = row.getBoundingClientRect();
      return row.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    assert.ok(seen, "the last row is covered or cut off");
    assert.deepEqual(await title.boundingBox(), before);
  });
});

describe("frames", () => {
  /** How much of the smaller side of its canvas the body of two-body's frame takes, from hub to joint. */
  const shareOf = async (which) => {
    await page.waitForFunction((name) => window.oopss.places(name), which);
    return page.evaluate((name) => {
      const { width, height } = document.querySelector(`#frame-${name} canvas`).getBoundingClientRect();
      const at = window.oopss.places(name);
      const [[x, y], [u, v]] = [at.bodies.hub, at.joints.elbow];
      return Math.hypot(x - u, y - v) / Math.min(width, height);
    }, which);
  };

  for (const [width, height] of [
    [844, 390],
    [667, 375],
    [932, 430],
    [568, 320],
  ])
    test(`a phone held sideways, ${width}x${height}, has the motion and one pane beside it`, async () => {
      await openAt(width, height);
      const canvas = await page.locator("#frame-inertial canvas").boundingBox();
      assert.ok(canvas.height > 0.55 * height, `the motion is ${canvas.height} px high`);
      assert.ok(canvas.width > 0.4 * width, `the motion is ${canvas.width} px wide`);
      const beside = await page.locator("#page-shown").boundingBox();
      assert.ok(beside.x >= canvas.x + canvas.width && beside.height > 0.5 * height, JSON.stringify(beside));
      assert.ok((await shareOf("inertial")) > 0.2);
      await tab("Frames");
      await frame();
      for (const which of ["A", "B"]) assert.ok((await shareOf(which)) > 0.1, which);
      await page.getByRole("tab", { name: "Frames", exact: true }).press("ArrowDown");
      assert.equal(await page.getByRole("tab", { selected: true }).first().textContent(), "Graphs");
    });

  test("however small a frame is, the motion fills it", async () => {
    await openAt(1440, 900);
    for (const [width, height] of [
      [1000, 510],
      [801, 505],
      [390, 430],
      [320, 480],
      [390, 380],
    ]) {
      await page.setViewportSize({ width, height });
      await frame();
      await frame();
      const frames = await page.locator(".stage").evaluateAll((all) => all.map(({ id }) => id.slice("frame-".length)));
      for (const which of frames)
        assert.ok((await shareOf(which)) > 0.1, `frame ${which} at ${width}x${height}: ${await shareOf(which)}`);
    }
  });

  /** Counts the pixels with ink in the inertial frame. */
  const ink = () =>
    page.evaluate(() => {
      const canvas = document.querySelector("#frame-inertial canvas");
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 0) ++count;
      return count;
    });

  test("before the model is there the page has its shape: panes with titles, places for motion and curves, the time", async () => {
    await openAt(1440, 900);
    await page.routeWebSocket(/\/ws$/, () => {}); // a server that does not answer
    await page.reload();
    for (const title of ["Inertial frame", "Frame A", "Frame B", "Graphs"])
      await page.getByRole("heading", { name: title, exact: true }).waitFor();
    await page.getByText("= 0.00 s").first().waitFor();
    await page.waitForFunction(() => document.querySelector("#frame-inertial canvas")?.width > 0);
    await frame();
    assert.ok((await ink()) > 500);
    await screenshot(page, "waiting");
  });

  test("what the setting says of traces is what is drawn, also of seven bodies and more", async () => {
    await openAt(1440, 900);
    await tab("Display");
    const choice = page.getByLabel("Traces of");
    const inks = {};
    for (const model of ["Two coupled bodies", "Tree of seven bodies", "Chain of eight links"]) {
      if (model !== "Two coupled bodies") await openModel(model);
      await scrub(0.5);
      for (const words of ["nothing", "joints", "mass centres", "joints and mass centres"]) {
        await choice.selectOption({ label: words });
        await frame();
        inks[words] = await ink();
      }
      const { nothing, joints, "mass centres": centres, "joints and mass centres": all } = inks;
      assert.ok(joints > nothing + 100 && centres > nothing + 100, `${model}: ${JSON.stringify(inks)}`);
      assert.ok(all > joints && all > centres, `${model}: ${JSON.stringify(inks)}`);
      await choice.selectOption("auto");
      await frame();
      const said = (await choice.locator("option:checked").textContent()).replace("auto: ", "");
      assert.equal(await ink(), inks[said], `${model}: ${said}`);
    }
  });

  /** Distances between the label of the drag and the body with its stick. */
  const gap = (which) =>
    page.evaluate((name) => {
      const pane = document.querySelector(`#frame-${name}`).getBoundingClientRect();
      const words = document.querySelector(".frame-hint:not(:empty)").getBoundingClientRect();
      const at = window.oopss.places(name);
      const along = Array.from({ length: 101 }, (_, i) =>
        [0, 1].map((axis) => at.bodies.arm[axis] + (i / 100) * (at.joints.elbow[axis] - at.bodies.arm[axis])),
      );
      const off = ([x, y]) =>
        Math.hypot(Math.max(words.left - x, 0, x - words.right), Math.max(words.top - y, 0, y - words.bottom));
      return {
        body: Math.min(...along.map(off)),
        inside: words.left >= pane.left && words.right <= pane.right && words.bottom <= pane.bottom,
      };
    }, which);

  for (const [width, height] of [
    [1440, 900],
    [844, 390],
    [390, 844],
  ])
    test(`the words about a dragged body stand off the body and the finger at ${width}x${height}`, async () => {
      await openAt(width, height);
      if (width < 1000) await tab("Frames");
      for (const which of ["inertial", "A"]) {
        const { bodies, joints } = await page.evaluate((name) => window.oopss.places(name), which);
        const [[x, y], [u, v]] = [bodies.arm, joints.elbow];
        const length = Math.hypot(x - u, y - v);
        await page.mouse.move(x, y);
        await page.mouse.down();
        const from = Math.atan2(y - v, x - u);
        for (let k = 1; k <= 12; ++k) {
          const angle = from + (k * Math.PI) / 6;
          await page.mouse.move(u + length * Math.cos(angle), v + length * Math.sin(angle), { steps: 3 });
          await frame();
          await frame();
          const { body, inside } = await gap(which);
          assert.ok(body >= 16 && inside, `frame ${which}, ${30 * k}°: ${body} px, inside: ${inside}`);
          if (k === 2) await screenshot(page, `${width}x${height}-drag-${which}`);
        }
        await page.keyboard.press("Escape");
        await page.mouse.up();
        await page.waitForFunction(() => window.oopss.run().done && !document.querySelector(".frame-hint:not(:empty)"));
      }
    });
});

describe("room for the views", () => {
  const views = () => page.locator('[data-pane="tabs"]').boundingBox();
  /** Which of these are not whole within the pane of the views. */
  const cut = (which) =>
    page.evaluate((selector) => {
      const pane = document.querySelector('[data-pane="tabs"]').getBoundingClientRect();
      return [...document.querySelectorAll(selector)]
        .map((one) => one.getBoundingClientRect())
        .filter(
          ({ top, bottom, left, right }) =>
            top < pane.top || bottom > pane.bottom || left < pane.left || right > pane.right,
        ).length;
    }, which);

  test("a view that is chosen is twice as high: its cards and its diagram are whole; a tab of the settings puts all back", async () => {
    await openAt(1440, 900);
    const before = (await views()).height;
    await tab("Equilibria");
    await page.locator(".equilibrium").first().waitFor();
    assert.ok((await views()).height >= 2 * before, `${before} became ${(await views()).height}`);
    assert.equal(await cut(".equilibrium"), 0, "cards are whole with their buttons");
    assert.ok(await page.locator("#settings-panel").isHidden(), "of the settings there are the tabs");
    await screenshot(page, "room-gallery");
    await page.getByRole("button", { name: "Branches", exact: true }).click();
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await page.locator(".branch-chart").waitFor();
    assert.ok((await page.locator(".branch-chart").boundingBox()).height >= 240);
    assert.equal(await cut(".branch-chart, .branch-foot"), 0);
    await screenshot(page, "room-branches");
    await tab("Start");
    assert.ok(await page.locator("#settings-panel").isVisible());
    assert.equal((await views()).height, before);
    await page.getByRole("button", { name: "More room for the views" }).click();
    assert.ok((await views()).height >= 2 * before);
  });

  /** How many numbers stand beside each panel of the graphs: pieces of ink from top to bottom, left of its curves. */
  const numbersBeside = () =>
    page.locator(".plot").evaluateAll((all) =>
      all.map((panel) => {
        const [canvas, over] = [panel.querySelector("canvas"), panel.querySelector(".u-over")];
        const ratio = canvas.width / canvas.clientWidth;
        const [width, height] = [over.offsetLeft - 4, over.offsetTop + over.offsetHeight].map((px) => px * ratio);
        const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
        const inked = Array.from({ length: Math.floor(height) }, (_, row) =>
          data.subarray(4 * row * Math.floor(width), 4 * (row + 1) * Math.floor(width)).some((value) => value > 0),
        );
        return inked.filter((ink, row) => ink && !inked[row - 1]).length;
      }),
    );

  test("graphs that gave way keep their axes: the name of the time in sight, two numbers at least beside each panel", async () => {
    await openAt(1440, 900);
    for (const model of ["Two coupled bodies", "Three coupled bodies"]) {
      if (model !== "Two coupled bodies") await openModel(model);
      await tab("Equations");
      await page.locator(".equation").first().waitFor();
      await frame();
      const [pane, name] = [
        await page.locator(".plots").boundingBox(),
        await page.getByText("t (s)", { exact: true }).boundingBox(),
      ];
      assert.ok(name.y + name.height <= pane.y + pane.height, `${model}: t (s) is in sight`);
      for (const count of await numbersBeside()) assert.ok(count >= 2, `${model}: ${count} numbers`);
    }
  });

  test("the tabs of the views stand apart, and all of them are in sight, however narrow their pane is", async () => {
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [820, 1180],
    ]) {
      await openAt(width, height);
      const list = page.getByRole("tablist", { name: "Views" });
      const whole = await list.boundingBox();
      const words = await list.getByRole("tab").evaluateAll((all) =>
        all.map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const { left, right, top } = range.getBoundingClientRect();
          return { left, right, top };
        }),
      );
      assert.equal(words.length, 6);
      words.forEach(({ left, right, top }, i) => {
        assert.ok(right <= whole.x + whole.width, `tab ${i} at ${width}`);
        const next = words[i + 1];
        if (next && next.top === top) assert.ok(next.left - right >= 6 && left >= whole.x, `tab ${i} at ${width}`);
      });
      await screenshot(page, `tabs-${width}`);
    }
  });

  test("64 equilibria are summed up in one line; the rest is there on request, sorted and looked through", async () => {
    await openAt(1440, 900);
    await openModel("Tree of seven bodies");
    await tab("Equilibria");
    await page.locator(".equilibrium").first().waitFor();
    const count = await page.locator(".equilibrium").count();
    assert.ok(count >= 64, `${count}`);
    assert.ok((await page.locator(".gallery-summary").boundingBox()).height < 24);
    assert.equal(await page.locator("#gallery-about").count(), 0);
    await page.getByRole("button", { name: "more", exact: true }).click();
    assert.match(await page.locator("#gallery-about").textContent(), /Search:/);
    await page.getByLabel("Stability").selectOption("stable");
    const stable = await page.locator(".equilibrium").count();
    assert.ok(stable > 0 && stable < count);
    await page.getByLabel("Stability").selectOption("all");
    await page.getByLabel("Order").selectOption("energy");
    const energies = await page
      .locator(".equilibrium dl > div:nth-child(2) dd")
      .evaluateAll((all) => all.map((one) => Number.parseFloat(one.textContent)));
    assert.deepEqual(
      energies,
      energies.toSorted((a, b) => a - b),
    );
  });
});

describe("names", () => {
  const svg = async () => {
    await page.keyboard.press("Control+e");
    const { body } = await download(() => page.getByRole("button", { name: "SVG" }).first().click());
    await page.keyboard.press("Escape");
    return [...body.toString().matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words);
  };

  test("bodies, joints and points are named in the picture that is exported, unless only what is pointed at is to be", async () => {
    await openAt(1440, 900);
    const words = await svg();
    for (const name of ["Hub", "Arm", "Elbow"])
      assert.ok(
        words.some((one) => one.toLowerCase() === name.toLowerCase()),
        `${name} in ${words}`,
      );
    await tab("Display");
    await page.getByLabel("Names").selectOption("none");
    assert.deepEqual(
      (await svg()).filter((one) => /hub|arm|elbow/i.test(one)),
      [],
    );
  });

  test("axes have their symbols and units, the run before the last change and kept ones a legend to take them away", async () => {
    await openAt(1440, 900);
    await page.locator(".phase-chart.startable").waitFor();
    assert.match(await page.locator(".axis-name.x").textContent(), /\(rad\)/);
    assert.match(await page.locator(".axis-name.y").textContent(), /\(kg m²\/s\)/);
    assert.match(
      await page.locator(".curve .symbol").first().getAttribute("title"),
      /angle\.elbow in tables, phi_elbow in/,
    );
    const legend = page.getByRole("list", { name: "Other runs in the picture" });
    assert.equal(await legend.count(), 0);
    await page.keyboard.press("k");
    await rerun(async () => {
      const mass = page.getByRole("textbox", { name: /mass/ }).first();
      await mass.fill("6");
      await mass.press("Enter");
    });
    assert.deepEqual(await legend.locator("span").allTextContents(), ["before the last change", "run 1"]);
    await screenshot(page, "legend");
    await page.getByRole("button", { name: "Take away before the last change" }).click();
    assert.equal(await page.evaluate(() => window.oopss.ghost()), null);
    await page.getByRole("button", { name: "Take away run 1" }).click();
    assert.equal(await legend.count(), 0);
    assert.deepEqual(await page.evaluate(() => window.oopss.comparisons()), []);
  });
});

describe("one pane as large as the page", () => {
  const large = () => page.locator(".cell.large").evaluateAll((all) => all.map((cell) => cell.dataset.pane));

  test("M puts back what is large, wherever the focus is; with the focus in a pane it makes that one large", async () => {
    await openAt(1440, 900);
    await page.getByRole("button", { name: "Maximise Frame A", exact: true }).click();
    assert.deepEqual(await large(), ["A"]);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("m");
    assert.deepEqual(await large(), []);
    await page.keyboard.press("m");
    assert.deepEqual(await large(), ["inertial"]);
    await page.keyboard.press("m");
    await page.keyboard.press("3");
    await page.waitForFunction(() => document.activeElement.id === "frame-B");
    await page.keyboard.press("m");
    assert.deepEqual(await large(), ["B"]);
    await page.keyboard.press("1");
    await page.waitForFunction(() => document.activeElement.id === "frame-inertial");
    assert.deepEqual(await large(), ["inertial"], "the frame that was asked for is the one in sight");
  });

  test("what is covered is not in the order of Tab", async () => {
    await openAt(1440, 900);
    await page.getByRole("button", { name: "Maximise the graphs", exact: true }).click();
    for (let i = 0; i < 40; ++i) {
      await page.keyboard.press("Tab");
      const pane = await page.evaluate(() => document.activeElement.closest("[data-pane]")?.dataset.pane ?? "graphs");
      assert.equal(pane, "graphs");
    }
  });

  test("on a small page M leaves all as it is, and 2 brings frame A into sight", async () => {
    await openAt(390, 844);
    await page.keyboard.press("m");
    assert.deepEqual(await large(), []);
    await page.keyboard.press("2");
    await page.waitForFunction(() => document.activeElement.id === "frame-A");
  });
});

describe("equations", () => {
  test("the values stand in one column, also in rows without a comment", async () => {
    await openAt(1440, 900);
    await openModel("Three coupled bodies");
    await page.getByRole("button", { name: "Maximise the views", exact: true }).click();
    await tab("Equations");
    await page.locator(".equation").first().waitFor();
    const rows = await page.locator(".equation").evaluateAll((all) =>
      all.map((row) => {
        const value = row.querySelector(".row-value").getBoundingClientRect();
        const words = row.querySelector(".meaning")?.getBoundingClientRect();
        return { left: value.left, right: value.right, words: words?.right };
      }),
    );
    assert.ok(rows.some(({ words }) => words === undefined) && rows.some(({ words }) => words > 0));
    for (const { left, right, words } of rows) {
      assert.equal(right, rows[0].right);
      assert.ok(words === undefined || words <= left);
    }
  });
});
