/**
 * What the pages API and Optimise give to be used outside of the browser, used: each program as it is copied, on a server, has the
 * figures of the app's own run; a sweep of the files that are saved comes back as a map.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { makeFolder, removeFolders, startServer } from "#tests/support/api-server.ts";
import type { TestServer } from "#tests/support/api-server.ts";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import { axeFaults } from "#tests/support/axe-faults.ts";
import {
  because,
  installR,
  linkJavascript,
  NO_PYTHON,
  NO_R,
  PYTHON,
  PYTHON_ENV,
  shellBeside,
} from "#tests/support/client-languages.ts";
import { goTo, runSample } from "#tests/support/screens.ts";
import { startCommand } from "#tests/support/sweep-lab.ts";

const execute = promisify(execFile);
const DEMO = resolve(import.meta.dirname, "../../datasets/demo");

let browser: Browser;
let server: TestServer;
let folder = "";

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer({ args: ["--data", DEMO] });
  folder = await makeFolder();
  linkJavascript(folder);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await server.stop();
  await removeFolders();
});

interface Program {
  readonly label: string;
  readonly reason: string | null;
  readonly command: string;
  readonly args: readonly string[];
  readonly more: () => Promise<NodeJS.ProcessEnv> | NodeJS.ProcessEnv;
}

const PROGRAMS: readonly Program[] = [
  { label: "Python", reason: NO_PYTHON, command: PYTHON, args: ["-S"], more: () => PYTHON_ENV },
  { label: "R", reason: NO_R, command: "Rscript", args: [], more: () => installR(folder) },
  { label: "JavaScript", reason: null, command: process.execPath, args: [], more: () => ({}) },
];

async function copied(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: `Copy ${name}` }).click();
  await page.getByText(`${name} copied.`).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Rupees as a page writes them, without its separators. */
function digits(text: string): string {
  return text.replaceAll(/\D/g, "");
}

describe("the page API", () => {
  let endValue = "";

  beforeAll(async () => {
    const app = await openApp(browser);
    await runSample(app);
    const card = app.page.locator('dl > div:has(dt:has-text("End Value")) > dd').first();
    endValue = digits(await card.innerText());
    await app.context.close();
    expect(endValue.length).toBeGreaterThan(4);
  });

  for (const { label, reason, command, args, more } of PROGRAMS)
    it.skipIf(reason !== null)(
      `gives a program for ${label} that runs as it is copied, with the app's own figures${because(reason)}`,
      async () => {
        const app = await openApp(browser, "/api?strategy=builtin-1");
        const { page } = app;
        await app.context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await page.getByRole("radio", { name: label, exact: true }).check({ force: true });
        const program = await copied(page, `${label} program`);
        const start = await copied(page, `Start in ${label}`);
        const file = start.split(" ").at(-1) ?? "";
        writeFileSync(join(folder, file), program);
        const { stdout } = await execute(command, [...args, file], {
          cwd: folder,
          env: { ...shellBeside(server.home), ...(await more()) },
        });
        const [, told = ""] = /endValue['"$]*:?\s+(?:\[1\] )?([\d.]+)/.exec(stdout) ?? [];
        expect(String(Math.round(Number(told)))).toBe(endValue);
        expect(app.troubles).toEqual([]);
        await app.context.close();
      },
    );
});

describe("the page Optimise", () => {
  it("saves a strategy and axes that the command sweeps, and draws the rows that come back", async () => {
    const app = await openApp(browser);
    const { page } = app;
    await goTo(app, "/optimise?strategy=builtin-1");
    for (const [legend, range] of [
      ["First parameter", ["5", "15", "5"]],
      ["Second parameter", ["0", "10", "5"]],
    ] as const)
      for (const [at, name] of ["From", "To", "In steps of"].entries())
        await page
          .getByRole("group", { name: legend })
          .getByLabel(name)
          .fill(range[at] ?? "");
    await page.getByText("The parameters above make 9 variants.").waitFor();
    const files = [];
    for (const name of ["axes.json", "strategy.json"]) {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: `Save ${name}` }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe(name);
      files.push(join(folder, name));
      await download.saveAs(join(folder, name));
    }
    const [axes = "", strategy = ""] = files;
    const rows = join(folder, "rows.csv");
    const options = { data: DEMO, strategy, axes, out: rows, threads: "1" };
    const sweep = startCommand(
      "sweep",
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    );
    expect([await sweep.ended, sweep.said()]).toEqual([0, expect.anything()]);
    await page.locator('input[type="file"]').setInputFiles(rows);
    const map = page.getByRole("table", { name: /of the sweep/ });
    await map.waitFor();
    expect(await map.getByRole("rowheader").allInnerTexts()).toEqual(["5", "10", "15"]);
    expect(await map.getByRole("button").count()).toBe(9);
    const drawn = await map.getByRole("button").allInnerTexts();
    const [header = "", ...lines] = (await readFile(rows, "utf8")).trimEnd().split("\n");
    const at = header.split(",").indexOf("cagr");
    const figures = lines.map((line) => Number(line.split(",")[at]));
    expect(drawn.map((text) => Number(text.replace("−", "-").replace(/[^\d.-]/g, "")))).toEqual(
      figures.map((figure) => expect.closeTo(figure, 0)),
    );
    expect(await axeFaults(page)).toEqual([]);
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });
});
