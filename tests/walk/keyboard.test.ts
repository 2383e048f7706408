import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { focusOf, reach } from "#tests/support/keyboard-walk.ts";
import { goTo, waitForResult } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

/** Where the focus is after the page has come to rest: on something, not on the body. */
async function expectFocusSomewhere(page: Page, after: string): Promise<void> {
  await settled(page);
  await expect.poll(() => focusOf(page), { message: `the focus after ${after}`, timeout: 2000 }).not.toBe("");
}

describe("the main job with the keyboard alone", () => {
  it("creates a strategy, walks the four steps, saves, starts and reads the result", async () => {
    const app = await openApp(browser);
    await goTo(app, "/strategy");
    await createStrategy(app);
    await walkSteps(app);
    await saveAndStart(app);
    await readResult(app);
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("goes down the list and back up, without a trap", async () => {
    const app = await openApp(browser);
    await goTo(app, "/strategy");
    await reach(app.page, { role: "link", name: /skip to/i });
    await reach(app.page, { role: "button", name: /^Duplicate Strategy/ });
    await reach(app.page, { role: "link", name: /skip to/i }, "Shift+Tab");
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });
});

async function createStrategy({ page }: AppPage): Promise<void> {
  await reach(page, { role: "textbox", name: /strategy name/i });
  await page.keyboard.type("By keyboard");
  await reach(page, { role: "button", name: /^BEGIN$/ });
  await page.keyboard.press("Enter");
  await page.waitForURL(/simulation-steps\?.*id=/);
  await expectFocusSomewhere(page, "BEGIN");
}

async function walkSteps({ page }: AppPage): Promise<void> {
  await reach(page, { role: "combobox", name: /^exchange/i }, "Shift+Tab"); // begun, one is at the step's fields
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.getByLabel(/^exchange/i).inputValue()).toBe("BSE");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.getByLabel(/^exchange/i).inputValue()).toBe("NSE");
  await reach(page, { role: "button", name: /^Continue$/ });
  await page.keyboard.press("Enter");
  await expectFocusSomewhere(page, "Continue to the buy rules");
  await toggleTwice(page, /moving average/i);
  await reach(page, { role: "button", name: /^Continue$/ });
  await page.keyboard.press("Space");
  await expectFocusSomewhere(page, "Continue to the sell rules");
  await reach(page, { role: "button", name: /^Continue$/ });
  for (const [key, name] of [
    ["ArrowLeft", "Save Strategy"],
    ["ArrowLeft", "Back"],
    ["End", "Continue"],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focusOf(page)).toBe(`button ${name}`);
  }
  await page.keyboard.press("Enter");
  await expectFocusSomewhere(page, "Continue to the simulation");
}

async function toggleTwice(page: Page, name: RegExp): Promise<void> {
  const box = page.getByRole("checkbox", { name });
  await reach(page, { role: "checkbox", name });
  await page.keyboard.press("Space");
  await expect.poll(() => box.isChecked()).toBe(false);
  await page.keyboard.press("Space");
  await expect.poll(() => box.isChecked()).toBe(true);
}

async function saveAndStart({ page }: AppPage): Promise<void> {
  await reach(page, { role: "textbox", name: /margin/i });
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("200000");
  await reach(page, { role: "button", name: /^Start Simulation$/ });
  await page.keyboard.press("ArrowLeft");
  expect(await focusOf(page)).toBe("button Save Strategy");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Strategy saved successfully!").waitFor();
  await expectFocusSomewhere(page, "Save Strategy");
  await page.keyboard.press("ArrowRight");
  expect(await focusOf(page)).toBe("button Start Simulation");
  await page.keyboard.press("Enter");
  await page.waitForURL(/simulation-result\?.*run=/);
}

async function readResult(app: AppPage): Promise<void> {
  const { page } = app;
  await waitForResult(app);
  await expectFocusSomewhere(page, "the end of the run");
  await expect.poll(() => page.getByRole("main").innerText()).toMatch(/Start Value\s+₹2,00,000/);
  const box = page.getByRole("table", { name: "All Positions" }).locator("xpath=ancestor::*[@tabindex][1]");
  await reach(page, { role: "region", name: /all positions/i });
  const top = () => box.evaluate((element) => element.scrollTop);
  expect(await top()).toBe(0);
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("PageDown");
  await expect.poll(top).toBeGreaterThan(300);
}
