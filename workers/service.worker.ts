/**
 * The service worker: keeps the app and the demo market on the device and answers every request of the app with what
 * it keeps, with the security headers added. The build puts in the two lists of files.
 *
 * A new version installs itself beside the running one, in the same cache (names carry hashes), and waits until a
 * person takes it or all pages are closed. What only older versions need goes when a single page is left.
 */
import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import type { PrecacheEntry } from "workbox-precaching";
import { NavigationRoute, Route, Router } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { ROOM_PAGE, roomHeaders } from "./code/room-page.ts";
import { ROOM_PATH } from "./model/code-room.ts";
import { PYTHON_CACHE } from "./model/offline.ts";
import { SECURITY_HEADERS } from "./offline/security-headers.ts";
import type { OfflineRequest, OfflineStatus, RequestLog } from "./model/offline.ts";

declare const self: ServiceWorkerGlobalScope;
/** The app without its prices; put in by the build. */
declare const SHELL_FILES: PrecacheEntry[];
/** The demo market: paths with hashes in them; put in by the build. */
declare const MARKET_FILES: readonly { readonly path: string; readonly bytes: number }[];
/** Paths whose page has its first words in it, without "/"; put in by the build. */
declare const PICTURED_PATHS: readonly string[];
/** Python's own: paths with hashes in them; put in by the build. */
declare const PYTHON_FILES: readonly string[];

const pythonFiles = new Set(PYTHON_FILES);
const marketFiles = MARKET_FILES; // once: the build writes the list out wherever its name stands
const SHELL_CACHE = "tidemark-shell";
const MARKET_CACHE = "tidemark-market";
const ASSETS = "/assets/";

const secured = { handlerWillRespond: ({ response }: { response: Response }) => withHeaders(response) };
const shell = new PrecacheController({ cacheName: SHELL_CACHE, plugins: [secured] });
shell.addToCacheList(SHELL_FILES);
const market = new CacheFirst({ cacheName: MARKET_CACHE, plugins: [secured] });
/** Kept when a person's Python first runs, not before. */
const python = new CacheFirst({ cacheName: PYTHON_CACHE, plugins: [secured] });
const olderVersions = new CacheFirst({ cacheName: SHELL_CACHE, plugins: [secured] });

const since = Date.now();
const otherHosts = new Set<string>();
let ownRequests = 0;
let fetching: Promise<void> | null = null;

self.addEventListener("fetch", ({ request }) => {
  const { origin, host, protocol } = new URL(request.url);
  if (origin === self.location.origin) ownRequests++;
  else if (protocol.startsWith("http")) otherHosts.add(host);
});

const router = new Router();
router.registerRoute(new Route(({ url }) => isRoom(url), { handle: respondWithRoom }));
router.registerRoute(new PrecacheRoute(shell));
/** A page that has the first words of its path in it; the plain one is for every other path. */
for (const path of PICTURED_PATHS) {
  const page = shell.createHandlerBoundToURL(`${path}/index.html`);
  router.registerRoute(new NavigationRoute(page, { allowlist: [new RegExp(`^${path}/?(\\?|$)`, "u")] }));
}
router.registerRoute(
  new NavigationRoute(shell.createHandlerBoundToURL("/404.html"), {
    denylist: [/^\/(assets|icons)\//, /^\/service-worker\.js/],
  }),
);
router.registerRoute(new Route(({ url }) => isMarket(url), market));
router.registerRoute(new Route(({ url }) => isPython(url), python));
router.registerRoute(new Route(({ url }) => isOwnAsset(url), olderVersions));
router.addFetchListener();

self.addEventListener("install", (event) => void shell.install(event));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only pages of this origin can send messages here
  const request = event.data as OfflineRequest;
  switch (request) {
    case "tidemark-prepare":
      return event.waitUntil(prepare(event));
    case "tidemark-take-over":
      return event.waitUntil(self.skipWaiting());
    case "tidemark-tell-requests":
      event.source?.postMessage(requestLog());
  }
});

async function prepare(event: ExtendableEvent): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length < 2) await tidy(event);
  fetching ??= fetchMarket(event).finally(() => {
    fetching = null;
  });
  await fetching;
}

/** Deletes what is of no version that runs or waits to. */
async function tidy(event: ExtendableEvent): Promise<void> {
  if (self.registration.installing || self.registration.waiting) return;
  await shell.activate(event);
  await deleteOthers(MARKET_CACHE, isMarket);
  await deleteOthers(PYTHON_CACHE, isPython);
}

async function deleteOthers(name: string, isOurs: (url: URL) => boolean): Promise<void> {
  const cache = await caches.open(name);
  const old = (await cache.keys()).filter(({ url }) => !isOurs(new URL(url)));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** One file after the other, so that a person's own requests come through. */
async function fetchMarket(event: ExtendableEvent): Promise<void> {
  const kept = await keptMarketPaths();
  const missing = marketFiles.filter(({ path }) => !kept.has(path));
  const bytesTotal = sizeOf(marketFiles);
  let bytesReady = bytesTotal - sizeOf(missing);
  await tell({ bytesReady, bytesTotal, problem: null });
  for (const { path, bytes } of missing) {
    try {
      const [response, stored] = market.handleAll({ event, request: new Request(path) });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const [{ ok, status }] = await Promise.all([response, stored]);
      if (!ok) throw new Error(`${path}: status ${status}`);
    } catch (error) {
      return tell({ bytesReady, bytesTotal, problem: messageOf(error) });
    }
    bytesReady += bytes;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await tell({ bytesReady, bytesTotal, problem: null });
  }
}

async function keptMarketPaths(): Promise<ReadonlySet<string>> {
  const prices = await caches.open(MARKET_CACHE);
  return new Set((await prices.keys()).map(({ url }) => new URL(url).pathname));
}

function sizeOf(files: typeof marketFiles): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function tell(status: Omit<OfflineStatus, "type">): Promise<void> {
  const message: OfflineStatus = { type: "tidemark-offline-status", ...status };
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of our own origin, not a window
  for (const page of pages) page.postMessage(message);
}

function requestLog(): RequestLog {
  return { type: "tidemark-request-log", since, own: ownRequests, otherHosts: [...otherHosts] };
}

function isMarket(url: URL): boolean {
  return url.origin === self.location.origin && marketFiles.some(({ path }) => path === url.pathname);
}

function isPython(url: URL): boolean {
  return url.origin === self.location.origin && pythonFiles.has(url.pathname);
}

function isRoom(url: URL): boolean {
  return url.origin === self.location.origin && url.pathname === ROOM_PATH;
}

/** The one answer that has not the app's headers, but a policy that lets it do less. */
async function respondWithRoom(): Promise<Response> {
  return new Response(ROOM_PAGE, { headers: await roomHeaders() });
}

function isOwnAsset(url: URL): boolean {
  return url.origin === self.location.origin && url.pathname.startsWith(ASSETS);
}

async function withHeaders(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
