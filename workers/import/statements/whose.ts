/** Whose figures a table of statements has that names no company in its rows: by the lines above it, or by its file's name. */
import type { PriceSource } from "#workers/market/source.ts";
import { sheetOf } from "#workers/model/place.ts";
import { symbolFromFileName } from "../cells/symbol-name.ts";
import { saidAbove } from "../columns/above-table.ts";
import { knownName, plainName } from "../columns/header-names.ts";

export interface Whose {
  /** "" where nothing says it for sure. */
  readonly symbol: string;
  /** What a person is asked for: a guess, or none. */
  readonly guesses: readonly string[];
}

/** Words of files and sheets of statements, which are no symbols there. */
const WORDS =
  "income balance cash cashflow cashflows flow flows statement statements sheet financial financials fundamental fundamentals ratio ratios result results earning earnings quarterly quarter quarters annual annually year years yearly ttm profit loss pl pnl bs is cf fs kpi kpis metric metrics eps revenue revenues sales report reports filing filings balances bilanz guv jahresabschluss estados cuenta resultados bilan compte resultat bilancio balanco dre bp figures facts";
const WORD_SET = new Set(WORDS.split(" "));

/**
 * @param above - cells of the lines above the table
 * @param header - its titles: a column of companies' names says that it has several
 */
export function whoseFigures(
  source: Pick<PriceSource, "name" | "isOnlySheet">,
  above: readonly (readonly string[])[],
  header: readonly string[],
): Whose {
  const { symbol, code } = saidAbove(above);
  if (symbol !== "" || code !== "") return { symbol: symbol || code, guesses: [] };
  const named = symbolOfName(source);
  if (named === null) return { symbol: "", guesses: [] };
  const isSure = named.isSure && !header.some(mayNameCompanies);
  return isSure ? { symbol: named.symbol, guesses: [] } : { symbol: "", guesses: [named.symbol] };
}

/** A column of companies, which was not understood as one of symbols. */
function mayNameCompanies(title: string): boolean {
  const role = knownName(title)?.role;
  return role === "name" || (role === "symbol" && plainName(title) !== "currency");
}

function symbolOfName({
  name,
  isOnlySheet,
}: Pick<PriceSource, "name" | "isOnlySheet">): { readonly symbol: string; readonly isSure: boolean } | null {
  const book = sheetOf(name)?.book;
  const own = symbolFromFileName(name, isOnlySheet);
  if (own && !isOfWords(own.symbol)) return own;
  const ofBook = book === undefined ? null : symbolFromFileName(book);
  return ofBook && !isOfWords(ofBook.symbol) ? ofBook : null;
}

/** `INCOME`, and `Balance Sheet ACME`, of which a part alone is a symbol. */
function isOfWords(symbol: string): boolean {
  return symbol
    .toLowerCase()
    .split(/[\s_-]+/)
    .some((word) => WORD_SET.has(word));
}
