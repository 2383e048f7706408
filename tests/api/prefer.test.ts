/** How long a call waits for what it began. */
import { expect, it } from "vitest";
import { LIMITS } from "#workers/api/server/app.ts";
import { waitOf } from "#workers/api/server/prefer.ts";

it.each([
  [undefined, 0],
  ["", 0],
  ["wait=0", 0],
  ["wait=30", 30_000],
  ["wait=60", 60_000],
  ["wait=61", 60_000],
  ["wait=999999999", 60_000],
  ["respond-async, Wait = 5; late", 5000],
  ['wait="7"', 7000],
  ["wait=-5", 0],
  ["wait=1.5", 0],
  ["wait=forever", 0],
  ["waits=5", 0],
])("a call that prefers %j waits %d ms", (prefer, ms) => {
  expect(waitOf(prefer)).toBe(ms);
});

it("of several headers the first that says how long counts", () => {
  expect(waitOf(["respond-async", "wait=2", "wait=3"])).toBe(2000);
});

it("the limits are those that are promised", () => {
  expect(LIMITS).toMatchObject({ idleMs: 60_000, uploadBytes: 100_000_000_000, mostWaiting: 1000 });
});
