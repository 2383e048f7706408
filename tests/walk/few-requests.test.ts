/** How much a browser has to ask for on a first visit: each request costs time, however small its answer. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import { goTo, runSample, waitForChecks } from "#tests/support/screens.ts";

const MOST_OF_LANDING = 10;
const MOST_OF_RESULT = 39;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("asks for few files on the landing page and on a result, with nothing in the browser's cache", async () => {
  const app = await openApp(browser, "/strategy");
  const { page, context } = app;
  await runSample(app);
  await waitForChecks(app); // what they found is kept with the run
  const result = page.url();

  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await goTo(app, "/");
  process.stdout.write(`    ${asked.length} requests of the landing page\n`);
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.slice(MOST_OF_LANDING)).toEqual([]);

  asked.length = 0;
  await page.goto(result);
  await waitForChecks(app); // the last that a result brings
  process.stdout.write(`    ${asked.length} requests of a result\n`);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.slice(MOST_OF_RESULT)).toEqual([]);
  await context.close();
});

it("asks for as few on a result whose checks were not made yet", async () => {
  const app = await openApp(browser, "/strategy");
  const { page, context } = app;
  await runSample(app);
  const result = page.url();
  await page.goto("about:blank"); // who leaves calls its checks off
  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(result);
  await page.getByText("All checks are done.").waitFor({ state: "hidden" });
  await waitForChecks(app);
  process.stdout.write(`    ${asked.length} requests of a result that is checked\n`);
  expect(asked.slice(MOST_OF_RESULT)).toEqual([]);
  await context.close();
});
