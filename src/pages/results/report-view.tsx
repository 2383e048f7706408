/** A finished run in eight chapters, the verdict first. Everything here comes from the run's own record. */
import { useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { analyseRun } from "#src/run/analyse-run.ts";
import { askOfStrategy } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { useNextFrame } from "#src/ui/next-frame.ts";
import { useStages } from "#src/ui/use-stages.ts";
import type { Analysis, Trace } from "#workers/model/analysis.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { withShownBenchmark } from "./average-share.ts";
import styles from "./chapter-grid.module.css";
import { ChapterNav } from "./chapter-nav.tsx";
import { exitsOf } from "./exit-reasons.ts";
import type { Exits } from "./exit-reasons.ts";
import { mostRestrictive, whyNotBought } from "./no-positions-text.ts";
import type { RunContext } from "./notes.ts";
import { OverviewChapter } from "./overview-chapter.tsx";
import { PositionsChapter } from "./positions-chapter.tsx";
import { ResultHeader } from "./result-header.tsx";
import page from "./results-page.module.css";
import { RiskChapter } from "./risk-chapter.tsx";
import { RobustnessChapter } from "./robustness-chapter.tsx";
import { SetupChapter } from "./setup-chapter.tsx";
import { SignalsChapter } from "./signals-chapter.tsx";
import { useTrace } from "./trace/trace-sections.tsx";
import { TradesChapter } from "./trades-chapter.tsx";
import { useShownPeriod, useView } from "./use-view.ts";
import { YearsChapter } from "./years-chapter.tsx";

interface ReportViewProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly context: RunContext;
}

/** A run that opened nothing has nothing to show but why. */
export function ReportView(props: ReportViewProps): ReactElement {
  const { run, report } = props;
  return (
    <div className={page["page"]}>
      <ResultHeader run={run} report={report} />
      {report.positions.length === 0 ? <NoPositions run={run} report={report} /> : <Chapters {...props} />}
    </div>
  );
}

/** Of the parts that wait for the worker's analysis: years, risk, trades, robustness, and then the prices again. */
const LAST_STAGE = 6;

/** The figures come at once and the chart in the next frame; each table and each chapter follows when the page is idle, into the place kept for it. */
function Chapters({ run, report: stored, context }: ReportViewProps): ReactElement {
  const report = useMemo(() => withShownBenchmark(stored), [stored]);
  const hasCurve = useNextFrame();
  const stage = useStages(hasCurve ? 4 : 1);
  const analysed = useAnalysis(run, report, stage >= 4);
  const further = useStages(analysed === null ? 1 : LAST_STAGE);
  const analysis = analysed?.ok ? analysed.value : null;
  const at = (place: number) => (further >= place ? analysis : null);
  const traced = useTrace(run, report, further >= LAST_STAGE);
  const exits = useExits(run, report, traced);
  const view = useView(run.id, report);
  const { shown, isPart, unmeasured } = useShownPeriod(run, report, analysis, view);
  const ofWhole = isPart ? "Of the whole run, whichever years are shown" : undefined;
  const waiting = useMemo(() => <Waiting analysed={analysed} />, [analysed]);
  return (
    <>
      <ChapterNav isWhole={further >= LAST_STAGE} />
      <OverviewChapter
        {...{ run, report, context, analysis, shown, isPart, unmeasured, view }}
        hasCurve={hasCurve}
      />
      <PositionsChapter
        run={run}
        report={report}
        shown={shown}
        exits={exits}
        isReady={stage >= 2}
        isLast={further >= LAST_STAGE}
        onWhole={view.showWhole}
      />
      <YearsChapter
        run={run}
        report={report}
        shown={shown}
        analysis={at(2)}
        note={isPart ? "Trailing returns, stress periods and months are of the whole run" : undefined}
        isReady={stage >= 3}
        waiting={waiting}
      />
      <RiskChapter
        run={run}
        report={report}
        analysis={at(3)}
        note={ofWhole}
        waiting={waiting}
        onMark={view.mark}
      />
      <TradesChapter
        run={run}
        report={report}
        analysis={at(4)}
        traced={traced}
        exits={exits}
        note={ofWhole}
        waiting={waiting}
      />
      <RobustnessChapter run={run} report={report} analysis={at(5)} note={ofWhole} waiting={waiting} />
      <SignalsChapter run={run} report={report} traced={traced} exits={exits} note={ofWhole} />
      <SetupChapter run={run} report={report} />
    </>
  );
}

/** Why positions ended, by the rows of sell rules once the trace says which. */
function useExits({ strategy }: RunRecord, { positions }: Report, traced: Result<Trace> | null): Exits {
  const hasRules = (strategy.sell.rules ?? []).length > 0;
  const trace = hasRules && traced?.ok ? traced.value : null;
  return useMemo(() => exitsOf(strategy, positions, trace), [strategy, positions, trace]);
}

/** Stands in place of what the worker's analysis fills. */
function Waiting({ analysed }: { readonly analysed: Result<Analysis> | null }): ReactElement {
  return (
    <p className={styles["picturePlace"]}>
      {analysed?.ok === false ? analysed.problem.message : "Working out further figures..."}
    </p>
  );
}

/**
 * What the worker makes of a report; null while it is at it.
 *
 * @param isWanted - begin with it: the page's first parts come before
 */
function useAnalysis(run: RunRecord, report: Report, isWanted: boolean): Result<Analysis> | null {
  const [analysed, setAnalysed] = useState<Result<Analysis> | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isWaiting = true;
    const wait = async () => {
      const result = await analyseRun(run, report);
      if (isWaiting) setAnalysed(result);
    };
    void wait();
    return () => {
      isWaiting = false;
    };
  }, [run, report, isWanted]);
  return analysed;
}

interface NoPositionsProps {
  readonly run: RunRecord;
  readonly report: Report;
}

/** In place of the positions of a run that opened none: what kept everything out. */
function NoPositions({ run, report }: NoPositionsProps): ReactElement {
  const { currency } = report.metadata;
  const known = whyNotBought(report, run.strategy, currency);
  const counted = useMostRestrictive(run, currency, known === null);
  return (
    <EmptyState
      title="No position was opened"
      text={known ?? `No instrument met the scanner and the buy rules in this period. ${counted}`}
    >
      <Link href={`/simulation-steps?id=${run.strategyId}&step=scanner`} className={buttonClass("primary")}>
        Change the conditions
      </Link>
    </EmptyState>
  );
}

/** A sentence that follows when the worker has counted, or says why it can't: the data may be gone. */
function useMostRestrictive(run: RunRecord, currency: string, isWanted: boolean): string {
  const { strategy, datasetId } = run;
  const [text, setText] = useState("Counting what each condition lets through...");
  useEffect(() => {
    if (!isWanted) return undefined;
    let isWaiting = true;
    const count = async () => {
      const preview = await askOfStrategy("preview", { strategy, datasetId }, (request) => request);
      if (isWaiting)
        setText(preview.ok ? mostRestrictive(strategy, preview.value, currency) : preview.problem.message);
    };
    void count();
    return () => {
      isWaiting = false;
    };
  }, [strategy, datasetId, currency, isWanted]);
  return text;
}
