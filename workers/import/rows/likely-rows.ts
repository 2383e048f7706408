/** Days and symbols that rows of prices have: the long way of reading knows what to say of any others. */
import { NO_INSTRUMENT } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import type { SymbolList } from "#workers/market/symbols.ts";
import { toEpochDay } from "#workers/model/day.ts";
import { unlikelySymbol } from "#workers/model/symbol-text.ts";

const FIRST_DAY = toEpochDay(1800, 1, 1);
const LAST_DAY = toEpochDay(2200, 12, 31);

/** True while the rows that came since it was asked last have days and symbols that are likely. */
export function createLikelyCheck(
  store: RowStore,
  { names }: SymbolList,
  hasSymbols: boolean,
): () => boolean {
  let next = store.firstRow + store.rows;
  let known = NO_INSTRUMENT;
  const likely = new Set<number>(); // instruments whose symbol was looked at
  return () => {
    const start = next - store.firstRow;
    next = store.firstRow + store.rows;
    for (let row = start; row < store.rows; row++) {
      const day = store.day[row] ?? 0;
      if (day < FIRST_DAY || day > LAST_DAY) return false;
      const instrument = store.instrument[row] ?? 0;
      if (instrument === known) continue;
      known = instrument;
      if (!hasSymbols || likely.has(instrument)) continue;
      if (unlikelySymbol(names[instrument] ?? "") !== null) return false;
      likely.add(instrument);
    }
    return true;
  };
}
