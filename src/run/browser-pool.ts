/** A pool of this browser's workers: one core is left to the page. */
import { createBacktestClient } from "./backtest-client.ts";
import { startWorker } from "./start-worker.ts";
import { createVariantPool } from "./variant-pool.ts";
import type { VariantPool } from "./variant-pool.ts";

const now = () => performance.now();

export function createBrowserPool(): VariantPool {
  return createVariantPool({
    makeClient: () => createBacktestClient({ startWorker, now, every }),
    workers: Math.max(1, navigator.hardwareConcurrency - 1),
    now,
  });
}

function every(ms: number, tick: () => void): () => void {
  const timer = setInterval(tick, ms);
  return () => clearInterval(timer);
}
