/**
 * `npm run bench`: in Node (bench.cli.ts; rules-bench.cli.ts with --rules, api-bench.cli.ts with --api) or, with --browser, in a
 * worker of headless Chromium. With --code: a field of a person's own, in a room of headless Chromium, beside the built-in
 * function; then one in Python (python-bench.cli.ts, with --python alone).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { rendererClock, rendererPeak } from "./renderer-usage.mjs";

/** Beside the plain one: what is measured in Node, by the option that asks for it. */
const IN_NODE = { code: "python-bench", python: "python-bench", rules: "rules-bench", api: "api-bench" };
const isOfCode = process.argv.includes("--code");
const isInBrowser = process.argv.includes("--browser") || isOfCode;
if (!existsSync(`${import.meta.dirname}/compared/node_modules`)) {
  console.error("npm ci --prefix tests/bench/compared fetches the libraries that are measured beside it.");
  process.exit(1);
}
if (isInBrowser) await benchInBrowser();
if (!isInBrowser || isOfCode) {
  const own = Object.keys(IN_NODE).find((name) => process.argv.includes(`--${name}`));
  if (own === "api") {
    const { builtForNode } = await import("../../workers/build-for-node.mjs");
    process.argv.push("--server", await builtForNode("workers/serve.cli.ts"));
    process.argv.push("--library", await builtForNode("workers/api/index.ts", "dist-lib"));
  }
  process.argv.splice(2, 0, `tests/bench/${IN_NODE[own] ?? "bench"}.cli.ts`);
  await import("../../workers/run-cli.mjs");
}

async function benchInBrowser() {
  const { values } = parseArgs({
    options: {
      browser: { type: "boolean" },
      rules: { type: "boolean", default: false },
      code: { type: "boolean", default: false },
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
  const { pythonPack } = await importOfProject("./workers/offline/python-pack.ts");
  const python = () => [pythonPack()]; // for the address of its files, in what may run code
  const own = {
    configFile: false,
    logLevel: "error",
    plugins: python(),
    worker: { format: "es", plugins: python },
  };
  const page = values.code ? "code-page" : values.rules ? "rules-page" : "page";
  const input = `tests/bench/${page}.html`;
  await build({ ...own, build: { outDir, emptyOutDir: true, target: "es2023", rolldownOptions: { input } } });
  const { roomServer } = await importOfProject("./workers/offline/room-server.ts");
  const plugins = values.code ? [roomServer()] : [];
  const server = await preview({ ...own, plugins, build: { outDir }, preview: { port: 4600 } });
  const address = new URL(input, server.resolvedUrls.local[0]);
  const { instruments, sessions, rounds, only } = values;
  address.search = String(new URLSearchParams({ instruments, sessions, rounds, only }));
  const earlier =
    values.compare === undefined ? [] : JSON.parse(readFileSync(values.compare, "utf8")).figures;
  // a room does not open where there is a global gc
  const flags = values.code ? [] : ["--js-flags=--expose-gc"];
  const { result, memoryPeakBytes } = await measureAt(address.href, earlier, flags);
  await server.close();
  await rm(outDir, { recursive: true, force: true });
  if ("error" in result) throw new Error(result.error);
  if (memoryPeakBytes !== null && !values.rules && !values.code)
    console.log(`the most memory that the page and its worker had: ${(memoryPeakBytes / 1e6).toFixed(0)} MB`);
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify({ ...result, memoryPeakBytes }, null, 2));
}

/** Of TypeScript, and so by Vite. */
async function importOfProject(path) {
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(path);
  return module;
}

async function measureAt(address, earlier, flags) {
  const { chromium } = await import("playwright");
  const { findBrowser } = await import("../support/browser.mjs");
  const executablePath = findBrowser() ?? undefined;
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", ...flags],
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
