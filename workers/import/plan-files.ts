/**
 * The files of an import plan, checked one after the other. What was read is kept while the same plan is asked for
 * again, as after an answer, so that only files with another answer are read once more.
 */
import { Refusal } from "#workers/market/refusal.ts";
import { isInstrumentsFile, readInstrumentsFile } from "#workers/market/instruments-file.ts";
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import { symbolFromName } from "#workers/market/layout.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { fileSource } from "#workers/market/source.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { checkFile } from "./check-file.ts";
import { EMPTY_CHECK, refused } from "./check.ts";
import { CANONICAL_NAMES } from "./plain-rows.ts";
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

export interface PlanReader {
  /** The checks of the plan's files in code-unit order of their names, those of an archive in its order. */
  readonly read: (plan: ImportPlan, onProgress: (progress: PlanProgress) => void) => AsyncGenerator<PlanFile>;
}

/** Bars of so many rows are kept for the commit, about 160 MB of them; files past it are read again. */
const MOST_ROWS_KEPT = 2_500_000;
const NO_ANSWERS: Answers = {};

interface Kept {
  readonly answers: string;
  readonly file: PlanFile;
}

export function createPlanReader(mostRowsKept = MOST_ROWS_KEPT): PlanReader {
  let planId = "";
  let kept = new Map<string, Kept>();
  let rowsKept = 0;

  function forget(): void {
    kept = new Map();
    rowsKept = 0;
  }

  function keep(name: string, answers: string, file: PlanFile): void {
    rowsKept -= kept.get(name)?.file.rows?.store.rows ?? 0;
    kept.delete(name);
    const rows = file.rows?.store.rows ?? 0;
    if (rowsKept + rows > mostRowsKept) return;
    rowsKept += rows;
    kept.set(name, { answers, file });
  }

  return {
    async *read(plan, onProgress) {
      if (plan.id !== planId) forget();
      planId = plan.id;
      const sources = plan.files.map(fileSource).toSorted((a, b) => compareSymbols(a.name, b.name));
      const progress = createPlanProgress(sources, onProgress);
      for (const source of sources) {
        // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
        for (const found of await expandSource(source)) {
          if (found.type === "refused") {
            const check = refused({ ...EMPTY_CHECK, file: found.name }, found.message);
            yield { check, rows: null, facts: null };
            continue;
          }
          const { name } = found.source;
          const answers = plan.answers.get(name) ?? NO_ANSWERS;
          const key = JSON.stringify(answers);
          const known = kept.get(name);
          if (known?.answers === key) {
            yield known.file;
            continue;
          }
          // oxlint-disable-next-line no-await-in-loop -- as above
          const file = await checkOne(progress.counted(found.source), answers);
          keep(name, key, file);
          progress.addRows(file.check.rows);
          yield file;
        }
        progress.finish(source);
      }
    },
  };
}

async function checkOne(source: PriceSource, answers: Answers): Promise<PlanFile> {
  const checked = await checkFile(source, answers);
  if (!isInstrumentsFile(source.name))
    return { ...checked, check: withSymbolAsWritten(checked.check), facts: null };
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
function withSymbolAsWritten(check: ImportCheck): ImportCheck {
  const { symbols, table, file } = check;
  const written = symbolFromName(file);
  const isCanonicalHeader =
    table?.columns.every(({ title }) => CANONICAL_NAMES.has(title.toLowerCase())) ?? false;
  if (table?.symbolFrom !== "file-name" || !isCanonicalHeader) return check;
  return symbols.length === 1 && symbols[0] === written.toUpperCase()
    ? { ...check, symbols: [written] }
    : check;
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
  /** A dropped file is done. */
  finish(source: PriceSource): void;
}

function createPlanProgress(
  sources: readonly PriceSource[],
  onProgress: (progress: PlanProgress) => void,
): ProgressCounter {
  const bytesTotal = sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  let done = 0;
  let ofFile = 0;
  let rows = 0;
  const tell = () => onProgress({ bytesRead: Math.min(done + ofFile, bytesTotal), bytesTotal, rows });
  return {
    counted: (source) => ({
      ...source,
      async *open() {
        let read = 0;
        for await (const chunk of await source.open()) {
          read += chunk.length;
          ofFile = Math.max(ofFile, read);
          tell();
          yield chunk;
        }
      },
    }),
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
