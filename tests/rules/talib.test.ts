/** Where the language and TA-Lib mean the same, their values are the same: TA-Lib is the outside source, its package a development dependency. */
import { beforeAll, describe, expect, it } from "vitest";
import { buildMarket } from "#tests/support/market-builder.ts";
import { plainInstruments } from "#tests/support/naive-rules/plain-market.ts";
import { openWorld } from "#tests/support/naive-rules/world.ts";
import type { NaiveRun } from "#tests/support/naive-rules/world.ts";
import { loadTaLib } from "#tests/support/talib.ts";
import type { TaLib } from "#tests/support/talib.ts";
import { openRandom } from "#workers/model/random.ts";
import { engineValues, openEngineWorld, readExpression } from "./engine-values.ts";

const BARS = 300;
const RUN: NaiveRun = { exchange: "NSE", type: "EQUITY", priceBasis: "as-traded", benchmark: null };

/** Invented: a walk by some percent a day whose bars open elsewhere than they closed, reach beyond both, and trade at uneven volume. */
const bars = inventedBars();
const [high, low, close, volume] = [column("high"), column("low"), column("close"), column("volume")];
const market = buildMarket([
  {
    symbol: "X",
    bars: bars.map((bar, session) => {
      const { open, close: last, ...extras } = bar;
      return [session, open, last, extras] as const;
    }),
  },
]);

interface Case {
  readonly text: string;
  /** Bars before the first value. */
  readonly before: number;
  readonly values: (talib: TaLib) => readonly number[];
}

const n = 14;
const prices = { high, low, close };

const COINCIDING: readonly Case[] = [
  { text: "sma(20)", before: 19, values: ({ SMA }) => SMA({ inReal: close, timePeriod: 20 }).output },
  { text: "ema(20)", before: 19, values: ({ EMA }) => EMA({ inReal: close, timePeriod: 20 }).output },
  { text: "wma(20)", before: 19, values: ({ WMA }) => WMA({ inReal: close, timePeriod: 20 }).output },
  { text: "rsi(14)", before: 14, values: ({ RSI }) => RSI({ inReal: close, timePeriod: n }).output },
  { text: "rsi(2)", before: 2, values: ({ RSI }) => RSI({ inReal: close, timePeriod: 2 }).output },
  { text: "atr(14)", before: 14, values: ({ ATR }) => ATR({ ...prices, timePeriod: n }).output },
  { text: "trueRange", before: 1, values: ({ TRANGE }) => TRANGE(prices).output },
  { text: "williamsR(14)", before: 13, values: ({ WILLR }) => WILLR({ ...prices, timePeriod: n }).output },
  { text: "cci(20)", before: 19, values: ({ CCI }) => CCI({ ...prices, timePeriod: 20 }).output },
  { text: "mfi(14)", before: 14, values: ({ MFI }) => MFI({ ...prices, volume, timePeriod: n }).output },
  {
    text: "slope(20)",
    before: 19,
    values: ({ LINEARREG_SLOPE }) => LINEARREG_SLOPE({ inReal: close, timePeriod: 20 }).output,
  },
  {
    text: "highest(high, 20)",
    before: 19,
    values: ({ MAX }) => MAX({ inReal: high, timePeriod: 20 }).output,
  },
  { text: "lowest(low, 20)", before: 19, values: ({ MIN }) => MIN({ inReal: low, timePeriod: 20 }).output },
  {
    text: "sum(volume, 20)",
    before: 19,
    values: ({ SUM }) => SUM({ inReal: volume, timePeriod: 20 }).output,
  },
  { text: "growth(10)", before: 10, values: ({ ROC }) => ROC({ inReal: close, timePeriod: 10 }).output },
  { text: "stochK(14)", before: 13, values: (talib) => meanStochastic(talib, 1) },
  { text: "stochD(14, 3)", before: 15, values: (talib) => meanStochastic(talib, 3) },
];

/** TA-Lib begins these on another bar, or otherwise, and forgets it as the language does. */
const CONVERGING: readonly Case[] = [
  { text: "macd(12, 26)", before: 33, values: (talib) => talib.MACD({ inReal: close }).MACD },
  { text: "macdSignal(12, 26, 9)", before: 33, values: (talib) => talib.MACD({ inReal: close }).MACDSignal },
  { text: "plusDI(14)", before: 14, values: ({ PLUS_DI }) => PLUS_DI({ ...prices, timePeriod: n }).output },
  {
    text: "minusDI(14)",
    before: 14,
    values: ({ MINUS_DI }) => MINUS_DI({ ...prices, timePeriod: n }).output,
  },
  { text: "adx(14)", before: 27, values: ({ ADX }) => ADX({ ...prices, timePeriod: n }).output },
];

let talib: TaLib;
beforeAll(async () => {
  talib = await loadTaLib();
});

describe("values that coincide with TA-Lib", () => {
  it.each(COINCIDING)("$text does from its first bar", (own) => {
    expect(differences(own, own.before, 1e-9)).toEqual([]);
  });

  it.each(COINCIDING)("$text has no value before TA-Lib has one", ({ text, before }) => {
    const known = ownValues(text).flatMap((value, bar) => (value === null ? [] : [bar]));
    expect(known[0]).toBe(before);
  });

  it.each(CONVERGING)("$text does after 250 bars", (own) => {
    expect(differences(own, 250, 1e-6)).toEqual([]);
  });
});

/** A line for each bar from one on where the two are further apart than so much of the value, or of 1. */
function differences({ text, before, values }: Case, from: number, tolerance: number): string[] {
  const theirs = values(talib);
  return ownValues(text).flatMap((value, bar) => {
    if (bar < from) return [];
    const other = theirs[bar - before] ?? NaN;
    const isSame = value !== null && Math.abs(value - other) <= tolerance * Math.max(1, Math.abs(other));
    return isSame ? [] : [`bar ${bar}: ${value}, TA-Lib ${other}`];
  });
}

function ownValues(text: string): (number | null)[] {
  const world = openEngineWorld(market, RUN, openWorld(plainInstruments(market), RUN));
  return engineValues(world, readExpression(text), "X").map((value) =>
    typeof value === "number" ? value : null,
  );
}

/** The package's fastK is not filled; the mean of one of its values is the value itself. */
function meanStochastic({ STOCHF }: TaLib, period: number): readonly number[] {
  return STOCHF({ ...prices, fastK_Period: n, fastD_Period: period }).fastD;
}

function column(name: "high" | "low" | "close" | "volume"): number[] {
  return bars.map((bar) => bar[name]);
}

function inventedBars() {
  const random = openRandom("TA-Lib");
  let last = 250;
  return Array.from({ length: BARS }, () => {
    const open = last * (1 + (random() - 0.5) * 0.02);
    last = open * (1 + (random() - 0.49) * 0.05);
    return {
      open,
      close: last,
      high: Math.max(open, last) * (1 + random() * 0.02),
      low: Math.min(open, last) * (1 - random() * 0.02),
      volume: Math.round(1000 + random() * 9000),
    };
  });
}
