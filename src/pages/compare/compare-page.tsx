/** Lays two to six finished runs side by side. Which ones stands in the address, so that Back and a reload keep them. */
import { useLiveQuery } from "dexie-react-hooks";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useLocation, useSearchParams } from "wouter";
import { listRuns } from "#src/storage/runs.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { compareAddress, FEWEST_RUNS, MOST_RUNS, readChosen } from "#src/share/compared-runs.ts";
import styles from "./compare-page.module.css";
import { ComparedRunCards } from "./compared-run-cards.tsx";
import { FiguresSection } from "./figures-section.tsx";
import { GrowthSection } from "./growth-section.tsx";
import { MoneySection } from "./money-section.tsx";
import { completeIds, joinRuns, loadNamed, loadReports } from "./load-compared.ts";
import type { ComparedRuns, ReadyRun } from "./load-compared.ts";
import { RunChooser } from "./run-chooser.tsx";
import { SalesSection } from "./sales-section.tsx";
import { sameness } from "./same-data.ts";
import { SettingsSection } from "./settings-section.tsx";

export function ComparePage(): ReactElement {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const list = params.get("runs");
  const { ids, tooMany } = useMemo(() => readChosen(list), [list]);
  const compared = useCompared(ids);
  const stored = useLiveQuery(listRuns);
  const choose = (chosen: readonly string[]) => navigate(compareAddress(chosen), { replace: true });
  const takeOut = (id: string) => choose(ids.filter((other) => other !== id));
  const count = compared?.ready.length ?? 0;
  return (
    <div className={styles["page"]}>
      <PageHeading
        title="Compare runs"
        lead="Two to six finished runs side by side: their figures, curves and what was set differently."
      />
      <Messages ids={ids} tooMany={tooMany} compared={compared} onTakeOut={takeOut} />
      <Panel title="Runs">
        <div className={styles["stack"]}>
          {compared && <ComparedRunCards runs={compared.ready} onTakeOut={takeOut} />}
          {compared && stored && (
            <Disclosure
              key={count < FEWEST_RUNS ? "open" : "closed"} // it unfolds where there is nothing else to do
              summary={ids.length === 0 ? "Choose runs" : "Choose other runs"}
              open={count < FEWEST_RUNS}
            >
              <RunChooser runs={stored.records} chosen={ids} onChoose={choose} />
            </Disclosure>
          )}
        </div>
      </Panel>
      {compared && count >= FEWEST_RUNS && <Comparison runs={compared.ready} />}
    </div>
  );
}

function Comparison({ runs }: { readonly runs: readonly ReadyRun[] }): ReactElement {
  const { isSamePeriod, isSameData, differences, summary } = useMemo(() => sameness(runs), [runs]);
  return (
    <>
      {differences.map((difference) => (
        <NoteBanner key={difference} message={difference} />
      ))}
      {isSameData && isSamePeriod && <p className={page["quiet"]}>{summary}</p>}
      <FiguresSection runs={runs} isSamePeriod={isSamePeriod} />
      <GrowthSection runs={runs} />
      <MoneySection runs={runs} />
      <SalesSection runs={runs} />
      <SettingsSection runs={runs} />
    </>
  );
}

interface MessagesProps {
  readonly ids: readonly string[];
  readonly tooMany: number;
  readonly compared: ComparedRuns | null;
  readonly onTakeOut: (id: string) => void;
}

/** What of the address can't be compared, and why. */
function Messages({ ids, tooMany, compared, onTakeOut }: MessagesProps): ReactElement | null {
  if (!compared) return null;
  const { ready, unusable } = compared;
  return (
    <>
      {tooMany > 0 && (
        <NoteBanner
          message={`At most ${MOST_RUNS} runs fit side by side: the address names ${MOST_RUNS + tooMany}, and the first ${MOST_RUNS} are taken.`}
        />
      )}
      {unusable.map(({ id, reason }) => (
        <NoteBanner key={id} message={reason}>
          <Button size="small" onClick={() => onTakeOut(id)}>
            Leave it out
          </Button>
        </NoteBanner>
      ))}
      {ready.length === 0 && ids.length === 0 && (
        <NoteBanner message="No run is chosen yet. Choose two to six from the list." />
      )}
      {ready.length === 1 && (
        <NoteBanner message="One run is chosen. Choose at least one more to compare it with." />
      )}
    </>
  );
}

/** null while the database is being read. */
function useCompared(ids: readonly string[]): ComparedRuns | null {
  const key = ids.join();
  const named = useLiveQuery(async () => ({ key, runs: await loadNamed(ids) }), [key]);
  const complete = named ? completeIds(named.runs).join() : "";
  const loaded = useLiveQuery(
    async () => ({ complete, reports: await loadReports(complete === "" ? [] : complete.split(",")) }),
    [complete],
  );
  return useMemo(
    () => (named?.key === key && loaded?.complete === complete ? joinRuns(named.runs, loaded.reports) : null),
    [named, loaded, key, complete],
  );
}
