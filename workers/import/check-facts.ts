/** The dry run of a facts.csv or signals.csv: which facts it has, of whom, and which rows are left out. */
import { factsKind, openFactsFile } from "#workers/market/facts-file.ts";
import type { FactsTable } from "#workers/market/facts-file.ts";
import { refuseWhenBad } from "#workers/market/file-rows.ts";
import { Refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { unpackedChunks } from "#workers/market/unpack.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { FactSeries } from "#workers/model/market.ts";
import { EMPTY_CHECK, refused } from "./check.ts";
import type { FileCheck } from "./file-check.ts";
import { messageOf } from "./refused-message.ts";

const NAMES_SHOWN = 5;

/** True for a file that checkFacts is for. */
export function isFactsFile(file: string): boolean {
  return factsKind(file) !== null;
}

/** Reads the file whole, by the rules of the command line; whose facts count is known when all files are read. */
export async function checkFacts(source: PriceSource): Promise<FileCheck> {
  const kind = factsKind(source.name) ?? "fact";
  const known: ImportCheck = { ...EMPTY_CHECK, file: source.name, kind: "facts", format: formatOf(kind) };
  const { bytes, book, finish } = openFactsFile(source.name, kind);
  try {
    for await (const chunk of unpackedChunks(source, () => {})) bytes.push(chunk);
    bytes.end();
    refuseWhenBad(book);
  } catch (error) {
    if (error instanceof Refusal) return { check: refused(known, messageOf(error, source.name)), rows: null };
    throw error;
  }
  const table = finish();
  return { check: describe(known, table), rows: null, factsTable: table };
}

function formatOf(kind: FactSeries["kind"]): string {
  return kind === "fact" ? "facts that become known over time" : "signals, known at their day's close";
}

function describe(known: ImportCheck, table: FactsTable): ImportCheck {
  const { book, symbols, figures } = table;
  const { file, rows, leftOut, repeats, issues } = book;
  const { first, last } = extentOf(table);
  const dates = { first: dateOf(first), last: dateOf(last) };
  const when = dates.first === null ? "without a value" : `known from ${dates.first} to ${dates.last ?? ""}`;
  return {
    ...known,
    ...dates,
    verdict: "ok",
    encoding: "UTF-8",
    symbols,
    rows,
    leftOut: issues.map(({ line, message }) => ({ line, reason: message.slice(`${file}:${line}: `.length) })),
    leftOutCount: leftOut,
    repeats,
    message: `${namesOf(figures.map(({ name }) => name))} of ${symbols.length} instruments, ${when}.`,
  };
}

function namesOf(names: readonly string[]): string {
  const others = names.length - NAMES_SHOWN;
  return `${names.slice(0, NAMES_SHOWN).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

/** EpochDays; Infinity and -Infinity without a step. */
function extentOf({ figures }: FactsTable): { readonly first: number; readonly last: number } {
  let [first, last] = [Infinity, -Infinity];
  for (const { steps } of figures) {
    for (const day of steps.day) {
      if (day < first) first = day;
      if (day > last) last = day;
    }
  }
  return { first, last };
}

function dateOf(day: number): string | null {
  return Number.isFinite(day) ? formatIsoDay(day) : null;
}
