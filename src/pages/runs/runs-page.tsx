/** Every run of every strategy, the newest first: to find, pin, compare, check and delete. */
import { useLiveQuery } from "dexie-react-hooks";
import { useCallback, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Link, useSearchParams } from "wouter";
import { countOf } from "#src/format/number.ts";
import { compareAddress, FEWEST_RUNS, MOST_RUNS } from "#src/share/compared-runs.ts";
import type { DamagedRecord } from "#src/storage/records.ts";
import { listRunSummaries } from "#src/storage/run-history.ts";
import type { RunSummary } from "#src/storage/run-history.ts";
import { pinRuns, removeRuns, restoreRuns } from "#src/storage/runs.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { CloseIcon } from "#src/ui/icons.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { useTableSort } from "#src/ui/table-sort.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { COLUMNS, isPinned, NEWEST_FIRST, withPinnedFirst } from "./run-columns.ts";
import { RunControls } from "./run-controls.tsx";
import { filterChoices, filterParams, filterRuns, readFilter } from "./run-filter.ts";
import { RunTable } from "./run-table.tsx";
import styles from "./runs-page.module.css";

export function RunsPage(): ReactElement {
  const stored = useLiveQuery(listRunSummaries);
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <div className={page["parts"]}>
      <PageHeading title="Runs" lead="Every run of every strategy on this device, the newest first." />
      {problem && <WarningBanner message={problem.message} />}
      {stored && <DamagedRuns damaged={stored.damaged} onProblem={setProblem} />}
      {stored?.records.length === 0 && <NoRuns />}
      {stored && stored.records.length > 0 && <RunList runs={stored.records} onProblem={setProblem} />}
    </div>
  );
}

function NoRuns(): ReactElement {
  return (
    <EmptyState
      title="No run yet"
      text="Start a simulation of one of your strategies, or of a built-in one. Each run is kept here with its figures, to compare it with the next."
    >
      <Link href="/strategy" className={buttonClass("primary")}>
        Go to your strategies
      </Link>
    </EmptyState>
  );
}

interface RunListProps {
  readonly runs: readonly RunSummary[];
  readonly onProblem: (problem: Problem | null) => void;
}

function RunList({ runs, onProblem }: RunListProps): ReactElement {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(params), [params]);
  const choices = useMemo(() => filterChoices(runs), [runs]);
  const found = useMemo(() => filterRuns(runs, filter), [runs, filter]);
  const { rows, sort, sortBy } = useTableSort(found, COLUMNS, NEWEST_FIRST);
  const shown = useMemo(() => withPinnedFirst(rows), [rows]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const chosenRuns = useMemo(() => runs.filter(({ id }) => chosen.has(id)), [runs, chosen]);
  const heading = useRef<HTMLHeadingElement>(null);
  const actions = useRunActions(onProblem);
  const toggle = useCallback((id: string) => setChosen((before) => toggled(before, id)), []);
  const chosenIds = chosenRuns.map(({ id }) => id);
  const remove = async () => {
    if (!(await actions.remove(chosenIds, describeRuns(chosenRuns)))) return;
    setChosen(new Set());
    heading.current?.focus(); // the button that had the focus is gone
  };
  return (
    <section className={page["parts"]} aria-labelledby="all-runs">
      <h2 id="all-runs" ref={heading} tabIndex={-1} className={styles["hiddenHeading"]}>
        All runs
      </h2>
      <RunControls
        filter={filter}
        choices={choices}
        shown={shown.length}
        total={runs.length}
        onChange={(wanted) => setParams(filterParams(wanted), { replace: true })}
      />
      {shown.length === 0 ? (
        <p className={page["quiet"]}>No run matches.</p>
      ) : (
        <RunTable
          runs={shown}
          chosen={chosen}
          onChoose={toggle}
          onPin={(run) => void actions.pin([run.id], !isPinned(run))}
          sort={sort}
          onSort={sortBy}
        />
      )}
      {chosenRuns.length > 0 && (
        <ChosenRunsBar
          runs={chosenRuns}
          onPin={(areToBePinned) => void actions.pin(chosenIds, areToBePinned)}
          onDelete={() => void remove()}
          onClear={() => {
            setChosen(new Set());
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

interface DamagedRunsProps {
  readonly damaged: readonly DamagedRecord[];
  readonly onProblem: (problem: Problem | null) => void;
}

/** Records that can't be read take nothing else of the list away. */
function DamagedRuns({ damaged, onProblem }: DamagedRunsProps): ReactElement[] {
  const { remove } = useRunActions(onProblem);
  return damaged.map(({ id, name, problem }) => (
    <WarningBanner key={id} message={problem.message}>
      <Button
        kind="danger"
        size="small"
        onClick={() => void remove([id], name === "" ? "The damaged run" : `The damaged run of "${name}"`)}
      >
        Delete the damaged record
      </Button>
    </WarningBanner>
  ));
}

interface RunActions {
  readonly pin: (runIds: readonly string[], isPinned: boolean) => Promise<void>;
  /** At once, with a message that takes it back; true where it is done. */
  readonly remove: (runIds: readonly string[], name: string) => Promise<boolean>;
}

/** @param onProblem - called with null when the next action went well */
function useRunActions(onProblem: (problem: Problem | null) => void): RunActions {
  const showStatus = useStatus();
  const tell = (outcome: Result<unknown>) => onProblem(outcome.ok ? null : outcome.problem);
  return {
    pin: async (runIds, pinned) => tell(await pinRuns(runIds, pinned)),
    remove: async (runIds, name) => {
      const removed = await removeRuns(runIds);
      tell(removed);
      if (!removed.ok) return false;
      const undo = async () => {
        const restored = await restoreRuns(removed.value);
        tell(restored);
        if (restored.ok) showStatus(`${name} ${runIds.length === 1 ? "is" : "are"} back.`);
      };
      const was = runIds.length === 1 ? "was" : "were";
      showStatus(`${name} ${was} deleted.`, { label: "Undo", act: () => void undo() });
      return true;
    },
  };
}

/** Begins a sentence: the run by its name, several by their number. */
function describeRuns(runs: readonly RunSummary[]): string {
  const [first] = runs;
  if (runs.length === 1 && first) return `Run ${first.number} of "${first.strategyName}"`;
  return countOf(runs.length, "run");
}

interface ChosenRunsBarProps {
  readonly runs: readonly RunSummary[];
  readonly onPin: (areToBePinned: boolean) => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** What can be done with the runs that are ticked; stays at the foot of the screen while there are some. */
function ChosenRunsBar({ runs, onPin, onDelete, onClear }: ChosenRunsBarProps): ReactElement {
  const results = runs.filter(({ state }) => state === "complete");
  const isUnderWay = runs.some(({ finishedAt }) => finishedAt === null);
  const arePinned = runs.every(isPinned);
  const canCompare = results.length >= FEWEST_RUNS && results.length <= MOST_RUNS;
  return (
    <section className={styles["chosenBar"]} aria-label="Chosen runs">
      <p className={styles["chosenCount"]}>
        <output>{countOf(runs.length, "run")} chosen</output>
        {!canCompare && <span>Compare takes two to six results.</span>}
        {isUnderWay && <span>A run under way can’t be deleted: cancel it first.</span>}
      </p>
      <div className={page["actions"]}>
        {canCompare && (
          <Link
            href={compareAddress(results.map(({ id }) => id))}
            className={buttonClass("primary", "small")}
          >
            Compare
          </Link>
        )}
        <Button size="small" onClick={() => onPin(!arePinned)}>
          {arePinned ? "Unpin" : "Pin"}
        </Button>
        <Button size="small" kind="danger" disabled={isUnderWay} onClick={onDelete}>
          Delete
        </Button>
        <Button size="small" kind="quiet" aria-label="Choose none" title="Choose none" onClick={onClear}>
          <CloseIcon />
        </Button>
      </div>
    </section>
  );
}
