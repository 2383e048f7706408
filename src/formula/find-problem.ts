/** What is wrong with a formula as it is typed: the language's own checks, and the names that the dataset has. */
import { lineOf } from "#src/format/rule-text.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { partsOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { NAMES } from "#workers/rules/name-table.ts";
import { editsBetween, nearestName } from "#workers/model/nearest.ts";
import { quoted } from "#workers/rules/tokens.ts";
import { answerToMessage, findNotPossible, wordsOf } from "#workers/words/not-possible.ts";
import { columnAt, placeOfColumn } from "./columns.ts";
import { isGivenName } from "./formula-names.ts";
import type { FormulaSetting } from "./formula-names.ts";
import { partAt, partsOfLine } from "./line-parts.ts";

export interface FormulaProblem {
  /** Counts characters from 1. */
  readonly column: number;
  /** A sentence without the place: "sam is not known.". */
  readonly message: string;
  /** What the problem is about, places in the line from 0; empty behind the end of the line. */
  readonly from: number;
  readonly to: number;
  /** What probably was meant by it; null where nothing is near. */
  readonly nearest: string | null;
}

const MEANT = /; did you mean (\S+)\?$/;

/** The first problem from the left; null for a right line and for an empty one. */
export function findProblem(line: string, setting: FormulaSetting): FormulaProblem | null {
  if (line.trim() === "") return null;
  const { wants, place, names } = setting;
  const checked = wants === "rule" ? checkRule(line, place === "sell") : checkNumber(line);
  if (checked.ok) return problemOfNames(line, checked.expression, names);
  const [first] = checked.problems;
  if (!first) throw new RangeError("find-problem: a line is refused for no reason");
  const asked = isGivenName(line.trim(), names) ? undefined : findNotPossible(line)?.answer;
  const answer = asked ?? answerToMessage(first.text);
  if (answer !== null) return problemAt(line, first.column, withoutStop(answer));
  const nearest = MEANT.exec(first.text)?.[1] ?? null;
  return problemAt(line, first.column, first.text.replace(MEANT, ""), nearest);
}

/** A problem that somebody else found, at its place in the line. */
export function problemAt(
  line: string,
  column: number,
  text: string,
  nearest: string | null = null,
): FormulaProblem {
  const from = placeOfColumn(line, column);
  const part = partsOfLine(line).find((each) => each.from <= from && from < each.to);
  return { column, message: `${lineOf(text, line)}.`, from, to: part?.to ?? from, nearest };
}

function problemOfNames(
  line: string,
  expression: Expression,
  names: FormulaSetting["names"],
): FormulaProblem | null {
  const problems = partsOf(expression).flatMap((part): FormulaProblem[] => {
    if (part.op === "fact") return problemOfFact(line, part.name, part.column, names);
    if (part.op === "elsewhere") return problemOfSymbol(line, part.symbol, part.column, names);
    return [];
  });
  return problems.toSorted((a, b) => a.column - b.column)[0] ?? null;
}

function problemOfFact(
  line: string,
  name: string,
  column: number,
  names: FormulaSetting["names"],
): FormulaProblem[] {
  const { facts, signals, symbols, own = [] } = names;
  if (facts === null || signals === null || isGivenName(name, names)) return [];
  const symbol = symbols?.find((each) => each.toLowerCase() === name);
  if (symbol !== undefined) {
    const text = `${quoted(symbol)} is a symbol, and a number must stand here`;
    return [problemAt(line, column, text, `of(${JSON.stringify(symbol)}, close)`)];
  }
  const given = [...own, ...facts, ...signals];
  const answer = findNotPossible(name)?.answer;
  if (answer !== undefined) {
    const within = given.find((each) => wordsOf(each).some((word) => word.startsWith(name))) ?? null;
    return [problemAt(line, column, withoutStop(answer), within)];
  }
  const nearest = nearestName(name, [...[...NAMES, ...FUNCTIONS].map((each) => each.name), ...given]);
  const text = `${quoted(name)} is not a name of the language, and the dataset has no fact or signal of that name`;
  return [problemAt(line, column, text, nearEnough(name, nearest))];
}

function problemOfSymbol(
  line: string,
  symbol: string | null,
  column: number,
  { symbols }: FormulaSetting["names"],
): FormulaProblem[] {
  if (symbols === null || symbol === null || symbols.includes(symbol)) return [];
  const name = placeOfColumn(line, column);
  const written = partsOfLine(line).find(({ kind, from }) => kind === "text" && from > name);
  const nearest = nearEnough(symbol, nearestName(symbol, symbols));
  const text = `the dataset has no ${quoted(symbol)}`;
  return [problemAt(line, columnAt(line, written?.from ?? name), text, nearest && `"${nearest}"`)];
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** A name that takes more than half of the letters anew is not what was meant. */
function nearEnough(name: string, nearest: string | null): string | null {
  if (nearest === null) return null;
  return editsBetween(name.toLowerCase(), nearest.toLowerCase()) * 2 <= name.length ? nearest : null;
}

/** The line with what the problem is about replaced by what was meant, and the place behind it. */
export function withNearest(
  line: string,
  { from, to }: FormulaProblem,
  nearest: string,
): { readonly text: string; readonly cursor: number } {
  return { text: line.slice(0, from) + nearest + line.slice(to), cursor: from + nearest.length };
}

/** Whether the problem is only that the line is not finished yet, where the cursor stands at its end. */
export function isUnfinished(line: string, { from }: FormulaProblem): boolean {
  const stop = line.trimEnd().length;
  return from >= stop || partAt(partsOfLine(line), stop)?.from === from;
}
