import { memo, useMemo, useRef } from "react";
import type { ReactElement, ReactNode } from "react";
import { joinWords } from "#src/format/join-words.ts";
import { formatDecimal } from "#src/format/number.ts";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import { saveDrawing } from "#src/ui/picture.ts";
import { YearBars } from "#src/ui/year-bars.tsx";
import type { YearSpan } from "#src/ui/year-bars.tsx";
import type { Analysis, StressPeriod } from "#workers/model/analysis.ts";
import { fromEpochDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import { AVERAGE_SHARE_NAME } from "#workers/model/benchmark-names.ts";
import { MonthsSection } from "./analysis/months-section.tsx";
import { StressTable, TrailingTable } from "./analysis/periods-section.tsx";
import type { SectionProps } from "./analysis/section.ts";
import { averageYearsBeside, yardstickNames } from "./average-share.ts";
import styles from "./chapter-grid.module.css";
import { Chapter } from "./chapter.tsx";
import { yearsFinding } from "./findings.ts";
import { Part } from "./part.tsx";
import { fileName, saveReportFile } from "./report-files.ts";
import { YearlyTable } from "./yearly-table.tsx";

interface YearsChapterProps extends Pick<SectionProps, "run" | "report"> {
  readonly analysis: Analysis | null;
  /** Report of the part of the run whose years are shown. */
  readonly shown: Report;
  /** What its figures are of, where a part is chosen. */
  readonly note: string | undefined;
  readonly isReady: boolean;
  /** Stands for what is not there yet. */
  readonly waiting: ReactNode;
}

export const YearsChapter = memo(function YearsChapter(props: YearsChapterProps): ReactElement {
  const { run, report, shown, analysis, note, isReady, waiting } = props;
  return (
    <Chapter
      id="years"
      finding={yearsFinding(shown)}
      note={note}
      rest={
        analysis
          ? {
              names: "stress periods, monthly returns",
              renderContent: () => (
                <>
                  <StressTable report={report} analysis={analysis} />
                  <MonthsSection run={run} report={report} analysis={analysis} />
                </>
              ),
            }
          : undefined
      }
    >
      <div className={styles["halves"]}>
        <div className={styles["column"]}>
          {isReady ? (
            <AnnualBars report={shown} stress={analysis?.stress ?? NONE} day={report.equity.day} />
          ) : (
            <div className={styles["picturePlace"]} />
          )}
          {analysis ? <TrailingTable report={report} analysis={analysis} /> : waiting}
        </div>
        <Part title="Yearly Growth Breakdown">
          {isReady ? <YearlyTable report={shown} /> : <div className={styles["tablePlace"]} />}
        </Part>
      </div>
    </Chapter>
  );
});

const NONE: readonly StressPeriod[] = [];

interface AnnualBarsProps {
  readonly report: Report;
  /** Falls of the benchmark in the whole run, whose sessions `day` has, too. */
  readonly stress: readonly StressPeriod[];
  readonly day: Int32Array;
}

function AnnualBars({ report, stress, day }: AnnualBarsProps): ReactElement {
  const drawing = useRef<SVGSVGElement>(null);
  const { yearlyPerformance, metadata } = report;
  const average = useMemo(() => averageYearsBeside(report), [report]);
  const years = useMemo(
    () =>
      yearlyPerformance.map(({ year, growthPercent, benchmarkPercent }) => ({
        year,
        own: growthPercent,
        benchmark: benchmarkPercent,
        average: average?.get(year) ?? null,
      })),
    [yearlyPerformance, average],
  );
  const shaded = useMemo(() => stress.map((period) => spanOf(period, day)), [stress, day]);
  return (
    <HeadedChart
      title="Growth a year"
      note={`Filled: account; hollow: ${metadata.benchmark}${average ? `; line across: ${AVERAGE_SHARE_NAME}` : ""}`}
      name="Growth a year"
      summary={`The account's growth in each year beside that of ${joinWords(yardstickNames(report), "and")}; the values are in the Yearly Growth Breakdown. Shaded are the benchmark's deep falls.`}
      isSummaryHidden
      onPicture={() => {
        if (drawing.current) void saveDrawing(fileName(report, "years"), drawing.current);
      }}
      onCsv={() => saveReportFile(report, "yearly")}
    >
      <YearBars
        drawing={drawing}
        years={years}
        shaded={shaded}
        label="Bars of each year's growth; the values are in the Yearly Growth Breakdown"
        format={(percent) => `${formatDecimal(percent, 0)}%`}
      />
    </HeadedChart>
  );
}

const DAYS_PER_YEAR = 365.25;

function spanOf({ fall }: StressPeriod, day: Int32Array): YearSpan {
  return { from: yearsOf(day[fall.peakRow] ?? 0), to: yearsOf(day[fall.troughRow] ?? 0) };
}

/** A day as a number of years: 2008.5 is the middle of 2008. */
function yearsOf(epochDay: number): number {
  const { year, month, dayOfMonth } = fromEpochDay(epochDay);
  return year + ((month - 1) * (DAYS_PER_YEAR / 12) + dayOfMonth - 1) / DAYS_PER_YEAR;
}
