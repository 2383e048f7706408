/** Hostile names, files and backups, in the built app under its own policy: they show as what they are and do nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { backupOfNames, HOSTILE_BACKUPS, HOSTILE_FILES, HOSTILE_NAMES } from "#tests/support/hostile.ts";
import { goTo, openBuiltIn, waitForResult } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const SETTLE_MS = 60_000;
const LONGEST_NAME = 200;

/** Notes every dialog, every breach of the page's policy, and everything else that a page must not do. */
async function openWatched(path: string): Promise<AppPage & { readonly faults: () => Promise<object> }> {
  const app = await openApp(browser);
  const { page, troubles } = app;
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => troubles.push(`popup: ${popup.url()}`));
  await page.addInitScript(noteBreaches);
  await page.goto(app.url(path));
  const faults = async () => ({
    troubles,
    ...(await page.evaluate(() => ({
      breaches: Reflect.get(globalThis, "breaches"),
      pwned: Reflect.get(globalThis, "pwned"),
      polluted: Reflect.get({}, "polluted"),
      injected: document.querySelectorAll("#root img, #root iframe, #root script, #root base").length,
    }))),
  });
  return { ...app, faults };
}

/** In the page: what its policy refused. */
function noteBreaches(): void {
  const breaches: string[] = [];
  Reflect.set(globalThis, "breaches", breaches);
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    breaches.push(`${violatedDirective} ${blockedURI}`),
  );
}

const NONE = { troubles: [], breaches: [], injected: 0 };

async function chooseBackup(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const file = { name, mimeType: "application/zip", buffer: Buffer.from(bytes) };
  await page.getByLabel("Backup file").setInputFiles(file);
}

describe("hostile input", () => {
  it(`does nothing: ${HOSTILE_NAMES.length} names of strategies`, async () => {
    const app = await openWatched("/settings");
    const { page } = app;
    await page.getByRole("button", { name: "Restore a backup..." }).waitFor();
    const names = HOSTILE_NAMES.filter(({ length }) => length <= LONGEST_NAME);
    await chooseBackup(page, "named.zip", backupOfNames(HOSTILE_NAMES));
    await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
    await page.getByRole("dialog", { name: "The backup is restored" }).getByRole("button").click();
    await goTo(app, "/strategy");
    await page
      .getByText(HOSTILE_NAMES[0] ?? "")
      .first()
      .waitFor();
    const main = page.locator("main");
    const above = await main.textContent();
    await page.getByRole("heading", { name: "Or Test with" }).scrollIntoViewIfNeeded(); // only what is near is drawn
    await page.locator(`article[aria-posinset="${names.length}"]`).waitFor();
    const shown = `${above}${await main.textContent()}`;
    for (const name of names.slice(0, 17)) expect(shown).toContain(name);
    for (let at = 0; at < HOSTILE_NAMES.length; at++) {
      await page.goto(app.url(`/simulation-steps?id=named-${at}&step=simulation`));
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    await goTo(app, `/simulation-steps?id=${encodeURIComponent(HOSTILE_NAMES[0] ?? "")}`);
    await goTo(app, `/simulation-result?run=${encodeURIComponent(HOSTILE_NAMES[1] ?? "")}`);
    await goTo(app, `/data?dataset=${encodeURIComponent(HOSTILE_NAMES[2] ?? "")}`);
    await goTo(app, "/simulation-steps?id=named-0&step=simulation");
    await page.getByRole("button", { name: "Start Simulation" }).click();
    await page.waitForURL(/simulation-result\?.*run=/);
    await waitForResult(app);
    expect(await app.faults()).toEqual(NONE);
    await app.context.close();
  });

  it(`does nothing: ${HOSTILE_FILES.length} files of prices`, async () => {
    const app = await openWatched("/data");
    const { page } = app;
    await page.getByRole("heading", { name: "Import prices" }).waitFor();
    const files = HOSTILE_FILES.map(({ name, bytes }) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(bytes),
    }));
    await page.locator("input[type=file]").first().setInputFiles(files);
    await page.getByRole("region", { name: "What the files hold" }).waitFor({ timeout: SETTLE_MS });
    expect(await app.faults()).toEqual(NONE);
    const leaveOut = page.getByRole("button", { name: /^Leave/ });
    while ((await leaveOut.count()) > 0) {
      await leaveOut.first().click();
      await page.waitForTimeout(300);
    }
    expect(await app.faults()).toEqual(NONE);
    await app.context.close();
  });

  it(`does nothing: ${HOSTILE_BACKUPS.length} backups`, async () => {
    const app = await openWatched("/settings");
    const { page } = app;
    for (const { name, bytes } of HOSTILE_BACKUPS) {
      await goTo(app, "/settings");
      await page.getByRole("button", { name: "Restore a backup..." }).waitFor();
      await chooseBackup(page, name, bytes);
      const dialog = page.getByRole("dialog");
      await page.getByRole("alert").or(dialog).first().waitFor({ timeout: SETTLE_MS });
      const merge = dialog.getByRole("button", { name: "Merge" });
      if ((await merge.count()) > 0) {
        await merge.click();
        await page.getByRole("dialog", { name: "The backup is restored" }).waitFor();
      }
      expect({ name, ...(await app.faults()) }).toEqual({ name, ...NONE });
    }
    await openBuiltIn(app);
    expect(await app.faults()).toEqual(NONE);
    await app.context.close();
  });
});
