/** Rules on a phone's width: made and moved with the keyboard alone, and every state of theirs put before axe. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { faultsAt } from "#tests/support/all-sizes.ts";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { focusOf, reach } from "#tests/support/keyboard-walk.ts";
import { goTo, waitForResult } from "#tests/support/screens.ts";
import { settled } from "#tests/support/settled.ts";

/** What a thumb needs, of WCAG 2.2's 24 px and more. */
const THUMB_PX = 36;

let browser: Browser;
let app: AppPage;
let builder = "";
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser);
  await app.page.setViewportSize({ width: 360, height: 780 });
  await app.page.emulateMedia({ reducedMotion: "reduce" });
});
afterAll(() => leaveBrowser(browser));

describe("rules at 360 px", () => {
  it("are made, grouped, moved and run with the keyboard alone", async () => {
    const { page } = app;
    await goTo(app, "/strategy");
    await reach(page, { role: "textbox", name: /strategy name/i });
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Continue", exact: true }).waitFor();
    builder = page.url().slice(new URL(page.url()).origin.length);
    await nextStep(page, /^Scanner/, /^button Buy Rules/, "Shift+Tab");
    await press(page, /^Add a condition$/);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("2-day RSI");
    await page.keyboard.press("Enter");
    const first = page.getByRole("group", { name: "Rule 1", exact: true });
    await first.waitFor();
    await reach(page, { role: "textbox", name: /Type a rule and press Enter/ });
    await page.keyboard.type("close > sma(200)");
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Rule 2", exact: true }).waitFor();
    await page.keyboard.press("Escape"); // out of the editor, which keeps Tab for its completions
    await takeAction(page, "2", "Move up", "Shift+Tab");
    expect(await focusOf(page)).toMatch(/^button Actions of rule 1/);
    await takeAction(page, "1", "Put into a group");
    expect(await focusOf(page)).toMatch(/^button Actions of rule 1.1/);
    await nextStep(page, /^Buy Rules/, /^button Sell Rules/, "Shift+Tab");
    await reach(page, { role: "textbox", name: /Type a rule and press Enter/ });
    await page.keyboard.type("close > sma(5)");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Enter");
    await waitForResult(app);
    await page
      .getByText(/2-day RSI is below 10/)
      .first()
      .waitFor({ state: "attached" });
    expect(app.troubles).toEqual([]);
  });

  it("give axe nothing to object to in groups, picker, menu and a candidate's chart, in light and dark", async () => {
    const { page } = app;
    await goTo(app, builder);
    await page.getByRole("button", { name: /^Buy Rules/ }).click();
    await page.getByRole("group", { name: "Rule 1.1", exact: true }).waitFor();
    const states: readonly (readonly [what: string, open: () => Promise<void>])[] = [
      ["groups", async () => {}],
      ["the menu of a rule", () => page.getByRole("button", { name: "Actions of rule 1.1" }).click()],
      ["the picker", () => page.getByRole("button", { name: "Add a condition", exact: true }).click()],
      ["a candidate's chart", () => page.locator("[data-part=candidates] button").first().click()],
    ];
    await page.getByText("What it comes to").click(); // folded away on small screens, and the candidates in it
    await page
      .getByRole("region", { name: /^Candidates on/ })
      .locator("summary")
      .click();
    await page.locator("[data-part=candidates] button").first().waitFor();
    for (const [what, open] of states) {
      await open();
      expect({ what, faults: await faultsAt(page, [360]) }).toEqual({ what, faults: [] });
      expect({ what, beyond: await beyondTheEdge(page) }).toEqual({ what, beyond: [] });
      await page.keyboard.press("Escape");
    }
    expect(app.troubles).toEqual([]);
  });

  it("have fields in rows that wrap, and controls that a thumb can hit", async () => {
    const { page } = app;
    const row = page.getByRole("group", { name: "Rule 2", exact: true });
    const controls = row.locator("button, input, select");
    const boxes = await controls.evaluateAll((all) =>
      all
        .map((control) => control.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ top, height, left, right }) => ({ top, height, left, right })),
    );
    expect(boxes.length).toBeGreaterThan(2);
    const around = await row.boundingBox();
    if (!around) throw new Error("the row is not drawn");
    const outside = boxes.filter(
      ({ top, height }) => top < around.y || top + height > around.y + around.height,
    );
    expect(outside).toEqual([]);
    expect(boxes.filter(({ height }) => height < THUMB_PX)).toEqual([]);
    expect(boxes.filter(({ left, right }) => left < 0 || right > 360)).toEqual([]);
    expect(new Set(boxes.map(({ top }) => Math.round(top / 20))).size).toBeLessThanOrEqual(3);
  });
});

/** Goes to the steps by Tab, where the step that is shown has the focus, and on to the next one by an arrow. */
async function nextStep(
  page: Page,
  shown: RegExp,
  next: RegExp,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  await reach(page, { role: "button", name: shown }, key);
  await page.keyboard.press("ArrowRight");
  expect(await focusOf(page)).toMatch(next);
  await page.keyboard.press("Enter");
}

/** Goes to a button by Tab and presses it. */
async function press(page: Page, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await reach(page, { role: "button", name }, key);
  await page.keyboard.press("Enter");
}

async function takeAction(
  page: Page,
  rule: string,
  action: string,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  const isThere = (await focusOf(page)).startsWith(`button Actions of rule ${rule}`);
  if (!isThere) await reach(page, { role: "button", name: new RegExp(`^Actions of rule ${rule}$`) }, key);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: action }).waitFor();
  await page.keyboard.type(action.slice(0, 6)); // menus go to the item that begins so
  await expect.poll(() => focusOf(page)).toMatch(new RegExp(`^menuitem ${action}`));
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: action }).waitFor({ state: "detached" });
  await settled(page);
}

/** Items of an open menu that begin or end beside the screen: what floats doesn't make the page scroll. */
function beyondTheEdge(page: Page): Promise<readonly string[]> {
  return page.getByRole("menuitem").evaluateAll((items) =>
    items
      .filter((item) => {
        const { left, right } = item.getBoundingClientRect();
        return left < 0 || right > innerWidth;
      })
      .map((item) => item.textContent),
  );
}
