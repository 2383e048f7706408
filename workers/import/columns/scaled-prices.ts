/** Vendors that write prices as large whole numbers: QuantConnect's LEAN, which says so nowhere, and Databento. */
import { CLOSE, OPEN } from "#workers/market/row.ts";
import type { Answers, Question } from "#workers/model/import-check.ts";
import type { OpenedTable } from "../what/file-check.ts";
import type { ColumnPlan } from "./columns.ts";

const SCALE = 10_000;
const FIXED_POINT = 1_000_000_000;
/** A cent, scaled; smaller figures are no scaled prices. */
const SMALLEST = 100;

export interface ScaleDecision {
  readonly divisor: number;
  readonly questions: readonly Question[];
  readonly warnings: readonly string[];
}

const AS_IT_IS: ScaleDecision = { divisor: 1, questions: [], warnings: [] };

/** By the shape of the rows first, then by where the file lies: an archive of one file of the same name, or its folders. */
export function scaleOf(
  { source, table }: OpenedTable,
  columns: ColumnPlan,
  answers: Answers,
): ScaleDecision {
  if (answers.scale !== undefined) return { ...AS_IT_IS, divisor: answers.scale };
  if (hasFixedPoint(table, columns)) {
    const warning = "Databento's fixed-point prices: divided by 1,000,000,000.";
    return { ...AS_IT_IS, divisor: FIXED_POINT, warnings: [warning] };
  }
  if (table.header.length > 0 || !hasLeanRows(table.rows, columns)) return AS_IT_IS;
  const name = source.name.toLowerCase();
  const isTwin = /([^/\\]+)\.zip[/\\]\1\.csv$/.test(name);
  const isEquity = /equity[/\\][a-z]+[/\\](?:daily|hour|minute|second)[/\\]/.test(name);
  const isOther = /(?:forex|crypto|cfd|index|cryptofuture)[/\\]/.test(name);
  if (isOther && !isEquity) return AS_IT_IS;
  if (isTwin || isEquity) {
    return { ...AS_IT_IS, divisor: SCALE, warnings: ["LEAN's scaled prices: divided by 10,000."] };
  }
  const example = table.rows[0]?.[columns.groups[0]?.columns[CLOSE] ?? 0] ?? "";
  const text = `Prices are whole numbers like ${example}; LEAN's files have prices times 10,000. Is this such a file?`;
  const question: Question = { about: "scale", text, choices: ["10000", "1"] };
  return { divisor: 1, questions: [question], warnings: [] };
}

/** Databento's raw prices count billionths; those that were converted have a decimal point. */
function hasFixedPoint({ header, rows }: OpenedTable["table"], { groups }: ColumnPlan): boolean {
  const names = new Set(header.map((name) => name.trim().toLowerCase()));
  const close = groups[0]?.columns[CLOSE] ?? -1;
  if (!names.has("rtype") || !names.has("publisher_id") || close < 0) return false;
  return rows.length > 0 && rows.every((row) => /^\d{6,}$/.test((row[close] ?? "").trim()));
}

/** Why rows are LEAN's factors or earlier names, which lie beside its prices; null for anything else. */
export function leanFactsOf(rows: readonly (readonly string[])[]): string | null {
  if (rows.length === 0) return null;
  if (rows.every(isFactor))
    return "LEAN's factors for splits and dividends, not prices; import the files in its folder daily";
  if (rows.every(isMinuteBar))
    return "LEAN's bars of minutes or seconds, whose day is in the file's name, not daily prices; import the files in its folder daily";
  if (rows.every(isEarlierName))
    return "LEAN's list of earlier names, not prices; import the files in its folder daily";
  return null;
}

function isFactor(row: readonly string[]): boolean {
  const factors = row.slice(1, 3).map(Number);
  return row.length === 4 && isCompactDay(row[0]) && factors.every((factor) => factor > 0 && factor <= 100);
}

/** Milliseconds of the day, then prices as whole numbers. */
function isMinuteBar(row: readonly string[]): boolean {
  const figures = row.slice(0, 5).map((cell) => (/^\d+$/.test(cell.trim()) ? Number(cell) : NaN));
  const [time = NaN, , high = NaN, low = NaN] = figures;
  return figures.length === 5 && time % 1000 === 0 && time < 86_400_000 && high >= low && low >= SMALLEST;
}

function isEarlierName(row: readonly string[]): boolean {
  const isNarrow = row.length === 2 || row.length === 3;
  return isNarrow && isCompactDay(row[0]) && /^[a-z][a-z0-9.]*$/i.test(row[1] ?? "");
}

function isCompactDay(cell: string | undefined): boolean {
  return /^(?:19|20)\d{6}$/.test((cell ?? "").trim());
}

/** `19980102 00:00,973100,975300,965300,973600,2150000`: compact dates with a time, and whole numbers. */
function hasLeanRows(rows: readonly (readonly string[])[], { date, groups }: ColumnPlan): boolean {
  const columns = groups[0]?.columns;
  if (date.type !== "column" || date.column !== 0 || !columns || columns[OPEN] !== 1 || rows.length === 0)
    return false;
  return rows.every(
    (row) =>
      /^\d{8} \d{2}:\d{2}$/.test((row[0] ?? "").trim()) &&
      row.slice(1, 5).every((cell) => /^\d+$/.test(cell.trim()) && Number(cell) >= SMALLEST),
  );
}
