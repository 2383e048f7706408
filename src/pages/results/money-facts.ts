/** What came and went in a run, and the return a year of a person's own money. */
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatPercentChange } from "#src/format/number.ts";
import type { Report } from "#workers/model/report.ts";
import { daysOf, hasYearlyRate } from "#workers/words/verdict.ts";
import { isAgainstAverage } from "./average-share.ts";

interface MoneyFact {
  readonly name: string;
  readonly value: string;
}

/** [] for a run with neither money in and out nor an interest. */
export function moneyFacts(report: Report): readonly MoneyFact[] {
  const { money: moved, metadata, equity } = report;
  if (!moved) return [];
  const money = (value: number) => formatMoney(value, metadata.currency, 0);
  const { deposited, withdrawn, owed, missed, ranOut, interest } = moved;
  const interestFact = { name: "Interest on idle cash", value: money(interest) };
  if (!equity.growth) return [interestFact];
  return [
    { name: "Put in after the start", value: money(deposited) },
    { name: "Taken out", value: money(withdrawn) },
    ...(owed > 0 ? [{ name: "Still to be paid out", value: money(owed) }] : []),
    ...(missed > 0
      ? [
          {
            name: "Could not be paid out",
            value: `${money(missed)}, the first of it on ${formatDay(ranOut)}`,
          },
        ]
      : []),
    interestFact,
    ...ownReturns(report),
  ];
}

/** Those of a run of less than a year would be blown up. */
function ownReturns(report: Report): readonly MoneyFact[] {
  const { money: moved, metadata } = report;
  if (!moved || !hasYearlyRate({ days: daysOf(report) })) return [];
  const { moneyWeighted, benchmarkMoneyWeighted, universeMoneyWeighted } = moved;
  return [
    ownReturn("Your own return", moneyWeighted),
    ownReturn(`The same money in ${metadata.benchmark}`, benchmarkMoneyWeighted),
    ...(isAgainstAverage(report)
      ? []
      : [ownReturn("The same money in the average share", universeMoneyWeighted)]),
  ];
}

function ownReturn(name: string, value: number | null): MoneyFact {
  return { name: `${name} (XIRR)`, value: `${formatPercentChange(value, 2)} a year` };
}
