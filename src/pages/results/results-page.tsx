/** Shows the run that the URL names, in whatever state it is: under way, ended without a result, or complete. */
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { CodeConsent, isAskedAbout } from "#src/code/code-consent.tsx";
import { upperFirst } from "#src/format/first-letter.ts";
import { shown } from "#src/format/shown.ts";
import { useRunStore } from "#src/run/run-store.ts";
import { REFUSALS, refusalWords, startMend, withTerms } from "#src/run/start-problem.ts";
import type { StartMend } from "#src/run/start-problem.ts";
import { startRun, startVariant } from "#src/run/start-run.ts";
import { loadDataset } from "#src/storage/datasets.ts";
import { withoutFound } from "#src/storage/headline.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { loadReport, loadRun } from "#src/storage/runs.ts";
import { findSample } from "#src/storage/samples.ts";
import { loadStrategy, saveStrategy } from "#src/storage/strategies.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { useLazyPart } from "#src/ui/use-lazy-part.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { ReportView } from "./report-view.tsx";
import { ResultHeader } from "./result-header.tsx";
import styles from "./results-page.module.css";
import type { RunContext } from "./notes.ts";
import { RunAgain } from "./run-again.tsx";
import { loadContext } from "./run-context.ts";
import { RunLine } from "./run-line/run-line.tsx";
import { RunProgress, RunProgressElsewhere } from "./run-progress.tsx";

type ReportViewPart = typeof ReportView;

export function ResultsPage(): ReactElement | null {
  const [params] = useSearchParams();
  const runId = params.get("run") ?? "";
  const loaded = useLiveQuery(async () => ({ runId, run: await loadRun(runId) }), [runId]);
  const refused = useRunStore((store) => store.refused[runId]);
  if (runId === "") return <NoRun title="No run chosen" text="Run a strategy, or open the results of one." />;
  if (refused)
    return <EndedRun run={refused} message={endMessage(refused)} details={refused.problem?.details} />;
  if (!loaded || loaded.runId !== runId) return null;
  if (!loaded.run.ok) return <NoRun title="This run can't be shown" text={loaded.run.problem.message} />;
  return (
    <>
      <RunLine run={loaded.run.value} />
      <RunAsItRan key={runId} record={loaded.run.value} />
    </>
  );
}

/** A note written to the run, or a check of it, changes its record, but nothing that is worked out of it again. */
function RunAsItRan({ record }: { readonly record: RunRecord }): ReactElement {
  const { remark: _apart, robustness: _found, ...asRead } = record;
  const [run, setRun] = useState<RunRecord>(asRead);
  const isSame = asItRan(run) === asItRan(asRead);
  if (!isSame) setRun(asRead);
  return <RunView run={isSame ? run : asRead} />;
}

/** Its record as text, but for what checks add to its headline. */
function asItRan({ headline, ...run }: RunRecord): string {
  return JSON.stringify([run, headline && withoutFound(headline)]);
}

interface NoRunProps {
  readonly title: string;
  readonly text: string;
}

function NoRun({ title, text }: NoRunProps): ReactElement {
  return (
    <div className={styles["page"]}>
      <PageHeading title="Backtest results" />
      <EmptyState title={title} text={text}>
        <Link href="/strategy" className={buttonClass("primary")}>
          Go to your strategies
        </Link>
        <Link href="/data" className={buttonClass()}>
          Look at the data
        </Link>
      </EmptyState>
    </div>
  );
}

function RunView({ run }: { readonly run: RunRecord }): ReactElement {
  const View = useLazyPart(loadReportView); // ready when the result is
  const context = useLiveQuery(() => loadContext(run), [run.id]); // likewise
  const own = useRunStore((store) => store.runs[run.id]);
  const elsewhere = useRunStore((store) => store.elsewhere[run.id]);
  const unrecorded = useRunStore((store) => store.unrecorded[run.id]);
  const live = own ?? (run.finishedAt === null ? elsewhere : undefined); // a tab that died leaves its last word
  const [lastLive, setLastLive] = useState(live); // its end reaches the database's watchers a moment after the store
  if (live && live !== lastLive) setLastLive(live);
  if (run.state === "complete") return <CompleteRun run={run} View={View} context={context} />;
  const isUnfinished = run.state === "queued" || run.state === "running";
  if (unrecorded && !live)
    return <EndedRun run={run} message={unrecorded.message} details={unrecorded.details} />;
  if (!live && !isUnfinished)
    return <EndedRun run={run} message={endMessage(run)} details={run.problem?.details} />;
  return (
    <div className={styles["page"]}>
      <ResultHeader run={run} report={null} />
      {lastLive ? <RunProgress run={run} live={lastLive} /> : <RunProgressElsewhere run={run} />}
      <div className={styles["chartGhost"]} />
    </div>
  );
}

/** The part that shows a result, which brings the chart's library. */
async function loadReportView(): Promise<ReportViewPart> {
  return (await import("./report-view.tsx")).ReportView;
}

interface CompleteRunProps {
  readonly run: RunRecord;
  /** null while it is being loaded. */
  readonly View: ReportViewPart | null;
  /** undefined while it is being loaded. */
  readonly context: RunContext | undefined;
}

/** One that has just ended here is shown as it came; of another the report is read. */
function CompleteRun({ run, View, context }: CompleteRunProps): ReactElement {
  const [ended] = useState(() => useRunStore.getState().lastReport);
  const own = ended?.runId === run.id ? ended.report : null;
  const stored = useLiveQuery(() => (own ? null : loadReport(run.id)), [run.id, own]);
  const loaded = own ? ok(own) : stored;
  if (loaded?.ok === false)
    return <EndedRun run={run} message={loaded.problem.message} details={loaded.problem.details} />;
  if (loaded && context && View) return <View run={run} report={loaded.value} context={context} />;
  return (
    <div className={styles["page"]}>
      <ResultHeader run={run} report={null} />
      <section className={styles["progress"]} aria-label="Progress">
        <p className={page["quiet"]}>Opening the result...</p>
      </section>
      <div className={styles["chartGhost"]} />
    </div>
  );
}

interface EndedRunProps {
  readonly run: RunRecord;
  readonly message: string;
  readonly details: readonly string[] | undefined;
}

/** A run without a result: why, and the ways on. */
function EndedRun({ run, message, details }: EndedRunProps): ReactElement {
  const number = numberAtFault(run);
  const others = (details ?? []).filter((detail) => !message.includes(detail));
  return (
    <div className={styles["page"]}>
      <PageHeading
        title={run.strategyName}
        tabTitle={`${run.strategyName}, no result`}
        lead={run.datasetTitle}
      />
      <WarningBanner message={message}>
        {others.length > 0 && (
          <ul>
            {others.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
      </WarningBanner>
      {isAskedAbout(run.problem?.code) && <CodeConsent fields={run.strategy.computed} />}
      <div className={page["actions"]}>
        <MendStart run={run} />
        <RunAgain run={run} kind={run.problem && REFUSALS.has(run.problem.code) ? "secondary" : "primary"} />
        {number !== null && (
          <Link
            href={`/simulation-steps?id=${run.strategyId}&step=scanner&number=${encodeURIComponent(number)}`}
            className={buttonClass()}
          >
            Open the code of {shown(number)}
          </Link>
        )}
        <Link href={`/simulation-steps?id=${run.strategyId}&step=scanner`} className={buttonClass()}>
          Edit Strategy
        </Link>
        <Link href="/strategy" className={buttonClass("quiet")}>
          Go to your strategies
        </Link>
      </div>
    </div>
  );
}

/** The name of the number by own code that ended the run; null where none did. */
function numberAtFault({ problem, strategy }: RunRecord): string | null {
  const [, at] = /^computed\[(\d+)\]/.exec(problem?.place ?? "") ?? [];
  return strategy.computed?.[Number(at)]?.name ?? null;
}

function endMessage({ state, problem, strategy }: RunRecord): string {
  const { message = "", place = "" } = problem ?? {};
  const sentence = (words: string): string =>
    place !== "" && words.startsWith(place) ? words : upperFirst(words); // a place stays as it is written
  const reason = sentence(message);
  switch (state) {
    case "failed":
      return problem && REFUSALS.has(problem.code)
        ? `The simulation was not started. ${sentence(refusalWords(problem, strategy))}`
        : `The simulation failed. ${reason}`;
    case "interrupted":
      return `The simulation was interrupted. ${reason}`;
    case "cancelled":
      return "The simulation was cancelled. Nothing of it was kept.";
    case "queued":
    case "running":
    case "complete":
      return reason;
  }
}

/** What lets a start that was refused begin, in one click; nothing where a person has to think for themselves. */
function MendStart({ run }: { readonly run: RunRecord }): ReactElement | null {
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const showStatus = useStatus();
  const dataset = useLiveQuery(() => loadDataset(run.datasetId), [run.datasetId]);
  const mend =
    run.problem && dataset && startMend(run.problem, run.strategy, dataset.ok ? dataset.value : null);
  if (!mend) return null;
  const act = async () => {
    setBusy(true);
    const started = await startMended(run, mend).finally(() => setBusy(false));
    if (started.ok) navigate(`/simulation-result?run=${started.value.runId}`);
    else showStatus(started.problem.message);
  };
  return (
    <Button kind="primary" disabled={busy} onClick={() => void act()}>
      {mend.label}
    </Button>
  );
}

/** In the stored strategy, as it stands now; a built-in one and a variant are run with other settings. */
async function startMended(
  { strategyId, strategy, isVariant }: RunRecord,
  { changes }: StartMend,
): Promise<Result<{ readonly runId: string }>> {
  if (isVariant === true || findSample(strategyId))
    return startVariant(strategyId, withTerms(strategy, changes));
  const stored = await loadStrategy(strategyId);
  if (!stored.ok) return stored;
  const saved = await saveStrategy(
    strategyId,
    withTerms(stored.value.strategy, changes),
    stored.value.revision,
  );
  return saved.ok ? startRun(strategyId) : saved;
}
