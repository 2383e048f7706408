/** Above what a search found: the answer to a word for something that is not simulated, and what comes near it. */
import type { ReactElement } from "react";
import type { NotPossible } from "#workers/words/not-possible.ts";
import styles from "./answer-note.module.css";

/** The place of the answer stands from the start, so that screen readers tell what comes into it. */
export function AnswerNote({ entry }: { readonly entry: NotPossible | null }): ReactElement {
  return (
    <output className={styles["place"]}>
      {entry && (
        <span className={styles["note"]}>
          <strong>{entry.answer}</strong> {entry.instead}
        </span>
      )}
    </output>
  );
}
