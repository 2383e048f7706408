/** The rules of a day with their values: conditions of scanner and buy rules, and sell rules. */
import type { ReactElement } from "react";
import { formatMoney } from "#src/format/money.ts";
import { formatCount } from "#src/format/number.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { ConditionVerdict, HeldPosition, Why } from "#workers/model/why.ts";
import { EXIT_REASON_NAMES } from "./exit-reasons.ts";
import styles from "./verdict-tables.module.css";
import { conditionFigure, conditionName } from "./why-text.ts";

interface VerdictTableProps {
  readonly why: Why;
  readonly strategy: Strategy;
  readonly title: string;
  readonly verdicts: readonly ConditionVerdict[];
}

/** Conditions with value, threshold and verdict; nothing where none is on. */
export function VerdictTable({ title, verdicts, why, strategy }: VerdictTableProps): ReactElement | null {
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

/** The sell rules that are on, likewise. */
export function SellTable({
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
