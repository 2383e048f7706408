import { readFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { formatMoney } from "#src/format/money.ts";
import { LAUNCH, launchBrowser, leaveBrowser, openIn } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { ROUTES } from "#tests/support/routes.ts";
import { beginStrategy, goTo, runSample, waitForResult } from "#tests/support/screens.ts";
import { serveFolder } from "#tests/support/static-server.ts";
import type { StaticHost } from "#tests/support/static-server.ts";
import { SECURITY_HEADERS } from "#workers/offline/security-headers.ts";

const READY_MS = 60_000;
const READY = /Ready to work offline/;
const NEW_VERSION = "A new version is ready.";
/** Of the first sample: what the landing page shows, which tests/datasets/landing-figures.test.ts holds to the command line. */
const SAMPLE_END_VALUE = formatMoney(landingFigures().strategy.endValue, "INR", 0);

function landingFigures() {
  const text = readFileSync("src/pages/landing/demo-result.json", "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm run landing writes it so
  return JSON.parse(text) as { readonly strategy: { readonly endValue: number } };
}

let browser: Browser;
let folder: string;
let host: StaticHost;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-host-"));
  host = await serveFolder(inject("appFolder"));
});
afterEach(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

/** As a browser gives them. */
function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function untilReady(app: AppPage): Promise<void> {
  const { page } = app;
  await page.goto(app.url("/"));
  await page.getByRole("link", { name: "Privacy" }).click();
  await page.getByText(READY).first().waitFor({ timeout: READY_MS });
}

describe("the app on a plain static host", () => {
  it("works after a restart of the browser with the server switched off: every page, and a run", async () => {
    const profile = join(folder, "profile");
    const first = await chromium.launchPersistentContext(profile, LAUNCH);
    await untilReady(await openIn(first, host.url, "/"));
    await first.close();
    await host.stop();

    const context = await chromium.launchPersistentContext(profile, LAUNCH);
    const app = await openIn(context, host.url, "/strategy");
    for (const { at } of ROUTES) if (typeof at === "string") await goTo(app, at);
    await runSample(app);
    await app.page.getByText(SAMPLE_END_VALUE).first().waitFor();
    expect(app.troubles).toEqual([]);
    await context.close();
  });

  it("has the headers of the contract on every response, to which the browser keeps, and can be installed", async () => {
    const context = await browser.newContext();
    const app = await openIn(context, host.url, "/");
    await untilReady(app);
    const opened = await app.page.goto(app.url("/strategy?of=any"));
    expect(await opened?.allHeaders()).toMatchObject(lowerCase(SECURITY_HEADERS));
    expect(await opened?.text()).toContain("Create a strategy, go on with one"); // the page of that path, not the plain one
    const paths = await app.page.evaluate(() => [
      "/",
      ...performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    ]);
    const bare = await app.page.evaluate(responsesWithout, { paths, headers: SECURITY_HEADERS });
    expect(bare).toEqual([]);
    expect(paths.length).toBeGreaterThan(5);
    expect(await app.page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await app.page.evaluate(tryForbidden)).toEqual([
      "eval",
      "innerHTML",
      "policy of another name",
      "other origin",
    ]);
    expect(await app.page.evaluate(isWebAssemblyCompiled)).toBe(true);

    const session = await context.newCDPSession(app.page);
    const { errors, url } = await session.send("Page.getAppManifest");
    expect({ errors, url }).toEqual({ errors: [], url: app.url("/manifest.webmanifest") });
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual(
      [],
    );
    await context.close();
  });

  it("goes on with the demo market where a failing server stopped it", async () => {
    const broken = (await marketPaths()).slice(1);
    for (const path of broken) host.missing.add(path);
    const context = await browser.newContext();
    const app = await openIn(context, host.url, "/");
    await app.page.getByRole("link", { name: "Privacy" }).click();
    await app.page
      .getByText("The demo market is not complete on this device yet.")
      .waitFor({ timeout: READY_MS });
    host.missing.clear();
    await untilReady(app);
    const [kept = ""] = await marketPaths();
    expect(host.asked.filter((path) => path === kept)).toHaveLength(1);
    await context.close();
  });
});

describe("a new version of the app", () => {
  it("is offered, waits for unsaved changes and for a run, and comes by a click; another tab goes on with its old files", async () => {
    const context = await browser.newContext();
    const app = await openIn(context, host.url, "/");
    await untilReady(app);
    const other = await openIn(context, host.url, "/contact");
    await beginStrategy(app, "Kept");
    await app.page.getByRole("checkbox", { name: /^minimum price/i }).click();
    host.folder = await releaseWithout("pricing-page");
    await app.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await app.page.getByText(NEW_VERSION).waitFor({ timeout: READY_MS });
    const load = app.page.getByRole("button", { name: "Load the new version" });
    await app.page.getByText("It can be loaded when your changes are saved.").waitFor();
    expect(await load.isDisabled()).toBe(true);
    await app.page.keyboard.press("ControlOrMeta+s");
    await app.page.getByText("Strategy saved successfully!").waitFor();
    await expect.poll(() => load.isEnabled()).toBe(true);
    await goTo(app, "/strategy");
    await app.page.getByRole("button", { name: "Show the built-in strategies" }).click();
    await app.page.getByRole("button", { name: "Start Simulation" }).last().click();
    await app.page.getByText("It can be loaded when the simulation has ended.").waitFor();
    await waitForResult(app);
    await expect.poll(() => load.isEnabled()).toBe(true);
    expect(await releaseOf(app.page)).toBe("first");
    await load.click();
    await expect.poll(() => releaseOf(app.page)).toBe("second");
    expect(await other.page.getByText(NEW_VERSION).count()).toBe(1);
    await other.page.getByRole("link", { name: "Pricing" }).click();
    await other.page.getByRole("heading", { level: 1 }).getByText(/pric/i).waitFor();
    expect([...app.troubles, ...other.troubles]).toEqual([]);
    await context.close();
  });

  it("is what a page gets that asks for files of the old one, where nothing was kept", async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const app = await openIn(context, host.url, "/");
    const chunk = await fileOf("contact-page");
    host.missing.add(chunk);
    let loads = 0;
    app.page.on("load", () => {
      loads += 1;
      host.missing.delete(chunk);
    });
    await app.page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    await expect.poll(() => loads).toBe(1);
    await context.close();
  });
});

/** The paths of the demo market, in the order in which they are fetched. */
async function marketPaths(): Promise<readonly string[]> {
  const worker = await readFile(join(inject("appFolder"), "service-worker.js"), "utf8");
  return [...worker.matchAll(/\/assets\/(?!python-)[\w.-]+\.(csv|gz)\b/g)].map(([path]) => path);
}

/** The script of a page, by the beginning of its name. */
async function fileOf(name: string): Promise<string> {
  const worker = await readFile(join(inject("appFolder"), "service-worker.js"), "utf8");
  const found = new RegExp(String.raw`/assets/${name}-[\w-]+\.js`).exec(worker);
  if (!found) throw new Error(`${name} is not among the files that the service worker keeps`);
  return found[0];
}

/** A second release: other pages, and a page's script gone, as when its content and so its name changed. */
async function releaseWithout(name: string): Promise<string> {
  const release = join(folder, "release");
  await cp(inject("appFolder"), release, { recursive: true });
  const gone = await fileOf(name);
  await rm(join(release, gone));
  for (const file of ["index.html", "404.html"])
    await edit(join(release, file), (page) => page.replace("<html", '<html data-release="second"'));
  await edit(join(release, "service-worker.js"), (worker) =>
    worker
      .replaceAll(/(\/(?:index|404)\.html[`"'],revision:[`"'])\w+/g, "$1second")
      .replace(new RegExp(String.raw`\{url:.${gone}.,revision:null\},?`), ""),
  );
  return release;
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, "utf8");
  const changed = change(text);
  if (changed === text) throw new Error(`${file} has not what was to be changed`);
  await writeFile(file, changed);
}

function releaseOf(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.dataset["release"] ?? "first");
}

/** Runs in the page: the paths whose responses lack one of the headers. */
async function responsesWithout({
  paths,
  headers,
}: {
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}): Promise<readonly string[]> {
  const responses = await Promise.all(paths.map((path) => fetch(path)));
  return responses.flatMap((response, at) =>
    Object.entries(headers)
      .filter(([name, value]) => response.headers.get(name) !== value)
      .map(([name]) => `${paths[at]} ${name}: ${response.headers.get(name)}`),
  );
}

/** The engine's loops over bars are such a module. */
function isWebAssemblyCompiled(): boolean {
  const emptyModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  return new WebAssembly.Module(emptyModule) instanceof WebAssembly.Module;
}

/** Runs in the page: what the browser refuses of what no page of ours may do. */
async function tryForbidden(): Promise<readonly string[]> {
  const attempts: Readonly<Record<string, () => unknown>> = {
    // oxlint-disable-next-line no-eval -- what must not work
    eval: () => globalThis.eval("1"),
    innerHTML: () => {
      document.createElement("p").innerHTML = "<b>text</b>";
    },
    "policy of another name": () => {
      const factory: unknown = Reflect.get(globalThis, "trustedTypes");
      if (typeof factory !== "object" || factory === null) return;
      const create: unknown = Reflect.get(factory, "createPolicy");
      if (typeof create === "function") create.call(factory, "default", {});
    },
    "other origin": () => fetch("https://tidemark.example/"),
  };
  const refused: string[] = [];
  await new Promise((resolve) => {
    setTimeout(resolve); // within its own call the test's tool may do anything
  });
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
    } catch {
      refused.push(name);
    }
  }
  return refused;
}
