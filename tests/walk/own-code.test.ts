/** A strategy with own code in the built app: a link brings it, and it runs once the person has looked at it and allowed it. */
import { chromium } from "playwright";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { LAUNCH, openIn } from "#tests/support/app-page.ts";
import { beginStrategy, waitForResult } from "#tests/support/screens.ts";
import { serveFolder } from "#tests/support/static-server.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { strategyLink } from "#src/share/strategy-link.ts";
import { threadWork } from "../smooth/thread-time.ts";

/** A text that held the page would hold it for the two seconds it has; how smooth it is, `npm run smooth` measures. */
const HELD_MS = 500;
const SOURCE = `function compute({ close, length }) {
  const out = new Float64Array(length).fill(NaN)
  let sum = 0
  for (let bar = 0; bar < length; bar++) {
    sum += close[bar] - (bar >= 200 ? close[bar - 200] : 0)
    if (bar >= 199) out[bar] = sum / 200
  }
  return out
}`;
const strategy = strategyOf({
  format: "strategy/2",
  name: "Own average",
  buy: { rules: ["close > ownAverage"] },
  computed: [{ name: "ownAverage", language: "javascript", source: SOURCE }],
});

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(LAUNCH);
});
afterAll(() => browser.close());

it("refuses a link's code until it is allowed, and then runs it", async () => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const app = await openIn(context, new URL(inject("appUrl")).origin, "/strategy");
  const { page } = app;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(await strategyLink(app.url("/"), strategy));
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const card = page.getByRole("article").filter({ hasText: strategy.name });
  await card.getByRole("button", { name: "Start Simulation" }).click();
  await page.getByText(/The simulation failed.*not allowed to run on this device/).waitFor();
  await page.getByText("has not run on this device: ownAverage, from a link").waitFor();
  await page.getByText("sum += close[bar]").waitFor();
  expect(await page.locator("iframe").count()).toBe(0);

  await page.getByRole("button", { name: "Allow this code to run" }).click();
  await page.getByText("ownAverage may run on this device.").waitFor();
  const run = page.url();
  const { longest } = await threadWork(app, async () => {
    await page.getByRole("button", { name: "Run again" }).click();
    await page.waitForURL((url) => url.href !== run);
    await waitForResult(app);
  });
  expect(longest).toBeLessThan(HELD_MS);
  const words = await page.getByRole("main").textContent();
  expect(words).toContain("ownAverage (javascript)");
  const setup = page.getByRole("region", { name: "Setup" });
  await setup.getByText(/^All settings/).click();
  await setup.getByText("Source of ownAverage (javascript, 9 lines)").click();
  expect(await setup.getByLabel("Source of ownAverage", { exact: true }).innerText()).toContain(
    "sum += close[bar]",
  );
  expect(app.troubles).toEqual([]);
  await context.close();
});

it("writes and tries a number with the server switched off, in a page that never had its editor", async () => {
  const host = await serveFolder(inject("appFolder"));
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const app = await openIn(context, host.url, "/privacy");
  const { page } = app;
  await page
    .getByText(/Ready to work offline/)
    .first()
    .waitFor({ timeout: 60_000 });
  await host.stop();
  await page.reload();
  await beginStrategy(app, "Written offline");
  await page.getByText("More options").click();
  await page.getByText("Numbers by your own code").click();
  await page.getByRole("button", { name: "Add a number of your own" }).click();
  await page.getByRole("menuitem", { name: /^JavaScript$/ }).click();
  const numbers = page.getByRole("region", { name: "Your own numbers" });
  await numbers.locator(".cm-content").waitFor(); // the editor, and no plain field in its place
  await numbers.getByText(/^Known on .* No look-ahead found in this instrument\./).waitFor();
  expect(app.troubles).toEqual([]);
  await context.close();
});
