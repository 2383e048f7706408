/** `npm run bench`: in Node (bench.cli.ts, rules-bench.cli.ts with --rules) or, with --browser, in a worker of headless Chromium. */
import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { rendererClock, rendererPeak } from "./renderer-usage.mjs";

if (process.argv.includes("--browser")) await benchInBrowser();
else {
  const command = process.argv.includes("--rules") ? "rules-bench" : "bench";
  process.argv.splice(2, 0, `tests/bench/${command}.cli.ts`);
  await import("../../workers/run-cli.mjs");
}

async function benchInBrowser() {
  const { values } = parseArgs({
    options: {
      browser: { type: "boolean" },
      rules: { type: "boolean", default: false },
      instruments: { type: "string", default: "500" },
      sessions: { type: "string", default: "6500" },
      rounds: { type: "string", default: "7" },
      only: { type: "string", default: "" },
      json: { type: "string" },
      compare: { type: "string" },
    },
  });
  const { build, preview } = await import("vite");
  const outDir = `node_modules/.cache/bench-dist-${process.pid}`;
  const own = { configFile: false, logLevel: "error", worker: { format: "es" } };
  const input = values.rules ? "tests/bench/rules-page.html" : "tests/bench/page.html";
  await build({ ...own, build: { outDir, emptyOutDir: true, target: "es2023", rolldownOptions: { input } } });
  const server = await preview({ ...own, build: { outDir }, preview: { port: 4600 } });
  const address = new URL(input, server.resolvedUrls.local[0]);
  const { instruments, sessions, rounds, only } = values;
  address.search = String(new URLSearchParams({ instruments, sessions, rounds, only }));
  const earlier =
    values.compare === undefined ? [] : JSON.parse(readFileSync(values.compare, "utf8")).figures;
  const { result, memoryPeakBytes } = await measureAt(address.href, earlier);
  await server.close();
  await rm(outDir, { recursive: true, force: true });
  if ("error" in result) throw new Error(result.error);
  if (memoryPeakBytes !== null && !values.rules)
    console.log(`the most memory that the page and its worker had: ${(memoryPeakBytes / 1e6).toFixed(0)} MB`);
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify({ ...result, memoryPeakBytes }, null, 2));
}

async function measureAt(address, earlier) {
  const { chromium } = await import("playwright");
  const { findBrowser } = await import("../support/browser.mjs");
  const executablePath = findBrowser() ?? undefined;
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--js-flags=--expose-gc"],
  });
  const page = await browser.newPage();
  await page.addInitScript((figures) => {
    globalThis.earlierFigures = figures;
  }, earlier);
  let clock = null;
  await page.exposeFunction("processorTime", async () => {
    clock ??= (await rendererClock(browser)) ?? (() => performance.now()); // wall time where no system tells more
    return clock();
  });
  await page.exposeFunction("memoryPeak", () => rendererPeak(browser));
  page.on("console", (message) => console.log(message.text()));
  await page.goto(address);
  await page.waitForFunction(() => "benchResult" in globalThis, undefined, { timeout: 0, polling: 200 });
  const result = await page.evaluate(() => globalThis.benchResult);
  const memoryPeakBytes = await rendererPeak(browser);
  await browser.close();
  return { result, memoryPeakBytes };
}
