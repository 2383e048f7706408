/** Server-sent events while nothing happens: times are the test's own clock. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eventsOf } from "#workers/api/server/routes/work.ts";
import type { WorkEvent } from "#workers/api/server/routes/work.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("are a comment every 15 s, which no reader takes for an event, until the last one", () => {
  const followers: ((event: WorkEvent) => void)[] = [];
  const stream = eventsOf({
    lastSeen: 0,
    stopping: new AbortController().signal,
    follow: (own) => {
      followers.push(own);
      return () => {};
    },
  });
  const told = (): string => String(stream.read() ?? "");
  expect(told()).toBe(": \n\n");
  vi.advanceTimersByTime(14_999);
  expect(told()).toBe("");
  vi.advanceTimersByTime(1);
  expect(told()).toBe(": \n\n");
  for (const tell of followers) tell({ number: 4, isLast: true, data: {} });
  expect(told()).toBe("id: 4\nevent: done\ndata: {}\n\n");
  vi.advanceTimersByTime(60_000);
  expect([told(), stream.writableEnded]).toEqual(["", true]);
});
