/**
 * Figures of single bars of a market that is read in parts: read when they are asked for, with those around them. Gains, for runs in
 * parts: the day loop reads the stretches that it trades on, and no whole series.
 */
import type { Market, PartedMarket, PriceFigure } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { BarFigure, BarPrices } from "#workers/engine/bar-prices.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { PartedSurvey } from "./survey.ts";
import { adjustedPrices } from "#workers/engine/price-basis.ts";

/** Bars that are read at a time, the first one at a multiple of it; a power of two. */
const STRETCH = 256;
const STRETCH_BYTES = STRETCH * Float64Array.BYTES_PER_ELEMENT;
const NO_CAPS = new Float64Array(STRETCH).fill(NaN);

export interface OnDemand {
  readonly strategy: Strategy;
  readonly survey: PartedSurvey;
  readonly calendar: Calendar;
  /** What the stretches of one figure that are kept may take. */
  readonly figureBytes: number;
}

export function pricesOnDemand(
  market: PartedMarket,
  { strategy, survey, calendar, figureBytes }: OnDemand,
): BarPrices {
  const { universe, numbers } = survey;
  const { fromRow, toRow, longest } = calendar;
  const places = Math.max(2, Math.floor(figureBytes / STRETCH_BYTES));
  const stretchesOfMember = Math.ceil(longest / STRETCH);
  const isAdjusted = strategy.simulation.priceBasis === "adjusted";

  /** Each stretch has one place, which it shares with others: the one asked for last is there. */
  function figure(columns: readonly PriceFigure[], pick: (some: Market) => Float64Array): BarFigure {
    const stretchAt = new Float64Array(places).fill(-1);
    const figures: Float64Array[] = [];
    return (row, member) => {
      const bar = row - fromRow[member];
      const stretch = member * stretchesOfMember + Math.floor(bar / STRETCH);
      const place = stretch % places;
      if (stretchAt[place] !== stretch) {
        const from = bar - (bar % STRETCH);
        const to = Math.min(from + STRETCH, toRow[member] - fromRow[member]);
        figures[place] = pick(market.readBars(numbers[universe[member]], columns, from, to));
        stretchAt[place] = stretch;
      }
      return figures[place][bar % STRETCH];
    };
  }

  const onBasis = (name: "open" | "close"): BarFigure =>
    isAdjusted
      ? figure([name, "close", "adjClose"], (some) => (adjustedPrices(some, Int32Array.of(0)) ?? some)[name])
      : figure([name], (some) => some[name]);

  return {
    open: onBasis("open"),
    close: onBasis("close"),
    volume: figure(["volume"], ({ volume }) => volume),
    marketCap: figure(["marketCap"], ({ marketCap }) => marketCap ?? NO_CAPS),
  };
}
