import { useState } from "react";
import type { ReactElement } from "react";
import { formatBytes, formatCount, formatPercent } from "#src/format/number.ts";
import { formatSecondsLeft } from "#src/format/day.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import type { Progress } from "#workers/model/protocol.ts";
import styles from "./datasets-page.module.css";
import { ImportForm } from "./import-form.tsx";
import { cancelImport, dismissImport, useImportStore } from "./import-store.ts";
import type { ImportState } from "./import-store.ts";
import { ReadingNotesView } from "./reading-notes-view.tsx";

export function ImportPanel(): ReactElement {
  const state = useImportStore();
  const [lastImported, setLastImported] = useState(""); // the form starts afresh after a success, not after a refusal
  if (state.type === "imported" && state.record.id !== lastImported) setLastImported(state.record.id);
  return (
    <Panel title="Import prices" note="CSV files, plain, .gz or in a .zip">
      <div className={styles["stack"]}>
        <output className={styles["outcome"]}>{outcomeOf(state)}</output>
        {state.type === "imported" && (
          <section className={styles["stack"]} aria-label="Outcome of the import">
            <ReadingNotesView notes={state.record.notes} />
            <div>
              <Button size="small" onClick={dismissImport}>
                Close this report
              </Button>
            </div>
          </section>
        )}
        {state.type === "refused" && state.problem.code !== "cancelled" && (
          <WarningBanner message={`"${state.title}" was not imported. ${state.problem.message}`}>
            {state.problem.details && (
              <ul className={styles["reasons"]}>
                {state.problem.details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            )}
          </WarningBanner>
        )}
        {state.type === "running" && <ImportProgress title={state.title} progress={state.progress} />}
        <div hidden={state.type === "running"}>
          <ImportForm key={lastImported} />
        </div>
      </div>
    </Panel>
  );
}

/** A refusal is not here: its banner is read out by itself. */
function outcomeOf(state: ImportState): string {
  if (state.type === "imported")
    return `"${state.record.title}" was imported. Choose it as the dataset of a strategy, in the Scanner step.`;
  if (state.type === "refused" && state.problem.code === "cancelled")
    return `The import of "${state.title}" was cancelled. Nothing of it was kept.`;
  return "";
}

interface ImportProgressProps {
  readonly title: string;
  readonly progress: Progress | null;
}

function ImportProgress({ title, progress }: ImportProgressProps): ReactElement {
  return (
    <div className={styles["stack"]}>
      <p>Importing "{title}"...</p>
      <ProgressBar label="Import" percent={progress?.percent ?? 0} />
      <p className={styles["soft"]}>{progress ? describe(progress) : "Starting"}</p>
      <div>
        <Button onClick={cancelImport}>Cancel</Button>
      </div>
    </div>
  );
}

function describe({ percent, rows, bytesRead, bytesTotal, secondsLeft }: Progress): string {
  const read = `${formatBytes(bytesRead)}${bytesTotal === null ? "" : ` of ${formatBytes(bytesTotal)}`}`;
  const left = secondsLeft === null ? "" : `, ${formatSecondsLeft(secondsLeft)} left`;
  return `${formatPercent(Math.floor(percent), 0)}: ${formatCount(rows)} rows, ${read}${left}`;
}
