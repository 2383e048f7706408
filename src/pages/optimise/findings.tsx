import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import type { Metric } from "./metrics.ts";
import type { Peak, Robustness } from "./neighbours.ts";
import styles from "./optimise-page.module.css";

interface FindingsProps {
  readonly robustness: Robustness;
  readonly metric: Metric;
  readonly variants: number;
  /** What a cell stands for: "Trailing stop loss 10%, Max positions 20". */
  readonly nameOf: (cell: number) => string;
}

/** What the grid says, in words, and what it must not be taken for. */
export function Findings({ robustness, metric, variants, nameOf }: FindingsProps): ReactElement {
  const { best, steadiest, isLonely, isTooSmall } = robustness;
  const sign = metric.isLowerBetter ? -1 : 1;
  const text = (value: number | null) => metric.text(value === null ? null : sign * value);
  const around = ({ neighbours }: Peak) =>
    neighbours === null ? "no neighbour is known" : `its neighbours have ${text(neighbours)} on average`;
  return (
    <div className={styles["words"]}>
      <p>
        <strong>
          Best {metric.name}: {text(best.value)}
        </strong>{" "}
        with {nameOf(best.cell)}; {around(best)}.
      </p>
      {isLonely && (
        <p className={styles["warning"]}>
          ⚠ This peak stands alone among poor neighbours. A rule that works stays good when its figures change
          a little, so this is more likely luck.
        </p>
      )}
      {!isLonely && !isTooSmall && (
        <p>It does not hang on the exact figures: its neighbourhood is about as good.</p>
      )}
      {steadiest.cell !== best.cell && (
        <p>
          Best together with its neighbours: {text(steadiest.value)} with {nameOf(steadiest.cell)};{" "}
          {around(steadiest)}.
        </p>
      )}
      <p className={styles["soft"]}>
        The more variants are tried, the better the best of them looks by chance.{" "}
        {countOf(variants, "variant")} of this grid count for the deflated Sharpe ratio of every run of this
        strategy on this data.
      </p>
    </div>
  );
}
