/** When a question is asked: at once, one at a time, and of those that came meanwhile only the last. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPreviewQueue } from "#src/pages/builder/preview-queue.ts";
import { err } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const IDLE_MS = 2000;
const COUNT_MS = 50;
const ANSWER = err({ code: "worker-lost" as const, message: "x" });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Of a page that has been idle; each count takes 50 ms. */
async function openQueue() {
  const asked: string[] = [];
  const answered: string[] = [];
  const queue = createPreviewQueue({
    count: ({ datasetId }) => {
      asked.push(datasetId);
      return new Promise((resolve) => {
        setTimeout(() => resolve(ANSWER), COUNT_MS);
      });
    },
    onAnswer: (key) => answered.push(key),
  });
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  return {
    asked,
    answered,
    stop: queue.stop,
    ask: (key: string) => queue.ask({ key, outcome: { strategy: defaultStrategy, datasetId: key } }),
  };
}

it("waits for nothing", async () => {
  const { ask, asked, answered } = await openQueue();
  ask("1");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["1"]);
  await vi.advanceTimersByTimeAsync(COUNT_MS);
  expect(answered).toEqual(["1"]);
});

it("asks the last of what is typed during a count, and drops the answer that is late", async () => {
  const { ask, asked, answered } = await openQueue();
  for (const key of ["1", "12", "125"]) {
    ask(key);
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(2 * COUNT_MS);
  expect(asked).toEqual(["1", "125"]);
  expect(answered).toEqual(["125"]);
});

it("asks nothing twice, and nothing once it is stopped", async () => {
  const { ask, asked, answered, stop } = await openQueue();
  ask("1");
  ask("1");
  await vi.advanceTimersByTimeAsync(10);
  ask("2");
  stop();
  await vi.advanceTimersByTimeAsync(2 * COUNT_MS);
  expect(asked).toEqual(["1"]);
  expect(answered).toEqual([]);
});
