import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { formatEpochDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatPercent } from "#src/format/number.ts";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { Exposure, YearlyTurnover } from "#workers/model/analysis.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { fileName, saveTable } from "../report-files.ts";
import type { SectionProps } from "./section.ts";

/** How much of the account was in positions, day by day, and what was turned over, year by year. */
export function ExposureSection({ report, analysis }: SectionProps): ReactElement {
  const { exposure } = analysis;
  const { currency } = report.metadata;
  const { day } = report.equity;
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const panes = useMemo(() => panesOf(exposure), [exposure]);
  const columns = useMemo(() => turnoverColumns(currency), [currency]);
  return (
    <HeadedChart
      title="Exposure and turnover"
      note="The share of the account in positions at each close"
      name="Exposure and turnover"
      summary={describeExposure(exposure)}
      onPicture={() => {
        if (drawing) saveCanvas(fileName(report, "exposure"), drawing.picture());
      }}
      onCsv={() =>
        saveTable(
          report,
          "exposure",
          ["date", "investedPercent"],
          Array.from(day, (at, row) => [formatIsoDay(at), exposure.invested[row] ?? null]),
        )
      }
      renderTable={() => (
        <WindowedTable
          label="Turnover by year"
          columns={columns}
          rows={exposure.years}
          rowKey={keyOf}
          dense
          phone={{ figure: "Invested on average", second: "Turnover" }}
        />
      )}
    >
      <TimeChart day={day} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} />
    </HeadedChart>
  );
}

function panesOf({ invested }: Exposure): readonly TimePane[] {
  return [
    {
      format: (value) => formatPercent(value, 0),
      series: [{ name: "Invested", look: "strategy", kind: "area", values: invested }],
    },
  ];
}

function keyOf({ year }: YearlyTurnover): string {
  return String(year);
}

function turnoverColumns(currency: string): readonly TableColumn<YearlyTurnover>[] {
  const money = (value: number) => formatMoney(value, currency, 0);
  return [
    { title: "Year", cell: ({ year }) => year },
    { title: "Invested on average", end: true, cell: ({ meanInvested }) => formatPercent(meanInvested, 1) },
    { title: "Bought", end: true, cell: ({ bought }) => money(bought) },
    { title: "Sold", end: true, cell: ({ sold }) => money(sold) },
    { title: "Mean equity", end: true, cell: ({ meanEquity }) => money(meanEquity) },
    { title: "Turnover", end: true, cell: ({ turnover }) => formatPercent(turnover, 0) },
  ];
}

function describeExposure({ meanInvested, inMarket, turnover }: Exposure): string {
  const first = `On average ${formatPercent(meanInvested, 1)} of the account was in positions; ${formatPercent(inMarket, 1)} of all sessions closed with at least one.`;
  return turnover === null
    ? first
    : `${first} In a year, ${formatPercent(turnover, 0)} of the account was bought and sold again.`;
}
