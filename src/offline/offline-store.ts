/** What is known of working offline, for whoever shows it. Only service-worker.ts writes. */
import { create } from "zustand";

export interface OfflineStore {
  /** The app itself: "off" where the browser has no service workers, or refused ours. */
  readonly app: "off" | "unknown" | "saving" | "ready";
  /** The demo market; null until the service worker has said. */
  readonly market: MarketProgress | null;
  /** "waiting": installed beside the running version. "taken": another tab took it, this page is still the old one. */
  readonly update: "none" | "waiting" | "taken";
}

export interface MarketProgress {
  readonly bytesReady: number;
  readonly bytesTotal: number;
  readonly problem: string | null;
}

export const useOfflineStore = create<OfflineStore>()(() => ({
  app: "unknown",
  market: null,
  update: "none",
}));

/** Everything that a run of the demo market needs is on the device. */
export function isReadyOffline({ app, market }: Pick<OfflineStore, "app" | "market">): boolean {
  return app === "ready" && market !== null && market.bytesReady === market.bytesTotal;
}
