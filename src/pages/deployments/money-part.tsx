/** Money that comes into an account by its strategy's plan, and goes out: what to do at the broker, and what comes next. */
import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatPercentSetting } from "#src/format/number.ts";
import type { DeploymentHead } from "#src/storage/deployment-record.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { moneyOf } from "#workers/model/deployment.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { nextMoney } from "./plan-dates.ts";
import type { PlannedMoney } from "./plan-dates.ts";

interface MoneyPartProps {
  readonly head: DeploymentHead;
  readonly ledger: readonly DeploymentEntry[];
  readonly currency: string;
}

/** null for an account with neither a plan of money nor an interest on what is idle. */
export function MoneyPart({ head, ledger, currency }: MoneyPartProps): ReactElement | null {
  const strategy = useMemo(() => parseStrategy(head.strategy), [head.strategy]);
  if (!strategy.ok) return null;
  const { flows = [], cash = null } = strategy.value.simulation;
  if (flows.length === 0 && cash === null) return null;
  const sessions = ledger.map(({ session }) => session);
  const next = nextMoney(flows, { begins: head.begins, sessions });
  const told = movedWords(ledger.at(-1), currency);
  return (
    <Panel title="Money in and out" note="By the strategy's plan">
      {told !== "" && <NoteBanner message={told} />}
      <FactList
        facts={[
          ...totals(ledger, flows.length > 0, currency),
          ...byDate(next).map(([date, planned]) => ({
            name: `From ${formatDay(date)}`,
            value: planned.map((each) => plannedWords(each, currency)).join("; "),
            explanation: "It moves on the first session on or after this date.",
          })),
        ]}
      />
    </Panel>
  );
}

/** What the last session moved, and what a person does about it; "" for nothing. */
export function movedWords(last: DeploymentEntry | undefined, currency: string): string {
  if (last === undefined) return "";
  const { in: came, out, owed, missed } = moneyOf(last);
  const money = (amount: number) => formatMoney(amount, currency, 0);
  const on = formatDay(last.session);
  return [
    came > 0 && `On ${on} ${money(came)} came in by the plan: put it into your broker's account, too.`,
    out > 0 && `On ${on} ${money(out)} was paid out by the plan: take it out of your broker's account, too.`,
    owed > 0 && `${money(owed)} is still to be paid out, as soon as something is sold.`,
    missed > 0 && `${money(missed)} of what was to be paid out on ${on} was not there, and is missed.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(" ");
}

function totals(
  ledger: readonly DeploymentEntry[],
  hasFlows: boolean,
  currency: string,
): readonly { readonly name: string; readonly value: string; readonly explanation?: string }[] {
  const sums = { in: 0, out: 0, missed: 0, interest: 0 };
  for (const entry of ledger) {
    const money = moneyOf(entry);
    for (const name of ["in", "out", "missed", "interest"] as const) sums[name] += money[name];
  }
  const money = (amount: number) => formatMoney(amount, currency, 0);
  return [
    ...(hasFlows
      ? [
          {
            name: "Put in so far",
            value: money(sums.in),
            explanation: "What came in by the plan, beside the start margin.",
          },
          { name: "Taken out so far", value: money(sums.out) },
        ]
      : []),
    ...(sums.missed > 0
      ? [
          {
            name: "Missed",
            value: money(sums.missed),
            explanation: "What was to be paid out and the account could not pay.",
          },
        ]
      : []),
    ...(sums.interest === 0 ? [] : [{ name: "Earned by idle money", value: money(sums.interest) }]),
  ];
}

/** In their order. */
function byDate(planned: readonly PlannedMoney[]): (readonly [string, readonly PlannedMoney[]])[] {
  const dates = [...new Set(planned.map(({ date }) => date))];
  return dates.map((date) => [date, planned.filter((each) => each.date === date)]);
}

function plannedWords({ amount, percent, growBy }: PlannedMoney, currency: string): string {
  if (amount === null) return `take out ${formatPercentSetting(percent ?? 0)} of the account`;
  const grows = growBy === null ? "" : `, grown with ${growBy}`;
  return `${amount > 0 ? "put in" : "take out"} ${formatMoney(Math.abs(amount), currency, 0)}${grows}`;
}
