/** How fast and how quietly the app works. The figures are printed: run it on a quiet machine to compare them. */
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import { storeStrategies } from "#tests/support/many-strategies.ts";
import { settled } from "#tests/support/settled.ts";
import { beginStrategy, goTo, holdBackPrices, waitForResult } from "#tests/support/screens.ts";
import { collectEntries, durationsOf, entriesOf, print } from "./entries.ts";
import type { Entry } from "./entries.ts";

const FIRST_LOAD_LIMIT = 95_000;
const LIST_MS = 100;
const LIST_BYTES = 200_000_000;
const SHIFT_LIMIT = 0.01;
const LARGEST_PAINT_MS = 800;
const SLOWED_BY = 4;
const SCREEN_PAINT_MS = 1000;
const SCREEN_SHIFT_LIMIT = 0.02;
const FIRST_PICTURE_MS = 200;
const FIRST_RESULT_MS = 2500;
/** The machine's other work can make anything late. Only what is measured in time is tried again. */
const TIMED = { retry: 2 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("a run on the demo market", () => {
  it("keeps the page's thread free of tasks over 50 ms while it is under way", TIMED, async () => {
    const { underWay } = await longTasksOfRun();
    print("long tasks while a run is under way", durationsOf(underWay));
    expect(durationsOf(underWay)).toBe("");
  });

  it("draws its result without a task over 50 ms", TIMED, async () => {
    const { drawing } = await longTasksOfRun();
    print("long tasks while a result is drawn", durationsOf(drawing));
    expect(durationsOf(drawing)).toBe("");
  });

  it("shows its first picture within 200 ms of its end", TIMED, async () => {
    const app = await openApp(browser, "/strategy");
    const { page } = app;
    await goTo(app, "/strategy");
    await page.evaluate(noteEndOfProgress);
    await page.evaluate(noteFirstPicture);
    await page.getByRole("button", { name: "Start Simulation" }).first().click();
    await waitForResult(app);
    const [ended, drawn] = await page.evaluate(() =>
      ["progressEnded", "firstPicture"].map((name) => Number(Reflect.get(globalThis, name))),
    );
    const ms = (drawn ?? Number.NaN) - (ended ?? Number.NaN);
    print("first picture after a run's end", `${Math.round(ms)} ms`);
    expect(ms).toBeLessThan(FIRST_PICTURE_MS);
    await app.context.close();
  });

  it(
    "is two clicks and 2.5 s away from the landing page, on a device that has nothing yet",
    TIMED,
    async () => {
      const { page, context } = await openApp(browser, "/");
      const begin = page.getByRole("link", { name: "Get Started" }).first();
      await begin.waitFor();
      await page.evaluate(noteFirstPicture);
      const begun = await page.evaluate(() => performance.now());
      await begin.click();
      await page.getByRole("button", { name: "Start Simulation" }).first().click();
      await page.waitForFunction(() => Reflect.has(globalThis, "firstPicture"));
      const ms = (await page.evaluate(() => Number(Reflect.get(globalThis, "firstPicture")))) - begun;
      print("a first result from the landing page", `${Math.round(ms)} ms`);
      expect(ms).toBeLessThan(FIRST_RESULT_MS);
      await context.close();
    },
  );

  it("moves nothing on the page when it ends", async () => {
    const app = await openApp(browser, "/strategy");
    await goTo(app, "/strategy");
    await holdBackPrices(app, 1500); // so that the end is well after the click, which would excuse a shift
    await app.page.getByRole("button", { name: "Start Simulation" }).first().click();
    await app.page.getByRole("progressbar").waitFor();
    await app.page.waitForTimeout(700);
    await collectEntries(app.page, "layout-shift");
    await waitForResult(app);
    const shifts = (await entriesOf(app.page)).filter(({ hadRecentInput }) => !hadRecentInput);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    const large = shifts.filter(({ value }) => value > SHIFT_LIMIT / 10).map(({ nodes }) => nodes);
    print("layout shift at a run's end", `${total.toFixed(4)} ${large.join("; ")}`);
    expect(total).toBeLessThanOrEqual(SHIFT_LIMIT);
    await app.context.close();
  });
});

describe("a list of 1,000 strategies", () => {
  it("opens and scrolls without a task over 100 ms, within 200 MB", TIMED, async () => {
    const app = await openApp(browser, "/strategy");
    const { page } = app;
    await storeStrategies(app, 1000);
    await goTo(app, "/price");
    await collectEntries(page, "longtask");
    await page.getByRole("link", { name: "Strategies" }).first().click();
    await page.getByRole("heading", { name: "Tide 1000" }).waitFor();
    for (let turn = 0; turn < 20; turn++) {
      // oxlint-disable-next-line no-await-in-loop -- one turn of the wheel after the other
      await page.mouse.wheel(0, 3000);
    }
    await settled(page);
    const tasks = await entriesOf(page);
    const session = await app.context.newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    print("1,000 strategies", `${durationsOf(tasks)}; ${Math.round(usedSize / 1e6)} MB`);
    expect(Math.max(0, ...tasks.map(({ duration }) => duration))).toBeLessThan(LIST_MS);
    expect(usedSize).toBeLessThan(LIST_BYTES);
    await app.context.close();
  });
});

describe("the first load of /", () => {
  it("brings less than 95 kB of JavaScript, gzipped", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const scripts = new Map<string, Promise<number>>();
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script") return;
      scripts.set(
        new URL(response.url()).pathname,
        response.body().then((body) => gzipSync(body).length),
      );
    });
    await page.goto(inject("appUrl"), { waitUntil: "load" });
    page.removeAllListeners("response"); // what comes later is no part of it
    const sizes = await Promise.all([...scripts].map(async ([path, size]) => ({ path, size: await size })));
    const total = sizes.reduce((sum, { size }) => sum + size, 0);
    print("first load", `${total} bytes: ${sizes.map(({ path, size }) => `${path} ${size}`).join(", ")}`);
    expect(sizes.length).toBeGreaterThan(0);
    expect(total).toBeLessThan(FIRST_LOAD_LIMIT);
    await context.close();
  });

  it("paints its largest part within 0.8 s on a processor four times as slow", TIMED, async () => {
    const { page, context } = await openApp(browser, "/contact");
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED_BY });
    await session.send("Network.clearBrowserCache");
    await page.goto(inject("appUrl"), { waitUntil: "load" });
    await page.waitForTimeout(1000);
    await collectEntries(page, "largest-contentful-paint");
    const paints = await entriesOf(page);
    const last = paints.at(-1);
    print("largest contentful paint", `${Math.round(last?.startTime ?? 0)} ms, ${last?.nodes}`);
    expect(last?.startTime ?? Infinity).toBeLessThan(LARGEST_PAINT_MS);
    await context.close();
  });
});

describe("a screen that is opened on a processor four times as slow", () => {
  it.each(["the list", "the builder"])(
    "paints the largest part of %s within a second, and moves nothing after it",
    TIMED,
    async (screen) => {
      const app = await openApp(browser);
      const { page, context } = app;
      if (screen === "the builder") await beginStrategy(app, "Slowly");
      else await goTo(app, "/strategy");
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED_BY });
      await session.send("Network.clearBrowserCache");
      await page.reload({ waitUntil: "load" });
      await page.waitForTimeout(4000);
      await collectEntries(page, "largest-contentful-paint");
      const paint = (await entriesOf(page)).at(-1);
      await collectEntries(page, "layout-shift", true);
      const shifts = (await entriesOf(page)).filter(({ hadRecentInput }) => !hadRecentInput);
      const moved = shifts.reduce((sum, { value }) => sum + value, 0);
      print(
        `largest contentful paint of ${screen}`,
        `${Math.round(paint?.startTime ?? 0)} ms, ${paint?.nodes}; moved by ${moved.toFixed(4)}`,
      );
      expect(moved).toBeLessThan(SCREEN_SHIFT_LIMIT);
      expect(paint?.startTime ?? Infinity).toBeLessThan(SCREEN_PAINT_MS);
      await context.close();
    },
  );
});

/** From the click on Start to a moment after the result is there, split where the progress bar goes. */
async function longTasksOfRun(): Promise<{ underWay: readonly Entry[]; drawing: readonly Entry[] }> {
  const app = await openApp(browser, "/strategy");
  await goTo(app, "/strategy");
  await collectEntries(app.page, "longtask");
  await app.page.evaluate(noteEndOfProgress);
  await app.page.getByRole("button", { name: "Start Simulation" }).first().click();
  await waitForResult(app);
  const tasks = await entriesOf(app.page);
  const ended = await app.page.evaluate(() => Number(Reflect.get(globalThis, "progressEnded")));
  await app.context.close();
  expect(ended).toBeGreaterThan(0);
  const isOver = ({ startTime, duration }: Entry) => startTime + duration >= ended;
  return { underWay: tasks.filter((task) => !isOver(task)), drawing: tasks.filter(isOver) };
}

/** Runs in the page: notes when the progress bar that will come is gone again. */
function noteEndOfProgress(): void {
  let wasThere = false;
  const observer = new MutationObserver(() => {
    const isThere = document.querySelector("progress, [role=progressbar]") !== null;
    if (wasThere && !isThere) {
      Reflect.set(globalThis, "progressEnded", performance.now());
      observer.disconnect();
    }
    wasThere = isThere;
  });
  observer.observe(document, { subtree: true, childList: true });
}

/** Runs in the page: notes when a result's first chart has something to draw on. */
function noteFirstPicture(): void {
  const observer = new MutationObserver(() => {
    if (!location.pathname.includes("result") || !document.querySelector("main figure canvas")) return;
    Reflect.set(globalThis, "firstPicture", performance.now());
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true });
}
