/** From which day a run may use the figures of one company, as an example of all. */
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatCount, formatRatio } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import type { FactTimeline, FactTimelineLine } from "#workers/model/import-plan.ts";
import styles from "./import.module.css";

export function TimelineView({ timeline }: { readonly timeline: FactTimeline }): ReactElement {
  const { symbol, name, lines, others } = timeline;
  return (
    <div>
      <p>
        {shown(
          `${symbol}, ${name}, as an example. A rule can use a figure from the close of the day after “from” on.`,
        )}
      </p>
      <ol className={styles["timeline"]}>
        {lines.map((line) => (
          <li key={`${line.line} ${line.knownFrom}`}>{describeLine(line)}</li>
        ))}
      </ol>
      {others > 0 && <p className={styles["soft"]}>and {formatCount(others)} earlier ones</p>}
    </div>
  );
}

/** Smaller figures, such as those of one share, have decimals. */
const WHOLE_FROM = 1000;

/** "1,200 of the quarter to 31/03/2024, from 16/05/2024 (assumed)". */
function describeLine({ value, span, periodEnd, knownFrom, isAssumed }: FactTimelineLine): string {
  const of = span === null ? "" : ` of the ${span} to ${formatDay(periodEnd)}`;
  const figure = Math.abs(value) < WHOLE_FROM ? formatRatio(value) : formatCount(value);
  return `${figure}${of}, from ${formatDay(knownFrom)}${isAssumed ? " (assumed)" : ""}`;
}
