/**
 * A dataset that gets files. What it takes to go on with it lies at the ends of its series; its prices are looked at
 * where files have days that it has. One whose ends are damaged is gone through once, to see that it is whole.
 */
import type { KeptIdentities } from "#workers/market/column-directory.ts";
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import { joinSpans } from "#workers/market/day-span.ts";
import type { DaySpan } from "#workers/market/day-span.ts";
import { Refusal } from "#workers/market/refusal.ts";
import type { Onto } from "#workers/market/series-blocks.ts";
import { damagedBase, openTails } from "#workers/market/tails-reader.ts";
import type { Extendable, TailsReader } from "#workers/market/tails-reader.ts";
import { instrumentOf } from "#workers/market/whole-parts.ts";
import type {
  FactSeries,
  Instrument,
  Market,
  MarketPart,
  PartedMarket,
  PriceColumn,
  PriceFigure,
} from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { sharesBehind } from "./apply-facts.ts";
import { pickBars, placesOf } from "../rows/pick-bars.ts";

export interface Base {
  /** Instruments by symbol. */
  readonly instruments: readonly Instrument[];
  /** Count of all bars. */
  readonly bars: number;
  /** EpochDays; Infinity and -Infinity without a bar. Rates don't count beside others. */
  readonly first: number;
  readonly last: number;
  /** Digest of a plan that would add nothing. */
  readonly digest: string;
  readonly hasAdjClose: boolean;
  readonly hasMarketCap: boolean;
  /** What its file is gone on with; null where it is to be written anew. */
  readonly onto: Onto | null;
  /** Bars that lie behind the file of its own that it goes on with; 0 where it is one. */
  readonly tailBars: number;
  /** What lists said of its instruments when they came; null for nothing. */
  readonly identities: KeptIdentities | null;
  /** Of its instruments, by number. @throws Refusal where some are damaged */
  facts(): readonly FactSeries[];
  /** Names of its facts, without reading them. */
  factNames(): readonly string[];
  /** EpochDay of an instrument's last bar; -Infinity without one. */
  lastDay(instrument: number): number;
  /** The share count behind the market cap of its last bar; NaN where unknown. */
  shares(instrument: number): number;
  /** EpochDays of an instrument's bars; good until the next call. */
  daysOf(instrument: number): Int32Array;
  /** True where it has a bar on each of these days, which ascend. */
  hasDays(instrument: number, days: Int32Array): boolean;
  /** Those of its bars that are on these days, which ascend; in memory of their own. */
  barsOn(instrument: number, days: Int32Array): Market;
  /** A market of one instrument, good until the next call. @throws Refusal where it is damaged */
  series(instrument: number): Market;
}

/** A stored dataset as it is opened. */
export interface StoredDataset {
  readonly parts: PartedMarket;
  /** null for one of the first version. */
  readonly extendable: Extendable | null;
}

const FIGURES: readonly PriceFigure[] = ["open", "high", "low", "close", "volume", "adjClose", "marketCap"];
const ALL: readonly PriceColumn[] = ["day", ...FIGURES];

/** A problem where something of it is damaged that would be lost for good. */
export async function openBase({ parts, extendable }: StoredDataset): Promise<Result<Base>> {
  const tails = extendable && openTails(extendable);
  return tails ? ok(continuedBase(parts, { dataset: extendable, tails })) : openWholeBase(parts);
}

function continuedBase(parts: PartedMarket, onto: Onto): Base {
  const { dataset, tails } = onto;
  const { columns } = dataset;
  const { starts } = columns.directory.base ?? {};
  const lastDay = new Float64Array(columns.instruments.length);
  const shares = new Float64Array(columns.instruments.length);
  const spans: DaySpan[] = [];
  for (const at of columns.instruments.keys()) {
    const end = tails.endOf(at);
    spans.push({ first: end.firstDay, last: end.lastDay });
    lastDay[at] = end.lastDay;
    shares[at] = sharesBehind(end.lastCap, end.lastClose);
  }
  const tailBars = starts ? columns.rows.reduce((sum, rows, at) => sum + rows - (starts[at] ?? 0), 0) : 0;
  return {
    instruments: columns.instruments,
    bars: columns.bars,
    ...joinSpans(spans, columns.instruments),
    digest: columns.directory.ends?.digest ?? "",
    hasAdjClose: columns.has("adjClose"),
    hasMarketCap: columns.has("marketCap"),
    onto,
    tailBars,
    identities: columns.directory.identities ?? null,
    facts: () => wholeFacts(parts),
    factNames: () => (columns.directory.facts ?? []).map(({ name }) => name),
    lastDay: (instrument) => lastDay[instrument] ?? -Infinity,
    shares: (instrument) => shares[instrument] ?? NaN,
    daysOf: (instrument) => tails.daysOf(instrument),
    hasDays: (instrument, days) => !placesOf(tails.daysOf(instrument), days).includes(-1),
    barsOn: (instrument, days) => readBarsOn(parts, tails, instrument, days),
    series: seriesReader(parts),
  };
}

/** Bars are read where they lie, and not held against checksums: they are compared, not stored. */
function readBarsOn(parts: PartedMarket, tails: TailsReader, instrument: number, days: Int32Array): Market {
  const own = tails.daysOf(instrument);
  const places = placesOf(own, days).filter((place) => place >= 0);
  const [from = 0] = places;
  const to = (places.at(-1) ?? -1) + 1;
  const day = own.slice(from, Math.max(from, to));
  if (places.length === 0) return pickBars(parts.readBars(instrument, [], 0, 0), []);
  const market = { ...parts.readBars(instrument, FIGURES, from, to), day };
  return pickBars(
    market,
    places.map((place) => place - from),
  );
}

async function openWholeBase(parts: PartedMarket): Promise<Result<Base>> {
  const writer = createColumnWriter({ write() {} });
  const lastDay = new Float64Array(parts.instruments.length).fill(-Infinity);
  const shares = new Float64Array(parts.instruments.length).fill(NaN);
  let bars = 0;
  const spans = parts.instruments.map((): DaySpan => ({ first: Infinity, last: -Infinity }));
  let [hasAdjClose, hasMarketCap] = [false, false];
  for (let part = 0; part < parts.parts; part++) {
    const { market, numbers } = parts.readPart(part, ALL);
    for (const [at, number] of numbers.entries()) {
      const row = (market.barOffset[at + 1] ?? 0) - 1;
      const firstRow = market.barOffset[at] ?? 0;
      if (row < firstRow) continue;
      lastDay[number] = market.day[row] ?? 0;
      spans[number] = { first: market.day[firstRow] ?? 0, last: market.day[row] ?? 0 };
      shares[number] = sharesBehind(market.marketCap?.[row] ?? NaN, market.close[row] ?? NaN);
    }
    bars += market.day.length;
    hasAdjClose ||= market.adjClose !== null;
    hasMarketCap ||= market.marketCap !== null;
    addMarket(writer, market);
  }
  const damaged = parts.damaged();
  if (damaged.length > 0) return err(damagedBase("prices", damaged));
  if (parts.damagedFacts.length > 0) return err(damagedBase("facts", parts.damagedFacts));
  writer.addFacts(parts.facts);
  const series = seriesReader(parts);
  return ok({
    instruments: parts.instruments,
    bars,
    ...joinSpans(spans, parts.instruments),
    digest: await writer.digest(),
    hasAdjClose,
    hasMarketCap,
    onto: null,
    tailBars: 0,
    identities: null,
    facts: () => wholeFacts(parts),
    factNames: () => parts.facts.map(({ name }) => name),
    lastDay: (instrument) => lastDay[instrument] ?? -Infinity,
    shares: (instrument) => shares[instrument] ?? NaN,
    daysOf: (instrument) => series(instrument).day,
    hasDays: (instrument, days) => !placesOf(series(instrument).day, days).includes(-1),
    barsOn(instrument, days) {
      const own = series(instrument);
      return pickBars(
        own,
        placesOf(own.day, days).filter((place) => place >= 0),
      );
    },
    series,
  });
}

function wholeFacts(parts: PartedMarket): readonly FactSeries[] {
  if (parts.damagedFacts.length > 0) throw new Refusal(damagedBase("facts", parts.damagedFacts));
  return parts.facts;
}

/** Asked for in order from the first on, each part is read once; any other instrument is read alone. */
function seriesReader(parts: PartedMarket): (instrument: number) => Market {
  let known: MarketPart | null = null;
  /** The part that has not been read yet, and its first instrument. */
  let [next, first] = [0, 0];
  return (instrument) => {
    if (instrument === 0) [next, first, known] = [0, 0, null];
    if (instrument === first && next < parts.parts) {
      known = parts.readPart(next, ALL);
      next++;
      first += known.numbers.length;
    }
    const place = known?.numbers.indexOf(instrument) ?? -1;
    const series =
      known && place >= 0 ? instrumentOf(known.market, place) : parts.readInstrument(instrument, ALL);
    const damaged = parts.damaged();
    if (damaged.length > 0) throw new Refusal(damagedBase("prices", damaged));
    return series;
  };
}
