/** Reads the committed demo market into columns, for the tests of its properties. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const DATASETS = join(import.meta.dirname, "../../datasets");
export const EXCHANGE_IDS = ["NSE", "BSE", "NYSE", "NASDAQ"] as const;

/** One instrument's bars, by date ascending; columns of equal length. */
export interface Series {
  readonly symbol: string;
  /** Row of each bar in the exchange's dates. */
  readonly session: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
  readonly adjClose: readonly number[];
  /** 0 on the rows of an index and of a fund. */
  readonly sharesOutstanding: readonly number[];
}

export interface ExchangeData {
  readonly id: string;
  /** ISO dates of all sessions, ascending. */
  readonly dates: readonly string[];
  readonly companies: readonly Series[];
  /** Of NSE alone. */
  readonly funds: readonly Series[];
  readonly index: Series;
  /** Consumer prices, on NSE alone. */
  readonly otherIndices: readonly Series[];
}

export interface InstrumentLine {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: string;
  readonly instrumentType: string;
  readonly currency: string;
  /** "" for an index and a fund. */
  readonly sector: string;
}

/** A row of facts.csv: figures by name, without those of which it says nothing. */
export interface FactsRow {
  readonly symbol: string;
  /** ISO date on which they became known. */
  readonly date: string;
  readonly facts: ReadonlyMap<string, number>;
}

/** A file below the datasets folder. */
export function readDatasetFile(path: string): Uint8Array {
  return readFileSync(join(DATASETS, path));
}

/** The rows of an exchange's file, split into fields, without the header. */
export function readRows(id: string): string[][] {
  const text = gunzipSync(readDatasetFile(`demo/${id.toLowerCase()}.csv.gz`)).toString("utf8");
  return text
    .slice(0, -1)
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
}

export function readInstruments(): InstrumentLine[] {
  const text = new TextDecoder().decode(readDatasetFile("demo/instruments.csv"));
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [symbol = "", name = "", exchange = "", instrumentType = "", currency = "", , sector = ""] =
        line.split(",");
      return { symbol, name, exchange, instrumentType, currency, sector };
    });
}

/** The names of the facts, in the order of the file's columns. */
export function readFactNames(): string[] {
  return factsLines()[0]?.split(",").slice(2) ?? [];
}

let facts: readonly FactsRow[] | null = null;

/** The rows of facts.csv, in the order of the file. The files of a thread share them. */
export function readFacts(): readonly FactsRow[] {
  facts ??= parseFacts();
  return facts;
}

function parseFacts(): readonly FactsRow[] {
  const names = readFactNames();
  return factsLines()
    .slice(1)
    .map((line) => {
      const [symbol = "", date = "", ...cells] = line.split(",");
      const filled = names.flatMap((name, place): [string, number][] =>
        cells[place] === "" ? [] : [[name, Number(cells[place])]],
      );
      return { symbol, date, facts: new Map(filled) };
    });
}

function factsLines(): string[] {
  return gunzipSync(readDatasetFile("demo/facts.csv.gz")).toString("utf8").trimEnd().split("\n");
}

const exchanges = new Map<string, ExchangeData>();

/**
 * All instruments of an exchange; its index, the first by symbol, has a bar each session and gives the dates. The files of a
 * thread share them.
 */
export function readExchange(id: string): ExchangeData {
  const exchange = exchanges.get(id) ?? parseExchange(id);
  exchanges.set(id, exchange);
  return exchange;
}

function parseExchange(id: string): ExchangeData {
  const rowsBySymbol = groupBySymbol(readRows(id));
  const lines = readInstruments().filter(({ exchange }) => exchange === id);
  const symbolsOf = (type: string): string[] =>
    lines.filter(({ instrumentType }) => instrumentType === type).map(({ symbol }) => symbol);
  const [indexSymbol = "", ...others] = symbolsOf("INDEX");
  const dates = (rowsBySymbol.get(indexSymbol) ?? []).map((fields) => fields[1] ?? "");
  const sessionByDate = new Map(dates.map((date, session) => [date, session]));
  const read = (symbol: string): Series => toSeries(symbol, rowsBySymbol.get(symbol) ?? [], sessionByDate);
  if (dates.length === 0) throw new Error(`${id} has no index series`);
  return {
    id,
    dates,
    companies: symbolsOf("EQUITY").map(read),
    funds: symbolsOf("FUND").map(read),
    index: read(indexSymbol),
    otherIndices: others.map(read),
  };
}

/** Log returns of the adjusted close by session; NaN where the session or the one before has no bar. */
export function adjustedReturns(series: Series, sessions: number): Float64Array {
  const returns = new Float64Array(sessions).fill(Number.NaN);
  series.session.forEach((session, row) => {
    if (series.session[row - 1] !== session - 1) return;
    returns[session] = Math.log((series.adjClose[row] ?? 0) / (series.adjClose[row - 1] ?? 0));
  });
  return returns;
}

function groupBySymbol(rows: readonly string[][]): Map<string, string[][]> {
  const groups = new Map<string, string[][]>();
  for (const fields of rows) {
    const symbol = fields[0] ?? "";
    const group = groups.get(symbol);
    if (group) group.push(fields);
    else groups.set(symbol, [fields]);
  }
  return groups;
}

function toSeries(symbol: string, rows: string[][], sessionByDate: ReadonlyMap<string, number>): Series {
  const column = (place: number): number[] => rows.map((fields) => Number(fields[place]));
  return {
    symbol,
    session: rows.map((fields) => sessionByDate.get(fields[1] ?? "") ?? -1),
    open: column(2),
    high: column(3),
    low: column(4),
    close: column(5),
    volume: column(6),
    adjClose: column(7),
    sharesOutstanding: column(8),
  };
}
