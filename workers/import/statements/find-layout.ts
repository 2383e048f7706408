/** Which layout of statements a header has, and what its columns mean in it. */
import { formatIsoDay } from "#workers/model/day.ts";
import { knownName } from "../columns/header-names.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import type { DateParts } from "../cells/dates.ts";
import type { SampleRecord } from "../what/table.ts";
import type { CodeKind } from "./identities.ts";
import { findItem, findTitledItem, plainTitle } from "./items.ts";
import type { TitledItem } from "./items.ts";
import { PUBLISHED, SPAN_TITLES } from "./layout-shape.ts";
import type { ColumnMeaning, StatementLayout } from "./layout-shape.ts";
import { spanOfWord } from "./spans.ts";
import { BY_PERIOD_END, STATEMENT_LAYOUTS } from "./layouts.ts";

/** Titles of columns of codes, in this order where a table has several. */
const CODES: readonly (readonly [title: string, kind: CodeKind])[] = [
  ["isin", "isin"],
  ["isinnumber", "isin"],
  ["cusip", "cusip"],
  ["cik", "cik"],
  ["gvkey", "symbol"], // of Compustat; no list of symbols has them, so that it is told whose prices lack
];

/** Symbols over prices, and something else over statements. */
const NO_SYMBOLS = new Set(["currency", "stock", "asset", "coin", "pair", "indexname"]);
const ENOUGH_ITEMS = 2;
/** Share of a table's days. */
const MOSTLY = 0.9;
/** Of the words of a column whose title says nothing, so many are those of spans: others are lengths that nobody reads. */
const MANY = 0.6;

/**
 * The entry that a header is of; null for a table of something else.
 *
 * @param rows - the first ones below the header
 */
export function findLayout(header: readonly string[], rows: readonly SampleRecord[]): StatementLayout | null {
  const titles = new Set(header.map(plainTitle));
  const hasItems = (layout: StatementLayout): boolean =>
    header.filter((title) => itemOf(layout, title) !== null).length >= itemsNeeded(layout);
  const found = STATEMENT_LAYOUTS.find(
    (layout) => hasColumns(layout, titles) && (!needsItems(layout) || hasItems(layout)),
  );
  if (!found) return null;
  const isOfAnybody = found.rows === "periods" && found.needs.length === 0;
  const hasSpan = header.some((title) => meaningOf(found, title) === "span");
  return withSymbolWord(
    isOfAnybody && !hasSpan ? withSpan(found, spanColumn(header, rows), header) : found,
    header,
  );
}

/** With the best of the words that are symbols over prices, where no column is a symbol's by the entry's own words. */
function withSymbolWord(layout: StatementLayout, header: readonly string[]): StatementLayout {
  const isOpen = layout.rows === "periods" || layout.rows === "figures" || layout.rows === "dated";
  if (!isOpen || header.some((title) => meaningOf(layout, title) === "symbol")) return layout;
  const [best] = header
    .filter((title) => meaningOf(layout, title) === null && itemOf(layout, title) === null)
    .flatMap((title) => {
      const name = knownName(title);
      return name?.role === "symbol" && !NO_SYMBOLS.has(plainTitle(title))
        ? [{ title, rank: name.rank }]
        : [];
    })
    .toSorted((a, b) => a.rank - b.rank);
  if (!best) return layout;
  return { ...layout, meanings: { ...layout.meanings, [plainTitle(best.title)]: "symbol" } };
}

/** The item that a title is in a layout; null for one that is none. */
export function itemOf({ items }: StatementLayout, title: string): TitledItem | null {
  return items ? (items.get(plainTitle(title)) ?? null) : findTitledItem(title);
}

/**
 * A plain `date` beside several items: the last days of months are those of periods, and nobody knew their figures then.
 * Beside words for the length of periods, any column of such days is the period's end.
 *
 * @param rows - the first ones below the header
 */
export function findByPeriodEnd(
  header: readonly string[],
  rows: readonly SampleRecord[],
): StatementLayout | null {
  const titles = header.map(plainTitle);
  const items = header.filter((title) => findItem(title) !== null).length;
  if (items < ENOUGH_ITEMS || BY_PERIOD_END.lacks?.some((title) => titles.includes(title))) return null;
  const span = spanColumn(header, rows);
  const isOfEnds = (column: number): boolean => areMonthEnds(rows.map(({ cells }) => cells[column] ?? ""));
  const named = titles.indexOf("date");
  const column =
    named >= 0 || span < 0
      ? named
      : titles.findIndex((title, at) => PUBLISHED[title] === undefined && isOfEnds(at));
  if (column < 0 || !isOfEnds(column)) return null;
  const meanings = { ...BY_PERIOD_END.meanings, [titles[column] ?? ""]: "period" } as const;
  return withSymbolWord(withSpan({ ...BY_PERIOD_END, meanings }, span, header), header);
}

/** The column whose words say how long the period of each row is, under any title; -1 for none. */
function spanColumn(header: readonly string[], rows: readonly SampleRecord[]): number {
  return header.findIndex((title, column) => {
    const words = rows.map(({ cells }) => (cells[column] ?? "").trim()).filter((cell) => cell !== "");
    const isNamed = SPAN_TITLES.has(plainTitle(title));
    const known = words.filter((word) => spanOfWord(word) !== null && (isNamed || word.length > 1)).length;
    return known > 0 && known >= (isNamed ? MOSTLY : MANY) * words.length;
  });
}

/** With the column that says how long periods are; -1 for none. */
function withSpan(layout: StatementLayout, span: number, header: readonly string[]): StatementLayout {
  return span < 0
    ? layout
    : { ...layout, meanings: { ...layout.meanings, [plainTitle(header[span] ?? "")]: "span" } };
}

/** True for days that are mostly the last ones of months, or nearly. */
export function areMonthEnds(cells: readonly string[]): boolean {
  const days = cells.filter((cell) => cell.trim() !== "");
  const ends = days.filter(isMonthEnd).length;
  return ends > 0 && ends >= MOSTLY * days.length;
}

/** True for a quarter's last day, or nearly: fiscal years may end some days before a month does. */
function isMonthEnd(cell: string): boolean {
  const parts = readDateCell(cell)?.parts;
  const day =
    parts && (parts.type !== "open" || Math.max(parts.a, parts.b) > 12) && dayOf(parts, orderOf(parts));
  return typeof day === "number" && /-(?:2[89]|3[01])$/.test(formatIsoDay(day));
}

function orderOf(parts: DateParts): "dmy" | "mdy" {
  return parts.type === "open" && parts.a <= 12 ? "mdy" : "dmy";
}

function hasColumns({ needs, anyOf, lacks }: StatementLayout, titles: ReadonlySet<string>): boolean {
  return (
    needs.every((title) => titles.has(title)) &&
    (anyOf ?? []).every((some) => some.some((title) => titles.has(title))) &&
    !lacks?.some((title) => titles.has(title))
  );
}

/** A vendor's own words are enough; words that anybody uses need figures of statements beside them. */
function needsItems({ rows, figures, refusal }: StatementLayout): boolean {
  return rows === "periods" && figures === "items" && refusal === undefined;
}

function itemsNeeded({ needs, anyOf = [] }: StatementLayout): number {
  return needs.length + anyOf.length > 1 ? 1 : ENOUGH_ITEMS;
}

/** The column that names the companies, a symbol before a code; -1 for none. */
export function symbolColumnOf(
  layout: StatementLayout,
  header: readonly string[],
): { readonly column: number; readonly code: CodeKind } {
  const columns = [...header.keys()].filter((at) => meaningOf(layout, header[at] ?? "") === "symbol");
  const rankOf = (at: number): number => CODES.findIndex(([title]) => title === plainTitle(header[at] ?? ""));
  const [column = -1] = columns.toSorted((a, b) => rankOf(a) - rankOf(b));
  return { column, code: layout.code ?? CODES[rankOf(column)]?.[1] ?? "symbol" };
}

/** Columns of which nothing is taken, and of them those that such a table has not as a rule. */
export function columnsBeside(
  layout: StatementLayout,
  header: readonly string[],
): { readonly unknown: readonly string[]; readonly strangers: readonly string[] } {
  const unknown = header.filter(
    (title) => !/^(?:|unnamed\d+|index)$/.test(plainTitle(title)) && meaningOf(layout, title) === null,
  );
  const { beside } = layout;
  return { unknown, strangers: beside ? unknown.filter((title) => !beside.includes(plainTitle(title))) : [] };
}

/** SimFin calls the end of a period so; where another column has that, it is the day of the report. */
function isReportDate(meanings: StatementLayout["meanings"], title: string): boolean {
  return title === "reportdate" && Object.values(meanings).includes("period");
}

/** What a column means; null for one that may be a figure. */
export function meaningOf({ meanings, rows }: StatementLayout, title: string): ColumnMeaning | null {
  const plain = plainTitle(title);
  const isOfPeriods = rows === "periods" || rows === "figures";
  return (
    meanings[plain] ??
    (isOfPeriods ? PUBLISHED[plain] : undefined) ??
    (isOfPeriods && isReportDate(meanings, plain) ? "published" : null)
  );
}
