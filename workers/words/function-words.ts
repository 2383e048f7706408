/**
 * What each function of the language is called in a sentence (sentence-numbers.ts, sentences.ts): the one place for it.
 * In braces stands what a call fills in:
 *
 * - {n}, {m}, {k}: a count or factor; {n days}: "1 day", "20 days"; {last n}: "last 20 days"
 * - {spans}: " (8, 17 days)", and {g-day}: "9-day ", both nothing where the counts are left out
 * - {x}: "the volume"; {of x}: " of the volume", nothing for the close and behind "its"; {bare x}: " volume", nothing behind "its"
 * - {a}, {b}: a number; {past a}, {past b}: a rule of other days, in brackets; {r}: a rule, in brackets; {rule}: one that ends the words; {past r}, {past rule}: of other days
 * - {each n}, {any n}: "on each of the last 20 days", "on at least one of the last 20 days"
 * - {amount}: "at least 7"; {percent}: "at least 7%"; {is}, {has}: "was" and "had" of another day
 * - of a streak alone: {moved}: "risen" or "fallen"; {days}: "day" or "days"
 * - of a rank or a place alone: {key}: "lowest pe", {bare key}: "pe"; {end} and {side}: "top" and "above", or "bottom" and "below" where the
 *   lowest are first; {share}: "10%"; {not}: "no longer" of what is held; {lie}: "lay" of another day; {scope}, {in scope}, {of scope}: of the sector, where it is;
 *   {most}: "highest" or "lowest"; {among}: "among the 10", "the one"
 */
export interface FunctionWords {
  /** Names of the parameters, in order. */
  readonly takes: readonly string[];
  /** A number, without "the" or "its" in front. */
  readonly noun?: string;
  /** The number as of the bar before, as in `highest(high, 20)[1]`. */
  readonly before?: string;
  /** What x is where it is no parameter: a function of the first parameters; the close where it is none either. */
  readonly of?: { readonly name: string; readonly takes: number };
  /** A rule. */
  readonly clause?: string;
  /** The same rule with "not" in front. */
  readonly never?: string;
  /** The rule that compares the number with a literal of 0 or more. */
  readonly compared?: string;
  /** The same of a streak. */
  readonly inARow?: string;
  /** The same of a rank that is below a literal. */
  readonly top?: string;
  /** The same of a rank that is above one, or at least that. */
  readonly out?: string;
  /** The same of a place that is at most a whole literal. */
  readonly first?: string;
  /** What a bar is of that it is asked of; those of the call itself where it is absent. */
  readonly bar?: "week" | "month";
  /** Its figures are percents; "as given": where those of an argument are. */
  readonly percent?: true | "as given";
}

const ofSeries = { takes: ["x", "n"] } as const;
const asGiven = { ...ofSeries, percent: "as given" } as const;
const ofSpan = { takes: ["n"] } as const;
const ofBands = { takes: ["n", "k"] } as const;
const asChosen = { takes: ["a", "b"], percent: "as given" } as const;

const WORDS: Readonly<Record<string, FunctionWords>> = {
  sma: { ...asGiven, noun: "{n}-day average{of x}" },
  wma: { ...asGiven, noun: "{n}-day weighted average{of x}" },
  highest: {
    ...asGiven,
    noun: "highest{bare x} of {n days}",
    before: "highest{bare x} of the {n days} before",
  },
  lowest: {
    ...asGiven,
    noun: "lowest{bare x} of {n days}",
    before: "lowest{bare x} of the {n days} before",
  },
  sum: { ...asGiven, noun: "{n}-day sum{of x}" },
  stdev: { ...asGiven, noun: "{n}-day standard deviation{of x}" },
  zscore: { ...ofSeries, noun: "number of standard deviations that {x} is above its {n}-day average" },
  percentRank: {
    ...ofSeries,
    noun: "percentage of the {n days} before on which {x} was no higher",
    compared: "{x} {is} at least as high as on {percent} of the {n days} before",
    percent: true,
  },
  growth: { ...ofSeries, noun: "growth{of x} over {n days}", percent: true },
  change: { ...asGiven, noun: "change{of x} over {n days}" },
  slope: { ...asGiven, noun: "{n}-day slope{of x}" },
  trend: { ...ofSeries, noun: "{n}-day trend score{of x}" },
  volatility: { ...ofSeries, noun: "{n}-day volatility{of x}", percent: true },
  streak: {
    takes: ["x"],
    noun: "number of rises{of x} in a row (of falls below 0)",
    inARow: "{x} {has} {moved} {amount} {days} in a row",
  },
  ema: { ...asGiven, noun: "{n}-day exponential average{of x}" },
  rma: { ...asGiven, noun: "{n}-day Wilder average{of x}" },
  rsi: { ...ofSeries, noun: "{n}-day RSI{of x}" },
  macd: { takes: ["f", "s"], noun: "MACD{spans}" },
  macdSignal: {
    takes: ["f", "s", "g"],
    noun: "{g-day}signal line{of x}",
    of: { name: "macd", takes: 2 },
  },
  macdHistogram: { takes: ["f", "s", "g"], noun: "MACD histogram{spans}" },
  trueRange: { takes: [], noun: "true range" },
  atr: { ...ofSpan, noun: "{n}-day average true range" },
  plusDI: { ...ofSpan, noun: "{n}-day upward strength (+DI)" },
  minusDI: { ...ofSpan, noun: "{n}-day downward strength (−DI)" },
  adx: { ...ofSpan, noun: "{n}-day trend strength (ADX)" },
  stochK: { ...ofSpan, noun: "{n}-day stochastic" },
  stochD: { takes: ["n", "m"], noun: "{m}-day average{of x}", of: { name: "stochK", takes: 1 } },
  williamsR: { ...ofSpan, noun: "{n}-day Williams %R" },
  cci: { ...ofSpan, noun: "{n}-day commodity channel index" },
  mfi: { ...ofSpan, noun: "{n}-day money flow index" },
  obv: { takes: [], noun: "on-balance volume" },
  bollingerUpper: { ...ofBands, noun: "upper Bollinger band ({n days}, {k} deviations)" },
  bollingerLower: { ...ofBands, noun: "lower Bollinger band ({n days}, {k} deviations)" },
  percentB: {
    ...ofBands,
    noun: "place of the close in the Bollinger bands ({n days}, {k} deviations; 0 is the lower band, 1 the upper)",
  },
  bandwidth: {
    ...ofBands,
    noun: "width of the Bollinger bands ({n days}, {k} deviations)",
    percent: true,
  },
  supertrend: { ...ofBands, noun: "supertrend line ({n days}, {k} average ranges)" },
  barsSince: {
    takes: ["r"],
    noun: "number of days since {past r}",
    compared: "it {is} {amount} days since {past rule}",
  },
  count: {
    takes: ["r", "n"],
    noun: "number of days, of the {last n}, on which {past r}",
    compared: "on {amount} of the {last n} {past rule}",
  },
  once: {
    takes: ["r", "n"],
    clause: "{any n} {past rule}",
    never: "on none of the {last n} {past rule}",
  },
  always: { takes: ["r", "n"], clause: "{each n} {past rule}", never: "not {each n} {past rule}" },
  latch: { takes: ["a", "b"], clause: "at some time {past a} and since then never {past b}" },
  rising: { ...ofSeries, clause: "{x} {has} risen {each n}", never: "{x} {has} not risen {each n}" },
  falling: { ...ofSeries, clause: "{x} {has} fallen {each n}", never: "{x} {has} not fallen {each n}" },
  min: { ...asChosen, noun: "smaller of {a} and {b}" },
  max: { ...asChosen, noun: "larger of {a} and {b}" },
  abs: { takes: ["a"], noun: "size of {a}", percent: "as given" },
  sqrt: { takes: ["a"], noun: "square root of {a}" },
  ln: { takes: ["a"], noun: "natural logarithm of {a}" },
  if: { takes: ["r", "a", "b"], noun: "result ({a} if {r}, otherwise {b})", percent: "as given" },
  weekly: { takes: ["e"], bar: "week", clause: "by whole weeks: {rule}" },
  monthly: { takes: ["e"], bar: "month", clause: "by whole months: {rule}" },
  rank: {
    takes: ["x", "scope"],
    noun: "rank{in scope} by {key}",
    top: "it {is} among the {end} {share}{of scope} by {bare key}",
    out: "it {is} {not} among the {end} {share}{of scope} by {bare key}",
    compared: "{percent} of {scope} {lie} {side} it by {bare key}",
    percent: true,
  },
  place: {
    takes: ["x", "scope"],
    noun: "place{in scope} by {key}",
    first: "it {is} {among} with the {most} {bare key}{of scope}",
  },
  breadth: {
    takes: ["r"],
    noun: "percentage of all instruments for which {r}",
    compared: "for {percent} of all instruments {rule}",
    percent: true,
  },
  market: { takes: ["e"], clause: "for the index: {rule}" },
  of: { takes: ["symbol", "e"], clause: "for {symbol}: {rule}" },
};

const byName: ReadonlyMap<string, FunctionWords> = new Map(
  Object.entries(WORDS).map(([name, words]) => [name.toLowerCase(), words]),
);

/** What is said of a function, whose name may be in any case of letters; undefined where there is none. */
export function wordsOfFunction(name: string): FunctionWords | undefined {
  return byName.get(name.toLowerCase());
}

export interface NameWords {
  readonly noun: string;
  readonly percent?: true;
}

const NAMES: ReadonlyMap<string, NameWords> = new Map<string, NameWords>([
  ["open", { noun: "open" }],
  ["high", { noun: "high" }],
  ["low", { noun: "low" }],
  ["close", { noun: "close" }],
  ["rawclose", { noun: "unadjusted close" }],
  ["volume", { noun: "volume" }],
  ["value", { noun: "traded value" }],
  ["marketcap", { noun: "market cap" }],
  ["weekday", { noun: "weekday (1 is Monday)" }],
  ["month", { noun: "month" }],
  ["day", { noun: "day of the month" }],
  ["year", { noun: "year" }],
  ["sessionofmonth", { noun: "trading day of the month" }],
  ["profit", { noun: "profit", percent: true }],
  ["held", { noun: "number of days held" }],
  ["entryprice", { noun: "entry price" }],
  ["peak", { noun: "peak since the entry" }],
  ["fall", { noun: "fall from the peak", percent: true }],
]);

/** Of a name that the language itself has; undefined for a fact's, which is its own word. */
export function wordsOfName(name: string): NameWords | undefined {
  return NAMES.get(name.toLowerCase());
}
