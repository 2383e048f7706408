/** Symbols, and other names that come again and again, read from the bytes of a line's cells. */
import { findCellEnd, LF } from "./byte-cells.ts";
import { isBlank } from "./cells.ts";
import { createSymbolFinder, startsWith } from "./symbols.ts";
import type { KnownSymbol, SymbolList } from "./symbols.ts";

export interface SymbolCells {
  /** Number of the cell that was read last, as symbolNumber gives it. */
  number: number;
  /** Reads the cell that starts at `at` and returns where it ends: at a delimiter or line feed. */
  read(bytes: Uint8Array, at: number): number;
}

/** @param delimiter - its code */
export function createSymbolCells(list: SymbolList, delimiter: number): SymbolCells {
  const finder = createSymbolFinder(list);
  let known: KnownSymbol = finder.none;
  const cells: SymbolCells = {
    number: known.number,
    /** Most cells repeat that of the row before, so its bytes are tried first. */
    read(bytes, at) {
      const knownEnd = at + known.bytes.length;
      const next = bytes[knownEnd] ?? LF;
      if ((next === delimiter || next === LF) && startsWith(bytes, at, known.bytes)) {
        cells.number = known.number;
        return knownEnd;
      }
      const cellEnd = findCellEnd(bytes, at, delimiter);
      let start = at;
      let end = cellEnd;
      while (start < end && isBlank(bytes[start] ?? 0)) start++;
      while (end > start && isBlank(bytes[end - 1] ?? 0)) end--;
      known = finder.find(bytes, start, end);
      cells.number = known.number;
      return cellEnd;
    },
  };
  return cells;
}
