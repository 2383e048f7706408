import { createBacktestClient } from "#src/run/backtest-client.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { startWorker } from "#src/run/start-worker.ts";

/** A client with a worker of its own, on the browser's clock; its first call starts the worker. */
export function createClient(start: () => Worker = startWorker): BacktestClient {
  return createBacktestClient({
    startWorker: start,
    now: () => performance.now(),
    every(ms, tick) {
      const timer = setInterval(tick, ms);
      return () => clearInterval(timer);
    },
  });
}
