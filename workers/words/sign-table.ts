/** The signs and joining words of the language, as the reference tells them. The grammar itself is workers/rules/grammar.ts. */
export interface SignEntry {
  /** For links to it. */
  readonly id: string;
  readonly written: readonly string[];
  readonly sentence: string;
  /** A rule that some instrument of the demo market meets now and then. */
  readonly example: string;
}

export const SIGNS: readonly SignEntry[] = [
  {
    id: "arithmetic-signs",
    written: ["a + b", "a - b", "a * b", "a / b", "-a"],
    sentence: "Calculates. * and / go before + and -; what is divided by 0 is unknown.",
    example: "(close - low) / (high - low) < 0.2",
  },
  {
    id: "comparisons",
    written: ["a > b", "a >= b", "a < b", "a <= b", "a = b", "a != b"],
    sentence: "Compares two numbers. What differs only by rounding counts as equal.",
    example: "close > open",
  },
  {
    id: "between",
    written: ["a between b and c"],
    sentence: "a is at least b and at most c.",
    example: "rsi(14) between 40 and 60",
  },
  {
    id: "crosses",
    written: ["a crosses above b", "a crosses below b"],
    sentence: "a is above b and was not on the bar before; or below, the other way round.",
    example: "rsi(14) crosses above 30",
  },
  {
    id: "ago",
    written: ["a[n]"],
    sentence: "a as it was n bars of the instrument ago, n a whole number from 0 to 5,000.",
    example: "sma(200) > sma(200)[21]",
  },
  {
    id: "and",
    written: ["r and s"],
    sentence: "Both rules are true. Goes before or.",
    example: "close > open and volume > sma(volume, 20)",
  },
  {
    id: "or",
    written: ["r or s"],
    sentence: "At least one of the rules is true.",
    example: "rsi(14) < 30 or rsi(14) > 70",
  },
  {
    id: "not",
    written: ["not r"],
    sentence: "The rule is false. Of a rule that is unknown, because a number in it is, it is unknown too.",
    example: "not once(abs(growth(1)) > 5, 20)",
  },
  {
    id: "brackets",
    written: ["( )"],
    sentence: "What stands in them belongs together.",
    example: "(high + low) / 2 > close",
  },
  {
    id: "quotes",
    written: ['"text"'],
    sentence: 'A symbol, or "sector", where a function asks for it.',
    example: 'rank(growth(126), "sector") < 20',
  },
];
