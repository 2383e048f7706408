/** A finished run, in the order of the specification. Everything here comes from the run's own record. */
import { lazy, memo, Suspense, useCallback, useState } from "react";
import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Panel } from "#src/ui/panel.tsx";
import type { DrawdownPeriod } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { useAnalysis } from "./analysis/use-analysis.ts";
import { MetricCards, SummaryCards } from "./figures.tsx";
import { GrowthFigure } from "./growth-figure.tsx";
import { NextPanel } from "./next-panel.tsx";
import { NoPositions } from "./no-positions.tsx";
import { NotesStrip } from "./notes-strip.tsx";
import type { RunContext } from "./notes.ts";
import { PositionsTable } from "./positions-table.tsx";
import { ResultHeader } from "./result-header.tsx";
import styles from "./results-page.module.css";
import { PassedOverPanel, SettingsPanel } from "./run-facts.tsx";
import { RunRemarkPanel } from "./run-remark.tsx";
import { useStages } from "#src/ui/use-stages.ts";
import { YearlyTable } from "./yearly-table.tsx";

/** Below the fold, and drawn from what the worker works out first. */
const AnalysisSections = lazy(async () => ({
  default: (await import("./analysis/analysis-sections.tsx")).AnalysisSections,
}));

const TraceSections = lazy(async () => ({
  default: (await import("./trace/trace-sections.tsx")).TraceSections,
}));
const WhyPanel = lazy(async () => ({ default: (await import("./why/why-panel.tsx")).WhyPanel }));

/** Not drawn again with each part that comes after them. */
const Growth = memo(GrowthFigure);
const Positions = memo(PositionsTable);
const Years = memo(YearlyTable);
const Settings = memo(SettingsPanel);

interface ReportViewProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly context: RunContext;
}

/** The figures come at once; the chart and each table in a frame of its own, into the place kept for it. */
export function ReportView({ run, report, context }: ReportViewProps): ReactElement {
  const stage = useStages(5);
  const analysis = useAnalysis(run, report, stage >= 5);
  const [marked, setMarked] = useState<DrawdownPeriod | null>(null);
  const unmark = useCallback(() => setMarked(null), []);
  const luck = analysis?.ok ? analysis.value.luck : null;
  return (
    <div className={styles["page"]}>
      <ResultHeader run={run} report={report} />
      <NotesStrip run={run} report={report} context={context} />
      <SummaryCards report={report} />
      <MetricCards run={run} report={report} luck={luck} />
      <Panel title="Account growth curve">
        {stage >= 2 ? (
          <Growth report={report} marked={marked} onUnmark={unmark} />
        ) : (
          <div className={styles["chartPlace"]} />
        )}
      </Panel>
      <Panel title="All Positions" note={countOf(report.positions.length, "position")}>
        {report.positions.length === 0 ? (
          <NoPositions run={run} report={report} />
        ) : stage >= 3 ? (
          <Positions run={run} report={report} />
        ) : (
          <div className={styles["tablePlace"]} />
        )}
      </Panel>
      <Panel title="Yearly Growth Breakdown">
        {stage >= 4 ? <Years report={report} /> : <div className={styles["tablePlace"]} />}
      </Panel>
      <div className={styles["page"]} data-part="further">
        {analysis?.ok ? (
          <Suspense fallback={<AnalysisPlace text="Working out further figures..." />}>
            <AnalysisSections run={run} report={report} analysis={analysis.value} onMark={setMarked} />
          </Suspense>
        ) : (
          <AnalysisPlace text={analysis ? analysis.problem.message : "Working out further figures..."} />
        )}
        <Suspense fallback={null}>
          {analysis !== null && <TraceSections run={run} report={report} />}
          {stage >= 5 && <WhyPanel run={run} report={report} />}
        </Suspense>
      </div>
      <NextPanel report={report} />
      <PassedOverPanel passedOver={report.passedOver} />
      <RunRemarkPanel runId={run.id} />
      <Settings run={run} report={report} />
    </div>
  );
}

/** In place of the sections that the worker's analysis fills. */
function AnalysisPlace({ text }: { readonly text: string }): ReactElement {
  return (
    <Panel title="Further figures">
      <p className={styles["soft"]}>{text}</p>
      <div className={styles["tablePlace"]} />
    </Panel>
  );
}
