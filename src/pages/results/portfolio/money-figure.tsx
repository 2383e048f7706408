/** The account in money: what it was worth, what was put into it, and what the same money was worth in benchmark and average share. */
import { useMemo, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { shownName } from "#src/format/shown.ts";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import type { GrowthSpan } from "#src/ui/growth-drawing.ts";
import { saveCanvas } from "#src/ui/picture.ts";
import type { TableColumn } from "#src/ui/table-column.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import { formatIsoDay, yearEndRows } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import { isAgainstAverage } from "../average-share.ts";
import { fileName, saveTable } from "../report-files.ts";
import { moneyCurves } from "#src/ui/money-curves.ts";
import type { MoneyCurves } from "#src/ui/money-curves.ts";

interface MoneyFigureProps {
  readonly report: Report;
  /** The sessions that are shown. */
  readonly span: GrowthSpan;
  /** The way back to the growth curve. */
  readonly controls: ReactNode;
}

export function MoneyFigure({ report, span, controls }: MoneyFigureProps): ReactElement {
  const { benchmark, currency } = report.metadata;
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const curves = useMemo(() => moneyCurves(report, span), [report, span]);
  const hasAverage = !isAgainstAverage(report);
  const panes = useMemo(
    () => panesOf(curves, { benchmark, currency, hasAverage }),
    [curves, benchmark, currency, hasAverage],
  );
  const rows = useMemo(() => yearEndRows(curves.day), [curves]);
  const columns = useMemo(
    () => columnsOf(curves, { benchmark, currency, hasAverage }),
    [curves, benchmark, currency, hasAverage],
  );
  return (
    <HeadedChart
      title="Account in money"
      controls={controls}
      name="Account in money"
      summary={describeMoney(curves, { benchmark, currency, hasAverage })}
      onPicture={() => {
        if (drawing) saveCanvas(fileName(report, "money"), drawing.picture());
      }}
      onCsv={() =>
        saveTable(
          report,
          "money",
          ["date", "account", "putIn", "benchmark", ...(hasAverage ? ["universe"] : [])],
          Array.from(curves.day, (day, row) => [
            formatIsoDay(day),
            curves.account[row] ?? null,
            curves.putIn[row] ?? null,
            curves.benchmark[row] ?? null,
            ...(hasAverage ? [curves.average[row] ?? null] : []),
          ]),
        )
      }
      renderTable={() => (
        <WindowedTable
          label="Money at the ends of years"
          columns={columns}
          rows={rows}
          rowKey={String}
          dense
          phone={{ figure: "Account", second: "Put in" }}
        />
      )}
    >
      <TimeChart
        day={curves.day}
        panes={panes}
        formatDay={formatEpochDay}
        onDrawing={setDrawing}
        size="high"
      />
    </HeadedChart>
  );
}

interface MoneyNames {
  readonly benchmark: string;
  readonly currency: string;
  /** Where the benchmark isn't the average share. */
  readonly hasAverage: boolean;
}

function panesOf(curves: MoneyCurves, { benchmark, currency, hasAverage }: MoneyNames): readonly TimePane[] {
  const average = { name: "Same in the average share", look: "average", kind: "line" } as const;
  return [
    {
      format: (value) => formatMoneyCompact(value, currency),
      series: [
        { name: "Put in, less taken out", look: "known", kind: "steps", values: curves.putIn },
        ...(hasAverage ? [{ ...average, values: curves.average }] : []),
        {
          name: `Same in ${shownName(benchmark)}`,
          look: "benchmark",
          kind: "line",
          values: curves.benchmark,
        },
        { name: "Account", look: "strategy", kind: "line", values: curves.account },
      ],
    },
  ];
}

function columnsOf(
  curves: MoneyCurves,
  { benchmark, currency, hasAverage }: MoneyNames,
): readonly TableColumn<number>[] {
  const column = (title: string, values: Float64Array): TableColumn<number> => ({
    title,
    end: true,
    cell: (row) => formatMoney(values[row] ?? null, currency, 0),
  });
  return [
    { title: "Last session", cell: (row) => formatEpochDay(curves.day[row] ?? 0) },
    column("Account", curves.account),
    column("Put in", curves.putIn),
    column(`Same in ${shownName(benchmark)}`, curves.benchmark),
    ...(hasAverage ? [column("Same in the average share", curves.average)] : []),
  ];
}

/** The figure in words. */
export function describeMoney(
  { day, account, putIn, benchmark: other, average }: MoneyCurves,
  { benchmark, currency, hasAverage }: MoneyNames,
): string {
  const at = (values: Float64Array) => formatMoney(values.at(-1) ?? null, currency, 0);
  const put = putIn.at(-1) ?? 0;
  const left =
    put >= 0 ? `${at(putIn)} put in` : `${formatMoney(-put, currency, 0)} more taken out than put in`;
  const others = [
    `${at(other)} in ${benchmark}`,
    ...(hasAverage ? [`${at(average)} in the average share`] : []),
  ];
  return `On ${formatDay(formatIsoDay(day.at(-1) ?? 0))} the account was worth ${at(account)}, with ${left}; the same money would have been worth ${others.join(", ")}.`;
}
