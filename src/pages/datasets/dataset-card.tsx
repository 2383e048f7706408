import type { ReactElement } from "react";
import { formatDayRange, formatMoment } from "#src/format/day.ts";
import { DASH, formatBytes, formatCount } from "#src/format/number.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { Badge } from "#src/ui/badge.tsx";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import styles from "./datasets-page.module.css";
import { ReadingNotesView } from "./reading-notes-view.tsx";

interface DatasetCardProps {
  readonly dataset: Dataset;
  readonly onDelete: () => void;
}

export function DatasetCard({ dataset, onDelete }: DatasetCardProps): ReactElement {
  const { title, origin, note, importedAt, notes, damage } = dataset;
  return (
    <article className={styles["card"]}>
      <div className={styles["cardHeading"]}>
        <h3>{title}</h3>
        <Badge tone={origin === "bundled" ? "notice" : "plain"}>
          {origin === "bundled" ? "Bundled, invented" : "Imported"}
        </Badge>
        {origin === "imported" && (
          <Button kind="danger" size="small" className={styles["delete"]} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
      {damage !== null && <NoteBanner message={`${damage} Import the files again to have them back.`} />}
      {note !== "" && <p className={styles["soft"]}>{note}</p>}
      <FactList facts={factsOf(dataset)} />
      {importedAt !== null && (
        <p className={styles["soft"]}>
          Imported <time dateTime={new Date(importedAt).toISOString()}>{formatMoment(importedAt)}</time>
        </p>
      )}
      {notes && (
        <Disclosure summary="What was read and what was left out">
          <ReadingNotesView notes={notes} />
        </Disclosure>
      )}
    </article>
  );
}

function factsOf({ instruments, bars, firstDate, lastDate, exchanges, instrumentTypes, bytes }: Dataset) {
  return [
    { name: "Instruments", value: formatCount(instruments) },
    { name: "Bars", value: formatCount(bars) },
    { name: "Dates", value: formatDayRange(firstDate, lastDate) },
    { name: "Exchanges", value: exchanges.join(", ") || DASH },
    { name: "Types", value: instrumentTypes.join(", ") || DASH },
    { name: "Size", value: formatBytes(bytes) },
  ];
}
