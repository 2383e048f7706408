/**
 * Checks the small files of a plan on other threads, some ahead of the one whose turn it is. They are taken in the order
 * of the plan, so numbers of instruments and rows are those of a check here, file after file.
 */
import type { PriceSource } from "#workers/market/source.ts";
import type { Answers } from "#workers/model/import-check.ts";
import type { PlanFile } from "../what/file-check.ts";
import type { CheckedCopy, CopyAnswer, ReadingThreads } from "./reading-threads.ts";
import { appendCopy } from "../rows/row-copy.ts";
import type { RowPool } from "../rows/row-pool.ts";

export interface ChecksAhead {
  /** The check of the next file, to be asked in the order of the sources; null for one that is to be checked here. */
  checked(name: string): Promise<CheckedCopy | null>;
}

/**
 * @param sources - each has a name of its own
 * @param rates - symbols that are known to be series of rates
 */
export function createChecksAhead(
  sources: readonly PriceSource[],
  threads: ReadingThreads | null,
  answersOf: (name: string) => Answers,
  rates: ReadonlySet<string>,
): ChecksAhead {
  const none = { checked: async () => null };
  if (!threads) return none;
  const { atOnce, partBytes, checkFile } = threads;
  const tooLong = 2 * partBytes; // such a file is read in parts
  const small = sources.flatMap(({ name, bytes, file }) =>
    file && bytes !== null && bytes < tooLong ? [{ name, bytes: file.bytes }] : [],
  );
  // Threads take their time to start.
  if (small.reduce((sum, { bytes }) => sum + bytes.size, 0) < tooLong) return none;
  const asked = new Map<string, Promise<CopyAnswer>>();
  const names = new Set(small.map(({ name }) => name));
  let next = 0;

  function askMore(): void {
    for (; next < small.length && asked.size < atOnce; next++) {
      const file = small[next];
      if (file) asked.set(file.name, checkFile({ file, answers: answersOf(file.name), rates }));
    }
  }

  return {
    async checked(name) {
      if (!names.has(name)) return null;
      askMore();
      const answer = await asked.get(name);
      asked.delete(name);
      askMore();
      return answer === undefined || typeof answer === "string" ? null : answer;
    },
  };
}

/** Puts the bars of a file that was checked elsewhere into the pool. */
export function poolFile({ file, rows: copy }: CheckedCopy, pool: RowPool): PlanFile {
  const { rows } = file;
  if (!rows || !copy) return file;
  const intake = pool.begin();
  const numbers = appendCopy(intake.store, copy, pool.symbols, 0);
  intake.settle();
  const { bars, closeOnly, dayShift, renamed } = rows;
  const numberOf = (own: number): number => numbers[own] ?? own;
  return {
    ...file,
    rows: intake.finish({
      bars,
      closeOnly,
      dayShift,
      renamed: renamed && new Map(Array.from(renamed, ([from, to]) => [numberOf(from), numberOf(to)])),
    }),
  };
}
