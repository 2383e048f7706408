/** The sheets of a workbook as sources of CSV text: `book.xlsx/Prices`, as if they were files in an archive. */
import { refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { readOdsBook } from "./ods-book.ts";
import { createOdsRows } from "./ods-rows.ts";
import { sheetSource } from "./table-source.ts";
import type { PartOf } from "./xlsx-book.ts";
import { readXlsxBook } from "./xlsx-book.ts";
import { readMergedAreas } from "./xlsx-merged.ts";
import type { MergedArea } from "./merged-cells.ts";
import { createXlsxRows } from "./xlsx-rows.ts";

/** A kind of workbook, or why it is not read. */
export type BookKind = "xlsx" | "ods" | { readonly refused: string };

/** What kind of workbook an archive is, by the files in it; null for no workbook. */
export function bookKindOf(paths: ReadonlySet<string>): BookKind | null {
  if (paths.has("xl/workbook.bin"))
    return { refused: "a binary Excel workbook (.xlsb); save it as .xlsx or CSV" };
  if (paths.has("[Content_Types].xml")) {
    if ([...paths].some((path) => path.startsWith("xl/"))) return "xlsx";
    return { refused: "a document of Office without a sheet; save the table as .xlsx or CSV" };
  }
  if (paths.has("Index/Document.iwa") || paths.has("Index.zip"))
    return {
      refused: "a Numbers document; in Numbers choose File, Export to, and Excel (.xlsx) or CSV",
    };
  if (paths.has("mimetype") && paths.has("content.xml")) return "ods";
  return null;
}

export interface BookTables {
  /** Those that a person sees when the book is opened. */
  readonly shown: readonly PriceSource[];
  readonly hidden: readonly PriceSource[];
}

/** @throws Refusal for a book that is damaged, protected, or larger than a device can hold */
export async function openBook(name: string, kind: "xlsx" | "ods", partOf: PartOf): Promise<BookTables> {
  const all = kind === "xlsx" ? await xlsxTables(name, partOf) : await odsTables(name, partOf);
  const hidden = all.filter(({ isHidden }) => isHidden).map(({ source }) => source);
  const shown = all.filter(({ isHidden }) => !isHidden).map(({ source }) => source);
  if (shown.length === 0)
    throw refusal(
      "file-refused",
      name,
      null,
      "all its sheets are hidden; show the one with the prices and save",
    );
  return { shown, hidden };
}

interface BookTable {
  readonly source: PriceSource;
  readonly isHidden: boolean;
}

async function xlsxTables(book: string, partOf: PartOf): Promise<BookTable[]> {
  const { sheets, is1904, dateStyles, strings } = await readXlsxBook(book, partOf);
  return sheets.map(({ name: sheet, isHidden, part }) => {
    const name = `${book}/${sheetFileName(sheet)}`;
    let merged: Promise<readonly MergedArea[]> | null = null;
    const tableOf = "Excel workbook";
    const source = sheetSource({ name, tableOf }, part, async (rows) => {
      const texts = await strings();
      merged ??= readMergedAreas(name, part);
      return createXlsxRows(name, rows, { strings: texts, dateStyles, is1904, merged: await merged });
    });
    return { source, isHidden };
  });
}

async function odsTables(book: string, partOf: PartOf): Promise<BookTable[]> {
  const { content, tables } = await readOdsBook(book, partOf);
  return tables.map(({ name: sheet, isHidden }, at) => {
    const name = `${book}/${sheetFileName(sheet)}`;
    const tableOf = "OpenDocument spreadsheet";
    const source = sheetSource({ name, tableOf }, content, (rows) => createOdsRows(name, rows, at));
    return { source, isHidden };
  });
}

/** A sheet's name as that of a file: without slashes. */
function sheetFileName(sheet: string): string {
  return sheet.replaceAll(/[/\\]/g, "-") || "sheet";
}
