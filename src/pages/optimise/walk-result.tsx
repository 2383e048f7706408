import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { formatEpochDay } from "#src/format/day.ts";
import { formatDecimal } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { WalkOutcome } from "#src/storage/walk-record.ts";
import { Button } from "#src/ui/button.tsx";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import page from "#src/ui/page.module.css";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { TimeChart } from "#src/ui/time-chart.tsx";
import type { TimeDrawing, TimePane } from "#src/ui/time-drawing.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import type { Metric } from "./metrics.ts";
import styles from "./optimise-page.module.css";
import { accountsCsv, windowsCsv } from "./search-files.ts";
import { WalkComparison, WalkWindows } from "./walk-tables.tsx";
import { judgeWalk } from "./walk-words.ts";

interface WalkResultProps {
  readonly outcome: WalkOutcome;
  readonly metric: Metric;
  readonly strategyName: string;
  readonly nameOf: (cell: number) => string;
}

const index = (value: number) => formatDecimal(value, 1);

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
    <div className={page["parts"]}>
      <div className={styles["words"]}>
        {judgeWalk(outcome).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <WalkComparison walked={walked} saved={saved} />
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
      <WalkWindows windows={windows} metric={metric} frequency={walked.frequency} nameOf={nameOf} />
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
