/** The `bars` that a person's `compute` is given: copies, of one instrument alone. */
import { bare, Days, lowerCase, Numbers, setDays, setNumbers } from "./kept.ts";
import type { BlockInstrument } from "../room-messages.ts";

const BYTES = 8;
const DAY_BYTES = 4;

export interface OpenedBars {
  /** Without a prototype: no setter of the person's can stand in the way of its names. */
  readonly bars: object;
  /** Where the next instrument begins in the block, in bytes. */
  readonly end: number;
  /** The first name of no fact that was asked for; null where there was none. */
  readonly unknownFact: () => string | null;
}

export function openBars(bytes: ArrayBuffer, from: number, instrument: BlockInstrument): OpenedBars {
  const { length, symbol, sector, hasDates, columns, facts, market } = instrument;
  let at = from;
  const nextColumn = (): Float64Array => {
    const copy = new Numbers(length);
    setNumbers(copy, new Numbers(bytes, at, length));
    at += length * BYTES;
    return copy;
  };
  const columnsOf = (names: readonly string[]): Record<string, unknown> => {
    const named = bare(null);
    for (let place = 0; place < names.length; place++) named[names[place] ?? ""] = nextColumn();
    return named;
  };
  let date: Int32Array | null = null;
  if (hasDates) {
    date = new Days(length);
    setDays(date, new Days(bytes, at, length));
    at += (length + (length % 2)) * DAY_BYTES;
  }
  const bars = columnsOf(columns);
  const byName = columnsOf(facts);
  let unknown: string | null = null;
  bars["length"] = length;
  bars["symbol"] = symbol;
  bars["sector"] = sector;
  if (date) bars["date"] = date;
  bars["fact"] = (name: unknown): unknown => {
    const found = typeof name === "string" ? byName[lowerCase(name)] : undefined;
    if (found !== undefined) return found;
    unknown ??= typeof name === "string" ? name : `a ${typeof name}`;
    throw new RangeError("fact: no fact of that name");
  };
  bars["market"] = market === null ? null : columnsOf(market);
  return { bars, end: at, unknownFact: () => unknown };
}
