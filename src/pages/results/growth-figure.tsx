import { Suspense, lazy, useMemo, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { formatCount, formatPercent, formatPercentChange } from "#src/format/number.ts";
import { useAverageLine, useGrowthScale } from "#src/storage/growth-scale.ts";
import { GrowthChart } from "#src/ui/growth-chart.tsx";
import type { GrowthMark, GrowthSpan, GrowthTexts } from "#src/ui/growth-drawing.ts";
import { suitingScale } from "#src/ui/growth-scale.ts";
import { startingAt } from "#src/ui/growth-curves.ts";
import { saveCanvas } from "#src/ui/picture.ts";
import { Segmented } from "#src/ui/segmented.tsx";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { DrawdownPeriod, StressPeriod } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { isAgainstAverage, NO_AVERAGE_SHARE } from "./average-share.ts";
import { describeGrowth } from "./explanations.ts";
import { growthCurves, yearEnds } from "./growth-curves.ts";
import type { YearEnd } from "./growth-curves.ts";
import { DayRangeForm } from "./day-range-form.tsx";
import { movedMoney } from "./portfolio/money-words.ts";
import { fileName, saveReportFile } from "./report-files.ts";
import type { ShownRange } from "./shown-range.ts";

/** Drawn where a person asks for it. */
const MoneyFigure = lazy(async () => ({
  default: (await import("./late-parts.ts")).MoneyFigure,
}));

type GrowthView = "strategy" | "money";

interface GrowthFigureProps {
  readonly report: Report;
  /** Report of the part of the run that is shown. */
  readonly shown: Report;
  readonly range: ShownRange;
  readonly span: GrowthSpan;
  /** What is wrong with the part that the address names. */
  readonly refused: string | null;
  readonly onRange: (range: ShownRange) => void;
  readonly stress: readonly StressPeriod[];
  /** A fall to be shown on the curve. */
  readonly marked: DrawdownPeriod | null;
  readonly onUnmark: () => void;
}

/** What the strategy made and, where money came or went, the account in money: one of them at a time. */
export function GrowthFigure(props: GrowthFigureProps): ReactElement {
  const { report, span, marked } = props;
  const [view, setView] = useState<GrowthView>("strategy");
  if (movedMoney(report) === null) return <Growth {...props} />;
  const shown = marked ? "strategy" : view;
  const views = (
    <Segmented
      legend="What is drawn"
      chosen={shown}
      onChoose={(next) => {
        if (marked) props.onUnmark();
        setView(next);
      }}
      choices={[
        { value: "strategy", label: "Strategy" },
        { value: "money", label: "Money" },
      ]}
    />
  );
  const growth = <Growth {...props} otherView={views} />;
  return shown === "strategy" ? (
    growth
  ) : (
    <Suspense fallback={growth}>
      <MoneyFigure report={report} span={span} controls={views} />
    </Suspense>
  );
}

/** The chart and its twins for people who can't see it: a summary and the values at each year's end. */
function Growth(props: GrowthFigureProps & { readonly otherView?: ReactNode }): ReactElement {
  const { report, shown, range, span, refused, onRange, stress, marked, onUnmark } = props;
  const { currency, strategyName, benchmark, frequency } = report.metadata;
  const fall = nameAtEnds("Drawdown", frequency);
  const curves = useMemo(() => growthCurves(report), [report]);
  const texts = useMemo(() => chartTexts(currency, fall), [currency, fall]);
  const summary = useMemo(() => describeGrowth(shown), [shown]);
  const rows = useMemo(() => yearEnds(startingAt(curves, span.fromRow), span), [curves, span]);
  const hasCurve = curves.average !== null;
  const columns = useMemo(() => yearEndColumns(currency, fall, hasCurve), [currency, fall, hasCurve]);
  const mark = useMemo(() => marked && markOf(marked), [marked]);
  const shaded = useMemo(() => stress.map(spanOfFall), [stress]);
  const [scale, setScale] = useGrowthScale(suitingScale(curves.day));
  const [hasAverage, setHasAverage] = useAverageLine();
  return (
    <GrowthChart
      curves={curves}
      strategyName={strategyName}
      benchmarkName={benchmark}
      hasAverage={hasAverage}
      onAverage={setHasAverage}
      averageLacks={hasCurve || isAgainstAverage(report) ? null : NO_AVERAGE_SHARE}
      texts={texts}
      summary={summary}
      scale={scale}
      onScale={setScale}
      range={range.type === "years" ? range.range : null}
      onRange={(years) => onRange({ type: "years", range: years })}
      span={span}
      renderDays={() => (
        <DayRangeForm day={curves.day} range={range} span={span} refused={refused} onRange={onRange} />
      )}
      otherView={props.otherView}
      shaded={shaded}
      mark={mark}
      onUnmark={onUnmark}
      onPicture={(picture) => saveCanvas(fileName(report, "growth"), picture)}
      onCsv={() => saveReportFile(report, "equity")}
      renderTable={() => (
        <WindowedTable
          label="Year-end values"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          dense
          phone={{ figure: "Account", second: "Benchmark" }}
        />
      )}
    />
  );
}

function spanOfFall({ fall }: StressPeriod): GrowthSpan {
  return { fromRow: fall.peakRow, toRow: fall.troughRow };
}

function markOf({
  peakRow,
  troughRow,
  recoveryRow,
  peakDate,
  troughDate,
  recoveryDate,
  depth,
}: DrawdownPeriod): GrowthMark {
  const made = recoveryDate === null ? "not recovered yet" : `recovered on ${formatDay(recoveryDate)}`;
  return {
    peakRow,
    troughRow,
    recoveryRow,
    text: `Shown: the fall of ${formatPercent(Math.abs(depth), 1)} from ${formatDay(peakDate)} to ${formatDay(troughDate)}, ${made}.`,
  };
}

function chartTexts(currency: string, drawdownName: string): GrowthTexts {
  return {
    drawdownName,
    day: formatEpochDay,
    value: (value) => formatMoney(value, currency, 0),
    axis: (value) => formatMoneyCompact(value, currency),
    growth: (percent) => formatPercentChange(percent, 1),
    growthAxis: (percent) => formatPercentChange(percent, 0),
    drawdown: (percent) => formatPercent(percent, 1),
    count: (count) => formatCount(count),
  };
}

function averageColumn(currency: string): TableColumn<YearEnd> {
  return { title: "Average share", end: true, cell: ({ average }) => formatMoney(average, currency, 2) };
}

function keyOf({ day }: YearEnd): string {
  return String(day);
}

function yearEndColumns(
  currency: string,
  fall: string,
  hasAverage: boolean,
): readonly TableColumn<YearEnd>[] {
  return [
    { title: "Last session", cell: ({ day }) => formatEpochDay(day) },
    { title: "Account", end: true, cell: ({ value }) => formatMoney(value, currency, 2) },
    { title: "Benchmark", end: true, cell: ({ benchmark }) => formatMoney(benchmark, currency, 2) },
    ...(hasAverage ? [averageColumn(currency)] : []),
    { title: fall, end: true, cell: ({ drawdown }) => formatPercent(drawdown, 2) },
    { title: "Open positions", end: true, cell: ({ positions }) => formatCount(positions) },
  ];
}
