/** The numbers of the language in plain words: "the close", "2 times its 20-day average". Rules are sentences.ts. */
import { wordsOfFunction, wordsOfName } from "./function-words.ts";
import type { FunctionWords } from "./function-words.ts";
import { printLine } from "#workers/rules/print.ts";
import type { NameSyntax, Syntax, SyntaxOf } from "#workers/rules/syntax.ts";
import { figureWords, grouped, literalOf, MINUS } from "./sentence-figures.ts";

export interface Noun {
  readonly words: string;
  /** A calculation, or two numbers with "and" between: stands in brackets within other words. */
  readonly isArithmetic: boolean;
}

/** A rule as a part of a sentence. */
export interface Clause {
  readonly words: string;
  /** "open": words that follow would be taken for a part of its end; "joined": it is several with "and" or "or" between. */
  readonly stands: "alone" | "open" | "joined";
}

/** The time and the bars that words speak of. */
export interface When {
  /** They are about other days than the one that is asked about. */
  readonly isPast: boolean;
  /** What a bar is: the counts of functions are of these. */
  readonly bar: "day" | "week" | "month";
  /** They are about a position, as in a sell rule. */
  readonly isHeld?: true;
}

/** Where words stand. */
export interface Speech extends When {
  /** The number that "its" and "it" mean, as keyOf gives it; null where these words would not be clear. */
  readonly subject: string | null;
  /** The words of a rule, for numbers that a rule is a part of. */
  readonly clauseOf: (tree: Syntax, when: When) => Clause;
}

/** A call with what stands for its parameters, and what it is a function of: null for the close. */
export interface Call {
  readonly words: FunctionWords;
  readonly args: ReadonlyMap<string, Syntax>;
  readonly series: Syntax | null;
}

/** Calculations with more signs are clearer as they are written. */
const MOST_SIGNS = 5;
/** A calculation with a name of its own. */
const PLACE_OF_DAY = "(close - low) / (high - low)";
const CLOSE: NameSyntax = { type: "name", name: "close", args: null, start: 1, column: 1 };

export function nounOf(tree: Syntax, speech: Speech): Noun {
  switch (tree.type) {
    case "number":
      return { words: figureWords(tree), isArithmetic: false };
    case "minus": {
      const of = nounOf(tree.of, { ...speech, subject: null });
      if (literalOf(tree.of) !== null) return { ...of, words: `${MINUS}${of.words}` };
      return { words: `minus ${enclosed(of)}`, isArithmetic: true };
    }
    case "arithmetic":
      return calculation(tree, speech);
    case "ago":
      return earlier(tree.of, tree.bars, speech);
    case "name":
      return named(tree, speech);
    case "text":
    case "compare":
    case "between":
    case "crosses":
    case "and":
    case "or":
    case "not":
      return written(tree);
  }
}

/** What has no better words, as it is written. */
export function formula(tree: Syntax): string {
  return `“${printLine(tree)}”`;
}

/** Equal for numbers of equal text. */
export function keyOf(tree: Syntax): string {
  return printLine(tree).toLowerCase();
}

/** What may be "it"; within a calculation the word would not be clear. */
export function subjectOf(tree: Syntax): string | null {
  return tree.type === "name" ? keyOf(tree) : null;
}

/** Whether "its" means that number: it is the subject, and no other is named in it. */
function isIts(tree: Syntax, { subject }: Speech): boolean {
  const isPlain = tree.type === "name" && (tree.args ?? []).every(({ type }) => type === "number");
  return isPlain && keyOf(tree) === subject;
}

/** Whether literals beside it are percents. */
export function isPercent(tree: Syntax): boolean {
  switch (tree.type) {
    case "minus":
    case "ago":
      return isPercent(tree.of);
    case "arithmetic": {
      const { operator, left, right } = tree;
      if (operator === "+" || operator === "-") return isPercent(left) || isPercent(right);
      if (operator === "/") return isPercent(left) && literalOf(right) !== null;
      return (isPercent(left) && literalOf(right) !== null) || (literalOf(left) !== null && isPercent(right));
    }
    case "name": {
      const call = callOf(tree);
      if (!call) return tree.args === null && wordsOfName(tree.name)?.percent === true;
      const { words, args } = call;
      if (words.percent !== "as given") return words.percent ?? isPercentThere(args.get("e"));
      return [args.get("x"), args.get("a"), args.get("b")].some(isPercentThere);
    }
    case "number":
    case "text":
    case "compare":
    case "between":
    case "crosses":
    case "and":
    case "or":
    case "not":
      return false;
  }
}

function isPercentThere(tree: Syntax | undefined): boolean {
  return tree !== undefined && isPercent(tree);
}

/** The noun's words, put in brackets where it is a calculation. */
export function enclosed({ words, isArithmetic }: Noun): string {
  return isArithmetic ? `(${words})` : words;
}

/** Without its article: "14-day RSI". */
export function bare(noun: Noun): string {
  return enclosed(noun).replace(/^(?:the|its) /, "");
}

/** "a day ago", "21 days ago", or "before" the day that is spoken of. */
export function daysAgo(bars: number, { isPast, bar }: Speech): string {
  return `${bars === 1 ? `a ${bar}` : `${grouped(bars)} ${bar}s`} ${isPast ? "before" : "ago"}`;
}

/** @returns null where no function is called, or one with the wrong number of arguments */
export function callOf(tree: Syntax): Call | null {
  const words = tree.type === "name" ? wordsOfFunction(tree.name) : undefined;
  if (tree.type !== "name" || !words) return null;
  const { takes, of } = words;
  const given = tree.args ?? [];
  const isShort = given.length === takes.length - 1;
  const hasNoSeries = isShort && takes[0] === "x" && takes[1] !== "scope";
  const hasNoScope = isShort && takes[1] === "scope";
  const hasNoSpans = given.length === 0 && takes[0] === "f";
  if (given.length !== takes.length && !hasNoSeries && !hasNoScope && !hasNoSpans) return null;
  const names = hasNoSeries ? takes.slice(1) : takes;
  const args = new Map(given.map((argument, at) => [names[at] ?? "", argument]));
  const implied = of ? called(of.name, given.slice(0, of.takes)) : null;
  return { words, args, series: args.get("x") ?? implied };
}

function called(name: string, given: readonly Syntax[]): NameSyntax {
  return { ...CLOSE, name, args: given.length === 0 ? null : given };
}

/** @param values - what the call itself does not say, by the words in braces */
export function fill(
  template: string,
  call: Call,
  speech: Speech,
  values: Readonly<Record<string, string>> = {},
): string {
  const inBars =
    speech.bar === "day" ? template : template.replaceAll(/\bday(?=s?\b)(?![^{]*\})/g, speech.bar);
  return inBars.replaceAll(/\{([^}]+)\}/g, (_, what: string) => values[what] ?? filled(what, call, speech));
}

function filled(what: string, { words, args, series }: Call, speech: Speech): string {
  const inner: Speech = { ...speech, subject: null };
  const of = series ?? CLOSE;
  const isOfSubject = isIts(of, speech);
  switch (what) {
    case "x":
      return enclosed(nounOf(of, inner));
    case "of x":
      return isOfSubject || keyOf(of) === "close" ? "" : ` of ${enclosed(nounOf(of, inner))}`;
    case "bare x":
      return isOfSubject ? "" : ` ${bare(nounOf(of, inner))}`;
    case "spans":
      return args.size === 0 ? "" : ` (${[...args.values()].map(countWords).join(", ")} ${speech.bar}s)`;
    case "g-day":
      return args.size === 0 ? "" : `${countWords(args.get("g"))}-${speech.bar} `;
    case "is":
      return speech.isPast ? "was" : "is";
    case "not":
      return speech.isHeld ? "no longer" : "not";
    case "has":
      return speech.isPast ? "had" : "has";
    case "n days":
      return barCount(args.get("n"), speech);
    case "last n":
      return lastBars(args.get("n"), speech);
    case "each n":
    case "any n": {
      const days = lastBars(args.get("n"), speech);
      if (countWords(args.get("n")) === "1") return `on the ${days}`;
      return `on ${what === "each n" ? "each" : "at least one"} of the ${days}`;
    }
    case "r":
    case "rule":
    case "past r":
    case "past rule": {
      const isPast = speech.isPast || what.startsWith("past");
      const { bar = speech.bar } = words;
      const rule = speech.clauseOf(args.get("r") ?? args.get("e") ?? CLOSE, { isPast, bar });
      return what.endsWith("r") || rule.stands !== "alone" ? `(${rule.words})` : rule.words;
    }
    case "past a":
    case "past b":
      return `(${speech.clauseOf(args.get(what.slice(-1)) ?? CLOSE, { isPast: true, bar: speech.bar }).words})`;
    default: {
      const argument = args.get(what);
      if (argument?.type === "text") return argument.value;
      if (what === "n" || what === "m") return countWords(argument);
      return argument ? enclosed(nounOf(argument, inner)) : "";
    }
  }
}

function countWords(count: Syntax | undefined): string {
  return count?.type === "number" ? grouped(count.value) : count ? formula(count) : "";
}

function barCount(count: Syntax | undefined, { bar }: Speech): string {
  const words = countWords(count);
  return words === "1" ? `1 ${bar}` : `${words} ${bar}s`;
}

/** Up to the day that is spoken of. */
function lastBars(count: Syntax | undefined, { isPast, bar }: Speech): string {
  const words = countWords(count);
  if (words === "1") return `${isPast ? "same" : "last"} ${bar}`;
  return isPast ? `${words} ${bar}s up to then` : `last ${words} ${bar}s`;
}

function written(tree: Syntax): Noun {
  return { words: formula(tree), isArithmetic: false };
}

const SIGN_WORDS = { "+": "plus", "-": "minus", "*": "times", "/": "divided by" } as const;

function calculation(tree: SyntaxOf<"arithmetic">, speech: Speech): Noun {
  if (keyOf(tree) === PLACE_OF_DAY) {
    const words = "the place of the close in the range of the day (0 is the low, 1 the high)";
    return { words, isArithmetic: false };
  }
  if (signsIn(tree) > MOST_SIGNS) return written(tree);
  const multiple = multipleOf(tree);
  if (multiple) {
    return { words: `${multiple.words} ${enclosed(nounOf(multiple.of, speech))}`, isArithmetic: true };
  }
  const { operator } = tree;
  const left = nounOf(tree.left, { ...speech, subject: null });
  const right = nounOf(tree.right, { ...speech, subject: subjectOf(tree.left) });
  const isSum = operator === "+" || operator === "-";
  const goesOn = isSum && tree.left.type === "arithmetic" && /[+-]/.test(tree.left.operator);
  const endsInMultiple = isSum && tree.right.type === "arithmetic" && multipleOf(tree.right) !== null;
  const before = goesOn ? left.words : enclosed(left);
  const behind = endsInMultiple ? right.words : enclosed(right);
  return { words: `${before} ${SIGN_WORDS[operator]} ${behind}`, isArithmetic: true };
}

/** A literal times something: "2 times", "75% of". */
function multipleOf({ operator, left, right }: SyntaxOf<"arithmetic">): { words: string; of: Syntax } | null {
  if (operator !== "*") return null;
  const [literal, of] = left.type === "number" ? [left, right] : [right, left];
  if (literal.type !== "number" || of.type === "number") return null;
  const isShare = literal.value > 0 && literal.value < 1;
  const percent = Number((literal.value * 100).toPrecision(12));
  return { words: isShare ? `${percent}% of` : `${figureWords(literal)} times`, of };
}

function signsIn(tree: Syntax): number {
  if (tree.type === "minus") return signsIn(tree.of);
  return tree.type === "arithmetic" ? 1 + signsIn(tree.left) + signsIn(tree.right) : 0;
}

/** `x[n]`. */
function earlier(tree: Syntax, bars: number, speech: Speech): Noun {
  if (bars === 0) return nounOf(tree, speech);
  if (tree.type === "ago") return earlier(tree.of, bars + tree.bars, speech);
  const when = daysAgo(bars, speech);
  if (keyOf(tree) === speech.subject) {
    return { words: `what it ${speech.isPast ? "had been" : "was"} ${when}`, isArithmetic: false };
  }
  const call = callOf(tree);
  if (call && tree.type === "name" && isOfEarlierBars(call)) return ofEarlierBars(tree, bars, speech);
  if (call?.words.before !== undefined && bars === 1) {
    return { words: articled(call.words.before, call, speech), isArithmetic: false };
  }
  const isPlain = tree.type === "name" && wordsOfName(tree.name) !== undefined;
  if (call && tree.type === "name" && tree.name.toLowerCase() === "growth") {
    const words = withoutLastMonth(call, bars, speech);
    if (words !== null) return { words, isArithmetic: false };
  }
  const noun = enclosed(nounOf(tree, speech));
  const until = / over (?:the )?\d/.test(noun) ? " up to" : " as of"; // a growth ends then, an average stands then
  const words = `${noun}${isPlain ? "" : until} ${when}`;
  return { words, isArithmetic: false };
}

/** Of so many sessions, up to today, a growth without its last month is told by the calendar, as momentum is spoken of. */
const SPANS: ReadonlyMap<number, string> = new Map([
  [63, "three months"],
  [126, "six months"],
  [252, "year"],
]);
const MONTH = 21;

/** "the growth over the past year without the last month", of 231 sessions that ended 21 ago; null for any other growth. */
function withoutLastMonth(call: Call, bars: number, speech: Speech): string | null {
  const count = call.args.get("n");
  const span = count?.type === "number" ? SPANS.get(count.value + bars) : undefined;
  if (span === undefined || bars !== MONTH || speech.bar !== "day" || speech.isPast) return null;
  return articled(`growth{of x} over the past ${span} without the last month`, call, speech);
}

function named(tree: NameSyntax, speech: Speech): Noun {
  const call = callOf(tree);
  if (!call) {
    if (tree.args !== null) return written(tree);
    const own = wordsOfName(tree.name);
    return { words: own ? `the ${own.noun}` : tree.name, isArithmetic: false };
  }
  const { words } = call;
  if (words.clause !== undefined) return elsewhere(tree, call, speech);
  if (words.noun === undefined) return written(tree);
  if (words.takes[1] === "scope") {
    const rank = fill(words.noun, call, speech, rankWords(call, speech));
    return { words: `its ${rank}`, isArithmetic: false };
  }
  if (isOfEarlierBars(call)) return ofEarlierBars(tree, 0, speech);
  return { words: articled(words.noun, call, speech), isArithmetic: words.noun.includes(" and ") };
}

/** A function of `x[n]`: what it gives is what it gave for x, n bars ago. */
function isOfEarlierBars({ words, args }: Call): boolean {
  return words.takes[1] !== "scope" && args.get("x")?.type === "ago";
}

function ofEarlierBars(tree: NameSyntax, bars: number, speech: Speech): Noun {
  const [first, ...others] = tree.args ?? [];
  if (first?.type !== "ago")
    throw new RangeError("sentence-numbers: the function is not one of earlier bars");
  return earlier({ ...tree, args: [first.of, ...others] }, bars + first.bars, speech);
}

/** A noun with its article. */
function articled(noun: string, call: Call, speech: Speech): string {
  const isOwn = isIts(call.series ?? CLOSE, speech) && /\{(?:of|bare) x\}/.test(noun);
  return `${isOwn ? "its" : "the"} ${fill(noun, call, speech)}`;
}

/** What is ranked, and among which: the highest are first, of `-x` the lowest. */
export function rankWords({ args }: Call, speech: Speech): Readonly<Record<string, string>> {
  const by = args.get("x") ?? CLOSE;
  const isLowest = by.type === "minus";
  const key = bare(nounOf(isLowest ? by.of : by, { ...speech, subject: null }));
  return {
    key: isLowest ? `lowest ${key}` : key,
    "bare key": key,
    side: isLowest ? "below" : "above",
    end: isLowest ? "bottom" : "top",
    most: isLowest ? "lowest" : "highest",
    lie: speech.isPast ? "lay" : "lie",
    scope: args.has("scope") ? "the instruments of its sector" : "all instruments",
    "in scope": args.has("scope") ? " in its sector" : "",
    "of scope": args.has("scope") ? " of its sector" : "",
  };
}

/** A number of the index, of another instrument, or of its own weeks or months. */
function elsewhere(tree: NameSyntax, { words, args }: Call, speech: Speech): Noun {
  const asked = args.get("e");
  const isPlain = asked?.type === "name" || (asked?.type === "ago" && asked.of.type === "name");
  if (!asked || !isPlain) return written(tree);
  const { bar = speech.bar } = words;
  const noun = nounOf(asked, { ...speech, bar, subject: null });
  if (noun.words.startsWith("“")) return written(tree);
  const symbol = args.get("symbol");
  const other = symbol?.type === "text" ? symbol.value : "the index";
  const own = speech.isPast ? `the ${bar} before` : `last ${bar}`;
  const whose = words.bar === undefined ? other : own;
  return { ...noun, words: `${whose}'s ${bare(noun)}` };
}
