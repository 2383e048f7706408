import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { beginStrategy, goTo, openScreen } from "#tests/support/screens.ts";
import { problemOf } from "#tests/support/spec-checks.ts";
import { SPECIFICATION } from "#tests/support/spec-table.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

describe.each(SPECIFICATION.map(({ screen, rows }) => [screen, rows] as const))(
  "the screen: %s",
  (screen, rows) => {
    let app: AppPage;
    const dialogs: string[] = [];
    beforeAll(async () => {
      app = await openApp(browser);
      app.page.on("dialog", (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await openScreen(app, screen);
    });
    afterAll(() => app.context.close());

    it.each(rows.map((row) => [row.row, row] as const))("keeps the row: %s", async (name, claim) => {
      expect({ row: name, problem: await problemOf(app.page, claim) }).toEqual({ row: name, problem: null });
    });

    it("raises no dialog of the browser and no error", () => {
      expect([...dialogs, ...app.troubles]).toEqual([]);
    });
  },
);

/** What the specification says of doing, rather than of showing. */
describe("what the specification says that a click does", () => {
  let app: AppPage;
  beforeEach(async () => {
    app = await openApp(browser);
    await goTo(app, "/strategy");
  });
  afterEach(async () => {
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("enables BEGIN by a name that is not blank, and goes to the builder with it", async () => {
    const name = app.page.getByPlaceholder("Enter strategy name");
    const begin = app.page.getByRole("button", { name: "BEGIN" });
    await name.fill("   ");
    expect(await begin.isDisabled()).toBe(true);
    await name.fill("  Tide  ");
    expect(await begin.isEnabled()).toBe(true);
    await begin.click();
    await app.page.waitForURL(/\/simulation-steps\?/);
    expect(await app.page.getByRole("heading", { level: 1 }).innerText()).toBe("Tide");
  });

  it("opens and closes a card of the list", async () => {
    const toggle = app.page.getByRole("button", { name: /My Momentum Strategy/ }).first();
    const isOpen = () =>
      app.page
        .getByText(/initial margin/i)
        .first()
        .isVisible();
    expect(await isOpen()).toBe(false);
    await toggle.click();
    await expect.poll(isOpen).toBe(true);
    await toggle.click();
    await expect.poll(isOpen).toBe(false);
  });

  it.each(["Show Results", "Start Simulation"])("goes to a result by %s", async (name) => {
    const closed = app.page.getByRole("button", { name: /My Momentum Strategy/, expanded: false });
    await closed.first().click();
    await closed.first().click();
    await press(app, name);
    await expect.poll(() => app.page.url()).toMatch(/\/simulation-result\?.*run=/);
  });

  it("walks the builder's steps in both directions and leaves by Back from the first", async () => {
    const { page } = app;
    await beginStrategy(app, "Steps");
    const current = () => page.locator("[aria-current=step]").innerText();
    for (const title of ["Buy Rules", "Sell Rules", "Simulation"]) {
      await press(app, "Continue");
      await expect.poll(current).toContain(title);
    }
    for (const title of ["Sell Rules", "Buy Rules", "Scanner"]) {
      await press(app, "Back");
      await expect.poll(current).toContain(title);
    }
    await press(app, "Back");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/strategy");
  });

  it("highlights the completed steps and no others", async () => {
    await beginStrategy(app, "Steps");
    const marks = () =>
      app.page
        .locator("ol:has([aria-current=step]) li")
        .evaluateAll((items) => items.map((item) => /done|complete/i.test(item.textContent)));
    expect(await marks()).toEqual([false, false, false, false]);
    await press(app, "Continue");
    await press(app, "Continue");
    await expect.poll(marks).toEqual([true, true, false, false]);
  });

  it("folds the header into a menu on a small screen, which a tap outside closes", async () => {
    await app.page.setViewportSize({ width: 768, height: 720 });
    const header = app.page.getByRole("banner");
    const isOpen = () => header.getByRole("link", { name: "FAQ" }).isVisible();
    await expect.poll(isOpen).toBe(false);
    await header.getByRole("button", { expanded: false }).click();
    await expect.poll(isOpen).toBe(true);
    await app.page.mouse.click(180, 700);
    await expect.poll(isOpen).toBe(false);
  });

  it("opens the menu from the bar at the bottom of a phone", async () => {
    await app.page.setViewportSize({ width: 360, height: 720 });
    const isOpen = () => app.page.getByRole("link", { name: "FAQ" }).isVisible();
    await expect.poll(isOpen).toBe(false);
    await app.page.getByRole("button", { name: "More" }).click();
    await expect.poll(isOpen).toBe(true);
    await app.page.mouse.click(180, 70);
    await expect.poll(isOpen).toBe(false);
  });
});

/** A button of the page by its words. */
async function press({ page }: AppPage, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).first().click({ timeout: 3000 });
}
