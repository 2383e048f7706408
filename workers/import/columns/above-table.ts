/** What lines above a table say of it, as a word and its value: `Symbol,MDLZ`, `# instrument: ACME`, `Currency:,GBX`. */
import { unlikelySymbol } from "#workers/model/symbol-text.ts";
import { FIAT } from "./currency-names.ts";
import { knownName, plainName } from "./header-names.ts";
import { MINOR_UNIT } from "./minor-units.ts";

export interface SaidAbove {
  /** "" where no line says it. */
  readonly symbol: string;
  /** A code that is no symbol in most files' names: an ISIN or a WKN; "" where no line says it. */
  readonly code: string;
  /** As it is written: USD, GBp, pence; "" where no line says it. */
  readonly currency: string;
}

const NOTHING_SAID: SaidAbove = { symbol: "", code: "", currency: "" };

/** Words for a symbol that are no name of a column. */
const SYMBOL_WORDS = new Set(
  "security share index underlying contract epic wertpapier aktie kürzel börsenkürzel papel activo titolo valeur titre instrumento strumento papier walor instrumentnaam 銘柄 종목 证券 證券 股票 тикер инструмент".split(
    " ",
  ),
);
/** Words of columns of symbols that mean another thing above a table. */
const NO_SYMBOL_WORDS = new Set(["currency", "schemecode", "pair"]);
const CODE_WORDS = /^(?:isin(?:code|number)?|wkn|cusip|sedol)$/;
const CURRENCY_WORDS =
  /^(?:(?:trading|base|price|quote|reporting)?(?:currency|ccy|curr)|waehrung|währung|devise|valuta|moneda|moeda|divisa|waluta|měna|mena|deviza|parabirimi|valuutta|валюта|通貨|货币|貨幣|통화)$/;
/** Marks of a comment in front of a line. */
const MARKS = /^[\s#;*/%!'"<>-]+/;
/** `Symbol: ACME`, as often as it comes in a cell. */
const PAIRS = /([\p{L}]+)\s*[:=：]\s*([^\s:=：][^\s,;|]*)/gu;
const CURRENCY_IN = /\b(?:currency|prices?|values?) (?:is |are )?in (pence|cents|agorot|[A-Za-z]{3}\b)/i;
/** A vendor's word for the exchange before a symbol. */
const PLACE = /^[A-Z]{2,10}:(?=[A-Z0-9])/;
const TICKER =
  /^[\^$]?[A-Z0-9][A-Z0-9.&^=/_-]{0,19}(?:(?: [A-Z]{2})? (?:Index|Equity|Curncy|Comdty))?$|^[a-z0-9-]{1,8}\.[a-z]{1,3}$/;

/** In a line by itself, as Euronext has it. */
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

/** What Bloomberg has behind a symbol. */
const TERMINAL = /^(?: [A-Z]{2})? (?:Index|Equity|Curncy|Comdty)\b/;
const SMALL_NUMBER = /^\d{1,3}$/;

/** @param above - the cells of the lines above the header */
export function saidAbove(above: readonly (readonly string[])[]): SaidAbove {
  let said = NOTHING_SAID;
  for (const [at, cells] of above.entries()) {
    said = withIsin(said, cells);
    for (const [word, value] of [...pairsOf(cells), ...pairsBelow(cells, above[at + 1] ?? [])])
      said = joined(said, word, value);
    const [, currency = ""] = CURRENCY_IN.exec(cells.join(" ")) ?? [];
    if (said.currency === "" && (FIAT.test(currency) || MINOR_UNIT.test(currency)))
      said = { ...said, currency };
  }
  return said;
}

function withIsin(said: SaidAbove, cells: readonly string[]): SaidAbove {
  const [only = "", ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  return said.code === "" && others.length === 0 && ISIN.test(only) ? { ...said, code: only } : said;
}

function joined(said: SaidAbove, word: string, text: string): SaidAbove {
  const plain = plainName(word);
  const value = text.replaceAll(/^["']|["']$/g, "").trim();
  if (CURRENCY_WORDS.test(plain))
    return said.currency === "" && (FIAT.test(value) || MINOR_UNIT.test(value))
      ? { ...said, currency: value }
      : said;
  if (!isSymbolWord(plain)) return said;
  const symbol = value.replace(PLACE, "");
  if (!TICKER.test(symbol) || unlikelySymbol(symbol) !== null) return said;
  if (SYMBOL_WORDS.has(plain) && SMALL_NUMBER.test(symbol)) return said; // `Index: 1` is no symbol, `Symbol: 1` is one
  if (CODE_WORDS.test(plain)) return said.code === "" ? { ...said, code: symbol } : said;
  return said.symbol === ""
    ? { ...said, symbol: symbol.toUpperCase() === symbol ? symbol : tidied(symbol) }
    : said;
}

/** `aapl.us` in capitals; `SPX Index` as it is. */
function tidied(symbol: string): string {
  return symbol === symbol.toLowerCase() ? symbol.toUpperCase() : symbol;
}

function isSymbolWord(plain: string): boolean {
  if (NO_SYMBOL_WORDS.has(plain)) return false;
  return SYMBOL_WORDS.has(plain) || knownName(plain)?.role === "symbol";
}

/** Words with their values in one line: in one cell, or in two beside each other. */
function pairsOf(cells: readonly string[]): (readonly [word: string, value: string])[] {
  const texts = cells.map((cell) => cell.replace(MARKS, "").trim());
  const filled = texts.filter((text) => text !== "").length;
  return texts.flatMap((text, at) => {
    const inside = [...text.matchAll(PAIRS)]
      .filter(({ 0: pair, 1: word = "", index }) => !isOfName(word, text.slice(index + pair.length)))
      .map(([, word = "", value = ""]) => [word, value] as const);
    if (inside.length > 0) return inside;
    const value = texts[at + 1] ?? "";
    // In a line of several names the next cell is one of them.
    return value === "" || (filled > 2 && knownName(value) !== null)
      ? []
      : [[text.replace(/\s*[:=]$/, ""), value] as const];
  });
}

/** `Security: US Steel Corp` is a company's name: behind a word that may stand before one, more words follow. */
function isOfName(word: string, rest: string): boolean {
  const isMore = /^ +(?!\p{L}+\s*[:=：])[\p{L}\d]/u.test(rest);
  return isMore && SYMBOL_WORDS.has(plainName(word)) && !TERMINAL.test(rest);
}

/** Two lines as wide as each other: words, and below them their values. */
function pairsBelow(
  cells: readonly string[],
  below: readonly string[],
): (readonly [word: string, value: string])[] {
  const names = cells.filter((cell) => cell.trim() !== "");
  const areNames = names.length > 1 && names.every((cell) => isAnyWord(plainName(cell)));
  if (!areNames || below.length !== cells.length) return [];
  return cells.map((cell, at) => [cell, (below[at] ?? "").trim()] as const);
}

function isAnyWord(plain: string): boolean {
  return knownName(plain) !== null || isSymbolWord(plain) || CURRENCY_WORDS.test(plain);
}
