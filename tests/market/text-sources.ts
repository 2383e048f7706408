/** Price sources made of text and bytes, and short ways to read them. */
import { readMarket } from "#workers/market/read-market.ts";
import type { Reading } from "#workers/market/read-market.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { FileNotes, InstrumentDefaults } from "#workers/model/reading.ts";

export const defaults: InstrumentDefaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };

/** A source of these bytes, cut after each of the positions. */
export function bytesSource(name: string, bytes: Uint8Array, cuts: readonly number[] = []): PriceSource {
  const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length];
  return {
    name,
    bytes: bytes.length,
    async *open() {
      for (const [at, end] of places.slice(1).entries()) yield bytes.slice(places[at], end);
    },
  };
}

/** The same, with ranges for archives. */
export function rangeSource(name: string, bytes: Uint8Array): PriceSource {
  return {
    ...bytesSource(name, bytes),
    slice: (start, end) => bytesSource(name, bytes.slice(start, end)).open(),
  };
}

export function textSource(name: string, text: string, cuts: readonly number[] = []): PriceSource {
  return bytesSource(name, new TextEncoder().encode(text), cuts);
}

/** Reads files given as name and text; fails the test when they are refused. */
export async function readTexts(files: Readonly<Record<string, string>>): Promise<Reading> {
  return readSources(Object.entries(files).map(([name, text]) => textSource(name, text)));
}

export async function readSources(sources: readonly PriceSource[]): Promise<Reading> {
  const outcome = await readMarket(sources, defaults);
  if (!outcome.ok) throw new Error(outcome.problem.message);
  return outcome.value;
}

/** The problem that refuses these files; fails the test when they are read. */
export async function refusalOf(files: Readonly<Record<string, string>>): Promise<Problem> {
  return refusalOfSources(Object.entries(files).map(([name, text]) => textSource(name, text)));
}

export async function refusalOfSources(sources: readonly PriceSource[]): Promise<Problem> {
  const outcome = await readMarket(sources, defaults);
  if (outcome.ok) throw new Error("the files were read");
  return outcome.problem;
}

/** Rows that are well, so that one bad row among them stays under 5 %: 40 days from 2020-01-01 on of symbol GOOD. */
export const goodRows: string = Array.from(
  { length: 40 },
  (_, day) => `GOOD,${new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10)},10,12,9,11,500\n`,
).join("");

export const header = "symbol,date,open,high,low,close,volume\n";

/** The notes of the only file, for rows that stand below the header and forty good ones: the first is line 42. */
export async function notesOn(rows: string): Promise<FileNotes> {
  const { notes } = await readTexts({ "p.csv": `${header}${goodRows}${rows}` });
  const [file] = notes.files;
  if (!file) throw new Error("no notes");
  return file;
}

/** Bars as plain rows: symbol, ISO date, open, high, low, close, volume. */
export function barsOf({ market }: Reading): (string | number)[][] {
  return market.instruments.flatMap(({ symbol }, instrument) =>
    Array.from(
      market.day.slice(market.barOffset[instrument], market.barOffset[instrument + 1]),
      (day, at) => {
        const bar = (market.barOffset[instrument] ?? 0) + at;
        const figures = [market.open, market.high, market.low, market.close, market.volume];
        const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
        return [symbol, date, ...figures.map((column) => column[bar] ?? Number.NaN)];
      },
    ),
  );
}
