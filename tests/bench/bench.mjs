/** `npm run bench`: in Node (bench.cli.ts) or, with --browser, in a worker of headless Chromium. */
import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";

if (process.argv.includes("--browser")) await benchInBrowser();
else {
  process.argv.splice(2, 0, "tests/bench/bench.cli.ts");
  await import("../../workers/run-cli.mjs");
}

async function benchInBrowser() {
  const { values } = parseArgs({
    options: {
      browser: { type: "boolean" },
      instruments: { type: "string", default: "500" },
      sessions: { type: "string", default: "6500" },
      rounds: { type: "string", default: "7" },
      json: { type: "string" },
      compare: { type: "string" },
    },
  });
  const { build, preview } = await import("vite");
  const { chromium } = await import("playwright");
  const { findBrowser } = await import("../support/browser.mjs");
  const outDir = `node_modules/.cache/bench-dist-${process.pid}`;
  const own = { configFile: false, logLevel: "error", worker: { format: "es" } };
  const input = "tests/bench/page.html";
  await build({ ...own, build: { outDir, emptyOutDir: true, target: "es2023", rolldownOptions: { input } } });
  const server = await preview({ ...own, build: { outDir }, preview: { port: 4600 } });
  const executablePath = findBrowser() ?? undefined;
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--js-flags=--expose-gc"],
  });
  const page = await browser.newPage();
  const earlier =
    values.compare === undefined ? [] : JSON.parse(readFileSync(values.compare, "utf8")).figures;
  await page.addInitScript((figures) => {
    globalThis.earlierFigures = figures;
  }, earlier);
  page.on("console", (message) => console.log(message.text()));
  const { instruments, sessions, rounds } = values;
  const address = new URL(input, server.resolvedUrls.local[0]);
  address.search = String(new URLSearchParams({ instruments, sessions, rounds }));
  await page.goto(address.href);
  await page.waitForFunction(() => "benchResult" in globalThis, undefined, { timeout: 0 });
  const result = await page.evaluate(() => globalThis.benchResult);
  const memoryPeakBytes = await rendererPeak(browser);
  await browser.close();
  await server.close();
  await rm(outDir, { recursive: true, force: true });
  if ("error" in result) throw new Error(result.error);
  if (memoryPeakBytes !== null)
    console.log(`the most memory that the page and its worker had: ${(memoryPeakBytes / 1e6).toFixed(0)} MB`);
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify({ ...result, memoryPeakBytes }, null, 2));
}

/** Bytes of the largest renderer at its peak; null where the system doesn't tell. */
async function rendererPeak(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const peaks = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => peakOf(id));
  return peaks.includes(null) ? null : Math.max(...peaks);
}

/** VmHWM of Linux, in bytes; null on other systems. */
function peakOf(processId) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, "utf8"));
    return Number(kilobytes) * 1024;
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}
