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
import type { FileCheck } from "./file-check.ts";
import type { PooledRows, RowPool } from "./row-pool.ts";

/** So many closes of a file are remembered whole, of a longer one those of one day in sixteen. */
const MOST_CLOSES = 512;
const THINNED = 16;
/** Of the days that both have, so many may differ: vendors correct some. */
const MOST_SHARE = 0.05;
const LEAST_DAYS = 3;
/** Closes that are rounded differently are the same. */
const SAME = 1e-3;

interface Known {
  readonly file: string;
  readonly closes: ReadonlyMap<number, number>;
}

/** Gives each check back, with the question for its symbol where an earlier file of its name has other prices. */
export function createNameWatch(pool: RowPool): (file: FileCheck) => FileCheck {
  const known = new Map<string, Known[]>();
  return (file) => {
    const { check, rows } = file;
    const [symbol] = check.symbols;
    const isNamed = check.table?.symbolFrom === "file-name" && sheetOf(check.file) === null;
    if (!rows || symbol === undefined || check.symbols.length > 1 || !isNamed || check.verdict !== "ok")
      return file;
    const closes = closesOf(rows, pool);
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

/** Closes by EpochDay of rows that are in memory; none of others. */
function closesOf({ firstRow, endRow, bars }: PooledRows, { store }: RowPool): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const column = store.values[CLOSE];
  for (let row = Math.max(firstRow - store.firstRow, 0); row < endRow - store.firstRow; row++) {
    const day = store.day[row] ?? 0;
    const isTaken = bars <= MOST_CLOSES || day % THINNED === 0;
    if (isTaken && store.instrument[row] !== NO_INSTRUMENT) closes.set(day, column?.[row] ?? NaN);
  }
  return closes;
}

function differ(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  let both = 0;
  let different = 0;
  for (const [day, close] of other) {
    const before = one.get(day);
    if (before === undefined) continue;
    both++;
    if (Math.abs(before - close) > SAME * close) different++;
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
