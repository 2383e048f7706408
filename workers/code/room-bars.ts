/** The bars of an instrument as a room takes them: what the source names, on the run's price basis. Rooms copy them. */
import { factColumn } from "#workers/engine/fact-column.ts";
import { columnsOfInstrument } from "#workers/engine/instrument-columns.ts";
import type { InstrumentColumns } from "#workers/engine/instrument-columns.ts";
import type { Market } from "#workers/model/market.ts";
import type { Mentions } from "./mentions.ts";
import type { RoomBars } from "./room.ts";

/** What the bars are taken from. */
export interface BarsGround {
  readonly market: Market;
  readonly isAdjusted: boolean;
  /** The market's number of the benchmark's series; null where the run has none. */
  readonly benchmark: number | null;
}

/** @param most - only the first so many bars; market and facts are cut with them */
export type BarsOf = (instrument: number, most?: number) => RoomBars;

export function makeBarsOf(ground: BarsGround, mentions: Mentions): BarsOf {
  const { market, isAdjusted, benchmark } = ground;
  const facts = (market.facts ?? []).filter(({ name, computed }) => !computed && mentions.names(name));
  const index =
    benchmark === null || !mentions.hasMarket
      ? null
      : columnsOfInstrument({ market, place: benchmark, instrument: benchmark }, isAdjusted);
  return (instrument, most = Infinity) => {
    const columns = columnsOfInstrument({ market, place: instrument, instrument }, isAdjusted);
    const length = Math.min(columns.bars, most);
    const { symbol, sector = "" } = market.instruments[instrument] ?? { symbol: "" };
    return {
      symbol,
      sector,
      length,
      date: mentions.hasDate ? columns.days().subarray(0, length) : null,
      columns: record(mentions.figures, (name) => columns.figure(name).subarray(0, length)),
      facts: Object.fromEntries(
        facts.map((series) => {
          const values = new Float64Array(columns.bars);
          factColumn(series, columns, values);
          return [series.name.toLowerCase(), values.subarray(0, length)];
        }),
      ),
      market: index && asOf(index, columns.days().subarray(0, length), mentions),
    };
  };
}

/** The series' values as of its last bar on or before each day; NaN before its first. */
function asOf(
  series: InstrumentColumns,
  days: Int32Array,
  { figures, hasDate }: Mentions,
): RoomBars["market"] {
  const own = series.days();
  const places = new Int32Array(days.length);
  let next = 0;
  for (const [bar, day] of days.entries()) {
    while (next < series.bars && (own[next] ?? Infinity) <= day) next++;
    places[bar] = next - 1;
  }
  const valuesOf = (values: Float64Array | Int32Array): Float64Array =>
    Float64Array.from(places, (place) => values[place] ?? NaN);
  const columns = record(figures, (name) => valuesOf(series.figure(name)));
  return hasDate ? { ...columns, date: valuesOf(own) } : columns;
}

function record<Name extends string, T>(names: readonly Name[], of: (name: Name) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}
