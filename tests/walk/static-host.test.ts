/** A host that knows only files, and a browser that was never there: no service worker helps with an address yet. */
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { launchBrowser, leaveBrowser, openIn } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { ROUTES } from "#tests/support/routes.ts";
import { serveFolder } from "#tests/support/static-server.ts";
import type { StaticHost } from "#tests/support/static-server.ts";
import { strategyLink } from "#src/share/strategy-link.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const UNKNOWN = "/nowhere";
const ADDRESSES = ROUTES.flatMap(({ at }) => (typeof at === "string" && at !== UNKNOWN ? [at] : []));
const OF_OTHERS = ["/simulation-steps?id=x&step=buy", "/simulation-result?id=x&run=y", "/compare?runs=x,y"];

let browser: Browser;
let host: StaticHost;
let app: AppPage;
beforeAll(async () => {
  browser = await launchBrowser();
  host = await serveFolder(inject("appFolder"));
  app = await openIn(await browser.newContext({ serviceWorkers: "block" }), host.url);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await host.stop();
});

it.each([...ADDRESSES, ...OF_OTHERS])("opens %s", async (path) => {
  const { page, troubles } = app;
  const answer = await page.goto(app.url(path));
  expect(answer?.status()).toBe(200);
  const title = page.locator("h1:not(:empty)").first();
  await title.waitFor();
  expect(await title.textContent()).not.toBe("Page not found");
  expect(page.url()).toBe(app.url(path)); // so that a reload asks for the same
  expect(troubles).toEqual([]);
});

it.each([
  ["/", "See what your rules would have done"],
  ["/strategy", "Create a strategy, go on with one"],
  ["/simulation-steps?id=x", "Four steps: what may be held"],
])("shows the first words of %s before its script", async (path, words) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${host.url}${path}`);
  expect(await page.getByText(words).isVisible()).toBe(true);
  await context.close();
});

it("opens the strategy of a link", async () => {
  const { page } = app;
  const link = await strategyLink(`${host.url}/`, { ...defaultStrategy, name: "Sent" });
  await page.goto(link);
  await page.getByRole("dialog", { name: 'Import "Sent"?' }).waitFor();
  expect(page.url()).toBe(`${host.url}/strategy`);
  await page.goto(host.url);
  await page.evaluate((address) => location.assign(address), link); // over the first page, without a load
  await page.getByRole("dialog", { name: 'Import "Sent"?' }).waitFor();
  expect(page.url()).toBe(`${host.url}/strategy`);
});

it("has a page for hosts that show one at an unknown address", async () => {
  const { page, troubles } = app;
  await page.goto(app.url("/404.html"));
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(troubles).toEqual([]);
});

const cantStart = (page: Page) =>
  page.getByText("Tidemark can't start here: the host doesn't send its files.");

it("says nothing of a host that has the app at its root", async () => {
  const { page } = app;
  await page.goto(app.url("/"));
  expect(await cantStart(page).isVisible()).toBe(false);
});

it("says what is wrong where the app lies in a folder of the host", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sub-path-"));
  await symlink(inject("appFolder"), join(folder, "tidemark"));
  const below = await serveFolder(folder);
  const page = await app.context.newPage();
  await page.goto(`${below.url}/tidemark/`);
  expect(await cantStart(page).isVisible()).toBe(true);
  await page.goto(`${below.url}/tidemark/runs/`);
  expect(await cantStart(page).isVisible()).toBe(true);
  await page.close();
  await below.stop();
  await rm(folder, { recursive: true });
});

it("says what is wrong where a host answers everything with the page", async () => {
  const first = await readFile(join(inject("appFolder"), "index.html"));
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(first);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "localhost", resolve);
  });
  const address = server.address();
  const page = await app.context.newPage();
  await page.goto(`http://localhost:${typeof address === "object" ? address?.port : 0}/strategy`);
  expect(await cantStart(page).isVisible()).toBe(true);
  await page.close();
  server.close();
  server.closeAllConnections();
});
