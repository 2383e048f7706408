/** Markets with some of another's bars: as of an evening, or after something was lost. */
import { itemAt as at } from "#tests/support/reference-series.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";

/** The bars that are kept, and of facts what was known by the day. */
export function filterMarket(
  market: Market,
  keeps: (instrument: number, day: number) => boolean,
  lastDay = Infinity,
): Market {
  const { instruments, barOffset, day } = market;
  const rows: number[] = [];
  const offsets = [0];
  for (let instrument = 0; instrument < instruments.length; instrument++) {
    for (let row = at(barOffset, instrument); row < at(barOffset, instrument + 1); row++)
      if (keeps(instrument, at(day, row))) rows.push(row);
    offsets.push(rows.length);
  }
  const picked = (column: Float64Array) => Float64Array.from(rows, (row) => at(column, row));
  return {
    instruments,
    barOffset: Int32Array.from(offsets),
    day: Int32Array.from(rows, (row) => at(day, row)),
    open: picked(market.open),
    high: picked(market.high),
    low: picked(market.low),
    close: picked(market.close),
    volume: picked(market.volume),
    adjClose: market.adjClose && picked(market.adjClose),
    marketCap: market.marketCap && picked(market.marketCap),
    ...(market.facts && { facts: market.facts.map((series) => factsUpTo(series, lastDay)) }),
  };
}

export function marketUpTo(market: Market, lastDay: number): Market {
  return filterMarket(market, (_, day) => day <= lastDay, lastDay);
}

function factsUpTo(series: FactSeries, lastDay: number): FactSeries {
  const { stepOffset, day, value } = series;
  const steps: number[] = [];
  const offsets = [0];
  for (let instrument = 0; instrument + 1 < stepOffset.length; instrument++) {
    for (let step = at(stepOffset, instrument); step < at(stepOffset, instrument + 1); step++)
      if (at(day, step) <= lastDay) steps.push(step);
    offsets.push(steps.length);
  }
  return {
    ...series,
    stepOffset: Int32Array.from(offsets),
    day: Int32Array.from(steps, (step) => at(day, step)),
    value: Float64Array.from(steps, (step) => at(value, step)),
  };
}
