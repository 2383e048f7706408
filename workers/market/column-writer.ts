/**
 * Writes a column file instrument by instrument, holding one block in memory. The same instruments give the same
 * bytes, however they were read.
 */
import { addBars, judgeBars, noBars } from "#workers/model/bar-counts.ts";
import { formatIsoDay, toEpochDay, yearOf } from "#workers/model/day.ts";
import { RATE_TYPE, UNTRADED_TYPES } from "#workers/model/market.ts";
import type { FactSeries, Instrument, Market } from "#workers/model/market.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { DatasetFacts, FactCoverage, FactName, UniverseSize } from "#workers/model/reading.ts";
import type { ByteWriter } from "./byte-file.ts";
import { wordChecksum } from "./checksum.ts";
import {
  codeOf,
  COLUMNS,
  encodeDirectory,
  encodeSignpost,
  numbersIn,
  SIGNPOST_BYTES,
} from "./column-directory.ts";
import type { Base, Directory, KeptIdentities } from "./column-directory.ts";
import { joinSpans } from "./day-span.ts";
import { encodeFront, FRONT_BYTES } from "./extended-file.ts";
import type { FrontFile } from "./extended-file.ts";
import { bytesOfFacts, unplaced, writeFacts } from "./facts-section.ts";
import type { FactPlace } from "./facts-section.ts";
import type { Series } from "./bar-series.ts";
import { createSeriesBlocks } from "./series-blocks.ts";
import type { Onto, SeriesSpan } from "./series-blocks.ts";
import { ABSENT, padTo8 } from "./series-code.ts";
import type { TailsReader } from "./tails-reader.ts";

/** A block ends before the instrument with which it would have more; 1 MB of whole numbers a column. */
const BLOCK_ROWS = 262_144;

export interface ColumnWriter {
  /** Instruments come by symbol, as in a Market; what the series' arrays hold may change afterwards. */
  add(series: Series): void;
  /**
   * Adds an instrument of the dataset that the file goes on with, and bars that follow on its own; null for none.
   *
   * @param number - in that dataset
   * @returns all its days, good until the next call; null, and nothing is added, where the instrument is to be written anew
   * @throws Refusal where what it would need of the dataset is damaged
   */
  keep(number: number, instrument: Instrument, more: Series | null): Int32Array | null;
  /** Leaves the facts of that dataset where they are: it has the same instruments. False where they are to be added. */
  keepFacts(): boolean;
  /**
   * Adds the facts of all instruments, once they are all there. None leaves the file as it would be without.
   *
   * @throws RangeError for facts of other instruments than were added
   */
  addFacts(facts: Iterable<FactSeries>): void;
  /** Keeps what lists said of the instruments' codes and earlier names; null for nothing. */
  addIdentities(identities: KeptIdentities | null): void;
  /** SHA-256, in hex, of symbols, names, sectors, days, figures and facts so far: equal for equal ones, on any exchange. */
  digest(): Promise<string>;
  /** What a bar of the instruments so far is, by the types that they were added with. */
  frequency(): Frequency;
  /**
   * Completes the file; nothing is added after.
   *
   * @param describe - says more of an instrument than was known when it was added
   */
  finish(describe?: (instrument: Instrument) => Instrument): Promise<DatasetFacts>;
}

interface WriterOptions {
  /** Bars a block at most, unless one instrument has more. */
  readonly mostRows?: number;
  /** null for a file of its own. */
  readonly onto?: Onto | null;
}

export function createColumnWriter(
  out: ByteWriter,
  { mostRows = BLOCK_ROWS, onto = null }: WriterOptions = {},
): ColumnWriter {
  const front = onto?.dataset.front ?? null;
  const file = front ? behind(out, front.bytes) : out;
  const at = (front ? front.bytes + FRONT_BYTES : 0) + SIGNPOST_BYTES;
  const blocks = createSeriesBlocks(file, { at, mostRows, onto });
  const { instruments } = blocks;
  const factNames: FactName[] = [];
  let identities: KeptIdentities | null = null;
  let factPlaces: readonly FactPlace[] = [];
  /** What the facts take that are written here. */
  let factBytes = 0;

  const directoryOf = (described: readonly Instrument[], marks: "written" | "plain"): Directory => ({
    ...blocks.directory(described, marks),
    ...(factPlaces.length > 0 ? { facts: factPlaces } : {}),
  });
  const digest = (): Promise<string> => fingerprint(directoryOf(instruments.map(anonymous), "plain"));

  return {
    add: (series) => blocks.add(series),
    keep: (number, instrument, more) => blocks.keep(number, instrument, more),
    keepFacts() {
      const directory = onto?.dataset.columns.directory;
      const { facts = [], ends } = directory ?? {};
      const areInFront = facts.every((place) => place.at < (front?.bytes ?? 0));
      if (!ends || !areInFront || directory?.instruments.length !== instruments.length) return false;
      factPlaces = facts;
      factNames.push(...ends.factNames);
      return true;
    },
    addFacts(facts) {
      factPlaces = writeFacts(file, blocks.end(), describing(facts, factNames), instruments.length);
      factBytes = bytesOfFacts(factPlaces, instruments.length);
    },
    addIdentities(said) {
      identities = said;
    },
    digest,
    frequency: () => frequencyOf(instruments, blocks.spans),
    async finish(describe = (instrument) => instrument) {
      const end = blocks.end() + factBytes;
      const described = instruments.map(describe);
      const words = blocks.ends();
      file.write(new Uint8Array(words.buffer, 0, words.byteLength), end);
      const directory: Directory = {
        ...directoryOf(described, "written"),
        ...(identities ? { identities } : {}),
        ends: { at: end, checksum: wordChecksum(words), digest: await digest(), factNames },
        ...(onto ? { base: baseWith(onto.tails.base, described, blocks.starts) } : {}),
      };
      const { first, last } = joinSpans(blocks.spans, described);
      return {
        instruments: instruments.length,
        bars: blocks.bars(),
        firstDate: first <= last ? formatIsoDay(first) : null,
        lastDate: first <= last ? formatIsoDay(last) : null,
        exchanges: distinct(described.filter(isNoRate).map(({ exchange }) => exchange)),
        instrumentTypes: distinct(described.map(({ instrumentType }) => instrumentType)),
        currencies: currenciesOf(described),
        universes: universesOf(directory),
        frequency: frequencyOf(described, blocks.spans),
        fingerprint: await fingerprint(directoryOf(described, "plain")),
        bytes: writeDirectory(file, end + padTo8(words.byteLength), { directory, front }),
        ...(factNames.length > 0 ? { factNames } : {}),
      };
    },
  };
}

/** A series of rates is of no exchange, whatever one was named for it. */
function isNoRate({ instrumentType }: Instrument): boolean {
  return instrumentType !== RATE_TYPE;
}

/** The one currency of an exchange's instruments but benchmarks and rates, of which nothing is bought; none where it has several. */
function currenciesOf(instruments: readonly Instrument[]): Record<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { exchange, instrumentType, currency } of instruments) {
    if (UNTRADED_TYPES.includes(instrumentType) || currency === "") continue;
    found.set(exchange, (found.get(exchange) ?? new Set()).add(currency));
  }
  const single = [...found].filter(([, currencies]) => currencies.size === 1);
  return Object.fromEntries(single.map(([exchange, currencies]) => [exchange, [...currencies].join("")]));
}

/** Of what can be traded; of indices and rates where that is all there is. */
function frequencyOf(instruments: readonly Instrument[], spans: readonly SeriesSpan[]): Frequency {
  const isTraded = instruments.map(({ instrumentType }) => !UNTRADED_TYPES.includes(instrumentType));
  const isAny = isTraded.includes(true);
  const all = noBars();
  for (const [at, { counts }] of spans.entries()) if (isTraded[at] || !isAny) addBars(all, counts);
  return judgeBars(all, []).frequency;
}

function universesOf(directory: Directory): readonly UniverseSize[] {
  const column = COLUMNS.indexOf("adjClose");
  const sizes = new Map<string, UniverseSize>();
  for (const [number, instrument] of directory.instruments.entries()) {
    if (!isNoRate(instrument)) continue;
    const { exchange, instrumentType } = instrument;
    const key = `${exchange} ${instrumentType}`;
    const { instruments, adjusted } = sizes.get(key) ?? { instruments: 0, adjusted: 0 };
    const isAdjusted = codeOf(directory, column, number) !== ABSENT;
    sizes.set(key, {
      exchange,
      instrumentType,
      instruments: instruments + 1,
      adjusted: adjusted + Number(isAdjusted),
    });
  }
  return [...sizes.values()];
}

/** Places of the two files as one, in the second of them. */
function behind(file: ByteWriter, bytes: number): ByteWriter {
  return { write: (part, at) => file.write(part, at - bytes) };
}

function baseWith(
  { directory, place }: TailsReader["base"],
  instruments: readonly Instrument[],
  starts: readonly number[],
): Base {
  return { directory, place, numbers: numbersIn(directory, instruments), starts: Int32Array.from(starts) };
}

/** The same facts; what the catalogue is told of each goes into a list. */
function* describing(facts: Iterable<FactSeries>, told: FactName[]): Generator<FactSeries> {
  const cover = createCoverage();
  for (const fact of facts) {
    told.push(describeFact(fact, cover(fact)));
    yield fact;
  }
}

function describeFact({ name, kind, lag }: FactSeries, coverage: FactCoverage | null): FactName {
  return { name, kind, ...(lag ? { lag } : {}), ...(coverage ? { coverage } : {}) };
}

interface FileEnd {
  readonly directory: Directory;
  /** The file that it goes on with; null for none. */
  readonly front: FrontFile | null;
}

/** Twice, and both ends of the file say where. @returns the bytes of the whole file, with those of the one in front */
function writeDirectory(file: ByteWriter, at: number, { directory, front }: FileEnd): number {
  const bytes = encodeDirectory(directory);
  let end = at + 2 * bytes.length;
  const start = front?.bytes ?? 0;
  const signpost = encodeSignpost(at, bytes, front !== null);
  file.write(bytes, at);
  file.write(bytes, at + bytes.length);
  if (front) {
    const named = encodeFront(front);
    file.write(named, start + SIGNPOST_BYTES);
    file.write(named, end);
    end += named.length;
  }
  file.write(signpost, end);
  file.write(signpost, start);
  return end + SIGNPOST_BYTES;
}

/** Of an instrument what its prices came with; where it is traded is said later. */
function anonymous({ symbol, name, sector }: Instrument): Instrument {
  const place = { exchange: "", instrumentType: "", currency: "", marketCapLooksAhead: false };
  return { symbol, name, ...place, ...(sector === undefined ? {} : { sector }) };
}

/** Adds all instruments of a market. */
export function addMarket(writer: ColumnWriter, market: Market): void {
  for (let at = 0; at < market.instruments.length; at++) writer.add(seriesOf(market, at));
}

/** One instrument of a market; its columns are views of the market's. */
function seriesOf(market: Market, instrument: number): Series {
  const described = market.instruments[instrument];
  if (!described) throw new RangeError(`no instrument ${instrument} of ${market.instruments.length}`);
  const from = market.barOffset[instrument];
  const to = market.barOffset[instrument + 1];
  return {
    instrument: described,
    day: market.day.subarray(from, to),
    open: market.open.subarray(from, to),
    high: market.high.subarray(from, to),
    low: market.low.subarray(from, to),
    close: market.close.subarray(from, to),
    volume: market.volume.subarray(from, to),
    adjClose: market.adjClose?.subarray(from, to) ?? null,
    marketCap: market.marketCap?.subarray(from, to) ?? null,
  };
}

/** SHA-256, in hex, of the instruments and of all series' and facts' checksums: the same data gives the same fingerprint. */
async function fingerprint({ facts, ...prices }: Directory): Promise<string> {
  const bytes = encodeDirectory({ ...prices, blocks: [], ...(facts ? { facts: facts.map(unplaced) } : {}) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by encodeDirectory, not in shared memory
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

/**
 * For the catalogue: of how many instruments a fact became known, year by year. To be asked for one fact after the
 * other: facts that have the same days, all of their values known, have the same answer. Arrays that are the same
 * object must hold the same.
 */
function createCoverage(): (fact: FactSeries) => FactCoverage | null {
  const known = new WeakMap<Int32Array, FactCoverage | null>();
  return (fact) => {
    if (hasUnknown(fact.value)) return coverFact(fact);
    const found = known.get(fact.day) ?? coverFact(fact);
    known.set(fact.day, found);
    return found;
  };
}

function hasUnknown(value: Float64Array): boolean {
  for (let step = 0; step < value.length; step++) if (Number.isNaN(value[step])) return true;
  return false;
}

/** null for a fact without a step. A value that is unknown from then on is none. */
function coverFact({ stepOffset, day, value }: FactSeries): FactCoverage | null {
  let [first, last] = [Infinity, -Infinity];
  for (let step = 0; step < day.length; step++) {
    if (Number.isNaN(value[step])) continue;
    const known = day[step] ?? first;
    if (known < first) first = known;
    if (known > last) last = known;
  }
  if (first > last) return null;
  const [firstYear, lastYear] = [yearOf(first), yearOf(last)];
  const ends = Array.from({ length: lastYear - firstYear + 1 }, (_, at) =>
    toEpochDay(firstYear + at + 1, 1, 1),
  );
  const instruments = ends.map(() => 0);
  for (let at = 0; at + 1 < stepOffset.length; at++) {
    let year = 0;
    let counted = -1;
    for (let step = stepOffset[at] ?? 0; step < (stepOffset[at + 1] ?? 0); step++) {
      if (Number.isNaN(value[step])) continue;
      while ((day[step] ?? 0) >= (ends[year] ?? Infinity)) year++;
      if (year === counted) continue;
      counted = year;
      instruments[year] = (instruments[year] ?? 0) + 1;
    }
  }
  return { newest: formatIsoDay(last), firstYear, instruments };
}
