/**
 * Two files of one folder whose names give one symbol and whose prices differ, or of the same name in two folders side by
 * side, `NSE/TCS.csv` and `BSE/TCS.csv`: one of them is of another instrument. What lies further apart was collected from
 * several places, and is told by the days on which it differs.
 */
import { baseName } from "#workers/market/layout.ts";
import { NO_INSTRUMENT } from "#workers/market/row-store.ts";
import { CLOSE } from "#workers/market/row.ts";
import { sheetOf } from "#workers/model/place.ts";
import { withQuestion } from "./choose-sheet.ts";
import type { FileCheck } from "../what/file-check.ts";
import type { RowPool } from "../rows/row-pool.ts";

/** So many closes of a file are remembered whole, of a longer one those of one day in sixteen. */
const MOST_CLOSES = 512;
const THINNED = 16;
/** Of the days that both have, so many may differ: vendors correct some. */
const MOST_SHARE = 0.05;
const LEAST_DAYS = 3;
/** Closes that are rounded differently are the same. */
const SAME = 1e-3;

/** Some closes of a file, with their EpochDays. */
export interface SomeCloses {
  readonly day: Int32Array;
  readonly close: Float64Array;
}

interface Known {
  readonly file: string;
  readonly closes: SomeCloses;
}

/** What is remembered of a file whose name gives its symbol, as long as its rows are in memory; null for any other. */
export function closesToWatch({ check, rows }: FileCheck, { store }: RowPool): SomeCloses | null {
  const isNamed = check.table?.symbolFrom === "file-name" && sheetOf(check.file) === null;
  if (!rows || check.symbols.length !== 1 || !isNamed || check.verdict !== "ok") return null;
  const { firstRow, endRow, bars, dayShift } = rows;
  const days: number[] = [];
  const closes: number[] = [];
  const column = store.values[CLOSE];
  for (let row = Math.max(firstRow - store.firstRow, 0); row < endRow - store.firstRow; row++) {
    const day = (store.day[row] ?? 0) + dayShift;
    const isTaken = bars <= MOST_CLOSES || day % THINNED === 0;
    if (!isTaken || store.instrument[row] === NO_INSTRUMENT) continue;
    days.push(day);
    closes.push(column?.[row] ?? NaN);
  }
  return { day: Int32Array.from(days), close: Float64Array.from(closes) };
}

/** Gives each check back, with the question for its symbol where an earlier file of its name has other prices. */
export function createNameWatch(): <File extends FileCheck>(file: File, closes: SomeCloses | null) => File {
  const known = new Map<string, Known[]>();
  return (file, closes) => {
    const { check } = file;
    const [symbol] = check.symbols;
    if (!closes || symbol === undefined) return file;
    const others = known.get(symbol) ?? [];
    const before = others.find((one) => areBeside(one.file, check.file) && differ(one.closes, closes));
    if (!before) {
      known.set(symbol, [...others, { file: check.file, closes }]);
      return file;
    }
    const text = `Its name says ${symbol}, as that of ${before.file} does, which has other prices for the same days. Which instrument is this?`;
    return withQuestion(file, { about: "symbol", text, choices: [symbol] });
  };
}

function differ(one: SomeCloses, other: SomeCloses): boolean {
  const earlier = new Map(Array.from(one.day, (day, at) => [day, one.close[at] ?? NaN]));
  let both = 0;
  let different = 0;
  for (const [at, day] of other.day.entries()) {
    const close = other.close[at] ?? NaN;
    const before = earlier.get(day);
    if (before === undefined) continue;
    both++;
    if (Math.abs(before - close) > SAME * Math.abs(close)) different++;
  }
  return different >= LEAST_DAYS && different > MOST_SHARE * both;
}

function areBeside(one: string, other: string): boolean {
  const [folder, otherFolder] = [folderOf(one), folderOf(other)];
  const isOfOneName = baseName(one) === baseName(other);
  return (
    folder === otherFolder || (isOfOneName && folderOf(folder) === folderOf(otherFolder) && folder !== "")
  );
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"), 0));
}
