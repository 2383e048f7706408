/**
 * Builds the app, serves it and takes a picture of every screen, in light and dark and at three widths.
 *
 * Usage: npm run shots [folder [screen...]]; without them, all into node_modules/.cache/shots. Prints every picture's path.
 * The picture of the README: npm run shots -- .github result.jpg
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright";
import { build, preview } from "vite";
import { findBrowser } from "../support/browser.mjs";

const ROOT = join(import.meta.dirname, "../..");
const OUT_DIR = join(ROOT, "node_modules/.cache/shots-dist");
const SCHEMES = ["light", "dark"];
const WIDTHS = [1440, 768, 360];
const HEIGHT = 900;
const RUN_MS = 30_000;
/** Some three hundred runs, as every result is checked. */
const CHECKS_MS = 180_000;
const README_PICTURE = "result.jpg";
const STEPS = ["scanner", "buy", "sell", "simulation"];

let gridsStarted = 0;
const wanted = process.argv.slice(3);
const folder = resolve(process.argv[2] ?? join(ROOT, "node_modules/.cache/shots"));
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
try {
  const context = await browser.newContext({
    viewport: { width: 1440, height: HEIGHT },
    permissions: ["clipboard-read", "clipboard-write"],
    serviceWorkers: "block", // it would answer with the prices that the picture of a running simulation holds back
  });
  const page = await context.newPage();
  const at = new URL(server.resolvedUrls?.local[0] ?? "");
  const screens = await listScreens(page, at);
  for (const screen of screens)
    if (wanted.length === 0 || wanted.includes(screen.name)) await shoot(page, screen);
  if (wanted.includes(README_PICTURE)) await shootForReadme(page, screens);
} finally {
  await browser.close();
  await server.close();
}

async function serve() {
  const shared = { root: ROOT, logLevel: /** @type {const} */ ("error"), build: { outDir: OUT_DIR } };
  await build({ ...shared, build: { outDir: OUT_DIR, emptyOutDir: true } });
  return preview({ ...shared, preview: { port: 4400 } });
}

function launch() {
  const executablePath = findBrowser();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
}

/** Creates a strategy and runs a sample on the way, so that there is something to see. */
async function listScreens(page, at) {
  const open = (path) => () => page.goto(new URL(path, at).href);
  await open("/strategy")();
  await page.getByPlaceholder("Enter strategy name").fill("High water");
  await page.getByRole("button", { name: "BEGIN" }).click();
  await page.waitForURL(/simulation-steps\?.*id=/);
  const builder = new URL(page.url());
  const results = [];
  for (let run = 0; run < 2; run++) {
    await open(`/simulation-steps?id=builtin-${run + 1}&step=simulation`)();
    await page.getByRole("button", { name: "Start Simulation" }).last().click();
    await page.waitForURL(/simulation-result\?.*run=/);
    await waitForResult(page);
    results.push(new URL(page.url()));
  }
  const [result] = results;
  const runs = results.map(({ searchParams }) => searchParams.get("run"));
  await page.goto(result.href);
  const report = await saveFrom(page, /Report to show/);
  const capsule = await saveFrom(page, /Run capsule/);
  const link = await copyLink(page);
  const step = (name) => () => {
    builder.searchParams.set("step", name);
    return page.goto(builder.href);
  };
  return [
    { name: "landing", open: open("/") },
    { name: "landing-menu-open", open: open("/"), act: openMenu, widths: [360] },
    { name: "strategies", open: open("/strategy") },
    { name: "gallery", open: open("/strategy?templates=all"), act: waitForGallery },
    { name: "strategies-cards-open", open: open("/strategy"), act: openCards },
    ...STEPS.map((name, place) => ({ name: `builder-${place + 1}-${name}`, open: step(name) })),
    { name: "builder-no-strategy", open: open("/simulation-steps") },
    { name: "result", open: () => page.goto(result.href), act: waitForSections },
    { name: "result-position", open: () => page.goto(result.href), act: openPosition },
    { name: "result-why", open: () => page.goto(result.href), act: askWhy },
    { name: "report", open: () => page.goto(pathToFileURL(report).href) },
    { name: "result-no-run", open: open("/simulation-result") },
    { name: "runs", open: open("/runs"), act: chooseRuns },
    { name: "compare", open: open(`/compare?runs=${runs.join(",")}`), act: waitForChart },
    { name: "compare-no-run", open: open("/compare") },
    { name: "optimise", open: open("/optimise?strategy=builtin-1") },
    {
      name: "optimise-running",
      open: open("/optimise?strategy=builtin-1"),
      act: startGrid,
      after: cancelGrid,
    },
    { name: "optimise-done", open: open("/optimise?strategy=builtin-2"), act: walkForward },
    { name: "capsule", open: open("/capsule"), act: () => checkCapsule(page, capsule) },
    { name: "strategy-link", open: () => openLink(page, link), act: waitForDialog },
    { name: "data", open: open("/data") },
    { name: "data-instrument", open: open("/data?dataset=demo&instrument=AMBATAL"), act: waitForChart },
    { name: "known-files", open: open("/known-files") },
    { name: "settings", open: open("/settings") },
    { name: "pricing", open: open("/price") },
    { name: "questions", open: open("/questions") },
    { name: "questions-all-open", open: open("/questions"), act: openQuestions },
    { name: "functions", open: open("/functions") },
    { name: "api", open: open("/api") },
    { name: "privacy", open: open("/privacy") },
    { name: "deployments", open: open("/deployments") },
    { name: "verify", open: open("/verify") },
    { name: "look-ahead", open: open(`/look-ahead?${result.searchParams.toString()}`) },
    { name: "contact", open: open("/contact") },
    { name: "about", open: open("/about") },
    { name: "not-found", open: open("/nowhere") },
    {
      name: "running",
      open: open("/simulation-steps?id=builtin-1&step=simulation"),
      act: startHeldBack,
      after: cancelRun,
    },
  ];
}

async function shoot(page, { name, open, act, after, widths = WIDTHS }) {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      await open();
      await page.locator("h1").first().waitFor();
      await act?.(page);
      await page
        .getByText(/^(Counting…|Reading the prices…|Loading…)$/)
        .first()
        .waitFor({ state: "detached", timeout: RUN_MS });
      await page.evaluate(() => window.scrollTo(0, 0)); // what sticks to the screen sticks at the top
      await page.waitForTimeout(350); // fonts, charts and late lists
      const path = join(folder, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
      console.log(path);
      await after?.(page);
    }
  }
}

/** The first screen of a result whose checks are done; JPEG is a third smaller here. */
async function shootForReadme(page, screens) {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1200, height: 800 });
  await screens.find(({ name }) => name === "result").open();
  await page.getByText("All checks are done.").waitFor({ timeout: CHECKS_MS });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(350); // the chart
  const path = join(folder, README_PICTURE);
  await page.screenshot({ path, type: "jpeg", quality: 70, animations: "disabled" });
  console.log(path);
}

async function openMenu(page) {
  await page.getByRole("button", { name: "More" }).click();
}

/** Its cards have figures of their own, which come one after the other. */
async function waitForGallery(page) {
  const left = page.getByText(/ of 40 worked out\./);
  await left.or(page.getByText("The average share: ")).first().waitFor();
  await left.waitFor({ state: "detached", timeout: CHECKS_MS });
}

async function openCards(page) {
  await page.getByRole("button", { name: "Show the built-in strategies" }).click();
  const closed = page.locator("main article button[aria-expanded=false]");
  await closed.first().waitFor();
  for (let left = 5; left > 0 && (await closed.count()) > 0; left--) await closed.first().click();
}

async function openQuestions(page) {
  const closed = page.locator("main details:not([open]) > summary:visible");
  for (let left = 60; left > 0 && (await closed.count()) > 0; left--) await closed.first().click();
}

async function waitForResult(page) {
  await page
    .getByText(/account growth curve/i)
    .first()
    .waitFor({ timeout: RUN_MS });
}

/** Those below the fold come one after the other. */
async function waitForSections(page) {
  await waitForResult(page);
  await page.getByRole("heading", { name: "Passed-over signals over time" }).waitFor({ timeout: 2 * RUN_MS });
  await page.waitForTimeout(2000); // each chart has its turn
}

async function chooseRuns(page) {
  for (const box of await page.getByRole("checkbox").all()) await box.check();
}

async function saveFrom(page, item) {
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: item }).click();
  const saved = await download;
  const path = join(OUT_DIR, saved.suggestedFilename());
  await saved.saveAs(path);
  return path;
}

async function copyLink(page) {
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /Link to the strategy/ }).click();
  await page.getByText("The link was copied").waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function askWhy(page) {
  await waitForSections(page);
  await page.getByText(/^Show all: .*why \/ why not/).click();
  const panel = page.getByRole("region", { name: "Why / why not" });
  const first = page.getByRole("table", { name: "All Positions" }).getByRole("link").first();
  await panel.getByLabel("Instrument").fill(await first.innerText());
  await panel.getByLabel("Day").fill("2005-03-15");
  await panel.getByRole("button", { name: "Explain" }).click();
  await panel.getByRole("table").first().waitFor({ timeout: RUN_MS });
}

async function fillRanges(page, first, second) {
  for (const [legend, range] of Object.entries({ "First parameter": first, "Second parameter": second })) {
    const group = page.getByRole("group", { name: legend });
    for (const [label, value] of Object.entries(range)) await group.getByLabel(label).fill(value);
  }
}

/** Another one each time: what was found of the one before is known. */
async function startGrid(page) {
  gridsStarted += 1;
  const first = { From: String(gridsStarted), To: String(gridsStarted + 39), "In steps of": "1" };
  await fillRanges(page, first, { From: "0", To: "24", "In steps of": "1" });
  await page.getByText(/^1,000 variants: /).waitFor();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByText(/^[1-9][\d,]* of [\d,]+ variants done/).waitFor({ timeout: RUN_MS });
}

async function cancelGrid(page) {
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByText("Cancelled. Results so far are kept").waitFor();
}

/** The first time it runs, later it is known. */
async function walkForward(page) {
  await page.getByRole("group", { name: "First parameter" }).waitFor();
  const first = { From: "2", To: "20", "In steps of": "2" };
  await fillRanges(page, first, { From: "0", To: "40", "In steps of": "5" });
  await page.getByText(/^90 variants/).waitFor();
  const start = page.getByRole("button", { name: "Start", exact: true });
  if (await start.isEnabled()) await start.click();
  await page.getByText("90 variants, all of them run").waitFor({ timeout: RUN_MS });
  const windows = page.getByRole("table", { name: "Windows of the walk-forward" });
  await page.waitForTimeout(500);
  if ((await windows.count()) === 0)
    await page.getByRole("button", { name: "Start the walk-forward" }).click();
  await windows.waitFor({ timeout: 2 * RUN_MS });
  await page.locator("[data-cell='12']").click();
}

async function checkCapsule(page, file) {
  await page.getByLabel("Capsule file").setInputFiles(file);
  await page.getByRole("button", { name: "Run and compare" }).click();
  await page.getByText(/^Identical: /).waitFor({ timeout: RUN_MS });
}

/** Only another page's way to it opens the preview. */
async function openLink(page, link) {
  await page.goto("about:blank");
  await page.goto(link);
}

async function waitForDialog(page) {
  await page.getByRole("dialog").waitFor();
}

async function openPosition(page) {
  await page.getByRole("table", { name: "All Positions" }).getByRole("link").nth(3).click();
  const close = page.getByRole("button", { name: "Close the chart" });
  await page.locator("section", { has: close }).last().locator("canvas").first().waitFor({ timeout: RUN_MS });
}

async function waitForChart(page) {
  await page.locator("main canvas").first().waitFor({ timeout: RUN_MS });
}

/** Prices that never come keep a run in its reading stage. */
async function startHeldBack(page) {
  await page.route(/\.gz$/, () => undefined);
  await page.getByRole("button", { name: "Start Simulation" }).last().click();
  await page.getByRole("progressbar").waitFor();
}

/** A run that a reload cut off would say so on the next picture. */
async function cancelRun(page) {
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page
    .getByText(/cancelled/i)
    .first()
    .waitFor();
  await page.unroute(/\.gz$/);
}
