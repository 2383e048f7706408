/** Rules that look at an open position: by hand, and by chance against the naive reference. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueAt } from "#tests/support/naive-rules/evaluate.ts";
import type { Position } from "#tests/support/naive-rules/names.ts";
import { parseNaively } from "#tests/support/naive-rules/parse.ts";
import { plainInstruments } from "#tests/support/naive-rules/plain-market.ts";
import type { Value } from "#tests/support/naive-rules/values.ts";
import { openWorld } from "#tests/support/naive-rules/world.ts";
import type { Series, World } from "#tests/support/naive-rules/world.ts";
import { tries } from "#tests/support/tries.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { askTruth } from "#workers/engine/position-rules.ts";
import { checkRule } from "#workers/rules/check.ts";
import { explains, noisyWorlds } from "./compare-values.ts";
import { openEngineWorld } from "./engine-values.ts";
import { RANDOM_VOCABULARY, ruleMarkets } from "./random-rule-market.ts";
import type { RuleMarket } from "./random-rule-market.ts";
import { ruleTexts } from "./random-rules.ts";
import { marketOf } from "./small-markets.ts";

/** Where a position stands: on a bar of an instrument. */
interface Stand {
  readonly symbol: string;
  readonly bar: number;
  readonly position: Position;
}

function ownValue(text: string, { market, run }: RuleMarket, stand: Stand): Value {
  const world = openWorld(plainInstruments(market), run);
  const { ground, members } = openEngineWorld(market, run, world);
  const rule = checkRule(text, true);
  if (!rule.ok) throw new SyntaxError(`${text}: ${rule.problems[0]?.text}`);
  const { symbol, bar, position } = stand;
  const { day, close } = itemAt(seriesOf(world, symbol).bars, bar);
  const session = world.calendar.indexOf(day);
  const member = members.indexOf(symbol);
  return askTruth(ground, rule.expression)({ ...position, member, bar, session, close });
}

function naiveValue(text: string, world: World, { symbol, bar, position }: Stand): Value {
  return valueAt(parseNaively(text), { world, series: seriesOf(world, symbol), bar, position });
}

function seriesOf(world: World, symbol: string): Series {
  const series = world.bySymbol.get(symbol);
  if (series === undefined) throw new RangeError(`seriesOf: no instrument ${symbol}`);
  return series;
}

/** Bought at 10, up to 20 since, now at 15, in its third session. */
const STAND: Stand = { symbol: "X", bar: 3, position: { entryPrice: 10, held: 3, peak: 20 } };
const MARKET: RuleMarket = {
  market: marketOf([10, 12, 20, 15]),
  run: { exchange: "NSE", type: "EQUITY", priceBasis: "as-traded", benchmark: null },
};

describe("rules of a position, by hand", () => {
  it.each([
    ["profit = 50 and fall = 25 and held = 3 and entryPrice = 10 and peak = 20", true],
    ["min(profit, 5) = 5 and max(held, 9) = 9 and abs(-fall) = 25", true],
    ["sqrt(held + 1) = 2 and ln(held - 2) = 0", true],
    ["if(profit > 0, peak, entryPrice) = 20", true],
    ["close between entryPrice and peak", true],
    ["-peak / 2 + entryPrice = 0", true],
    ["close < peak - 2 * trueRange", false], // 15 and 20 - 2 x 5
    ["held >= 4 or profit > sma(3)", true], // 50 and 47 / 3
    ["profit / (held - 3) > 0", null],
    ["not (ln(held - 3) > 0) or held < 3", null],
    // forgiven: 1e-7 of percents, 1.5e-8 at a close of 15, next to nothing of sessions
    ["profit - profit + 5e-8 > 0", false],
    ["fall - fall + 2e-7 > 0", true],
    ["peak - peak + 1.4e-8 > 0", false],
    ["entryPrice - entryPrice + 1.6e-8 > 0", true],
    ["held - held + 1e-15 > 0", true],
  ])("%s", (text, expected) => {
    expect(ownValue(text, MARKET, STAND)).toBe(expected);
    expect(naiveValue(text, openWorld(plainInstruments(MARKET.market), MARKET.run), STAND)).toBe(expected);
  });
});

interface StandDraw {
  readonly bar: number;
  readonly instrument: number;
  /** In place of the open. */
  readonly paid: number;
  readonly bars: number;
  readonly waited: number;
}

/** A position that was bought some bars ago; null where the universe is empty. */
function standOf(world: World, drawn: StandDraw): Stand | null {
  if (world.universe.length === 0) return null;
  const { symbol, bars } = itemAt(world.universe, drawn.instrument % world.universe.length);
  const bar = drawn.bar % bars.length;
  const entryBar = Math.max(0, bar - drawn.bars);
  const entryPrice = itemAt(bars, entryBar).open * drawn.paid;
  const closes = bars.slice(entryBar, bar + 1).map(({ close }) => close);
  const position = {
    entryPrice,
    held: bar - entryBar + 1 + drawn.waited,
    peak: Math.max(entryPrice, ...closes),
  };
  return { symbol, bar, position };
}

function expectSame(text: string, ruleMarket: RuleMarket, drawn: StandDraw): void {
  const instruments = plainInstruments(ruleMarket.market);
  const world = openWorld(instruments, ruleMarket.run);
  const stand = standOf(world, drawn);
  if (stand === null) return;
  const own = ownValue(text, ruleMarket, stand);
  const naive = naiveValue(text, world, stand);
  if (own === naive) return;
  const noisy = noisyWorlds(instruments, ruleMarket.run).map((shaken) => naiveValue(text, shaken, stand));
  expect({ own, naive, isRounding: explains(noisy, own, naive) }).toMatchObject({ isRounding: true });
}

describe("rules of a position, by chance", () => {
  const draws = fc.record({
    bar: fc.nat(),
    instrument: fc.nat(),
    paid: fc.constantFrom(1, 1.1, 0.9, 1.003),
    bars: fc.nat(20),
    waited: fc.nat(3),
  });

  it("are what the naive definitions give", () => {
    const { sellRule } = ruleTexts(RANDOM_VOCABULARY);
    fc.assert(fc.property(sellRule, ruleMarkets(), draws, expectSame), { numRuns: tries(500) });
  });
});
