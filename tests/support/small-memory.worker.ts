/** The app's worker on a device that says it has as much memory, in GiB, as the worker's name. */
import "#workers/backtest.worker.ts";

Object.defineProperty(navigator, "deviceMemory", { value: Number(self.name) });
