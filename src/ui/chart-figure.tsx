/**
 * What every chart comes with: a summary in words and a table for people who can't see it, and the chart as a picture
 * and its values as a file for those who take it elsewhere.
 */
import type { ReactElement, ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./chart-figure.module.css";
import { Disclosure } from "./disclosure.tsx";

interface ChartFigureProps {
  /** Names the chart in its buttons: "Monthly returns". */
  readonly name: string;
  readonly summary: string;
  /** The chart itself. */
  readonly children: ReactNode;
  /** Its values as a table; left out where the chart is one. */
  readonly table?: ReactNode;
  readonly onPicture?: () => void;
  readonly onCsv: () => void;
}

export function ChartFigure(props: ChartFigureProps): ReactElement {
  const { name, summary, children, table, onPicture, onCsv } = props;
  return (
    <figure className={styles["figure"]}>
      {children}
      <figcaption className={styles["caption"]}>{summary}</figcaption>
      <div className={styles["below"]}>
        <div className={styles["twin"]}>
          {table !== undefined && <Disclosure summary={`${name} as a table`}>{table}</Disclosure>}
        </div>
        <div className={styles["files"]}>
          {onPicture && (
            <Button size="small" aria-label={`Save as PNG: ${name}`} onClick={onPicture}>
              Save as PNG
            </Button>
          )}
          <Button size="small" aria-label={`Save as CSV: ${name}`} onClick={onCsv}>
            Save as CSV
          </Button>
        </div>
      </div>
    </figure>
  );
}
