/**
 * Reads one part of a long plain file: bytes to columns, with its own numbers of lines and instruments. Parts are read
 * in any order, on any thread; file-parts.ts puts them together.
 */
import { openTally, rowTaker } from "#workers/market/file-rows.ts";
import type { LeftOutRow, FileTally } from "#workers/market/file-rows.ts";
import type { Layout } from "#workers/market/layout.ts";
import { Refusal } from "#workers/market/refusal.ts";
import { createRowReader } from "#workers/market/row-reader.ts";
import { MAX_LINE_BYTES } from "#workers/market/row.ts";
import { createSymbolList } from "#workers/market/symbols.ts";
import type { LocalBytes } from "#workers/model/import-plan.ts";
import { rateCheckOf } from "./file-rates.ts";
import type { FileRates } from "./file-rates.ts";
import { createLikelyCheck } from "./likely-rows.ts";
import { copyRows, createScratch } from "./row-copy.ts";
import type { RowCopy } from "./row-copy.ts";

const LF = 10;
/** Most lines that begin in a part end this soon behind it. */
const LINE_ROOM = 65_536;

/** What the rows of a plain file are like; anything else in a part, and the file is none. */
export interface PlainRules {
  readonly layout: Layout;
  /** Cells of a line. */
  readonly fewest: number;
  readonly most: number;
  readonly hasSymbols: boolean;
  readonly rates: FileRates;
  readonly mayLeaveOut: boolean;
}

/** The lines that begin in the bytes start .. end - 1 of a file. */
export interface PartRequest {
  readonly bytes: LocalBytes;
  readonly start: number;
  readonly end: number;
  /** True where a line begins at `start` whatever is before it. */
  readonly isFirst: boolean;
  readonly rules: PlainRules;
}

export type PartTally = Pick<
  FileTally,
  "rows" | "closesOfZero" | "closesBelowZero" | "leftOut" | "repeats" | "closeOnly"
>;

export interface PartRows extends RowCopy {
  /** Lines of the part; those of its rows are counted from 1. */
  readonly lines: number;
  readonly tally: PartTally;
  /** The first rows left out, by line. */
  readonly issues: readonly LeftOutRow[];
  /** The bytes that were read: moved with the rows, so that what is to be collected gathers on one thread, not on each. */
  readonly spent: ArrayBuffer;
}

/** Why a part has no rows: a quote in it, something else that a plain file has not, or a reading that failed. */
export type PartRefusal = "quoted" | "not plain" | "failed";

export type PartAnswer = PartRows | PartRefusal;

/** Gives the reader of parts of one thread, one at a time. */
export function createPartReader(): (request: PartRequest) => Promise<PartAnswer> {
  const scratch = createScratch();
  return async (request) => {
    const lines = await readWholeLines(request);
    if (!lines) return "not plain";
    const { rules } = request;
    const store = scratch();
    const symbols = createSymbolList();
    const tally = openTally("", store);
    const reader = createRowReader(
      { ...rules.layout, file: "", firstLine: 1 },
      symbols,
      rowTaker(tally, store, { isRate: rateCheckOf(rules.rates, symbols) }),
    );
    const areLikely = createLikelyCheck(store, symbols, rules.hasSymbols);
    try {
      reader.push(lines);
      if (reader.hasQuotes()) return "quoted";
      reader.end();
    } catch (error) {
      if (error instanceof Refusal) return "not plain";
      throw error;
    }
    const { fewest, most } = reader.widths();
    const isRegular =
      fewest >= rules.fewest && most <= rules.most && (tally.leftOut === 0 || rules.mayLeaveOut);
    if (!isRegular || !areLikely()) return "not plain";
    const { rows, closesOfZero, closesBelowZero, leftOut, repeats, closeOnly } = tally;
    return {
      ...copyRows(store, 0, symbols.names),
      lines: reader.nextLine() - 1,
      tally: { rows, closesOfZero, closesBelowZero, leftOut, repeats, closeOnly },
      issues: tally.issues,
      spent: lines.buffer,
    };
  };
}

/** The lines that begin in the part, the last one to its end; null for one that is too long. */
async function readWholeLines({
  bytes,
  start,
  end,
  isFirst,
}: PartRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  const from = isFirst ? start : start - 1;
  for (const room of [LINE_ROOM, MAX_LINE_BYTES + 1]) {
    const to = Math.min(end + room, bytes.size);
    // oxlint-disable-next-line no-await-in-loop -- once more for a line that is longer than most
    const read = new Uint8Array(await bytes.slice(from, to).arrayBuffer());
    if (read.length < to - from) throw new RangeError("the file is shorter than it was");
    const first = isFirst ? 0 : read.indexOf(LF) + 1;
    const beginsInPart = (first > 0 || isFirst) && first < end - from;
    if (!beginsInPart) return new Uint8Array(0);
    const last = read.indexOf(LF, end - 1 - from) + 1;
    if (last > 0) return read.subarray(first, last);
    if (to === bytes.size) return read.subarray(first);
  }
  return null;
}
