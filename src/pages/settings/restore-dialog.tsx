/** What a backup would change, and how; nothing is changed before the person says so. */
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { formatMoment } from "#src/format/day.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import type { BackupTable } from "#src/storage/backup/backup-format.ts";
import { compareBackup } from "#src/storage/backup/compare-backup.ts";
import type { Standing, TableComparison } from "#src/storage/backup/compare-backup.ts";
import type { OpenBackup } from "#src/storage/backup/open-backup.ts";
import { readHere } from "#src/storage/backup/records-here.ts";
import { ask } from "#src/run/ask.ts";
import { sweepMarked } from "#src/storage/column-marks.ts";
import { stepAll } from "#src/run/step-deployments.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import type { RestoreChoice, RestoreOutcome } from "#src/storage/backup/restore-backup.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import dialog from "#src/ui/dialog.module.css";
import { Dialog } from "#src/ui/dialog.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { ChoiceField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import type { Problem } from "#workers/model/problem.ts";
import styles from "./restore-dialog.module.css";

interface RestoreDialogProps {
  readonly backup: OpenBackup;
  readonly onClose: () => void;
}

export function RestoreDialog({ backup, onClose }: RestoreDialogProps): ReactElement {
  const comparison = useLiveQuery(async () => compareBackup(backup.records, await readHere()), [backup]);
  const [way, setWay] = useState<WayName>("keep-mine");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [outcome, setOutcome] = useState<RestoreOutcome | null>(null);
  const restore = async () => {
    setBusy(true);
    const restored = await restoreBackup(backup, toChoice(way)).finally(() => setBusy(false));
    if (restored.ok) {
      setOutcome(restored.value);
      void sweepMarked((abandoned) => ask("sweepDatasets", abandoned)); // prices of datasets that were replaced or deleted; else it is done at the next start
      void stepAll(); // deployments that came back go on, or say what they wait for
    }
    setProblem(restored.ok ? null : restored.problem);
  };
  if (outcome) return <OutcomeDialog outcome={outcome} onClose={onClose} />;
  return (
    <Dialog
      title="Restore this backup?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={way === "replace" ? "danger" : "primary"}
            disabled={!comparison || isBusy}
            onClick={() => void restore()}
          >
            {isBusy ? "Restoring..." : way === "replace" ? "Replace everything" : "Merge"}
          </Button>
        </>
      }
    >
      <div className={dialog["about"]}>
        <p className={page["soft"]}>
          {backup.fileName}, made {formatMoment(Date.parse(backup.manifest.writtenAt))} by version{" "}
          {backup.manifest.appVersion}
        </p>
        {comparison && <ComparisonTable comparison={comparison} />}
        {comparison && <Differences comparison={comparison} />}
        {backup.damaged.length > 0 && (
          <Disclosure summary={`${countOf(backup.damaged.length, "record")} can't be read and stay out`}>
            <NameList
              names={backup.damaged.map(
                ({ name, problem: damage }) => `${name || "A record"}: ${damage.message}`,
              )}
            />
          </Disclosure>
        )}
        <ChoiceField
          legend="How"
          name="restore"
          choices={WAYS}
          value={way}
          onChange={({ target }) => setWay(WAYS.find(({ value }) => value === target.value)?.value ?? way)}
        />
        {comparison && way === "replace" && <ReplaceNote comparison={comparison} />}
        {problem && <WarningBanner message={problem.message} />}
      </div>
    </Dialog>
  );
}

type WayName = "keep-mine" | "take-theirs" | "keep-both" | "replace";

const WAYS: readonly { value: WayName; label: string }[] = [
  { value: "keep-mine", label: "Add what is new; what differs stays as it is here" },
  { value: "take-theirs", label: "Add what is new; what differs becomes as in the backup" },
  { value: "keep-both", label: "Add what is new; of strategies that differ, keep both" },
  { value: "replace", label: "Replace everything on this device" },
];

function toChoice(way: WayName): RestoreChoice {
  return way === "replace" ? { mode: "replace" } : { mode: "merge", differing: way };
}

/** One and many. */
const WORDS: Readonly<Record<BackupTable, readonly [string, string]>> = {
  strategies: ["strategy", "strategies"],
  drafts: ["draft", "drafts"],
  settings: ["setting", "settings"],
  datasets: ["dataset", "datasets"],
  runs: ["run", "runs"],
  grids: ["optimisation", "optimisations"],
  walks: ["walk-forward", "walk-forwards"],
  deployments: ["deployment", "deployments"],
  entries: ["recorded session", "recorded sessions"],
};

const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  newer: "newer in the backup",
  older: "older in the backup",
  different: "different in the backup",
};

function ComparisonTable({ comparison }: { readonly comparison: readonly TableComparison[] }): ReactElement {
  return (
    <table className={styles["table"]} aria-label="What the backup would change">
      <thead>
        <tr>
          <th scope="col">In the backup</th>
          <th scope="col">New</th>
          <th scope="col">Same</th>
          <th scope="col">Differ</th>
          <th scope="col">Only here</th>
        </tr>
      </thead>
      <tbody>
        {comparison.filter(hasAny).map(({ table, inBackup, added, same, differing, onlyHere }) => (
          <tr key={table}>
            <th scope="row">{countOf(inBackup, ...WORDS[table])}</th>
            <td>{formatCount(added.length)}</td>
            <td>{formatCount(same)}</td>
            <td>{formatCount(differing.length)}</td>
            <td>{formatCount(onlyHere.length)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function hasAny({ inBackup, onlyHere }: TableComparison): boolean {
  return inBackup + onlyHere.length > 0;
}

function Differences({
  comparison,
}: {
  readonly comparison: readonly TableComparison[];
}): ReactElement | null {
  const differing = comparison.flatMap(({ table, differing: records }) =>
    records.map(({ name, standing }) => `${name} (${WORDS[table][0]}): ${STANDING_WORDS[standing]}`),
  );
  if (differing.length === 0) return null;
  return (
    <Disclosure summary={`${countOf(differing.length, "record")} that differ`}>
      <NameList names={differing} />
    </Disclosure>
  );
}

function ReplaceNote({ comparison }: { readonly comparison: readonly TableComparison[] }): ReactElement {
  const gone = comparison.filter(({ onlyHere }) => onlyHere.length > 0);
  const text = gone.map(({ table, onlyHere }) => countOf(onlyHere.length, ...WORDS[table]));
  return (
    <p className={dialog["note"]}>
      {text.length === 0
        ? "Nothing on this device is missing in the backup; what differs is overwritten."
        : `What only this device has is deleted: ${text.join(", ")}. Make a backup of it first if you may want it back.`}
    </p>
  );
}

/** Enough to see what it is about. */
const MOST_NAMES = 200;

function NameList({ names }: { readonly names: readonly string[] }): ReactElement {
  return (
    <ul className={styles["names"]}>
      {names.slice(0, MOST_NAMES).map((name, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and the list doesn't change
        <li key={at}>{name}</li>
      ))}
      {names.length > MOST_NAMES && <li>and {formatCount(names.length - MOST_NAMES)} more</li>}
    </ul>
  );
}

interface OutcomeDialogProps {
  readonly outcome: RestoreOutcome;
  readonly onClose: () => void;
}

function OutcomeDialog({ outcome, onClose }: OutcomeDialogProps): ReactElement {
  const { written, deleted, leftOut } = outcome;
  const counts = [
    countOf(written.strategies, ...WORDS.strategies),
    countOf(written.drafts, ...WORDS.drafts),
    countOf(written.settings, ...WORDS.settings),
    countOf(written.datasets, ...WORDS.datasets),
    countOf(written.runs, ...WORDS.runs),
    countOf(written.grids, ...WORDS.grids),
    countOf(written.walks, ...WORDS.walks),
    countOf(written.deployments, ...WORDS.deployments),
    countOf(written.entries, ...WORDS.entries),
  ];
  return (
    <Dialog
      title="The backup is restored"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className={dialog["about"]}>
        <p>
          Written: {counts.join(", ")}. {deleted > 0 && `Deleted: ${countOf(deleted, "record")}.`}
        </p>
        {leftOut.length > 0 && (
          <>
            <p>Left out:</p>
            <NameList names={leftOut} />
          </>
        )}
      </div>
    </Dialog>
  );
}
