import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { EXIT_REASON_NAMES } from "#src/format/exit-reason-names.ts";
import { DASH, formatCount } from "#src/format/number.ts";
import { askOfRun } from "#src/run/ask.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { Result } from "#workers/model/problem.ts";
import { EXIT_REASONS } from "#workers/model/report.ts";
import type { SaleCounts } from "#workers/model/report.ts";
import styles from "./compare-page.module.css";
import type { ReadyRun } from "./load-compared.ts";
import { RunsTable } from "./runs-table.tsx";

/** Why each run sold. Its prices are read again for that, so it is worked out on demand. */
export function SalesSection({ runs }: { readonly runs: readonly ReadyRun[] }): ReactElement {
  return (
    <Panel
      title="Why it sold"
      note="Sales by their reason: of a whole position or a part, each counts as one"
    >
      <Disclosure summary="Count the sales of each run">{() => <Sales runs={runs} />}</Disclosure>
    </Panel>
  );
}

/** By the run's id. */
type Counted = ReadonlyMap<string, Result<SaleCounts>>;

function Sales({ runs }: { readonly runs: readonly ReadyRun[] }): ReactElement {
  const counted = useCounted(runs);
  const known = runs.flatMap(({ run }) => {
    const found = counted.get(run.id);
    return found?.ok ? [found.value] : [];
  });
  const reasons = EXIT_REASONS.filter((reason) => known.some((counts) => counts[reason] !== undefined));
  const cells = (countOf: (counts: SaleCounts) => number) =>
    runs.map(({ letter, run }) => (
      <td key={letter} data-run={letter} className={styles["figure"]}>
        {cellText(counted.get(run.id), countOf)}
      </td>
    ));
  return (
    <div className={styles["stack"]}>
      <RunsTable label="Sales of the runs by their reason" first="Reason" runs={runs}>
        {reasons.map((reason) => (
          <tr key={reason}>
            <th scope="row">{EXIT_REASON_NAMES[reason]}</th>
            {cells((counts) => counts[reason] ?? 0)}
          </tr>
        ))}
        <tr>
          <th scope="row">All sales</th>
          {cells((counts) => Object.values(counts).reduce((sum, count) => sum + count, 0))}
        </tr>
      </RunsTable>
      {runs.map(({ letter, run }) => {
        const found = counted.get(run.id);
        return found === undefined || found.ok ? null : (
          <p key={letter} className={page["quiet"]}>
            {letter}: {found.problem.message}
          </p>
        );
      })}
    </div>
  );
}

function cellText(found: Result<SaleCounts> | undefined, countOf: (counts: SaleCounts) => number): string {
  if (found === undefined) return "…";
  return found.ok ? formatCount(countOf(found.value)) : DASH;
}

/** One run after the other; what is counted stays. */
function useCounted(runs: readonly ReadyRun[]): Counted {
  const [counted, setCounted] = useState<Counted>(new Map());
  const next = runs.find(({ run }) => !counted.has(run.id))?.run;
  useEffect(() => {
    if (!next) return undefined;
    let isWanted = true;
    const count = async () => {
      const found = await askOfRun("countSales", next, (request) => request);
      if (isWanted) setCounted((before) => new Map([...before, [next.id, found]]));
    };
    void count();
    return () => {
      isWanted = false;
    };
  }, [next]);
  return counted;
}
