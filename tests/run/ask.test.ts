import { beforeEach, expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import type { Answer } from "#tests/support/fake-client.ts";
import { askOfStrategy, rehearse } from "#src/run/ask.ts";
import { err, ok } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const refused = err({ code: "period-empty", message: "No session." } as const);
const count = vi.fn<Answer<"preview">>(async () => refused);
const goThrough = vi.fn<Answer<"rehearse">>(async () => ok(null));
vi.mock("#src/run/browser-client.ts", () => ({
  browserClient: fakeClient({
    preview: (...asked) => count(...asked),
    rehearse: (...asked) => goThrough(...asked),
  }),
}));
beforeEach(() => {
  vi.clearAllMocks();
});

const subject = { strategy: defaultStrategy, datasetId: "demo" };
const elsewhere = { ...defaultStrategy, scanner: { ...defaultStrategy.scanner, exchange: "LSE" } };

it("counts on the prices that a run would read, and refuses an exchange that the data does not have", async () => {
  expect(await askOfStrategy("preview", subject, (request) => request)).toEqual(refused);
  expect(count.mock.lastCall?.[0]).toMatchObject({ strategy: defaultStrategy, source: { type: "bundled" } });
  const nothing = await askOfStrategy("preview", { ...subject, strategy: elsewhere }, (request) => request);
  expect(nothing.ok).toBe(false);
  expect(count).toHaveBeenCalledTimes(1);
});

it("goes through the run on the prices that the preview counted on, and not without such prices", async () => {
  await rehearse(subject);
  await askOfStrategy("preview", subject, (request) => request);
  expect(goThrough.mock.lastCall?.[0]).toEqual(count.mock.lastCall?.[0]);
  expect((await rehearse({ ...subject, strategy: elsewhere })).ok).toBe(false);
  expect(goThrough).toHaveBeenCalledTimes(1);
});
