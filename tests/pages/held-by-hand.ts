/** What a portfolio held, worked by hand, for the tests of what the results page makes of it. */
import type { Holdings, SetBack } from "#workers/model/holdings.ts";

const by = (...values: readonly number[]) => Float64Array.from(values);

export const begun: SetBack = {
  date: "2020-12-31",
  sells: 0,
  buys: 2,
  turnover: 90,
  furthest: null,
  costs: 8,
};
export const setBack: SetBack = {
  date: "2022-01-03",
  sells: 1,
  buys: 2,
  turnover: 16.2,
  furthest: { instrument: "AAA", share: 69.23, target: 60 },
  costs: 3,
};

/** At the ends of three months; 0 and 60 and 69 and so on: a mean of 43 for AAA, of 18 for BBB, of 1 for nine others. */
export const holdings: Holdings = {
  day: Int32Array.of(18626, 18627, 18995),
  every: "month",
  held: [
    { instrument: "AAA", label: "Alpha", share: by(0, 60, 69) },
    { instrument: "BBB", label: "Beta", share: by(0, 30, 24) },
  ],
  others: { count: 9, share: by(0, 3, 0) },
  cash: by(100, 7, 7),
  setBacks: [begun, setBack],
  figures: { ordersAYear: 2.5, meanOrder: 277.5, turnover: 5.2, costs: 0.104, offPlan: 2.69 },
};
