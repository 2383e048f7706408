/** When an upload is given up: times are the test's own clock. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchIdle } from "#workers/api/server/upload.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An upload of which a test says what comes. */
function upload() {
  let [bytes, isWhole] = [0, false];
  const stop = vi.fn<() => void>();
  return {
    stop,
    come: () => (bytes += 1),
    complete: () => (isWhole = true),
    incoming: { bytes: () => bytes, isWhole: () => isWhole, stop },
  };
}

it("ends it a minute after its last byte, not a minute later", () => {
  const { come, incoming, stop } = upload();
  const watch = watchIdle(incoming, 60_000);
  vi.advanceTimersByTime(500);
  come(); // soon after the watch began
  vi.advanceTimersByTime(59_400);
  expect([watch.isOver(), stop.mock.calls.length]).toEqual([false, 0]);
  vi.advanceTimersByTime(1600); // 61 s after the byte
  expect([watch.isOver(), stop.mock.calls.length]).toEqual([true, 1]);
});

it("ends one of which nothing came at all, at the limit", () => {
  const { incoming, stop } = upload();
  watchIdle(incoming, 60_000);
  vi.advanceTimersByTime(59_999);
  expect(stop).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(stop).toHaveBeenCalledOnce();
});

it("lets one come however long that takes, a byte now and then", () => {
  const { come, incoming, stop } = upload();
  const watch = watchIdle(incoming, 60_000);
  for (let minute = 0; minute < 60; minute++) {
    vi.advanceTimersByTime(58_000);
    come();
  }
  expect([watch.isOver(), stop.mock.calls.length]).toEqual([false, 0]);
  watch.end();
  vi.advanceTimersByTime(600_000);
  expect(stop).not.toHaveBeenCalled();
});

it("leaves one alone that is there and only being written", () => {
  const { complete, incoming, stop } = upload();
  watchIdle(incoming, 60_000);
  complete();
  vi.advanceTimersByTime(600_000);
  expect(stop).not.toHaveBeenCalled();
});
