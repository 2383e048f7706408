/**
 * Section 2 at its edges. Nobody can afford a share here, so every signal shows as a candidate on its own session;
 * the clock adds a last session, on which nothing is decided.
 */
import type { SeriesSpec } from "../../support/market-builder.ts";
import { clock, prices } from "./worked-case.ts";
import type { Expected, StrategyParts, WorkedCase } from "./worked-case.ts";

interface Signals {
  readonly scanner?: StrategyParts["scanner"];
  readonly buy?: StrategyParts["buy"];
  readonly simulation?: StrategyParts["simulation"];
  readonly series: readonly SeriesSpec[];
  readonly candidates: Expected["candidates"];
  readonly warnings?: Expected["warnings"];
}

function signals(title: string, { series, candidates, warnings = [], ...parts }: Signals): WorkedCase {
  const sessions = Math.max(...series.flatMap(({ bars }) => bars.map(([when]) => Number(when)))) + 2;
  return {
    title,
    series: [...series, clock(sessions)],
    strategy: {
      scanner: { minPrice: null, ...parts.scanner },
      buy: parts.buy ?? {},
      simulation: { startMargin: 0.001, ...parts.simulation },
    },
    expected: { candidates: candidates ?? {}, warnings },
  };
}

const growth: WorkedCase[] = [
  signals("price growth of exactly the wanted percent is enough, although 100 x 1.1 rounds to above 110", {
    // session 2: 110 >= 100 x 1.1; 3: 109.99 < 100 x 1.1; 4: 121 >= 110 x 1.1; 0 and 1 have no bar 2 back
    scanner: { priceGrowth: 10, priceGrowthDays: 2 },
    series: [prices("A", { close: [100, 100, 110, 109.99, 121] })],
    candidates: { A: [2, 4] },
  }),
  signals("a negative price growth allows a fall of that much and no more", {
    // session 1: 90 >= 100 x 0.9; 2: 80.99 < 90 x 0.9 = 81; 3: 72.891 >= 80.99 x 0.9
    scanner: { priceGrowth: -10, priceGrowthDays: 1 },
    series: [prices("A", { close: [100, 90, 80.99, 72.891] })],
    candidates: { A: [1, 3] },
  }),
  signals("a growth that everything passes still needs its bars", {
    // 100 >= 100 x 0.9 wherever there is a bar 3 back: from session 3 on
    scanner: { priceGrowth: -10, priceGrowthDays: 3 },
    series: [prices("A", { close: [100, 100, 100, 100, 100] })],
    candidates: { A: [3, 4] },
  }),
  signals("price growth counts the instrument's own bars, not sessions", {
    // bars of A: 100 (session 0), 100 (2), 110 (3): bar 2 back exists on session 3 alone
    scanner: { priceGrowth: 10, priceGrowthDays: 2 },
    series: [prices("A", { close: [100, null, 100, 110] })],
    candidates: { A: [3] },
  }),
  signals("an instrument without a bar on the session is no candidate, and the last one is not carried", {
    scanner: { priceGrowth: 0, priceGrowthDays: 1 },
    series: [prices("A", { close: [100, 100, null, 100] })],
    candidates: { A: [1, 3] },
  }),
  signals("bars before the start date warm up the look-back", {
    // the period begins on session 3, whose bar has three before it
    scanner: { priceGrowth: 0, priceGrowthDays: 3 },
    simulation: { startDate: "2020-01-04" },
    series: [prices("A", { close: [100, 100, 100, 100, 99] })],
    candidates: { A: [3] },
  }),
  signals("price growth is measured on the run's price basis", {
    // as traded 100 -> 50 halves; adjusted 50 -> 50 (factor 0.5, then 1) stays
    scanner: { priceGrowth: 0, priceGrowthDays: 1 },
    simulation: { priceBasis: "adjusted" },
    series: [prices("A", { close: [100, 50], adjClose: [50, 50] })],
    candidates: { A: [1] },
    warnings: ["adjclose-missing"],
  }),
];

const price: WorkedCase[] = [
  signals("a close equal to the minimum price is enough, rounding forgiven, a hair less is not", {
    // forgiven: 99 x 1e-9 = 0.000000099
    scanner: { minPrice: 99 },
    series: [prices("A", { close: [99, 98.99, 98.99999995, 98.9999998, 99.01] })],
    candidates: { A: [0, 2, 4] },
  }),
  signals("the minimum price looks at the price in the file, whatever the basis", {
    // A: 100 in the file, 50 adjusted; B: 60 in the file, 120 adjusted
    scanner: { minPrice: 99 },
    simulation: { priceBasis: "adjusted" },
    series: [
      prices("A", { close: [100, 100], adjClose: [50, 50] }),
      prices("B", { close: [60, 60], adjClose: [120, 120] }),
    ],
    candidates: { A: [0, 1], B: [] },
    warnings: ["adjclose-missing"],
  }),
];

function capped(symbol: string, ...marketCap: readonly (number | null)[]): SeriesSpec {
  return prices(symbol, { close: marketCap.map(() => 100), marketCap });
}

const rank: WorkedCase[] = [
  signals("of ten instruments the top 10 % is one, of eleven it is two", {
    // session 0: 10 caps, 10 x 10 = 100: rank 1 has 0 < 100, rank 2 has 100 < 100 (no)
    // session 1: 11 caps, 10 x 11 = 110: rank 2 has 100 < 110, rank 3 has 200 < 110 (no)
    scanner: { marketCapRank: 10 },
    series: [
      capped("A", 900, 900),
      capped("B", 800, 800),
      capped("C", 700, 700),
      ...["D", "E", "F", "G", "H", "I", "J"].map((symbol) => capped(symbol, 10, 10)),
      capped("K", null, 10),
    ],
    candidates: { A: [0, 1], B: [1], C: [], K: [] },
  }),
  signals("equal market caps are ranked by symbol in code-unit order", {
    // 50 x 2 = 100: rank 1 only; "B" comes before "a"
    scanner: { marketCapRank: 50 },
    series: [capped("a", 500), capped("B", 500)],
    candidates: { B: [0], a: [] },
  }),
  signals("the rank counts only instruments with a bar and a market cap on that session", {
    // session 0: 4 caps, 50 x 4 = 200: ranks 1 and 2. Session 1: C has no bar, D's 0 is missing: 2 caps, rank 1
    scanner: { marketCapRank: 50 },
    series: [
      capped("A", 400, 400),
      capped("B", 300, 300),
      prices("C", { close: [100, null], marketCap: [200, null] }),
      capped("D", 100, 0),
    ],
    candidates: { A: [0, 1], B: [0], C: [], D: [] },
  }),
  signals("an instrument without a market cap fails the rank condition, even at 100 %", {
    scanner: { marketCapRank: 100 },
    series: [capped("A", 1), capped("B", null)],
    candidates: { A: [0], B: [] },
  }),
  signals("the rank uses the day's market caps", {
    // the order of A and B turns on session 1
    scanner: { marketCapRank: 50 },
    series: [capped("A", 2, 1, 3), capped("B", 1, 2, 2)],
    candidates: { A: [0, 2], B: [1] },
  }),
  signals("a market cap on one bar after the period is enough for the rank condition to stand", {
    scanner: { marketCapRank: 100 },
    simulation: { endDate: "2020-01-03" },
    series: [capped("A", null, null, null, 500)],
    candidates: { A: [] },
  }),
  signals("without any market cap the rank is left out of an 'any' group, with a warning", {
    // the minimum price alone decides
    scanner: { match: "any", minPrice: 99, marketCapRank: 10 },
    series: [prices("A", { close: [100, 98] })],
    candidates: { A: [0] },
    warnings: ["market-cap-missing"],
  }),
  signals("a group that the missing market cap empties is true, with a warning", {
    scanner: { match: "any", marketCapRank: 10 },
    series: [prices("A", { close: [100, 98] })],
    candidates: { A: [0, 1] },
    warnings: ["market-cap-missing"],
  }),
];

const dailyValue: WorkedCase[] = [
  signals("an average daily value of exactly the threshold is enough", {
    // values 90,000 110,000 89,900: means over 2 bars: none, 100,000, 99,950
    scanner: { avgDailyValue: 100_000, avgDailyValueDays: 2 },
    series: [prices("A", { close: [100, 100, 100], volume: [900, 1100, 899] })],
    candidates: { A: [1] },
  }),
  signals("the average daily value needs as many bars as it averages and skips sessions without one", {
    // bars on 0, 2, 3: the third is the first with three
    scanner: { avgDailyValue: 1, avgDailyValueDays: 3 },
    series: [prices("A", { close: [100, null, 100, 100], volume: 5 })],
    candidates: { A: [3] },
  }),
  signals("the traded value uses the price in the file, whatever the basis", {
    // A: 100 x 1000 in the file; adjusted it would be 50,000. B: 50 x 1000; adjusted it would be 100,000
    scanner: { avgDailyValue: 100_000, avgDailyValueDays: 1 },
    simulation: { priceBasis: "adjusted" },
    series: [
      prices("A", { close: [100], adjClose: [50], volume: 1000 }),
      prices("B", { close: [50], adjClose: [100], volume: 1000 }),
    ],
    candidates: { A: [0], B: [] },
    warnings: ["adjclose-missing"],
  }),
];

const buyRules: WorkedCase[] = [
  signals("the last price may equal the close some days ago, but not fall short of it", {
    // session 2: 100 >= 100; 3: 100.99 < 101; 4: 100 >= 100
    buy: { lastPriceVsClose: true, closeDays: 2 },
    series: [prices("A", { close: [100, 101, 100, 100.99, 100] })],
    candidates: { A: [2, 4] },
  }),
  signals("the moving average includes today's close and needs all its bars", {
    // means of 3: 20 (30 passes), 70/3 (20 fails), 70/3 (20 fails), 20 (20 passes)
    buy: { lastPriceVsMA: true, movingAverageDays: 3 },
    series: [prices("A", { close: [10, 20, 30, 20, 20, 20] })],
    candidates: { A: [2, 5] },
  }),
  signals("a flat price is not below its own average, although 0.1 + 0.1 + 0.1 rounds to above 0.3", {
    buy: { lastPriceVsMA: true, movingAverageDays: 3 },
    series: [prices("A", { close: [0.1, 0.1, 0.1, 0.1] })],
    candidates: { A: [2, 3] },
  }),
  signals("the moving average forgets what lies behind it", {
    // means of 2: 5050 (100 fails), 100 (100 passes), 55 (10 fails), 10 (10 passes)
    buy: { lastPriceVsMA: true, movingAverageDays: 2 },
    series: [prices("A", { close: [10_000, 100, 100, 10, 10] })],
    candidates: { A: [2, 4] },
  }),
  signals("a price of another magnitude leaves no trace in the average once it is behind", {
    // means of 2: about 5e16, 0.1, 0.1, 0.095 (0.09 fails); 1e17 + 0.1 is 1e17 in doubles
    buy: { lastPriceVsMA: true, movingAverageDays: 2 },
    series: [prices("A", { close: [1e17, 0.1, 0.1, 0.1, 0.09] })],
    candidates: { A: [2, 3] },
  }),
  signals("all buy rules must hold", {
    // against the close 1 day ago: 1, 2, 4 pass; against the mean of 3: 2 (120 >= 110), 4 (115 >= 345/3)
    // session 2: both; session 1: no mean yet; session 4: 115 >= 110 and 115 >= 115
    buy: { lastPriceVsClose: true, closeDays: 1, lastPriceVsMA: true, movingAverageDays: 3 },
    series: [prices("A", { close: [100, 110, 120, 110, 115, 112] })],
    candidates: { A: [2, 4] },
  }),
];

const groups: WorkedCase[] = [
  signals("an 'any' scanner needs one of its conditions", {
    // price: 0, 2; growth over a bar: 2, 3
    scanner: { match: "any", minPrice: 99, priceGrowth: 0, priceGrowthDays: 1 },
    series: [prices("A", { close: [100, 90, 100, 100, 90] })],
    candidates: { A: [0, 2, 3] },
  }),
  signals("an 'all' scanner needs every one of its conditions", {
    scanner: { match: "all", minPrice: 99, priceGrowth: 0, priceGrowthDays: 1 },
    series: [prices("A", { close: [100, 90, 95, 100, 90] })],
    candidates: { A: [3] },
  }),
  signals("an 'any' scanner still leaves the buy rules to hold", {
    scanner: { match: "any", minPrice: 50 },
    buy: { lastPriceVsClose: true, closeDays: 1 },
    series: [prices("A", { close: [100, 90, 100] })],
    candidates: { A: [2] },
  }),
  signals("no enabled condition means every bar is a signal, in an 'any' group too", {
    scanner: { match: "any" },
    series: [prices("A", { close: [100, null, 1] })],
    candidates: { A: [0, 2] },
  }),
  signals("no enabled condition means every bar is a signal in an 'all' group", {
    scanner: { match: "all" },
    series: [prices("A", { close: [100, null, 1] })],
    candidates: { A: [0, 2] },
  }),
];

export const conditionCases: readonly WorkedCase[] = [
  ...growth,
  ...price,
  ...rank,
  ...dailyValue,
  ...buyRules,
  ...groups,
];
