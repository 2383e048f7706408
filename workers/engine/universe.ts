/** Which instruments a run trades: one rule for a market in memory and for one that is read in parts. */
import { INDEX_TYPE } from "#workers/model/market.ts";
import type { Instrument } from "#workers/model/market.ts";

export type Universe = Pick<Instrument, "exchange" | "instrumentType">;

/** An index is in none. */
export function isMember({ exchange, instrumentType }: Universe, instrument: Instrument): boolean {
  const isTraded = instrumentType !== INDEX_TYPE;
  return isTraded && instrument.exchange === exchange && instrument.instrumentType === instrumentType;
}

/** The members' places among some instruments. */
export function membersAmong(universe: Universe, instruments: readonly Instrument[]): Int32Array {
  return Int32Array.from(
    instruments.flatMap((instrument, place) => (isMember(universe, instrument) ? [place] : [])),
  );
}
