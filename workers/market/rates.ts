/** Which instruments of a reading are series of rates: their rows are judged by other rules (row-rules.ts). */
import type { SymbolList } from "./symbols.ts";

/** By the instrument's number in the reading's SymbolList; false for the marks of a cell that is none. */
export type IsRate = (instrument: number) => boolean;

/** Asks about each symbol once: most rows have one that came before. */
export function createRateCheck({ names }: SymbolList, isRateSymbol: (symbol: string) => boolean): IsRate {
  const known: boolean[] = [];
  return (instrument) => {
    const symbol = names[instrument];
    return symbol !== undefined && (known[instrument] ??= isRateSymbol(symbol));
  };
}
