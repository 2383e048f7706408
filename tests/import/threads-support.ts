/** Threads that are none: what they do is done in the test's own, by turns. */
import { checkElsewhere } from "#workers/import/plan/checked-copy.ts";
import { createPartReader } from "#workers/import/rows/part-rows.ts";
import type { ReadingThreads } from "#workers/import/plan/reading-threads.ts";

interface Counted extends ReadingThreads {
  /** What was answered: rows of parts, files, and refusals of either. */
  readonly counts: { rows: number; files: number; refused: number };
}

/** Every second answer comes later than those that were asked after it. */
export function threadsOf({ atOnce, partBytes }: Pick<ReadingThreads, "atOnce" | "partBytes">): Counted {
  const readers = Array.from({ length: atOnce }, createPartReader);
  const counts = { rows: 0, files: 0, refused: 0 };
  let asked = 0;
  return {
    atOnce,
    partBytes,
    counts,
    async readPart(request) {
      const own = asked++ % atOnce;
      await wait(own);
      const answer = (await readers[own]?.(request)) ?? "failed";
      if (typeof answer === "string") counts.refused++;
      else counts.rows += answer.day.length;
      return answer;
    },
    async checkFile(request) {
      await wait(asked++);
      const answer = await checkElsewhere(request);
      if (typeof answer === "string") counts.refused++;
      else counts.files++;
      return structuredClone(answer);
    },
  };
}

async function wait(own: number): Promise<void> {
  if (own % 2 === 0) await new Promise<void>((resolve) => setImmediate(resolve));
}
