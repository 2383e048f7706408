/** What a person does first, in browsers of other kinds, and in windows of theirs that keep less. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { button, drivenPage, text } from "#tests/support/driven-page.ts";
import type { DrivenPage } from "#tests/support/driven-page.ts";
import { importFile, reloadResult, runDemo, runOnImport, SLOW } from "#tests/support/other-browsers.ts";
import { firefox } from "#tests/support/firefox-driver.ts";
import { explainSkip } from "#tests/support/web-driver.ts";
import type { DrivenBrowser } from "#tests/support/web-driver.ts";
import { WEBKIT } from "#tests/support/webkit-driver.ts";

describe.each([WEBKIT, firefox(false), firefox(true)])("in $name", (kind) => {
  const isInstalled = explainSkip(kind);
  const { origin } = new URL(inject("appUrl"));
  let browser: DrivenBrowser;
  let page: DrivenPage;
  beforeAll(async () => {
    if (!isInstalled) return;
    browser = await kind.start();
    page = drivenPage(browser);
  });
  afterAll(async () => {
    if (isInstalled) await browser.close();
  });

  it.runIf(isInstalled)("a sample runs on the demo market, and its chart is drawn", async () => {
    await runDemo(page, origin);
    expect(await browser.troubles()).toEqual([]);
  });

  it.runIf(isInstalled)("a file is imported, told as slower where it is, and run on", async () => {
    await importFile(page, origin);
    await page.reload();
    await page.waitFor(text("RISING"));
    if (!kind.hasPrivateFiles) await page.waitFor(SLOW);
    expect(await page.isThere(SLOW)).toBe(!kind.hasPrivateFiles);
    await runOnImport(page, origin);
    await reloadResult(page);
    expect(await browser.troubles()).toEqual([]);
  });

  it.runIf(isInstalled)("every screen opens", async () => {
    for (const path of [
      "/",
      "/strategy",
      "/runs",
      "/optimise?strategy=builtin-1",
      "/settings",
      "/privacy",
      "/functions",
    ]) {
      await page.goTo(new URL(path, origin).href);
      await page.waitFor("//h1");
    }
    expect(await browser.troubles()).toEqual([]);
  });

  it.runIf(isInstalled)("the dataset is deleted, and put back", async () => {
    await page.goTo(new URL("/data", origin).href);
    await page.click(button("Delete"));
    await page.waitFor(text("was deleted. Results of earlier runs stay."));
    await page.click(button("Undo"));
    await page.waitFor(text("is back."));
    expect(await browser.troubles()).toEqual([]);
  });
});
