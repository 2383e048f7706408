/** What the facts and signals of an import come to, once it is known which of their symbols have prices. */
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import type { FactTimeline, FactTimelineLine } from "#workers/model/import-plan.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import { formatCount, formatRatio } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { describeFactFile } from "./import-words.ts";
import styles from "./import.module.css";

interface FactFilesViewProps {
  /** Notes on each file of facts, signals or statements; at least one. */
  readonly files: readonly FileNotes[];
  /** Of one instrument of the files of statements; null where there is none. */
  readonly timeline: FactTimeline | null;
}

export function FactFilesView({ files, timeline }: FactFilesViewProps): ReactElement {
  return (
    <section className={styles["facts"]} aria-label="Facts that become known">
      <h4 className={styles["groupTitle"]}>Facts that become known</h4>
      {files.map((file) => (
        <div key={file.file}>
          <p>{describeFactFile(file)}.</p>
          {file.warnings && (
            <ul className={styles["findings"]}>
              {file.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          )}
          {file.facts?.unmatchedSymbols && (
            <UnmatchedList symbols={file.facts.unmatchedSymbols} of={file.facts.unmatched} />
          )}
          {(file.facts?.contradictions ?? 0) > 0 && (
            <ul className={styles["reasons"]}>
              {file.issues.map(({ line, message }) => (
                <li key={`${line} ${message}`}>{message}</li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {timeline && <TimelineView timeline={timeline} />}
    </section>
  );
}

interface UnmatchedListProps {
  readonly symbols: readonly string[];
  /** There may be more of them than are listed. */
  readonly of: number;
}

/** Companies of a file that the prices lack. */
function UnmatchedList({ symbols, of }: UnmatchedListProps): ReactElement {
  return (
    <Disclosure summary={`The ${formatCount(of)} without prices`}>
      {() => (
        <p className={styles["soft"]}>
          {shown(symbols.join(", "))}
          {of > symbols.length && ` and ${formatCount(of - symbols.length)} more`}
        </p>
      )}
    </Disclosure>
  );
}

/** From which day a run may use the figures of one company, as an example of all. */
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
