/** The rows of a sheet of Excel, from its XML: values as its cells show them, days as ISO dates. */
import { refusal } from "#workers/market/refusal.ts";
import { MOST_COLUMNS, numberCell } from "./csv-rows.ts";
import type { CsvRows } from "./csv-rows.ts";
import { createMergeFiller } from "./merged-cells.ts";
import type { MergedArea } from "./merged-cells.ts";
import { unescapeText } from "./xlsx-book.ts";
import { attributeOf, BadXml } from "./xml-scan.ts";
import type { XmlTaker } from "./xml-scan.ts";

export interface XlsxSheetContext {
  readonly strings: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
  /** Merged areas in the order of their first rows. */
  readonly merged: readonly MergedArea[];
}

/** What a sheet's tags hold: ECMA-376 part 1, 18.3.1. */
const WITHIN = {
  sheetData: new Set(["row", "extLst", "AlternateContent"]),
  row: new Set(["c", "extLst", "AlternateContent"]),
  c: new Set(["f", "v", "is", "extLst", "AlternateContent"]),
  is: new Set(["t", "r", "rPh", "phoneticPr"]),
  v: new Set<string>(),
  f: new Set<string>(),
  t: new Set<string>(),
} as const;

/** Takes a sheet's tags and gives its rows. */
export function createXlsxRows(file: string, rows: CsvRows, context: XlsxSheetContext): XmlTaker {
  const { strings, dateStyles, is1904 } = context;
  const fillMerged = createMergeFiller(file, context.merged);
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  let type = "";
  let isDate = false;
  let value = "";
  let formula = "";
  /** Where the text between two tags belongs. */
  let into: "value" | "formula" | "" = "";
  let isInData = false;
  let hasData = false;
  let isPronunciation = false;

  function startCell(attributes: string): void {
    const reference = attributeOf(attributes, "r");
    const named = reference === null ? column + 1 : columnOf(reference);
    if (named < 0 || named >= MOST_COLUMNS)
      throw refusal(
        "file-refused",
        file,
        row,
        `a cell ${JSON.stringify((reference ?? "").slice(0, 20))}, which no sheet has; save the table again`,
      );
    column = named;
    type = attributeOf(attributes, "t") ?? "n";
    isDate = type === "n" && dateStyles[Number(attributeOf(attributes, "s") ?? 0)] === true;
    value = "";
    formula = "";
  }

  function endCell(): void {
    const text = cellText({ type, isDate, value, formula }, { file, row, strings, is1904 });
    if (text === "") return;
    while (cells.length < column) cells.push("");
    cells[column] = text;
  }

  return {
    within: WITHIN,
    open(tag, attributes, isEmpty) {
      if (tag === "sheetData") [isInData, hasData] = [!isEmpty, true];
      if (!isInData) return;
      if (tag === "c") {
        startCell(attributes);
        return;
      }
      if (tag === "v" || tag === "t") into = isEmpty || isPronunciation ? "" : "value";
      else if (tag === "f") into = isEmpty ? "" : "formula";
      else if (tag === "rPh") isPronunciation = !isEmpty;
      else if (tag === "row") {
        const named = attributeOf(attributes, "r");
        row = named === null ? row + 1 : Number(named);
        cells = [];
        column = -1;
      }
    },
    close(tag) {
      if (tag === "worksheet" && !hasData) throw new BadXml("has no list of rows");
      if (!isInData) return;
      if (tag === "c") endCell();
      else if (tag === "row") rows.add(row, fillMerged(row, cells));
      else if (tag === "sheetData") isInData = false;
      else if (tag === "rPh") isPronunciation = false;
      else into = "";
    },
    text(text) {
      if (into === "value") value += text;
      else if (into === "formula") formula += text;
    },
  };
}

interface ReadCell {
  /** Of its value: s a shared text, str and inlineStr a text of its own, b a truth, d an ISO date, e an error, n a number. */
  readonly type: string;
  /** True for a number that is shown as a day or a time. */
  readonly isDate: boolean;
  readonly value: string;
  readonly formula: string;
}

interface CellContext extends Pick<XlsxSheetContext, "strings" | "is1904"> {
  readonly file: string;
  readonly row: number;
}

function cellText({ type, isDate, value, formula }: ReadCell, context: CellContext): string {
  if (value === "") return formula === "" ? "" : `=${formula}`; // a formula that nobody has worked out
  switch (type) {
    case "s":
      return sharedText(value, context);
    case "inlineStr":
    case "str":
      return unescapeText(value);
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "d":
      return value.replace("T", " ").replace(/ 00:00:00(?:\.0+)?Z?$/, "");
    case "e":
      return value;
    default:
      return (isDate ? serialText(Number(value), context.is1904) : null) ?? numberCell(value);
  }
}

function sharedText(value: string, { file, row, strings }: CellContext): string {
  const text = strings[Number(value)];
  if (text !== undefined) return text;
  throw refusal(
    "file-unreadable",
    file,
    row,
    "cannot be read: a cell's text is missing; save the book again",
  );
}

/** `BC12` is column 54, counted from 0; -1 for what names no column. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
    if (column > MOST_COLUMNS) return MOST_COLUMNS;
  }
  return column - 1;
}

const DAY_SECONDS = 86_400;
const DAY_MS = 86_400_000;
/** The last day that a spreadsheet shows: 9999-12-31, counted from 1900. */
const LAST_SERIAL = 2_958_465;
const DAYS_TO_1904 = 1462;
/** Lotus 1-2-3 took 1900 for a leap year, and Excel counts its 29 February to this day. */
const FALSE_LEAP_DAY = 60;

/**
 * `2024-01-02`, with a time `2024-01-02 15:30:00`; a count below one is a time alone, `15:30:00`.
 *
 * @param is1904 - counted from 1904-01-01 as day 0, else from 1900-01-01 as day 1
 * @returns null for a count that is no day: below 0, or after the year 9999
 */
function serialText(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0)) return null;
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const time = timeText(seconds - day * DAY_SECONDS);
  if (day === 0 && !is1904) return time === "" ? "00:00:00" : time;
  const counted = is1904 ? day + DAYS_TO_1904 : day;
  if (counted > LAST_SERIAL) return null;
  const date = dateText(counted);
  return time === "" ? date : `${date} ${time}`;
}

/** @param counted - days from 1900 as Excel counts them */
function dateText(counted: number): string {
  if (counted === FALSE_LEAP_DAY) return "1900-02-29";
  const before = counted < FALSE_LEAP_DAY ? 1 : 0;
  // Day 0 of a true count is 1899-12-30.
  return new Date(Date.UTC(1899, 11, 30) + (counted + before) * DAY_MS).toISOString().slice(0, 10);
}

/** "" at midnight. */
function timeText(seconds: number): string {
  if (seconds === 0) return "";
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
