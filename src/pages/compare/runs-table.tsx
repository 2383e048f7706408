import type { ReactElement, ReactNode } from "react";
import styles from "./compare-page.module.css";
import type { ReadyRun } from "./load-compared.ts";

interface RunsTableProps {
  readonly label: string;
  /** Heads the first column. */
  readonly first: string;
  readonly runs: readonly ReadyRun[];
  /** Rows of a heading and a cell a run. */
  readonly children: ReactNode;
}

/** A column a run; scrolls sideways where the screen is narrow. */
export function RunsTable({ label, first, runs, children }: RunsTableProps): ReactElement {
  return (
    // A box that scrolls must be reachable by keyboard, and a region that can be focused needs a name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles["scroll"]} aria-label={`${label}, scrolling`} tabIndex={0}>
      <table className={styles["table"]} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {runs.map(({ letter, run }) => (
              <th key={letter} scope="col" className={styles["run"]}>
                {letter}
                <span className={styles["runName"]}>{run.strategyName}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
