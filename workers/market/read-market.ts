/** Price files in, one Market out: the only way in for the app, the command line and the tests. */
import { compareSymbols, RATE_TYPE } from "#workers/model/market.ts";
import type { FactSeries, Instrument, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { FileNotes, InstrumentDefaults, ReadingNotes } from "#workers/model/reading.ts";
import { assembleMarket, describeFile } from "./assemble.ts";
import { factsKind, openFactsFile } from "./facts-file.ts";
import { refuseWhenBad } from "./file-rows.ts";
import { describeInstrumentsFile, createInstrumentsFile, isInstrumentsFile } from "./instruments-file.ts";
import type { InstrumentFacts, InstrumentsFile } from "./instruments-file.ts";
import { createMarketBuilder } from "./market-builder.ts";
import type { MarketBuilder, Spill } from "./market-builder.ts";
import { findNameClash, mergeFacts } from "./merge-facts.ts";
import type { MergedFacts } from "./merge-facts.ts";
import { createProgressCounter } from "./reading-progress.ts";
import type { ProgressCounter, ReadingProgress } from "./reading-progress.ts";
import { Refusal, refusal } from "./refusal.ts";
import { createRateCheck } from "./rates.ts";
import type { IsRate } from "./rates.ts";
import type { PriceSource } from "./source.ts";
import type { SymbolList } from "./symbols.ts";
import { unpackedChunks } from "./unpack.ts";
import type { ByteSink } from "./byte-sink.ts";
import type { FactsTally } from "./facts-tally.ts";
import type { FactsFile } from "./facts-file.ts";
import type { FileTally } from "./file-rows.ts";
import { createPriceFile } from "./price-file.ts";
import type { PriceRows } from "./price-file.ts";

/** Where the bars of a reading go. */
export interface PartsRequest {
  readonly defaults: InstrumentDefaults;
  readonly onProgress: (progress: ReadingProgress) => void;
  /** Takes rows that the memory should not hold; null to hold them all. */
  readonly spill: Spill | null;
  /** Called for one part of the market after the other, instruments by symbol. Good until it returns. */
  readonly take: (part: Market) => void;
}

export interface Reading {
  readonly market: Market;
  readonly notes: ReadingNotes;
}

/**
 * Reads price files, instruments.csv, facts.csv and signals.csv, plain, gzip or in zip archives, by the rules of
 * datasets/README.md and workers/rules/README.md, section 10.
 * The same files give the same market in any order of `sources`; no source gives a market without instruments.
 *
 * @returns the market with notes on what was left out; or the first file that can't be read, lists of instruments before
 *   prices, facts last, each in the order of names
 */
export async function readMarket(
  sources: readonly PriceSource[],
  defaults: InstrumentDefaults,
  onProgress: (progress: ReadingProgress) => void = () => {},
): Promise<Result<Reading>> {
  const parts: Market[] = [];
  const take = (part: Market): void => {
    parts.push(part);
  };
  const read = await readMarketParts(sources, { defaults, onProgress, spill: null, take });
  if (!read.ok) return read;
  const [market] = parts;
  if (!market) throw new Error("a reading without spill has one part");
  const { facts, notes } = read.value;
  return ok({ market: facts ? { ...market, facts } : market, notes });
}

/** What is known of a market whose bars were taken part by part. */
export interface PartsReading {
  readonly notes: ReadingNotes;
  /** Of the instruments of all parts, as a market has them; null where no file has any. */
  readonly facts: readonly FactSeries[] | null;
}

/**
 * As readMarket, part by part. A file that can't be read is told after parts of others were taken: then none of them
 * counts.
 */
export async function readMarketParts(
  sources: readonly PriceSource[],
  request: PartsRequest,
): Promise<Result<PartsReading>> {
  try {
    return ok(await readAll(sources, request));
  } catch (error) {
    if (error instanceof Refusal) return err(error.problem);
    throw error;
  }
}

async function readAll(
  sources: readonly PriceSource[],
  { defaults, onProgress, spill, take }: PartsRequest,
): Promise<PartsReading> {
  const inOrder = inReadingOrder(inNameOrder(await unpackArchives(sources)));
  const progress = createProgressCounter(
    inOrder.map(({ bytes }) => bytes),
    onProgress,
    inOrder.filter((source) => !isOfFacts(source)).length,
  );
  const builder = createMarketBuilder(spill, progress.expectedRows);
  const { store, symbols } = builder;
  const described = new Map<string, InstrumentFacts>();
  const files = await readFiles(inOrder, builder, progress, {
    symbols,
    store,
    described,
    ratesOf: rememberRates({ names: symbols, described, defaults }),
  });
  const tallies = files.flatMap((file) => (file.type === "prices" ? [file.tally] : []));
  const instruments: Instrument[] = [];
  builder.forEachPart(tallies, (part) => {
    const sourcesOfPart = { names: symbols.names, facts: described, defaults };
    const market = assembleMarket(part.store, part.order, sourcesOfPart);
    for (const instrument of market.instruments) instruments.push(instrument);
    take(market);
  });
  for (const file of files) if (file.type !== "instruments") refuseWhenBad(file.tally);
  const facts = factsOf(files, instruments);
  const notes = [...files.flatMap(describeOther), ...(facts?.notes ?? [])];
  return {
    notes: { files: notes.toSorted((a, b) => compareSymbols(a.file, b.file)) },
    facts: facts && facts.facts,
  };
}

/** null without a file of facts. @throws Refusal where a fact and a signal have the same name */
function factsOf(files: readonly OpenedFile[], instruments: readonly Instrument[]): MergedFacts | null {
  const tables = files.flatMap((file) => (file.type === "facts" ? [file.finish()] : []));
  if (tables.length === 0) return null;
  const clash = findNameClash(tables);
  if (clash) throw refusal("file-refused", clash.file, clash.line, clash.text);
  return mergeFacts(tables, instruments);
}

/** What there is to say of a file that has no facts. */
function describeOther(file: OpenedFile): FileNotes[] {
  switch (file.type) {
    case "prices":
      return [describeFile(file.tally)];
    case "instruments":
      return [describeInstrumentsFile(file.file)];
    case "facts":
      return [];
  }
}

function isOfFacts({ name }: PriceSource): boolean {
  return factsKind(name) !== null;
}

/**
 * Lists of instruments first, for they say which rows are rates; facts last, when it is known which symbols have prices.
 *
 * @param byName - in the order of their names, which each kind keeps
 */
function inReadingOrder(byName: readonly PriceSource[]): PriceSource[] {
  return byName.toSorted((a, b) => turnOf(a) - turnOf(b));
}

function turnOf(source: PriceSource): number {
  if (isInstrumentsFile(source.name)) return 0;
  return isOfFacts(source) ? 2 : 1;
}

interface RateSources {
  readonly names: SymbolList;
  readonly described: ReadonlyMap<string, InstrumentFacts>;
  readonly defaults: InstrumentDefaults;
}

/** To be asked when the lists of instruments are read. */
function rememberRates({ names, described, defaults }: RateSources): () => IsRate | null {
  const typeOf = (symbol: string) => described.get(symbol)?.instrumentType || defaults.instrumentType;
  const find = (): IsRate | null => {
    const types = [defaults.instrumentType, ...Array.from(described.values(), (one) => one.instrumentType)];
    return types.includes(RATE_TYPE)
      ? createRateCheck(names, (symbol) => typeOf(symbol) === RATE_TYPE)
      : null;
  };
  let known: IsRate | null | undefined;
  return () => (known === undefined ? (known = find()) : known);
}

/** Reads one file after the other; gives what was opened of each. */
async function readFiles(
  inOrder: readonly PriceSource[],
  builder: MarketBuilder,
  progress: ProgressCounter,
  target: ReadingTarget,
): Promise<readonly OpenedFile[]> {
  const { store } = target;
  const files: OpenedFile[] = [];
  const ahead = createReadAhead(
    inOrder.map((source, at) => () => unpackedChunks(source, (bytes) => progress.count(at, bytes))),
  );
  try {
    for (const [at, { name }] of inOrder.entries()) {
      const file = openFile(name, target);
      files.push(file);
      // oxlint-disable-next-line no-await-in-loop -- file after file: the first row of a day stays
      for await (const chunk of ahead.chunks(at)) {
        file.bytes.push(chunk);
        if (file.type === "prices") builder.settle(file.tally);
        progress.settle(at, store.firstRow + store.rows);
      }
      file.bytes.end();
    }
  } finally {
    await ahead.close();
  }
  progress.settle(inOrder.length, store.firstRow + store.rows);
  progress.end();
  return files;
}

/** The sources, archives replaced by the files in them. */
async function unpackArchives(sources: readonly PriceSource[]): Promise<PriceSource[]> {
  const files: PriceSource[] = [];
  for (const source of inNameOrder(sources)) {
    if (!/\.zip$/i.test(source.name)) {
      files.push(source);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- most readings have no archive, and a run doesn't wait for its code
    const { PRICE_ARCHIVE, zipSources } = await import("./zip.ts");
    // oxlint-disable-next-line no-await-in-loop -- one archive's list in memory at a time
    files.push(...(await zipSources(source, PRICE_ARCHIVE)));
  }
  return files;
}

/** Code-unit order; equal names would leave open which file comes first. */
function inNameOrder(sources: readonly PriceSource[]): PriceSource[] {
  const sorted = sources.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const twice = sorted.find((source, at) => sorted[at - 1]?.name === source.name);
  if (twice) throw refusal("file-refused", twice.name, null, "two files have this name; rename one of them");
  return sorted;
}

/** Where the contents of a reading's files go. */
interface ReadingTarget extends Omit<PriceRows, "isRate"> {
  /** What is said of an instrument, by its symbol. */
  readonly described: Map<string, InstrumentFacts>;
  readonly ratesOf: () => IsRate | null;
}

/** A file that takes its bytes. */
type OpenedFile = { readonly bytes: ByteSink } & (
  | { readonly type: "prices"; readonly tally: FileTally }
  | { readonly type: "facts"; readonly tally: FactsTally; readonly finish: FactsFile["finish"] }
  | { readonly type: "instruments"; readonly file: InstrumentsFile }
);

/**
 * What becomes of a file of a reading: its name says whether it has prices, facts or what is known of instruments.
 * Files of facts come when it is known which symbols have prices.
 */
function openFile(name: string, { described, ratesOf, ...rows }: ReadingTarget): OpenedFile {
  const kind = factsKind(name);
  if (kind) {
    const hasPrices = (symbol: string): boolean => rows.symbols.numbers.has(symbol);
    return { type: "facts", ...openFactsFile(name, kind, hasPrices) };
  }
  if (isInstrumentsFile(name)) {
    const file = createInstrumentsFile(name, described);
    return { type: "instruments", bytes: file.bytes, file };
  }
  return { type: "prices", ...createPriceFile(name, { ...rows, isRate: ratesOf() }) };
}

/** So many files are open beside the one that is read, each with its first chunk in memory. */
const FILES_AHEAD = 8;

interface ReadAhead {
  /** The chunks of file number `at`; ask for them in order. */
  chunks(at: number): AsyncGenerator<Uint8Array>;
  /** Closes what was opened and not read. */
  close(): Promise<void>;
}

interface BegunFile {
  readonly first: Promise<IteratorResult<Uint8Array, unknown>>;
  readonly rest: AsyncGenerator<Uint8Array>;
}

/**
 * Opens the next files while one is being read: the wait for disk or server is over when their turn comes.
 *
 * @param opens - gives the chunks of each file, in the order in which they will be read
 */
function createReadAhead(opens: readonly (() => AsyncGenerator<Uint8Array>)[]): ReadAhead {
  const files: (BegunFile | undefined)[] = [];
  return {
    chunks(at) {
      for (const open of opens.slice(files.length, at + 1 + FILES_AHEAD)) files.push(begin(open()));
      const file = files[at];
      files[at] = undefined; // with it goes its first chunk
      if (!file) throw new RangeError(`no file ${at} of ${opens.length}`);
      return chunksOf(file);
    },
    async close() {
      await Promise.all(files.map(async (file) => file?.rest.return(undefined)));
    },
  };
}

function begin(rest: AsyncGenerator<Uint8Array>): BegunFile {
  const first = rest.next();
  first.catch(() => {}); // a failure is told when the file's turn comes
  return { first, rest };
}

async function* chunksOf({ first, rest }: BegunFile): AsyncGenerator<Uint8Array> {
  try {
    const start = await first;
    if (start.done) return;
    yield start.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
