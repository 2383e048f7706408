/** The landing page's result: the built-in strategy on the demo market, as its own simulation gave it. */
import text from "./demo-result.json?raw";

/** The file, which `npm run landing` writes from a run, and a test holds to one. */
interface Figures {
  readonly currency: string;
  readonly benchmark: string;
  /** ISO days. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Cost in percent of what is bought and sold, each side. */
  readonly costPercent: number;
  readonly trades: number;
  readonly startValue: number;
  /** The verdict as a result says it: verdict.ts. */
  readonly verdict: string;
  readonly strategy: Outcome;
  readonly market: Outcome;
  readonly average: Outcome;
  readonly strategyMonthEnds: ValuesByYear;
  readonly marketMonthEnds: ValuesByYear;
}

/** CAGR and drawdown in percent. */
export interface Outcome {
  readonly endValue: number;
  readonly cagr: number;
  readonly maxDrawdown: number;
}

/** A year's values in one text. */
type ValuesByYear = Readonly<Record<string, string>>;

/** Account values at the ends of the months, the first and last month as far as they go. */
export interface MonthEnds {
  readonly firstYear: number;
  readonly values: readonly number[];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is ours, and a test holds it
const figures = JSON.parse(text) as Figures;

export const demoResult = {
  ...figures,
  strategyMonthEnds: readMonthEnds(figures.strategyMonthEnds),
  marketMonthEnds: readMonthEnds(figures.marketMonthEnds),
};

function readMonthEnds(byYear: ValuesByYear): MonthEnds {
  const values = Object.values(byYear).flatMap((year) => year.split(" ").map(Number));
  return { firstYear: Math.min(...Object.keys(byYear).map(Number)), values };
}
