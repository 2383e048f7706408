/** What stands beside the builder's form: counts, candidates with their days, the run gone through ahead, and what changed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { axeFaults } from "#tests/support/axe-faults.ts";
import { beginStrategy, goTo, RUN_MS, waitForResult } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

/** Of a row of the figures, the strategy's own. */
function figure(page: Page, name: string): Promise<string> {
  return page.getByRole("row", { name }).getByRole("cell").first().innerText();
}

it("counts each row, shows a candidate's days and the run ahead, and says what changed since the last run", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await beginStrategy(app, "Lively");
  const id = new URL(page.url()).searchParams.get("id") ?? "";
  await page.getByRole("button", { name: "Buy Rules" }).click();
  const typing = page.getByRole("textbox", { name: "Type a rule and press Enter" });
  for (const line of ["close > sma(200)", "rsi(2) < 60"]) {
    await typing.fill(line);
    await typing.press("Enter");
  }
  const second = page.getByRole("group", { name: "Rule 2" });
  await second.getByText(/^\d+ of \d+ pass, \d+ with the rows above$/).waitFor({ timeout: RUN_MS });
  await page.getByRole("row", { name: "CAGR" }).waitFor({ timeout: RUN_MS });
  await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached", timeout: RUN_MS });
  const [cagr, trades] = [await figure(page, "CAGR"), await figure(page, "Trades")];

  const candidates = page.getByRole("region", { name: /^Candidates on/ });
  await candidates.locator("summary").click();
  const symbol = await candidates.getByRole("button").first().innerText();
  await candidates.getByRole("button").first().click();
  const dialog = page.getByRole("dialog", { name: new RegExp(`^${symbol}`) });
  const days = dialog.getByText(
    /passes scanner and buy rules on [\d,]+ days of [\d,]+, the last of them 20\/03\/2025/,
  );
  await days.first().waitFor({ timeout: RUN_MS });
  await dialog.locator("canvas").first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.keyboard.press("Control+Enter");
  await waitForResult(app);
  const result = await page.getByRole("main").innerText();
  expect(result).toContain(cagr); // what stood beside the form is what the run came to
  expect(result).toContain(`of ${trades} trades`);

  await goTo(app, `/simulation-steps?id=${id}&step=buy`);
  const since = page.getByRole("region", { name: "Since run 1" });
  await since.getByText("The same settings.").waitFor({ timeout: RUN_MS });
  await page.getByRole("group", { name: "Rule 1" }).getByRole("textbox", { name: "Days" }).fill("100");
  await since.getByText("close > sma(100)").waitFor({ timeout: RUN_MS });
  await since.getByText("Deepest fall").waitFor({ timeout: RUN_MS });
  expect(await axeFaults(page)).toEqual([]);
  expect(app.troubles).toEqual([]);
  await app.context.close();
});
