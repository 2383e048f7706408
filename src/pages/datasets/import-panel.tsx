/** The import of prices: files in, the dry run of them, and the dataset that comes of it. */
import { useLiveQuery } from "dexie-react-hooks";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatSecondsLeft } from "#src/format/day.ts";
import { countOf, formatBytes, formatCount, formatPercent } from "#src/format/number.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import { listMappings } from "#src/storage/mappings.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import { useStages } from "#src/ui/use-stages.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";
import { CommitForm } from "./commit-form.tsx";
import { FactFilesView } from "./fact-files-view.tsx";
import { FactsView } from "./facts-view.tsx";
import { FileChooser, PickerButton } from "./file-chooser.tsx";
import { groupFiles } from "./group-files.ts";
import { GroupView } from "./group-view.tsx";
import { describeGaps, describePlan } from "./import-words.ts";
import styles from "./import.module.css";
import { cancelImport, dismissImport, lookAgain, useImportStore } from "./import-store.ts";
import type { ImportState } from "./import-store.ts";
import { ReadingNotesView } from "./reading-notes-view.tsx";

/** More than a screen shows; the rest comes a moment later. */
const GROUPS_A_STAGE = 12;

export function ImportPanel(): ReactElement {
  const state = useImportStore();
  return (
    <Panel title="Import prices" note="CSV in any shape, plain, .gz or in a .zip">
      <div className={styles["stack"]}>
        <output className={styles["outcome"]}>{outcomeOf(state)}</output>
        <Step state={state} />
      </div>
    </Panel>
  );
}

function Step({ state }: { readonly state: ImportState }): ReactElement {
  switch (state.type) {
    case "idle":
      return <FileChooser target={state.target} />;
    case "checking":
      return (
        <Working
          label="Look at the files"
          text={`Looking at ${countOf(state.plan.files.length, "file")}...`}
          progress={state.progress}
        />
      );
    case "checked":
      return <Checked state={state} />;
    case "importing":
      return <Working label="Import" text={`Importing "${state.title}"...`} progress={state.progress} />;
    case "imported":
      return (
        <section className={styles["stack"]} aria-label="Outcome of the import">
          <Disclosure summary="What was read and what was left out">
            <ReadingNotesView notes={state.record.notes} />
          </Disclosure>
          <div>
            <Button onClick={dismissImport}>Import more</Button>
          </div>
        </section>
      );
    case "unreadable":
      return (
        <>
          <ProblemBanner problem={state.problem} />
          <div className={styles["actions"]}>
            <Button onClick={() => void lookAgain()}>Try again</Button>
            <Button kind="quiet" onClick={dismissImport}>
              Put the files away
            </Button>
          </div>
        </>
      );
  }
}

function Checked({ state }: { readonly state: Extract<ImportState, { type: "checked" }> }): ReactElement {
  const { plan, dryRun, isLooking, problem } = state;
  const datasets = useLiveQuery(listDatasets)?.records ?? [];
  const targets = datasets.flatMap(({ id, title, columnsId }) =>
    columnsId === null ? [] : [{ id, title, columnsId }],
  );
  const mappings = useLiveQuery(listMappings) ?? [];
  const gaps = describeGaps(dryRun.planned.gaps);
  const groups = useMemo(() => groupFiles(dryRun.files), [dryRun]);
  const stage = useStages(Math.ceil(groups.length / GROUPS_A_STAGE));
  return (
    <section className={styles["stack"]} aria-label="What the files hold" aria-busy={isLooking}>
      <h3 className={styles["verdict"]}>{describePlan(dryRun, plan)}</h3>
      {gaps !== null && <p className={styles["soft"]}>{gaps}</p>}
      {problem && problem.code !== "cancelled" && <ProblemBanner problem={problem} />}
      <div className={styles["groups"]}>
        {groups.slice(0, stage * GROUPS_A_STAGE).map((group) => (
          <GroupView
            key={group.key}
            group={group}
            plan={plan}
            isOnly={groups.length === 1}
            mappings={mappings}
          />
        ))}
      </div>
      <div className={styles["actions"]}>
        <PickerButton label="Add files" />
      </div>
      {dryRun.factFiles.length > 0 && <FactFilesView files={dryRun.factFiles} />}
      {dryRun.facts && <FactsView facts={dryRun.facts} asOf={plan.factsAsOf} />}
      <CommitForm key={plan.id} plan={plan} targets={targets} dryRun={dryRun} isLooking={isLooking} />
    </section>
  );
}

function ProblemBanner({ problem }: { readonly problem: Problem }): ReactElement {
  return (
    <WarningBanner message={`Nothing was imported. ${problem.message}`}>
      {problem.details && (
        <ul className={styles["reasons"]}>
          {problem.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </WarningBanner>
  );
}

/** A problem is not here: its banner is read out by itself. */
function outcomeOf(state: ImportState): string {
  switch (state.type) {
    case "idle":
      return state.note;
    case "imported": {
      const { title, facts } = state.record;
      return `"${title}" was imported: ${countOf(facts.instruments, "instrument")}, ${countOf(facts.bars, "bar")}. Choose it as the dataset of a strategy, in the Scanner step.`;
    }
    case "checked":
      return state.problem?.code === "cancelled" ? "The import was cancelled. Nothing of it was kept." : "";
    case "checking":
    case "importing":
    case "unreadable":
      return "";
  }
}

interface WorkingProps {
  readonly label: string;
  readonly text: string;
  readonly progress: Progress | null;
}

function Working({ label, text, progress }: WorkingProps): ReactElement {
  return (
    <div className={styles["stack"]}>
      <p>{text}</p>
      <ProgressBar label={label} percent={progress?.percent ?? 0} />
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
