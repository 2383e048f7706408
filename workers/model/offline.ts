/** What page and service worker say to each other. */

/**
 * - prepare: tidy up after an update and fetch what of the demo market is not on the device; answered by statuses
 * - take-over: the waiting version takes the place of the running one
 * - tell-requests: answered by one RequestLog
 */
export type OfflineRequest = "tidemark-prepare" | "tidemark-take-over" | "tidemark-tell-requests";

/** Sent to every page while the demo market arrives, file by file. */
export interface OfflineStatus {
  readonly type: "tidemark-offline-status";
  readonly bytesReady: number;
  readonly bytesTotal: number;
  /** The browser's or the server's reason when the fetching stopped; null while all is well. */
  readonly problem: string | null;
}

/** What the pages of this origin, and their workers, asked the network or the device for. */
export interface RequestLog {
  readonly type: "tidemark-request-log";
  /** Milliseconds since 1970: when the browser last started the service worker, which counts. */
  readonly since: number;
  readonly own: number;
  /** Hosts other than the app's own, each once. */
  readonly otherHosts: readonly string[];
}

/** Where the service worker and who loads Python keep its files. */
export const PYTHON_CACHE = "tidemark-python";
