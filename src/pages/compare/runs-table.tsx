import type { ReactElement, ReactNode } from "react";
import { shownName } from "#src/format/shown.ts";
import { classNames } from "#src/ui/class-names.ts";
import { useIsPhone } from "#src/ui/use-media.ts";
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

/** A column a run, in a box that scrolls sideways where it is wider; on a phone a row is two lines, with the runs in the second. */
export function RunsTable({ label, first, runs, children }: RunsTableProps): ReactElement {
  const isPhone = useIsPhone();
  const table = (
    <table className={classNames(styles["table"], isPhone && styles["narrow"])} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {runs.map(({ letter, run }) => (
            <th key={letter} scope="col" className={styles["run"]}>
              {letter}
              <span className={styles["runName"]}>{shownName(run.strategyName)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
  if (isPhone) return table;
  return (
    // A box that scrolls must be reachable by keyboard, and a region that can be focused needs a name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles["scroll"]} aria-label={`${label}, scrolling`} tabIndex={0}>
      {table}
    </section>
  );
}
