/** Rooms for a person's code in a real browser, on the built app under its own headers; hostile-code.test.ts has what a text may try. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { z } from "zod";
import { LAUNCH, openIn } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { BARE_SCRIPT } from "#tests/support/hostile-code.ts";
import { buildRoomDesk } from "#tests/support/build-room-desk.ts";
import type { RoomOutcome } from "#tests/support/room-desk.worker.ts";
import { serveFolder } from "#tests/support/static-server.ts";
import type { StaticHost } from "#tests/support/static-server.ts";

const PLAIN = "const compute = (bars) => bars.close";
const BARS = 10;
/** What an endless text has until it is ended: a cancel does not wait for that. */
const TOO_LONG_MS = 2000;
/** By the app itself: prices for later, and whether there is a new version. */
const ASKED_ANYWAY = /\.(csv|gz)$|^\/service-worker\.js$/;
/** What the page asks the server for, to tell it something. */
const TOLD = "/assets/told-";
/** So that a text that takes all the memory it can get reaches an end within the two seconds it has. */
const SMALL_HEAP = "--js-flags=--max-old-space-size=128";

let browser: Browser;
let folder: string;
let host: StaticHost;
let app: AppPage;
let bystander: Server;
/** Connections to a server that no text may reach. */
let heard = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-room-"));
  await cp(inject("appFolder"), folder, { recursive: true });
  await buildRoomDesk(folder);
  host = await serveFolder(folder);
  bystander = createServer((_request, response) => response.end()).listen(0, "localhost");
  bystander.on("connection", () => (heard += 1));
  browser = await chromium.launch({ ...LAUNCH, args: [...(LAUNCH.args ?? []), SMALL_HEAP] });
  const context = await browser.newContext();
  app = await openIn(context, host.url, "/privacy");
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await app.page.reload(); // now with the headers that the service worker adds
  await openDesk();
});
afterAll(async () => {
  await browser.close();
  await host.stop();
  bystander.close();
  await rm(folder, { recursive: true, force: true });
});

async function openDesk(): Promise<void> {
  await app.page.evaluate('import("/assets/room-desk.js")'); // as text: Vitest would make its own import of it
}

function bystanderUrl(): string {
  return `http://localhost:${z.object({ port: z.number() }).parse(bystander.address()).port}`;
}

interface Market {
  readonly instruments?: number;
  readonly bars?: number;
}

/** Runs sources beside each other, each in a room of its own. */
function run(sources: readonly string[], market: Market = {}): Promise<RoomOutcome[]> {
  const texts = sources.map((text) => text.replaceAll("HOST", bystanderUrl()));
  return app.page.evaluate(runInPage, { texts, instruments: 1, bars: BARS, ...market });
}

function runInPage({ texts, ...market }: Required<Market> & { readonly texts: readonly string[] }) {
  return Promise.all(texts.map((source) => globalThis.roomDesk.run({ source, ...market })));
}

it("computes 500 instruments in their order", async () => {
  const [outcome] = await run([PLAIN], { instruments: 500, bars: 6500 });
  expect(outcome?.fault).toBeNull();
  expect(outcome?.numbers).toEqual(Array.from({ length: 500 }, () => [6500, 6500]));
});

it("lets nothing out even of a room without a harness", async () => {
  const asked = host.asked.length;
  const script = BARE_SCRIPT.replaceAll("HOST", bystanderUrl()).replaceAll("APP", host.url);
  const said = await app.page.evaluate(async (text) => {
    let isHeard = false;
    new BroadcastChannel("tidemark").addEventListener("message", () => (isHeard = true));
    const outcome = await globalThis.roomDesk.runBare(text);
    return { ...Object(outcome), isHeard };
  }, script);
  const { origin, isHeard, ...attempts } = said;
  expect({ origin, isHeard }).toEqual({ origin: "null", isHeard: false });
  expect(Object.keys(attempts)).toHaveLength(16);
  expect(Object.entries(attempts).filter(([, outcome]) => outcome !== "refused")).toEqual([]);
  expect(heard).toBe(0);
  expect(host.asked.slice(asked).filter((path) => !ASKED_ANYWAY.test(path))).toEqual([]);
});

it("tells of a room that died of its memory, and the page lives on", async () => {
  // A context of its own: rooms of one context may share a process, with which that of the page of the other tests would die.
  const other = await openIn(await browser.newContext(), host.url, "/about");
  await other.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await other.page.reload(); // now with the headers that the service worker adds
  await other.page.evaluate('import("/assets/room-desk.js")');
  // The page tells the server: Playwright takes the end of a frame's process for the end of the page, and asks no more.
  await other.page.evaluate((path) => {
    const source = "const all = []\nfunction compute() { for (;;) all.push(new Array(1e5).fill(1.5)) }";
    const outcome = globalThis.roomDesk.run({ source, instruments: 1, bars: 10 });
    void outcome.then(({ fault }) =>
      fetch(`${path}${fault?.code}-${document.querySelectorAll("iframe").length}`),
    );
  }, TOLD);
  const told = () => host.asked.filter((path) => path.startsWith(TOLD));
  await expect.poll(told, { timeout: 20_000 }).toEqual([`${TOLD}code-too-big-0`]);
});

it("is gone at once when a run is cancelled", async () => {
  const ms = await app.page.evaluate(async () => {
    const { roomDesk } = globalThis;
    void roomDesk.run({ source: "function compute() { for (;;); }", instruments: 1, bars: 10 });
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    const begun = performance.now();
    roomDesk.cancel();
    return performance.now() - begun;
  });
  expect(ms).toBeLessThan(TOO_LONG_MS);
  expect(await app.page.locator("iframe").count()).toBe(0);
});

it("runs nothing where no service worker shuts it off", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const { page } = await openIn(context, host.url, "/about");
  await page.evaluate('import("/assets/room-desk.js")');
  const [outcome] = await page.evaluate(runInPage, { texts: [PLAIN], instruments: 1, bars: BARS });
  expect(outcome?.fault?.code).toBe("code-unavailable");
  await context.close();
});

it("works with the server switched off", async () => {
  await host.stop();
  const [outcome] = await run([PLAIN]);
  expect(outcome).toMatchObject({ fault: null, numbers: [[BARS, BARS]] });
});
