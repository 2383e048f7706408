/** Booth mode, as who runs a booth and its visitors use it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { beginStrategy, goTo, openBuiltIn, runSample, waitForResult } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const CODE = "sesame";

/** The strip of a demo session, once the first page of one is there. */
async function beginBooth(app: AppPage, minutes: string): Promise<void> {
  const { page } = app;
  await page.goto(app.url("/settings"));
  await page.getByText("More: Python, booth mode").click();
  await page.getByLabel("Clear after").fill(minutes);
  await page.getByLabel("Code to end it (optional)").fill(CODE);
  await page.getByRole("button", { name: "Begin booth mode" }).click();
  await atStart(app);
}

async function atStart(app: AppPage): Promise<void> {
  await app.page.waitForURL(app.url("/"));
  await app.page.getByRole("complementary", { name: "Demo session" }).waitFor();
}

/** Whether the list has a strategy of this name, once it has any. */
async function lists(app: AppPage, name: string): Promise<boolean> {
  await openBuiltIn(app);
  return (await app.page.getByText(name).count()) > 0;
}

/** A virtual deployment of the sample's result, with a session played. */
async function deploySample(app: AppPage, name: string): Promise<void> {
  const { page } = app;
  await runSample(app);
  await page.getByRole("button", { name: "Virtual Deployment" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Begin" }).click();
  await page.getByRole("button", { name: "Next session" }).click();
  await page.getByText("1 recorded session", { exact: true }).waitFor();
}

describe("booth mode", () => {
  it("hides the owner's work, locks the settings, forgets a visitor's, and gives the owner's back", async () => {
    const app = await openApp(browser);
    const { page, troubles, context } = app;
    await beginStrategy(app, "The owner's");
    await page.goto(app.url("/settings"));
    await page.getByRole("radio", { name: "Dark" }).click();
    await page.locator("html[data-theme=dark]").waitFor();
    await beginBooth(app, "5");
    expect(await lists(app, "The owner's")).toBe(false);
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");

    await beginStrategy(app, "The visitor's");
    expect(await lists(app, "The visitor's")).toBe(true);
    await goTo(app, "/settings");
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(["Booth mode"]);
    await page.getByLabel("Code").fill("open");
    await page.getByRole("button", { name: "End booth mode" }).click();
    await page.getByText("That is not the code.").waitFor();

    await deploySample(app, "The visitor's evenings");
    await page.getByRole("button", { name: "Clear this session" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Clear this session" }).click();
    await atStart(app);
    expect(await lists(app, "The visitor's")).toBe(false);
    await goTo(app, "/deployments");
    await page.getByText("No deployment yet").waitFor();

    await beginStrategy(app, "The last visitor's");
    await goTo(app, "/settings");
    await page.getByLabel("Code").fill(CODE);
    await page.getByRole("button", { name: "End booth mode" }).click();
    await page.getByRole("heading", { name: "Appearance" }).waitFor();
    expect(await lists(app, "The owner's")).toBe(true);
    expect(await page.getByText("The last visitor's").count()).toBe(0);
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(databases).not.toContain("tidemark-booth");
    expect(troubles).toEqual([]);
    await context.close();
  });

  it("asks whether anybody is there, and clears the session of a visitor who left in the middle", async () => {
    const app = await openApp(browser);
    const { page, context } = app;
    await beginBooth(app, "2");
    await beginStrategy(app, "Left behind");
    await page.clock.install();
    await page.keyboard.press("Shift"); // the last sign of the visitor
    await page.clock.fastForward("02:05");
    const question = page.getByRole("dialog", { name: "Still there?" });
    await question.waitFor();
    await page.mouse.move(300, 300);
    await question.waitFor({ state: "hidden" });
    await page.clock.fastForward("02:10");
    await question.waitFor();
    await page.clock.fastForward("00:40");
    await atStart(app);
    expect(await lists(app, "Left behind")).toBe(false);
    await context.close();
  });

  it("begins afresh where the browser was closed and opened again later", async () => {
    const app = await openApp(browser);
    const { page, context } = app;
    await beginBooth(app, "2");
    await beginStrategy(app, "Left behind");
    await page.close();
    const next = await context.newPage();
    await next.clock.install({ time: Date.now() + 3 * 60_000 });
    const later: AppPage = { ...app, page: next };
    expect(await lists(later, "Left behind")).toBe(false);
    await context.close();
  });

  it("leads through a strategy to its result", async () => {
    const app = await openApp(browser);
    const { page, context, troubles } = app;
    await beginBooth(app, "5");
    await page.getByRole("button", { name: "Guided demo" }).click();
    const guide = page.getByRole("region", { name: /./ }).filter({ hasText: "of 6" });
    for (const title of ["1. Scanner", "2. Buy rules", "3. Sell rules", "4. Simulation"]) {
      await guide.getByRole("button", { name: "Next" }).click();
      await guide.getByRole("heading", { name: title }).waitFor();
    }
    await guide.getByRole("button", { name: "Start the simulation" }).click();
    await waitForResult(app);
    await guide.getByRole("button", { name: "Done" }).click();
    await guide.waitFor({ state: "hidden" });
    expect(troubles).toEqual([]);
    await context.close();
  });
});
