/** What the bars of an instrument give to a person's code: for the help and for completion, which both read this table. */

export interface BarsEntry {
  readonly name: string;
  /** The entry's type as JavaScript has it; Python's arrays are `array('d')`. */
  readonly type: "number" | "text" | "numbers" | "days" | "function" | "object";
  readonly sentence: string;
  /** The benchmark has it as well. */
  readonly isOfMarket?: true;
}

export const BARS: readonly BarsEntry[] = [
  { name: "length", type: "number", sentence: "How many bars there are; return as many numbers." },
  { name: "open", type: "numbers", sentence: "First price of the day.", isOfMarket: true },
  { name: "high", type: "numbers", sentence: "Highest price of the day.", isOfMarket: true },
  { name: "low", type: "numbers", sentence: "Lowest price of the day.", isOfMarket: true },
  {
    name: "close",
    type: "numbers",
    sentence: "Last price of the day, on the run's price basis.",
    isOfMarket: true,
  },
  { name: "rawClose", type: "numbers", sentence: "The close as it was traded.", isOfMarket: true },
  { name: "volume", type: "numbers", sentence: "Shares that were traded.", isOfMarket: true },
  { name: "value", type: "numbers", sentence: "Close times volume.", isOfMarket: true },
  {
    name: "marketCap",
    type: "numbers",
    sentence: "What all shares are worth together, where the data has it.",
    isOfMarket: true,
  },
  {
    name: "date",
    type: "days",
    sentence: "Days since 1 January 1970: one for each bar.",
    isOfMarket: true,
  },
  { name: "symbol", type: "text", sentence: "The instrument's symbol." },
  { name: "sector", type: "text", sentence: 'Its sector; "" where none is known.' },
  {
    name: "fact",
    type: "function",
    sentence: "A fact of the data by its name, as it was known on each bar.",
  },
  {
    name: "market",
    type: "object",
    sentence:
      "The benchmark's prices as of each bar, NaN before its first; null (Python: None) where the run has none.",
  },
];

export type CodeLanguage = "javascript" | "typescript" | "python";

export const LANGUAGE_NAMES: Readonly<Record<CodeLanguage, string>> = {
  javascript: "JavaScript",
  typescript: "TypeScript",
  python: "Python",
};

/** The language of that name; JavaScript where there is none. */
export function languageNamed(name: string): CodeLanguage {
  return name === "typescript" || name === "python" ? name : "javascript";
}

/** "bars.close", in Python bars["close"]; a fact with the name of one. */
export function asWritten({ name, type }: BarsEntry, language: CodeLanguage): string {
  const own = language === "python" ? `bars["${name}"]` : `bars.${name}`;
  return type === "function" ? `${own}("pe")` : own;
}
