/**
 * What a number of the rules is called by what it is: "Short average", "RSI level"; and which numbers of several rules are
 * one, as the days of an average that is crossed upwards to buy and downwards to sell.
 */
import { numberLines, numbersIn, ruleLines } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { isTextPlace, targetKey } from "#workers/model/variant-grid.ts";
import type { NumberPlace } from "#workers/model/variant-grid.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";
import { LineError } from "#workers/rules/syntax.ts";
import type { NameSyntax, Syntax } from "#workers/rules/syntax.ts";
import { wordsOfFunction } from "#workers/words/function-words.ts";
import { sentenceOf } from "#workers/words/sentences.ts";
import { lowerFirst, upperFirst } from "./first-letter.ts";

interface NamedNumber {
  readonly place: NumberPlace;
  /** null for one that has no better name than its rule. */
  readonly name: string | null;
  /** The same for numbers that are one; null for one that stands by itself. */
  readonly what: string | null;
}

/** The numbers of the strategy's texts in use, in order. */
export function namedNumbers(strategy: Strategy): readonly NamedNumber[] {
  const lines = [...ruleLines(strategy), ...numberLines(strategy)];
  return lines.flatMap(({ place: field, text, isOff }) => {
    if (isOff || !isTextPlace(field)) return [];
    const tree = read(text);
    const uses = tree ? usesIn(tree) : [];
    const averages = uses.flatMap(({ call }) => (call && isAverage(call) ? [daysOf(call)] : []));
    return numbersIn(text).map(({ start }, at) => {
      const use = uses.find((one) => one.column === start + 1);
      return {
        place: { field, number: at + 1 },
        name: use ? nameOf(use, averages) : null,
        what: use?.call ? `${printLine(use.call).toLowerCase()} ${use.at}` : null,
      };
    });
  });
}

/** Numbers that are one, by the key of each: groups of two and more. */
export function numberGroups(strategy: Strategy): ReadonlyMap<string, readonly NumberPlace[]> {
  const groups = new Map<string, NumberPlace[]>();
  for (const { place, what } of namedNumbers(strategy)) {
    if (what !== null) groups.set(what, [...(groups.get(what) ?? []), place]);
  }
  return new Map(
    [...groups.values()].flatMap((group) =>
      group.length < 2 ? [] : group.map((place) => [targetKey(place), group] as const),
    ),
  );
}

/** Where a literal stands: an argument of a call, or beside what it is compared with. */
interface Use {
  readonly column: number;
  readonly call: NameSyntax | null;
  /** Which argument. */
  readonly at: number;
  /** What a limit is compared with. */
  readonly beside: Syntax | null;
}

function usesIn(tree: Syntax): readonly Use[] {
  const beside = (own: Syntax, other: Syntax): readonly Use[] =>
    own.type === "number" ? [{ column: own.start, call: null, at: 0, beside: other }] : usesIn(own);
  switch (tree.type) {
    case "number":
    case "text":
      return [];
    case "ago":
    case "minus":
    case "not":
      return usesIn(tree.of);
    case "arithmetic":
      return [...usesIn(tree.left), ...usesIn(tree.right)];
    case "compare":
    case "crosses":
      return [...beside(tree.left, tree.right), ...beside(tree.right, tree.left)];
    case "between":
      return usesIn(tree.of);
    case "and":
    case "or":
      return tree.members.flatMap(usesIn);
    case "name":
      return (tree.args ?? []).flatMap((argument, at) =>
        argument.type === "number"
          ? [{ column: argument.start, call: tree, at, beside: null }]
          : usesIn(argument),
      );
  }
}

function nameOf({ call, at, beside }: Use, averages: readonly number[]): string | null {
  if (beside) return limitName(beside);
  const takes = call ? wordsOfFunction(call.name)?.takes : undefined;
  const given = call?.args?.length ?? 0;
  const parameter = takes?.[at + takes.length - given];
  if (!call || parameter !== "n") return null;
  const base = nounWithoutCounts(call);
  if (base === null) return null;
  const [least, most] = [Math.min(...averages), Math.max(...averages)];
  if (!isAverage(call) || least === most) return `${base} period`;
  if (daysOf(call) === least) return `Short ${lowerFirst(base)}`;
  return daysOf(call) === most ? `Long ${lowerFirst(base)}` : `${base} period`;
}

function limitName(of: Syntax): string | null {
  if (of.type !== "name") return null;
  const base = nounWithoutCounts(of);
  const isLevel = of.args !== null && wordsOfFunction(of.name)?.takes[1] !== "scope";
  return base && `${base} ${isLevel ? "level" : "limit"}`;
}

/** "RSI" of the 2-day RSI, "Highest high" of that of 55 days; null for what is better told by its rule. */
function nounWithoutCounts(of: Syntax): string | null {
  const noun = sentenceOf(of)
    .replace(/^(?:the|its) /, "")
    .replace(/^[\d,.]+-day /, "")
    .replace(/ (?:of|over) [\d,.]+ days?$/, "")
    .replace(/ \([^()]*\)$/, "");
  return noun === "" || /[\d“(]/.test(noun) ? null : upperFirst(noun);
}

const AVERAGES: ReadonlySet<string> = new Set(["sma", "ema", "wma", "rma"]);

/** Of closes, by one number of days. */
function isAverage({ name, args }: NameSyntax): boolean {
  return AVERAGES.has(name.toLowerCase()) && args?.length === 1 && args[0]?.type === "number";
}

function daysOf({ args }: NameSyntax): number {
  const [days] = args ?? [];
  return days?.type === "number" ? days.value : Number.NaN;
}

function read(text: string): Syntax | null {
  try {
    return parseLine(text);
  } catch (error) {
    if (error instanceof LineError) return null;
    throw error;
  }
}
