/** Clients of this browser's workers; each has a worker of its own, which its first call starts. */
import { createBacktestClient } from "./backtest-client.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { startWorker } from "./start-worker.ts";

/** End it when its work is over. */
export function createBrowserClient(): BacktestClient {
  return createBacktestClient({ startWorker, now: () => performance.now(), every });
}

function every(ms: number, tick: () => void): () => void {
  const timer = setInterval(tick, ms);
  return () => clearInterval(timer);
}

/** The one whose worker this page keeps warm. */
export const browserClient = createBrowserClient();
