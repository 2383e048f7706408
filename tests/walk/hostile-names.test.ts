/**
 * Names of a strategy, its groups of rules, a dataset, files and companies that hold markup, formulas, letters that turn
 * others round, and ten thousand letters: every screen shows them harmless and within its width, and files that are
 * saved carry no formula.
 */
import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import {
  answerExchanges,
  beginStrategy,
  goTo,
  openDisclosures,
  waitForResult,
} from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

const TURNS = "\u202E";
const MARKUP = "<img src=x onerror=pwned=1>";
const LONG = "Q".repeat(10_000);
/** As long as a strategy's name may be. */
const STRATEGY = `=1+1${TURNS}${MARKUP}\u0007\u05D0 `.padEnd(120, "W");
const DATASET = `=1+1${TURNS}${MARKUP}\u0007\u05D0 ${LONG}`;
/** Of groups of rules, which may be as long as anybody likes. */
const GROUP = `=1+1${TURNS}${MARKUP}\u0007\u05D0 ${LONG}`;
const COMPANIES = [
  ["ALEF", `=1+1${TURNS}fdp.exe`],
  ["BETA", MARKUP],
  ["\u05D0\u05DC\u05E3", "\u05D0\u05DC\u05E3"],
  ["DELTA", "@SUM(1)\u0007"],
  ["EPSI", LONG],
] as const;
const WIDTHS = [1366, 360];
const READ_MS = 60_000;

/** 700 weekdays on which each company rises and falls, so that the default strategy trades. */
function pricesFile(): string {
  const lines = ["symbol,date,open,high,low,close,volume"];
  COMPANIES.forEach(([symbol], company) => {
    for (let row = 0, day = Date.UTC(2019, 0, 1); row < 700; day += 86_400_000) {
      if (new Date(day).getUTCDay() % 6 === 0) continue;
      const close = (100 + company) * (1 + 0.0012 * row) * (1 + 0.12 * Math.sin(row / 17 + company));
      const [open, high, low] = [close * 0.99, close * 1.02, close * 0.97].map((price) => price.toFixed(2));
      const date = new Date(day).toISOString().slice(0, 10);
      lines.push(`${symbol},${date},${open},${high},${low},${close.toFixed(2)},100000`);
      row += 1;
    }
  });
  return lines.join("\n");
}

function companiesFile(): string {
  return [
    "Symbol,Company Name,Industry",
    ...COMPANIES.map(([symbol, name]) => `${symbol},"${name}","${name}"`),
  ].join("\n");
}

/** In the page's database: the newest strategy gets the hostile name and dataset, which gets its title. */
function rename(page: Page): Promise<{ strategy: string; dataset: string }> {
  return page.evaluate(
    async ([strategyName, datasetTitle, group, benchmark]) => {
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
      const answerOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener("success", () => resolve(request.result));
          request.addEventListener("error", () => reject(new Error("the database refused")));
        });
      const database = await answerOf(indexedDB.open("tidemark"));
      const transaction = database.transaction(["strategies", "datasets"], "readwrite");
      const [strategies, datasets] = [
        transaction.objectStore("strategies"),
        transaction.objectStore("datasets"),
      ];
      const [record]: Record<string, Record<string, unknown>>[] = await answerOf(strategies.getAll());
      const [dataset]: Record<string, unknown>[] = await answerOf(datasets.getAll());
      const { strategy } = record ?? {};
      datasets.put({ ...dataset, title: datasetTitle });
      strategies.put({
        ...record,
        id: "hostile",
        name: strategyName,
        status: "ready",
        datasetId: dataset?.["id"],
        strategy: {
          ...strategy,
          format: "strategy/2",
          name: strategyName,
          scanner: {
            ...Object(strategy?.["scanner"]),
            priceGrowth: null,
            minPrice: null,
            marketCapRank: null,
            avgDailyValue: null,
            rules: [{ any: ["close > 0", "volume > 0"], label: group }],
          },
          sell: {
            ...Object(strategy?.["sell"]),
            rules: [{ any: ["close < sma(5)", "close < 1"], label: group }],
          },
          simulation: { ...Object(strategy?.["simulation"]), priceBasis: "as-traded", benchmark },
        },
      });
      await new Promise((resolve) => {
        transaction.addEventListener("complete", resolve);
      });
      database.close();
      return { strategy: "hostile", dataset: String(dataset?.["id"]) };
    },
    [STRATEGY, DATASET, GROUP, COMPANIES[2][0]] as const,
  );
}

/** In the page: what is wrong with what it shows. Values of fields are what was typed, and stay. */
function faultsInPage(): string[] {
  const steers = /[\u202A-\u202E\u2066\u2067\u200E\u200F\u061C]|(?![\t\n\f\r])\p{Cc}/u;
  const faults: string[] = [];
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
  const placeOf = (element: Element | null) =>
    `${element?.parentElement?.className ?? ""} > ${element?.className ?? ""}`;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (steers.test(textContent ?? "") && parentElement?.localName !== "textarea")
      faults.push(`raw text in ${placeOf(parentElement)}: ${textContent?.slice(0, 40)}`);
  }
  for (const element of document.querySelectorAll("[title], [aria-label], [alt]")) {
    for (const name of ["title", "aria-label", "alt"])
      if (steers.test(element.getAttribute(name) ?? "")) faults.push(`raw ${name} at ${placeOf(element)}`);
  }
  if (steers.test(document.title)) faults.push("raw title of the page");
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = [...document.querySelectorAll("main *")].filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 1,
  );
  if (scrollWidth > clientWidth + 1)
    faults.push(
      `${scrollWidth} px wide in a window of ${clientWidth}: ${wide
        .map((one) => `${one.localName}.${one.className}`)
        .slice(0, 12)
        .join(" ")}`,
    );
  if (document.querySelector("#root img[src='x'], #root script, #root iframe")) faults.push("markup");
  if (Reflect.has(globalThis, "pwned")) faults.push("a script ran");
  return faults;
}

it(
  "names that attack are shown harmless on every screen, and in the files that are saved",
  { timeout: 300_000 },
  async () => {
    const app = await openApp(browser, "/data");
    const { page } = app;
    const found: string[] = [];
    const look = async (where: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 768 });
        await page.waitForTimeout(100);
        for (const fault of await page.evaluate(faultsInPage)) found.push(`${where}, ${width}: ${fault}`);
      }
      await page.setViewportSize({ width: 1366, height: 768 });
    };
    await page.getByRole("heading", { name: "Import prices" }).waitFor();
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles([
        { name: `=1${TURNS}vsc.csv`, mimeType: "text/csv", buffer: Buffer.from(pricesFile()) },
        { name: `list${TURNS}.csv`, mimeType: "text/csv", buffer: Buffer.from(companiesFile()) },
      ]);
    await page.getByRole("region", { name: "What the files hold" }).waitFor({ timeout: READ_MS });
    await openDisclosures(app);
    await look("dry run");
    await answerExchanges(page);
    await page.getByLabel("Name of the dataset").fill(`Set ${TURNS}${MARKUP}`);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText(/was imported/).waitFor({ timeout: READ_MS });
    await look("imported");
    await beginStrategy(app, "Plain");
    await page.goto(app.url("/price"));
    const { strategy, dataset } = await rename(page);
    const run = await runOf(app, strategy);
    await look("result");
    const second = await runOf(app, strategy);
    for (const path of [
      "/data",
      `/data?dataset=${dataset}`,
      `/data?dataset=${dataset}&instrument=ALEF`,
      `/data?dataset=${dataset}&instrument=EPSI`,
      "/strategy",
      "/strategy?templates=all",
      ...["scanner", "buy", "sell", "simulation"].map(
        (step) => `/simulation-steps?id=${strategy}&step=${step}`,
      ),
      "/runs",
      `/compare?runs=${run},${second}`,
      "/compare",
      `/optimise?strategy=${strategy}`,
      "/optimise",
      `/api?strategy=${strategy}`,
      `/look-ahead?run=${run}`,
      "/settings",
      `/simulation-result?run=${run}`,
    ]) {
      await goTo(app, path);
      await openDisclosures(app);
      await look(path);
    }
    const positions = Papa.parse<string[]>(await exported(page, /^All positions/)).data.flat();
    expect(positions).toContain(`'=1+1${TURNS}fdp.exe`);
    const files = [
      await exported(page, /^Yearly growth/),
      await exported(page, /^Account growth/),
      ...(await savedOfComparison(app, `/compare?runs=${run},${second}`)),
    ];
    const figures = files.flatMap((file) => Papa.parse<string[]>(file).data.flat());
    expect([...positions, ...figures].filter((cell) => /^[=+@\t\r]|^-(?![\d.]+$)/.test(cell))).toEqual([]);
    expect(figures.some((cell) => cell.includes("=1+1"))).toBe(true); // the comparison names its runs
    await goTo(app, `/simulation-result?run=${run}`);
    const report = await exported(page, /^Report to show/);
    expect(report).not.toContain("<img");
    expect(report).not.toContain(TURNS);
    expect(report).toContain("&lt;img src=x onerror=pwned=1&gt;");
    const capsuleText = await exported(page, /^Run capsule/);
    expect(JSON.parse(capsuleText)).toMatchObject({ strategy: { name: STRATEGY }, datasetTitle: DATASET }); // stored and sent as they are
    await page.goto(app.url(`/deployments?run=${run}`));
    const begin = page.getByRole("dialog").getByRole("button", { name: "Begin" });
    await begin.waitFor({ timeout: READ_MS });
    await look("a new deployment");
    await begin.click();
    await page.getByRole("heading", { level: 2, name: "Ledger" }).waitFor({ timeout: READ_MS });
    await look("deployment");
    await goTo(app, "/deployments");
    await look("deployments");
    await goTo(app, "/capsule");
    await page.getByLabel("Capsule file").setInputFiles({
      name: `run${TURNS}nosj.json`,
      mimeType: "application/json",
      buffer: Buffer.from(capsuleText),
    });
    await page
      .getByText(/An instrument .* passes/)
      .first()
      .waitFor();
    await openDisclosures(app);
    await look("capsule");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("1+1");
    await look("palette");
    expect(found).toEqual([]);
    expect(app.troubles).toEqual([]);
    await app.context.close();
  },
);

/** Runs the strategy from its last step; gives the run's id. */
async function runOf(app: AppPage, strategy: string): Promise<string> {
  const { page } = app;
  await goTo(app, `/simulation-steps?id=${strategy}&step=simulation`);
  await page.getByRole("button", { name: "Start Simulation" }).click();
  await page.waitForURL(/simulation-result\?.*run=/, { timeout: READ_MS });
  await waitForResult(app);
  return new URL(page.url()).searchParams.get("run") ?? "";
}

/** The file that an entry of the result's Export menu saves. */
async function exported(page: Page, choice: RegExp): Promise<string> {
  await page.getByRole("button", { name: "Export" }).first().click();
  const download = page.waitForEvent("download", { timeout: READ_MS });
  await page.getByRole("menuitem", { name: choice }).click();
  return readFile(await (await download).path(), "utf8");
}

/** The files that a comparison saves: its figures, and its curves. */
async function savedOfComparison(app: AppPage, path: string): Promise<string[]> {
  const { page } = app;
  await goTo(app, path);
  await page.getByRole("button", { name: "Save as CSV: Figures" }).waitFor({ timeout: READ_MS });
  const figures = page.waitForEvent("download", { timeout: READ_MS });
  await page.getByRole("button", { name: "Save as CSV: Figures" }).click();
  const ofFigures = await (await figures).path();
  await page.getByRole("button", { name: "Download: Account growth" }).click();
  const curves = page.waitForEvent("download", { timeout: READ_MS });
  await page.getByRole("menuitem", { name: "Save as CSV" }).click();
  return [await readFile(ofFigures, "utf8"), await readFile(await (await curves).path(), "utf8")];
}
