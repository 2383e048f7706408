/** The client of this page's real worker; the first call starts it. */
import { createBacktestClient } from "./backtest-client.ts";
import { startWorker } from "./start-worker.ts";

export const browserClient = createBacktestClient({
  startWorker,
  now: () => performance.now(),
  every(ms, tick) {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  },
});
