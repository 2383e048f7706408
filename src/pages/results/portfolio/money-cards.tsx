/** What a person put into the account, what is there now, and both returns; of a run whose money stayed, what idle cash earned. */
import type { ReactElement } from "react";
import { formatMoney, formatMoneyChange } from "#src/format/money.ts";
import { formatPercentChange } from "#src/format/number.ts";
import page from "#src/ui/page.module.css";
import { StatCard, StatCards } from "#src/ui/stat-card.tsx";
import type { Report } from "#workers/model/report.ts";
import { isAgainstAverage } from "../average-share.ts";
import { differenceInWords, moneyNotes, movedMoney, twoReturns } from "./money-words.ts";
import type { TwoReturns } from "./money-words.ts";

interface MoneyCardsProps {
  readonly report: Report;
}

export function MoneyCards({ report }: MoneyCardsProps): ReactElement | null {
  const { currency } = report.metadata;
  const notes = report.money ? moneyNotes(report.money, currency) : [];
  const money = movedMoney(report);
  if (money === null) return notes.length === 0 ? null : <p className={page["soft"]}>{notes.join(" ")}</p>;
  const { startValue, endValue, totalGrowth } = report.performance;
  const returns = twoReturns(report, money);
  const sum = (value: number) => formatMoney(value, currency, 0);
  const period = returns.isYearly ? "a year" : "over the whole period";
  return (
    <div className={page["close"]}>
      <StatCards label="Your money">
        <StatCard
          label="Put in"
          note={
            money.deposited > 0
              ? `${sum(startValue)} at first, ${sum(money.deposited)} later`
              : "all of it at first"
          }
          range={money.withdrawn > 0 ? `${sum(money.withdrawn)} taken out` : undefined}
          explanation="The initial margin and all that came in later, without what it earned."
        >
          {sum(startValue + money.deposited)}
        </StatCard>
        <StatCard
          label="Worth now"
          note={`${formatMoneyChange(totalGrowth, currency, 0)} gained in all`}
          explanation="Cash and positions at the last close. Beside it: that and all that was taken out, less all that was put in."
        >
          {sum(endValue)}
        </StatCard>
        <StatCard
          label="Return of the strategy"
          note={`${period}, as if no money came or went`}
          explanation="The growth of the account from session to session, linked, with what came and went taken out. It tells how good the strategy is, and is compared with the index."
        >
          {formatPercentChange(returns.strategy, 1)}
        </StatCard>
        <StatCard
          label="Your own return (XIRR)"
          note={`${period}; ${besideOwn(report, returns)}`}
          explanation="The one rate at which all that you put in and took out, each from its day on, comes to what is there now."
        >
          {formatPercentChange(returns.own, 1)}
        </StatCard>
      </StatCards>
      <p className={page["soft"]}>{[differenceInWords(returns), ...notes].join(" ")}</p>
    </div>
  );
}

/** What the same money, on the same days, would have made elsewhere. */
function besideOwn(report: Report, { benchmark, universe }: TwoReturns): string {
  const ofBenchmark = formatPercentChange(benchmark, 1);
  if (isAgainstAverage(report)) return `the same money in the average share ${ofBenchmark}`;
  return `the same money in the benchmark ${ofBenchmark}, in the average share ${formatPercentChange(universe, 1)}`;
}
