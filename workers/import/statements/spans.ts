/** How long the period of a statement is, in quarters, and what its day is in messages. */
import { UNREADABLE_DAY } from "#workers/market/row.ts";
import { LAST_QUARTER, SPAN_OPEN, TRAILING } from "./statement-table.ts";

const QUARTER_DAYS = 91.31;

/** Of Q1, H1, 9M, FY, 12M, TTM and the like; null for what is passed over, such as a month. */
export function spanOfWord(word: string): number | null {
  const plain = word.trim().toUpperCase();
  if (/^(?:Q4|4Q)$/.test(plain)) return LAST_QUARTER;
  if (
    /^(?:Q|Q[1-3]|[1-3]Q|QUARTER|QUARTERLY|3 ?M(?:ONTHS)?|QTR|QUARTAL|TRIMESTRE|TRIMESTRAL|KWARTAAL|KWARTAŁ|四半期|季报|季報|一季报|一季報|第[1一]四半期)$/.test(
      plain,
    )
  )
    return 1;
  if (
    /^(?:H[12]|6 ?M(?:ONTHS)?|HALF|HALF-YEARLY|SEMI-?ANNUAL|HALBJAHR|SEMESTRE|中报|中報|半年报|半年報|第[2二]四半期|中間期?)$/.test(
      plain,
    )
  )
    return 2;
  if (/^(?:9 ?M(?:ONTHS)?|三季报|三季報|第[3三]四半期)$/.test(plain)) return 3;
  if (
    /^(?:A|FY|Y|YEAR|YEARLY|ANNUAL|ANNUALLY|12 ?M(?:ONTHS)?|JAHR|JÄHRLICH|ANNÉE|ANNUEL|AÑO|ANUAL|ANNO|JAAR|ROK|通期|年报|年報)$/.test(
      plain,
    )
  )
    return 4;
  if (
    /^(?:[TL]TM|T12M|R12M?|T4Q|TRAILING(?:[ -]?(?:12|TWELVE)[ -]?M(?:ONTHS)?)?|(?:LAST|PAST)[ -](?:12|TWELVE)[ -]MONTHS|ROLLING[ -]?12M?)$/.test(
      plain,
    )
  )
    return TRAILING;
  return null;
}

/** Of the number of a quarter in its fiscal year; null for another. */
export function spanOfOrdinal(word: string): number | null {
  if (!/^[1-4](?:\.0+)?$/.test(word.trim())) return null;
  return word.trim().startsWith("4") ? LAST_QUARTER : 1;
}

/**
 * Of Sharadar's dimensions and of words for a group of companies. "looks-ahead" for figures as restated later; "alone"
 * for a company without its group; "other" for what is passed over.
 */
export function spanOfDimension(word: string): number | "looks-ahead" | "alone" | "other" {
  const plain = word.trim().toUpperCase();
  if (plain === "ARQ") return 1;
  if (plain === "ARY") return 4;
  if (plain.startsWith("MR")) return "looks-ahead";
  if (plain === "CONSOLIDATED") return SPAN_OPEN;
  if (/^(?:NON-?CONSOLIDATED|STANDALONE)$/.test(plain)) return "alone";
  return "other";
}

/** @returns 1 to 4, or SPAN_OPEN for another span. Both are EpochDays, the first of the span and its last. */
export function quartersBetween(start: number, end: number): number {
  const quarters = (end - start + 1) / QUARTER_DAYS;
  const whole = Math.round(quarters);
  return whole >= 1 && whole <= 4 && Math.abs(quarters - whole) <= 0.2 ? whole : SPAN_OPEN;
}

/** The day that names a row in a message: of publication, else the end of its period. */
export function dayMark({ known, period }: { readonly known: number; readonly period: number }): number {
  return known > UNREADABLE_DAY ? known : period;
}
