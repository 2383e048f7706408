import { useLiveQuery } from "dexie-react-hooks";
import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import { formatMoment } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import { loadBackupState, putReminderOff } from "#src/storage/backup/backup-state.ts";
import { dismissHealed, loadHealed } from "#src/storage/healed.ts";
import type { Healed } from "#src/storage/marks.ts";
import { booth } from "#src/storage/session.ts";
import { useStorageState } from "#src/storage/storage-state.ts";
import { NoteBanner, WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { DownloadData } from "./download-data.tsx";
import styles from "./notices.module.css";
import { UNSAVED, useReloadWaitsFor } from "./work-in-hand.ts";

export function StorageNoticeList(): ReactElement {
  const { isNewer, isDenied, isBlocked, copyProblem, lossProblem } = useStorageState();
  const waitsFor = useReloadWaitsFor();
  const healed = useLiveQuery(loadHealed) ?? null;
  const backup = useLiveQuery(() => loadBackupState(Date.now()));
  const { isDue = false, changes = 0, lastAt = null } = backup ?? {};
  return (
    <div className={styles["place"]}>
      {isNewer && (
        <WarningBanner message="Your data was written by a newer Tidemark. Here it can be looked at and exported, but not changed: update the app.">
          {waitsFor === UNSAVED && (
            <p>
              What you changed on this page since the last save can't be saved here any more, and a reload
              drops it: note it down first.
            </p>
          )}
          <Actions>
            <Button size="small" onClick={() => globalThis.location.reload()}>
              Reload to update
            </Button>
            <DownloadData />
          </Actions>
        </WarningBanner>
      )}
      {isDenied && (
        <WarningBanner message="This browser keeps nothing for this page, so strategies, runs and prices can't be saved.">
          <p>
            Allow it to keep data of this address (site data, cookies), or leave the private window, and
            reload.
          </p>
        </WarningBanner>
      )}
      {isBlocked && (
        <NoteBanner message="Another tab still has an older Tidemark open, perhaps with a simulation under way. This page goes on by itself when that is done; or close that tab." />
      )}
      {lossProblem && (
        <WarningBanner message="The browser lost the database of this app.">
          <p>{lossProblem.message} Restore your last backup.</p>
        </WarningBanner>
      )}
      {healed && (
        <WarningBanner message={`The browser lost the database of this app: ${healedText(healed)}`}>
          {healed.resultsLost > 0 && (
            <p>
              The positions and curves of {countOf(healed.resultsLost, "run")} did not: run{" "}
              {healed.resultsLost === 1 ? "it" : "them"} again to see them.
            </p>
          )}
          <Actions>
            <Button size="small" onClick={() => void dismissHealed()}>
              Understood
            </Button>
            <Link href="/strategy">Go to your strategies</Link>
          </Actions>
        </WarningBanner>
      )}
      {isDue && !booth && (
        <NoteBanner
          message={`${countOf(changes, "change")} since ${lastAt === null ? "you began, and no backup yet" : "your last backup"}.`}
        >
          <Actions>
            <Link href="/settings">Back up in the settings</Link>
            <Button size="small" kind="quiet" onClick={() => void putReminderOff(Date.now())}>
              Later
            </Button>
          </Actions>
        </NoteBanner>
      )}
      {copyProblem && (
        <NoteBanner message={`Your work is saved, but without its second copy. ${copyProblem.message}`} />
      )}
    </div>
  );
}

function Actions({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={page["actions"]}>{children}</div>;
}

function healedText({ at, strategies, runs, datasets }: Healed): string {
  const counts = [
    countOf(strategies, "strategy", "strategies"),
    countOf(runs, "run"),
    countOf(datasets, "dataset"),
  ];
  return `on ${formatMoment(at)}, ${counts.join(", ")} came back from the second copy.`;
}
