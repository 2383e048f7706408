/** What a file's content says of its instruments' exchange, type and currency: a guess that a person sees as one. */
import { WELL_KNOWN_EXCHANGES } from "#workers/model/exchanges.ts";
import type { Exchange } from "#workers/model/exchanges.ts";
import type { ImportCheck, TableView } from "#workers/model/import-check.ts";
import type { DefaultsGuess, Guess } from "#workers/model/import-plan.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import { currencyIn, FIAT } from "../columns/currency-names.ts";
import { CURRENCY_COLUMN } from "../columns/minor-units.ts";
import { plainName } from "../columns/header-names.ts";
import { exchangeInFileName } from "../cells/symbol-name.ts";

interface Sign {
  /** null where the sign tells the country alone. */
  readonly exchange: string | null;
  /** null where prices come in hundredths of it, too. */
  readonly currency: string | null;
  /** What most of the symbols look like. */
  readonly symbol?: RegExp;
  /** What the layout's name has in it. */
  readonly format?: RegExp;
}

function placeOf({ code, currency, hundredths }: Exchange): Pick<Sign, "exchange" | "currency"> {
  return { exchange: code, currency: hundredths === null ? currency : null };
}

const SIGNS: readonly Sign[] = [
  { exchange: "NSE", currency: "INR", format: /\bNSE\b|UDiFF/ },
  { exchange: "BSE", currency: "INR", format: /\bBSE\b/ },
  { exchange: "NSE", currency: "INR", symbol: /\.(?:NS|NSE)$/i },
  { exchange: "BSE", currency: "INR", symbol: /\.(?:BO|BSE)$/i },
  { exchange: "NYSE", currency: "USD", symbol: /\.NYSE$/i },
  { exchange: "NASDAQ", currency: "USD", symbol: /\.(?:NASDAQ|OQ)$/i },
  { exchange: null, currency: "USD", symbol: /\.US$/i },
  { exchange: null, currency: "JPY", symbol: /\.JP$/i },
  ...WELL_KNOWN_EXCHANGES.filter(({ ending }) => ending !== "").map((exchange) =>
    Object.assign(placeOf(exchange), { symbol: new RegExp(`\\.${exchange.ending}$`, "i") }),
  ),
  { exchange: "NASDAQ", currency: "USD", format: /^Nasdaq\b/ },
];

/** Words of a file's folders and name. */
const PLACES: readonly (readonly [RegExp, string, string])[] = [
  [/\bNSE\b/i, "NSE", "INR"],
  [/\bBSE\b/i, "BSE", "INR"],
  [/\bNASDAQ\b/i, "NASDAQ", "USD"],
  [/\bNYSE\b/i, "NYSE", "USD"],
];

const CURRENCY_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/₹|\bRs\.?\s*\d/, "INR"],
  [/€/, "EUR"],
  [/£/, "GBP"],
  [/¥/, "JPY"],
  [/\$/, "USD"],
];
const ANY_SIGN = new RegExp(CURRENCY_SIGNS.map(([sign]) => sign.source).join("|"));
/** Hundredths of a currency as vendors write them, and their code in capitals. */
const HUNDREDTHS: Readonly<Record<string, string>> = { GBp: "GBX", ZAc: "ZAC" };
const INDEX_NAME = /^(?:\^|NIFTY|SENSEX|BANKNIFTY|CNX|SPX$|NDX$|DJI$|DAX$)/i;
const MOST = 0.8;

/** Without what an instruments.csv or the dataset that gets the file says. */
export function guessDefaults(check: ImportCheck): DefaultsGuess {
  const sign = findSign(check);
  return {
    exchange: sign?.exchange ? { value: sign.exchange, from: sign.from } : null,
    currency: guessCurrency(check) ?? (sign?.currency ? { value: sign.currency, from: sign.from } : null),
    instrumentType: guessType(check),
  };
}

/** The exchange alone, guessed from the same; "" for none. */
export function guessExchange(check: ImportCheck): string {
  return findSign(check)?.exchange ?? "";
}

function findSign({
  file,
  format,
  symbols,
}: ImportCheck): (Pick<Sign, "exchange" | "currency"> & { readonly from: string }) | null {
  const hasEndings = symbols.some((symbol) => symbol.includes("."));
  for (const { exchange, currency, symbol, format: layout } of SIGNS) {
    if (layout?.test(format)) return { exchange, currency, from: format.split(",")[0] ?? "" };
    if (symbol && hasEndings && mostly(symbols, symbol)) {
      return { exchange, currency, from: symbols[0] ?? "" };
    }
  }
  const named = WELL_KNOWN_EXCHANGES.find(({ code }) => code === exchangeInFileName(file));
  if (named) return { ...placeOf(named), from: "the file's name" };
  const words = file.replaceAll(/[_\-.]/g, " ");
  for (const [word, exchange, currency] of PLACES) {
    if (word.test(words)) return { exchange, currency, from: "the file's name" };
  }
  return null;
}

function guessCurrency({ table }: ImportCheck): Guess | null {
  const said = table && namedCurrency(table);
  if (said) return said;
  const titles = (table?.columns ?? []).filter(({ role }) => role !== "ignore").map(({ title }) => title);
  const cells = [...titles, ...(table?.sample ?? []).flat()];
  if (!ANY_SIGN.test(cells.join("\n"))) return null; // most files
  for (const [sign, value] of CURRENCY_SIGNS) {
    const cell = cells.find((one) => sign.test(one));
    if (cell !== undefined) return { value, from: cell.trim().slice(0, 20) };
  }
  return null;
}

/** As a column of currencies says it, or the titles of the prices do: `Close_USD`. */
function namedCurrency({ columns, sample, currency: said }: TableView): Guess | null {
  const at = columns.findIndex(({ title }) => CURRENCY_COLUMN.test(plainName(title)));
  const inRows = new Set(sample.map((row) => (row[at] ?? "").trim()));
  const [cell = ""] = inRows;
  if (inRows.size === 1 && FIAT.test(cell)) return { value: HUNDREDTHS[cell] ?? cell, from: "its column" };
  if (FIAT.test(said)) return { value: HUNDREDTHS[said] ?? said, from: "the line above the table" };
  for (const { title, role } of columns) {
    const currency = role === "close" ? currencyIn(title) : "";
    if (currency !== "") return { value: HUNDREDTHS[currency] ?? currency, from: title };
  }
  return null;
}

function guessType({ format, symbols, rates }: ImportCheck): Guess | null {
  if (rates.length > 0 && rates.length === symbols.length)
    return { value: RATE_TYPE, from: "what it is read as" };
  if (/\bindex\b/i.test(format.split(",")[0] ?? ""))
    return { value: "INDEX", from: format.split(",")[0] ?? "" };
  return mostly(symbols, INDEX_NAME) ? { value: "INDEX", from: symbols[0] ?? "" } : null;
}

function mostly(symbols: readonly string[], pattern: RegExp): boolean {
  return (
    symbols.length > 0 && symbols.filter((symbol) => pattern.test(symbol)).length >= MOST * symbols.length
  );
}
