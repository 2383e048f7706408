/** The instruments of a dataset in the built app: the demo market's, and an import with a split that is accepted. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright";
import { axeFaults } from "#tests/support/axe-faults.ts";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { settled } from "#tests/support/settled.ts";
import { answerExchanges } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const READ_MS = 30_000;

/** Weekdays from 2024-01-02 on at about 200, and from the 21st bar on at about 100. */
function halvingPrices(): string {
  const lines = ["date,open,high,low,close,volume"];
  for (let at = 0, day = Date.UTC(2024, 0, 2); lines.length <= 40; day += 86_400_000) {
    if (new Date(day).getUTCDay() % 6 === 0) continue;
    const close = (lines.length <= 20 ? 200 : 100) + (at++ % 3);
    lines.push(
      `${new Date(day).toISOString().slice(0, 10)},${close},${close + 2},${close - 2},${close},1000`,
    );
  }
  return lines.join("\n");
}

describe("the instruments of a dataset", () => {
  it("of the demo market are listed, searched and drawn, and step by keyboard", async () => {
    const { page, context, troubles } = await openApp(browser, "/data");
    await page.getByRole("link", { name: "Instruments" }).first().click();
    const table = page.getByRole("table", { name: "Instruments" });
    await table.waitFor({ timeout: READ_MS });
    await page.getByText("251 instruments", { exact: true }).first().waitFor();
    expect(await table.getAttribute("aria-rowcount")).toBe("252");
    const first = table.getByRole("rowheader").first();
    const symbol = (await first.textContent()) ?? "";
    await first.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: new RegExp(`^${symbol}`) }).waitFor();
    await page.locator("figure canvas").first().waitFor({ timeout: READ_MS });
    await settled(page);
    expect(await axeFaults(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("a split that is accepted halves the earlier prices, and undoing it brings them back", async () => {
    const { page, context, troubles } = await openApp(browser, "/data");
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "ACME.csv", mimeType: "text/csv", buffer: Buffer.from(halvingPrices()) });
    await answerExchanges(page);
    await page.getByRole("button", { name: /^Import/ }).click();
    const link = page.locator("article", { hasText: "Imported" }).getByRole("link", { name: "Instruments" });
    await link.first().click({ timeout: READ_MS });
    await page.getByRole("link", { name: "ACME" }).click();
    const figure = page.getByRole("figure");
    await figure.getByText("the highest 204.00").waitFor({ timeout: READ_MS });
    await page.getByRole("button", { name: /^Adjust earlier prices/ }).click();
    // 202 + 2 becomes 102; the later bars go up to 102 + 2
    await figure.getByText("the highest 104.00").waitFor({ timeout: READ_MS });
    expect(await axeFaults(page)).toEqual([]);
    await page.reload();
    await figure.getByText("the highest 104.00").waitFor({ timeout: READ_MS });
    await page.getByRole("button", { name: /^Undo/ }).click();
    await figure.getByText("the highest 204.00").waitFor({ timeout: READ_MS });
    expect(troubles).toEqual([]);
    await context.close();
  });
});
