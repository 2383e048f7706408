/** A finished run, in the order of the specification. Everything here comes from the run's own record. */
import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Panel } from "#src/ui/panel.tsx";
import type { Report } from "#workers/model/report.ts";
import { MetricCards, SummaryCards } from "./figures.tsx";
import { GrowthFigure } from "./growth-figure.tsx";
import { NoPositions } from "./no-positions.tsx";
import { NotesStrip } from "./notes-strip.tsx";
import type { RunContext } from "./notes.ts";
import { PositionsTable } from "./positions-table.tsx";
import { ResultHeader } from "./result-header.tsx";
import styles from "./results-page.module.css";
import { PassedOverPanel, SettingsPanel } from "./run-facts.tsx";
import { useStages } from "./use-stages.ts";
import { YearlyTable } from "./yearly-table.tsx";

interface ReportViewProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly context: RunContext;
}

/** The figures come at once; the chart and each table in a frame of its own, into the place kept for it. */
export function ReportView({ run, report, context }: ReportViewProps): ReactElement {
  const stage = useStages(4);
  return (
    <div className={styles["page"]}>
      <ResultHeader run={run} report={report} />
      <NotesStrip run={run} report={report} context={context} />
      <SummaryCards report={report} />
      <MetricCards run={run} report={report} />
      <Panel title="Account growth curve">
        {stage >= 2 ? <GrowthFigure report={report} /> : <div className={styles["chartPlace"]} />}
      </Panel>
      <Panel title="All Positions" note={countOf(report.positions.length, "position")}>
        {report.positions.length === 0 ? (
          <NoPositions run={run} report={report} />
        ) : stage >= 3 ? (
          <PositionsTable report={report} />
        ) : (
          <div className={styles["tablePlace"]} />
        )}
      </Panel>
      <Panel title="Yearly Growth Breakdown">
        {stage >= 4 ? <YearlyTable report={report} /> : <div className={styles["tablePlace"]} />}
      </Panel>
      <PassedOverPanel passedOver={report.passedOver} />
      <SettingsPanel run={run} report={report} />
    </div>
  );
}
