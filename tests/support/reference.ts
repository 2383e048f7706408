/**
 * The reference: workers/engine/README.md, and of workers/rules/README.md sections 1 and 7 to 13, done plainly and slowly, from the
 * contracts alone, to hold the engine against.
 * Everything is worked out afresh every day. It takes a parsed strategy and a market and gives the report and
 * the decisions in time order; it leaves nothing running and changes neither input.
 */
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { ProblemCode, Result } from "#workers/model/problem.ts";
import type { Frequency, Report, Warning } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { runAccount } from "./reference-account.ts";
import { judgeReferenceBars } from "./reference-bars.ts";
import type { ReferenceBars } from "./reference-bars.ts";
import { AVERAGE_SHARE, EQUAL_WEIGHT, averageShare, findBenchmark } from "./reference-benchmark.ts";
import type { Benchmark } from "./reference-benchmark.ts";
import type { Run } from "./reference-books.ts";
import { findDrawdown, mean, measureCurve, measureYears } from "./reference-metrics.ts";
import { isNamed, readReferenceRules, textsInUse } from "./reference-rules.ts";
import { hasMarketCap, itemAt, readSeries } from "./reference-series.ts";
import type { Series } from "./reference-series.ts";

export interface ReferenceRun {
  readonly report: Report;
  readonly decisions: readonly Decision[];
}

/** What a run is made of, before its first session. */
interface Opened {
  readonly run: Run;
  readonly benchmark: Benchmark;
  readonly judged: ReferenceBars;
  readonly currency: string;
}

/** Everything that the contracts refuse, then the universe, its days and its rules. */
export function openRun(strategy: Strategy, market: Market): Result<Opened> {
  const { scanner, simulation } = strategy;
  const all = readSeries(market, simulation.priceBasis);
  const universe = all.filter(
    ({ instrument }) =>
      (scanner.exchanges ?? [scanner.exchange]).includes(instrument.exchange) &&
      instrument.instrumentType === scanner.instrumentType &&
      instrument.instrumentType !== "INDEX" && // a benchmark series is never traded
      (scanner.symbols?.includes(instrument.symbol) ?? true) &&
      (scanner.sectors?.includes(instrument.sector ?? "") ?? true),
  );
  if (universe.length === 0) return refuse("universe-empty");

  const named = new Set(universe.map(({ instrument }) => instrument.currency).filter((name) => name !== ""));
  if (named.size > 1) return refuse("universe-currencies");
  const currency = [...named][0] ?? (["NSE", "BSE"].includes(scanner.exchange) ? "INR" : "USD");

  const bars = universe.flatMap((series) => series.bars);
  if (simulation.priceBasis === "adjusted" && !bars.some((bar) => bar.adjClose !== null)) {
    return refuse("adjclose-missing");
  }

  const first = parseIsoDay(simulation.startDate) ?? Number.NaN;
  const last = parseIsoDay(simulation.endDate) ?? Number.NaN;
  const calendar = [...new Set(bars.map((bar) => bar.day))].toSorted((a, b) => a - b);
  const judged = judgeReferenceBars(universe, calendar);
  const { frequency, sessionsOfYear, delistedAfter } = judged;
  const period = calendar.filter((day) => day >= first && day <= last);
  if (period.length === 0) return refuse("period-empty");

  const benchmark = findBenchmark(strategy, all, { universe, period });
  if (benchmark === null) return refuse("benchmark-invalid");

  const series = [EQUAL_WEIGHT, AVERAGE_SHARE].includes(benchmark.name) ? null : benchmark.name;
  if (!areNamesKnown(strategy, market, series)) return refuse("rules-unknown-name");
  if (isTooCoarse(strategy, frequency)) return refuse("rules-too-coarse");

  const lines = readReferenceRules(strategy, market, { benchmark: series, sessionsOfYear });
  const rules = { strategy, universe, isRankKnown: hasMarketCap(universe), lines };
  return ok({ run: { ...rules, all, calendar, period, delistedAfter }, benchmark, judged, currency });
}

/** Of a strategy/1 or strategy/2. */
export function referenceBacktest(strategy: Strategy, market: Market): Result<ReferenceRun> {
  const opened = openRun(strategy, market);
  if (!opened.ok) return opened;
  const { run, benchmark, judged, currency } = opened.value;
  const { universe, period } = run;
  const { simulation } = strategy;
  const { frequency, sessionsOfYear } = judged;
  const bars = universe.flatMap((series) => series.bars);
  const days = runAccount(run);
  const equity = days.closes.map((close) => close.equity);
  const riskFree = simulation.riskFreePercent / 100;
  const curve = measureCurve(equity, {
    days: period,
    startValue: simulation.startMargin,
    riskFree,
    sessionsOfYear,
  });
  const benchmarkCurve = measureCurve(benchmark.values, {
    days: period,
    startValue: simulation.startMargin,
    riskFree,
    sessionsOfYear,
  });
  const universeCurve = averageShare({ universe, period }, simulation.startMargin);
  const universeFigures = measureCurve(universeCurve, {
    days: period,
    startValue: simulation.startMargin,
    riskFree,
    sessionsOfYear,
  });
  const trades = days.positions.filter((position) => position.exitReason !== "open");
  const wins = trades.filter((trade) => trade.profit > 1e-9 * trade.quantity * trade.entryPrice);
  const report: Report = {
    metadata: {
      strategyName: strategy.name,
      backtestStart: formatIsoDay(itemAt(period, 0)),
      backtestEnd: formatIsoDay(itemAt(period, period.length - 1)),
      benchmark: benchmark.name,
      currency,
      sessions: period.length,
      instruments: universe.length,
      bars: bars.filter((bar) => period.includes(bar.day)).length,
      frequency,
    },
    performance: {
      ...curve,
      winRate: trades.length === 0 ? null : (wins.length / trades.length) * 100,
      trades: trades.length,
      exposure:
        mean(days.closes.map(({ equity: worth, invested }) => (worth > 0 ? invested / worth : 0))) * 100,
    },
    benchmarkPerformance: {
      endValue: benchmarkCurve.endValue,
      cagr: benchmarkCurve.cagr,
      maxDrawdown: benchmarkCurve.maxDrawdown,
      sharpeRatio: benchmarkCurve.sharpeRatio,
    },
    universePerformance: {
      endValue: universeFigures.endValue,
      cagr: universeFigures.cagr,
      maxDrawdown: universeFigures.maxDrawdown,
      sharpeRatio: universeFigures.sharpeRatio,
    },
    yearlyPerformance: measureYears(period, equity, {
      startMargin: simulation.startMargin,
      benchmark: benchmark.values,
    }),
    positions: days.positions,
    passedOver: days.passedOver,
    warnings: [
      ...findWarnings(strategy, universe, market),
      ...judged.warnings,
      ...findSplits(strategy, universe, period),
    ],
    next: days.next,
    ...(simulation.priceBasis === "adjusted" && benchmark.hasAdjusted !== undefined
      ? { benchmarkReturns: benchmark.hasAdjusted ? "total" : "price" }
      : {}),
    sessionsOfYear,
    drawdown: findDrawdown(period, equity),
    equity: {
      day: Int32Array.from(period),
      value: Float64Array.from(equity),
      benchmark: Float64Array.from(benchmark.values),
      universe: Float64Array.from(universeCurve),
      positions: Int32Array.from(days.closes, (close) => close.open),
    },
  };
  return ok({ report, decisions: days.decisions });
}

function refuse(code: ProblemCode): Result<never> {
  return err({ code, message: `the reference refuses this: ${code}` });
}

/** False where a rule asks for a benchmark that is no series, or for a symbol without a bar. */
function areNamesKnown(strategy: Strategy, market: Market, benchmark: string | null): boolean {
  const texts = textsInUse(strategy);
  if (benchmark === null && isNamed("market", texts)) return false;
  const symbols = texts.flatMap((text) =>
    Array.from(text.matchAll(/\bof\s*\(\s*"([^"]*)"/gi), ([, name]) => name),
  );
  return symbols.every((symbol) => hasBars(market, symbol ?? ""));
}

/** Whether it puts bars together that are as long already. */
function isTooCoarse(strategy: Strategy, frequency: Frequency): boolean {
  const texts = textsInUse(strategy);
  const hasWeeks = frequency !== "daily" && isNamed("weekly", texts);
  return hasWeeks || (frequency === "monthly" && isNamed("monthly", texts));
}

function hasBars({ instruments, barOffset }: Market, symbol: string): boolean {
  const at = instruments.findIndex((instrument) => instrument.symbol === symbol);
  return at >= 0 && itemAt(barOffset, at) < itemAt(barOffset, at + 1);
}

/** Of prices as traded: one an instrument, told as its symbol, the first date and how many. */
function findSplits(
  { simulation }: Strategy,
  universe: readonly Series[],
  period: readonly number[],
): Warning[] {
  if (simulation.priceBasis === "adjusted") return [];
  const inPeriod = new Set(period);
  return universe.flatMap(({ instrument, bars }): Warning[] => {
    const own = bars.filter(({ day }) => inPeriod.has(day));
    const splits = own.filter((bar, at) => {
      const before = at === 0 ? null : itemAt(own, at - 1);
      if (before === null || before.adjClose === null || bar.adjClose === null) return false;
      const [raw, adjusted] = [bar.fileClose / before.fileClose, bar.adjClose / before.adjClose];
      return (raw < 0.67 || raw > 1.5) && adjusted >= 0.8 && adjusted <= 1.25;
    });
    if (splits.length === 0) return [];
    const more = splits.length === 1 ? "" : `, the first of ${splits.length}`;
    const date = formatIsoDay(itemAt(splits, 0).day);
    return [
      { code: "split-in-prices", message: `${instrument.symbol}: a split in its prices on ${date}${more}.` },
    ];
  });
}

function findWarnings(strategy: Strategy, universe: readonly Series[], market: Market): Warning[] {
  const { scanner, simulation } = strategy;
  const warnings: Warning[] = [];
  const warn = (code: Warning["code"]) => warnings.push({ code, message: code });
  const texts = textsInUse(strategy);
  const isCapUsed = scanner.marketCapRank !== null || isNamed("marketCap", texts);
  if (isCapUsed && !hasMarketCap(universe)) warn("market-cap-missing");
  if (isCapUsed || simulation.sortingType === "market-cap-desc") {
    if (universe.some(({ instrument }) => instrument.marketCapLooksAhead)) warn("market-cap-look-ahead");
  }
  if (simulation.priceBasis === "adjusted") {
    if (universe.some((series) => series.bars.some((bar) => bar.adjClose === null))) warn("adjclose-missing");
  }
  if (scanner.symbols?.some((symbol) => !hasBars(market, symbol))) warn("symbols-missing");
  const signals = (market.facts ?? []).filter(({ kind }) => kind === "signal");
  if (signals.some(({ name }) => isNamed(name, texts))) warn("signals-trusted");
  return warnings;
}
