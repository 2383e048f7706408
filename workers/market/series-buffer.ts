/** A column of the block that is being written: the series one after the other, and what the directory says of each. */
import type { Series } from "./bar-series.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";
import type { ColumnName } from "./column-directory.ts";
import type { DayList } from "./day-list.ts";
import { codedBytes, codedDayBytes, encodeSeries, packDays, packSeries, padTo8, RAW } from "./series-code.ts";
import { paddedChecksum, plainSeries } from "./series-end.ts";
import type { PlainSeries } from "./series-end.ts";

const FIRST_BUFFER_BYTES = 65_536;

/** A column of the block in the making. */
export interface SeriesBuffer {
  bytes: Uint8Array<ArrayBuffer>;
  used: number;
  /** Marks of what is written, by instrument of the file. */
  readonly written: SeriesMarks;
  /** As they were before they were packed: the fingerprint says nothing of how they are packed. */
  readonly plain: SeriesMarks;
}

export interface SeriesMarks {
  readonly codes: number[];
  readonly checksums: number[];
}

export function createBuffer(): SeriesBuffer {
  return { bytes: new Uint8Array(FIRST_BUFFER_BYTES), used: 0, written: noMarks(), plain: noMarks() };
}

function noMarks(): SeriesMarks {
  return { codes: [], checksums: [] };
}

/** @param isOwn - true where the fingerprint takes the days as they are numbered here */
export function addDays(buffer: SeriesBuffer, day: Int32Array, days: DayList, isOwn: boolean): PlainSeries {
  makeRoom(buffer, codedDayBytes(RAW, day.length));
  const into = buffer.bytes.subarray(buffer.used);
  const code = days.encode(day, into);
  if (isOwn) mark(buffer.plain, code, into.subarray(0, codedDayBytes(code, day.length)));
  const written = packDays(code, day, into);
  const bytes = codedDayBytes(written, day.length);
  mark(buffer.written, written, into.subarray(0, bytes));
  buffer.used += bytes;
  return { code, checksum: new Int32Array(0) };
}

export function addSeries(
  buffer: SeriesBuffer,
  series: Series,
  name: Exclude<ColumnName, "day">,
): PlainSeries {
  const rows = series.day.length;
  makeRoom(buffer, codedBytes(RAW, rows));
  const into = buffer.bytes.subarray(buffer.used);
  const close = name === "close" ? null : series.close;
  const code = encodeSeries(series[name], close, into);
  const plain = plainSeries(code, wordsOf(into.subarray(0, codedBytes(code, rows))), rows);
  buffer.plain.codes.push(code);
  buffer.plain.checksums.push(paddedChecksum(plain.checksum));
  const written = packSeries(code, rows, close, into);
  const bytes = codedBytes(written, rows);
  mark(buffer.written, written, into.subarray(0, bytes));
  buffer.used += bytes;
  return plain;
}

function makeRoom(buffer: SeriesBuffer, bytes: number): void {
  if (buffer.used + bytes <= buffer.bytes.length) return;
  const larger = new Uint8Array(Math.max(buffer.bytes.length * 2, buffer.used + bytes));
  larger.set(buffer.bytes.subarray(0, buffer.used));
  buffer.bytes = larger;
}

/** Adds bytes as they are, padded. */
export function addPart(buffer: SeriesBuffer, code: number, part: Uint8Array): void {
  const bytes = padTo8(part.length);
  makeRoom(buffer, bytes);
  const into = buffer.bytes.subarray(buffer.used, buffer.used + bytes);
  into.set(part);
  into.fill(0, part.length);
  buffer.used += bytes;
  mark(buffer.written, code, into);
}

/** What the fingerprint takes of days, as they are numbered in a file of its own. */
export function markDays(buffer: SeriesBuffer, day: Int32Array, days: DayList): void {
  const room = new Uint8Array(codedDayBytes(RAW, day.length));
  const code = days.encode(day, room);
  mark(buffer.plain, code, room.subarray(0, codedDayBytes(code, day.length)));
}

function mark({ codes, checksums }: SeriesMarks, code: number, bytes: Uint8Array): void {
  codes.push(code);
  checksums.push(wordChecksum(wordsOf(bytes)));
}
