/** Where the numbers of a rule's text stand: in the text itself and, as far as that is certain, in its sentence. */
import { lineOf, wordsOfLine } from "./rule-text.ts";
import { numbersIn, withNumber } from "#workers/model/rule-lines.ts";

/** A piece of a text; pieces joined are the whole. */
export interface TextPiece {
  readonly text: string;
  /** Which number of the rule's text it is, from 1; null for what stands between. */
  readonly number: number | null;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

/** The rule as it is written. */
export function formulaPieces(rule: string): readonly TextPiece[] {
  const places = numbersIn(rule).map(({ start, end }, at) => ({ start, end, number: at + 1 }));
  return cut(rule, places);
}

/**
 * The rule, or another line of the strategy's field, in plain words. A number is found by what another in its place changes: it is where one figure, and nothing
 * else, becomes another. A number whose change rewrites words ("12-month growth") has no place.
 */
export function sentencePieces(field: string, rule: string): readonly TextPiece[] {
  const words = wordsOf(field, rule);
  const places: Place[] = [];
  for (const [at, { value }] of numbersIn(rule).entries()) {
    const other = withNumber(rule, at + 1, value + 1);
    const place = other === null ? null : changedFigure(words, wordsOf(field, other));
    const isFree = place && places.every(({ start, end }) => place.end <= start || place.start >= end);
    if (place && isFree) places.push({ ...place, number: at + 1 });
  }
  return cut(
    words,
    places.toSorted((a, b) => a.start - b.start),
  );
}

function wordsOf(field: string, rule: string): string {
  return `${lineOf(wordsOfLine(field, rule), rule)}.`;
}

const DIGIT = /[\d.,]/;
const FIGURE = /^\d+(?:[.,]\d+)*$/;

/** The one figure in which two texts differ; null where they differ otherwise. */
function changedFigure(one: string, other: string): { start: number; end: number } | null {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let behind = 0;
  const room = Math.min(one.length, other.length) - start;
  while (behind < room && one.at(-1 - behind) === other.at(-1 - behind)) behind++;
  while (start > 0 && DIGIT.test(one.charAt(start - 1))) start--;
  let end = one.length - behind;
  while (end < one.length && DIGIT.test(one.charAt(end))) end++;
  while (end > start && /[.,]/.test(one.charAt(end - 1))) end--; // the sentence's own full stop
  const otherEnd = other.length - (one.length - end);
  const areFigures = FIGURE.test(one.slice(start, end)) && FIGURE.test(other.slice(start, otherEnd));
  return areFigures ? { start, end } : null;
}

/** @param places - in order, none over another */
function cut(text: string, places: readonly Place[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end, number } of places) {
    pieces.push({ text: text.slice(at, start), number: null }, { text: text.slice(start, end), number });
    at = end;
  }
  pieces.push({ text: text.slice(at), number: null });
  return pieces.filter(({ text: piece }) => piece !== "");
}
