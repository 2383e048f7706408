/**
 * Code that means ill, written into the built app's builder under the app's own headers. Of each source: what the person reads, the
 * longest task of the page meanwhile, and that no server heard of it.
 */
import { createServer } from "node:http";
import type { Server } from "node:http";
import { chromium } from "playwright";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { z } from "zod";
import { LAUNCH, openIn } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { HOSTILE_SOURCES } from "#tests/support/hostile-code.ts";
import { beginStrategy } from "#tests/support/screens.ts";
import { serveFolder } from "#tests/support/static-server.ts";
import type { StaticHost } from "#tests/support/static-server.ts";
import { threadWork } from "../smooth/thread-time.ts";

/** In the processor's time, on a busy machine; a text that held the page would hold it for the two seconds it has. */
const HELD_MS = 100;
const TRIED_MS = 20_000;
const HARMLESS = "const compute = (bars) => bars.close";
const OVER = /^It has a fault|No look-ahead found/;
/** By the app itself: whether there is a new version. */
const ASKED_ANYWAY = "/service-worker.js";
/** What the page asks the server for, to tell it what the person reads, and the longest task that it had. */
const TOLD = "/assets/told-";
const HELD = "/assets/held-";
/** By the clock, while the room's process takes all memory. */
const HELD_BY_CLOCK_MS = 500;
/** So that a text that takes all the memory it can get reaches an end within the two seconds it has. */
const SMALL_HEAP = "--js-flags=--max-old-space-size=128";

let browser: Browser;
let host: StaticHost;
let app: AppPage;
let bystander: Server;
/** Connections to a server that no text may reach. */
let heard = 0;
/** What a person reads of a source that only gives the closes. */
let harmless = "";
let written = 0;

beforeAll(async () => {
  host = await serveFolder(inject("appFolder"));
  bystander = createServer((_request, response) => response.end()).listen(0, "localhost");
  bystander.on("connection", () => (heard += 1));
  browser = await chromium.launch(LAUNCH);
  app = await openIn(await browser.newContext(), host.url, "/privacy");
  await app.page
    .getByText(/Ready to work offline/)
    .first()
    .waitFor({ timeout: 60_000 });
  await openEditor(app);
  harmless = await wordsOf(app.page, HARMLESS);
  expect(harmless).toMatch(/^Known on .* No look-ahead found in this instrument\.$/);
});
afterAll(async () => {
  await browser.close();
  await host.stop();
  bystander.close();
});

const numbersIn = (page: Page): Locator => page.getByRole("region", { name: "Your own numbers" });

async function openEditor(of: AppPage): Promise<void> {
  await beginStrategy(of, "Hostile");
  await of.page.getByText("More options").click();
  await of.page.getByText("Numbers by your own code").click();
  await of.page.getByRole("button", { name: "Add a number of your own" }).click();
  await of.page.getByRole("menuitem", { name: /^JavaScript$/ }).click();
  await numbersIn(of.page).locator(".cm-content").waitFor();
}

async function write(page: Page, source: string): Promise<void> {
  const { port } = z.object({ port: z.number() }).parse(bystander.address());
  await numbersIn(page)
    .getByRole("textbox", { name: /^Code of/ })
    .click();
  await page.keyboard.press("ControlOrMeta+A");
  const text = source.replaceAll("HOST", `http://localhost:${port}`);
  await page.keyboard.insertText(`${text}\n// ${++written}`); // the same text again would not be tried again
}

/** In the page: nothing is said of the source as it stands. */
function isBegun(): boolean {
  const said = document.querySelector("[aria-label='Try it'] output")?.textContent;
  return said === "" || said === "Working it out…";
}

/** Writes a source, and waits for all that is said of it. */
async function wordsOf(page: Page, source: string): Promise<string> {
  const numbers = numbersIn(page);
  const state = numbers.getByRole("region", { name: "Try it" }).getByRole("status");
  await Promise.all([page.waitForFunction(isBegun), write(page, source)]); // else the words of the source before it were taken
  await state.filter({ hasText: OVER }).waitFor({ timeout: TRIED_MS });
  const faults = numbers.getByText(/^⚠/);
  return (await ((await faults.count()) > 0 ? faults.first() : state).textContent()) ?? "";
}

it.each(HOSTILE_SOURCES)("$what: told, without holding the page or reaching a server", async (hostile) => {
  const [asked, connected] = [host.asked.length, heard];
  let words = "";
  const { longest } = await threadWork(app, async () => {
    words = await wordsOf(app.page, hostile.source);
  });
  expect(words).toMatch(hostile.says ?? harmless);
  expect(longest).toBeLessThan(HELD_MS);
  expect(heard).toBe(connected);
  expect(host.asked.slice(asked).filter((path) => path !== ASKED_ANYWAY)).toEqual([]);
});

it("memory to the limit: told, without holding the page, which lives on", async () => {
  const small = await chromium.launch({ ...LAUNCH, args: [...(LAUNCH.args ?? []), SMALL_HEAP] });
  const other = await openIn(await small.newContext(), host.url, "/about");
  await other.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await openEditor(other);
  // The page tells the server: Playwright takes the end of a frame's process for the end of the page, and asks no more.
  await other.page.evaluate(
    ([told, held]) => {
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      }).observe({ type: "longtask" });
      const tell = () => {
        const spans = [...document.querySelectorAll("output span")].map((one) => one.textContent);
        const words = spans.find((one) => one.startsWith("⚠"));
        if (words === undefined) {
          setTimeout(tell, 100);
          return;
        }
        void fetch(told + encodeURIComponent(words));
        void fetch(`${held}${longest}`);
      };
      tell();
    },
    [TOLD, HELD] as const,
  );
  await write(
    other.page,
    "const all = []\nfunction compute() { for (;;) all.push(new Array(1e5).fill(1.5)) }",
  );
  const told = () => host.asked.filter((path) => path.startsWith(TOLD)).map(decodeURIComponent);
  await expect
    .poll(told, { timeout: TRIED_MS })
    .toEqual([
      `${TOLD}⚠ The code takes too much memory: what ran it died, most often for want of memory: keep fewer numbers at a time.`,
    ]);
  const held = () =>
    host.asked.filter((path) => path.startsWith(HELD)).map((path) => path.slice(HELD.length));
  await expect.poll(held).toHaveLength(1);
  expect(Number(held()[0])).toBeLessThan(HELD_BY_CLOCK_MS);
  await small.close();
});

it("leaves no frame behind, and the page where it was", async () => {
  await expect.poll(() => app.page.locator("iframe").count(), { timeout: 10_000 }).toBe(0); // one waits for the next
  expect(new URL(app.page.url()).pathname).toBe("/simulation-steps");
});
