/** The bars of checked files put together: the tallies of what each gives, and the parts of their market. */
import { assembleMarket } from "#workers/market/assemble.ts";
import { MAX_ISSUES, openTally } from "#workers/market/file-rows.ts";
import type { FileTally } from "#workers/market/file-rows.ts";
import { lineOf } from "#workers/model/place.ts";
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { Market } from "#workers/model/market.ts";
import type { Base } from "./base.ts";
import type { FileCheck } from "../what/file-check.ts";
import { NO_DEFAULTS } from "./gather-facts.ts";
import { mergeRows } from "./merge-rows.ts";
import type { PooledRows, RowPool } from "../rows/row-pool.ts";

/** Stands for a file's name in the tally of a dataset that gets files. */
export const DATASET = "the dataset";

export interface Gathering {
  readonly pool: RowPool;
  /** Checks of the files in the order of their names. */
  readonly files: readonly FileCheck[];
  /** A dataset that gets the files: its days stay as they are; null for none. */
  readonly base: Base | null;
  readonly facts: ReadonlyMap<string, InstrumentFacts>;
}

/**
 * Hands over the market of files part by part, good until `take` returns; gives the tallies of those that have bars. Of a
 * dataset that gets them it has the days that come again alone.
 */
export function gatherFiles(
  { pool, files, base, facts }: Gathering,
  take: (part: Market) => void,
): readonly FileTally[] {
  const priced = files.flatMap(({ check, rows }) => (rows ? [{ check, rows }] : []));
  const first = base ? 1 : 0;
  const tallies = priced.map(({ check, rows }, at) => tallyOf(check, rows, first + at));
  const all = base ? [baseTally(base), ...tallies] : tallies;
  mergeRows(
    { pool, files: priced.map(({ rows }) => rows), base, tallies: all },
    ({ store, names, order }) => {
      take(assembleMarket(store, order, { names, facts, defaults: NO_DEFAULTS }));
    },
  );
  return all;
}

/** What the check said of the file already. */
function tallyOf(
  { file, format, leftOut, leftOutCount, repeats, rows }: ImportCheck,
  { bars, closeOnly }: PooledRows,
  place: number,
): FileTally {
  return {
    ...openTally(file, { firstRow: place, rows: 0 }),
    layout: format,
    rows: Math.max(rows, bars),
    leftOut: leftOutCount,
    repeats,
    closeOnly,
    issues: leftOut.slice(0, MAX_ISSUES),
    endRow: place + 1,
  };
}

function baseTally({ bars }: Base): FileTally {
  return { ...openTally(DATASET, { firstRow: 0, rows: 0 }), rows: bars, endRow: 1 };
}

/** A file of which some days are not taken, because an earlier file has them with other values. */
export interface FileOverlap {
  readonly file: string;
  /** One sentence: how many, and the first with its places. */
  readonly warning: string;
}

/** @param tallies - of these files, as gatherFiles() gives them */
export function overlapsOf(tallies: readonly FileTally[], files: readonly FileCheck[]): FileOverlap[] {
  const checks = new Map(files.map(({ check }) => [check.file, check]));
  return tallies.flatMap((tally) => {
    const own = checks.get(tally.file);
    const days = tally.leftOut - (own?.leftOutCount ?? 0);
    return days > 0 ? [describeOverlap(tally, days, own)] : [];
  });
}

function describeOverlap(
  { file, issues }: FileTally,
  days: number,
  own: ImportCheck | undefined,
): FileOverlap {
  const known = new Set(own?.leftOut.map(({ line }) => line));
  const issue = issues.find(({ line }) => !known.has(line));
  const first = issue ? `${lineOf(file, issue.line)}: ${issue.reason}` : "";
  const count = days === 1 ? "1 day is" : `${days} days are`;
  return { file, warning: `${count} in an earlier file with different values; the first: ${first}` };
}
