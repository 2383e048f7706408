import { createBacktestClient } from "#src/run/backtest-client.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { startWorker } from "#src/run/start-worker.ts";

/** How much longer than in the app a worker may be silent: its first script comes file by file here, on a busy machine. */
const PATIENCE = 4;

/** A client with a worker of its own; its first call starts the worker. @param now - milliseconds, by which it gives a worker up */
export function createClient(
  start: () => Worker = startWorker,
  now: () => number = () => performance.now() / PATIENCE,
): BacktestClient {
  return createBacktestClient({
    startWorker: start,
    now,
    every(ms, tick) {
      const timer = setInterval(tick, ms);
      return () => clearInterval(timer);
    },
  });
}
