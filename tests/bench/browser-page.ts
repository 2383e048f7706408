/** The page of `npm run bench -- --browser`: its worker measures, its console has the lines, `benchResult` the figures. */
import { describeFigure, describeShape } from "./report.ts";
import type { EarlierFigures } from "./report.ts";
import type { BenchMessage } from "./bench-thread.ts";

declare global {
  var benchResult: unknown;
  /** Of a run before, to be compared with; set before the page's script runs. */
  var earlierFigures: EarlierFigures;
}

const asked = new URLSearchParams(location.search);
const numberOf = (name: string) => Number(asked.get(name));
const shape = {
  instruments: numberOf("instruments"),
  sessions: numberOf("sessions"),
  rounds: numberOf("rounds"),
};
const worker = new Worker(new URL("./bench-thread.ts", import.meta.url), { type: "module" });
let isFirst = true;
worker.addEventListener("message", ({ data }: MessageEvent<BenchMessage>) => {
  if (data.type === "result") {
    globalThis.benchResult = data.result;
    return;
  }
  if (isFirst) console.log(describeShape(shape, data.size));
  isFirst = false;
  console.log(describeFigure(data.figure, data.size, globalThis.earlierFigures));
});
worker.addEventListener("error", ({ message }) => {
  globalThis.benchResult = { error: message };
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
worker.postMessage(shape);
