/** What the facts and signals of an import come to, once it is known which of their symbols have prices. */
import type { ReactElement } from "react";
import type { FactTimeline } from "#workers/model/import-plan.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import { formatCount } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { describeFactFile } from "./import-words.ts";
import styles from "./import.module.css";
import { TimelineView } from "./timeline-view.tsx";

interface FactFilesViewProps {
  /** Of each file of facts, signals or statements; at least one. */
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
