/**
 * The files of an import plan, checked one after the other. What was read is kept while the same plan is asked for
 * again, as after an answer, so that only files with another answer are read once more.
 */
import { Refusal } from "#workers/market/refusal.ts";
import { isInstrumentsFile, readInstrumentsFile } from "#workers/market/instruments-file.ts";
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import { symbolFromName } from "#workers/market/layout.ts";
import type { Spill } from "#workers/market/market-builder.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { fileSource } from "#workers/market/source.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { checkFile } from "./check-file.ts";
import { EMPTY_CHECK, refused } from "./check.ts";
import { CANONICAL_NAMES } from "./plain-rows.ts";
import type { ReadingThreads } from "./reading-threads.ts";
import { createRowPool } from "./row-pool.ts";
import type { RowPool } from "./row-pool.ts";
import { expandSource } from "./expand.ts";
import type { FileCheck } from "./file-check.ts";

/** A file of a plan, checked. */
export interface PlanFile extends FileCheck {
  /** What an instruments.csv says, by symbol; null for any other file. */
  readonly facts: ReadonlyMap<string, InstrumentFacts> | null;
}

export interface PlanProgress {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly rows: number;
}

export interface ReadTools {
  readonly onProgress: (progress: PlanProgress) => void;
  /** Where else files may be read; null for nowhere. */
  readonly threads: ReadingThreads | null;
}

export interface PlanReader {
  /** The checks of the plan's files in code-unit order of their names, those of an archive in its order. */
  readonly read: (plan: ImportPlan, tools: ReadTools) => AsyncGenerator<PlanFile>;
  /** The bars of the files that were read. */
  readonly pool: () => RowPool;
}

const NO_ANSWERS: Answers = {};

interface Kept {
  readonly answers: string;
  readonly file: PlanFile;
}

/** @param spill - takes rows that the memory should not hold; null to hold them all */
export function createPlanReader(spill: Spill | null = null): PlanReader {
  let planId = "";
  let kept = new Map<string, Kept>();
  let counted: ProgressCounter | null = null;
  const openPool = (): RowPool => {
    return createRowPool(spill, () => counted?.expectedRows() ?? 0);
  };
  let pool = openPool();

  function forgetAll(): void {
    kept = new Map();
    pool = openPool();
  }

  /** The check of a file under the plan's answers, where it was made before. */
  function keptFile(name: string, plan: ImportPlan): PlanFile | null {
    const known = kept.get(name);
    return known?.answers === keyOf(name, plan) ? known.file : null;
  }

  return {
    pool: () => pool,
    async *read(plan, { onProgress, threads }) {
      if (plan.id !== planId) forgetAll();
      planId = plan.id;
      const sources = plan.files.map(fileSource).toSorted((a, b) => compareSymbols(a.name, b.name));
      const progress = createPlanProgress(sources, () => pool.store.firstRow + pool.store.rows, onProgress);
      counted = progress;
      for (const dropped of sources) {
        const unchanged = keptFile(dropped.name, plan);
        if (unchanged) {
          yield unchanged;
          progress.finish(dropped);
          continue;
        }
        const source = readOnce(dropped);
        // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
        for (const found of await expandSource(source)) {
          if (found.type === "refused") {
            const check = refused({ ...EMPTY_CHECK, file: found.name }, found.message);
            yield { check, rows: null, facts: null };
            continue;
          }
          const { name } = found.source;
          const known = keptFile(name, plan);
          if (known) {
            yield known;
            continue;
          }
          const outdated = kept.get(name)?.file.rows;
          if (outdated) pool.forget(outdated);
          const answers = plan.answers.get(name) ?? NO_ANSWERS;
          // oxlint-disable-next-line no-await-in-loop -- as above
          const file = await checkOne(progress.counted(readOnce(found.source)), answers, { pool, threads });
          kept.set(name, { answers: keyOf(name, plan), file });
          progress.addRows(file.check.rows);
          yield file;
        }
        progress.finish(source);
      }
    },
  };
}

/** Most files are small, and each is opened for its start, for what it is, and for its rows. */
const MOST_HELD_BYTES = 4_194_304;

/** A small file whose bytes are read once, however often it is opened. */
function readOnce(source: PriceSource): PriceSource {
  if (source.bytes === null || source.bytes > MOST_HELD_BYTES) return source;
  let held: readonly Uint8Array[] | null = null;
  return {
    ...source,
    async *open() {
      if (!held) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of await source.open()) chunks.push(new Uint8Array(chunk));
        held = chunks;
      }
      yield* held;
    },
  };
}

function keyOf(name: string, { answers }: ImportPlan): string {
  return JSON.stringify(answers.get(name) ?? NO_ANSWERS);
}

async function checkOne(
  source: PriceSource,
  answers: Answers,
  { pool, threads }: { readonly pool: RowPool; readonly threads: ReadingThreads | null },
): Promise<PlanFile> {
  const checked = await checkFile(source, pool, answers, threads);
  if (!isInstrumentsFile(source.name)) return { ...withSymbolAsWritten(checked, pool), facts: null };
  const { check } = checked;
  try {
    const facts = await readInstrumentsFile(source);
    return { check: instrumentsCheck(check, facts.size), rows: null, facts };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = error.problem.message.replace(`${source.name}:`, "line ");
    return { check: refused({ ...check, kind: "instruments" }, message), rows: null, facts: null };
  }
}

/** By the contract a symbol from a file's name is in that name's letters: `infy.csv` is infy, as on the command line. */
function withSymbolAsWritten(checked: FileCheck, pool: RowPool): FileCheck {
  const { check, rows } = checked;
  const { symbols, table, file } = check;
  const written = symbolFromName(file);
  const isCanonicalHeader =
    table?.columns.every(({ title }) => CANONICAL_NAMES.has(title.toLowerCase())) ?? false;
  if (table?.symbolFrom !== "file-name" || !isCanonicalHeader) return checked;
  if (symbols.length !== 1 || symbols[0] !== written.toUpperCase()) return checked;
  return { ...checked, check: { ...check, symbols: [written] }, rows: rows && pool.rename(rows, written) };
}

/** An instruments.csv is one by its name, whatever columns it lacks. */
function instrumentsCheck(check: ImportCheck, instruments: number): ImportCheck {
  return {
    ...check,
    verdict: "ok",
    kind: "instruments",
    format: "instruments.csv",
    questions: [],
    message: `Names, exchanges and currencies of ${instruments} instruments.`,
  };
}

interface ProgressCounter {
  /** The source with its bytes counted as they are read; a second reading of a file counts once. */
  counted(source: PriceSource): PriceSource;
  addRows(rows: number): void;
  /** How many rows all files come to, as far as can be told by now; 0 for unknown. */
  expectedRows(): number;
  /** A dropped file is done. */
  finish(source: PriceSource): void;
}

/** @param pooledRows - how many there are by now */
function createPlanProgress(
  sources: readonly PriceSource[],
  pooledRows: () => number,
  onProgress: (progress: PlanProgress) => void,
): ProgressCounter {
  const bytesTotal = sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  let done = 0;
  let ofFile = 0;
  let rows = 0;
  let rowsPerByte = 0;
  const readElsewhere = () => {
    let read = 0;
    return (bytes: number): void => {
      read += bytes;
      ofFile = Math.max(ofFile, read);
      rowsPerByte = pooledRows() / (done + ofFile);
      tell();
    };
  };
  const tell = () => onProgress({ bytesRead: Math.min(done + ofFile, bytesTotal), bytesTotal, rows });
  return {
    counted: ({ file, ...source }) => ({
      ...source,
      ...(file && { file: { bytes: file.bytes, onRead: readElsewhere() } }),
      async *open() {
        let read = 0;
        for await (const chunk of await source.open()) {
          read += chunk.length;
          ofFile = Math.max(ofFile, read);
          tell();
          yield chunk;
          rowsPerByte = pooledRows() / (done + ofFile);
        }
      },
    }),
    expectedRows: () => rowsPerByte * bytesTotal,
    addRows(more) {
      rows += more;
    },
    finish({ bytes }) {
      done += bytes ?? 0;
      ofFile = 0;
      tell();
    },
  };
}
