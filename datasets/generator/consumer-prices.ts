/** Invented consumer prices: what a withdrawal grows by that is to keep its worth. A figure a month, on the day it is known. */
import { openRandom } from "#workers/model/random.ts";
import { exp } from "./exponential.ts";
import { INFLATION, rateOn } from "./fund-histories.ts";
import { normal } from "./random.ts";

export const CONSUMER_PRICES = { symbol: "TIDEPRICES", name: "Tide consumer prices (invented)" };

/** Level known on the first session, in hundredths. */
const FIRST_LEVEL = 10_000;
/** What a month has beside its year's rate, as a log: harvests, fuel. */
const MONTH_NOISE = 0.003;

export interface ConsumerPrices {
  /** ISO dates: of each month the first session, on which the level of the month before is known. */
  readonly dates: readonly string[];
  /** Whole hundredths. */
  readonly level: Float64Array;
}

/** @param sessions - ISO dates of the country's sessions, ascending */
export function drawConsumerPrices(country: string, sessions: readonly string[]): ConsumerPrices {
  const random = openRandom(`${country} consumer prices`);
  const dates = sessions.filter((date, row) => date.slice(0, 7) !== sessions[row - 1]?.slice(0, 7));
  let exact = FIRST_LEVEL;
  const level = dates.map((_, month) => {
    const before = dates[month - 1];
    if (before !== undefined) exact *= exp(rateOn(INFLATION, before) / 12 + MONTH_NOISE * normal(random));
    return Math.round(exact);
  });
  return { dates, level: Float64Array.from(level) };
}
