/** Which instruments a run trades: one rule for a market in memory and for one that is read in parts. */
import { INDEX_TYPE } from "#workers/model/market.ts";
import type { Instrument } from "#workers/model/market.ts";

export interface Universe extends Pick<Instrument, "exchange" | "instrumentType"> {
  /** Only these; all without it. */
  readonly symbols?: readonly string[];
  /** Only those of these sectors, "" being that of instruments without one; all without it. */
  readonly sectors?: readonly string[];
}

/** An index is in none. */
export function isMember(universe: Universe, instrument: Instrument): boolean {
  const { exchange, instrumentType, symbols, sectors } = universe;
  const isTraded = instrumentType !== INDEX_TYPE;
  if (!isTraded || instrument.exchange !== exchange || instrument.instrumentType !== instrumentType)
    return false;
  if (symbols && !symbols.includes(instrument.symbol)) return false;
  return sectors?.includes(instrument.sector ?? "") ?? true;
}

/** The members' places among some instruments. */
export function membersAmong(universe: Universe, instruments: readonly Instrument[]): Int32Array {
  return Int32Array.from(
    instruments.flatMap((instrument, place) => (isMember(universe, instrument) ? [place] : [])),
  );
}
