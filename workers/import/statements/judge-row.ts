/** What a row of a statement is: of which span, whose, of when and known since when, or why it is not taken. */
import type { FactsTally } from "#workers/market/facts-tally.ts";
import { NO_DAY, NO_SYMBOL, UNREADABLE_DAY } from "#workers/market/row.ts";
import type { FoundStatement, StatementSettings } from "./any-statement.ts";
import type { CodeKind } from "./identities.ts";
import type { StatementLayout } from "./layout-shape.ts";
import { quartersBetween, spanOfDimension, spanOfOrdinal, spanOfWord } from "./spans.ts";
import { DAY_MEANINGS, PUBLISHED_AT, showDay, WORD_MEANINGS } from "./statement-rows.ts";
import type { RawRow, RawWords } from "./statement-rows.ts";
import { ANNOUNCED, DATED, SPAN_OPEN } from "./statement-table.ts";
import type { StatementFigure, StatementRow } from "./statement-table.ts";

const SPAN_WORD = WORD_MEANINGS.indexOf("span");
const DIMENSION_WORD = WORD_MEANINGS.indexOf("dimension");
const SUM_WORD = WORD_MEANINGS.indexOf("sum");
const UNIT_WORD = WORD_MEANINGS.indexOf("unit");
const FORM_WORD = WORD_MEANINGS.indexOf("form");
const FRAME_WORD = WORD_MEANINGS.indexOf("frame");
const TIME_WORD = WORD_MEANINGS.indexOf("time");
const PERIOD_DAY = DAY_MEANINGS.indexOf("period");
const START_DAY = DAY_MEANINGS.indexOf("spanStart");

/** Why rows of Sharadar's MR dimensions are passed over. */
export const LOOKS_AHEAD = "as restated later, under days on which nobody knew them";

export interface FigureColumn extends StatementFigure {
  /** What a cell is multiplied by, with its sign. */
  readonly factor: number;
}

export interface PlannedColumns {
  readonly cells: Int32Array;
  readonly figures: readonly FigureColumn[];
  readonly unknown: readonly string[];
}

export interface IntakeParts {
  readonly found: FoundStatement;
  readonly settings: StatementSettings;
  readonly planned: PlannedColumns;
  readonly tally: FactsTally;
  readonly known: RawWords;
  /** What words for spans mean, each asked about once; null for none that is known. */
  readonly spans: Map<string, number | null>;
  /** -1 for none, and what it holds. */
  readonly symbolColumn: number;
  readonly code: CodeKind;
  /** For files without a symbol column. */
  readonly ownSymbol: string;
  /** The item that the file's name says, for files without a name column. */
  readonly item: string;
}

/** What a report of a whole year is filed on. */
const ANNUAL_FORM = /^(?:10-?K|20-?F|40-?F)/i;

export function isAnnualForm(form: string): boolean {
  return ANNUAL_FORM.test(form.trim());
}

/** Of a figure of a day the span of the form that it was filed on; SPAN_OPEN where no form is given. */
export function spanOfForm(raw: RawRow, known: RawWords): number {
  const form = wordOf(raw, known, FORM_WORD);
  if (form === "") return SPAN_OPEN;
  return isAnnualForm(form) ? 4 : 1;
}

/** A row's word of a meaning, by its place among WORD_MEANINGS; "" for none. */
function wordOf({ words }: RawRow, known: RawWords, meaning: number): string {
  const word = words[meaning] ?? NO_SYMBOL;
  return word < 0 ? "" : (known.words[meaning]?.names[word] ?? "");
}

/** Sets the row's span; why it is passed over, or null for one that is taken. */
export function settleSpan(
  raw: RawRow,
  row: StatementRow,
  { found: { layout }, known, spans }: Pick<IntakeParts, "found" | "known" | "spans">,
): string | null {
  const dimension = wordOf(raw, known, DIMENSION_WORD);
  const word = wordOf(raw, known, SPAN_WORD);
  row.span = layout.rows === "dated" ? DATED : layout.rows === "announced" ? ANNOUNCED : SPAN_OPEN;
  row.isAlone = false;
  if (dimension !== "") {
    const span = spanOfDimension(dimension);
    if (span === "looks-ahead") return LOOKS_AHEAD;
    if (span === "other") return `of ${dimension}`;
    if (span === "alone") row.isAlone = true;
    else row.span = span;
  }
  if (raw.isPart) return layout.whole?.others ?? "of a segment or a subsidiary";
  const unit = wordOf(raw, known, UNIT_WORD);
  if (unit !== "" && !KNOWN_UNIT.test(unit)) return `in ${unit.slice(0, 12)}, and not in dollars or shares`;
  const sum = wordOf(raw, known, SUM_WORD);
  if (sum !== "" && /^cumulative$/i.test(sum)) return "of the year so far";
  if (word !== "" && layout.spans === "count") {
    if (!/^[0-4]$/.test(word)) return "of a span other than a quarter, half-year, nine months or year";
    row.span = word === "0" ? SPAN_OPEN : Number(word);
    return null;
  }
  if (word !== "") {
    let span = spans.get(word);
    if (span === undefined) {
      span = layout.spans === "ordinal" ? spanOfOrdinal(word) : spanOfWord(word);
      spans.set(word, span);
    }
    if (span === null) return `of ${word}`;
    row.span = span;
  }
  const [start = NO_DAY, end = NO_DAY] = [raw.days[START_DAY], raw.days[PERIOD_DAY]];
  if (start > UNREADABLE_DAY && end > start) {
    row.span = quartersBetween(start, end);
    if (row.span === SPAN_OPEN) return "of a span other than a quarter, half-year, nine months or year";
  } else if (row.span === SPAN_OPEN) {
    const frame = wordOf(raw, known, FRAME_WORD);
    if (/^CY\d{4}Q[1-4]$/i.test(frame)) row.span = 1;
    else if (/^CY\d{4}$/i.test(frame)) row.span = 4;
    else if (layout.span !== undefined) row.span = layout.span;
  }
  return null;
}

/** Units of the SEC's figures. */
const KNOWN_UNIT = /^(?:USD|shares|USD\s*(?:\/|per)\s*shares?)$/i;

/** Sets whose the row is, of when, and known since when; the reason where that can't be. */
export function whyLeftOut(
  raw: RawRow,
  row: StatementRow,
  { found: { layout }, settings: { today }, known, ownSymbol, symbolColumn }: IntakeParts,
): string | null {
  const hasColumn = symbolColumn >= 0;
  if (hasColumn && raw.symbol === NO_SYMBOL) return "no symbol.";
  row.symbol = hasColumn || ownSymbol === "" ? Math.max(0, raw.symbol) : 0;
  row.period = raw.days[PERIOD_DAY] ?? NO_DAY;
  if (layout.rows === "periods" || layout.rows === "figures") {
    if (row.period === NO_DAY) return "no end of the period.";
    if (row.period === UNREADABLE_DAY) return "the end of the period cannot be read.";
    if (row.period > today + 1) return `its period ends on ${showDay(row.period)}, which has not come yet.`;
  }
  let latest = NO_DAY as number;
  for (let at = PUBLISHED_AT; at < raw.days.length; at++) {
    const day = raw.days[at] ?? NO_DAY;
    if (day === UNREADABLE_DAY) return "the day of publication cannot be read.";
    if (day > latest) latest = day;
  }
  row.known = latest;
  if (latest === NO_DAY) return row.span === DATED || row.span === ANNOUNCED ? "no date." : null;
  if (latest > today + 1) return `it would be known from ${showDay(latest)}, which has not come yet.`;
  if (row.period > UNREADABLE_DAY && latest < row.period)
    return `it would be known from ${showDay(latest)}, before its period ends on ${showDay(row.period)}.`;
  if (isBeforeTheClose(raw, layout, known)) row.known = latest - 1;
  return null;
}

/** Seconds of the day: India's session ends at 15:30, America's half an hour later. */
const SESSION_END = 55_800;

/** What comes before a session ends is known at its close; a fact is seen from the day after its day. */
function isBeforeTheClose(
  raw: RawRow,
  { hasExchangeTimes = false }: StatementLayout,
  known: RawWords,
): boolean {
  const word = wordOf(raw, known, TIME_WORD);
  if (word !== "" && /^(?:pre-?market|bmo|bto|before market open)$/i.test(word)) return true;
  return hasExchangeTimes && raw.seconds > 0 && raw.seconds < SESSION_END;
}
