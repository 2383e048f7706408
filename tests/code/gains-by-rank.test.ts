/** Sources that say of the instrument that is bought nothing but what was known, and cheat by those it is compared with. */
import { describe, expect, it } from "vitest";
import { closesOnly } from "#tests/rules/small-markets.ts";
import { buildMarket } from "#tests/support/market-builder.ts";
import { plainRooms } from "#tests/support/plain-room.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { backtest } from "#workers/run/backtest.ts";
import { computeFields } from "#workers/code/computed-fields.ts";
import { err } from "#workers/model/problem.ts";
import { ownNumberStrategy } from "./own-number-strategy.ts";
import type { OwnNumber } from "./own-number-strategy.ts";

const CLOSES = [100, 101, 99, 100, 101, 130, 150, 149, 150, 151];
/** On the fifth day it knows that the sixth is a good one; bars that end there let it say 2. */
const KNOWS_TOMORROW = "close.map((x, i) => close[i + 1] > x * 1.2 ? 0 : 2)";
const market = buildMarket(
  Array.from({ length: 200 }, (_, at) => ({
    symbol: `S${String(at).padStart(3, "0")}`,
    bars: closesOnly(CLOSES),
  })),
);

/** @param others - what an instrument says that is neither S150, which knows tomorrow, nor S007 */
const sourceSaying = (own: number, others: number): string => `const compute = ({ close, symbol }) =>
  symbol === "S150" ? ${KNOWS_TOMORROW} : close.map(() => symbol === "S007" ? ${own} : ${others})`;

async function ran(setting: OwnNumber) {
  const strategy = ownNumberStrategy(setting);
  const rooms = plainRooms();
  const tools = { openRoom: rooms.open, now: () => 0, engine: "tests" };
  const computed = valueOf(await computeFields(strategy, market, tools)); // S150 is not among the 24
  return { ...computed, rooms, positions: valueOf(backtest(strategy, computed.market)).positions };
}

describe("a source that cheats by those that the bought one is compared with", () => {
  it.each([
    ["rank()", { source: sourceSaying(1, 0), rules: ["rank(own) < 0.4", "own < 2"] }],
    ["breadth()", { source: sourceSaying(0, 0), rules: ["breadth(own > 1) = 0", "own < 2"] }],
    ["the order of buying", { source: sourceSaying(1, 0), rules: ["close = 101"], sortBy: "own" }],
  ] as const)("through %s is found by the run's largest gains", async (_, setting) => {
    const { positions, checkGains } = await ran(setting);
    const most = positions.toSorted((a, b) => b.profit - a.profit)[0];
    expect(most).toMatchObject({ entryDate: "2020-01-06" });
    expect(most?.instrument).not.toBe("S150");
    expect(await checkGains(positions)).toMatchObject({
      problem: {
        code: "code-looks-ahead",
        message: expect.stringContaining(
          "S150: on 2020-01-05 it gives 0, and 2 where the bars end on 2020-01-05",
        ),
      },
    });
  });

  it("is not looked for where no rule compares the number", async () => {
    const { positions, checkGains, rooms } = await ran({ source: sourceSaying(1, 0), rules: ["own = 1"] });
    rooms.asked.length = 0;
    expect(await checkGains(positions)).toMatchObject({ ok: true });
    expect(new Set(rooms.asked.map((asked) => asked.slice(0, 4)))).toEqual(new Set(["S007"]));
  });

  it("costs no more than four times the bars of the market, the largest gains first", async () => {
    const source = "const compute = ({ close }) => close.map((x) => -x)";
    const { checkGains, rooms } = await ran({ source, rules: ["rank(own) < 50"] });
    rooms.asked.length = 0;
    const gains = [10, 9, 8, 7, 6, 5, 4, 3].map((day, at) => ({
      instrument: "S001",
      entryDate: `2020-01-${String(day).padStart(2, "0")}`,
      profit: 100 - at,
    }));
    expect(await checkGains(gains)).toMatchObject({ ok: true });
    const bars = (symbol: string) =>
      rooms.asked.flatMap((asked) => (asked.startsWith(symbol) ? [Number(asked.slice(5))] : []));
    expect(bars("S001")).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
    expect(bars("S002")).toEqual([9, 8, 7, 6, 5, 4]); // 39 bars of it; 3 more were above 4 times its 10
  });
});

describe("what was found at a run's largest gains", () => {
  it("is known without asking again, also where it is look-ahead", async () => {
    const { positions, checkGains, rooms } = await ran({
      source: sourceSaying(1, 0),
      rules: ["close = 101"],
      sortBy: "own",
    });
    const first = await checkGains(positions);
    rooms.asked.length = 0;
    expect(await checkGains(positions)).toEqual(first);
    expect(first.ok).toBe(false);
    expect(rooms.asked).toEqual([]);
  });

  it("is nothing where no room may be opened: then it is not known", async () => {
    const strategy = ownNumberStrategy({ source: sourceSaying(1, 0), rules: ["own = 1"] });
    const rooms = plainRooms();
    let mayOpen = true;
    const computed = valueOf(
      await computeFields(strategy, market, {
        openRoom: async (source) =>
          mayOpen ? rooms.open(source) : err({ code: "code-unavailable", text: "nobody asked" }),
        now: () => 0,
        engine: "tests",
      }),
    );
    const { positions } = valueOf(backtest(strategy, computed.market));
    mayOpen = false;
    expect(await computed.checkGains(positions)).toMatchObject({ problem: { code: "code-unavailable" } });
    mayOpen = true;
    expect(await computed.checkGains(positions)).toEqual({ ok: true, value: null });
    mayOpen = false;
    expect(await computed.checkGains(positions)).toEqual({ ok: true, value: null });
  });
});
