/** From a result to a deployment of the demo market, played forward, exported, and its file checked. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { axeFaults } from "#tests/support/axe-faults.ts";
import { runSample } from "#tests/support/screens.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { deployCommand } from "#workers/commands/deploy-command.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const LONG = { timeout: 60_000 };

it("a result goes on as a deployment, whose record can be shown and checked", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await runSample(app);
  await page.getByRole("button", { name: "Virtual Deployment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Evenings");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("heading", { level: 1, name: "Evenings" }).waitFor(LONG);
  expect(await page.getByText("These are invented prices.", { exact: false }).count()).toBe(1);

  const recorded = (count: number) =>
    page.getByText(`${count} recorded session${count === 1 ? "" : "s"}`, { exact: true }).waitFor(LONG);
  await page.getByRole("button", { name: "Next session" }).click();
  await recorded(1);
  await page.getByRole("button", { name: "Next session" }).click();
  await recorded(2);
  await untilOrders(page);
  expect(await printed(page)).toEqual(["Evenings", "Tonight's orders"]);
  await page.getByRole("button", { name: "Play a year" }).click();
  await page.getByText(/As expected so far|Worse than expected|Better than expected/).waitFor(LONG);
  await page.getByRole("button", { name: "Check it against today's prices" }).click();
  await page.getByText("The account follows from these prices, to the bit", { exact: false }).waitFor(LONG);
  expect(await axeFaults(page)).toEqual([]);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(await byCommand(text)).toEqual(recordedIn(text));
  await page.goto(app.url("/verify"));
  const choose = async (contents: string) =>
    page.getByLabel("Deployment file").setInputFiles({
      name: "evenings.deployment.json",
      mimeType: "application/json",
      buffer: Buffer.from(contents),
    });
  await choose(text);
  await page.getByText("The chain holds", { exact: false }).waitFor(LONG);
  await page.getByRole("button", { name: "Work the account out again" }).click();
  await page.getByText("The account follows from these prices, to the bit", { exact: false }).waitFor(LONG);
  expect(await axeFaults(page)).toEqual([]);
  await choose(text.replace('"cash":', '"cash":1'));
  await page.getByText(/does not hold: .*ledger\[0\]/).waitFor(LONG);
  expect(app.troubles).toEqual([]);
});

/** Plays session after session until one has orders for the next. */
async function untilOrders(page: Page): Promise<void> {
  const next = page.getByRole("button", { name: "Next session" });
  const print = page.getByRole("button", { name: "Print", exact: true });
  const count = page.getByText(/^\d+ recorded sessions$/);
  await expect.poll(() => next.isEnabled(), LONG).toBe(true);
  for (let session = 0; session < 60 && !(await print.isVisible()); session++) {
    const before = await count.textContent();
    await next.click();
    await expect.poll(() => count.textContent(), LONG).not.toBe(before);
  }
}

/** The headings on the paper of "Print". */
async function printed(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    globalThis.print = () => undefined; // the browser's own dialog waits for a person
  });
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await page.emulateMedia({ media: "print" });
  const seen = await page.locator("main").getByRole("heading").allTextContents(); // of what is hidden there is none
  await page.emulateMedia({ media: null });
  await page.evaluate(() => globalThis.dispatchEvent(new Event("afterprint")));
  await page.getByRole("heading", { name: "The record" }).waitFor();
  return seen;
}

/** What the command records for the same deployment on the same prices, over as many sessions. */
async function byCommand(text: string): Promise<readonly unknown[]> {
  const { ledger, ...first } = valueOf(verifyDeployment(text));
  const folder = await mkdtemp(join(tmpdir(), "tidemark-deploy-"));
  const file = join(folder, "deployment.json");
  await writeFile(file, JSON.stringify(first));
  const data = resolve(import.meta.dirname, "../../datasets/demo");
  const code = await deployCommand(["--file", file, "--data", data], {
    out: () => {},
    progress: () => {},
    clock: () => Date.now(),
  });
  expect(code).toBe(0);
  const whole = recordedIn(await readFile(file, "utf8"));
  await rm(folder, { recursive: true });
  return whole.slice(0, ledger.length);
}

/** The entries of a deployment's file, to the bit, without when they were recorded and the hashes that hold it. */
function recordedIn(text: string): readonly unknown[] {
  return valueOf(verifyDeployment(text)).ledger.map((entry) => {
    const { recorded: _, previous: __, hash: ___, ...content } = entry;
    return content;
  });
}
