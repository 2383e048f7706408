/** The rules of a day with their values: conditions of scanner and buy rules, and sell rules. */
import type { ReactElement } from "react";
import { EXIT_REASON_NAMES } from "#src/format/exit-reason-names.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatCount } from "#src/format/number.ts";
import type { ExitReason } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { ConditionVerdict, HeldPosition, Why } from "#workers/model/why.ts";
import styles from "./verdict-tables.module.css";
import { conditionName, conditionThreshold, conditionValue } from "./why-text.ts";

interface VerdictTableProps {
  readonly why: Why;
  readonly strategy: Strategy;
  readonly title: string;
  readonly verdicts: readonly ConditionVerdict[];
}

/** Conditions with value, threshold and verdict; nothing where none is on. */
export function VerdictTable({ title, verdicts, why, strategy }: VerdictTableProps): ReactElement | null {
  return (
    <RuleTable
      title={title}
      kind="Condition"
      rules={verdicts.map(({ name, value, threshold, holds }) => ({
        name: conditionName(name, strategy),
        value: conditionValue(name, value, why.currency),
        threshold: conditionThreshold(name, threshold, why.currency),
        holds,
      }))}
    />
  );
}

interface SellTableProps {
  readonly position: HeldPosition;
  readonly currency: string;
}

/** The sell rules that are on, likewise. */
export function SellTable({ position, currency }: SellTableProps): ReactElement | null {
  const { minHoldingDays, held, rules } = position;
  const figure = (reason: ExitReason, value: number) =>
    reason === "max-holding" ? formatCount(value) : formatMoney(value, currency, 2);
  return (
    <RuleTable
      title={`Sell rules: the first that holds, from ${formatCount(minHoldingDays)} sessions on (held ${formatCount(held)})`}
      kind="Rule"
      rules={rules.map(({ reason, value, threshold, holds }) => ({
        name: EXIT_REASON_NAMES[reason],
        value: figure(reason, value),
        threshold: figure(reason, threshold),
        holds,
      }))}
    />
  );
}

interface RuleTableProps {
  readonly title: string;
  /** What its rows are. */
  readonly kind: string;
  readonly rules: readonly {
    readonly name: string;
    readonly value: string;
    readonly threshold: string;
    /** null for an order in the market. */
    readonly holds: boolean | null;
  }[];
}

function RuleTable({ title, kind, rules }: RuleTableProps): ReactElement | null {
  if (rules.length === 0) return null;
  return (
    <table className={styles["table"]}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{kind}</th>
          <th scope="col">Value</th>
          <th scope="col">Threshold</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {rules.map(({ name, value, threshold, holds }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
            <td>{threshold}</td>
            <td>{verdictText(holds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function verdictText(holds: boolean | null): string {
  if (holds === null) return "order in the market";
  return holds ? "✓ holds" : "✗ does not hold";
}
