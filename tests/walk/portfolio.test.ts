/** A portfolio from nothing to its result, counted in what a person does. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { faultsInAllSizes } from "#tests/support/all-sizes.ts";
import { goTo, waitForResult } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

/** Fills a row; leaving a field by Tab is part of typing into it. */
async function fillRow(page: Page, row: number, symbol: string, percent: string): Promise<void> {
  await page.getByRole("combobox", { name: `Symbol of row ${row}` }).fill(symbol);
  await page.getByRole("textbox", { name: `Percent of row ${row}` }).fill(percent);
  await page.keyboard.press("Tab");
}

it("holds 60 in shares and 40 in bonds, set back each year, with a deposit each month, in under 12 actions", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await goTo(app, "/strategy");
  let actions = 0;
  const act = async (what: Promise<unknown>, count = 1) => {
    actions += count;
    await what;
  };
  await act(page.getByPlaceholder("Enter strategy name").fill("Sixty forty"));
  await act(page.getByRole("combobox", { name: "Begin with" }).selectOption("portfolio"));
  await act(page.getByRole("button", { name: "BEGIN" }).click());
  await act(fillRow(page, 1, "TIDESHARES", "60"), 2);
  await act(fillRow(page, 2, "TIDEBONDS", "40"), 2);
  await page.getByText("Sum 100%: all of the account.").waitFor();
  await act(page.getByRole("button", { name: "Put money in" }).click());
  await act(page.getByRole("textbox", { name: "Put in" }).fill("5,000"));
  await page
    .getByText(/Put in ₹5,000 each month: .* in all/)
    .first()
    .waitFor();
  expect(await faultsInAllSizes(page)).toEqual([]);
  await act(page.getByRole("button", { name: "Start Simulation" }).click());
  await waitForResult(app);
  expect(actions).toBeLessThan(12);
  expect(app.troubles).toEqual([]);
  await app.context.close();
});
