/** Pages in states that few come to see: a result without trades, a deployment that was stopped and has sold all. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { axeFaults, finishTransitions, sticksOut } from "#tests/support/axe-faults.ts";
import { goTo, openDisclosures, runSample } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";

const LONG = { timeout: 60_000 };
const WIDTHS = [360, 768, 1440];

/** No share costs a million. */
const NOTHING = { priceGrowth: null, minPrice: 1e6, marketCapRank: null, avgDailyValue: null };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

/** What axe objects to in light and dark at three widths, and what is wider than the screen, each with where. */
async function faultsOf({ page }: AppPage): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settled(page);
      await page.evaluate(finishTransitions);
      const found = await axeFaults(page, { coloursOnly: colorScheme === "dark" });
      faults.push(...found.map((fault) => `${fault} at ${width} px ${colorScheme}`));
    }
    faults.push(...(await sticksOut(page)));
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  return faults;
}

it("a result without trades gives axe nothing to object to", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await goTo(app, "/strategy");
  await page.getByLabel("File to open").setInputFiles({
    name: "never.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ format: "strategy/2", name: "Never buys", scanner: NOTHING })),
  });
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  const card = page.getByRole("article").filter({ hasText: "Never buys" });
  await card.getByRole("button", { name: "Start Simulation" }).click();
  await page.getByRole("heading", { name: "No position was opened" }).waitFor(LONG);
  await openDisclosures(app);
  expect(await faultsOf(app)).toEqual([]);
  expect(app.troubles).toEqual([]);
});

it("a deployment that has ended gives axe nothing to object to", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await runSample(app);
  await page.getByRole("button", { name: "Virtual Deployment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Begin" }).click();
  const next = page.getByRole("button", { name: "Next session" });
  await next.click(LONG);
  await page.getByText("1 recorded session", { exact: true }).waitFor(LONG);
  await next.click();
  await page.getByText("2 recorded sessions", { exact: true }).waitFor(LONG);
  await page.getByRole("button", { name: "Stop…" }).click();
  await page.getByRole("button", { name: "Stop it" }).click();
  await page.getByText(/You stopped it/).waitFor(LONG);
  await next.click();
  await page.getByText("3 recorded sessions", { exact: true }).waitFor(LONG);
  await openDisclosures(app);
  expect(await faultsOf(app)).toEqual([]);
  await goTo(app, "/deployments");
  expect(await faultsOf(app)).toEqual([]);
  expect(app.troubles).toEqual([]);
});
