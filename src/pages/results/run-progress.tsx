import { useState } from "react";
import type { ReactElement } from "react";
import { useStore } from "zustand";
import { formatDay, formatSecondsLeft, yearsBetween } from "#src/format/day.ts";
import { countOf, DASH, formatBytes, formatCount, formatPercent } from "#src/format/number.ts";
import { pythonStageWords, pythonStore } from "#src/run/python-store.ts";
import type { LiveRun } from "#src/run/run-store.ts";
import { cancelRun } from "#src/run/start-run.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import page from "#src/ui/page.module.css";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import type { Progress, Stage } from "#workers/model/protocol.ts";
import styles from "./results-page.module.css";

const STAGE_NAMES: Readonly<Record<Stage, string>> = {
  starting: "Starting",
  reading: "Reading prices",
  computing: "Computing own numbers",
  aligning: "Aligning dates",
  simulating: "Simulating",
  measuring: "Measuring",
  storing: "Storing the result",
  checking: "Checking",
};

interface RunProgressProps {
  readonly run: RunRecord;
  readonly live: LiveRun;
}

/** A run of this tab or another, with its true progress. */
export function RunProgress({ run, live }: RunProgressProps): ReactElement {
  const { progress, state } = live;
  const python = useStore(pythonStore, (store) => pythonStageWords(store.stage, formatBytes));
  const isCancelling = state === "cancelling";
  return (
    <section className={styles["progress"]} aria-label="Progress">
      <div>
        <h2>Running backtest simulation...</h2>
        <p className={page["quiet"]}>{analyzing(run)}</p>
      </div>
      <ProgressBar label="Simulation" percent={progress.percent} />
      <FactList
        facts={[
          {
            name: "Stage",
            value: state === "queued" ? "Waiting for another run" : (python ?? stageWords(progress)),
          },
          { name: "Done", value: formatPercent(Math.floor(progress.percent), 0) },
          ...progressFacts(progress),
        ]}
      />
      <div>
        <Button disabled={isCancelling} onClick={() => cancelRun(run.id)}>
          {isCancelling ? "Cancelling..." : "Cancel"}
        </Button>
      </div>
    </section>
  );
}

/** A run of another tab of which that tab has told nothing yet. */
export function RunProgressElsewhere({ run }: { readonly run: RunRecord }): ReactElement {
  const [isAsked, setAsked] = useState(false);
  return (
    <section className={styles["progress"]} aria-label="Progress">
      <div>
        <h2>Running backtest simulation...</h2>
        <p className={page["quiet"]}>{analyzing(run)}</p>
      </div>
      <p>This run is under way in another tab. The result will appear here too.</p>
      <div>
        <Button
          disabled={isAsked}
          onClick={() => {
            setAsked(true);
            cancelRun(run.id);
          }}
        >
          {isAsked ? "Cancelling..." : "Cancel"}
        </Button>
      </div>
    </section>
  );
}

function stageWords({ stage, field }: Progress): string {
  if (stage !== "computing" || !field) return STAGE_NAMES[stage];
  const verb = field.what === "computing" ? "Computing" : "Checking";
  return `${verb} ${field.name}, ${formatCount(field.done)} of ${formatCount(field.of)}`;
}

function analyzing({ strategy }: RunRecord): string {
  const years = yearsBetween(strategy.simulation.startDate, strategy.simulation.endDate);
  return `Analyzing ${countOf(years, "year")} of market data`;
}

function progressFacts({ date, rows, positions, secondsLeft }: Progress) {
  return [
    { name: "Rows read", value: rows > 0 ? formatCount(rows) : DASH },
    { name: "Date reached", value: formatDay(date) },
    { name: "Positions so far", value: formatCount(positions) },
    { name: "Time left", value: secondsLeft === null ? DASH : formatSecondsLeft(secondsLeft) },
  ];
}
