/**
 * What every chart comes with: a summary in words and a table for people who can't see it, and the chart as a picture
 * and its values as a file for those who take it elsewhere.
 */
import { useContext, useId, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "./button.tsx";
import page from "./page.module.css";
import styles from "./chart-figure.module.css";
import { Disclosure } from "./disclosure.tsx";
import { DownloadMenu } from "./download-menu.tsx";
import { SavedPage } from "./saved-page.ts";

interface ChartFigureProps {
  /** Names the chart in its buttons: "Monthly returns". */
  readonly name: string;
  readonly summary: string;
  /** The chart itself. */
  readonly children: ReactNode;
  /** Its values as a table, made when it is first wanted; left out where the chart is one. */
  readonly renderTable?: () => ReactNode;
  readonly onPicture?: () => void;
  readonly onCsv: () => void;
}

export function ChartFigure({
  name,
  summary,
  children,
  renderTable,
  ...files
}: ChartFigureProps): ReactElement {
  const isSaved = useContext(SavedPage);
  return (
    <figure className={page["close"]}>
      {children}
      <figcaption className={styles["caption"]}>{summary}</figcaption>
      {!isSaved && (
        <div className={styles["below"]}>
          <div className={styles["twin"]}>
            {renderTable !== undefined && (
              <Disclosure summary={`${name} as a table`}>{renderTable}</Disclosure>
            )}
          </div>
          <Files name={name} {...files} />
        </div>
      )}
    </figure>
  );
}

interface HeadedChartProps extends ChartFigureProps {
  readonly title: string;
  /** A few words beside the title. */
  readonly note?: ReactNode;
  /** Controls of the chart beside the title: unlike a note they stay on a phone. */
  readonly controls?: ReactNode;
  /** Where a text beside the chart says the same: the summary is for screen readers alone. */
  readonly isSummaryHidden?: boolean;
}

/** The same as a titled part of a page, with its table and files in the line of the title. */
export function HeadedChart(props: HeadedChartProps): ReactElement {
  const {
    title,
    note,
    controls,
    name,
    summary,
    isSummaryHidden = false,
    children,
    renderTable,
    ...files
  } = props;
  const [isTable, setIsTable] = useState(false);
  const headingId = useId();
  const isSaved = useContext(SavedPage);
  return (
    <section className={styles["part"]} aria-labelledby={headingId}>
      <div className={styles["head"]}>
        <h3 id={headingId}>{title}</h3>
        {note !== undefined && <div className={styles["note"]}>{note}</div>}
        {controls}
        {!isSaved && (
          <div className={styles["tools"]}>
            {renderTable !== undefined && (
              <Button
                size="small"
                kind="quiet"
                aria-label={`${name} as a table`}
                aria-expanded={isTable}
                onClick={() => setIsTable(!isTable)}
              >
                Table
              </Button>
            )}
            <Files name={name} onPicture={files.onPicture} onCsv={files.onCsv} />
          </div>
        )}
      </div>
      <figure className={page["close"]}>
        {children}
        <figcaption className={styles[isSummaryHidden ? "hidden" : "caption"]}>{summary}</figcaption>
        {isTable && renderTable?.()}
      </figure>
    </section>
  );
}

interface FilesProps {
  readonly name: string;
  readonly onPicture?: (() => void) | undefined;
  readonly onCsv: () => void;
}

function Files({ name, onPicture, onCsv }: FilesProps): ReactElement {
  const picture = onPicture ? [{ label: "Save as PNG", save: onPicture }] : [];
  return <DownloadMenu subject={name} downloads={[...picture, { label: "Save as CSV", save: onCsv }]} />;
}
