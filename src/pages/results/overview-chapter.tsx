/** The first chapter: the verdict with what it tells, the cards and the curve, of the years that are chosen on it. */
import { memo } from "react";
import type { ReactElement } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import type { GrowthRange } from "#src/ui/growth-chart.tsx";
import type { Analysis, DrawdownPeriod, StressPeriod, TrailingPeriod } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { OpeningChapter } from "./chapter.tsx";
import { MetricCards, SummaryCards } from "./figures.tsx";
import { GrowthFigure } from "./growth-figure.tsx";
import { NotesStrip } from "./notes-strip.tsx";
import type { RunContext } from "./notes.ts";
import { ReadingPart } from "./reading/reading-part.tsx";
import page from "./results-page.module.css";
import { VerdictPanel } from "./verdict-panel.tsx";

/** Not drawn again with each part that comes after it. */
const Growth = memo(GrowthFigure);

interface OverviewChapterProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly context: RunContext;
  /** null while it is being worked out. */
  readonly analysis: Analysis | null;
  /** The report of the chosen years. */
  readonly shown: Report;
  /** null where the figures are those of the whole run. */
  readonly period: TrailingPeriod | null;
  /** ISO date at whose close the chosen years begin; null for the whole run. */
  readonly since: string | null;
  readonly range: GrowthRange;
  readonly onRange: (range: GrowthRange) => void;
  /** The fall that is shown on the curve. */
  readonly marked: DrawdownPeriod | null;
  readonly onUnmark: () => void;
  /** Drawn a moment after the figures. */
  readonly hasCurve: boolean;
}

export function OverviewChapter(props: OverviewChapterProps): ReactElement {
  const { run, report, context, analysis, shown, period, since, range, onRange } = props;
  const { marked, onUnmark, hasCurve } = props;
  return (
    <OpeningChapter>
      <VerdictPanel
        run={run}
        report={shown}
        isPart={period !== null}
        period={<PeriodShown report={shown} range={range} period={period} onWhole={() => onRange("Max")} />}
      >
        <ReadingPart run={run} report={report} analysis={analysis} isPart={period !== null} />
        <NotesStrip run={run} report={report} context={context} isPart={period !== null} />
      </VerdictPanel>
      <SummaryCards
        report={shown}
        startMeans={
          since === null ? undefined : "The account's value at the close at which this period begins."
        }
      />
      <MetricCards run={run} report={shown} luck={period ? null : (analysis?.luck ?? null)} />
      <div className={page["curve"]}>
        {hasCurve ? (
          <Growth
            report={report}
            range={range}
            onRange={onRange}
            stress={analysis?.stress ?? NO_STRESS}
            marked={marked}
            onUnmark={onUnmark}
          />
        ) : (
          <div className={page["chartPlace"]}>
            <h3>Account growth curve</h3>
          </div>
        )}
      </div>
    </OpeningChapter>
  );
}

const NO_STRESS: readonly StressPeriod[] = [];

interface PeriodShownProps {
  readonly report: Report;
  readonly range: GrowthRange;
  /** null where the figures are those of the whole run. */
  readonly period: TrailingPeriod | null;
  readonly onWhole: () => void;
}

/** Which years verdict, cards and tables are of, once a person has chosen some on the chart. */
function PeriodShown({ report, range, period, onWhole }: PeriodShownProps): ReactElement | null {
  if (range === "Max") return null;
  const { backtestStart, backtestEnd } = report.metadata;
  return (
    <output className={page["period"]}>
      {period
        ? `Verdict, cards and tables: the last ${period.years === 1 ? "year" : countOf(period.years, "year")}, ${formatDayRange(backtestStart, backtestEnd)}`
        : "Verdict, cards and tables are of the whole run: the figures of a part of it aren't there yet"}{" "}
      <Button size="small" onClick={onWhole}>
        Whole run
      </Button>
    </output>
  );
}
