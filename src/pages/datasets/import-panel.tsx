/** The import of prices: files in, the dry run of them, and the dataset that comes of it. */
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo, useRef } from "react";
import type { ReactElement } from "react";
import { formatDay, formatSecondsLeft } from "#src/format/day.ts";
import { shownFinding } from "#src/format/finding.ts";
import { countOf, formatBytes, formatCount, formatPercent } from "#src/format/number.ts";
import { shown, shownName } from "#src/format/shown.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import { listMappings } from "#src/storage/mappings.ts";
import { SLOW_STORE, useSlowStore } from "#src/storage/slow-store.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import { WindowedList } from "#src/ui/windowed-list.tsx";
import type { ActionFault, ActionsPreview } from "#workers/model/import-plan.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";
import { addedText } from "./added-words.ts";
import { CommitForm } from "./commit-form.tsx";
import { FactFilesView } from "./fact-files-view.tsx";
import { FactsView } from "./facts-view.tsx";
import { FileChooser, PickerButton } from "./file-chooser.tsx";
import { groupFiles } from "./group-files.ts";
import { GroupView } from "./group-view.tsx";
import { openNights } from "./open-nights.ts";
import { describeGaps, describePlan } from "./import-words.ts";
import styles from "./import.module.css";
import { cancelImport, dismissImport, lookAgain, useImportStore } from "./import-store.ts";
import type { ImportState } from "./import-store.ts";
import { NextStep } from "./next-step.tsx";
import { SplitsView } from "./splits-view.tsx";
import { useDefaults } from "./use-defaults.ts";
import { ReadingNotesView } from "./reading-notes-view.tsx";

/** Height of one layout with a question or two, in px. */
const USUAL_GROUP_HEIGHT = 160;

export function ImportPanel(): ReactElement {
  const state = useImportStore();
  const told = useRef<HTMLDivElement>(null);
  const isImporting = state.type === "importing";
  useEffect(() => {
    if (isImporting) told.current?.scrollIntoView({ block: "nearest" }); // on a phone it is far above the button
  }, [isImporting]);
  return (
    <Panel
      title="Import prices"
      note="CSV in any shape, also .gz; Excel (.xlsx), LibreOffice (.ods), Parquet, JSON with a record a row; all of them also in a .zip"
    >
      <div ref={told} className={page["parts"]}>
        <OutcomeHeading type={state.type} />
        <output className={styles["outcome"]}>{shown(outcomeOf(state))}</output>
        <Step state={state} />
        <SlowStoreNote key={state.type} />
      </div>
    </Panel>
  );
}

const OUTCOME_HEADING = "import-outcome";

/**
 * Above what came of an import. Where the page was open until its end the heading takes the focus that the Import button
 * left, and comes into view: on a phone it lies far above that button. The line below it is read out by itself.
 */
function OutcomeHeading({ type }: Pick<ImportState, "type">): ReactElement | null {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(type);
  useEffect(() => {
    const isOver = before.current === "importing" && type === "imported";
    before.current = type;
    if (isOver && document.activeElement === document.body) goTo(heading.current);
  }, [type]);
  if (type !== "imported") return null;
  return (
    <h3 id={OUTCOME_HEADING} ref={heading} tabIndex={-1} className={styles["verdict"]}>
      Outcome of the import
    </h3>
  );
}

/** At once, as who wants less motion expects it; the page stays where heading and what is below it can be seen. */
function goTo(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  const isLow = heading.getBoundingClientRect().top > innerHeight / 2;
  heading.scrollIntoView({ block: isLow ? "start" : "nearest" });
}

function SlowStoreNote(): ReactElement | null {
  return useSlowStore() ? <p className={styles["soft"]}>{SLOW_STORE}</p> : null;
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
      return <Checked key={state.plan.id} state={state} />;
    case "importing":
      return (
        <Working label="Import" text={`Importing "${shownName(state.title)}"...`} progress={state.progress} />
      );
    case "imported":
      return (
        <section className={page["parts"]} aria-labelledby={OUTCOME_HEADING}>
          <NextStepOf key={state.record.id} id={state.record.id} endedOn={state.before?.last ?? null} />
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
              Discard the files
            </Button>
          </div>
        </>
      );
  }
}

/** Nothing while the catalogue is read, or where the data was deleted since. */
function NextStepOf({ id, endedOn }: { readonly id: string; readonly endedOn: string | null }) {
  const dataset = useLiveQuery(listDatasets)?.records.find((each) => each.id === id);
  return dataset ? <NextStep dataset={dataset} endedOn={endedOn} /> : null;
}

function Checked({ state }: { readonly state: Extract<ImportState, { type: "checked" }> }): ReactElement {
  const { plan, dryRun, isLooking, problem } = state;
  const datasets = useLiveQuery(listDatasets)?.records ?? [];
  const targets = datasets.flatMap(({ id, title, columnsId }) =>
    columnsId === null ? [] : [{ id, title, columnsId }],
  );
  const target = datasets.find(({ id }) => id === plan.target?.id);
  const mappings = useLiveQuery(listMappings) ?? [];
  const gaps = describeGaps(dryRun.planned);
  const groups = useMemo(() => groupFiles(dryRun.files), [dryRun]);
  const defaults = useDefaults(plan, dryRun);
  const unsaid = useMemo(() => new Set(defaults.open.flatMap(({ of }) => of.files)), [defaults.open]);
  const nights = useMemo(
    () => openNights(dryRun.splits, target?.splits ?? [], plan.splits),
    [dryRun, target, plan],
  );
  return (
    <section className={page["parts"]} aria-label="What the files hold" aria-busy={isLooking}>
      <h3 className={styles["verdict"]}>{describePlan(dryRun, plan, unsaid, nights)}</h3>
      {gaps !== null && <p className={styles["soft"]}>{gaps}</p>}
      {problem && problem.code !== "cancelled" && <ProblemBanner problem={problem} />}
      <WindowedList
        items={groups}
        itemKey={({ key }) => key}
        className={styles["groups"]}
        usualHeight={USUAL_GROUP_HEIGHT}
        renderItem={(group) => (
          <GroupView
            group={group}
            plan={plan}
            unsaid={unsaid}
            isOnly={groups.length === 1}
            mappings={mappings}
          />
        )}
      />
      <div className={styles["actions"]}>
        <PickerButton label="Add files" />
      </div>
      {dryRun.actions && <ActionsView actions={dryRun.actions} />}
      <SplitsView found={dryRun.splits} known={target?.splits ?? []} decided={plan.splits} />
      {dryRun.factFiles.length > 0 && <FactFilesView files={dryRun.factFiles} timeline={dryRun.timeline} />}
      {dryRun.facts && <FactsView facts={dryRun.facts} asOf={plan.factsAsOf} />}
      <CommitForm plan={plan} targets={targets} dryRun={dryRun} defaults={defaults} isLooking={isLooking} />
    </section>
  );
}

function ProblemBanner({ problem }: { readonly problem: Problem }): ReactElement {
  return (
    <WarningBanner message={shownFinding(`Nothing was imported. ${problem.message}`)}>
      {problem.details && (
        <ul className={styles["reasons"]}>
          {problem.details.map((detail) => (
            <li key={detail}>{shownFinding(detail)}</li>
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
      const open =
        state.nights === 0
          ? ""
          : ` ${countOf(state.nights, "overnight jump that looks like a split is", "overnight jumps that look like splits are")} undecided. To a run each is a crash: decide on the page of the instrument.`;
      if (state.before !== null) return `${addedText(title, facts, state.before)}${open}`;
      return `"${title}" was imported: ${countOf(facts.instruments, "instrument")}, ${countOf(facts.bars, "bar")}. Choose it as the dataset of a strategy, in the Scanner step.${open}`;
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
    <div className={page["parts"]}>
      <p>{text}</p>
      <ProgressBar label={label} percent={progress?.percent ?? 0} />
      <p className={styles["soft"]}>{progress ? describe(progress) : "Starting"}</p>
      <div>
        <Button onClick={cancelImport}>Cancel</Button>
      </div>
    </div>
  );
}

/** Rows and bytes while files are read; what was read is put together without. */
function describe({ percent, rows, bytesRead, bytesTotal, secondsLeft }: Progress): string {
  const bytes = `${formatBytes(bytesRead)}${bytesTotal === null ? "" : ` of ${formatBytes(bytesTotal)}`}`;
  const read = bytesRead === 0 ? "" : `: ${formatCount(rows)} rows, ${bytes}`;
  const left = secondsLeft === null ? "" : `, ${formatSecondsLeft(secondsLeft)} left`;
  return `${formatPercent(Math.floor(percent), 0)}${read}${left}`;
}

const FAULTS_SHOWN = 20;

/**
 * What files of corporate actions come to: adjusted closes, and the actions that are not taken, each with its place.
 */
function ActionsView({ actions }: { readonly actions: ActionsPreview }): ReactElement {
  const { sentences, faults, faultCount } = actions;
  const told = faults.slice(0, FAULTS_SHOWN);
  return (
    <section className={styles["facts"]} aria-label="Corporate actions">
      <h4 className={styles["groupTitle"]}>Corporate actions</h4>
      <ul className={styles["findings"]}>
        {sentences.map((sentence) => (
          <li key={sentence}>{shownFinding(sentence)}</li>
        ))}
      </ul>
      {told.length > 0 && (
        <>
          <p>
            {countOf(faultCount, "action is", "actions are")} not taken
            {faultCount > told.length && `, the first ${told.length} of them`}:
          </p>
          <ul className={styles["reasons"]}>
            {told.map((fault) => (
              <li key={describeFault(fault)}>{shown(describeFault(fault))}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function describeFault({ place, symbol, date, what, reason }: ActionFault): string {
  return `${place}: ${symbol} ${formatDay(date)}, ${what}. ${reason}`;
}
