/** One file of an import plan: prices, a list of companies, or an instruments.csv. */
import { isInstrumentsFile, readInstrumentsFile } from "#workers/market/instruments-file.ts";
import { symbolFromName } from "#workers/market/layout.ts";
import { Refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import { checkFile } from "./check-file.ts";
import { refused } from "./check.ts";
import type { FileCheck, PlanFile } from "./file-check.ts";
import { CANONICAL_NAMES } from "./plain-rows.ts";
import type { ReadingThreads } from "./reading-threads.ts";
import type { RowPool } from "./row-pool.ts";

/** Checks a file under the answers that were given for it. */
export async function checkOne(
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

/** Most files are small, and each is opened for its start, for what it is, and for its rows. */
const MOST_HELD_BYTES = 4_194_304;

/** A small file whose bytes are read once, however often it is opened. */
export function readOnce(source: PriceSource): PriceSource {
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
