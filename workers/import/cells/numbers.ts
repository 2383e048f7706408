/** Numbers as people and vendors write them, and what a column's cells say about its decimal sign. */
import { UNREADABLE } from "#workers/market/row.ts";
import type { Decimal } from "#workers/model/import-check.ts";

/** How cells of one column argue; counted over many cells. */
export interface DecimalEvidence {
  dot: number;
  comma: number;
  /** `1,234`: grouped, or a decimal comma with three digits. */
  maybeComma: number;
  /** `1.234`, the other way round. */
  maybeDot: number;
  integers: number;
}

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const PLAIN_DOT = /^\d+\.(\d+)$/;
const EXPONENT_COMMA = /^[+-]?\d+,\d+[eE][+-]?\d+$/;
const NOTHING =
  /^(?:|-+|–|—|\.|\*|n\/?a\.?|#n\/a(?: n\/a)?|#value!|#div\/0!|nan|null|none|nil|na|void|\?|k\.? ?a\.?|s\/d|n\.?d\.?|n\.?v\.?|暂无|无)$/i;
const CURRENCY =
  /^(?:us\$|c\$|a\$|hk\$|r\$|[$€£¥₹₽₩₺₫฿]|rs\.?|inr|usd|eur|gbp|gbx|jpy|cny|chf|cad|aud|sek|nok|dkk|hkd|krw|try|brl|zar)\s*(?=[\d.,(+-])/i;
const CURRENCY_BEHIND =
  /(?<=[\d.,)])\s*(?:[$€£¥₹₽₩₺₫฿]|usd|eur|gbp|inr|jpy|cny|chf|kr\.?|zł|руб\.?|円|元|원|stk\.?|szt\.?|шт\.?|株|股|주)$/i;
const SUFFIX =
  /^(.*[\d.,])\s*(k|tsd\.?|thousand|m|mn|mio\.?|mln\.?|million|b|bn|mrd\.?|mld\.?|billion|t|tn|l|lac|lakh|cr|crore|万|萬|億|亿|千|百万)$/i;
const MULTIPLIERS = new Map<string, number>([
  ["k", 1e3],
  ["tsd", 1e3],
  ["thousand", 1e3],
  ["千", 1e3],
  ["万", 1e4],
  ["萬", 1e4],
  ["l", 1e5],
  ["lac", 1e5],
  ["lakh", 1e5],
  ["m", 1e6],
  ["mn", 1e6],
  ["mio", 1e6],
  ["mln", 1e6],
  ["million", 1e6],
  ["百万", 1e6],
  ["cr", 1e7],
  ["crore", 1e7],
  ["億", 1e8],
  ["亿", 1e8],
  ["b", 1e9],
  ["bn", 1e9],
  ["mrd", 1e9],
  ["mld", 1e9],
  ["billion", 1e9],
  ["t", 1e12],
  ["tn", 1e12],
]);

/** Groups of three, or India's: two digits each before the last three. */
const GROUPED = /^\d{1,3}(?:G\d{3})+$|^\d{1,2}(?:G\d{2})*G\d{3}$/;
const MAX_CELL = 60;

/** More digits are told by the patterns above: most cells of prices have fewer. */
const FEW = 15;
const POINT = 46;
const ZERO = 48;

/**
 * How many digits stand behind the point of a cell that is digits and at most one point between them: 101.25 has two, 7
 * has none, which is 0. -1 for anything else.
 */
function plainPlaces(text: string): number {
  const { length } = text;
  if (length === 0 || length > FEW) return -1;
  let point = -1;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === POINT) {
      if (point >= 0 || at === 0 || at === length - 1) return -1;
      point = at;
    } else if (code < ZERO || code > ZERO + 9) return -1;
  }
  return point < 0 ? 0 : length - 1 - point;
}

/** The number in a cell: NaN for an empty one and for a word that means nothing, UNREADABLE for anything else. */
export function readNumber(text: string, decimal: Decimal): number {
  if (decimal === "dot" && (plainPlaces(text) >= 0 || PLAIN.test(text))) return finite(Number(text));
  const trimmed = text.trim();
  if (NOTHING.test(trimmed)) return NaN;
  if (trimmed.length > MAX_CELL) return UNREADABLE;
  const parts = dress(trimmed);
  const value = parts.body.length > 0 ? readBody(parts.body, decimal) : UNREADABLE;
  return value === UNREADABLE ? UNREADABLE : finite(parts.sign * scaled(value, parts.factor));
}

/**
 * 607.34K is 607340, not 607340.0000000001.
 *
 * @param factor - a power of ten
 */
export function scaled(value: number, factor: number): number {
  if (factor === 1) return value;
  const text = String(value);
  return text.includes("e") ? value * factor : Number(`${text}e${Math.round(Math.log10(factor))}`);
}

/** How far a product may be from a whole number that it stands for. */
const ROUNDING = 2 ** -51;

/**
 * The same for a whole column, in less time.
 *
 * @param factor - a power of ten, or one below 0
 */
export function timesUnit(value: number, factor: number): number {
  const product = value * factor;
  if (factor === 1 || factor === -1 || Number.isNaN(product)) return product;
  const whole = Math.round(product);
  if (Math.abs(whole - product) <= Math.abs(product) * ROUNDING) return whole;
  return Math.sign(factor) * scaled(value, Math.abs(factor));
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : UNREADABLE;
}

interface Dressed {
  readonly sign: number;
  readonly body: string;
  readonly factor: number;
}

/** Takes sign, brackets, currency, quotes, blanks and multiplier off a number. */
function dress(text: string): Dressed {
  let body = text.replaceAll(/["\u2018\u2019\u201c\u201d]|^'|'$/g, "").trim();
  let sign = 1;
  const bracket = /^\((.+)\)$/.exec(body);
  if (bracket) {
    sign = -1;
    body = bracket[1] ?? "";
  }
  body = takeSign(body);
  body = body.replace(CURRENCY, "").replace(CURRENCY_BEHIND, "").trim();
  body = takeSign(body);
  const suffix = SUFFIX.exec(body);
  const factor = suffix ? (MULTIPLIERS.get((suffix[2] ?? "").toLowerCase().replace(".", "")) ?? 1) : 1;
  return { sign, body: suffix ? (suffix[1] ?? "") : body, factor };

  function takeSign(signed: string): string {
    const [first = ""] = signed;
    if (first !== "-" && first !== "\u2212" && first !== "+") return signed;
    if (first !== "+") sign = -sign;
    return signed.slice(1).trim();
  }
}

function readBody(body: string, decimal: Decimal): number {
  const point = decimal === "dot" ? "." : ",";
  const group = decimal === "dot" ? "," : ".";
  if (decimal === "dot" && PLAIN.test(body)) return Number(body);
  if (decimal === "comma" && EXPONENT_COMMA.test(body)) return Number(body.replace(",", "."));
  const [whole = "", fraction, ...more] = body.split(point);
  if (more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) return UNREADABLE;
  const grouping = [group, " ", "\u00a0", "\u202f", "'"].filter((sign) => whole.includes(sign));
  if (grouping.length > 1) return UNREADABLE;
  const [sign] = grouping;
  if (sign !== undefined && !GROUPED.test(whole.replaceAll(sign, "G"))) return UNREADABLE;
  const digits = sign === undefined ? whole : whole.replaceAll(sign, "");
  if (!/^\d*$/.test(digits) || (digits === "" && (fraction ?? "") === "")) return UNREADABLE;
  return Number(`${digits === "" ? "0" : digits}.${fraction ?? "0"}`);
}

/** True for a cell that is a number in either style. */
export function looksNumeric(text: string): boolean {
  if (plainPlaces(text) >= 0) return true;
  if (!hasDigit(text)) return false;
  const trimmed = text.trim().replace(/%$/, "");
  if (trimmed === "" || NOTHING.test(trimmed)) return false;
  return isNumber(readNumber(trimmed, "dot")) || isNumber(readNumber(trimmed, "comma"));
}

function isNumber(value: number): boolean {
  return !Number.isNaN(value) && value !== UNREADABLE;
}

/** True for a text with one of the digits 0 to 9 in it. */
export function hasDigit(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isDigit(text.charCodeAt(at))) return true;
  return false;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

/** True for an empty cell and for the words that mean one. */
export function isNothing(text: string): boolean {
  // None of the words begins or ends with a digit.
  if (isDigit(text.charCodeAt(0)) || isDigit(text.charCodeAt(text.length - 1))) return false;
  return NOTHING.test(text.trim());
}

export function createDecimalEvidence(): DecimalEvidence {
  return { dot: 0, comma: 0, maybeComma: 0, maybeDot: 0, integers: 0 };
}

/** A share in percent or an amount with its unit: its sign is a decimal one wherever that can be told. */
const MARKED = /^[+-]?\d[\d.,]*\s*(?:%|[kmbt]|mn|bn|cr)$/i;

/** Counts a cell of any column where it says more than a price may. */
export function weighMarked(evidence: DecimalEvidence, text: string): void {
  if (plainPlaces(text) >= 0) return;
  const trimmed = text.trim();
  if (MARKED.test(trimmed)) weighNumber(evidence, trimmed);
}

export function weighNumber(evidence: DecimalEvidence, text: string): void {
  const places = plainPlaces(text);
  if (places >= 0) {
    weighPlain(evidence, text, places);
    return;
  }
  const plain = PLAIN_DOT.exec(text);
  if (plain && (plain[1]?.length !== 3 || text.startsWith("0"))) {
    evidence.dot++;
    return;
  }
  const trimmed = text.trim();
  if (NOTHING.test(trimmed) || trimmed.length > MAX_CELL) return;
  const { body } = dress(trimmed.replace(/%$/, ""));
  if (/^\d+$/.test(body)) {
    evidence.integers++;
    return;
  }
  const asDot = isNumber(readBody(body, "dot"));
  const asComma = isNumber(readBody(body, "comma"));
  if (asDot && asComma) {
    // The same text is a number either way only with one sign and three digits behind it.
    if (body.startsWith("0")) evidence[body.includes(",") ? "comma" : "dot"]++;
    else if (body.includes(",")) evidence.maybeComma++;
    else evidence.maybeDot++;
  } else if (asDot) evidence.dot++;
  else if (asComma) evidence.comma++;
}

/** A group of thousands has three digits, with one to three before it; behind a 0 it is a fraction. */
function weighPlain(evidence: DecimalEvidence, text: string, places: number): void {
  if (places === 0) evidence.integers++;
  else if (places === 3 && text.length - 4 <= 3 && !text.startsWith("0")) evidence.maybeDot++;
  else evidence.dot++;
}
