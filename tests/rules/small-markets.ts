/** Markets of an instrument X for tables worked out by hand; all four prices of a bar are its close where nothing else is said. */
import { buildMarket, dayOf } from "#tests/support/market-builder.ts";
import type { BarSpec, SeriesSpec } from "#tests/support/market-builder.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";

/** Bars on days 0, 1, 2, ..., 100 shares each unless `volumes` says otherwise. */
export function closesOnly(closes: readonly number[], volumes: readonly number[] = []): BarSpec[] {
  return closes.map((close, day) => [day, close, close, { volume: volumes[day] ?? 100 }]);
}

/** X with these closes, and others beside it. */
export function marketOf(closes: readonly number[], ...others: readonly SeriesSpec[]): Market {
  return buildMarket([{ symbol: "X", bars: closesOnly(closes) }, ...others]);
}

/** X at a close of 100 throughout, with these volumes: numbers that are neither price nor percentage. */
export function volumesOnly(volumes: readonly number[]): Market {
  const closes = volumes.map(() => 100);
  return buildMarket([{ symbol: "X", bars: closesOnly(closes, volumes) }]);
}

/** A fact of X called eps, by days; NaN is unknown from then on. */
export function withFact(
  market: Market,
  kind: FactSeries["kind"],
  steps: readonly (readonly [day: string | number, value: number])[],
): Market {
  const fact: FactSeries = {
    name: "eps",
    kind,
    stepOffset: Int32Array.from([0, ...market.instruments.map(() => steps.length)]),
    day: Int32Array.from(steps, ([day]) => dayOf(day)),
    value: Float64Array.from(steps, ([, value]) => value),
  };
  return { ...market, facts: [fact] };
}
