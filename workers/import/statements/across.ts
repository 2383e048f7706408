/** Statements with a period a column and an item a row: yfinance's, and the Data Sheet of screener.in. */
import { openFactsTally } from "#workers/market/facts-tally.ts";
import { leaveOut } from "#workers/market/file-rows.ts";
import { baseName } from "#workers/market/layout.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { NO_DAY, UNREADABLE } from "#workers/market/row.ts";
import { formatIsoDay, toEpochDay } from "#workers/model/day.ts";
import type { Decimal } from "#workers/model/import-check.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import { monthOf } from "../cells/month-names.ts";
import { createDecimalEvidence, readNumber, timesUnit, weighNumber } from "../cells/numbers.ts";
import type { SampleRecord } from "../what/table.ts";
import type { AcrossStatement, StatementSettings } from "./any-statement.ts";
import { findItem, plainTitle, unitOf, unitOfItem, unitOfLine } from "./items.ts";
import { createStatementRow, createStatementRows, SPAN_OPEN } from "./statement-table.ts";
import type { StatementTable } from "./statement-table.ts";
import { createTitleFigures } from "./title-figures.ts";
import { PUBLISHED } from "./layout-shape.ts";

/** Periods across: their line, and what is known of them from there on. */
interface PeriodLine {
  /** End of the period of each column; NO_DAY for a column without a period. */
  readonly ends: readonly number[];
  readonly span: number;
}

const SCREENER_UNIT = 1e7;
const ENOUGH_ITEMS = 2;
/** The line of periods stands within so many records. */
const SEARCH = 12;
const ZERO = 48;
const LETTER_A = 97;
const LETTER_R = 114;
const LETTER_Z = 122;
/** The bit that makes a capital a small letter. */
const LOWER = 32;

/** null for a table of something else. */
export function findAcross(records: readonly SampleRecord[]): AcrossStatement | null {
  const found = vendorOfPeriods(records);
  if (!found) return null; // most files: their rows are not looked through for items
  const items = records.filter(({ cells }) => findItem(cells[0] ?? "") !== null).length;
  return items < ENOUGH_ITEMS ? null : found;
}

function vendorOfPeriods(records: readonly SampleRecord[]): AcrossStatement | null {
  const top = records.slice(0, SEARCH).map(({ cells }) => cells);
  if (top.some(isMonthHeader)) return { vendor: "screener.in Data Sheet" };
  if (top.some(isPeriodHeader)) return { vendor: "yfinance statements" };
  const hasReportDates = records.some(
    ({ cells }) => isReportDate(cells[0] ?? "") && periodsOf(cells).some((end) => end !== NO_DAY),
  );
  return hasReportDates ? { vendor: "screener.in Data Sheet" } : null;
}

function isReportDate(title: string): boolean {
  return mayBeginWithR(title) && /^\W*r/i.test(title) && plainTitle(title) === "reportdate";
}

/** False for a title that begins with a digit or another letter of ASCII, as most do. */
function mayBeginWithR(title: string): boolean {
  const first = title.charCodeAt(0);
  const letter = first | LOWER;
  const isOtherLetter = letter >= LETTER_A && letter <= LETTER_Z && letter !== LETTER_R;
  return !isOtherLetter && !(first >= ZERO && first <= ZERO + 9);
}

function isPeriodHeader([first = "", ...others]: readonly string[]): boolean {
  const named = others.filter((cell) => cell.trim() !== "");
  const isCorner =
    ["", "index", "breakdown", "item", "items", "name"].includes(plainTitle(first)) || unitOf(first) !== 1;
  return (
    isCorner && named.length > 0 && named.every((cell) => /ttm/i.test(cell) || periodEnd(cell) !== NO_DAY)
  );
}

/** As tables of screener.in have it: `Narration,Mar-21,Mar-22,Trailing`. */
function isMonthHeader([first = "", ...others]: readonly string[]): boolean {
  const named = others.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const months = named.filter((cell) => /^[A-Za-z]{3}[-' ]+(?:\d{2}|\d{4})$/.test(cell));
  return (
    months.length > 0 &&
    (["", "narration", "particulars"].includes(plainTitle(first)) || unitOf(first) !== 1) &&
    named.every((cell) => months.includes(cell) || /^(?:ttm|trailing|best case|worst case)$/i.test(cell))
  );
}

function isHeaderOfPeriods(cells: readonly string[]): boolean {
  return isPeriodHeader(cells) || isMonthHeader(cells);
}

/** The ends of a header's periods; null for a line that is none. */
function headerEnds(cells: readonly string[]): readonly number[] | null {
  return isHeaderOfPeriods(cells) || isReportDate(cells[0] ?? "") ? periodsOf(cells) : null;
}

function periodsOf(cells: readonly string[]): number[] {
  return cells.map((cell, column) => (column === 0 ? NO_DAY : periodEnd(cell)));
}

/** The day of a cell, the last of the month where it has no day; NO_DAY for anything else. */
function periodEnd(cell: string): number {
  const [, word = "", short = ""] = /^([A-Za-z]{3,9})[-' ]+(\d{2}|\d{4})$/.exec(cell.trim()) ?? [];
  const month = monthOf(word);
  if (month > 0) {
    const year = short.length === 4 ? Number(short) : 2000 + Number(short) - (Number(short) > 60 ? 100 : 0);
    return month === 12 ? toEpochDay(year, 12, 31) : toEpochDay(year, month + 1, 1) - 1;
  }
  const date = readDateCell(cell);
  if (!date) return NO_DAY;
  if (date.parts.type !== "open") return dayOf(date.parts, "ymd") ?? NO_DAY;
  // The last day of a month is above 12, so that its place shows.
  const { a, b } = date.parts;
  if (Math.max(a, b) <= 12) return NO_DAY;
  return dayOf(date.parts, a > 12 ? "dmy" : "mdy") ?? NO_DAY;
}

/** How the figures of items are written, by all of them. */
export function decimalOfAcross(records: readonly SampleRecord[]): Decimal {
  const evidence = createDecimalEvidence();
  for (const { cells } of records)
    if (findItem(cells[0] ?? "")) for (const cell of cells.slice(1)) weighNumber(evidence, cell);
  return evidence.comma > evidence.dot ? "comma" : "dot";
}

/** @param of - the symbol from the file's name or an answer, and how numbers are written */
export function readAcross(
  records: readonly SampleRecord[],
  { vendor }: AcrossStatement,
  { file, today, lag }: StatementSettings,
  { symbol, decimal }: { readonly symbol: string; readonly decimal: Decimal },
): StatementTable {
  const tally = openFactsTally(file, "fact");
  tally.layout = vendor;
  const row = createStatementRow();
  row.symbol = 0;
  let contradictory = 0;
  const rows = createStatementRows(0, (line, figure, firstLine) => {
    if (line === contradictory) return; // a row counts once
    contradictory = line;
    const text = `${titles.all[figure]?.name ?? ""} is in line ${firstLine} already, with a different value; the first stays.`;
    leaveOut(tally, line, () => text);
  });
  const titles = createTitleFigures(rows, null);
  const isScreener = vendor === "screener.in Data Sheet";
  let periods: PeriodLine | null = null;
  let section = "";
  const units = unitsAcross(records, isScreener ? SCREENER_UNIT : 1, isHeaderOfPeriods);
  const published = publishedAcross(records, headerEnds, periodEnd);
  for (const { cells, line } of records) {
    const title = cells[0] ?? "";
    const ends: readonly number[] = !isScreener && periods ? [] : periodsOf(cells);
    const isOfReports = isScreener && isReportDate(title);
    const isHeader = isOfReports || (!periods && (isScreener ? isMonthHeader(cells) : isPeriodHeader(cells)));
    units.look(cells, isHeader);
    if (isHeader) {
      periods = { ends, span: isOfReports ? (/quarter/i.test(section) ? 1 : 4) : SPAN_OPEN };
      continue;
    }
    if (cells.slice(1).every((cell) => cell.trim() === "")) section = title;
    const figure = periods && titles.find(title, line);
    const item = figure?.item;
    if (!item || !periods) continue;
    tally.rows++;
    const unit = unitOfItem(item, figure.unit, units.money);
    units.used.add(unit);
    const isPaid = !isScreener && (item.name === "capex" || item.name === "dividendsPaid");
    const factor = unit * (isPaid ? -1 : 1);
    let isTold = false;
    const leave = (reason: () => string): void => {
      if (!isTold) leaveOut(tally, line, reason); // a row counts once
      isTold = true;
    };
    for (const [column, end] of periods.ends.entries()) {
      const text = cells[column] ?? "";
      if (end === NO_DAY || text.trim() === "") continue;
      const value = readNumber(text, decimal);
      if (Number.isNaN(value)) continue;
      if (value === UNREADABLE || end > today + 1) {
        leave(() => faultOfCell(item.name, text, value === UNREADABLE ? null : end));
        continue;
      }
      row.period = end;
      row.known = published.get(end) ?? NO_DAY;
      row.span = periods.span;
      row.line = line;
      rows.put(row, figure.at, timesUnit(value, factor));
    }
  }
  const columns = rows.columns();
  return {
    tally,
    vendor,
    symbols: [symbol],
    code: "symbol",
    ...columns,
    ...titles.combined(columns.values, columns.rows),
    currency: "",
    lag,
    passed: new Map(),
    units: [...units.used],
  };
}

/** @param end - that of a period to come; null for a value that can't be read */
function faultOfCell(name: string, text: string, end: number | null): string {
  if (end === null) return `${name} is ${quoteCell(text)}, which cannot be read. Correct that cell.`;
  return `${name} is of a period that ends on ${formatIsoDay(end)}, which has not come yet.`;
}

/** What the file's name says of the symbol; "" for nothing. */
export function symbolOfAcross(file: string, { vendor }: AcrossStatement): string {
  if (vendor !== "yfinance statements") return "";
  const [, symbol = ""] =
    /^([A-Z0-9.^=-]+)_(?:quarterly_|annual_|yearly_)?(?:income|balance|cash|financials)/i.exec(
      baseName(file),
    ) ?? [];
  return symbol.toUpperCase();
}

/**
 * When the periods were published, which a row such as `Filing Date` says below them. EpochDays by the end of the
 * period; the latest of several, and none before the period's own end.
 *
 * @param endsOf - the ends of periods of a header, by column; null for any other line
 * @param readDay - NO_DAY for what is no day
 */
function publishedAcross(
  records: readonly SampleRecord[],
  endsOf: (cells: readonly string[]) => readonly number[] | null,
  readDay: (cell: string) => number,
): ReadonlyMap<number, number> {
  const published = new Map<number, number>();
  let ends: readonly number[] = [];
  for (const { cells } of records) {
    ends = endsOf(cells) ?? ends;
    if (PUBLISHED[plainTitle(cells[0] ?? "")] === undefined) continue;
    for (const [column, end] of ends.entries()) {
      const day = column === 0 || end === NO_DAY ? NO_DAY : readDay(cells[column] ?? "");
      if (day !== NO_DAY && day >= end) published.set(end, Math.max(published.get(end) ?? day, day));
    }
  }
  return published;
}

/** What the money of a table with a period a column is counted in: its lines of words say it, above, between or below its rows. */
interface UnitsAcross {
  /** Unit of the money in the rows from here on. */
  money: number;
  /** Takes a line in its turn. */
  readonly look: (cells: readonly string[], isHeader: boolean) => void;
  /** What figures were multiplied by; 1 is none. */
  readonly used: Set<number>;
}

/** @param usual - what money is counted in where no line says it */
function unitsAcross(
  records: readonly SampleRecord[],
  usual: number,
  isHeader: (cells: readonly string[]) => boolean,
): UnitsAcross {
  const units: UnitsAcross = { money: firstUnit(records, isHeader) ?? usual, look, used: new Set() };
  function look(cells: readonly string[], isPeriods: boolean): void {
    units.money = unitNamed(cells, isPeriods) ?? units.money;
  }
  return units;
}

/** What a line of no item says that money is counted in; null where it says nothing. */
function unitNamed(cells: readonly string[], isHeader: boolean): number | null {
  if (findItem(cells[0] ?? "")) return null;
  const unit = isHeader ? unitOf(cells[0] ?? "") : unitOfLine(cells);
  return unit === 1 ? null : unit;
}

/** A note at the foot says it of all rows that have nothing above them. */
function firstUnit(
  records: readonly SampleRecord[],
  isHeader: (cells: readonly string[]) => boolean,
): number | null {
  for (const { cells } of records) {
    const unit = unitNamed(cells, isHeader(cells));
    if (unit !== null) return unit;
  }
  return null;
}
