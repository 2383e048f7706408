/** Which series of one file are rates, as plain data: it goes to other threads with the file. */
import { createRateCheck } from "#workers/market/rates.ts";
import type { IsRate } from "#workers/market/rates.ts";
import type { SymbolList } from "#workers/market/symbols.ts";

/** All of them, or those of these symbols. */
export type FileRates = "all" | readonly string[];

export function areRates(rates: FileRates, symbol: string): boolean {
  return rates === "all" || rates.includes(symbol);
}

/** By the instrument's number; null where none is one. */
export function rateCheckOf(rates: FileRates, symbols: SymbolList): IsRate | null {
  if (rates === "all") return (instrument) => instrument >= 0;
  const own = new Set(rates);
  return own.size === 0 ? null : createRateCheck(symbols, (symbol) => own.has(symbol));
}
