/** Prices as the engine wants them: one column a field, the bars of an instrument together, oldest first. */

/** The type that marks a benchmark series; it is never traded. */
export const INDEX_TYPE = "INDEX";

/** The type of a series of rates, whose closes may be any number; it is neither traded nor a benchmark. */
export const RATE_TYPE = "RATE";

export const UNTRADED_TYPES: readonly string[] = [INDEX_TYPE, RATE_TYPE];

export interface Instrument {
  readonly symbol: string;
  /** Company name, or "" where no file gives one. */
  readonly name: string;
  readonly exchange: string;
  /** EQUITY, FUTURES, OPTIONS, INDEX, RATE or whatever instruments.csv says. */
  readonly instrumentType: string;
  /** ISO 4217 code from instruments.csv, or "" where it is silent. */
  readonly currency: string;
  /** Branch of business; absent where no list gives one. */
  readonly sector?: string;
  /** True where a bar's market cap came from the instrument's one sharesOutstanding figure. */
  readonly marketCapLooksAhead: boolean;
}

/**
 * A dataset in memory. Bars of instrument i are the rows barOffset[i] .. barOffset[i+1]-1, by day ascending,
 * no day twice. Instruments are sorted by symbol (code-unit order); a symbol is unique.
 * All price columns are as in the file (as traded).
 */
export interface Market {
  readonly instruments: readonly Instrument[];
  /** Instruments + 1 row numbers. */
  readonly barOffset: Int32Array;
  /** EpochDay of each bar. */
  readonly day: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** NaN where a bar has none; null where no bar of the dataset has one. */
  readonly adjClose: Float64Array | null;
  /** In currency; own figure, else close x shares outstanding; NaN where unknown; null where no bar has one. */
  readonly marketCap: Float64Array | null;
  /** Of these very columns; absent where nobody has worked them out. */
  readonly zones?: MarketZones;
  /** Numbers that become known over time, by name as compareSymbols orders it in lower case; absent where there are none. */
  readonly facts?: readonly FactSeries[];
}

/**
 * One fact (known on bars after its day) or signal (known on its day's bar already) of all instruments. Steps of instrument
 * i are stepOffset[i] .. stepOffset[i+1]-1, by day ascending, no day twice.
 */
export interface FactSeries {
  /** As the file writes it; names are the same in any case of letters. */
  readonly name: string;
  readonly kind: "fact" | "signal";
  /** Instruments + 1 step numbers. */
  readonly stepOffset: Int32Array;
  /** EpochDay on which the value became known. */
  readonly day: Int32Array;
  /** NaN: unknown from then on. */
  readonly value: Float64Array;
  /** Of a number by a person's own code, a signal in a run: a step for each bar of the market, in their order; `day` is empty. */
  readonly computed?: ComputedFrom;
  /** Of a fact of which some days are a period's end and a lag; absent where all days are known. */
  readonly lag?: FactLag;
  /** Of a fact in money: its code in capitals, such as USD; absent where nobody said it. */
  readonly currency?: string;
}

/** What a person's source names that is not beyond doubt. */
export interface ComputedFrom {
  readonly marketCap: boolean;
  readonly signals: readonly string[];
}

/**
 * Days after the end of a period from which statements without a day of publication are taken as known: an assumption.
 * null where none of that length needed one.
 */
export interface FactLag {
  readonly quarter: number | null;
  readonly year: number | null;
}

/**
 * What the columns say whatever the strategy, made once and kept with them: bounds of each 32 bars of an instrument,
 * from its first on, and its days as bits. They save a run the look at most bars.
 */
export interface MarketZones {
  /** Instruments + 1 zone numbers: those of instrument i are zoneOffset[i] .. zoneOffset[i+1]-1. */
  readonly zoneOffset: Int32Array;
  readonly close: ZoneBounds;
  /** Bounds of close x volume. */
  readonly value: ZoneBounds;
  /** null where no bar has a market cap. */
  readonly marketCap: ZoneBounds | null;
  readonly days: DayBits;
}

/** By zone: no value is below `least`, none above `most`. -Infinity and Infinity where one is negative or unknown. */
export interface ZoneBounds {
  readonly least: Float32Array;
  readonly most: Float32Array;
}

/**
 * The days on which an instrument has bars: EpochDay d is bit d & 31 of the word for d >> 5. Instrument i's words are
 * bits[wordOffset[i]] .. bits[wordOffset[i+1]-1], the first for firstWord[i]. One with more words than bars has none.
 */
export interface DayBits {
  readonly wordOffset: Int32Array;
  readonly firstWord: Int32Array;
  readonly bits: Int32Array;
}

/** A market of which only some instruments are in memory at a time: for those that are larger than the memory. */
export interface PartedMarket {
  /** All instruments by symbol, with those that turn out to be damaged. */
  readonly instruments: readonly Instrument[];
  /** Bars of each. */
  readonly bars: Int32Array;
  /** Days on which there are bars, or more. */
  readonly days: number;
  /** How many parts there are; each holds the instruments that follow on those of the part before. */
  readonly parts: number;
  /** Bars of the part that has most. */
  readonly mostBars: number;
  /** What it keeps in memory at most, beside the part that was read last. */
  readonly keptBytes: number;
  /** The part's instruments that are whole; what it gives is good until the next call. */
  readPart(part: number, columns: readonly PriceColumn[]): MarketPart;
  /**
   * As readPart, with these columns and the closes where the part's zones say on which days there are bars, else with days, too.
   * Instruments whose damage is found when the part is first read may be among them.
   */
  outlinePart(part: number, columns: readonly PriceColumn[]): MarketPart;
  /** One instrument alone, in memory of its own; one that is damaged has no bars. */
  readInstrument(instrument: number, columns: readonly PriceColumn[]): Market;
  /** Some bars of an instrument that is whole, from .. to - 1 of its own, as a market of these bars alone. */
  readBars(instrument: number, figures: readonly PriceFigure[], from: number, to: number): Market;
  /** Of all instruments by number, damaged ones too; they are all in memory, and count as kept. Parts have none. */
  readonly facts: readonly FactSeries[];
  /** Names of facts that are damaged and left out. */
  readonly damagedFacts: readonly string[];
  /** Symbols of instruments that are damaged, as far as parts were read. */
  damaged(): readonly string[];
}

export type PriceColumn = Exclude<keyof Market, "instruments" | "barOffset" | "zones" | "facts">;
export type PriceFigure = Exclude<PriceColumn, "day">;

export interface MarketPart {
  /** Columns that were not asked for have no rows, or are null; so is one that no bar of the whole market has. */
  readonly market: Market;
  /** The number, among all instruments, of each of the part's. */
  readonly numbers: Int32Array;
}

/** Symbol order everywhere: by UTF-16 code units, never by locale. */
export function compareSymbols(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
