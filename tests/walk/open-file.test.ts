/** One door for files in the built app: whatever is opened goes to its page, or is said to be what it is. And old links lead on. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { axeFaults } from "#tests/support/axe-faults.ts";
import { beginStrategy, goTo } from "#tests/support/screens.ts";
import { zipOf } from "#tests/support/zip-files.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { goneOn, smallStart } from "../deploy/small-deployment.ts";

let browser: Browser;
let app: AppPage;
/** As Settings makes it. */
let backup: Buffer;
const ledger = deploymentText(goneOn(smallStart()));
beforeAll(async () => {
  browser = await launchBrowser();
  app = await openApp(browser);
  await beginStrategy(app, "Backed up");
  await goTo(app, "/settings");
  const download = app.page.waitForEvent("download");
  await app.page.getByRole("button", { name: "Back up now" }).click();
  backup = await readFile(await (await download).path());
});
afterAll(() => leaveBrowser(browser));

/** Any file can be chosen, or dropped, whatever the chooser offers first. */
async function give(page: Page, label: string, name: string, content: string | Uint8Array): Promise<void> {
  const input = page.getByLabel(label);
  await input.evaluate((element) => element.removeAttribute("accept"));
  await input.setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
}

describe("what is opened at the wrong door", () => {
  it("goes on to its own page: a backup opened as a strategy, a ledger opened as a capsule", async () => {
    const { page } = app;
    await goTo(app, "/strategy");
    await give(page, "File to open", "my-strategy.json", backup);
    const dialog = page.getByRole("dialog", { name: "Restore this backup?" });
    await dialog.waitFor();
    await page.waitForURL(/\/settings/);
    await dialog.getByText(/my-strategy\.json, made /).waitFor();
    await goTo(app, "/capsule");
    await give(page, "Capsule file", "run.json", ledger);
    await page.waitForURL(/\/verify/);
    await page.getByText(/The chain holds: 8 entries/).waitFor();
    expect(app.troubles).toEqual([]);
  });

  it("is said to be what it is, and what to do: a zip of both, a text, a ledger cut short", async () => {
    const { page } = app;
    const elsewhere = page.getByRole("dialog", { name: "This file is opened elsewhere" });
    await goTo(app, "/verify");
    await give(page, "Deployment file", "both.zip", zipOf({ "backup.zip": "PK", "evenings.json": ledger }));
    await elsewhere
      .getByText(
        '"both.zip" is a zip of 2 files, "backup.zip", "evenings.json", and no backup. Unpack it, and open them one at a time.',
      )
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await goTo(app, "/strategy");
    await give(page, "File to open", "idea.json", "Buy low, sell high.");
    await elsewhere
      .getByText(
        /^"idea\.json" is plain text, and no file of this app\. Strategies, .* that Settings makes\.$/,
      )
      .waitFor();
    await goTo(app, "/strategy");
    await give(page, "File to open", "evenings.json", ledger.slice(0, 900));
    await page.waitForURL(/\/verify/);
    await page.getByText(/evenings\.json does not hold/).waitFor();
    expect(app.troubles).toEqual([]);
  });
});

describe("an old link", () => {
  it.each([
    { path: "/capsule", title: "Check a run capsule", under: "Runs" },
    { path: "/compare", title: "Compare runs", under: "Runs" },
    { path: "/look-ahead", title: "Look-ahead check", under: "Runs" },
    { path: "/verify", title: "Check a deployment's record", under: "Deployments" },
    { path: "/verify/", title: "Check a deployment's record", under: "Deployments" },
  ])("to $path, which has no place in the header any more, leads there", async ({ path, title, under }) => {
    await goTo(app, path);
    await app.page.getByRole("heading", { level: 1, name: title }).waitFor();
    const link = app.page.getByRole("toolbar", { name: "Screens" }).getByRole("link", { name: under });
    expect(await link.getAttribute("aria-current")).toBe("true");
  });
});
