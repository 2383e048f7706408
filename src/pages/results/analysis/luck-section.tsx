import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { nameAtEnds, wordsAtEnds } from "#src/format/bar-words.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { countOf, formatCount, formatPercent } from "#src/format/number.ts";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import type { Luck, PathBands, Percentiles } from "#workers/model/analysis.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import { Part } from "../part.tsx";
import { fileName, saveTable } from "../report-files.ts";
import styles from "./analysis.module.css";
import { orderFacts } from "../luck-facts.ts";
import type { SectionProps } from "./section.ts";

interface LuckProps extends Pick<SectionProps, "report"> {
  /** null where the run is too short. */
  readonly luck: Luck | null;
}

/** What the same daily returns make in other orders: how much of the result hangs on when they came. */
export function LuckSection({ report, luck }: LuckProps): ReactElement {
  if (luck) return <LuckChart luck={luck} report={report} />;
  return (
    <Part title="Order of days">
      <p className={styles["soft"]}>The run has too few sessions to say.</p>
    </Part>
  );
}

/** How sure the figures are, and whether the Sharpe ratio could be chance; nothing where the run is too short. */
export function LuckFacts({ report, luck }: LuckProps): ReactElement | null {
  if (!luck) return null;
  return (
    <div className={styles["part"]}>
      <FactList inColumns facts={orderFacts(report, luck)} />
      <p className={styles["soft"]}>{describeLuck(luck, report)}</p>
    </div>
  );
}

interface LuckChartProps {
  readonly luck: Luck;
  readonly report: SectionProps["report"];
}

function LuckChart({ luck, report }: LuckChartProps): ReactElement {
  const { currency, frequency } = report.metadata;
  const fall = nameAtEnds("Max drawdown", frequency);
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const panes = useMemo(() => panesOf(luck.bands, currency), [luck, currency]);
  const columns = useMemo(() => percentileColumns(currency, fall), [currency, fall]);
  const rows = useMemo(() => percentileRows(luck), [luck]);
  return (
    <HeadedChart
      title="Order of days"
      note={`${formatCount(luck.paths)} resampled paths`}
      name="Resampled paths"
      isSummaryHidden
      summary="The account beside the values that 5, 25, 50, 75 and 95% of the resampled paths stayed below, day by day. The text beside the chart says what they end with."
      onPicture={() => {
        if (drawing) saveCanvas(fileName(report, "luck"), drawing.picture());
      }}
      onCsv={() => saveTable(report, "luck", CSV_HEADER, csvRows(luck.bands))}
      renderTable={() => (
        <WindowedTable
          label="Percentiles of the paths"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          dense
          phone={{ figure: "End value", second: fall }}
        />
      )}
    >
      <TimeChart day={luck.bands.day} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} />
    </HeadedChart>
  );
}

function panesOf(bands: PathBands, currency: string): readonly TimePane[] {
  return [
    {
      format: (value) => formatMoneyCompact(value, currency),
      isLog: true, // the highest paths would press the others flat
      series: [
        { name: "5%", look: "outer", kind: "line", values: bands.p5 },
        { name: "95%", look: "outer", kind: "line", values: bands.p95 },
        { name: "25%", look: "inner", kind: "line", values: bands.p25 },
        { name: "75%", look: "inner", kind: "line", values: bands.p75 },
        { name: "Middle", look: "benchmark", kind: "line", values: bands.p50 },
        { name: "This run", look: "strategy", kind: "line", values: bands.value },
      ],
    },
  ];
}

interface PercentileRow {
  readonly name: string;
  readonly endValue: number;
  readonly maxDrawdown: number;
}

const PERCENTILES: readonly { readonly of: keyof Percentiles; readonly name: string }[] = [
  { of: "p5", name: "5% did worse than" },
  { of: "p25", name: "25% did worse than" },
  { of: "p50", name: "Half did worse than" },
  { of: "p75", name: "75% did worse than" },
  { of: "p95", name: "95% did worse than" },
];

function percentileRows({ endValue, maxDrawdown }: Luck): readonly PercentileRow[] {
  return PERCENTILES.map(({ of, name }) => ({ name, endValue: endValue[of], maxDrawdown: maxDrawdown[of] }));
}

function keyOf({ name }: PercentileRow): string {
  return name;
}

/** @param fall - what the deepest fall is called */
function percentileColumns(currency: string, fall: string): readonly TableColumn<PercentileRow>[] {
  return [
    { title: "Of the paths", cell: ({ name }) => name },
    { title: "End value", end: true, cell: ({ endValue }) => formatMoney(endValue, currency, 0) },
    { title: fall, end: true, cell: ({ maxDrawdown }) => formatPercent(maxDrawdown, 1) },
  ];
}

function describeLuck(
  { paths, blockLength, endValue, maxDrawdown, losing }: Luck,
  { metadata: { currency, frequency } }: Pick<Report, "metadata">,
): string {
  const money = (value: number) => formatMoney(value, currency, 0);
  return (
    `The run's own returns from session to session, drawn again in blocks of ${countOf(blockLength, "session")} in ${formatCount(paths)} ` +
    `random orders. Nine of ten end between ${money(endValue.p5)} and ${money(endValue.p95)}, half of them above ` +
    `${money(endValue.p50)}; ${formatPercent(losing, 1)} lose money. Their ${wordsAtEnds("deepest fall", frequency)} is between ` +
    `${formatPercent(maxDrawdown.p95, 1)} and ${formatPercent(maxDrawdown.p5, 1)} in nine of ten. ` +
    "They are this run's own sessions, so the run lies among the paths by construction. Whether its choice of instruments was luck is asked by the random entries under Robustness."
  );
}

const CSV_HEADER = ["date", "p5", "p25", "p50", "p75", "p95", "value"];

function csvRows({ day, p5, p25, p50, p75, p95, value }: PathBands) {
  const columns = [p5, p25, p50, p75, p95, value];
  return Array.from(day, (at, row) => [formatIsoDay(at), ...columns.map((column) => column[row] ?? null)]);
}
