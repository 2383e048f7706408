/**
 * What is said of a person's files, as it is shown. The worker finds it, and knows no settings: it writes whole digits
 * where it counts, and the screen groups them as the person has chosen.
 */
import { formatCount } from "./number.ts";
import { shown } from "./shown.ts";

const COUNTED = [
  "rows?",
  "lines?",
  "cells?",
  "columns?",
  "values?",
  "bars?",
  "closes?",
  "days?",
  "sessions?",
  "files?",
  "names?",
  "symbols?",
  "instruments?",
  "company|companies",
  "industry|industries",
  "filings?",
  "dividends?",
  "splits?",
  "actions?",
  "changes?",
  "times?",
  "different days",
  "of \\d+",
];
/** Whole digits of four places or more before what is counted, or before all of it; not those of a name, a date, a line or a price. */
const COUNT = new RegExp(
  `(?<![\\p{L}\\p{N}_.,:/"“'-])\\d{4,15}(?= (?:${COUNTED.join("|")})(?!\\p{L}))`,
  "gu",
);

export function shownFinding(sentence: string): string {
  return shown(sentence.replaceAll(COUNT, (digits) => formatCount(Number(digits))));
}
