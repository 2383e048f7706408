/**
 * The files of an import plan, checked one after the other. What was read is kept while the same plan is asked for
 * again, as after an answer, so that only files with another answer are read once more.
 */
import type { Spill } from "#workers/market/market-builder.ts";
import { fileSource } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { Answers } from "#workers/model/import-check.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { createChecksAhead, poolFile } from "./check-ahead.ts";
import { EMPTY_CHECK, refused } from "../what/check.ts";
import { expandSource } from "../what/expand.ts";
import { joinFieldFiles } from "../what/field-files.ts";
import { createFilesAhead } from "./files-ahead.ts";
import { checkOne, readOnce } from "./plan-file.ts";
import type { PlanFile } from "../what/file-check.ts";
import { createPlanProgress } from "./plan-progress.ts";
import type { PlanProgress, ProgressCounter } from "./plan-progress.ts";
import type { ReadingThreads } from "./reading-threads.ts";
import { createRowPool } from "../rows/row-pool.ts";
import type { RowPool } from "../rows/row-pool.ts";
import { closesToWatch, createNameWatch } from "../judge/same-name.ts";
import type { SomeCloses } from "../judge/same-name.ts";

export interface ReadTools {
  readonly onProgress: (progress: PlanProgress) => void;
  /** Where else files may be read; null for nowhere. */
  readonly threads: ReadingThreads | null;
}

export interface PlanReader {
  /**
   * The checks of the plan's files in code-unit order of their names, those of an archive in its order.
   *
   * @param rates - symbols that are known to be series of rates
   */
  readonly read: (plan: ImportPlan, tools: ReadTools, rates: ReadonlySet<string>) => AsyncGenerator<PlanFile>;
  /** The bars of the files that were read. */
  readonly pool: () => RowPool;
  /** What was known to be rates when the same plan was read last; null for one that was not read before. */
  readonly ratesBefore: (plan: ImportPlan) => ReadonlySet<string> | null;
}

const NO_ANSWERS: Answers = {};

interface Kept {
  readonly answers: string;
  /** Symbols that were known to be series of rates then. */
  readonly rates: ReadonlySet<string>;
  readonly file: PlanFile;
  readonly closes: SomeCloses | null;
}

/** @param spill - takes rows that the memory should not hold; null to hold them all */
export function createPlanReader(spill: Spill | null = null): PlanReader {
  let last: { readonly planId: string; readonly rates: ReadonlySet<string> } | null = null;
  let kept = new Map<string, Kept>();
  let counted: ProgressCounter | null = null;
  const openPool = (): RowPool => createRowPool(spill, () => counted?.expectedRows() ?? 0);
  let pool = openPool();

  function forgetAll(): void {
    kept = new Map();
    pool = openPool();
  }

  /** The check of a file under the plan's answers, where it was made before. */
  function keptFile(name: string, plan: ImportPlan, rates: ReadonlySet<string>): Kept | null {
    const known = kept.get(name);
    return known?.answers === keyOf(name, plan) && isAsBefore(known, rates) ? known : null;
  }

  /** The rows of a file that is read again, with another answer. */
  function forgetRows(name: string): void {
    const rows = kept.get(name)?.file.rows;
    if (rows) pool.forget(rows);
  }

  function keep(file: PlanFile, plan: ImportPlan, rates: ReadonlySet<string>): Kept {
    const name = file.check.file;
    const one = { answers: keyOf(name, plan), rates, file, closes: closesToWatch(file, pool) };
    kept.set(name, one);
    return one;
  }

  return {
    pool: () => pool,
    ratesBefore: ({ id }) => (last?.planId === id ? last.rates : null),
    async *read(plan, { onProgress, threads }, rates) {
      if (plan.id !== last?.planId) forgetAll();
      last = { planId: plan.id, rates };
      const sources = await sourcesOf(plan);
      const progress = createPlanProgress(sources, () => pool.store.firstRow + pool.store.rows, onProgress);
      counted = progress;
      const unread = sources.filter(({ name }) => !keptFile(name, plan, rates));
      const answersOf = (name: string): Answers => plan.answers.get(name) ?? NO_ANSWERS;
      const ahead = createChecksAhead(unread, threads, answersOf, rates);
      const hold = createFilesAhead(threads ? [] : unread); // threads read for themselves
      const watched = createKeptWatch();
      const enter = (file: PlanFile): PlanFile => {
        progress.addRows(file.check.rows);
        return watched(keep(file, plan, rates));
      };
      for (const dropped of sources) {
        const unchanged = keptFile(dropped.name, plan, rates);
        if (unchanged) {
          yield watched(unchanged);
          progress.finish(dropped);
          continue;
        }
        // oxlint-disable-next-line no-await-in-loop -- file after file: the first row of a day stays
        const checked = await ahead.checked(dropped.name);
        if (checked) {
          forgetRows(dropped.name);
          const file = poolFile(checked, pool);
          progress.counted(dropped).file?.onRead(dropped.bytes ?? 0);
          yield enter(file);
          progress.finish(dropped);
          continue;
        }
        const source = hold(dropped);
        // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
        for (const found of await expandSource(source)) {
          if (found.type === "refused") {
            yield refusedFile(found.name, found.message);
            continue;
          }
          const { name } = found.source;
          const known = keptFile(name, plan, rates);
          if (known) {
            yield watched(known);
            continue;
          }
          forgetRows(name);
          const held = progress.counted(heldOnce(found.source, source));
          // oxlint-disable-next-line no-await-in-loop -- as above
          yield enter(await checkOne(held, answersOf(name), { pool, threads, rates }));
        }
        progress.finish(source);
      }
    },
  };
}

/** True where a file is read as it would be now that these are rates: none of its symbols is concerned. */
function isAsBefore({ file: { check }, rates: before }: Kept, rates: ReadonlySet<string>): boolean {
  if (check.kind !== "prices" || before === rates) return true;
  const changed = new Set([...rates, ...before].filter((symbol) => rates.has(symbol) !== before.has(symbol)));
  // Symbols of which every row was left out are not among its own.
  return (
    changed.size === 0 || (check.leftOutCount === 0 && !check.symbols.some((symbol) => changed.has(symbol)))
  );
}

/** @param dropped - read once already; an archive's files are others */
function heldOnce(source: PriceSource, dropped: PriceSource): PriceSource {
  return source === dropped ? source : readOnce(source);
}

function refusedFile(name: string, message: string): PlanFile {
  return { check: refused({ ...EMPTY_CHECK, file: name }, message), rows: null, facts: null };
}

/** Asks for the symbol of a file whose name gives that of an earlier one with other prices. */
function createKeptWatch(): (kept: Kept) => PlanFile {
  const watch = createNameWatch();
  return ({ file, closes }) => watch(file, closes);
}

/** Sources of the files by name, and a folder with a file for each field in one. */
function sourcesOf({ files }: ImportPlan): Promise<PriceSource[]> {
  return joinFieldFiles(files.map(fileSource).toSorted((a, b) => compareSymbols(a.name, b.name)));
}

function keyOf(name: string, { answers }: ImportPlan): string {
  return JSON.stringify(answers.get(name) ?? NO_ANSWERS);
}
