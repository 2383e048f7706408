import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatCount } from "#src/format/number.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import type { Strategy } from "#workers/model/strategy.ts";
import type { ConditionVerdict, HeldPosition, Why } from "#workers/model/why.ts";
import { EXIT_REASON_NAMES } from "../exit-reasons.ts";
import styles from "./why-panel.module.css";
import { conditionFigure, conditionName, explainInWords } from "./why-text.ts";

interface WhyAnswerProps {
  readonly why: Why;
  readonly strategy: Strategy;
}

/** The sentence first, then what it rests on. */
export function WhyAnswer({ why, strategy }: WhyAnswerProps): ReactElement {
  const { account, currency } = why;
  const money = (value: number) => formatMoney(value, currency, 0);
  return (
    <>
      <p className={styles["sentence"]}>
        {why.label}, {formatDay(why.date)}: {explainInWords(why, strategy).join(" ")}
      </p>
      <VerdictTable
        title={why.match === "any" ? "Scanner: any one is enough" : "Scanner: all must hold"}
        verdicts={why.scanner}
        why={why}
        strategy={strategy}
      />
      <VerdictTable title="Buy rules: all must hold" verdicts={why.buy} why={why} strategy={strategy} />
      {why.position && <SellTable position={why.position} currency={currency} />}
      <FactList
        facts={[
          { name: "Close", value: formatMoney(why.close, currency, 2) },
          { name: "Met the rules", value: formatCount(account.candidates) },
          {
            name: "Open positions",
            value: `${formatCount(account.openPositions)} of ${formatCount(account.maxPositions)}`,
          },
          { name: "Places to fill", value: formatCount(account.freeSlots) },
          { name: "A place", value: money(account.slotValue) },
          { name: "Cash", value: money(account.cash) },
          { name: "Equity", value: money(account.equity) },
        ]}
      />
    </>
  );
}

interface VerdictTableProps extends WhyAnswerProps {
  readonly title: string;
  readonly verdicts: readonly ConditionVerdict[];
}

function VerdictTable({ title, verdicts, why, strategy }: VerdictTableProps): ReactElement | null {
  if (verdicts.length === 0) return null;
  return (
    <table className={styles["table"]}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Condition</th>
          <th scope="col">Value</th>
          <th scope="col">Threshold</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {verdicts.map(({ name, value, threshold, holds }) => (
          <tr key={name}>
            <th scope="row">{conditionName(name, strategy)}</th>
            <td>{conditionFigure(name, value, why.currency)}</td>
            <td>{conditionFigure(name, threshold, why.currency)}</td>
            <td>{verdictText(holds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SellTable({
  position,
  currency,
}: {
  readonly position: HeldPosition;
  readonly currency: string;
}): ReactElement | null {
  if (position.rules.length === 0) return null;
  return (
    <table className={styles["table"]}>
      <caption>
        Sell rules: the first that holds, from {formatCount(position.minHoldingDays)} sessions on (held{" "}
        {formatCount(position.held)})
      </caption>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Value</th>
          <th scope="col">Threshold</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {position.rules.map(({ reason, value, threshold, holds }) => (
          <tr key={reason}>
            <th scope="row">{EXIT_REASON_NAMES[reason]}</th>
            <td>{reason === "max-holding" ? formatCount(value) : formatMoney(value, currency, 2)}</td>
            <td>{reason === "max-holding" ? formatCount(threshold) : formatMoney(threshold, currency, 2)}</td>
            <td>{verdictText(holds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function verdictText(holds: boolean): string {
  return holds ? "✓ holds" : "✗ does not hold";
}
