import { useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { formatCount, formatPercent } from "#src/format/number.ts";
import type { RandomOutcome } from "#src/storage/robustness-record.ts";
import { Histogram } from "#src/ui/histogram.tsx";
import type { Report } from "#workers/model/report.ts";
import { pointsBins } from "./points-bins.ts";
import { pointsText } from "../robustness-words.ts";
import styles from "./robustness.module.css";

interface RandomPartProps {
  readonly report: Report;
  readonly random: RandomOutcome;
}

/** How far the run lies before or behind each run that bought by chance. */
export function RandomPart({ report, random }: RandomPartProps): ReactElement {
  const drawing = useRef<SVGSVGElement>(null);
  const own = report.performance.cagr;
  const bins = useMemo(
    () => (own === null ? [] : pointsBins(random.cagr.map((cagr) => own - cagr))),
    [random, own],
  );
  if (random.cagr.length === 0) return <p className={styles["soft"]}>The period is too short for a CAGR.</p>;
  const median = random.cagr[Math.floor(random.cagr.length / 2)] ?? null;
  return (
    <section className={styles["part"]} aria-label="Random entries">
      <div className={styles["bar"]}>
        <h3>Random entries</h3>
        <p className={styles["soft"]}>
          Points of CAGR by which this run is ahead of each random run; half of those made more than{" "}
          {formatPercent(median, 1)} a year
        </p>
      </div>
      {bins.length > 0 && (
        <Histogram
          bins={bins}
          drawing={drawing}
          formatValue={pointsText}
          formatCount={(count) => formatCount(count)}
          label={`Points of CAGR by which this run is ahead of each of ${formatCount(random.runs)} runs with random entries`}
        />
      )}
    </section>
  );
}
