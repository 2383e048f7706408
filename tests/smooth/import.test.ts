/** Whether the page stays free while prices are looked at and stored. Run it on a quiet machine. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser, JSHandle, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openApp } from "#tests/support/app-page.ts";
import { collectEntries, durationsOf, entriesOf, print } from "./entries.ts";
import { answerExchanges } from "#tests/support/screens.ts";

const FILES = 500;
const ROWS = 1250;
/** Of a file, about. */
const BYTES = 49_000;
const MANY = 1000;
const LATE_MS = 120_000;
/** As in smoothness.test.ts. */
const TIMED = { retry: 2, timeout: 3 * LATE_MS };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe(`an import of ${FILES} files with ${FILES * ROWS} bars`, () => {
  it("keeps the page's thread free of tasks over 50 ms, from the drop to the dataset", TIMED, async () => {
    const { page, context } = await openApp(browser, "/data");
    await page.getByRole("heading", { name: "Import prices" }).waitFor();
    const files = await makeFiles(page);
    await collectEntries(page, "longtask");
    const dropped = performance.now();
    await page.dispatchEvent("body", "drop", { dataTransfer: files });
    const button = page.getByRole("button", { name: "Import", exact: true });
    await button.waitFor({ timeout: LATE_MS });
    const looked = performance.now() - dropped;
    const looking = await entriesOf(page);
    print("long tasks while files are looked at", durationsOf(looking));
    await answerExchanges(page);
    await page.getByText(/looks good\.$/).waitFor({ timeout: LATE_MS });
    const agreed = performance.now();
    await button.click();
    await page.getByText(/was imported/).waitFor({ timeout: LATE_MS });
    const stored = performance.now() - agreed;
    print(
      `${FILES} files of ${Math.round((FILES * BYTES) / 1e6)} MB`,
      `${(looked / 1000).toFixed(2)} s from the drop to the dry run, ${(stored / 1000).toFixed(2)} s from the button to the dataset`,
    );
    const all = await entriesOf(page);
    print("long tasks while they are stored", durationsOf(all.slice(looking.length)));
    expect(durationsOf(all)).toBe("");
    await context.close();
  });
});

describe(`a drop of ${MANY} files from a desktop`, () => {
  let folder: string;
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "tidemark-drop-")), "prices");
    await mkdir(folder);
    const names = Array.from({ length: MANY }, (_, at) => `S${at}.csv`);
    await Promise.all(names.map((name, at) => writeFile(join(folder, name), fileText(at, 250))));
  });
  afterAll(() => rm(dirname(folder), { recursive: true, force: true }));

  it("in a folder keeps the page's thread free of tasks over 50 ms", TIMED, async () => {
    const { page, context } = await openData();
    await collectEntries(page, "longtask");
    await dropPaths(page, [folder]);
    await answerExchanges(page);
    await page.getByText(/looks good\.$/).waitFor({ timeout: LATE_MS });
    const tasks = durationsOf(await entriesOf(page));
    print(`long tasks of a folder of ${MANY} files`, tasks);
    expect(tasks).toBe("");
    await context.close();
  });

  it(
    "one by one adds less than 50 ms to what the browser itself does before it tells the page",
    TIMED,
    async () => {
      const { page, context } = await openData();
      await page.evaluate(timeDrop);
      await dropPaths(
        page,
        Array.from({ length: MANY }, (_, at) => join(folder, `S${at}.csv`)),
      );
      await collectEntries(page, "longtask"); // from the moment after the drop on
      await answerExchanges(page);
      await page.getByText(/looks good\.$/).waitFor({ timeout: LATE_MS });
      const tasks = durationsOf(await entriesOf(page));
      const own = await page.evaluate(() => Number(Reflect.get(globalThis, "dropTook")));
      print(
        `a drop of ${MANY} files`,
        `${own.toFixed(1)} ms in the page, then long tasks: ${tasks || "none"}`,
      );
      expect(own).toBeLessThan(50);
      expect(tasks).toBe("");
      await context.close();
    },
  );
});

async function openData() {
  const { page, context } = await openApp(browser, "/data");
  await page.getByRole("heading", { name: "Import prices" }).waitFor();
  await page.waitForTimeout(1000); // what the page loads beside it
  return { page, context };
}

/** Drops files and folders of this machine into the middle of the page, as a desktop does. */
async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await session.send("Input.dispatchDragEvent", { type, x: 600, y: 400, data });
}

/** In the page: notes how long it is busy with a drop, from the first listener to the end of the task. */
function timeDrop(): void {
  const { port1, port2 } = new MessageChannel();
  let begun = 0;
  port2.addEventListener("message", () => Reflect.set(globalThis, "dropTook", performance.now() - begun));
  port2.start();
  addEventListener(
    "drop",
    () => {
      begun = performance.now();
      port1.postMessage(null); // delivered in a task of its own
    },
    { capture: true },
  );
}

/** Daily bars from 2010 on, as text. */
function fileText(file: number, rows: number): string {
  const lines = ["date,open,high,low,close,volume"];
  for (let row = 0; row < rows; row++) {
    const day = new Date(Date.UTC(2010, 0, 1 + row)).toISOString().slice(0, 10);
    const close = 100 + file + (row % 17) / 4;
    lines.push(`${day},${close},${close + 1},${close - 1},${close},${1000 + row}`);
  }
  return lines.join("\n");
}

/** Made in the page, so that nothing is left to do when they are dropped. */
function makeFiles(page: Page): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    ({ count, rows }) => {
      const data = new DataTransfer();
      for (let file = 0; file < count; file++) {
        const lines = ["date,open,high,low,close,volume"];
        for (let row = 0; row < rows; row++) {
          const day = new Date(Date.UTC(2010, 0, 1 + row)).toISOString().slice(0, 10);
          const close = 100 + file + (row % 17) / 4;
          lines.push(`${day},${close},${close + 1},${close - 1},${close},${1000 + row}`);
        }
        data.items.add(new File([lines.join("\n")], `S${file}.csv`));
      }
      return data;
    },
    { count: FILES, rows: ROWS },
  );
}
