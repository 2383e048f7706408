/** What the facts and signals of an import come to, once it is known which of their symbols have prices. */
import type { ReactElement } from "react";
import type { FileNotes } from "#workers/model/reading.ts";
import { describeFactFile } from "./import-words.ts";
import styles from "./import.module.css";

/** @param files - of each facts.csv and signals.csv; at least one */
export function FactFilesView({ files }: { readonly files: readonly FileNotes[] }): ReactElement {
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
          {(file.facts?.contradictions ?? 0) > 0 && (
            <ul className={styles["reasons"]}>
              {file.issues.map(({ line, message }) => (
                <li key={`${line} ${message}`}>{message}</li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
}
