import type { ReactElement } from "react";
import type { RunRecord } from "#src/storage/records.ts";
import type { Report } from "#workers/model/report.ts";
import { useKeptParts } from "./kept-checks.ts";
import { notesOf } from "./notes.ts";
import type { RunContext } from "./notes.ts";
import styles from "./notes-strip.module.css";

interface NotesStripProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly context: RunContext;
  /** The page's figures are those of some years: that the notes are not is said. */
  readonly isPart: boolean;
}

/** What limits the trust in a run; each note opens to what it means and the mend. */
export function NotesStrip({ run, report, context, isPart }: NotesStripProps): ReactElement | null {
  const { lookAhead } = useKeptParts(run.id);
  const notes = notesOf(run, report, { ...context, ...(lookAhead && { lookAhead }) });
  if (notes.length === 0) return null;
  return (
    <section className={styles["strip"]} aria-label="What to know about this run">
      {isPart && <p className={styles["whole"]}>Of the whole run:</p>}
      {notes.map(({ title, meaning, mend, list }) => (
        <details key={title} className={styles["note"]} data-printed="">
          <summary className={styles["title"]}>{title}</summary>
          <div className={styles["text"]}>
            <p>{meaning}</p>
            {list && (
              <ul className={styles["list"]}>
                {list.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            <p>
              <strong>What to do:</strong> {mend}
            </p>
          </div>
        </details>
      ))}
    </section>
  );
}
