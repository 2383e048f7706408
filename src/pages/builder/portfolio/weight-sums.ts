/** What the rows of a portfolio come to, and what is wrong with one of them. */
import { formatPercentSetting, formatSetting } from "#src/format/number.ts";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import { isPlainWeight } from "#workers/words/portfolio.ts";
import { findProblem } from "#src/formula/find-problem.ts";
import type { TypedWeight } from "./portfolio-values.ts";

export interface WeightSum {
  /** Of the plain numbers. */
  readonly sum: number;
  /** How many rows say their weight by a formula. */
  readonly formulas: number;
}

/** Below 0, and a number with an exponent, are formulas to the language and plain to a person. */
const NUMBER = /^[-+]?\d*\.?\d+$/;

export function sumOfWeights(weights: readonly TypedWeight[]): WeightSum {
  const plain = weights.map(({ weight }) => weight.trim()).filter((weight) => isPlain(weight));
  const sum = plain.reduce((total, weight) => total + Number(weight.replace("%", "")), 0);
  const blank = weights.filter(({ weight }) => weight.trim() === "").length;
  return { sum: Number(sum.toPrecision(12)), formulas: weights.length - plain.length - blank };
}

/** Whether a weight is one number, also one that is wrong. */
export function isPlain(weight: string): boolean {
  return isPlainWeight(weight.trim()) || NUMBER.test(weight.trim());
}

/** More than this much over 100 is no rounding of thirds. */
const ROUNDING = 0.05;

export function isOverFull(sum: number): boolean {
  return sum > 100 + ROUNDING;
}

export const NO_WEIGHT = "Type how much: a number, or a formula.";

/** What is wrong with a weight, in a sentence; undefined for nothing. */
export function weightMessage(weight: string, weightsAre: string, names: FormulaNames): string | undefined {
  const typed = weight.trim();
  if (typed === "") return NO_WEIGHT;
  if (isPlain(typed)) {
    const value = Number(typed.replace("%", ""));
    if (value < 0) return `${formatSetting(value)} is below 0, and nothing can be sold short: use 0 or more.`;
    if (weightsAre === "percents" && value > 100)
      return `${formatPercentSetting(value)} is more than the whole account: use 100 or less.`;
    return undefined;
  }
  return findProblem(typed, { wants: "number", place: "simulation", names })?.message;
}

/** So many parts that are equal and sum to 100, to the cent: the last has the rest. */
export function equalPercents(count: number): readonly string[] {
  const part = Math.floor(10_000 / count) / 100;
  const last = Number((100 - part * (count - 1)).toFixed(2));
  return Array.from({ length: count }, (_, at) => String(at === count - 1 ? last : part));
}

/** The same proportions with the sum 100; rows by a formula stay as they are. */
export function scaledToFull(weights: readonly TypedWeight[]): TypedWeight[] {
  const { sum } = sumOfWeights(weights);
  return weights.map((each) => {
    if (sum <= 0 || !isPlain(each.weight)) return each;
    const scaled = (Number(each.weight.replace("%", "")) * 100) / sum;
    return { ...each, weight: String(Number(scaled.toFixed(4))) };
  });
}

/** How each weight reads as a share of the whole, where all are plain: "60%"; null otherwise. */
export function shareWords({ weight }: TypedWeight, { sum, formulas }: WeightSum): string | null {
  if (formulas > 0 || sum <= 0 || !isPlain(weight)) return null;
  const share = (Number(weight.replace("%", "")) / sum) * 100;
  return share < 0 ? null : formatPercentSetting(Number(share.toFixed(1)));
}
