/** An import into a browser that gives too little room, of ten sizes: all of it or nothing, and the message says how much. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Browser } from "playwright";
import { launchBrowser } from "#tests/support/app-page.ts";

/** Megabytes beyond what is in use already; the import takes less than one. */
const ROOMS_MB = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 4];
const MEGABYTE = 1e6;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it(`${ROOMS_MB.length} sizes of room leave no half import`, async () => {
  const outcomes: string[] = [];
  for (const room of ROOMS_MB) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(inject("pageUrl"));
    await page.waitForFunction(() => "torture" in globalThis);
    const used = await page.evaluate(async () => {
      await globalThis.torture.compareWithCopy(); // the app's own files are there from its start
      return (await navigator.storage.estimate()).usage ?? 0;
    });
    const session = await context.newCDPSession(page);
    const quota = {
      origin: new URL(inject("pageUrl")).origin,
      quotaSize: Math.round(used + room * MEGABYTE),
    };
    await session.send("Storage.overrideQuotaForOrigin", quota);
    const said = await page.evaluate(async () => {
      const rows = ["symbol,date,open,high,low,close,volume"];
      for (let instrument = 0; instrument < 60; instrument++) {
        for (let day = 0; day < 1500; day++) {
          const date = new Date(Date.UTC(2010, 0, 4) + day * 86_400_000).toISOString().slice(0, 10);
          const close = (100 + 50 * Math.sin(instrument + day / 7)).toFixed(4);
          rows.push(
            `S${instrument},${date},${close},${close},${close},${close},${1000 + ((day * 7919) % 99_991)}`,
          );
        }
      }
      const imported = await globalThis.torture.importCsv("Prices", rows.join("\n"));
      return imported.ok ? null : imported.problem.message;
    });
    await session.send("Storage.overrideQuotaForOrigin", { origin: quota.origin });
    const after = await context.newPage();
    await after.goto(inject("pageUrl"));
    await after.waitForFunction(() => "torture" in globalThis);
    const left = await after.evaluate(async () => {
      const { listDatasets, readFault } = globalThis.torture;
      const { records, damaged } = await listDatasets();
      const imported = records.find(({ origin }) => origin === "imported");
      if (damaged.length > 0) return "torn";
      if (!imported) return "none";
      return (await readFault(imported.id)) === null ? "whole" : "torn";
    });
    outcomes.push(`${room} MB: ${left}`);
    const isTold = left === "whole" ? said === null : /no room.*\d MB/s.test(said ?? "");
    expect({ room, said, left, isTold }).toMatchObject({ left: /none|whole/.exec(left)?.[0], isTold: true });
    await context.close();
  }
  process.stdout.write(`    ${outcomes.join(", ")}\n`);
  expect(outcomes.at(0)).toContain("none");
  expect(outcomes.at(-1)).toContain("whole");
}, 600_000);
