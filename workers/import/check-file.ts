/** The dry run of one file: what it is, what would be stored of it, and what must be asked first. */
import { Refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { EMPTY_CHECK, refused } from "./check.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import { delimiterName, detectDelimiter } from "./dialect.ts";
import { detectEncoding } from "./encoding.ts";
import type { FileCheck, OpenedTable } from "./file-check.ts";
import { headText, readHead } from "./head.ts";
import type { Head } from "./head.ts";
import { checkInstruments, isInstrumentList } from "./instrument-list.ts";
import { checkPrices } from "./check-prices.ts";
import { checkFacts, isFactsFile } from "./check-facts.ts";
import { cotahistCells, isCotahist } from "./cotahist.ts";
import { planColumns } from "./columns.ts";
import type { ColumnPlan } from "./columns.ts";
import { guessPrices } from "./guessed-prices.ts";
import { planHeaderless } from "./headerless.ts";
import type { ReadingThreads } from "./reading-threads.ts";
import type { RowPool } from "./row-pool.ts";
import { messageOf } from "./refused-message.ts";
import { allRecords, sampleRecords } from "./sample.ts";
import { refuseBytes, refuseRecords, refuseText } from "./sniff.ts";
import { findTable } from "./table.ts";
import type { Table } from "./table.ts";
import { planByRoles } from "./table-view.ts";

/**
 * Reads a file whole and says what it is. The same bytes give the same check wherever the source's chunks are cut.
 * What can't be read comes back as a refusal; nothing that a file holds makes this throw.
 *
 * @param pool - takes the file's bars
 * @param threads - where else parts of a long file may be read
 */
export async function checkFile(
  source: PriceSource,
  pool: RowPool,
  answers: Answers = {},
  threads: ReadingThreads | null = null,
): Promise<FileCheck> {
  if (isFactsFile(source.name)) return checkFacts(source);
  const known = { ...EMPTY_CHECK, file: source.name };
  try {
    const opened = openTable(source, await readHead(source), known);
    if ("verdict" in opened) return { check: opened, rows: null };
    const columns = settleColumns(opened.table, answers);
    if (columns && isInstrumentList(opened.table, columns)) {
      return await checkInstruments(opened, columns);
    }
    return await checkPrices(opened, columns, { answers, pool, threads });
  } catch (error) {
    if (error instanceof Refusal) return { check: refused(known, messageOf(error, source.name)), rows: null };
    throw error;
  }
}

function settleColumns(table: Table, { columnRoles }: Answers): ColumnPlan | null {
  const understood = table.header.length > 0 ? guessPrices(table, planColumns(table)) : planHeaderless(table);
  return columnRoles ? planByRoles(table, understood, columnRoles) : understood;
}

function openTable(source: PriceSource, head: Head, known: ImportCheck): OpenedTable | ImportCheck {
  const binary = refuseBytes(head.bytes);
  if (binary !== null) return refused(known, binary);
  const encoding = detectEncoding(head.bytes);
  if (!encoding) return refused(known, "not a text file; save the data as CSV in UTF-8");
  const inEncoding = { ...known, encoding: encoding.name };
  const text = headText(head, encoding);
  const noText = refuseText(text);
  if (noText !== null) return refused(inEncoding, noText);
  const lineEnd = text.includes("\n") ? "\n" : "\r";
  const lines = text
    .slice(0, 40_000)
    .split(lineEnd)
    .filter((line) => line.trim() !== "");
  const delimiter = detectDelimiter(head.isWhole ? lines : lines.slice(0, Math.max(1, lines.length - 1)));
  if (delimiter === null) {
    return refused(inEncoding, "no table in it: no line has two cells; download the data as CSV");
  }
  const dialect = {
    delimiter,
    lineEnd,
    cut: isCotahist(text) ? cotahistCells : null,
  } as const;
  const records = sampleRecords(source.name, text, dialect);
  const noTable = refuseRecords(records);
  const inDialect = { ...inEncoding, delimiter: dialect.cut ? "none" : delimiterName(delimiter) };
  if (noTable !== null) return refused(inDialect, noTable);
  return {
    source,
    encoding,
    dialect,
    table: findTable(records),
    wholeTable: () => findTable(allRecords(source.name, text, dialect)),
    known: inDialect,
  };
}
