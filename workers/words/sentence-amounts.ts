/** Comparisons with a literal that read better as an amount: `count(r, 10) >= 7` is "on at least 7 of the last 10 days ...". */
import { literalOf, literalWords } from "./sentence-figures.ts";
import { callOf, fill, rankWords } from "./sentence-numbers.ts";
import type { Call, Clause, Speech } from "./sentence-numbers.ts";
import type { Sign, SyntaxOf } from "#workers/rules/syntax.ts";

/** @returns null where the plain comparison says it as well */
export function amountClause(test: SyntaxOf<"compare">, speech: Speech): Clause | null {
  const { left, right, sign } = test;
  const value = literalOf(right);
  if (value === null || sign === "!=" || left.type !== "name") return null;
  if (left.name.toLowerCase() === "held") return heldClause(sign, value);
  const call = callOf(left);
  if (!call) return null;
  if (call.words.inARow !== undefined) return inARow(call, call.words.inARow, speech, { sign, value });
  const { compared, top, out, first } = call.words;
  if (first !== undefined) {
    if (sign !== "<=" || !Number.isInteger(value) || value < 1) return null;
    const among = value === 1 ? "the one" : `among the ${literalWords(right, false)}`;
    return { words: fill(first, call, speech, { ...rankWords(call, speech), among }), stands: "alone" };
  }
  if (compared === undefined || value < 0) return null;
  const isTop = top !== undefined && sign === "<" && value > 0 && value <= 100;
  const isOut = out !== undefined && (sign === ">" || sign === ">=") && value > 0 && value < 100;
  const rank = top === undefined ? {} : rankWords(call, speech);
  const words = fill(isTop ? top : isOut ? out : compared, call, speech, {
    ...rank,
    share: literalWords(right, true),
    amount: amountOf(sign, literalWords(right, false)),
    percent: amountOf(sign, literalWords(right, true)).replace("fewer", "less"),
  });
  const isOpen = compared.endsWith("rule}");
  return { words, stands: isOpen ? "open" : "alone" };
}

type Amount = { readonly sign: Exclude<Sign, "!=">; readonly value: number };

function amountOf(sign: Amount["sign"], figure: string): string {
  const words = {
    ">=": "at least",
    ">": "more than",
    "<=": "at most",
    "<": "fewer than",
    "=": "exactly",
  } as const;
  return `${words[sign]} ${figure}`;
}

/** A position's days, counted to the fill that would sell it. */
function heldClause(sign: Amount["sign"], value: number): Clause | null {
  if (value < 0) return null;
  const days = value === 1 ? "day" : "days";
  return { words: `it will have been held for ${amountOf(sign, `${value}`)} ${days}`, stands: "alone" };
}

/** `streak >= 3`, and `streak <= -3` of falls; null where both rises and falls are meant. */
function inARow(call: Call, template: string, speech: Speech, { sign, value }: Amount): Clause | null {
  const size = Math.abs(value);
  const isOfRises = sign === ">" ? value >= 0 : sign !== "<" && sign !== "<=" && value > 0;
  const isOfFalls = sign === "<" ? value <= 0 : sign !== ">" && sign !== ">=" && value < 0;
  if (!Number.isInteger(value) || (!isOfRises && !isOfFalls)) return null;
  const amount = amountOf(sign === "=" ? "=" : sign.length === 1 ? ">" : ">=", `${size}`);
  const words = fill(template, call, speech, {
    moved: isOfRises ? "risen" : "fallen",
    amount,
    days: size === 1 ? speech.bar : `${speech.bar}s`,
  });
  return { words, stands: "alone" };
}
