/** Figures of single bars of a market that is read in parts: an instrument's series is read when one of its bars is asked for. */
import type { Market, PartedMarket, PriceColumn } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { BarFigure, BarPrices } from "./bar-prices.ts";
import type { Calendar } from "./calendar.ts";
import { keepLast } from "./keep-last.ts";
import type { PartedSurvey } from "./parted-survey.ts";
import { adjustedPrices } from "./price-basis.ts";

export interface OnDemand {
  readonly strategy: Strategy;
  readonly survey: PartedSurvey;
  readonly calendar: Calendar;
  /** What the series of one figure that are kept may take; the one asked for longest ago goes first. */
  readonly seriesBytes: number;
}

export function pricesOnDemand(
  market: PartedMarket,
  { strategy, survey, calendar, seriesBytes }: OnDemand,
): BarPrices {
  const { universe, numbers } = survey;
  const { fromRow, longest } = calendar;
  const most = Math.max(2, Math.floor(seriesBytes / (Float64Array.BYTES_PER_ELEMENT * longest)));
  const isAdjusted = strategy.simulation.priceBasis === "adjusted";

  function figure(columns: readonly PriceColumn[], pick: (one: Market) => Float64Array): BarFigure {
    const seriesOf = keepLast(most, (member: number) =>
      pick(market.readInstrument(numbers[universe[member]], columns)),
    );
    return (row, member) => seriesOf(member)[row - fromRow[member]];
  }

  const onBasis = (name: "open" | "close"): BarFigure =>
    isAdjusted
      ? figure([name, "adjClose"], (one) => (adjustedPrices(one, Int32Array.of(0)) ?? one)[name])
      : figure([name], (one) => one[name]);

  return {
    open: onBasis("open"),
    close: onBasis("close"),
    volume: figure(["volume"], ({ volume }) => volume),
    marketCap: figure(["marketCap"], ({ marketCap, close }) => marketCap ?? close.map(() => NaN)),
  };
}
