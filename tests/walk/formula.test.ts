/** The editor of a formula in the built app, under its policy: typed, completed, mended, pasted into, left by keyboard. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Browser, Locator, Page } from "playwright";
import { axeFaults, sticksOut } from "#tests/support/axe-faults.ts";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { focusOf } from "#tests/support/keyboard-walk.ts";
import { everythingStrategy } from "#tests/support/strategy-of.ts";

let browser: Browser;
let app: AppPage;
let page: Page;
let field: Locator;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

beforeEach(async () => {
  app = await openApp(browser, "/functions");
  ({ page } = app);
  await app.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator(".cm-content").waitFor();
  field = page.getByRole("textbox", { name: "A rule" });
});
afterEach(async () => {
  expect(app.troubles).toEqual([]);
  await app.context.close();
});

const words = () => page.locator("section", { hasText: "Try a formula" }).last();

async function type(text: string): Promise<void> {
  await field.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

async function paste(text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+V");
}

describe("the editor of a formula", () => {
  it("has its styles in a constructed sheet, and colours what is typed", async () => {
    await type("close > sma(volume, 20");
    const sheets = await page.evaluate(() => ({
      elements: document.querySelectorAll("style").length,
      constructed: document.adoptedStyleSheets.length,
    }));
    expect(sheets).toEqual({ elements: 0, constructed: 1 });
    const colourOf = (kind: string) =>
      page
        .locator(`.part-${kind}`)
        .first()
        .evaluate((part) => getComputedStyle(part).color);
    const colours = [await colourOf("name"), await colourOf("function"), await colourOf("number")];
    expect(new Set(colours).size).toBe(3);
  });

  it("tells the rule in plain words as it is typed, and keeps it over a reload", async () => {
    await type("rsi(14) crosses above 30");
    await words().getByText("The 14-day RSI crosses above 30").waitFor();
    await page.waitForURL(/try=rsi.*30$/);
    await page.reload();
    await page.locator(".cm-content").waitFor();
    expect(await field.textContent()).toBe("rsi(14) crosses above 30");
  });

  it("completes a function with its bracket, by keyboard alone", async () => {
    await type("close > sm");
    const list = page.getByRole("listbox", { name: "Completions" });
    await list.waitFor();
    await list.getByRole("option", { name: /^sma/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.waitForTimeout(100); // the list takes no key at once, lest it takes one that was not meant for it
    await page.keyboard.press("Enter");
    await page.keyboard.type("200)");
    expect(await field.textContent()).toBe("close > sma(200)");
    await words().getByText("The close is above its 200-day average").waitFor();
  });

  it("opens the list by Ctrl+Space, and closes it by Escape without leaving the field", async () => {
    await type("close > ");
    await page.keyboard.press("Control+Space");
    const list = page.getByRole("listbox", { name: "Completions" });
    await list.getByRole("option", { name: "rawClose" }).waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    expect(await focusOf(page)).toMatch(/^textbox A rule/);
  });

  it("is one line, which Tab and Shift+Tab leave", async () => {
    await type("close > 5");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    expect(await page.locator(".cm-line").count()).toBe(1);
    await page.keyboard.press("Shift+Tab");
    expect(await focusOf(page)).toBe("button Download as JSON");
    await page.keyboard.press("Tab");
    expect(await focusOf(page)).toMatch(/^textbox A rule/);
    await page.keyboard.press("Tab");
    expect(await focusOf(page)).not.toMatch(/^textbox A rule/);
  });

  it("underlines what is wrong, says it, and puts the nearest name in its place by a click", async () => {
    await type("close > sam(20) and volume > 1m");
    await page.getByText("Column 9: sam is not known.").waitFor();
    expect(await page.locator(".part-problem").textContent()).toBe("sam");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    const notes = (await field.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`[id="${notes}"]`).textContent()).toContain("sam is not known");
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Did you mean sma?" }).click();
    expect(await field.textContent()).toBe("close > sma(20) and volume > 1m");
    expect(await focusOf(page)).toMatch(/^textbox A rule/);
    await page.getByText("Column 9").waitFor({ state: "detached" });
    expect(await field.getAttribute("aria-invalid")).toBeNull();
    await page.keyboard.press("ControlOrMeta+Z");
    expect(await field.textContent()).toBe("close > sam(20) and volume > 1m");
  });

  it("helps with the function at the cursor", async () => {
    await type("close > sma(close, 20");
    const link = page.getByRole("link", { name: "More on sma" });
    await link.waitFor();
    await page.getByText("The average of the last n values.").first().waitFor();
    await link.click();
    expect(new URL(page.url()).hash).toBe("#sma");
  });

  it("mends what is pasted, says so, and takes it back", async () => {
    await paste("ta.crossover(close, ta.sma(close, 50)) && volume ≥ 1,5 ");
    expect(await field.textContent()).toBe("close crosses above sma(close, 50) and volume >= 1.5");
    await page.getByText(/Pasted with changes: “≥” is written >=/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Undo the changes" }).click();
    expect(await field.textContent()).toBe("ta.crossover(close, ta.sma(close, 50)) && volume ≥ 1,5");
    await page.getByText("Pasted with changes").waitFor({ state: "detached" });
  });

  it("keeps a whole strategy out, and says what to do with it", async () => {
    await type("close > 5");
    await paste(JSON.stringify(everythingStrategy, null, 2));
    await page.getByText("This is a whole strategy: import it.").waitFor();
    expect(await field.textContent()).toBe("close > 5");
  });

  it("loses no key that is typed while it comes", async () => {
    const slow = await app.context.newPage();
    const gate = new EventTarget();
    const opened = new Promise((resolve) => gate.addEventListener("open", resolve));
    await slow.route(/formula-editor/, async (route) => {
      await opened;
      await route.continue();
    });
    await slow.goto(app.url("/functions?try="));
    const line = slow.getByRole("textbox", { name: "A rule" });
    await line.click();
    await slow.keyboard.type("close > ");
    const before = await line.boundingBox();
    expect(await slow.locator(".cm-content").count()).toBe(0);
    gate.dispatchEvent(new Event("open"));
    await slow.keyboard.type("sma(20) and volume > 1m", { delay: 30 });
    await slow.locator(".cm-content").waitFor();
    expect(await line.textContent()).toBe("close > sma(20) and volume > 1m");
    expect(await slow.evaluate(() => document.activeElement?.className)).toContain("cm-content");
    expect(await line.boundingBox()).toEqual(before);
  });

  it.each(["light", "dark"] as const)("can be read in %s, on a phone too", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await type('sam(20) > of("TIDAL120", close) * 1.5 and not volume > 3 # and pe < 5');
    await page.getByText(/^Column \d+: “?"#" has no meaning here/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await axeFaults(page)).toEqual([]);
    expect(await sticksOut(page)).toEqual([]);
  });
});
