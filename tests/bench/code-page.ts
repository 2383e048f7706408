/** The page of `npm run bench -- --code`: makes the rooms that its worker asks for, and notes its own long tasks. */
import { keepRooms } from "#src/run/code-room.ts";
import type { CodeBenchMessage, CodeBenchShape } from "./code-thread.ts";

const asked = new URLSearchParams(location.search);
const numberOf = (name: string) => Number(asked.get(name));
const shape: CodeBenchShape = {
  instruments: numberOf("instruments"),
  sessions: numberOf("sessions"),
  rounds: numberOf("rounds"),
};
let longestTask = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
}).observe({ entryTypes: ["longtask"] });
const worker = new Worker(new URL("./code-thread.ts", import.meta.url), { type: "module" });
keepRooms(worker);
worker.addEventListener("message", ({ data }: MessageEvent<CodeBenchMessage>) => {
  if (data.type === "line") console.log(data.text);
  if (data.type === "error") globalThis.benchResult = data;
  if (data.type !== "result") return;
  const tasks = longestTask === 0 ? "none over 50 ms" : `${longestTask.toFixed(0)} ms`;
  console.log(`longest task of the page meanwhile: ${tasks}`);
  globalThis.benchResult = { ...data.result, longestTask };
});
worker.addEventListener("error", ({ message }) => {
  globalThis.benchResult = { error: message };
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
worker.postMessage(shape);
