/** Where the account is among what its backtest let expect over as many sessions. */
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatPercent, formatPercentChange, formatCount, countOf } from "#src/format/number.ts";
import { expectedFor } from "#src/run/deploy-calls.ts";
import type { DeploymentHead, DeploymentRecord } from "#src/storage/deployment-record.ts";
import { loadReport } from "#src/storage/runs.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { moneyOf } from "#workers/model/deployment.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { barsOf } from "#workers/model/deployment-format.ts";
import type { Expected } from "#workers/model/deploy-work.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Frequency } from "#workers/model/report.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

interface ExpectedPartProps {
  readonly record: DeploymentRecord;
  readonly ledger: readonly DeploymentEntry[];
}

export function ExpectedPart({ record, ledger }: ExpectedPartProps): ReactElement {
  const { runId, head } = record;
  const [found, setFound] = useState<Result<Expected | null> | null>(null);
  useEffect(() => {
    if (runId === undefined) return undefined;
    let isWanted = true;
    const look = async () => {
      const expected = await expectedOf(runId, head, ledger);
      if (isWanted) setFound(expected);
    };
    void look(); // a failure is shown by UnexpectedErrors
    return () => {
      isWanted = false;
    };
  }, [runId, head, ledger]);
  return (
    <Panel title="As expected?" note="Against its backtest's own spread">
      {runId === undefined && (
        <p>It was not made from a run in this browser, so there is no backtest to compare it with.</p>
      )}
      {runId !== undefined && !found && <p>Drawing from the backtest&apos;s days...</p>}
      {found?.ok === false && (
        <p>The result of the run that it was made of is not on this device: {found.problem.message}</p>
      )}
      {found?.ok === true &&
        (found.value ? (
          <Answer expected={found.value} frequency={barsOf(head).frequency} />
        ) : (
          <p>The backtest is too short to say what was to be expected.</p>
        ))}
    </Panel>
  );
}

async function expectedOf(
  runId: string,
  { startMargin, strategy }: DeploymentHead,
  ledger: readonly DeploymentEntry[],
): Promise<Result<Expected | null>> {
  const report = await loadReport(runId);
  if (!report.ok) return report;
  if (ledger.length === 0) return ok(null);
  const parsed = parseStrategy(strategy);
  if (!parsed.ok) return parsed;
  const { equity, positions, performance, account } = report.value;
  return expectedFor({
    backtest: { equity, positions, performance, ...(account && { account }) },
    commissionPercent: parsed.value.simulation.commissionPercent,
    account: Float64Array.from([startMargin, ...ledger.map((entry) => moneyOf(entry).growth)]),
    invested: Float64Array.from([0, ...ledger.map(investedAt)]),
    seed: runId,
  });
}

/** Percent of the account that was in positions at the close. */
function investedAt({ cash, equity }: DeploymentEntry): number {
  return equity > 0 ? (1 - cash / equity) * 100 : 0;
}

interface AnswerProps {
  readonly expected: Expected;
  readonly frequency: Frequency;
}

function Answer({ expected, frequency }: AnswerProps): ReactElement {
  const { sessions, paths, invested, growth, low, middle, high, drawdown, deepest, deeper } = expected;
  return (
    <div className={page["close"]}>
      <p>
        <strong>{sentenceOf(expected)}</strong>
      </p>
      <FactList
        facts={[
          { name: "The account", value: formatPercentChange(growth, 1) },
          {
            name: "Expected, the median",
            value: formatPercentChange(middle, 1),
            explanation: `Of ${formatCount(paths)} paths of ${countOf(sessions, "session")}, put together of whole blocks of the backtest's own days, half grew more and half less. On each session a path has as much invested as the account had.`,
          },
          {
            name: "Nine of ten were between",
            value: `${formatPercentChange(low, 1)} and ${formatPercentChange(high, 1)}`,
          },
          { name: "Invested on average", value: formatPercent(invested, 0) },
          { name: nameAtEnds("Deepest drawdown", frequency), value: formatPercent(drawdown, 1) },
          {
            name: "One of twenty fell deeper than",
            value: formatPercent(deepest, 1),
            explanation: `${formatPercent(deeper, 0)} of the paths fell deeper than the account did.`,
          },
        ]}
      />
    </div>
  );
}

/** Where it is, plainly. */
export function sentenceOf({ sessions, invested, place, drawdown, deepest }: Expected): string {
  const over = `over ${countOf(sessions, "session")}`;
  if (invested === 0) return `Nothing to compare yet: ${over} the account held cash alone.`;
  const where = `better than ${Math.round(place)} of 100 equally invested paths`;
  const fall = drawdown < deepest ? " Its drawdown is deeper than the backtest led to expect." : "";
  if (place < 5)
    return `Worse than expected: ${over} the account did ${where} of its backtest's days. That happens by chance once in twenty times; check whether something has changed.${fall}`;
  if (place > 95)
    return `Better than expected: ${over} the account did ${where} of its backtest's days. That is luck as often as skill.${fall}`;
  const early = sessions < 20 ? " After so few sessions that says little yet." : "";
  return `As expected so far: ${over} the account did ${where} of its backtest's days.${early}${fall}`;
}
