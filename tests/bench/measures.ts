/** What `npm run bench` measures, in Node or in a browser's worker: each piece of work beside the one that it is held against. */
import Papa from "papaparse";
import { backtest } from "#workers/run/backtest.ts";
import { readMarket } from "#workers/market/read-market.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { Market } from "#workers/model/market.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { columnFileOf, memoryReader } from "../support/memory-file.ts";
import { valueOf } from "../support/value-of.ts";
import { grademarkBacktest } from "./compared/grademark-backtest.ts";
import { udsvColumns } from "./compared/udsv-columns.ts";
import { matrixBacktest } from "./matrix-backtest.ts";
import { time } from "./stopwatch.ts";
import type { Timing } from "./stopwatch.ts";
import { syntheticMarket, toCsv } from "./synthetic-market.ts";

const CHUNK_BYTES = 1 << 20;
/** A browser's string ends at 512 MiB, and a bar takes some 53 bytes of CSV. */
const MOST_BARS_AS_TEXT = 9_000_000;
const DEFAULTS = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };
const matchAll: Strategy = { ...defaultStrategy, scanner: { ...defaultStrategy.scanner, match: "all" } };

export interface BenchShape {
  readonly instruments: number;
  readonly sessions: number;
  /** At least 7. */
  readonly rounds: number;
}

export interface Figure extends Timing {
  readonly name: string;
  /** How many times as fast as the measures of these names. */
  readonly against: readonly { readonly name: string; readonly ratio: number }[];
  /** Of the CSV text; 0 where none is read. */
  readonly bytes: number;
  /** Part of the bars that it worked on. */
  readonly part: number;
}

export interface BenchResult {
  readonly shape: BenchShape;
  readonly bars: number;
  /** 0 where the bars are too many for one text; nothing is measured on CSV then. */
  readonly csvBytes: number;
  readonly figures: readonly Figure[];
}

/** One kind of work. */
interface Measure {
  readonly name: string;
  /** Names of measures that ran before it, to be held against. */
  readonly against?: readonly string[];
  readonly readsCsv?: true;
  /** Part of the bars that it works on; all of them without it. */
  readonly part?: number;
  readonly work: () => unknown;
}

/** @param onFigure - told of each as it is known */
export async function runMeasures(
  shape: BenchShape,
  onFigure: (figure: Figure, result: Pick<BenchResult, "bars" | "csvBytes">) => void,
): Promise<BenchResult> {
  const market = syntheticMarket(shape);
  const bars = market.day.length;
  const csv = bars > MOST_BARS_AS_TEXT ? new Uint8Array(0) : toCsv(market);
  const size = { bars, csvBytes: csv.length };
  const figures: Figure[] = [];
  for (const { name, against = [], readsCsv = false, part = 1, work } of await measuresOf(market, csv)) {
    if (readsCsv && csv.length === 0) continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const timing = await time(shape.rounds, work);
    const others = figures.filter((figure) => against.includes(figure.name));
    const figure: Figure = {
      name,
      ...timing,
      against: others.map((other) => ({
        name: other.name,
        ratio: (other.median / other.part / timing.median) * part,
      })),
      bytes: readsCsv ? csv.length : 0,
      part,
    };
    figures.push(figure);
    onFigure(figure, size);
  }
  return { shape, ...size, figures };
}

async function measuresOf(market: Market, csv: Uint8Array): Promise<readonly Measure[]> {
  const text = new TextDecoder().decode(csv);
  const { bytes: stored } = await columnFileOf(market);
  /** As the worker reads a market for a run; once the file is closed all of it is in memory. */
  const readStored = async (staysOpen: boolean) => {
    const reading = { highAndLow: false, mostBytes: Infinity, staysOpen };
    return valueOf(await readStoredMarket(memoryReader(stored), reading)).market;
  };
  expectSame(market);
  const columns = { ...(await readStored(false)) };
  const matrices = "simulate it with matrices";
  const fewInstruments = Math.ceil(market.instruments.length / 20);
  const part = fewInstruments / market.instruments.length;
  const grademark = `grademark, ${fewInstruments} instruments one by one`;
  const papaTyped = "Papa Parse with types";
  const udsvTyped = "uDSV with types";
  return [
    { name: papaTyped, readsCsv: true, work: () => papa(text, true) },
    { name: "Papa Parse to strings", readsCsv: true, work: () => papa(text, false) },
    { name: udsvTyped, readsCsv: true, work: () => udsvColumns(text) },
    {
      name: "read CSV into columns",
      readsCsv: true,
      against: [papaTyped, udsvTyped],
      work: () => readCsv(csv),
    },
    { name: matrices, work: () => matrixBacktest(defaultStrategy, market) },
    { name: grademark, part, work: () => grademarkBacktest(defaultStrategy, market, fewInstruments) },
    {
      name: "simulate the default",
      against: [matrices, grademark],
      work: () => backtest(defaultStrategy, { ...columns }), // another object: nothing is known of it yet
    },
    {
      name: "simulate it again",
      against: [matrices, grademark],
      work: () => backtest(defaultStrategy, columns),
    },
    { name: "simulate it with match: all", work: () => backtest(matchAll, { ...columns }) },
    { name: "the same again", work: () => backtest(matchAll, columns) },
    {
      name: "CSV to result",
      readsCsv: true,
      work: async () => backtest(defaultStrategy, await readCsv(csv)),
    },
    {
      name: "stored columns to result",
      against: ["CSV to result"],
      work: async () => backtest(defaultStrategy, await readStored(true)),
    },
  ];
}

/** @throws where the matrices simulate something else */
function expectSame(market: Market): void {
  for (const strategy of [defaultStrategy, matchAll]) {
    const { endValue } = valueOf(backtest(strategy, market)).performance;
    const other = matrixBacktest(strategy, market);
    if (Math.abs(endValue - other) > 1e-9 * endValue)
      throw new Error(`the engine ends on ${endValue}, the matrices on ${other}`);
  }
}

function papa(text: string, isTyped: boolean): number {
  return Papa.parse(text, { header: true, dynamicTyping: isTyped }).data.length;
}

async function readCsv(csv: Uint8Array): Promise<Market> {
  const source = { name: "synthetic.csv", bytes: csv.length, open: () => chunks(csv) };
  return valueOf(await readMarket([source], DEFAULTS)).market;
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
