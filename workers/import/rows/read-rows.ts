/** The rows of a file, record by record, to the store: cells by the plan, rows by the rules of datasets/README.md. */
import { leaveOut, rowTaker } from "#workers/market/file-rows.ts";
import type { FileTally } from "#workers/market/file-rows.ts";
import { refusal } from "#workers/market/refusal.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { setTime, timeOfLast } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import {
  CLOSE,
  createRow,
  DATE,
  NUMBER_SLOTS,
  SYMBOL,
  UNREADABLE,
  UNREADABLE_DAY,
  VOLUME,
} from "#workers/market/row.ts";
import type { Row, TakeRow } from "#workers/market/row.ts";
import { symbolNumber } from "#workers/market/symbols.ts";
import type { SymbolList } from "#workers/market/symbols.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { ColumnPlan } from "../columns/columns.ts";
import type { Group } from "../columns/table-columns.ts";
import { readTimeCell } from "../cells/dates.ts";
import { knownName } from "../columns/header-names.ts";
import type { DateOrder, Decimal } from "#workers/model/import-check.ts";
import { rateCheckOf } from "./file-rates.ts";
import type { FileRates } from "./file-rates.ts";
import { enterBar } from "./findings.ts";
import type { Findings } from "./findings.ts";
import { looksNumeric, readNumber, scaled } from "../cells/numbers.ts";
import type { TakeRecord } from "../what/records.ts";
import { createRowDates } from "./row-dates.ts";
import type { RowDates } from "./row-dates.ts";
import { isShareSeries, isShareType } from "../cells/series.ts";
import { unlikelySymbol } from "#workers/model/symbol-text.ts";

export interface ReadPlan {
  readonly file: string;
  readonly columns: ColumnPlan;
  readonly header: readonly string[];
  readonly firstDataLine: number;
  readonly order: DateOrder;
  readonly price: Decimal;
  readonly volume: Decimal;
  /** What a figure of each slot counts: 1e3 for a volume in thousands. */
  readonly units: readonly number[];
  /** What says that volumes are lots; "" where they are shares or their title says what they count. */
  readonly lots: string;
  /** Prices are so many times too large. */
  readonly scale: number;
  readonly takesVolume: boolean;
  /** A minus in front of a close says that it is the mean of bid and ask, as CRSP writes days without a trade. */
  readonly hasMeans: boolean;
  readonly rates: FileRates;
  /** A row with fewer cells was cut or lost a delimiter; 0 where rows differ. */
  readonly usualCells: number;
  /** For files without symbols; "" where nothing says one. */
  readonly symbol: string;
  /** The day of a file that has none in its rows. */
  readonly day: EpochDay | null;
}

export interface Target {
  readonly store: RowStore;
  readonly symbols: SymbolList;
  readonly tally: FileTally;
}

/** Stands in place of a symbol that nothing says, until it is asked. */
export const UNKNOWN_SYMBOL = "?";

/** A table's title stands so near above its header. */
const TITLE_LINES = 3;
const CONFLICT = /^(?:<{7} |={7}$|>{7} )/;

/** A symbol as its cell means it: spreadsheets put an apostrophe in front of digits to keep their zeros. */
export function symbolText(cell: string): string {
  return cell.trim().replace(/^'(?=\d+$)/, "");
}

/** What one file's reading has at hand. */
interface Reader {
  readonly plan: ReadPlan;
  readonly target: Target;
  readonly findings: Findings;
  readonly dates: RowDates;
  readonly row: Row;
  readonly take: TakeRow;
  readonly headerKey: string;
  /** Number of each group's symbol. */
  readonly symbols: readonly number[];
  /** Symbols that were looked at and are none to leave out: most rows have one of before. */
  readonly likely: Set<string>;
  cells: readonly string[];
  group: Group | undefined;
  /** Line of the last stray, 0 before the first. */
  strayLine: number;
}

/** Takes records in file order; those above the first row of data are passed over. */
export function createRowReader(plan: ReadPlan, target: Target, findings: Findings): TakeRecord {
  const { columns, order, day } = plan;
  const ownSymbol = plan.symbol === "" ? UNKNOWN_SYMBOL : plan.symbol;
  const { tally, store } = target;
  const dates = createRowDates({ date: columns.date, time: columns.time, order, day });
  const reader: Reader = {
    plan,
    target,
    findings,
    dates,
    row: createRow(),
    take: rowTaker(tally, store, {
      isRate: rateCheckOf(plan.rates, target.symbols),
      isSameTime: () => timeOfLast(store) === dates.time,
    }),
    headerKey: plan.header.join("\u0000"),
    symbols: columns.groups.map(({ symbol }) =>
      symbolNumber(target.symbols, symbol === "" ? ownSymbol : symbol),
    ),
    likely: new Set(),
    cells: [],
    group: columns.groups[0],
    strayLine: 0,
  };
  const cellText = (slot: number): string => cellOf(reader, slot);
  return (cells, line, broken) => {
    if (line < plan.firstDataLine) return;
    reader.cells = cells;
    reader.row.line = line;
    if (CONFLICT.test(cells[0] ?? "")) throw refuseConflict(plan.file, line);
    if (isHeaderAgain(reader)) enterHeader(reader);
    else if (broken) leave(reader, "a quote that opens here is not closed. Close it in its own line.");
    else takeRecord(reader, cellText);
  };
}

function refuseSecondTable(file: string, line: number, cells: readonly string[]): Error {
  const text = `a second table begins here, ${quoteCell(cells.join(","))}; save the two as files of their own`;
  return refusal("file-refused", file, line, text);
}

function refuseConflict(file: string, line: number): Error {
  const text = "a mark of a merge conflict; settle the conflict and save the file again";
  return refusal("file-refused", file, line, text);
}

/** What stands in a row of prices between two days: `Jan 15, 2021  0.205 Dividend`. */
const EVENT = /\b(?:dividends?|(?:stock )?splits?|capital gains?)\b/i;

/** True for a dividend or a split where the prices of a row would be. */
function isEvent({ plan, cells }: Reader): boolean {
  const { date } = plan.columns;
  if (date.type !== "column") return false;
  const next = (cells[date.column + 1] ?? "").trimEnd();
  return isLetter(next.charCodeAt(next.length - 1)) && EVENT.test(next);
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** True for a line of names of columns, the date's among them: a table begins, and its columns may be others. */
function isHeader(cells: readonly string[]): boolean {
  return cells.some((cell) => knownName(cell)?.role === "date") && !cells.some(looksNumeric);
}

function isHeaderAgain(reader: Reader): boolean {
  const { plan, cells } = reader;
  return plan.header.length > 0 && cells[0]?.trim() === plan.header[0] && isSameHeader(reader);
}

function isSameHeader({ plan, cells, headerKey }: Reader): boolean {
  return cells.length === plan.header.length && cells.map((cell) => cell.trim()).join("\u0000") === headerKey;
}

/** The header once more; below a line of words it begins another table, likely of another instrument. */
function enterHeader({ plan, findings, row, cells, strayLine }: Reader): void {
  if (strayLine > 0 && row.line - strayLine <= TITLE_LINES)
    throw refuseSecondTable(plan.file, row.line, cells);
  findings.repeatedHeaders++;
}

/** Leaves a row out before its figures are looked at. */
function leave({ findings, target, row }: Reader, reason: string): void {
  findings.rows++;
  target.tally.rows++;
  leaveOut(target.tally, row.line, () => reason);
}

function takeRecord(reader: Reader, cellText: (slot: number) => string): void {
  const { dates, findings, row, plan, cells, target } = reader;
  dates.read(cells);
  row.day = dates.day;
  if (isStray(reader)) {
    if (cells.length > 1 && isHeader(cells)) {
      if (isSameHeader(reader)) {
        enterHeader(reader);
        return;
      }
      throw refuseSecondTable(plan.file, row.line, cells);
    }
    findings.strays++;
    reader.strayLine = row.line;
    target.tally.leftOut--; // told with its line, but no row that counts
    leaveOut(target.tally, row.line, () => `not a row of prices: ${quoteCell(cells.join(" ").trim())}.`);
    return;
  }
  if (isEvent(reader)) {
    findings.events++;
    return;
  }
  if (dates.isOtherOrder && findings.otherOrder++ === 0) findings.otherOrderLine = row.line;
  const width = plan.header.length;
  if (width > 0 && cells.length > width && cells.slice(width).some((cell) => cell.trim() !== "")) {
    const text = `${cells.length} cells under a header of ${width}. Quote numbers that have commas, or delete that row.`;
    leave(reader, text);
    return;
  }
  if (cells.length < plan.usualCells) {
    leave(reader, `${cells.length} cells where rows have ${plan.usualCells}. Complete or delete that row.`);
    return;
  }
  findings.rows++;
  if (!passesOver(reader)) takeGroups(reader, cellText);
}

/** A line without a day and without a price, or with a time of day in place of the day: no row of the history. */
function isStray(reader: Reader): boolean {
  const { row, plan, cells, dates } = reader;
  if (row.day > UNREADABLE_DAY) return false;
  if (readTimeCell(dates.text) > 0) return true;
  return !plan.columns.groups.some(({ columns }) =>
    Number.isFinite(readNumber(cells[columns[CLOSE] ?? -1] ?? "", plan.price)),
  );
}

/** Bonds and bills among shares. */
function passesOver({ plan, cells, findings }: Reader): boolean {
  const { series, securityType } = plan.columns;
  const seriesText = series >= 0 ? (cells[series] ?? "").trim() : "";
  const typeText = securityType >= 0 ? (cells[securityType] ?? "").trim() : "";
  if (isShareSeries(seriesText) && isShareType(typeText)) return false;
  const label = seriesText === "" ? typeText : seriesText;
  findings.otherSeries.set(label, (findings.otherSeries.get(label) ?? 0) + 1);
  return true;
}

function takeGroups(reader: Reader, cellText: (slot: number) => string): void {
  const { plan, cells, row, target, findings, dates, take } = reader;
  const { columns } = plan;
  for (const [at, group] of columns.groups.entries()) {
    reader.group = group;
    readValues(reader);
    // Before its listing an instrument of a wide table has no price.
    if (columns.isWide && Number.isNaN(row.values[CLOSE] ?? NaN)) continue;
    const symbol = columns.symbol >= 0 ? symbolText(cells[columns.symbol] ?? "") : "";
    const isLikely = symbol === "" || reader.likely.has(symbol);
    const fault = isLikely ? null : unlikelySymbol(symbol);
    if (fault !== null) {
      target.tally.rows++;
      leaveOut(
        target.tally,
        row.line,
        () => `symbol is ${quoteCell(symbol)}, which ${fault}. Correct or delete that row.`,
      );
      continue;
    }
    if (!isLikely) reader.likely.add(symbol);
    row.symbol = columns.symbol >= 0 ? symbolNumber(target.symbols, symbol) : (reader.symbols[at] ?? -1);
    const before = target.store.rows;
    take(row, cellText);
    if (target.store.rows === before) continue;
    setTime(target.store, dates.time);
    enterBar(findings, row, dates.time);
  }
}

function readValues({ plan, cells, row, group, findings }: Reader): void {
  const { values } = row;
  for (let slot = 0; slot < NUMBER_SLOTS; slot++) {
    const column = group?.columns[slot] ?? -1;
    const decimal = slot <= CLOSE ? plan.price : plan.volume;
    values[slot] = column < 0 ? NaN : readNumber(cells[column] ?? "", decimal);
  }
  if (plan.scale !== 1)
    for (let slot = 0; slot <= CLOSE; slot++) values[slot] = (values[slot] ?? NaN) / plan.scale;
  if (plan.hasMeans && (values[CLOSE] ?? NaN) < 0) {
    values[CLOSE] = -(values[CLOSE] ?? NaN);
    findings.means++;
  }
  for (let slot = VOLUME; slot < NUMBER_SLOTS; slot++) {
    const unit = plan.units[slot] ?? 1;
    if (unit !== 1) values[slot] = inUnits(values[slot] ?? NaN, unit);
  }
  if (!plan.takesVolume) values[VOLUME] = NaN;
}

/** 6547.677 thousand are 6547677, not 6547677.000000001; what can't be read stays so. */
function inUnits(value: number, unit: number): number {
  return Number.isFinite(value) && value !== UNREADABLE ? scaled(value, unit) : value;
}

function cellOf({ plan, cells, group, dates }: Reader, slot: number): string {
  if (slot === DATE) return dates.text;
  if (slot === SYMBOL && plan.columns.symbol < 0) return group?.symbol || plan.symbol;
  const column = slot === SYMBOL ? plan.columns.symbol : (group?.columns[slot] ?? -1);
  return cells[column] ?? "";
}
