/** Runs one after the other, each beginning with what the account of the one before ended with. */
import { backtest } from "./backtest.ts";
import { AVERAGE_SHARE_NAME } from "#workers/model/benchmark-names.ts";
import { deepestFall } from "#workers/figures/drawdown.ts";
import { growthRate, returnFigures, yearsBetween } from "#workers/figures/statistics.ts";
import { SESSIONS_OF_YEAR, sessionsOfYearIn } from "#workers/model/bar-length.ts";
import type { YearlyTerms } from "#workers/model/bar-length.ts";
import type { Market } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import { growthCurve } from "#workers/model/report.ts";
import type { Frequency, Performance } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/**
 * Each run is one of its own, from its start margin on and without positions; its growth goes on from where the last
 * one ended.
 *
 * @param strategies - at least one; their periods follow each other in time
 * @returns the problem of the first that can't be run
 */
export function chainRuns(strategies: readonly Strategy[], market: Market): Result<ChainedRun> {
  const parts: Part[] = [];
  const performances: Performance[] = [];
  let label = "";
  let frequency: Frequency = "daily";
  let sessionsOfYear = SESSIONS_OF_YEAR.daily;
  for (const strategy of strategies) {
    const run = backtest(strategy, market);
    if (!run.ok) return run;
    const { equity, performance, metadata, account } = run.value;
    parts.push({
      ...equity,
      value: growthCurve(equity),
      riskless: account?.riskless ?? null,
      riskFreePercent: strategy.simulation.riskFreePercent,
      startValue: performance.startValue,
    });
    performances.push(performance);
    if (parts.length > 1) continue;
    label = metadata.benchmark;
    frequency = metadata.frequency ?? frequency;
    sessionsOfYear = sessionsOfYearIn(run.value);
  }
  const startValue = parts[0]?.startValue ?? 0;
  const sessions = parts.reduce((sum, { day }) => sum + day.length, 0);
  const day = new Int32Array(sessions);
  let row = 0;
  for (const part of parts) {
    day.set(part.day, row);
    row += part.day.length;
  }
  const value = joined(parts, sessions, (part) => part.value);
  const terms: YearlyTerms = {
    riskFreePercent: parts[0]?.riskFreePercent ?? 0,
    sessionsOfYear,
    ...risklessOf(parts, sessions),
  };
  const yardstick = (name: string, curves: readonly Float64Array[]) => {
    const curve = joined(parts, sessions, (_, at) => curves[at]);
    return { label: name, value: curve, ...figuresOf(day, curve, startValue, terms) };
  };
  const averages = parts.flatMap(({ universe }) => universe ?? []);
  return ok({
    performances,
    ...(frequency !== "daily" && { frequency }),
    day,
    value,
    startValue,
    ...figuresOf(day, value, startValue, terms),
    benchmark: yardstick(
      label,
      parts.map(({ benchmark }) => benchmark),
    ),
    ...(averages.length === parts.length && { average: yardstick(AVERAGE_SHARE_NAME, averages) }),
  });
}

interface Part {
  readonly day: Int32Array;
  /** What it made, whatever money came and went. */
  readonly value: Float64Array;
  /** The riskless rate as the report has it. */
  readonly riskless: Float64Array | null;
  readonly riskFreePercent: number;
  readonly benchmark: Float64Array;
  readonly universe?: Float64Array;
  readonly startValue: number;
}

/** What cash earned by session, where all take it for the riskless return. */
function risklessOf(parts: readonly Part[], sessions: number): Pick<YearlyTerms, "riskless"> {
  const riskless = new Float64Array(sessions);
  let row = 0;
  for (const part of parts) {
    if (part.riskless === null) return {};
    riskless.set(part.riskless, row);
    row += part.riskless.length;
  }
  return { riskless };
}

/** One curve of the parts, each going on from where the one before ended. */
function joined(
  parts: readonly Part[],
  sessions: number,
  curveOf: (part: Part, at: number) => Float64Array | undefined,
): Float64Array {
  const value = new Float64Array(sessions);
  let row = 0;
  let base = parts[0]?.startValue ?? 0;
  for (const [at, part] of parts.entries()) {
    for (const each of curveOf(part, at) ?? []) value[row++] = (base * each) / part.startValue;
    base = value[row - 1] ?? base;
  }
  return value;
}

function figuresOf(day: Int32Array, value: Float64Array, startValue: number, terms: YearlyTerms) {
  const endValue = value.at(-1) ?? startValue;
  return {
    endValue,
    cagr: growthRate(startValue, endValue, yearsBetween(day[0] ?? 0, day.at(-1) ?? 0)),
    maxDrawdown: (deepestFall(value)?.depth ?? 0) * 100,
    sharpeRatio: returnFigures(value, terms).sharpeRatio,
  };
}
