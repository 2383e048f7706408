/** A run of the built-in strategy on the landing page: its progress, then its figures and the way to the whole result. */
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { formatMoney } from "#src/format/money.ts";
import { formatDecimal, formatPercent } from "#src/format/number.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import { useRunStore } from "#src/run/run-store.ts";
import { cancelRun, startRun } from "#src/run/start-run.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { loadReport, loadRun } from "#src/storage/runs.ts";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import { VerdictSentence } from "#src/ui/verdict-text.tsx";
import type { Problem } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { hasYearlyRate, yardsticksOf } from "#workers/words/verdict.ts";
import styles from "./landing-page.module.css";

/** The sample that the figures beside it are of: landing-figures.ts runs the same. */
const [SHOWN] = SAMPLE_STRATEGIES;

export function TryPanel(): ReactElement {
  const { runId, problem } = useStartedRun();
  const run = useLiveQuery(async () => (runId === null ? null : await loadRun(runId)), [runId]);
  const isComplete = run?.ok === true && run.value.state === "complete";
  const report = useLiveQuery(
    async () => (runId !== null && isComplete ? await loadReport(runId) : null),
    [runId, isComplete],
  );
  const fault =
    problem ?? endProblem(run?.ok ? run.value : null) ?? (report?.ok === false ? report.problem : null);
  return (
    <div className={styles["try"]} aria-live="polite">
      {fault ? (
        <p>{fault.message}</p>
      ) : runId !== null && run?.ok && report?.ok ? (
        <Outcome runId={runId} run={run.value} report={report.value} />
      ) : (
        <Running runId={runId} />
      )}
    </div>
  );
}

/** Started once: while it is under way, asking again gives the same run. */
function useStartedRun() {
  const [runId, setRunId] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isShown = true;
    const start = async () => {
      if (!SHOWN) return;
      const started = await startRun(SHOWN.id);
      if (!isShown) return;
      if (started.ok) setRunId(started.value.runId);
      else setProblem(started.problem);
    };
    void start();
    return () => {
      isShown = false;
    };
  }, []);
  return { runId, problem };
}

function Running({ runId }: { readonly runId: string | null }): ReactElement {
  const live = useRunStore((store) => (runId === null ? undefined : store.runs[runId]));
  const percent = live?.progress.percent ?? 0;
  return (
    <>
      <p>25 years of 120 companies, day by day, on this device…</p>
      <ProgressBar label="Simulation" percent={percent} />
      {runId !== null && live && (
        <Button size="small" onClick={() => cancelRun(runId)}>
          Cancel
        </Button>
      )}
    </>
  );
}

interface OutcomeProps {
  readonly runId: string;
  readonly run: RunRecord;
  readonly report: Report;
}

function Outcome({ runId, run, report }: OutcomeProps): ReactElement {
  const { metadata, performance } = report;
  const { startValue, endValue, cagr } = performance;
  const money = (value: number) => formatMoney(value, metadata.currency, 0);
  const known = yardsticksOf(report);
  return (
    <>
      <p>
        Done in {secondsOf(run)} s: {money(startValue)} became <strong>{money(endValue)}</strong>
        {hasYearlyRate(known) && `, ${formatPercent(cagr, 1)} a year`}.{" "}
        <VerdictSentence verdict={shownVerdict(known)} />
      </p>
      <Link href={`/simulation-result?run=${runId}`} className={buttonClass("primary")}>
        Open the result
      </Link>
    </>
  );
}

function secondsOf({ startedAt, finishedAt }: RunRecord): string {
  return formatDecimal(Math.max(0.1, ((finishedAt ?? startedAt) - startedAt) / 1000), 1);
}

/** Why a run that is over has no result; null while it has one or is under way. */
function endProblem(run: RunRecord | null): Problem | null {
  if (run?.state === "cancelled") return { code: "cancelled", message: "Cancelled. Nothing of it was kept." };
  return run?.state === "failed" || run?.state === "interrupted" ? run.problem : null;
}
