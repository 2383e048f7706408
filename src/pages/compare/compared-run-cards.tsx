import type { ReactElement } from "react";
import { Link } from "wouter";
import { formatDayRange, formatMoment } from "#src/format/day.ts";
import { shownName } from "#src/format/shown.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import { reportYardsticks } from "#src/storage/headline.ts";
import { LONGEST_NOTE, remarkOn } from "#src/storage/runs.ts";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { Remark } from "#src/ui/remark.tsx";
import { VerdictSentence } from "#src/ui/verdict-text.tsx";
import styles from "./compare-page.module.css";
import type { ReadyRun } from "./load-compared.ts";

interface ComparedRunCardsProps {
  readonly runs: readonly ReadyRun[];
  readonly onTakeOut: (id: string) => void;
}

/** Each run with its letter, what it was run on, and a person's own words to it. */
export function ComparedRunCards({ runs, onTakeOut }: ComparedRunCardsProps): ReactElement | null {
  if (runs.length === 0) return null;
  return (
    <div className={styles["cards"]}>
      {runs.map(({ letter, run, report }) => (
        <article
          key={run.id}
          className={styles["card"]}
          aria-label={`${letter}: ${shownName(run.strategyName)}`}
        >
          <h3 className={styles["title"]}>
            <span className={styles["letter"]}>{letter}</span>
            <Link href={`/simulation-result?run=${run.id}`}>{shownName(run.strategyName)}</Link>
          </h3>
          <p>
            <VerdictSentence verdict={shownVerdict(reportYardsticks(report, run.headline))} />
          </p>
          <p className={page["soft"]}>
            Run on {formatMoment(run.startedAt)}
            <br />
            {shownName(run.datasetTitle)}
            <br />
            {formatDayRange(report.metadata.backtestStart, report.metadata.backtestEnd)}
          </p>
          <Remark
            note={run.remark?.note ?? ""}
            tags={run.remark?.tags ?? []}
            longestNote={LONGEST_NOTE}
            onSave={async (note, tags) => {
              const stored = await remarkOn(run.id, { note, tags });
              return stored.ok ? null : stored.problem.message;
            }}
          />
          <div>
            <Button size="small" aria-label={`Take out: ${letter}`} onClick={() => onTakeOut(run.id)}>
              Take out
            </Button>
          </div>
        </article>
      ))}
    </div>
  );
}
