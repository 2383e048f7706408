/** What an account is worth, and what became of it. */
import type { ReactElement } from "react";
import { endsMeaning, nameAtEnds } from "#src/format/bar-words.ts";
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatPercent, formatPercentChange } from "#src/format/number.ts";
import type { DeploymentHead } from "#src/storage/deployment-record.ts";
import { Change } from "#src/ui/change.tsx";
import { StatCard, StatCards } from "#src/ui/stat-card.tsx";
import { barsOf } from "#workers/model/deployment-format.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { AccountFigures } from "./figures.ts";
import { growthInWords } from "./use-yardsticks.ts";
import type { Yardstick } from "./use-yardsticks.ts";

interface FigureCardsProps {
  readonly figures: AccountFigures;
  readonly head: DeploymentHead;
  /** null where nothing is recorded yet. */
  readonly last: DeploymentEntry | null;
  /** How many wait. */
  readonly orders: number;
  readonly currency: string;
  /** null while they are worked out. */
  readonly yardsticks: Result<readonly Yardstick[]> | null;
}

export function FigureCards(props: FigureCardsProps): ReactElement {
  const { figures, head, last, orders, currency, yardsticks } = props;
  return (
    <StatCards label="Figures of the account">
      <StatCard
        label="Account"
        note={last ? `At the close of ${formatDay(last.session)}` : "Nothing recorded yet"}
      >
        {formatMoney(figures.equity, currency, 0)}
      </StatCard>
      {figures.isMoved && (
        <StatCard
          label="Put in, less taken out"
          note={`${formatMoney(head.startMargin, currency, 0)} of it at the start`}
        >
          {formatMoney(figures.putIn, currency, 0)}
        </StatCard>
      )}
      <StatCard label="Last session">
        <Change value={figures.dayChange} text={formatPercentChange(figures.dayChange, 2)} />
      </StatCard>
      <StatCard
        label="Since the start"
        note={yardsticks?.ok === true ? growthInWords(yardsticks.value) : undefined}
        explanation={
          yardsticks?.ok === false
            ? notHeldAgainst(yardsticks.problem)
            : `${figures.isMoved ? MONEY_ASIDE : ""}${HELD_AGAINST}`
        }
      >
        <Change value={figures.growth} text={formatPercentChange(figures.growth, 1)} />
      </StatCard>
      <StatCard
        label={nameAtEnds("Drawdown", barsOf(head).frequency)}
        note={`Deepest ${formatPercent(figures.deepest, 1)}`}
        explanation={`${figures.isMoved ? MONEY_ASIDE : ""}How far the account is below its highest close so far. ${endsMeaning(barsOf(head).frequency)}`}
      >
        {formatPercent(figures.drawdown, 1)}
      </StatCard>
      <StatCard label="Open positions">{last?.positions.length ?? 0}</StatCard>
      <StatCard label="Orders waiting">{orders}</StatCard>
    </StatCards>
  );
}

const MONEY_ASIDE = "Counted as if no money had come or gone: what the strategy made of it. ";

const HELD_AGAINST =
  "The account's growth since its first session, beside the same money in the benchmark and in the average share. The average share is all instruments in equal parts, set back each month, without costs.";

function notHeldAgainst({ message }: Problem): string {
  return `What the benchmark and the average share made since then can't be worked out: ${message}`;
}
