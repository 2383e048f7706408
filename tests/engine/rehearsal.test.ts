import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { syntheticMarket } from "../bench/synthetic-market.ts";
import { backtest } from "#workers/run/backtest.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { createRehearsal } from "#workers/host/rehearsal.ts";

const market = syntheticMarket({ instruments: 40, sessions: 900 });
const report = backtest(defaultStrategy, market);
const other = { ...defaultStrategy, name: "Another" };

/** A clock on which every piece takes longer than a turn: control is given back after each. */
function slowClock(): () => number {
  let time = 0;
  return () => (time += 1000);
}

describe("a run gone through ahead of it", () => {
  it("looks up after every piece that takes long, at each member and each 64 sessions", async () => {
    let turns = 0;
    const rehearsal = createRehearsal({
      now: slowClock(),
      turn: async () => {
        turns++;
      },
    });
    expect(await rehearsal.run(defaultStrategy, { ...market })).toBe(true);
    expect(turns).toBeGreaterThanOrEqual(40 + Math.floor(900 / 64));
  });

  test.prop([fc.nat(60)])("gives the report of the run once, wherever it was ended before", async (endAt) => {
    const prices = { ...market };
    let turns = 0;
    const rehearsal = createRehearsal({
      now: slowClock(),
      turn: async () => {
        if (turns++ === endAt) rehearsal.end();
      },
    });
    const isThrough = await rehearsal.run(defaultStrategy, prices);
    turns = endAt + 1;
    expect(rehearsal.take(defaultStrategy, prices)).toEqual(isThrough ? report : null);
    expect(backtest(defaultStrategy, prices)).toEqual(report);
    expect(await rehearsal.run(defaultStrategy, prices)).toBe(true);
    expect(rehearsal.take(other, prices)).toBeNull();
    expect(await rehearsal.run(defaultStrategy, prices)).toBe(true);
    expect(rehearsal.take(defaultStrategy, { ...prices })).toBeNull();
    expect(rehearsal.take(defaultStrategy, prices)).toEqual(report);
    expect(rehearsal.take(defaultStrategy, prices)).toBeNull();
  });

  it("is not gone through again while its report waits, and ends where another begins", async () => {
    let turns = 0;
    const second: Promise<boolean>[] = [];
    const rehearsal = createRehearsal({
      now: slowClock(),
      turn: async () => {
        if (++turns === 3) second.push(rehearsal.run(other, market));
      },
    });
    expect(await rehearsal.run(defaultStrategy, market)).toBe(false);
    expect(await Promise.all(second)).toEqual([true]);
    const before = turns;
    expect(await rehearsal.run(other, market)).toBe(true);
    expect(turns).toBe(before);
    expect(rehearsal.take(defaultStrategy, market)).toBeNull();
  });

  it("keeps the refusal of a strategy that can't be run", async () => {
    const rehearsal = createRehearsal({ now: () => 0, turn: async () => {} });
    const nowhere = { ...other, scanner: { ...other.scanner, exchange: "LSE" } };
    expect(await rehearsal.run(nowhere, market)).toBe(true);
    expect(rehearsal.take(nowhere, market)).toMatchObject({ ok: false, problem: { code: "universe-empty" } });
  });
});
