/** What the six invented funds and the consumer prices go through; of the shares of the market the companies themselves say it. */
import type { Regime } from "./countries.ts";

/** A stretch with one rate. */
export interface RateStretch {
  /** ISO date of its last day. */
  readonly until: string;
  /** In percent a year. */
  readonly percent: number;
}

/** Interest and changes of price together. */
export const BONDS: readonly Regime[] = [
  { until: "2003-10-15", changePct: 68, volatilityPct: 4.5 },
  { until: "2004-11-30", changePct: -7, volatilityPct: 6 },
  { until: "2006-07-20", changePct: 5, volatilityPct: 4 },
  { until: "2008-07-15", changePct: 10, volatilityPct: 5 },
  { until: "2008-12-31", changePct: 19, volatilityPct: 9 },
  { until: "2009-09-10", changePct: -10, volatilityPct: 8 },
  { until: "2011-10-20", changePct: 9, volatilityPct: 4 },
  { until: "2013-05-20", changePct: 19, volatilityPct: 4 },
  { until: "2013-09-12", changePct: -9, volatilityPct: 10 },
  { until: "2016-11-25", changePct: 50, volatilityPct: 4 },
  { until: "2018-09-28", changePct: -1, volatilityPct: 4.5 },
  { until: "2020-07-10", changePct: 27, volatilityPct: 5 },
  { until: "2022-06-20", changePct: -3, volatilityPct: 4.5 },
  { until: "2025-03-20", changePct: 25, volatilityPct: 3.5 },
];

export const GOLD: readonly Regime[] = [
  { until: "2001-03-30", changePct: -4, volatilityPct: 12 },
  { until: "2006-05-11", changePct: 78, volatilityPct: 14 },
  { until: "2006-10-06", changePct: -18, volatilityPct: 23 },
  { until: "2008-03-17", changePct: 56, volatilityPct: 18 },
  { until: "2008-10-24", changePct: -12, volatilityPct: 30 },
  { until: "2011-08-22", changePct: 104, volatilityPct: 19 },
  { until: "2012-11-30", changePct: 8, volatilityPct: 16 },
  { until: "2013-06-28", changePct: -24, volatilityPct: 24 },
  { until: "2015-12-03", changePct: -8, volatilityPct: 14 },
  { until: "2018-08-16", changePct: 14, volatilityPct: 12 },
  { until: "2020-08-07", changePct: 74, volatilityPct: 16 },
  { until: "2021-03-31", changePct: -20, volatilityPct: 17 },
  { until: "2022-10-20", changePct: 9, volatilityPct: 14 },
  { until: "2025-03-20", changePct: 46, volatilityPct: 13 },
];

/** Property beside its part in the market's moves: PROPERTY_BETA of them, in a fund that owes less than companies do. */
export const PROPERTY: readonly Regime[] = [
  { until: "2003-06-30", changePct: 16, volatilityPct: 8 },
  { until: "2008-01-08", changePct: 58, volatilityPct: 10 },
  { until: "2009-03-09", changePct: -34, volatilityPct: 20 },
  { until: "2014-12-31", changePct: 30, volatilityPct: 8 },
  { until: "2020-02-07", changePct: 16, volatilityPct: 7 },
  { until: "2020-10-30", changePct: -17, volatilityPct: 17 },
  { until: "2025-03-20", changePct: 28, volatilityPct: 9 },
];
export const PROPERTY_BETA = 0.5;

/** The foreign currency in the own one; the shares abroad move as the other country's common factor, and pay dividends. */
export const CURRENCY: readonly Regime[] = [
  { until: "2002-05-20", changePct: 12, volatilityPct: 3 },
  { until: "2007-11-07", changePct: -18, volatilityPct: 4 },
  { until: "2009-03-03", changePct: 20, volatilityPct: 10 },
  { until: "2011-07-27", changePct: -12, volatilityPct: 6 },
  { until: "2013-08-28", changePct: 30, volatilityPct: 10 },
  { until: "2014-05-23", changePct: -10, volatilityPct: 8 },
  { until: "2020-04-22", changePct: 18, volatilityPct: 5 },
  { until: "2022-10-19", changePct: 9, volatilityPct: 4 },
  { until: "2025-03-20", changePct: 5, volatilityPct: 3 },
];
/** As a fraction of the price, a year. */
export const FOREIGN_DIVIDENDS = 0.014;

/** What the liquid fund earns: it never falls. */
export const MONEY_RATES: readonly RateStretch[] = [
  { until: "2001-04-30", percent: 8.6 },
  { until: "2002-10-31", percent: 6.8 },
  { until: "2005-10-31", percent: 4.9 },
  { until: "2006-12-31", percent: 6.1 },
  { until: "2008-10-31", percent: 8 },
  { until: "2010-03-31", percent: 4.2 },
  { until: "2011-03-31", percent: 6.2 },
  { until: "2013-12-31", percent: 8.7 },
  { until: "2015-06-30", percent: 8.2 },
  { until: "2017-01-31", percent: 6.9 },
  { until: "2019-06-30", percent: 6.8 },
  { until: "2020-03-31", percent: 5.4 },
  { until: "2022-04-30", percent: 3.5 },
  { until: "2023-02-28", percent: 5.6 },
  { until: "2025-03-20", percent: 6.9 },
];

/** By how much consumer prices rise. */
export const INFLATION: readonly RateStretch[] = [
  { until: "2005-12-31", percent: 4 },
  { until: "2008-06-30", percent: 6.4 },
  { until: "2010-12-31", percent: 10.6 },
  { until: "2013-12-31", percent: 9.5 },
  { until: "2016-12-31", percent: 5.1 },
  { until: "2019-09-30", percent: 3.7 },
  { until: "2023-03-31", percent: 6.1 },
  { until: "2025-03-20", percent: 4.8 },
];

/** The rate of an ISO date, as a fraction a year; that of the last stretch behind its end. */
export function rateOn(stretches: readonly RateStretch[], date: string): number {
  const stretch = stretches.find(({ until }) => date <= until) ?? stretches.at(-1);
  return (stretch?.percent ?? 0) / 100;
}
