/** The first chapter: the verdict with what it tells, the cards and the curve, of the years that are chosen on it. */
import { memo } from "react";
import type { ReactElement } from "react";
import { formatDay, formatDayRange } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { Button } from "#src/ui/button.tsx";
import { YEARS_OF_RANGE } from "#src/ui/growth-range.ts";
import page from "#src/ui/page.module.css";
import type { Analysis, StressPeriod } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { OpeningChapter } from "./chapter.tsx";
import { MetricCards, SummaryCards } from "./figures.tsx";
import { GrowthFigure } from "./growth-figure.tsx";
import { useKeptParts } from "./kept-checks.ts";
import notesStrip from "./notes-strip.module.css";
import type { RunContext } from "./notes.ts";
import { notesOf } from "./notes.ts";
import { MoneyCards } from "./portfolio/money-cards.tsx";
import { ReadingPart } from "./reading/reading-part.tsx";
import styles from "./results-page.module.css";
import type { ShownRange } from "./shown-range.ts";
import type { View } from "./use-view.ts";
import { VerdictPanel } from "./verdict-panel.tsx";

/** Not drawn again with each part that comes after it. */
const Growth = memo(GrowthFigure);

interface FirstFiguresProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly context: RunContext;
  /** null while it is being worked out. */
  readonly analysis: Analysis | null;
  /** The report of the part of the run that is shown. */
  readonly shown: Report;
  /** Whether that is not the whole run. */
  readonly isPart: boolean;
  /** Why a part that was chosen is not what is shown; null where nothing is wrong. */
  readonly unmeasured: string | null;
  readonly view: View;
  /** What the checks of the run found so far. */
  readonly parts: RobustnessParts;
}

/** Verdict and cards. */
const FirstFigures = memo(function FirstFigures(props: FirstFiguresProps): ReactElement {
  const { run, report, context, analysis, shown, isPart, unmeasured, view, parts } = props;
  return (
    <>
      <VerdictPanel
        run={run}
        report={shown}
        isPart={isPart}
        parts={parts}
        period={<PeriodShown report={shown} view={view} isPart={isPart} unmeasured={unmeasured} />}
      >
        <ReadingPart run={run} report={report} analysis={analysis} parts={parts} isPart={isPart} />
        <NotesStrip run={run} report={report} context={context} parts={parts} isPart={isPart} />
      </VerdictPanel>
      <SummaryCards
        report={shown}
        startMeans={isPart ? "The account's value at the close at which this period begins." : undefined}
      />
      <MetricCards run={run} report={shown} luck={isPart ? null : (analysis?.luck ?? null)} />
      <MoneyCards report={shown} />
    </>
  );
});

interface OverviewChapterProps extends Omit<FirstFiguresProps, "parts"> {
  /** Drawn a moment after the figures. */
  readonly hasCurve: boolean;
}

export function OverviewChapter({ hasCurve, ...figures }: OverviewChapterProps): ReactElement {
  const { run, report, analysis, shown, view } = figures;
  const parts = useKeptParts(run.id);
  return (
    <OpeningChapter>
      <FirstFigures {...figures} parts={parts} />
      <div className={styles["curve"]}>
        {hasCurve ? (
          <Growth
            report={report}
            shown={shown}
            range={view.range}
            span={view.span}
            refused={view.refused}
            onRange={view.choose}
            stress={analysis?.stress ?? NO_STRESS}
            marked={view.marked}
            onUnmark={view.showWhole}
          />
        ) : (
          <div className={styles["chartPlace"]}>
            <h3>Account growth curve</h3>
          </div>
        )}
      </div>
    </OpeningChapter>
  );
}

const NO_STRESS: readonly StressPeriod[] = [];

interface PeriodShownProps extends Pick<FirstFiguresProps, "view" | "isPart" | "unmeasured"> {
  readonly report: Report;
}

/** Which part of the run verdict, cards and tables are of, once a person has chosen one on the chart. */
function PeriodShown({ report, view, isPart, unmeasured }: PeriodShownProps): ReactElement | null {
  if (view.range.type === "years" && view.range.range === "Max") return null;
  return (
    <output className={page["soft"]}>
      {isPart
        ? `Verdict, cards and tables: ${partInWords(view.range, report)}`
        : `Verdict, cards and tables are of the whole run: ${unmeasured ?? "the figures of a part of it aren't there yet"}`}{" "}
      <Button size="small" onClick={view.showWhole}>
        Whole run
      </Button>
    </output>
  );
}

function partInWords(range: ShownRange, { metadata }: Report): string {
  const { backtestStart, backtestEnd } = metadata;
  if (range.type === "days")
    return `${formatDayRange(range.from, range.to)}, measured from the close of ${formatDay(backtestStart)}`;
  const years = YEARS_OF_RANGE[range.range];
  return `the last ${years === 1 ? "year" : countOf(years, "year")}, ${formatDayRange(backtestStart, backtestEnd)}`;
}

interface NotesStripProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly context: RunContext;
  /** What the checks of the run found so far. */
  readonly parts: RobustnessParts;
  /** The page's figures are those of some years: that the notes are not is said. */
  readonly isPart: boolean;
}

/** What limits the trust in a run; each note opens to what it means and the mend. */
export function NotesStrip(props: NotesStripProps): ReactElement | null {
  const { run, report, context, parts, isPart } = props;
  const { lookAhead } = parts;
  const notes = notesOf(run, report, { ...context, ...(lookAhead && { lookAhead }) });
  if (notes.length === 0) return null;
  return (
    <section className={notesStrip["strip"]} aria-label="What to know about this run">
      {isPart && <p className={notesStrip["whole"]}>Of the whole run:</p>}
      {notes.map(({ title, meaning, mend, list }) => (
        <details key={title} className={notesStrip["note"]} data-printed="">
          <summary className={notesStrip["title"]}>{title}</summary>
          <div className={notesStrip["text"]}>
            <p>{meaning}</p>
            {list && (
              <ul className={notesStrip["list"]}>
                {list.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            <p>
              <strong>What to do:</strong> {mend}
            </p>
          </div>
        </details>
      ))}
    </section>
  );
}
