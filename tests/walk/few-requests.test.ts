/** How much a browser has to ask for on a first visit: each request costs time, however small its answer. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { goTo, runSample, waitForChecks } from "#tests/support/screens.ts";

const MOST_OF_LANDING = 10;
const MOST_OF_RESULT = 39;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

it("asks for few files on a result, whether or not its checks were made, and on the landing page, with an empty cache", async () => {
  const app = await openApp(browser);
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
  await waitForChecks(app); // the last that a result brings; what they found is kept with the run
  process.stdout.write(`    ${asked.length} requests of a result that is checked\n`);
  expect(asked.slice(MOST_OF_RESULT)).toEqual([]);

  asked.length = 0;
  await goTo(app, "/");
  process.stdout.write(`    ${asked.length} requests of the landing page\n`);
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.slice(MOST_OF_LANDING)).toEqual([]);

  asked.length = 0;
  await page.goto(result);
  await waitForChecks(app);
  process.stdout.write(`    ${asked.length} requests of a result\n`);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.slice(MOST_OF_RESULT)).toEqual([]);
  await context.close();
});
