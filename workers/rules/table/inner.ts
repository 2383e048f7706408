/** Parts of other functions' meanings; people can't name them. */
import type { FunctionEntry } from "../function-entry.ts";
import { moneyIn, moneyOut, strengthOf } from "../functions/oscillators.ts";
import { imbalance, minusMove, plusMove, supertrend } from "../functions/ranges.ts";
import { K, A, B, numbers } from "./entry-makers.ts";

const inner = { gives: "number", isInner: true, sentence: "", example: "" } as const;

export const INNER: readonly FunctionEntry[] = [
  {
    ...inner,
    name: "plusMove",
    group: "ranges",
    unit: "price",
    parameters: [],
    meaning: numbers(plusMove, "high", "low"),
  },
  {
    ...inner,
    name: "minusMove",
    group: "ranges",
    unit: "price",
    parameters: [],
    meaning: numbers(minusMove, "high", "low"),
  },
  {
    ...inner,
    name: "imbalance",
    group: "oscillators",
    unit: "percent",
    parameters: [A, B],
    meaning: numbers(imbalance),
  },
  { ...inner, name: "moneyIn", group: "volume", unit: "none", parameters: [A, B], meaning: numbers(moneyIn) },
  {
    ...inner,
    name: "moneyOut",
    group: "volume",
    unit: "none",
    parameters: [A, B],
    meaning: numbers(moneyOut),
  },
  {
    ...inner,
    name: "strengthOf",
    group: "volume",
    unit: "percent",
    parameters: [A, B],
    meaning: numbers(strengthOf),
  },
  {
    ...inner,
    name: "supertrendBy",
    group: "ranges",
    unit: "price",
    parameters: [A, K],
    meaning: numbers(supertrend, "high", "low", "close"),
  },
];
