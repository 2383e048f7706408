/** What only a portfolio is asked: is setting back worth it, the luck of the day, would the money have lasted. */
import { useContext, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatEpochDay, formatMonth } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { formatCount, formatDecimal, formatPercent } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type {
  LastedOutcome,
  RobustnessParts,
  ScheduleDay,
  SetBackChoice,
  SetBackOutcome,
} from "#src/storage/robustness-record.ts";
import { ChartFigure, HeadedChart } from "#src/ui/chart-figure.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { saveCanvas, saveDrawing } from "#src/ui/picture.ts";
import { SavedPage } from "#src/ui/saved-page.ts";
import type { TableColumn } from "#src/ui/table-column.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import { Part } from "../part.tsx";
import { fileName, saveTable } from "../report-files.ts";
import { DayStrip } from "./day-strip.tsx";
import styles from "./portfolio-checks.module.css";
import {
  WAY_NAMES,
  dayLuckInWords,
  drawsMeaning,
  leftInDraws,
  medianLeft,
  ownWay,
  setBackVerdict,
  shareDrawn,
  shareLasted,
  startsInWords,
  timingInWords,
  worstInWords,
} from "./portfolio-check-words.ts";

interface PortfolioChecksProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly parts: RobustnessParts;
}

export function PortfolioChecks({ run, report, parts }: PortfolioChecksProps): ReactElement {
  const { setBack, scheduleDays, lasted } = parts;
  return (
    <>
      {setBack && <SetBackTable run={run} report={report} outcome={setBack} />}
      {scheduleDays && scheduleDays.length > 0 && <DayLuck run={run} report={report} days={scheduleDays} />}
      {lasted && <Lasted run={run} report={report} outcome={lasted} />}
    </>
  );
}

interface SetBackTableProps extends Omit<PortfolioChecksProps, "parts"> {
  readonly outcome: SetBackOutcome;
}

/** The same strategy, set back in other ways. */
function SetBackTable({ run, report, outcome }: SetBackTableProps): ReactElement {
  const { currency, frequency } = report.metadata;
  const own = ownWay(run.strategy, outcome);
  const fall = nameAtEnds("Max drawdown", frequency);
  const columns = useMemo(
    () => wayColumns({ own, days: outcome.days, currency, fall }),
    [own, outcome, currency, fall],
  );
  return (
    <Part title="Is setting back worth it?">
      <p>{setBackVerdict(outcome, frequency)}</p>
      <WindowedTable
        label="Is setting back worth it?"
        columns={columns}
        rows={outcome.ways}
        rowKey={wayOf}
        dense
        phone={{ figure: "CAGR", second: fall }}
      />
      <p className={styles["soft"]}>
        Each is a run of its own, scheduled as this one. The last column tries every session of the month on
        which orders may be decided.
      </p>
    </Part>
  );
}

function wayOf({ way }: SetBackChoice): string {
  return way;
}

interface WayNames {
  readonly own: SetBackChoice["way"] | null;
  readonly days: number;
  readonly currency: string;
  /** What the deepest fall is called. */
  readonly fall: string;
}

function wayColumns({ own, days, currency, fall }: WayNames): readonly TableColumn<SetBackChoice>[] {
  return [
    {
      title: "Set back",
      cell: ({ way }) => `${WAY_NAMES[way]}${way === own && way !== "own" ? " (this run)" : ""}`,
    },
    { title: "CAGR", end: true, cell: ({ cagr }) => formatPercent(cagr, 1) },
    { title: fall, end: true, cell: ({ maxDrawdown }) => formatPercent(maxDrawdown, 1) },
    { title: "Turnover a year", end: true, cell: ({ turnover }) => formatPercent(turnover, 0) },
    { title: "Costs a year, points", end: true, cell: ({ costs }) => formatDecimal(costs, 2) },
    { title: "End value", end: true, cell: ({ endValue }) => formatMoneyCompact(endValue, currency) },
    {
      title: "Made most on",
      end: true,
      cell: ({ leads }) => `${formatCount(leads)} of ${formatCount(days)} days`,
    },
  ];
}

interface DayLuckProps extends Omit<PortfolioChecksProps, "parts"> {
  readonly days: readonly ScheduleDay[];
}

function DayLuck({ run, report, days }: DayLuckProps): ReactElement {
  const { currency } = report.metadata;
  const drawing = useRef<SVGSVGElement>(null);
  const own = run.strategy.simulation.scheduleDay ?? 1;
  return (
    <Part title="The luck of the day">
      <ChartFigure
        name="The luck of the day"
        summary={dayLuckInWords(days, own, currency)}
        onPicture={() => {
          if (drawing.current) void saveDrawing(fileName(report, "days"), drawing.current);
        }}
        onCsv={() =>
          saveTable(
            report,
            "days",
            ["scheduleDay", "endValue", "cagrPercent", "maxDrawdownPercent"],
            days.map(({ day, endValue, cagr, maxDrawdown }) => [day, endValue, cagr, maxDrawdown]),
          )
        }
        renderTable={() => (
          <table className={styles["table"]} aria-label="The luck of the day">
            <thead>
              <tr>
                <th scope="col">Session</th>
                <th scope="col">CAGR</th>
                <th scope="col">{nameAtEnds("Max drawdown", report.metadata.frequency)}</th>
                <th scope="col">End value</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, cagr, maxDrawdown, endValue }) => (
                <tr key={day}>
                  <th scope="row">
                    {formatCount(day)}
                    {day === own && " (this run)"}
                  </th>
                  <td>{formatPercent(cagr, 2)}</td>
                  <td>{formatPercent(maxDrawdown, 1)}</td>
                  <td>{formatMoney(endValue, currency, 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      >
        <DayStrip
          days={days}
          own={own}
          label="End value by the session on which orders are decided; the values are in the table"
          format={(value) => formatMoneyCompact(value, currency)}
          drawing={drawing}
        />
      </ChartFigure>
    </Part>
  );
}

interface LastedProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly outcome: LastedOutcome;
}

/** On a canvas, which a saved file has not. */
function WorstStart({ report, outcome }: Pick<LastedProps, "report" | "outcome">): ReactElement {
  const { currency } = report.metadata;
  const { starts, path } = outcome;
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const day = useMemo(() => Int32Array.from(path.day), [path]);
  const panes = useMemo(() => pathPanes(outcome, currency), [outcome, currency]);
  return (
    <HeadedChart
      title="The worst start"
      name="The worst start"
      summary="Starts share most of their years with their neighbours: they are fewer than they look."
      onPicture={() => {
        if (drawing) saveCanvas(fileName(report, "worst-start"), drawing.picture());
      }}
      onCsv={() =>
        saveTable(
          report,
          "starts",
          ["from", "endValue", "ranOut"],
          starts.map(({ from, endValue, ranOut }) => [from, endValue, ranOut]),
        )
      }
      renderTable={() => (
        <table className={styles["table"]} aria-label="The worst start">
          <thead>
            <tr>
              <th scope="col">At the close of</th>
              <th scope="col">Account</th>
            </tr>
          </thead>
          <tbody>
            {path.day.map((at, row) => (
              <tr key={at}>
                <th scope="row">{formatEpochDay(at)}</th>
                <td>{formatMoney(path.value[row] ?? null, currency, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    >
      <TimeChart day={day} panes={panes} formatDay={formatEpochDay} onDrawing={setDrawing} />
    </HeadedChart>
  );
}

/** The same plan of withdrawals begun in every month that leaves as many years. */
function Lasted({ run, report, outcome }: LastedProps): ReactElement {
  const { currency } = report.metadata;
  const { years, starts, worst: place, draws } = outcome;
  const worst = starts[place] ?? null;
  const isSaved = useContext(SavedPage);
  return (
    <Part title="Would the money have lasted?" note={startsInWords(outcome)}>
      <FactList
        facts={[
          { name: "Lasted", value: shareLasted(outcome) },
          { name: "Worst start", value: worst === null ? "" : worstInWords(worst, currency) },
          {
            name: "Median left",
            value: formatMoney(medianLeft(outcome), currency, 0),
            explanation: "Half of the starts left no more, in the money of their last day.",
          },
          ...(draws
            ? [
                {
                  name: "From an average month",
                  value: shareDrawn(draws),
                  explanation: drawsMeaning(draws, years),
                },
                { name: "Median left there", value: leftInDraws(draws, currency) },
              ]
            : []),
        ]}
      />
      <p className={styles["soft"]}>{timingInWords(run.strategy)}</p>
      {!isSaved && <WorstStart report={report} outcome={outcome} />}
    </Part>
  );
}

function pathPanes({ path }: LastedOutcome, currency: string): readonly TimePane[] {
  const from = formatMonth(formatIsoDay(path.day[0] ?? 0).slice(0, 7));
  return [
    {
      format: (value) => formatMoneyCompact(value, currency),
      series: [
        {
          name: `Account from ${from}`,
          look: "strategy",
          kind: "area",
          values: Float64Array.from(path.value),
        },
      ],
    },
  ];
}
