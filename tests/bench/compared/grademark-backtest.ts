/**
 * What grademark can do of the default strategy: buy rules and trailing stop of one instrument at a time. It knows no
 * scanner over a market, no order among candidates and no account that they share.
 */
import { DataFrame } from "data-forge";
import { backtest } from "grademark";
import type { IStrategy } from "grademark";
import type { Market } from "../../../workers/model/market.ts";
import type { Strategy } from "../../../workers/model/strategy.ts";

const DAY_MS = 86_400_000;

interface Bar {
  readonly time: Date;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Close some bars before, and mean of the last closes; NaN where there are too few. */
  readonly earlier: number;
  readonly mean: number;
}

/**
 * @param instruments - how many of the market's, from the first
 * @returns how many trades came to their end
 */
export function grademarkBacktest(strategy: Strategy, market: Market, instruments: number): number {
  let trades = 0;
  for (let instrument = 0; instrument < instruments; instrument++) {
    const bars = barsOf(strategy, market, instrument);
    trades += backtest(rulesOf(strategy), new DataFrame<number, Bar>(bars)).length;
  }
  return trades;
}

function barsOf({ buy }: Strategy, market: Market, instrument: number): Bar[] {
  const from = market.barOffset[instrument] ?? 0;
  const close = market.close.subarray(from, market.barOffset[instrument + 1]);
  const figure = (column: Float64Array, at: number) => column[from + at] ?? NaN;
  return Array.from(close, (price, at) => ({
    time: new Date((market.day[from + at] ?? 0) * DAY_MS),
    open: figure(market.open, at),
    high: figure(market.high, at),
    low: figure(market.low, at),
    close: price,
    volume: figure(market.volume, at),
    earlier: close[at - buy.closeDays] ?? NaN,
    mean: meanBefore(close, at + 1, buy.movingAverageDays),
  }));
}

function meanBefore(close: Float64Array, end: number, days: number): number {
  if (end < days) return NaN;
  let sum = 0;
  for (let at = end - days; at < end; at++) sum += close[at] ?? NaN;
  return sum / days;
}

function rulesOf({ sell }: Strategy): IStrategy<Bar, Bar> {
  const trail = 1 - (sell.trailingStopLoss ?? 100) / 100;
  let peak = 0;
  return {
    entryRule(enterPosition, { bar }) {
      if (!(bar.close >= bar.earlier && bar.close >= bar.mean)) return;
      peak = 0;
      enterPosition();
    },
    exitRule(exitPosition, { bar, entryPrice, position }) {
      peak = Math.max(peak, entryPrice, bar.close);
      if (position.holdingPeriod >= sell.minHoldingDays && bar.close <= peak * trail) exitPosition();
    },
  };
}
