/** Spellings from elsewhere that have one meaning, and those that have several. Texts in quotes are hidden from all but QUOTES. */

export interface Mend {
  /** With the flag g. */
  readonly pattern: RegExp;
  /** A text, or what is made of the match and its groups. */
  readonly to: string | ((groups: readonly string[]) => string);
  /** What is told of it; without it the two spellings side by side. */
  readonly says?: string;
}

export interface Doubt {
  readonly pattern: RegExp;
  readonly says: (found: string) => string;
}

/** Quotes of word processors and phones, and single ones, which the language has not. */
export const QUOTES: readonly Mend[] = [
  { pattern: /[“”„‟«»＂]/g, to: '"' },
  { pattern: /(?<![a-z])['‘’‚`´]([^'‘’‚`´"]*)['‘’‚`´]/g, to: ([, text = ""]) => `"${text}"` },
];

/** What word processors, phones and web pages make of other characters. Blanks first: the patterns behind know one kind alone. */
export const CHARACTERS: readonly Mend[] = [
  {
    pattern: /(?:\u200B|\u200C|\u200D|\u2060|\uFEFF|\u00AD)+/g,
    to: "",
    says: "invisible characters are left out",
  },
  { pattern: /[^\S \n\r\t]+/g, to: " ", says: "special spaces are plain ones" },
  { pattern: /\s*[\n\r\t]+\s*/g, to: " ", says: "line ends and tabs are spaces" },
  { pattern: /[≥⩾]|=>/g, to: ">=" },
  { pattern: /[≤⩽]|=</g, to: "<=" },
  { pattern: /≠|<>/g, to: "!=" },
  { pattern: /[×✕✖∙⋅]/g, to: "*" },
  { pattern: /[÷∕⁄]/g, to: "/" },
  { pattern: /[−–—‐‑]/g, to: "-" },
  { pattern: /（/g, to: "(" },
  { pattern: /）/g, to: ")" },
  { pattern: /，/g, to: "," },
  { pattern: /＞/g, to: ">" },
  { pattern: /＜/g, to: "<" },
  { pattern: /＝/g, to: "=" },
  { pattern: /％/g, to: "%" },
];

export const OPERATORS: readonly Mend[] = [
  {
    pattern: /\{\s*(?:cash|\d+)\s*\}/gi,
    to: " ",
    says: "the list of shares in { } is left out: choose it in the scanner",
  },
  { pattern: /!==/g, to: "!=" },
  { pattern: /===?/g, to: "=" },
  { pattern: /&&/g, to: " and " },
  { pattern: /\|\|/g, to: " or " },
  { pattern: /!(?!=)\s*/g, to: "not " },
  { pattern: /[₹$€£]\s*(?=\d)/g, to: "" },
  { pattern: /(?<=\d)\s*(?:per ?cent|pct)\b\.?/gi, to: "%" },
  { pattern: /(?<=\d)\s+%(?!\s*[\d(])/g, to: "%" }, // before a number it would be a remainder
  { pattern: /(?<=\d)(?:\s+cr|\s*crores?|\s*crs)\b\.?/gi, to: "cr" },
  { pattern: /(?<=\d)(?:\s+lakh|\s*lakhs|\s*lacs?|L)\b/g, to: "lakh" },
  { pattern: /(?<=\d)(?:\s+m|\s*millions?|\s*mn)\b/gi, to: "m" },
  { pattern: /(?<=\d)(?:\s+bn|\s*billions?)\b/gi, to: "bn" },
  { pattern: /(?<=\d)(?:\s+k|\s*thousands?)\b/gi, to: "k" },
  { pattern: /^\s*=|[.;]\s*$/g, to: "" },
];

/** Names of Pine, where they are the same number under another name; calls are in mend-calls.ts. */
export const FOREIGN_NAMES: readonly Mend[] = [
  { pattern: /\bhl2\b/gi, to: "((high + low) / 2)" },
  { pattern: /\bhlc3\b/gi, to: "((high + low + close) / 3)" },
  { pattern: /\bohlc4\b/gi, to: "((open + high + low + close) / 4)" },
  { pattern: /\bta\.tr\b(?!\s*\()/gi, to: "trueRange" },
  { pattern: /\bta\.obv\b(?!\s*\()/gi, to: "obv" },
  {
    pattern: /\bta\.(sma|ema|wma|rma|rsi|atr|stdev|percentrank|barssince)(?=\s*\()/gi,
    to: ([, name = ""]) => OWN_SPELLING[name.toLowerCase()] ?? name.toLowerCase(),
  },
  { pattern: /\bmath\.(sum|abs|min|max|sqrt)(?=\s*\()/gi, to: ([, name = ""]) => name.toLowerCase() },
  { pattern: /\bmath\.log(?=\s*\()/gi, to: "ln" },
  { pattern: /\bta\.(?:mom)(?=\s*\()/gi, to: "change" },
  { pattern: /\bta\.(?:roc)(?=\s*\()/gi, to: "growth" },
];

const OWN_SPELLING: Readonly<Record<string, string>> = { percentrank: "percentRank", barssince: "barsSince" };

/** Comparisons and numbers in plain English, and as Chartink has them. The longer ones first. */
export const ENGLISH: readonly Mend[] = [
  { pattern: /\b(the|its)\s+(?=[\w(])/gi, to: "", says: "“the” and “its” are left out" },
  {
    pattern:
      /\b(?:has )?cross(?:es|ed|ing)?\s+(?:over|up)\b|\bcross(?:ed|ing)?\s+above\b|\bcrosses\s+to above\b/gi,
    to: "crosses above",
  },
  {
    pattern:
      /\b(?:has )?cross(?:es|ed|ing)?\s+(?:under|down)\b|\bcross(?:ed|ing)?\s+below\b|\bcrosses\s+to below\b/gi,
    to: "crosses below",
  },
  {
    pattern:
      /\b(?:is )?(?:greater|more|higher|larger) than (?:or )?equal(?:s)?(?: to)?\b|\b(?:is )?at least\b/gi,
    to: ">=",
  },
  {
    pattern: /\b(?:is )?(?:less|lower|smaller) than (?:or )?equal(?:s)?(?: to)?\b|\b(?:is )?at most\b/gi,
    to: "<=",
  },
  { pattern: /\b(?:is )?not equal(?: to)?\b|\bdoes not equal\b/gi, to: "!=" },
  {
    pattern: /\b(?:is )?(?:greater|more|higher|larger) than\b|\bis (?:above|over)\b|(?<!crosses )\babove\b/gi,
    to: ">",
  },
  {
    pattern: /\b(?:is )?(?:less|lower|smaller) than\b|\bis (?:below|under)\b|(?<!crosses )\bbelow\b/gi,
    to: "<",
  },
  { pattern: /\b(?:is )?equals?(?: to)?\b/gi, to: "=" },
  { pattern: /\bis between\b/gi, to: "between" },
  {
    pattern: /\b(?:yesterday['’]?s|previous|prev) (open|high|low|close|volume)\b/gi,
    to: ([, name = ""]) => `${name.toLowerCase()}[1]`,
  },
  {
    pattern: /\b(\d+)[ -]?(?:days? )?(sma|ema|wma)\b(?!\s*\()/gi,
    to: ([, days = "", name = ""]) => `${name.toLowerCase()}(${days})`,
  },
  { pattern: /\b(\d+)[ -]?dma\b/gi, to: ([, days = ""]) => `sma(${days})` },
  { pattern: /\b(?:market cap)\b/gi, to: "marketCap" },
  { pattern: /\b(?:daily )(?=open|high|low|close|volume|sma|ema|rsi)/gi, to: "" },
];

/** "marketCap > 1000": a figure without a suffix. */
export const PLAIN_CAP = /\bmarketCap\s*(>=|<=|>|<|=)\s*(\d+(?:\.\d+)?)(?![\w.%])/g;

/** Chartink counts market cap in crores. */
export const CHARTINK_CAPS: readonly Mend[] = [
  { pattern: PLAIN_CAP, to: ([, sign = "", figure = ""]) => `marketCap ${sign} ${figure}cr` },
];

/** Doubts, in the order in which they are looked for when all else is mended. */
export const DOUBTS: readonly Doubt[] = [
  {
    pattern: /\b(?:weekly|monthly)\b(?!\s*\()/i,
    says: (found) =>
      `“${found}” is another period and wants brackets: ${found.toLowerCase()}(close > sma(10)) asks whole ${found.toLowerCase() === "weekly" ? "weeks" : "months"}, the last one before the day's own.`,
  },
  {
    pattern: /\b(?:quarterly|yearly|\d+ (?:minutes?|hours?|weeks?|months?|quarters?|years?)(?: ago)?)\b/i,
    says: (found) =>
      `“${found}” is another period: here a bar is a day, and counts are days (a week has about 5, a month 21).`,
  },
  {
    pattern: /\b(?:ta|math|request|strategy|input|syminfo|timeframe)\.\w+/i,
    says: (found) =>
      `“${found}” of Pine has no counterpart here that means the same for certain; look for one on the page of the rule language.`,
  },
  {
    pattern: /\bcrossover|\bcrossunder|\bcross(?=\s*\()/i,
    says: (found) => `“${found}” wants two numbers in its brackets: write a crosses above b.`,
  },
  {
    pattern: /\bprices?\b/i,
    says: (found) => `If “${found}” is what a day ended at, write close.`,
  },
  { pattern: /\?/, says: () => "“a ? b : c” is written if(a, b, c)." },
  { pattern: /\^|\*\*/, says: (found) => `“${found}” is not a sign here: write a power as a product.` },
  { pattern: /[{}]/, says: (found) => `“${found}” has no meaning in a formula.` },
  {
    pattern: /:=|;/,
    says: (found) => `“${found}” sets something for later; a formula is one line that stands alone.`,
  },
  { pattern: /\btimes\b|(?<=\d)\s*x\b/i, says: (found) => `If “${found}” multiplies, write *.` },
];
