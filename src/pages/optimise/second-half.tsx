import type { ReactElement } from "react";
import { useEffect, useState } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { chainYardsticks, shownVerdict } from "#src/format/verdict-words.ts";
import type { VariantPool } from "#src/run/variant-pool.ts";
import page from "#src/ui/page.module.css";
import { VerdictSentence } from "#src/ui/verdict-text.tsx";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import type { Result } from "#workers/model/problem.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./optimise-page.module.css";
import type { DaySpan } from "./use-search.ts";

interface BestOnSecondHalfProps {
  readonly pool: VariantPool;
  readonly strategy: Strategy;
  readonly source: DatasetSource;
  readonly span: DaySpan;
}

/** Runs the best variant on the second half of the time alone, and says what came out. */
export function BestOnSecondHalf(props: BestOnSecondHalfProps): ReactElement | null {
  const { pool, strategy, source, span } = props;
  const run = useSecondHalf(pool, { strategy, source, from: span.from });
  return <SecondHalf run={run} {...span} />;
}

interface SecondHalfProps {
  /** Run of the best variant; null while it is not known. */
  readonly run: Result<ChainedRun> | null;
  /** ISO dates. */
  readonly from: string;
  readonly to: string;
}

/** Whether the best variant is ahead on the second half of the time by itself, too. */
export function SecondHalf({ run, from, to }: SecondHalfProps): ReactElement | null {
  if (run === null)
    return <p className={page["soft"]}>The best is being run on the second half of the time alone.</p>;
  const days = `On the second half alone, ${formatDayRange(from, to)},`;
  if (!run.ok) return <p className={page["soft"]}>{`${days} it can't be run: ${run.problem.message}`}</p>;
  const verdict = shownVerdict(chainYardsticks(run.value));
  if (verdict.parts.length === 0) return null;
  const holds = verdict.parts.every(({ standing }) => standing === "ahead");
  return (
    <p className={holds ? undefined : styles["warning"]}>
      {holds ? "" : "⚠ "}
      {days} it {holds ? "holds" : "does not hold"}: <VerdictSentence verdict={verdict} />
      {holds && " It was chosen on these days too; the walk-forward below is the stricter test."}
    </p>
  );
}

interface HalfQuestion {
  readonly strategy: Strategy;
  readonly source: DatasetSource;
  /** ISO date of the second half's first day. */
  readonly from: string;
}

/**
 * The best variant on the second half of the time alone, run once in the worker when the search is at rest; null while it
 * is not known. The answer to another question is left unread; leaving the page ends the worker.
 */
function useSecondHalf(pool: VariantPool, question: HalfQuestion): Result<ChainedRun> | null {
  const [found, setFound] = useState<{ readonly key: string; readonly run: Result<ChainedRun> }>();
  const key = JSON.stringify(question);
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      const { strategy, source, from } = questionOf(key);
      const half: Strategy = { ...strategy, simulation: { ...strategy.simulation, startDate: from } };
      const run = await pool.chain({ strategies: [half], source, signal: new AbortController().signal });
      if (!isOver) setFound({ key, run });
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [pool, key]);
  return found?.key === key ? found.run : null;
}

function questionOf(key: string): HalfQuestion {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key was made of one
  return JSON.parse(key) as HalfQuestion;
}
