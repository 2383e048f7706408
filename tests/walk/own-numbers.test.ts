/** A person's own number in the built app, under its policy: added, written, tried, used by a rule, left by keyboard. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { faultsInAllSizes } from "#tests/support/all-sizes.ts";
import { beginStrategy } from "#tests/support/screens.ts";

let browser: Browser;
let app: AppPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

beforeEach(async () => {
  app = await openApp(browser);
  ({ page } = app);
  await beginStrategy(app, "Own numbers");
});
afterEach(async () => {
  expect(app.troubles).toEqual([]);
  await app.context.close();
});

const numbers = () => page.getByRole("region", { name: "Your own numbers" });
const code = () => numbers().getByRole("textbox", { name: /^Code of/ });

async function add(name: RegExp): Promise<void> {
  const button = page.getByRole("button", { name: "Add a number of your own" });
  for (const fold of ["More options", "Numbers by your own code"])
    if (!(await button.isVisible())) await page.getByText(fold).click();
  await button.click();
  await page.getByRole("menuitem", { name }).click();
  await numbers().locator(".cm-content").waitFor();
}

async function write(source: string): Promise<void> {
  await code().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(source);
}

describe("a number of one's own", () => {
  it("is coloured, completed, checked and tried while it is written", async () => {
    await add(/^Empty|^JavaScript/);
    const sheets = await page.evaluate(() => ({
      elements: document.querySelectorAll("style").length,
      constructed: document.adoptedStyleSheets.length,
    }));
    expect(sheets).toEqual({ elements: 0, constructed: 1 });
    await numbers()
      .getByText(/^Known on/)
      .waitFor();

    await write("function compute(bars) {\n  const volume = bars.");
    await page.keyboard.type("rawC");
    await page.getByRole("option", { name: /^rawClose/ }).click(); // Enter takes it as well, but not in its first moment
    await page.keyboard.type("\nreturn = volume }");
    await numbers()
      .getByText(/^⚠ Line 3, column 10: /)
      .waitFor();
    expect(await code().getAttribute("aria-invalid")).toBe("true");
    await numbers().getByRole("button", { name: "Go to line 3" }).click();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Delete");
    await numbers()
      .getByText(/No look-ahead found in this instrument/)
      .waitFor();
    expect(await code().getAttribute("aria-invalid")).toBeNull();

    await write(
      "function compute({ close }) {\n  console.log('bars:', close.length)\n  return close.map((_, i) => close[i + 1])\n}",
    );
    await numbers()
      .getByText(/^⚠ .*looks at later bars/)
      .waitFor();
    expect(await numbers().getByRole("region", { name: "Output" }).textContent()).toMatch(/bars: \d+/);
  });

  it("is drawn under the candles, anew with each source, while the candles stay", async () => {
    await add(/^JavaScript$/);
    const charts = numbers().getByRole("region", { name: "Try it" }).locator("[data-chart]");
    const pictureOf = (at: number) =>
      charts
        .nth(at)
        .locator("canvas")
        .evaluateAll((all) =>
          all.map((one) => (one instanceof HTMLCanvasElement ? one.toDataURL() : "")).join(" "),
        );
    const blank = await page.evaluate(() => document.createElement("canvas").toDataURL().length);
    const isDrawn = (picture: string, before: string) => picture.length > blank && picture !== before;
    const isChecked = () =>
      numbers()
        .getByText(/No look-ahead found/)
        .waitFor();
    const draw = async (source: string, before: string) => {
      await write(source);
      // For a moment there is no canvas, or one that nothing is drawn on yet.
      await expect.poll(async () => isDrawn(await pictureOf(1), before)).toBe(true);
      await isChecked();
    };
    await isChecked(); // what a new number begins with
    await draw("const compute = ({ close }) => close.map((_, bar) => bar % 50)", await pictureOf(1));
    const [candles, first] = [await pictureOf(0), await pictureOf(1)];
    expect(candles.length).toBeGreaterThan(10 * blank);
    expect(first.length).toBeGreaterThan(blank);
    await draw("const compute = ({ close }) => close.map((_, bar) => bar % 80)", first);
    expect(await pictureOf(0)).toBe(candles);
  });

  it("indents with Tab, and is left with Escape and Tab", async () => {
    await add(/^Python$/);
    await code().click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("Tab");
    const first = code().locator(".cm-line").first();
    expect(await first.textContent()).toMatch(/^ {4}# One number/);
    await page.keyboard.press("Shift+Tab");
    expect(await first.textContent()).toMatch(/^# One number/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Load Python /);
  });

  it("is a number that a rule is counted with", async () => {
    await add(/^z-score of volume/);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Buy Rules", level: 2 }).waitFor();
    await page.getByRole("textbox", { name: "Type a rule and press Enter" }).fill("volumeScore > -1000000");
    await page.keyboard.press("Enter");
    await numbers()
      .getByText(/used by buy rules/)
      .waitFor();
    await page
      .getByText(/of \d+ pass/)
      .last()
      .waitFor();
    expect(await numbers().getByText(/^⚠/).count()).toBe(0);
  });

  it("fits screens of any width, in light and dark", async () => {
    await add(/^z-score of volume/);
    await numbers()
      .getByText(/No look-ahead found/)
      .waitFor();
    expect(await faultsInAllSizes(page)).toEqual([]);
  });
});
