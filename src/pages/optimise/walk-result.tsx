import { useMemo, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { formatDayRange, formatEpochDay } from "#src/format/day.ts";
import { formatDecimal, formatPercent, formatPercentChange, formatRatio } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { WalkOutcome } from "#src/storage/walk-record.ts";
import { Button } from "#src/ui/button.tsx";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import type { Metric } from "./metrics.ts";
import styles from "./optimise-page.module.css";
import { accountsCsv, windowsCsv } from "./search-files.ts";
import { judgeWalk } from "./walk-words.ts";

interface WalkResultProps {
  readonly outcome: WalkOutcome;
  readonly metric: Metric;
  readonly strategyName: string;
  readonly nameOf: (cell: number) => string;
}

const index = (value: number) => formatDecimal(value, 1);
const change = (value: number | null) => formatPercentChange(value, 1);

/** What choosing by the past was worth: in words, as a curve, window by window. */
export function WalkResult({ outcome, metric, strategyName, nameOf }: WalkResultProps): ReactElement {
  const { walked, saved, windows } = outcome;
  const [drawing, setDrawing] = useState<TimeDrawing | null>(null);
  const panes = useMemo((): readonly TimePane[] => {
    const series = [
      {
        name: `${strategyName} as saved`,
        look: "run-3",
        kind: "line",
        values: fromHundred(saved),
      } as const,
      { name: "Walk-forward", look: "strategy", kind: "line", values: fromHundred(walked) } as const,
    ];
    const { benchmark, startValue } = walked;
    if (!benchmark?.value) return [{ format: index, series }];
    const values = fromHundred({ value: benchmark.value, startValue });
    const ofIndex = { name: shownName(benchmark.label), look: "benchmark", kind: "line", values } as const;
    return [{ format: index, series: [ofIndex, ...series] }];
  }, [strategyName, saved, walked]);
  return (
    <div className={styles["stack"]}>
      <div className={styles["words"]}>
        {judgeWalk(outcome).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Comparison walked={walked} saved={saved} />
      <ChartFigure
        name="Walk-forward account"
        summary={`From 100 on, the walk-forward came to ${index(lastOf(walked))} and the strategy as saved to ${index(lastOf(saved))}${benchmarkWords(walked)}. Each window begins without positions, for both.`}
        onPicture={() => {
          if (drawing) saveCanvas("walk-forward", drawing.picture());
        }}
        onCsv={() => saveFile("walk-forward.csv", "text/csv", accountsCsv(outcome))}
      >
        <TimeChart
          day={walked.day}
          panes={panes}
          formatDay={formatEpochDay}
          onDrawing={setDrawing}
          size="high"
        />
      </ChartFigure>
      <Windows windows={windows} metric={metric} nameOf={nameOf} />
      <div className={styles["actions"]}>
        <Button
          size="small"
          aria-label="Save as CSV: Windows"
          onClick={() => saveFile("walk-forward-windows.csv", "text/csv", windowsCsv(windows, nameOf))}
        >
          Save as CSV
        </Button>
      </div>
    </div>
  );
}

type ComparisonProps = Pick<WalkOutcome, "walked" | "saved">;

function Comparison({ walked, saved }: ComparisonProps): ReactElement {
  return (
    <TableBox label="Walk-forward beside the strategy as saved">
      <thead>
        <tr>
          <th scope="col">In the traded years</th>
          <th scope="col">CAGR</th>
          <th scope="col">Max Drawdown</th>
          <th scope="col">Sharpe Ratio</th>
        </tr>
      </thead>
      <tbody>
        <ChainRow name="Walk-forward" run={walked} />
        <ChainRow name="The strategy as saved" run={saved} />
        {walked.benchmark && <ChainRow name={shownName(walked.benchmark.label)} run={walked.benchmark} />}
      </tbody>
    </TableBox>
  );
}

type WindowsProps = Pick<WalkOutcome, "windows"> & Pick<WalkResultProps, "metric" | "nameOf">;

function Windows({ windows, metric, nameOf }: WindowsProps): ReactElement {
  return (
    <TableBox label="Windows of the walk-forward">
      <thead>
        <tr>
          <th scope="col">Chosen on</th>
          <th scope="col" className={styles["named"]}>
            Best variant then
          </th>
          <th scope="col">Its {metric.name} then</th>
          <th scope="col">Traded on</th>
          <th scope="col">Its {metric.name} there</th>
          <th scope="col">Growth there</th>
          <th scope="col">Max Drawdown there</th>
        </tr>
      </thead>
      <tbody>
        {windows.map(({ chosenOn, tradedOn, cell, inSample, outOfSample }) => (
          <tr key={chosenOn.from}>
            <th scope="row">{formatDayRange(chosenOn.from, chosenOn.to)}</th>
            <td className={styles["named"]}>{nameOf(cell)}</td>
            <td>{metric.text(metric.valueOf(inSample))}</td>
            <td>{formatDayRange(tradedOn.from, tradedOn.to)}</td>
            <td>{metric.text(metric.valueOf(outOfSample))}</td>
            <td>{change(outOfSample.totalGrowthPercent)}</td>
            <td>{formatPercent(outOfSample.maxDrawdown, 1)}</td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}

/** A box that scrolls must be reachable by keyboard, and a region that can be focused needs a name. */
function TableBox({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles["scroll"]} aria-label={`${label}, scrolling`} tabIndex={0}>
      <table className={styles["windows"]} aria-label={label}>
        {children}
      </table>
    </section>
  );
}

interface ChainRowProps {
  readonly name: string;
  readonly run: Pick<ChainedRun, "cagr" | "maxDrawdown" | "sharpeRatio">;
}

function ChainRow({ name, run }: ChainRowProps): ReactElement {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{change(run.cagr)}</td>
      <td>{formatPercent(run.maxDrawdown, 1)}</td>
      <td>{formatRatio(run.sharpeRatio)}</td>
    </tr>
  );
}

function fromHundred({ value, startValue }: Pick<ChainedRun, "value" | "startValue">): Float64Array {
  return value.map((each) => (each / startValue) * 100);
}

/** ", NIFTY to 131.2"; "" where no curve of it is kept. */
function benchmarkWords({ benchmark, startValue }: ChainedRun): string {
  if (!benchmark?.value) return "";
  const { label, endValue } = benchmark;
  return `, ${shownName(label)} to ${index(lastOf({ endValue, startValue }))}`;
}

function lastOf({ endValue, startValue }: Pick<ChainedRun, "endValue" | "startValue">): number {
  return (endValue / startValue) * 100;
}
