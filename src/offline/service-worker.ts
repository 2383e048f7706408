/** Registers the service worker, follows what it says, and puts a new version in the old one's place on request. */
import { isReadyOffline, useOfflineStore } from "./offline-store.ts";
import { ownScript } from "#workers/model/own-script.ts";
import type { OfflineRequest, OfflineStatus, RequestLog } from "#workers/model/offline.ts";

const PATH = "/service-worker.js";
const LOOK_FOR_UPDATE_MS = 3_600_000; // a booth's page stays open for days

/**
 * Call once a page. The shell is saved first, then the demo market, in the background.
 *
 * @param onReady - called when the last of it arrived during this visit
 */
export async function startOffline(onReady: () => void): Promise<void> {
  const { serviceWorker } = navigator;
  if (!("serviceWorker" in navigator)) return set({ app: "off" }); // an insecure page
  serviceWorker.addEventListener("message", ({ data }) => takeMessage(data, onReady));
  followTakeOver(serviceWorker);
  try {
    await serviceWorker.register(ownScript("service-worker", PATH), {
      updateViaCache: "none",
    });
  } catch (error) {
    console.warn(`The app can't be kept for use without a network: ${String(error)}`);
    return set({ app: "off" });
  }
  const registration = await serviceWorker.getRegistration();
  if (!registration) return set({ app: "off" }); // a browser that takes it and drops it, as some private windows do
  set({ app: registration.active ? "ready" : "saving" });
  followUpdates(registration);
  await serviceWorker.ready;
  set({ app: "ready" });
  prepare(registration);
  globalThis.addEventListener("online", () => prepare(registration));
  setInterval(() => void registration.update().catch(() => undefined), LOOK_FOR_UPDATE_MS); // no network: next time
}

/** Puts the waiting version in place and opens the page anew; where another tab did so before, only the latter. */
export async function takeUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  send(registration.waiting, "tidemark-take-over");
}

/** What the service worker counted; null where there is none. */
export async function askRequestLog(): Promise<RequestLog | null> {
  const { serviceWorker } = navigator;
  const controller = "serviceWorker" in navigator ? serviceWorker.controller : null;
  if (!controller) return null;
  return new Promise((resolve) => {
    const take = ({ data }: MessageEvent) => {
      if (!isMessage(data) || data.type !== "tidemark-request-log") return;
      serviceWorker.removeEventListener("message", take);
      resolve(data);
    };
    serviceWorker.addEventListener("message", take);
    send(controller, "tidemark-tell-requests");
  });
}

function followTakeOver(serviceWorker: ServiceWorkerContainer): void {
  let hasOne = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (hasOne) set({ update: "taken" }); // else it is the first one, and of the same version as this page
    hasOne = true;
  });
}

function followUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) set({ update: "waiting" });
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    const isUpdate = registration.active !== null;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && isUpdate) set({ update: "waiting" });
    });
  });
}

function prepare({ active }: ServiceWorkerRegistration): void {
  if (active) send(active, "tidemark-prepare");
}

function takeMessage(data: unknown, onReady: () => void): void {
  if (!isMessage(data) || data.type !== "tidemark-offline-status") return;
  const { bytesReady, bytesTotal, problem } = data;
  const before = useOfflineStore.getState();
  const after = { app: before.app, market: { bytesReady, bytesTotal, problem } };
  if (isMidway(before.market) && isReadyOffline(after)) onReady();
  set({ market: after.market });
}

/** Something was still to come: a later visit that finds all in place says nothing. */
function isMidway(market: { bytesReady: number; bytesTotal: number } | null): boolean {
  return market !== null && market.bytesReady < market.bytesTotal;
}

function isMessage(data: unknown): data is OfflineStatus | RequestLog {
  return typeof data === "object" && data !== null && "type" in data;
}

function send(worker: ServiceWorker, request: OfflineRequest): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of our own, not a window
  worker.postMessage(request);
}

function set(state: Partial<ReturnType<typeof useOfflineStore.getState>>): void {
  useOfflineStore.setState(state);
}
