/** Symbols and percents as a sheet or a message has them: "SPY 60, BND 40", or lines with tabs, commas or semicolons. */
import { MOST_WEIGHTS } from "#workers/model/weights.ts";
import type { TypedWeight } from "./portfolio-values.ts";

export interface PastedWeights {
  /** In the order of the text, each symbol once. */
  readonly weights: readonly TypedWeight[];
  /** What was understood that is not plainly there; [] for nothing. */
  readonly notes: readonly string[];
}

export type PastedRows =
  | { readonly ok: true; readonly value: PastedWeights }
  /** Why nothing is taken: a sentence. */
  | { readonly ok: false; readonly problem: string };

/** "60", "60%", "60.5 %", "60,5" and, as a sheet of fractions has it, "0.6". */
const FIGURE = /^(\d+(?:[.,]\d+)?|[.,]\d+)\s*%?$/;
/** A symbol and its figure in one cell: "SPY 60%", "SPY: 60", "60% SPY". */
const PAIR = /^(.+?)[\s:=]+(\d*[.,]?\d+)\s*%?$/;
const PAIR_TURNED = /^(\d*[.,]?\d+)\s*%?\s+(.+)$/;
/** How near to 1 the sum of fractions is. */
const NEAR = 0.01;

/** Whether a text is more than what one field takes: a row with its figure, or several. */
export function isSheet(text: string): boolean {
  const cells = rowsOf(text);
  return cells.length > 1 || cells.some((row) => readRow(row) !== null);
}

/** @param symbols - those of the data, so that "Tide, TIDE, 60" is TIDE; empty while they are not known */
export function readPastedWeights(text: string, symbols: ReadonlySet<string>): PastedRows {
  const rows = rowsOf(text);
  const read = rows.flatMap((row) => readRow(row, symbols) ?? []);
  if (read.length === 0)
    return {
      ok: false,
      problem: 'No symbol with a number was found. Write one to a line, as in "SPY 60".',
    };
  const notes: string[] = [];
  const sums = new Map<string, number>();
  for (const { symbol, figure } of read) {
    if (sums.has(symbol)) notes.push(`${symbol} stands there twice: its parts were put together.`);
    sums.set(symbol, (sums.get(symbol) ?? 0) + figure);
  }
  if (sums.size > MOST_WEIGHTS)
    return {
      ok: false,
      problem: `These are ${sums.size} rows, and a portfolio may list ${MOST_WEIGHTS}. Leave the smallest out, or hold them as "all others".`,
    };
  const total = [...sums.values()].reduce((sum, each) => sum + each, 0);
  const areFractions = Math.abs(total - 1) <= NEAR;
  if (areFractions) notes.push("The numbers sum to 1: they were taken as parts of 100.");
  const weights = Array.from(sums, ([symbol, figure]) => ({
    symbol,
    weight: String(Number((areFractions ? figure * 100 : figure).toPrecision(12))),
  }));
  return { ok: true, value: { weights, notes: [...new Set(notes)] } };
}

/** Cells by row. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.flatMap((line) => {
    if (line.includes("\t")) return [cellsOf(line, /\t/)];
    const cells = cellsOf(line, /[;,](?!\d)|;/);
    return cells.length > 1 && cells.every((cell) => pairOf(cell) !== null)
      ? cells.map((cell) => [cell])
      : [cellsOf(line, /[;,]/)];
  });
}

function cellsOf(line: string, between: RegExp): readonly string[] {
  return line
    .split(between)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"))
    .filter((cell) => cell !== "");
}

interface PastedRow {
  readonly symbol: string;
  readonly figure: number;
}

/** null for a heading, a total or anything else without both. */
function readRow(cells: readonly string[], symbols: ReadonlySet<string> = new Set()): PastedRow | null {
  const names = cells.filter((cell) => !FIGURE.test(cell));
  const [first] = names;
  if (cells.length === 1) return first === undefined ? null : pairOf(first);
  const figures = cells.filter((cell) => FIGURE.test(cell));
  const last = figures.find((cell) => cell.includes("%")) ?? figures.at(-1);
  if (first === undefined || last === undefined || TOTAL.test(first)) return null;
  const known = names.find((name) => symbols.has(name.toUpperCase()) || symbols.has(name));
  return { symbol: known ?? first, figure: numberOf(last) };
}

const TOTAL = /^(total|sum)\b/i;

function pairOf(cell: string): PastedRow | null {
  const straight = PAIR.exec(cell);
  const turned = PAIR_TURNED.exec(cell);
  const [symbol, figure] = straight ? [straight[1], straight[2]] : [turned?.[2], turned?.[1]];
  if (symbol === undefined || figure === undefined || TOTAL.test(symbol)) return null;
  return { symbol: symbol.trim(), figure: numberOf(figure) };
}

function numberOf(figure: string): number {
  return Number(figure.replace("%", "").trim().replace(",", "."));
}
