/** Makes the worker thread of runs and imports; the only line of the page that names its file. */
// oxlint-disable-next-line no-restricted-imports, import/default -- a URL, not code: the build makes the file it names
import workerUrl from "#workers/backtest.worker.ts?worker&url";
import { workerStarter } from "#src/own-script.ts";

export const startWorker = workerStarter("backtest", workerUrl);
