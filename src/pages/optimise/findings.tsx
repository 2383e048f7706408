import type { ReactElement } from "react";
import { countOf, formatCount } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import page from "#src/ui/page.module.css";
import { VerdictSentence } from "#src/ui/verdict-text.tsx";
import { AVERAGE_SHARE_NAME, EQUAL_WEIGHT_NAME } from "#workers/model/benchmark-names.ts";
import type { Yardsticks } from "#workers/words/verdict.ts";
import type { Metric } from "./metrics.ts";
import type { Peak, Robustness } from "./neighbours.ts";
import styles from "./optimise-page.module.css";
import type { Cells } from "./use-search.ts";

interface FindingsProps {
  readonly robustness: Robustness;
  readonly metric: Metric;
  readonly cells: Cells;
  /** What every variant is compared with; null while it is not known. */
  readonly known: Yardsticks | null;
  /** What a cell stands for: "Trailing stop loss 10%, Max positions 20". */
  readonly nameOf: (cell: number) => string;
}

/** What the grid says, in words, and what it must not be taken for. */
export function Findings({ robustness, metric, cells, known, nameOf }: FindingsProps): ReactElement {
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
      {known && <AgainstYardsticks known={known} cells={cells} best={best.cell} />}
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
      <p className={page["soft"]}>
        The more variants you try, the better the best of them looks by chance.{" "}
        {countOf(cells.filter((cell) => cell !== null).length, "variant")} of this grid count in the deflated
        Sharpe ratio of every run of this strategy on this data.
      </p>
    </div>
  );
}

interface AgainstYardsticksProps extends Pick<FindingsProps, "cells"> {
  readonly known: Yardsticks;
  /** Number of the best cell. */
  readonly best: number;
}

/** By CAGR whatever the map shows: the best of many may still be behind what asked for no choice. */
function AgainstYardsticks({ known, cells, best }: AgainstYardsticksProps): ReactElement | null {
  const growth = cells.map((cell) => (cell?.type === "figures" ? cell.figures.cagr : null));
  const own = growth[best] ?? null;
  const verdict = shownVerdict({ ...known, own });
  if (own === null || verdict.parts.length === 0) return null;
  return (
    <p>
      The best over the same period: <VerdictSentence verdict={verdict} />{" "}
      {aheadInWords(
        growth.filter((one) => one !== null),
        known,
      )}
    </p>
  );
}

/** With fewer, all may be ahead of a yardstick without being a reason for doubt. */
const MANY = 10;

/** "121 of 121 variants are ahead of IDX, 0 of the average share." */
function aheadInWords(growth: readonly number[], { benchmark, average }: Yardsticks): string {
  const isAsked = benchmark && benchmark.label !== AVERAGE_SHARE_NAME;
  const others = [
    isAsked && !(average && benchmark.label === EQUAL_WEIGHT_NAME)
      ? { name: shownName(benchmark.label), cagr: benchmark.cagr }
      : null,
    average && { name: AVERAGE_SHARE_NAME, cagr: average.cagr },
  ].flatMap((other) => (other && other.cagr !== null ? [{ name: other.name, cagr: other.cagr }] : []));
  const counted = others.map(({ name, cagr }) => ({
    name,
    ahead: growth.filter((one) => one > cagr).length,
  }));
  const [first, ...rest] = counted;
  if (!first) return "";
  const counts = [
    `${formatCount(first.ahead)} of ${countOf(growth.length, "variant")} are ahead of ${first.name}`,
    ...rest.map(({ name, ahead }) => `${formatCount(ahead)} of ${name}`),
  ].join(", ");
  const easy = counted.filter(({ ahead }) => ahead === growth.length && growth.length >= MANY);
  const doubt = easy.map(
    ({ name }) => ` A yardstick that every variant beats says little: ${name} is easy to beat here.`,
  );
  return `${counts}.${doubt[0] ?? ""}`;
}
