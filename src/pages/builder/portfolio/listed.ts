/** The instruments of the chosen data, for fields that name one: found by symbol or by name. */
import { createContext } from "react";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { joinWords } from "#src/format/join-words.ts";
import { editsBetween, nearestName } from "#workers/model/nearest.ts";
import type { ListedInstrument } from "#workers/model/instruments.ts";
import { UNTRADED_TYPES } from "#workers/model/market.ts";

/** null while they are not known. */
export const Listed = createContext<ListedDesk | null>(null);

export interface ListedDesk {
  readonly all: readonly ListedInstrument[];
  /** What a portfolio can hold. */
  readonly traded: readonly ListedInstrument[];
  readonly symbols: ReadonlySet<string>;
  readonly find: (symbol: string) => ListedInstrument | undefined;
  /** Of its prices: its own, or that of its exchange, as a run takes it. */
  readonly currencyOf: (instrument: ListedInstrument) => string;
}

export function deskOfListed(all: readonly ListedInstrument[]): ListedDesk {
  const bySymbol = new Map(all.map((each) => [each.symbol, each]));
  const named = new Map(
    all.flatMap(({ exchange, currency }) => (currency === "" ? [] : [[exchange, currency] as const])),
  );
  return {
    all,
    traded: all.filter(({ instrumentType }) => !UNTRADED_TYPES.includes(instrumentType)),
    symbols: new Set(bySymbol.keys()),
    find: (symbol) => bySymbol.get(symbol.trim()),
    currencyOf: ({ exchange, currency }) =>
      currency || (named.get(exchange) ?? currencyOfExchange(exchange, null)),
  };
}

/** As many as a list under a field has. */
const MOST_OFFERED = 30;

/** Those whose symbol or name has what is typed, symbols that begin with it first. */
export function offeredFor(
  typed: string,
  instruments: readonly ListedInstrument[],
): readonly ListedInstrument[] {
  const part = typed.trim().toLowerCase();
  const begins = ({ symbol }: ListedInstrument) => symbol.toLowerCase().startsWith(part);
  const fits = ({ symbol, name }: ListedInstrument) =>
    symbol.toLowerCase().includes(part) || name.toLowerCase().includes(part);
  const first = instruments.filter(begins);
  const others =
    first.length >= MOST_OFFERED ? [] : instruments.filter((each) => !begins(each) && fits(each));
  return [...first, ...others].slice(0, MOST_OFFERED);
}

/** The one that is meant: its symbol in any case of letters, its whole name, or the only one that fits; null for none. */
export function meantBy(typed: string, instruments: readonly ListedInstrument[]): ListedInstrument | null {
  const whole = typed.trim().toLowerCase();
  if (whole === "") return null;
  const named = instruments.find(
    ({ symbol, name }) => symbol.toLowerCase() === whole || name.toLowerCase() === whole,
  );
  if (named) return named;
  const fitting = whole.length > 2 ? offeredFor(whole, instruments) : [];
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

export interface OtherCurrencies {
  /** Those of the smaller part, in the order of the rows. */
  readonly symbols: readonly string[];
  readonly message: string;
}

/** Rows in other money than most of them; null where all have the same, or that is not known. */
export function otherCurrencies(
  rows: readonly { readonly symbol: string }[],
  listed: ListedDesk | null,
): OtherCurrencies | null {
  const byCurrency = new Map<string, string[]>();
  for (const { symbol } of rows) {
    const instrument = listed?.find(symbol);
    if (!instrument || listed === null) continue;
    const currency = listed.currencyOf(instrument);
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), instrument.symbol]);
  }
  const [most, ...others] = [...byCurrency].toSorted(([, a], [, b]) => b.length - a.length);
  if (!most || others.length === 0) return null;
  const told = others.map(([currency, symbols]) => `${joinWords(symbols, "and")} in ${currency}`);
  return {
    symbols: others.flatMap(([, symbols]) => symbols),
    message: `Prices of ${joinWords(told, "and")}, the others in ${most[0]}: one account has one currency, and can't add them.`,
  };
}

/** The symbol nearest to one that the data lacks; null where none is near. */
export function nearestListed(typed: string, { traded }: ListedDesk): string | null {
  const nearest = nearestName(
    typed,
    traded.map(({ symbol }) => symbol),
  );
  if (nearest === null) return null;
  const edits = editsBetween(typed.trim().toLowerCase(), nearest.toLowerCase());
  return edits <= Math.max(2, Math.floor(typed.trim().length / 3)) ? nearest : null;
}
