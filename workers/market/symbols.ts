/** The instruments of a reading, numbered in the order in which they turn up; lookups make no string for a row. */
import { garbledFault, symbolFault } from "#workers/model/symbol-text.ts";
import { decodeText, trimCell } from "./cells.ts";
import { NO_SYMBOL, UNREADABLE_SYMBOL } from "./row.ts";

export interface SymbolList {
  readonly names: string[];
  /** Number by symbol. */
  readonly numbers: Map<string, number>;
  /** Why a text is none of them, null where it may be one. */
  readonly faultOf: (text: string) => string | null;
}

export function createSymbolList(): SymbolList {
  return { names: [], numbers: new Map(), faultOf: symbolFault };
}

/** Of other words of a file, such as names of figures, which nobody takes for an instrument. */
export function createWordList(): SymbolList {
  return { names: [], numbers: new Map(), faultOf: garbledFault };
}

/** The number of a symbol, blanks around it ignored, given out on first sight; a mark for one that is blank or none. */
export function symbolNumber(list: SymbolList, text: string): number {
  const symbol = trimCell(text);
  if (symbol === "") return NO_SYMBOL;
  const known = list.numbers.get(symbol);
  if (known !== undefined) return known;
  if (list.faultOf(symbol) !== null) return UNREADABLE_SYMBOL;
  const number = list.names.length;
  list.names.push(symbol);
  list.numbers.set(symbol, number);
  return number;
}

export interface KnownSymbol {
  readonly bytes: Uint8Array;
  /** The symbol's number, as symbolNumber gives it. */
  readonly number: number;
}

/** Looks up symbols by their bytes; remembers what it has seen. */
export interface SymbolFinder {
  /** The empty symbol. */
  readonly none: KnownSymbol;
  /** The symbol in bytes[start..end-1], which has no blanks around it. */
  find(bytes: Uint8Array, start: number, end: number): KnownSymbol;
}

const FIRST_SLOTS = 64;

/** A hash table over bytes: each entry keeps its symbol's bytes, so that equal hashes are told apart. */
export function createSymbolFinder(list: SymbolList): SymbolFinder {
  const none: KnownSymbol = { bytes: new Uint8Array(0), number: NO_SYMBOL };
  let table: (KnownSymbol | undefined)[] = Array.from({ length: FIRST_SLOTS });
  let count = 0;

  /** The slot of a symbol, or the free one where it belongs. */
  function slotOf(bytes: Uint8Array, start: number, end: number): number {
    let slot = hashBytes(bytes, start, end) & (table.length - 1);
    for (let entry = table[slot]; entry; entry = table[slot]) {
      if (entry.bytes.length === end - start && startsWith(bytes, start, entry.bytes)) break;
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  function grow(): void {
    const entries = table.filter((entry) => entry !== undefined);
    table = Array.from({ length: table.length * 2 });
    for (const entry of entries) table[slotOf(entry.bytes, 0, entry.bytes.length)] = entry;
  }

  return {
    none,
    find(bytes, start, end) {
      if (start === end) return none;
      const known = table[slotOf(bytes, start, end)];
      if (known) return known;
      if (++count * 2 > table.length) grow();
      const own = new Uint8Array(bytes.subarray(start, end)); // slice() of Node's buffers would keep the whole chunk
      const entry = { bytes: own, number: symbolNumber(list, decodeText(own)) };
      table[slotOf(own, 0, own.length)] = entry;
      return entry;
    },
  };
}

/** True when `bytes` has `part` at `start`. */
export function startsWith(bytes: Uint8Array, start: number, part: Uint8Array): boolean {
  for (let at = part.length - 1; at >= 0; at--) if (part[at] !== bytes[start + at]) return false;
  return true;
}

/** FNV-1a, 32 bits, folded so that the low bits carry all. */
function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}
