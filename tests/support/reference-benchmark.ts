/** The reference's benchmark: which series serves, and its value at the close of each session. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { barOn, itemAt, knownBar, lastBar, sum } from "./reference-series.ts";
import type { Series } from "./reference-series.ts";

export const EQUAL_WEIGHT = "equal-weight universe";
export const AVERAGE_SHARE = "the average share";

export interface Benchmark {
  readonly name: string;
  readonly values: readonly number[];
  /** Of a series: whether any bar that its curve is made of has an adjusted close. */
  readonly hasAdjusted?: boolean;
}

interface Run {
  readonly universe: readonly Series[];
  /** Sessions of the period. */
  readonly period: readonly number[];
}

/** null where the strategy names a series that can't serve. `all` is sorted by symbol. */
export function findBenchmark(strategy: Strategy, all: readonly Series[], run: Run): Benchmark | null {
  const { startMargin, benchmark } = strategy.simulation;
  const firstSession = itemAt(run.period, 0);
  if (benchmark === "average-share") return { name: AVERAGE_SHARE, values: averageShare(run, startMargin) };
  const canServe = (series: Series) => lastBar(series, firstSession) !== null;
  if (benchmark !== null) {
    const named = all.find(({ instrument }) => instrument.symbol === benchmark);
    return named && canServe(named) ? hold(named, startMargin, run.period) : null;
  }
  const index = all.find(
    (series) =>
      series.instrument.instrumentType === "INDEX" &&
      series.instrument.exchange === strategy.scanner.exchange &&
      canServe(series),
  );
  return index ? hold(index, startMargin, run.period) : holdAll(run, startMargin);
}

function hold(series: Series, startMargin: number, period: readonly number[]): Benchmark {
  const held = period.map((day) => knownBar(series, day));
  return {
    name: series.instrument.symbol,
    hasAdjusted: held.some((bar) => bar.adjClose !== null),
    values: held.map((bar) => (startMargin * bar.close) / itemAt(held, 0).close),
  };
}

function holdAll({ universe, period }: Run, startMargin: number): Benchmark {
  const firstSession = itemAt(period, 0);
  const members = universe.filter((series) => barOn(series, firstSession) !== null);
  const ratioOn = (day: number) =>
    members.map((each) => knownBar(each, day).close / knownBar(each, firstSession).close);
  return {
    name: EQUAL_WEIGHT,
    values: period.map((day) => (startMargin * sum(ratioOn(day))) / members.length),
  };
}

/** Section 8 of the contract of the account: equal money in every share with a bar, on the first session and each month's first. */
export function averageShare({ universe, period }: Run, startMargin: number): number[] {
  let value = startMargin;
  let setBackOn = itemAt(period, 0);
  const values: number[] = [];
  for (const [at, day] of period.entries()) {
    const members = universe.filter((series) => barOn(series, setBackOn) !== null);
    const growths = members.map((each) => knownBar(each, day).close / knownBar(each, setBackOn).close);
    const now = (value * sum(growths)) / members.length;
    values.push(now);
    if (at === 0 || formatIsoDay(day).slice(0, 7) === formatIsoDay(itemAt(period, at - 1)).slice(0, 7))
      continue;
    value = now;
    setBackOn = day;
  }
  return values;
}
