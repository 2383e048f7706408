import { describe, expect, it } from "vitest";
import { closesOnly } from "#tests/rules/small-markets.ts";
import { buildMarket } from "#tests/support/market-builder.ts";
import { plainRooms } from "#tests/support/plain-room.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { computeFieldsOf } from "#workers/code/computed-fields.ts";
import { createKeptFields } from "#workers/code/kept-fields.ts";
import { cutMarket } from "#workers/run/cut-market.ts";
import { toEpochDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { valueOf } from "#tests/support/value-of.ts";

const HALF = "function compute({ close }) { return close.map((price) => price / 2) }";
const AGAINST =
  "function compute({ close, market }) { return close.map((price, bar) => price / market.close[bar]) }";
const BARS = 40;

function wave(place: number): number[] {
  return Array.from({ length: BARS }, (_, bar) => 50 + place + 10 * Math.sin(bar / (2 + place)));
}

const market: Market = buildMarket([
  { symbol: "AAA", bars: closesOnly(wave(0)) },
  { symbol: "BBB", bars: closesOnly(wave(1)) },
  { symbol: "^IDX", type: "INDEX", bars: closesOnly(wave(2)) },
  { symbol: "^OTHER", type: "INDEX", bars: closesOnly(wave(3)) },
]);

interface Asked {
  readonly scanner?: object;
  readonly rules?: readonly string[];
  readonly source?: string;
  readonly simulation?: object;
}

function readAsked({ scanner = {}, rules = ["own > 0"], source = HALF, simulation = {} }: Asked) {
  const strategy = strategyOf({
    format: "strategy/2",
    scanner,
    buy: { rules },
    simulation: { startDate: "2020-01-01", endDate: "2020-02-28", ...simulation },
    computed: [{ name: "own", language: "javascript", source }],
  });
  return { strategy, rules: valueOf(readStrategyRules(strategy)) };
}

function bench(mostBytes = Infinity) {
  const rooms = plainRooms();
  const fields = createKeptFields(mostBytes);
  return {
    /** How often a room was asked, and the market. */
    compute: async (asked: Asked, dataset = "one", on = market) => {
      const before = rooms.asked.length;
      const tools = { openRoom: rooms.open, now: () => 0, engine: "tests", kept: { fields, dataset } };
      const found = valueOf(await computeFieldsOf([readAsked(asked)], on, tools));
      return { asked: rooms.asked.length - before, market: found.market, found };
    },
  };
}

describe("numbers that were worked out before", () => {
  it("are there for an edited rule, in the same market, and no room is asked", async () => {
    const { compute } = bench();
    const first = await compute({});
    expect(first.asked).toBeGreaterThan(0);
    const edited = await compute({ rules: ["own > 25", "close > 1"] });
    expect(edited.asked).toBe(0);
    expect(edited.market).toBe(first.market);
  });

  it("are there for a market that was read anew", async () => {
    const { compute } = bench();
    const first = await compute({});
    const again = await compute({}, "one", { ...market });
    expect(again.asked).toBe(0);
    expect(again.market.facts).toEqual(first.market.facts);
  });

  it.each<[string, Asked, string]>([
    ["source", { source: `${HALF}\n` }, "one"],
    ["dataset", {}, "other"],
    [
      "benchmark, where the source names the market",
      { source: AGAINST, simulation: { benchmark: "^OTHER" } },
      "one",
    ],
  ])("are worked out again for another %s", async (_, asked, dataset) => {
    const { compute } = bench();
    await compute({});
    await compute({ source: AGAINST });
    expect((await compute(asked, dataset)).asked).toBeGreaterThan(0);
  });

  it("are those of a benchmark that the source does not name", async () => {
    const { compute } = bench();
    await compute({});
    expect((await compute({ simulation: { benchmark: "^OTHER" } })).asked).toBe(0);
  });

  it("are worked out for the instruments alone that are new", async () => {
    const { compute } = bench();
    await compute({});
    const more = await compute({ rules: ['of("^OTHER", own) > 0'] });
    const value = more.market.facts?.[0]?.value.subarray(3 * BARS);
    expect([...(value ?? [])]).toEqual(wave(3).map((price) => price / 2));
    expect(more.asked).toBe(1 + 9); // its numbers, and its check on cuts and whole
  });

  it("go when others take their room, those that were asked for longest ago first", async () => {
    const { compute } = bench(2 * 8 * 4 * BARS);
    const sources = [HALF, `${HALF}\n`, `${HALF}\n\n`] as const;
    await compute({ source: sources[0] });
    await compute({ source: sources[1] });
    await compute({ source: sources[0] });
    await compute({ source: sources[2] });
    expect((await compute({ source: sources[0] })).asked).toBe(0);
    expect((await compute({ source: sources[1] })).asked).toBeGreaterThan(0);
  });

  it("are asked about by one list for all variants of a strategy", async () => {
    const rooms = plainRooms();
    const tools = { openRoom: rooms.open, now: () => 0, engine: "tests" };
    const variants = [readAsked({ rules: ["close > 1"] }), readAsked({ rules: ["own > 1"] })];
    const found = valueOf(await computeFieldsOf(variants, market, tools));
    expect(found.market.facts?.map(({ name }) => name)).toEqual(["own"]);
    expect(rooms.asked.length).toBeGreaterThan(0);
  });
});

describe("a source that fails", () => {
  it("fails again without a room, until it is changed", async () => {
    const rooms = plainRooms();
    const fields = createKeptFields(Infinity);
    const tools = { openRoom: rooms.open, now: () => 0, engine: "tests", kept: { fields, dataset: "one" } };
    const wrong = readAsked({ source: "function compute() { return nothing }" });
    const first = await computeFieldsOf([wrong], market, tools);
    const { length } = rooms.asked;
    expect(await computeFieldsOf([wrong], market, tools)).toEqual(first);
    expect(rooms.asked).toHaveLength(length);
    expect((await computeFieldsOf([readAsked({})], market, tools)).ok).toBe(true);
  });
});

describe("a source that fails for one instrument", () => {
  const FAILS_FOR_BBB =
    "function compute({ close, symbol }) { if (symbol === 'BBB') throw new Error('no'); return close }";
  const both = readAsked({ source: FAILS_FOR_BBB });
  const alone = readAsked({ source: FAILS_FOR_BBB, scanner: { symbols: ["AAA"] } });

  it("fails no run that asks nothing of that one, and those that do fail again without a room", async () => {
    const rooms = plainRooms();
    const fields = createKeptFields(Infinity);
    const tools = { openRoom: rooms.open, now: () => 0, engine: "tests", kept: { fields, dataset: "one" } };
    const first = await computeFieldsOf([both], market, tools);
    expect(first).toMatchObject({ problem: { message: expect.stringContaining("BBB") } });
    const found = valueOf(await computeFieldsOf([alone], market, tools));
    expect([...(found.market.facts?.[0]?.value.subarray(0, BARS) ?? [])]).toEqual(wave(0));
    const { length } = rooms.asked;
    expect(await computeFieldsOf([both], market, tools)).toEqual(first);
    expect(rooms.asked).toHaveLength(length);
  });
});

it("every instrument is looked at for look-ahead, where that is asked", async () => {
  const { found } = await bench().compute({});
  const told: number[] = [];
  const checked = await found.checkAll(({ done, of }) => told.push(done, of));
  expect(checked).toEqual({ ok: true, value: 2 });
  expect(told).toEqual([1, 2, 2, 2]);
});

it("a market that is cut keeps the numbers up to its end", async () => {
  const { market: whole } = await bench().compute({});
  const cut = cutMarket(whole, toEpochDay(2020, 1, 10), 0);
  const [own] = cut.facts ?? [];
  const to = cut.barOffset[1] ?? 0;
  expect(own?.stepOffset).toEqual(cut.barOffset);
  expect([...(own?.value.subarray(0, to - 1) ?? [])]).toEqual([
    ...(whole.facts?.[0]?.value.subarray(0, to - 1) ?? []),
  ]);
  expect(own?.value).toHaveLength(cut.close.length);
});
