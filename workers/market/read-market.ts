/** Price files in, one Market out: the only way in for the app, the command line and the tests. */
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { InstrumentDefaults, ReadingNotes } from "#workers/model/reading.ts";
import { assembleMarket, describeFile } from "./assemble.ts";
import type { FileBook } from "./file-rows.ts";
import { createInstrumentsFile, describeInstrumentsFile, isInstrumentsFile } from "./instruments-file.ts";
import type { InstrumentFacts, InstrumentsFile } from "./instruments-file.ts";
import { createMarketBuilder } from "./market-builder.ts";
import type { Spill } from "./market-builder.ts";
import { createPriceFile } from "./price-file.ts";
import type { PriceFile } from "./price-file.ts";
import { createReadAhead } from "./read-ahead.ts";
import { createProgressCounter } from "./reading-progress.ts";
import type { ReadingProgress } from "./reading-progress.ts";
import { Refusal, refusal } from "./refusal.ts";
import type { PriceSource } from "./source.ts";
import { unpackedChunks } from "./unpack.ts";

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
 * Reads price files and instruments.csv, plain, gzip or in zip archives, by the rules of design/files.md.
 * The same files give the same market in any order of `sources`; no source gives a market without instruments.
 *
 * @returns the market with notes on what was left out; or the first file, in the order of names, that can't be read
 */
export async function readMarket(
  sources: readonly PriceSource[],
  defaults: InstrumentDefaults,
  onProgress: (progress: ReadingProgress) => void = () => {},
): Promise<Result<Reading>> {
  let market: Market | null = null;
  const take = (part: Market): void => {
    market = part;
  };
  const notes = await readMarketParts(sources, { defaults, onProgress, spill: null, take });
  if (!notes.ok) return notes;
  if (!market) throw new Error("a reading without spill has one part");
  return ok({ market, notes: notes.value });
}

/**
 * As readMarket, part by part. A file that can't be read is told after parts of others were taken: then none of them
 * counts.
 */
export async function readMarketParts(
  sources: readonly PriceSource[],
  request: PartsRequest,
): Promise<Result<ReadingNotes>> {
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
): Promise<ReadingNotes> {
  const facts = new Map<string, InstrumentFacts>();
  const files: (PriceFile | InstrumentsFile)[] = [];
  const inOrder = inNameOrder(await unpackArchives(sources));
  const progress = createProgressCounter(
    inOrder.map(({ bytes }) => bytes),
    onProgress,
  );
  const builder = createMarketBuilder(spill, progress.expectedRows);
  const { store, symbols } = builder;
  const ahead = createReadAhead(
    inOrder.map((source, at) => () => unpackedChunks(source, (bytes) => progress.count(at, bytes))),
  );
  try {
    for (const [at, { name }] of inOrder.entries()) {
      const file = isInstrumentsFile(name)
        ? createInstrumentsFile(name, facts)
        : createPriceFile(name, { store, symbols });
      files.push(file);
      // oxlint-disable-next-line no-await-in-loop -- file after file: the first row of a day stays
      for await (const chunk of ahead.chunks(at)) {
        file.bytes.push(chunk);
        if ("book" in file) builder.settle(file.book);
        progress.settle(at, store.firstRow + store.rows);
      }
      file.bytes.end();
    }
  } finally {
    await ahead.close();
  }
  progress.settle(inOrder.length, store.firstRow + store.rows);
  progress.end();
  const books = files.flatMap((file) => ("book" in file ? [file.book] : []));
  builder.forEachPart(books, (part) => {
    take(assembleMarket(part.store, part.order, { names: symbols.names, facts, defaults }));
  });
  books.forEach(refuseWhenBad);
  return {
    files: files.map((file) => ("book" in file ? describeFile(file.book) : describeInstrumentsFile(file))),
  };
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
    const { zipSources } = await import("./zip.ts");
    // oxlint-disable-next-line no-await-in-loop -- one archive's list in memory at a time
    files.push(...(await zipSources(source)));
  }
  return files;
}

/** @throws Refusal when more than 5 % of a file's rows were left out; exactly 5 % stays. */
function refuseWhenBad({ file, rows, leftOut, issues }: FileBook): void {
  if (leftOut * 20 <= rows) return;
  const share = ((leftOut / rows) * 100).toFixed(1);
  throw new Refusal({
    code: "file-refused",
    message: `${file}: ${leftOut} of ${rows} rows (${share} %) cannot be used, and more than 5 % is too much to leave out. Correct the file; the first: ${issues[0]?.message ?? ""}`,
    place: file,
    details: issues.map((issue) => issue.message),
  });
}

/** Code-unit order; equal names would leave open which file comes first. */
function inNameOrder(sources: readonly PriceSource[]): PriceSource[] {
  const sorted = sources.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const twice = sorted.find((source, at) => sorted[at - 1]?.name === source.name);
  if (twice) throw refusal("file-refused", twice.name, null, "two files have this name; rename one of them");
  return sorted;
}
