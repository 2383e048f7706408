/** Literals as people write figures. */
import { printLine } from "#workers/rules/print.ts";
import type { NumberSyntax, Syntax } from "#workers/rules/syntax.ts";

/** Stands before a figure below 0, in place of a hyphen. */
export const MINUS = "−";

/** A literal, or one below 0; null for anything else. */
export function literalOf(tree: Syntax): number | null {
  if (tree.type === "number") return tree.value;
  if (tree.type !== "minus") return null;
  const value = literalOf(tree.of);
  return value === null ? null : -value;
}

/** The words of a literal: "10%" beside a number of percents. */
export function literalWords(tree: Syntax, isOfPercent: boolean): string {
  if (tree.type === "minus") return `${MINUS}${literalWords(tree.of, isOfPercent)}`;
  if (tree.type !== "number") return printLine(tree);
  return `${figureWords(tree)}${isOfPercent ? "%" : ""}`;
}

/** "1,000 days". */
export function grouped(value: number): string {
  const [whole = "", ...rest] = String(value).split(".");
  if (whole.includes("e")) return String(value);
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ","), ...rest].join(".");
}

/** "1.5", "30 crore", "1,000,000"; a percent sign is left to what stands beside it. */
export function figureWords({ text, value }: NumberSyntax): string {
  const [, digits = "", suffix = ""] = /^([\d_.]+)([a-z%]*)$/.exec(text) ?? [];
  const unit = SUFFIX_WORDS.get(suffix);
  if (unit === undefined || digits === "") return grouped(value);
  const [whole = "", ...decimals] = digits.replaceAll("_", "").split(".");
  return [grouped(Number(whole)), ...decimals].join(".") + unit;
}

const SUFFIX_WORDS: ReadonlyMap<string, string> = new Map([
  ["", ""],
  ["%", ""],
  ["k", " thousand"],
  ["m", " million"],
  ["bn", " billion"],
  ["lakh", " lakh"],
  ["cr", " crore"],
]);
