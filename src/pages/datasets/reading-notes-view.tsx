import type { ReactElement } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { shownFinding } from "#src/format/finding.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import page from "#src/ui/page.module.css";
import type { FileNotes, ReadingNotes } from "#workers/model/reading.ts";
import styles from "./reading-notes-view.module.css";

/** Past this many files only those with something left out are listed, and the rest is counted. */
const FILES_SHOWN = 50;

/** What an import understood of each file, and which rows it left out and why. */
export function ReadingNotesView({ notes }: { readonly notes: ReadingNotes }): ReactElement {
  const eventful = notes.files.filter((file) => file.leftOut > 0 || file.closeOnly > 0);
  const isLong = notes.files.length > FILES_SHOWN;
  const listed = (isLong ? eventful : notes.files).slice(0, FILES_SHOWN);
  return (
    <div className={styles["notes"]}>
      <p>{summary(notes.files)}</p>
      <ul className={styles["files"]}>
        {listed.map((file) => (
          <FileView key={file.file} file={file} />
        ))}
      </ul>
      {listed.length < notes.files.length && (
        <p className={page["quiet"]}>
          {isLong && eventful.length <= FILES_SHOWN
            ? `The other ${countOf(notes.files.length - listed.length, "file")} were read without a loss.`
            : `The first ${FILES_SHOWN} files with a loss are listed, of ${formatCount(eventful.length)}.`}
        </p>
      )}
    </div>
  );
}

function FileView({ file }: { readonly file: FileNotes }): ReactElement {
  return (
    <li className={styles["file"]}>
      <p>
        <strong className={styles["name"]}>{shown(file.file)}</strong>{" "}
        <span className={page["quiet"]}>taken for: {shown(file.layout)}</span>
      </p>
      <p className={page["quiet"]}>{counts(file)}</p>
      {file.facts && file.warnings && (
        <ul className={styles["issues"]}>
          {file.warnings.map((warning) => (
            <li key={warning}>{shownFinding(warning)}</li>
          ))}
        </ul>
      )}
      {file.issues.length > 0 && (
        <ul className={styles["issues"]}>
          {file.issues.map((issue) => (
            <li key={`${issue.line} ${issue.message}`}>{shownFinding(issue.message)}</li>
          ))}
          {file.leftOut > file.issues.length && (
            <li className={page["quiet"]}>and {formatCount(file.leftOut - file.issues.length)} more</li>
          )}
        </ul>
      )}
    </li>
  );
}

function counts({
  rows,
  bars,
  leftOut,
  repeats,
  closeOnly,
  instruments,
  firstDate,
  lastDate,
  facts,
}: FileNotes): string {
  const parts = [
    `${countOf(rows, "row")} read`,
    ...(bars > 0 ? [countOf(bars, "bar"), countOf(instruments, "instrument")] : []),
    ...(facts ? [countOf(facts.steps, "value"), countOf(instruments, "instrument")] : []),
    ...(firstDate === null ? [] : [formatDayRange(firstDate, lastDate)]),
    leftOut === 0 ? "nothing left out" : `${countOf(leftOut, "row")} left out`,
    ...(repeats > 0 ? [`${countOf(repeats, "identical repeat")} skipped`] : []),
    ...(closeOnly > 0 ? [`${countOf(closeOnly, "bar")} with a close only`] : []),
  ];
  return parts.join(" · ");
}

function summary(files: readonly FileNotes[]): string {
  const sum = (count: (file: FileNotes) => number) => files.reduce((total, file) => total + count(file), 0);
  const bars = countOf(
    sum((file) => file.bars),
    "bar",
  );
  const leftOut = sum((file) => file.leftOut);
  const loss = leftOut === 0 ? "nothing" : countOf(leftOut, "row");
  return `${countOf(files.length, "file")} read, ${bars} taken, ${loss} left out.`;
}
