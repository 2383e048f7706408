/** Calls that came together go on one a turn of the event loop, in their order. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTurnstile } from "#workers/api/server/json-body.ts";

it("lets one through a turn, in the order in which they came, and those that come later behind them", async () => {
  const pass = createTurnstile();
  const passed: number[] = [];
  const enter = (call: number) => pass().then(() => passed.push(call));
  const calls = [enter(1), enter(2)];
  expect(passed).toEqual([]);
  await nextTurn();
  expect(passed).toEqual([1]);
  calls.push(enter(3));
  await nextTurn();
  expect(passed).toEqual([1, 2]);
  await nextTurn();
  expect(passed).toEqual([1, 2, 3]);
  await Promise.all(calls);
  await enter(4); // and begins again after a rest
  expect(passed).toEqual([1, 2, 3, 4]);
});
