/** Which instruments a run trades: one rule for a market in memory and for one that is read in parts. */
import { UNTRADED_TYPES } from "./market.ts";
import type { Instrument } from "./market.ts";
import type { Problem } from "./problem.ts";
import type { Strategy } from "./strategy.ts";

export interface Universe extends Pick<Instrument, "exchange" | "instrumentType"> {
  /** The instruments of all of these; without it of `exchange` alone. */
  readonly exchanges?: readonly string[];
  /** Only these; all without it. */
  readonly symbols?: readonly string[];
  /** Only those of these sectors, "" being that of instruments without one; all without it. */
  readonly sectors?: readonly string[];
}

/** The exchanges that a universe is of, at least one. */
export function exchangesOf({
  exchange,
  exchanges,
}: Pick<Universe, "exchange" | "exchanges">): readonly string[] {
  return exchanges ?? [exchange];
}

/** The same scanner on an exchange; of others, too, only where that is one of them. */
export function onExchange(scanner: Strategy["scanner"], exchange: string): Strategy["scanner"] {
  const { exchanges, ...alone } = scanner;
  return { ...alone, exchange, ...(exchanges?.includes(exchange) && { exchanges }) };
}

/** An index or a rate is in none. */
export function isMember(universe: Universe, instrument: Instrument): boolean {
  const { exchange, exchanges, instrumentType, symbols, sectors } = universe;
  if (UNTRADED_TYPES.includes(instrumentType) || instrument.instrumentType !== instrumentType) return false;
  if (!(exchanges?.includes(instrument.exchange) ?? instrument.exchange === exchange)) return false;
  if (symbols && !symbols.includes(instrument.symbol)) return false;
  return sectors?.includes(instrument.sector ?? "") ?? true;
}

/** The members' places among some instruments. */
export function membersAmong(universe: Universe, instruments: readonly Instrument[]): Int32Array {
  return Int32Array.from(
    instruments.flatMap((instrument, place) => (isMember(universe, instrument) ? [place] : [])),
  );
}

/** What is said of a strategy that has no instrument to trade. @param instruments - those that are there */
export function universeEmpty({ scanner }: Strategy, instruments: readonly Instrument[]): Problem {
  const { exchange, exchanges, instrumentType, symbols, sectors } = scanner;
  const whole = { exchange, instrumentType, ...(exchanges && { exchanges }) };
  const isOfKind = instruments.some((each) => isMember(whole, each));
  if (isOfKind) {
    const narrowed = [symbols ? "scanner.symbols" : "", sectors ? "scanner.sectors" : ""];
    const lists = narrowed.filter((place) => place !== "");
    return {
      code: "universe-empty",
      message: `no instrument of ${exchange} ${instrumentType} is in ${lists.join(" and in ")}. Name others, or leave the list out.`,
      place: lists[0] ?? "scanner.exchange",
    };
  }
  const kinds = new Set(instruments.map((each) => `${each.exchange} ${each.instrumentType}`));
  const found = kinds.size === 0 ? "it has no instrument" : `it has ${[...kinds].slice(0, 12).join(", ")}`;
  return {
    code: "universe-empty",
    message: `no instrument of exchange ${exchange} and type ${instrumentType} in the data (${found}). Choose another exchange, type or dataset.`,
    place: "scanner.exchange",
  };
}
