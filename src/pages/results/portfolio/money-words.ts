/** What came of a run's money in figures and sentences, beside what the strategy made of it. */
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatDecimal } from "#src/format/number.ts";
import type { MoneyReport, Report } from "#workers/model/report.ts";
import { daysOf, hasYearlyRate } from "#workers/words/verdict.ts";

const DAYS_PER_YEAR = 365;

/** Of a run whose money came or went; null of another. */
export function movedMoney({ money, equity }: Report): MoneyReport | null {
  return money && equity.growth ? money : null;
}

/** The two returns of a run whose money came or went, in percent; null is undefined. */
export interface TwoReturns {
  /** What the strategy made, whenever the money came. */
  readonly strategy: number | null;
  /** The internal rate of return, of the account, the benchmark and the average share. */
  readonly own: number | null;
  readonly benchmark: number | null;
  readonly universe: number | null;
  /** Otherwise they are of the whole period, which is too short for a yearly rate. */
  readonly isYearly: boolean;
}

export function twoReturns(report: Report, money: MoneyReport): TwoReturns {
  const days = daysOf(report);
  const isYearly = hasYearlyRate({ days });
  const { cagr, totalGrowthPercent } = report.performance;
  const shown = (rate: number | null) => (isYearly ? rate : ofPeriod(rate, days));
  return {
    strategy: isYearly ? cagr : totalGrowthPercent,
    own: shown(money.moneyWeighted),
    benchmark: shown(money.benchmarkMoneyWeighted),
    universe: shown(money.universeMoneyWeighted),
    isYearly,
  };
}

/** What a yearly rate comes to over so many days, in percent. */
function ofPeriod(rate: number | null, days: number): number | null {
  return rate === null ? null : ((1 + rate / 100) ** (days / DAYS_PER_YEAR) - 1) * 100;
}

/** Why the two returns are not the same number, in a sentence. */
export function differenceInWords({ strategy, own, isYearly }: TwoReturns): string {
  const period = isYearly
    ? ""
    : " Both are of the whole period: it is under a year, so they are not annualised.";
  if (own === null)
    return `The strategy's return counts each day alike, yours would count how much money was there; for these sums no single rate fits.${period}`;
  if (strategy === null)
    return `The strategy's return is undefined here; yours counts how much money was there.${period}`;
  const points = formatDecimal(Math.abs(own - strategy), 1);
  const both = "The strategy's return counts each day alike, yours by how much of your money was there";
  if (!/[1-9]/.test(points)) return `${both}: here they come to the same.${period}`;
  const unit = isYearly ? "points a year" : "points";
  const [side, when] =
    own > strategy ? ["above", "more of it in the better times"] : ["below", "more of it in the worse times"];
  return `${both}: it is ${points} ${unit} ${side}, with ${when}.${period}`;
}

/** What did not go by the plan, and what idle cash brought: none where there is nothing to say. */
export function moneyNotes(money: MoneyReport, currency: string): readonly string[] {
  const { ranOut, missed, owed, interest, benchmarkMissed } = money;
  const sum = (value: number) => formatMoney(value, currency, 0);
  return [
    ...(ranOut === null ? [] : [`The money was gone on ${formatDay(ranOut)}.`]),
    ...(missed > 0 ? [`${sum(missed)} could not be paid out.`] : []),
    ...(owed > 0 ? [`${sum(owed)} is still to be paid out.`] : []),
    ...(benchmarkMissed > 0 ? [`The benchmark could not have paid ${sum(benchmarkMissed)} of it.`] : []),
    ...(interest === 0 ? [] : [interestText(interest, sum)]),
  ];
}

function interestText(interest: number, sum: (value: number) => string): string {
  return interest > 0 ? `Idle cash earned ${sum(interest)}.` : `Idle cash lost ${sum(-interest)}.`;
}
