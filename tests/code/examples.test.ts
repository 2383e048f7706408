/**
 * The ten examples of own code, each run in a room on invented bars: what it gives is worked out a second time here, by
 * another way of reckoning, and it passes the checks of repeatability and look-ahead.
 */
import { describe, expect, it } from "vitest";
import { CODE_EXAMPLES } from "#src/code/examples.ts";
import { STARTERS } from "#src/code/starters.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import type { BarSpec } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { tryField } from "#workers/code/try-field.ts";
import { processRooms } from "#workers/code/process-room.ts";
import { barsOf } from "#workers/market/instrument-bars.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import { LANGUAGES, readComputed } from "#workers/model/computed-field.ts";
import { openRandom } from "#workers/model/random.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

/** Every day of four years and a half. */
const DAYS = 1640;

interface Bar {
  readonly date: string;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

function walk(seed: string, start: number): Bar[] {
  const random = openRandom(seed);
  let close = start;
  return Array.from({ length: DAYS }, (_, day) => {
    const wild = day % 400 > 300 ? 0.06 : 0.02; // so that there are regimes
    close *= 1 + wild * (random() - 0.49);
    return {
      date: dateOf(day),
      high: close * (1 + 0.01 * random()),
      low: close * (1 - 0.01 * random()),
      close,
      volume: Math.round(1000 + 500 * random()),
    };
  });
}

const own = walk("own", 100);
const index = walk("index", 1000);
const asSpecs = (bars: readonly Bar[]): BarSpec[] =>
  bars.map(({ high, low, close, volume }, day) => [day, close, close, { high, low, volume }]);
const market = buildMarket([
  { symbol: "OWN", bars: asSpecs(own) },
  { symbol: "^IDX", type: "INDEX", bars: asSpecs(index) },
]);
const closes = own.map(({ close }) => close);
const volumes = own.map(({ volume }) => volume);

const tools = { openRoom: processRooms(), barsOf };

async function trial(tried: ComputedField, benchmark: string | null = "^IDX", on = market) {
  const { simulation, ...strategy } = defaultStrategy;
  const period = { startDate: dateOf(0), endDate: dateOf(DAYS - 1) };
  const request = {
    strategy: { ...strategy, simulation: { ...simulation, ...period, benchmark } },
    source: { type: "stored", datasetId: "none" } as const, // the market is handed over
    field: tried,
    instrument: "OWN",
    isChecked: true,
  };
  return valueOf(await tryField(request, on, tools));
}

/** The expected numbers by the example's name: of the bar at a place, from the bars up to it. */
type Reckon = (at: number) => number;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
/** Of all of them, as the mean of the squares less the square of the mean. */
const deviation = (values: readonly number[]) =>
  Math.sqrt(mean(values.map((v) => v * v)) - mean(values) ** 2);
const last = <T>(values: readonly T[], at: number, count: number) => values.slice(at - count + 1, at + 1);
const unlessBefore =
  (first: number, reckon: Reckon): Reckon =>
  (at) =>
    at < first ? NaN : reckon(at);

const returns = closes.map((close, at) => close / (closes[at - 1] ?? NaN) - 1);
const volatility = closes.map((_, at) => (at < 20 ? NaN : deviation(last(returns, at, 20))));

/** Level and doubt in the form of precisions, which adds where the filter multiplies. */
const levels = (() => {
  let [level, doubt] = [closes[0] ?? NaN, 1];
  return closes.map((close) => {
    const before = 1 / (doubt + 0.01);
    level = (level * before + close * 1) / (before + 1);
    doubt = 1 / (before + 1);
    return level;
  });
})();

/** Month by month ("2021-03"), what each brought over the last close of the one before. */
const monthly = (() => {
  const lastOf = new Map(own.map(({ date, close }) => [date.slice(0, 7), close]));
  const months = [...lastOf.keys()];
  return months.flatMap((month, at) => {
    const before = lastOf.get(months[at - 1] ?? "");
    return before === undefined ? [] : [{ month, gain: (lastOf.get(month) ?? NaN) / before - 1 }];
  });
})();

const RECKONED: Readonly<Record<string, Reckon>> = {
  regression: unlessBefore(49, (at) => {
    const ys = last(closes, at, 50);
    const xs = ys.map((_, k) => at - 49 + k);
    const xy = sum(xs.map((x, k) => x * (ys[k] ?? NaN)));
    const xx = sum(xs.map((x) => x * x));
    const slope = (50 * xy - sum(xs) * sum(ys)) / (50 * xx - sum(xs) ** 2);
    return (100 * slope) / ((sum(ys) - slope * sum(xs)) / 50 + slope * at);
  }),
  kalman: (at) => 100 * ((closes[at] ?? NaN) / (levels[at] ?? NaN) - 1),
  regime: unlessBefore(269, (at) => {
    const ratio = (volatility[at] ?? NaN) / mean(last(volatility, at, 250));
    return [0.75, 1.25].filter((bound) => ratio > bound).length;
  }),
  strength: (at) =>
    (100 * (closes[at] ?? NaN) * (index[0]?.close ?? NaN)) / ((index[at]?.close ?? NaN) * (closes[0] ?? NaN)),
  season: (at) => {
    const { date } = own[at] ?? { date: "" };
    const gains = monthly.filter(
      ({ month }) => month < date.slice(0, 7) && month.slice(5) === date.slice(5, 7),
    );
    return gains.length < 3 ? NaN : 100 * mean(gains.map(({ gain }) => gain));
  },
  pairSpread: unlessBefore(59, (at) => {
    const ys = last(closes, at, 60);
    const xs = last(index, at, 60).map(({ close }) => close);
    const [sx, sy] = [deviation(xs), deviation(ys)];
    const correlation = (mean(xs.map((x, k) => x * (ys[k] ?? NaN))) - mean(xs) * mean(ys)) / (sx * sy);
    const [zx, zy] = [((xs.at(-1) ?? NaN) - mean(xs)) / sx, ((ys.at(-1) ?? NaN) - mean(ys)) / sy];
    return (zy - correlation * zx) / Math.sqrt(1 - correlation ** 2);
  }),
  volumeScore: unlessBefore(50, (at) => {
    const before = last(volumes, at - 1, 50);
    return ((volumes[at] ?? NaN) - mean(before)) / deviation(before);
  }),
  yearVwap: (at) => {
    const { date, close } = own[at] ?? { date: "", close: NaN };
    const year = own.slice(0, at + 1).filter((bar) => bar.date.slice(0, 4) === date.slice(0, 4));
    const paid = sum(year.map((bar) => (bar.volume * (bar.high + bar.low + bar.close)) / 3));
    return 100 * ((close * sum(year.map(({ volume }) => volume))) / paid - 1);
  },
  closeInRange: unlessBefore(19, (at) => {
    const bars = last(own, at, 20);
    const weights = bars.map(({ volume }) => volume / sum(bars.map((bar) => bar.volume)));
    return sum(
      bars.map(({ high, low, close }, k) => (100 * (weights[k] ?? NaN) * (close - low)) / (high - low)),
    );
  }),
  gainShare: unlessBefore(14, (at) => {
    const changes = closes.slice(0, at + 1).map((close, k) => close - (closes[k - 1] ?? close));
    const ups = smoothed(changes.map((change) => Math.max(change, 0)));
    const downs = smoothed(changes.map((change) => Math.max(-change, 0)));
    return 100 / (1 + downs / ups);
  }),
};

/** Wilder's mean of 14 with all its weights written out. */
function smoothed(values: readonly number[]): number {
  const later = values.slice(15);
  const seed = mean(values.slice(1, 15)) * (13 / 14) ** later.length;
  return seed + sum(later.map((value, k) => (value / 14) * (13 / 14) ** (later.length - 1 - k)));
}

function expectReckoned(name: string, values: readonly number[]): void {
  const reckon = RECKONED[name] ?? (() => NaN);
  const expected = closes.map((_, at) => reckon(at));
  expect(values.map(Number.isNaN)).toEqual(expected.map(Number.isNaN));
  const largest = Math.max(...expected.filter((value) => !Number.isNaN(value)).map(Math.abs));
  const off = values.map((value, at) => Math.abs(value - (expected[at] ?? NaN)) / largest);
  expect(Math.max(...off.filter((value) => !Number.isNaN(value)))).toBeLessThan(1e-7);
  expect(new Set(values).size).toBeGreaterThan(2);
}

describe("the examples of own code", () => {
  it("are ten, each with its sentence, and can all stand in one strategy", () => {
    expect(CODE_EXAMPLES.length).toBe(10);
    expect(CODE_EXAMPLES.every(({ sentence }) => /^\S.*\.$/.test(sentence))).toBe(true);
    const faults: Parameters<typeof readComputed>[1] = [];
    const fields = CODE_EXAMPLES.map(({ name, language, source }) => ({ name, language, source }));
    expect(readComputed(fields, faults)).toEqual(fields);
    expect(faults).toEqual([]);
    expect(Object.keys(RECKONED).toSorted()).toEqual(CODE_EXAMPLES.map(({ name }) => name).toSorted());
  });

  it.each(CODE_EXAMPLES)(
    "$title gives what is reckoned otherwise, and looks not ahead here",
    async (example) => {
      const { fault, figures, isChecked } = await trial(example);
      expect(fault).toBeNull();
      expect(isChecked).toBe(true);
      expectReckoned(example.name, [...(figures?.values ?? [])]);
    },
  );

  it.each(CODE_EXAMPLES.filter(({ source }) => /\bmarket\b/.test(source)))(
    "$title is unknown throughout without a benchmark",
    async (example) => {
      const alone = buildMarket([{ symbol: "OWN", bars: asSpecs(own) }]);
      const { fault, figures } = await trial(example, null, alone);
      expect(fault).toBeNull();
      expect([...(figures?.values ?? [0])].every(Number.isNaN)).toBe(true);
    },
  );
});

describe("the sources that a new number begins with", () => {
  it.each(LANGUAGES)("give the closes (%s)", async (language) => {
    const { fault, figures } = await trial({ name: "own", language, source: STARTERS[language] });
    expect(fault).toBeNull();
    expect([...(figures?.values ?? [])]).toEqual(closes);
  });
});

const field = (source: string): ComputedField => ({ name: "own", language: "javascript", source });

describe("a trial", () => {
  it("tells a syntax error, an exception and a look into the future, with their places", async () => {
    const syntax = await trial(field("function compute(bars) {\n  return = 3\n}"));
    expect(syntax.fault).toMatchObject({ code: "code-failed", line: 2, column: 10 });
    const thrown = await trial(
      field("function compute(bars) {\n  console.log('so far')\n  return bars.none.x\n}"),
    );
    expect(thrown.fault).toMatchObject({ code: "code-failed", line: 3 });
    expect(thrown.lines).toEqual(["so far"]);
    expect(thrown.figures).toBeNull();
    const ahead = await trial(
      field("function compute({ close }) { return close.map((_, i) => close[i + 1]) }"),
    );
    expect(ahead.fault?.code).toBe("code-looks-ahead");
    expect(ahead.figures?.values.length).toBe(DAYS);
  });

  it("keeps the first 200 lines", async () => {
    const { lines } = await trial(
      field(
        "function compute(bars) {\n  for (let i = 0; i < 500; i++) console.log(i)\n  return bars.close\n}",
      ),
    );
    expect(lines).toEqual(Array.from({ length: 200 }, (_, at) => String(at)));
  });

  it("refuses an instrument that is not there", async () => {
    const { strategy, source } = {
      strategy: defaultStrategy,
      source: { type: "stored", datasetId: "none" } as const,
    };
    const request = { strategy, source, field: field(""), instrument: "NONE", isChecked: false };
    const found = await tryField(request, market, tools);
    expect(!found.ok && found.problem.code).toBe("data-missing");
  });
});
