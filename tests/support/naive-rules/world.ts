/** What a rule can see: every instrument on the run's price basis, the universe, its calendar, the benchmark. */
import type { PlainBar, PlainFact, PlainInstrument } from "./plain-market.ts";
import type { Value } from "./values.ts";

export interface NaiveRun {
  readonly exchange: string;
  readonly type: string;
  readonly priceBasis: "as-traded" | "adjusted";
  /** Symbol of the benchmark series; null where it is the mean of the universe. */
  readonly benchmark: string | null;
  /** The universe is only these, where they are given. */
  readonly symbols?: readonly string[];
  readonly sectors?: readonly string[];
  /** By how many bars a year counts; 252 where it is not given. */
  readonly sessionsOfYear?: number;
}

/** A bar on the run's price basis. */
export interface Bar {
  readonly day: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** As in the file. */
  readonly rawClose: number;
  readonly volume: number;
  /** Close as in the file times volume. */
  readonly value: number;
  readonly marketCap: number | null;
}

export interface Series {
  readonly symbol: string;
  readonly sector: string;
  readonly bars: readonly Bar[];
  /** Place in `bars` by day. */
  readonly barOn: ReadonlyMap<number, number>;
  readonly facts: readonly PlainFact[];
  /** Values worked out before: by tree node or by what only functions ask for, then by bar. */
  readonly known: Map<object | string, Map<number, Value>>;
}

export interface World {
  readonly bySymbol: ReadonlyMap<string, Series>;
  /** By symbol. */
  readonly universe: readonly Series[];
  /** Days on which an instrument of the universe has a bar, oldest first. */
  readonly calendar: readonly number[];
  readonly benchmark: Series | null;
  /** By how many bars a year counts. */
  readonly sessionsOfYear: number;
  /** What becomes of a number that a function has worked out from numbers of up to that size: itself, or noise on it. */
  readonly shake: (value: number, largestInput: number) => number;
}

/** @param shake - shows what hangs on rounding alone, where it changes values by as much */
export function openWorld(
  instruments: readonly PlainInstrument[],
  run: NaiveRun,
  shake: World["shake"] = (value) => value,
): World {
  const bySymbol = new Map(instruments.map((each) => [each.symbol, openSeries(each, run.priceBasis)]));
  const universe = instruments
    .filter((each) => isInUniverse(each, run))
    .map(({ symbol }) => symbol)
    .toSorted(byCodeUnits)
    .flatMap((symbol) => bySymbol.get(symbol) ?? []);
  const days = new Set(universe.flatMap(({ bars }) => bars.map(({ day }) => day)));
  return {
    bySymbol,
    universe,
    calendar: [...days].toSorted((a, b) => a - b),
    benchmark: run.benchmark === null ? null : (bySymbol.get(run.benchmark) ?? null),
    sessionsOfYear: run.sessionsOfYear ?? 252,
    shake,
  };
}

export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function isInUniverse({ symbol, exchange, type, sector }: PlainInstrument, run: NaiveRun): boolean {
  return (
    exchange === run.exchange &&
    type === run.type &&
    (run.symbols?.includes(symbol) ?? true) &&
    (run.sectors?.includes(sector) ?? true)
  );
}

function openSeries(instrument: PlainInstrument, priceBasis: NaiveRun["priceBasis"]): Series {
  const { symbol, sector, facts } = instrument;
  return {
    symbol,
    sector,
    facts,
    bars: instrument.bars.map((bar) => onBasis(bar, priceBasis)),
    barOn: new Map(instrument.bars.map(({ day }, at) => [day, at])),
    known: new Map(),
  };
}

/** A bar without adjClose stays as traded, also on the adjusted basis. */
function onBasis(bar: PlainBar, priceBasis: NaiveRun["priceBasis"]): Bar {
  const adjClose = positive(bar.adjClose);
  const factor = priceBasis === "adjusted" && adjClose !== null ? adjClose / bar.close : 1;
  return {
    day: bar.day,
    open: bar.open * factor,
    high: bar.high * factor,
    low: bar.low * factor,
    close: bar.close * factor,
    rawClose: bar.close,
    volume: bar.volume,
    value: bar.close * bar.volume,
    marketCap: positive(bar.marketCap),
  };
}

/** 0 or less counts as missing. */
function positive(figure: number | null): number | null {
  return figure !== null && figure > 0 ? figure : null;
}
