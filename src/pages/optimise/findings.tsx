import type { ReactElement } from "react";
import { countOf, formatCount, formatDecimal, formatPercentChange } from "#src/format/number.ts";
import type { ChainedBenchmark } from "#workers/model/protocol.ts";
import type { Metric } from "./metrics.ts";
import type { Peak, Robustness } from "./neighbours.ts";
import styles from "./optimise-page.module.css";
import type { Cells } from "./use-search.ts";

interface FindingsProps {
  readonly robustness: Robustness;
  readonly metric: Metric;
  readonly cells: Cells;
  /** What every variant is compared with; null while it is not known. */
  readonly benchmark: ChainedBenchmark | null;
  /** What a cell stands for: "Trailing stop loss 10%, Max positions 20". */
  readonly nameOf: (cell: number) => string;
}

/** What the grid says, in words, and what it must not be taken for. */
export function Findings({ robustness, metric, cells, benchmark, nameOf }: FindingsProps): ReactElement {
  const { best, steadiest, isLonely, isTooSmall } = robustness;
  const sign = metric.isLowerBetter ? -1 : 1;
  const text = (value: number | null) => metric.text(value === null ? null : sign * value);
  const around = ({ neighbours }: Peak) =>
    neighbours === null ? "no neighbour is known" : `its neighbours average ${text(neighbours)}`;
  return (
    <div className={styles["words"]}>
      <p>
        <strong>
          Best {metric.name}: {text(best.value)}
        </strong>{" "}
        at {nameOf(best.cell)}; {around(best)}.
      </p>
      {benchmark && <AgainstBenchmark benchmark={benchmark} cells={cells} best={best.cell} />}
      {isLonely && (
        <p className={styles["warning"]}>
          ⚠ This peak stands alone among poor neighbours. A rule that works keeps working when its parameters
          change a little, so this is more likely luck.
        </p>
      )}
      {!isLonely && !isTooSmall && (
        <p>It does not depend on the exact parameters: the cells around it are about as good.</p>
      )}
      {steadiest.cell !== best.cell && (
        <p>
          Most robust cell: {text(steadiest.value)} at {nameOf(steadiest.cell)}; {around(steadiest)}.
        </p>
      )}
      <p className={styles["soft"]}>
        The more variants you try, the better the best of them looks by chance.{" "}
        {countOf(cells.filter((cell) => cell !== null).length, "variant")} of this grid count in the deflated
        Sharpe ratio of every run of this strategy on this data.
      </p>
    </div>
  );
}

interface AgainstBenchmarkProps extends Pick<FindingsProps, "cells"> {
  readonly benchmark: ChainedBenchmark;
  /** Number of the best cell. */
  readonly best: number;
}

/** By CAGR whatever the map shows: the best of many may still lose to the index. */
function AgainstBenchmark({ benchmark, cells, best }: AgainstBenchmarkProps): ReactElement | null {
  const { label, cagr } = benchmark;
  const growth = cells.map((cell) => (cell?.type === "figures" ? cell.figures.cagr : null));
  const known = growth.filter((one) => one !== null);
  const own = growth[best] ?? null;
  if (cagr === null || own === null) return null;
  const beating = known.filter((one) => one > cagr).length;
  const ahead = own - cagr;
  const points = `${formatDecimal(Math.abs(ahead), 1)} points a year`;
  const share = `${formatCount(beating)} of ${countOf(known.length, "variant")} beat it.`;
  if (ahead >= 0) {
    return (
      <p>
        {label} made {formatPercentChange(cagr, 1)} a year over the same period: this variant beats it by{" "}
        {points}. {share}
      </p>
    );
  }
  return (
    <p className={styles["warning"]}>
      ⚠ Even so it loses to {label}, which made {formatPercentChange(cagr, 1)} a year over the same period:
      this variant made {formatPercentChange(own, 1)}, {points} less. {share}
    </p>
  );
}
