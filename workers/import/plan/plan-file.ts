/** One file of an import plan: prices, a list of companies, or an instruments.csv. */
import { isInstrumentsFile, readInstrumentsFile } from "#workers/market/instruments-file.ts";
import { symbolFromName } from "#workers/market/layout.ts";
import { Refusal, reasonBeside } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import { isTotalReturn } from "#workers/model/total-return.ts";
import { sheetOf } from "#workers/model/place.ts";
import { checkFile } from "../what/check-file.ts";
import type { CheckTools } from "../what/check-file.ts";
import { refused } from "../what/check.ts";
import type { FileCheck, PlanFile } from "../what/file-check.ts";
import { CANONICAL_NAMES } from "../rows/plain-rows.ts";
import type { RowPool } from "../rows/row-pool.ts";

/** What a plan's files are checked with. */
export interface FileDesk extends Required<CheckTools> {
  readonly pool: RowPool;
}

/** Checks a file under the answers that were given for it. */
export async function checkOne(
  source: PriceSource,
  answers: Answers,
  { pool, ...tools }: FileDesk,
): Promise<PlanFile> {
  const checked = await checkFile(source, pool, answers, tools);
  if (!isInstrumentsFile(source.name))
    return { ...withReturnsName(withSymbolAsWritten(checked, pool), pool), facts: null };
  const { check } = checked;
  try {
    const facts = await readInstrumentsFile(source);
    const { identities } = checked;
    return {
      check: instrumentsCheck(check, facts.size),
      rows: null,
      facts,
      ...(identities ? { identities } : {}),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = reasonBeside(error, source.name);
    return { check: refused({ ...check, kind: "instruments" }, reason), rows: null, facts: null };
  }
}

/** By the contract a symbol from a file's name is in that name's letters: `infy.csv` is infy, as on the command line. */
function withSymbolAsWritten(checked: FileCheck, pool: RowPool): FileCheck {
  const { check, rows } = checked;
  const { symbols, table, file } = check;
  const written = nameAsWritten(file, symbols[0] ?? "");
  const isCanonicalHeader =
    table?.columns.every(({ title }) => CANONICAL_NAMES.has(title.toLowerCase())) ?? false;
  if (table?.symbolFrom !== "file-name" || !isCanonicalHeader) return checked;
  if (symbols.length !== 1 || symbols[0] !== written.toUpperCase()) return checked;
  return { ...calledBy(checked, written), rows: rows && pool.rename(rows, written) };
}

/** A total-return series has the symbol of its index of prices: it is named apart, so that both can stand side by side. */
function withReturnsName(checked: FileCheck, pool: RowPool): FileCheck {
  const { check, rows } = checked;
  const [symbol = "", ...others] = check.symbols;
  const isReturns = check.table?.columns.some(
    ({ title, role }) => role === "close" && /^total\s*returns?\s*index$/i.test(title.trim()),
  );
  if (!isReturns || !rows || others.length > 0 || symbol === "" || isTotalReturn(symbol)) return checked;
  const named = `${symbol} TRI`;
  const warning = `A total-return index: it is stored as ${named}, beside the index of prices.`;
  const called = calledBy(checked, named);
  return {
    ...called,
    check: {
      ...called.check,
      warnings: [...check.warnings, warning],
      message: check.message.replace(symbol, named),
    },
    rows: pool.rename(rows, named),
  };
}

/** The check of a file of one instrument, under another symbol. */
function calledBy(checked: FileCheck, symbol: string): FileCheck {
  const { check, saidRates } = checked;
  return {
    ...checked,
    check: { ...check, symbols: [symbol], rates: check.rates.map(() => symbol) },
    ...(saidRates && { saidRates: saidRates.map(() => symbol) }),
  };
}

/** The file's name without its ending; of a sheet its own, or that of its book. */
function nameAsWritten(file: string, symbol: string): string {
  const found = sheetOf(file);
  if (!found) return symbolFromName(file).replace(/\.(?:parquet|parq|pq)$/i, "");
  const ofBook = symbolFromName(found.book).replace(/\.[a-z]+$/i, "");
  return ofBook.toUpperCase() === symbol ? ofBook : found.sheet;
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
export const MOST_HELD_BYTES = 4_194_304;

/** A small file whose bytes are read once, however often it is opened. */
export function readOnce(source: PriceSource): PriceSource {
  if (source.bytes === null || source.bytes > MOST_HELD_BYTES) return source;
  let held: readonly Uint8Array[] | null = null;
  return {
    ...source,
    isHeld: true,
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
