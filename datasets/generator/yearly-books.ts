/** Eight quarters of books summed up: the last year, how it differs from the year before, and what is read from both. */
import type { Quarter } from "./books.ts";

/** Money in currency. */
export interface YearlyBooks {
  readonly revenue: number;
  readonly netIncome: number;
  readonly freeCashFlow: number;
  /** At the year's end. */
  readonly equity: number;
  readonly debt: number;
  readonly currentRatio: number;
  /** In percent, of the size of the year before's: a profit after a loss grew; at most MOST_GROWTH either way. */
  readonly revenueGrowth: number;
  readonly netIncomeGrowth: number;
  /** Profit before interest over equity and debt, in percent. */
  readonly roic: number;
  /** Whole, 0..9. */
  readonly fScore: number;
}

/** A year as it was reported first, and with its last quarter as it stood in the end. */
export interface ReportedYear {
  readonly first: YearlyBooks;
  readonly corrected: YearlyBooks;
}

/** What a year's debt costs after tax, as a fraction. */
const INTEREST = 0.05;
const MOST_GROWTH = 999;

/** Sums up eight quarters, oldest first; those before the last count as they stood in the end. */
export function sumUp(quarters: readonly Quarter[]): ReportedYear {
  const before = toYear(quarters.slice(0, 4), 0);
  const year = quarters.slice(4);
  const last = year.at(-1);
  const revised = last ? last.netIncome - last.firstNetIncome : 0;
  return { first: compare(toYear(year, -revised), before), corrected: compare(toYear(year, 0), before) };
}

type Year = Pick<YearlyBooks, "revenue" | "netIncome" | "freeCashFlow" | "equity" | "debt" | "currentRatio">;

/** Four quarters as one year, `more` added to its profit. */
function toYear(quarters: readonly Quarter[], more: number): Year {
  const sum = (figure: (quarter: Quarter) => number): number =>
    quarters.reduce((total, quarter) => total + figure(quarter), 0);
  const last = quarters.at(-1);
  return {
    revenue: sum(({ revenue }) => revenue),
    netIncome: sum(({ netIncome }) => netIncome) + more,
    freeCashFlow: sum(({ freeCashFlow }) => freeCashFlow),
    equity: last?.equity ?? 0,
    debt: last?.debt ?? 0,
    currentRatio: last?.currentRatio ?? 0,
  };
}

function compare(year: Year, before: Year): YearlyBooks {
  return {
    ...year,
    revenueGrowth: growthOf(year.revenue, before.revenue),
    netIncomeGrowth: growthOf(year.netIncome, before.netIncome),
    roic: ((year.netIncome + INTEREST * year.debt) / capitalOf(year)) * 100,
    fScore: scoreOf(year, before),
  };
}

function growthOf(now: number, before: number): number {
  const growth = ((now - before) / Math.abs(before)) * 100;
  return Math.max(-MOST_GROWTH, Math.min(MOST_GROWTH, growth));
}

/**
 * A point for each sign of strength. No company here issues shares, which is the ninth.
 *
 * Source: Piotroski, "Value investing", J. Accounting Research 38, 2000; profit over sales stands in for the gross
 * margin, free for operating cash flow, and equity with debt for the assets.
 */
function scoreOf(year: Year, before: Year): number {
  const signs = [
    year.netIncome > 0,
    year.freeCashFlow > 0,
    year.netIncome / capitalOf(year) > before.netIncome / capitalOf(before),
    year.freeCashFlow > year.netIncome,
    year.debt / year.equity < before.debt / before.equity,
    year.currentRatio > before.currentRatio,
    year.netIncome / year.revenue > before.netIncome / before.revenue,
    year.revenue / capitalOf(year) > before.revenue / capitalOf(before),
  ];
  return 1 + signs.filter(Boolean).length;
}

function capitalOf({ equity, debt }: Year): number {
  return equity + debt;
}
