/** The best variant on the second half of the time alone, run once in the worker when the search is at rest. */
import { useEffect, useState } from "react";
import type { VariantPool } from "#src/run/variant-pool.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import type { Strategy } from "#workers/model/strategy.ts";

interface HalfQuestion {
  readonly strategy: Strategy;
  readonly source: DatasetSource;
  /** ISO date of the second half's first day. */
  readonly from: string;
}

/**
 * null while it is not known. The answer to another question is left unread; leaving the page ends the worker.
 */
export function useSecondHalf(pool: VariantPool, question: HalfQuestion): Result<ChainedRun> | null {
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
