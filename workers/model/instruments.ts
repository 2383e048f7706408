/** A dataset's instruments one by one, as the Data screen shows them: plain data between threads. */
import type { FactLag } from "./market.ts";
import type { InstrumentQuality } from "./quality.ts";

export interface InstrumentSummary {
  readonly symbol: string;
  /** "" where no file gives one. */
  readonly name: string;
  readonly exchange: string;
  readonly instrumentType: string;
  readonly currency: string;
  readonly bars: number;
  /** ISO dates of the first and last bar, null where there is none. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  readonly quality: InstrumentQuality;
}

/** What a strategy can be limited to, and what its rules can name: the instruments of an exchange and type, and of all. */
export interface UniverseNames {
  /** Of every instrument that a run would read, whatever its exchange and type, in the order of the market. */
  readonly symbols: readonly string[];
  readonly instruments: readonly NamedInstrument[];
  /** Their sectors, each once; [] where no list gives one. */
  readonly sectors: readonly string[];
  /** Every instrument that a run would read, indices and rates too, in the order of the market. */
  readonly listed: readonly ListedInstrument[];
}

/** What a portfolio is put together of. */
export interface ListedInstrument extends NamedInstrument {
  readonly exchange: string;
  readonly instrumentType: string;
  /** "" where no file gives one. */
  readonly currency: string;
  /** ISO date of the first bar; null where there is none. */
  readonly firstDate: string | null;
}

export interface NamedInstrument {
  readonly symbol: string;
  /** "" where no file gives one. */
  readonly name: string;
}

/** The bars of one instrument, by day; all columns of one length. */
export interface InstrumentBars {
  /** EpochDays. */
  readonly day: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** Facts and signals that have a step of it; absent where there is none. */
  readonly facts?: readonly InstrumentFact[];
}

/** The steps of one fact of one instrument, by day. */
export interface InstrumentFact {
  readonly name: string;
  readonly kind: "fact" | "signal";
  /** EpochDays on which it became known: a fact counts from the day after. */
  readonly day: Int32Array;
  /** NaN: unknown from then on. */
  readonly value: Float64Array;
  /** Where days are a period's end and a lag. */
  readonly lag?: FactLag;
  /** The currency of figures in money, where it is known. */
  readonly currency?: string;
}

/** An instrument's bars, and the days on which it passes a strategy's rules: EpochDays, ascending. */
export interface CandidateDays {
  readonly bars: InstrumentBars;
  readonly days: Int32Array;
}

/**
 * A split that the prices are adjusted for when they are read: bars before the date are divided by the factor. Or one for
 * which its instrument is left out of every universe.
 */
export interface AppliedSplit {
  readonly symbol: string;
  /** ISO date of the first bar at the new level. */
  readonly date: string;
  /** New shares for old: 2 for two to one, 0.1 for ten put together to one. */
  readonly factor: number;
  /** True where the prices stay, and the instrument is neither traded nor ranked. */
  readonly leavesOut?: true;
}

/** Tells the suspected splits of a dataset apart. */
export function splitKey({ symbol, date }: Pick<AppliedSplit, "symbol" | "date">): string {
  return `${symbol} ${date}`;
}

/** Type of an instrument that a person left out: no scanner asks for it. */
export const LEFT_OUT = "LEFT OUT";
