/** The main path in browsers of other kinds, where they are installed; `npm run torture` does more in them. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { drivenPage } from "#tests/support/driven-page.ts";
import type { DrivenPage } from "#tests/support/driven-page.ts";
import { importFile, reloadResult, runDemo, runOnImport, SLOW } from "#tests/support/other-browsers.ts";
import { firefox } from "#tests/support/firefox-driver.ts";
import { explainSkip } from "#tests/support/web-driver.ts";
import type { DrivenBrowser } from "#tests/support/web-driver.ts";
import { WEBKIT } from "#tests/support/webkit-driver.ts";

describe.each([firefox(false), WEBKIT])("in $name", (kind) => {
  const isInstalled = explainSkip(kind);
  let browser: DrivenBrowser | null = null;
  let page: DrivenPage | null = null;
  beforeAll(async () => {
    if (!isInstalled) return;
    browser = await kind.start();
    page = drivenPage(browser);
  });
  afterAll(() => browser?.close());

  it.runIf(isInstalled)("a file is imported, run on, and its result is there after a reload", async () => {
    if (!browser || !page) throw new Error("the browser did not start");
    const { origin } = new URL(inject("appUrl"));
    await runDemo(page, origin);
    await importFile(page, origin);
    if (!kind.hasPrivateFiles) await page.waitFor(SLOW);
    expect(await page.isThere(SLOW)).toBe(!kind.hasPrivateFiles);
    await runOnImport(page, origin);
    await reloadResult(page);
    expect(await browser.troubles()).toEqual([]);
  });
});
