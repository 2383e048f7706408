/** Two tabs of one browser share the queue of simulations. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { goTo, holdBackPrices, waitForResult } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const HELD_MS = 600_000;

it("takes turns, and either tab can end a simulation of the other", async () => {
  const first = await openApp(browser);
  const second: AppPage = { ...first, page: await first.context.newPage() };
  await holdBackPrices(first, HELD_MS);
  await goTo(first, "/strategy");
  await first.page.getByRole("button", { name: "Start Simulation" }).first().click();
  await first.page.getByText("Reading prices").waitFor();

  await goTo(second, "/simulation-steps?id=builtin-2&step=simulation");
  await second.page.getByRole("button", { name: "Start Simulation" }).click();
  await second.page.getByText("Waiting for another run").waitFor();
  await first.page.getByText("2 running").waitFor();
  await second.page.getByText("2 running").click();
  const other = second.page.getByRole("listitem").filter({ hasText: "in another tab" });
  await other.getByRole("button", { name: /^Cancel/ }).click();

  await first.page
    .getByText(/was cancelled/)
    .first()
    .waitFor();
  await waitForResult(second);
  expect(await second.page.getByText(/^\d+ running$/).count()).toBe(0);
  expect(first.troubles).toEqual([]);
  await first.context.close();
});
