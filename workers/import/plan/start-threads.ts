/** The threads of this browser for an import: one core is left to the page, and one thread puts together what they read. */
// oxlint-disable-next-line import/default -- a URL, not code: the build makes the file it names
import rowsUrl from "#workers/rows.worker.ts?worker&url";
import { ownScript } from "#workers/model/own-script.ts";
import { openThreads } from "./open-threads.ts";
import type { OpenThreads } from "./open-threads.ts";

const script = ownScript("rows", rowsUrl);

/** @returns null where a second thread would take the only core from the first */
export function startThreads(): OpenThreads | null {
  const count = navigator.hardwareConcurrency - 1;
  if (!(count >= 2)) return null; // or not a number, where a browser keeps it to itself
  return openThreads(() => new Worker(script, { type: "module", name: "rows" }), count);
}
