/** The first records of a file, from which it is told what the file is. */
import { createRecords, splitCells } from "./records.ts";
import type { Dialect } from "./records.ts";
import type { SampleRecord } from "./table.ts";

/** So many lines are all taken; of the lines below them, one in STEP. */
const DENSE_LINES = 250;
const STEP = 8;
const CR = 13;

/** All records of a text. */
export function allRecords(file: string, text: string, dialect: Dialect): SampleRecord[] {
  const records: SampleRecord[] = [];
  const sink = createRecords(file, dialect, (cells, line) => {
    if (!/^sep=/i.test(cells[0] ?? "")) records.push({ cells, line });
  });
  sink.push(text);
  sink.end();
  return records;
}

/** The records at the start of a text, and fewer of the rest, which most decisions don't need; all where cells are quoted. */
export function sampleRecords(file: string, text: string, dialect: Dialect): SampleRecord[] {
  const { lineEnd, delimiter, cut } = dialect;
  let end = 0;
  let line = 0;
  for (; line < DENSE_LINES; line++) {
    const at = text.indexOf(lineEnd, end);
    if (at < 0) return allRecords(file, text, dialect);
    end = at + 1;
  }
  if (text.includes('"', end)) return allRecords(file, text, dialect);
  const records = allRecords(file, text.slice(0, end), dialect);
  for (; end < text.length; line++) {
    const at = text.indexOf(lineEnd, end);
    const next = at < 0 ? text.length : at;
    if (line % STEP === 0) {
      const row = text.slice(end, next > end && text.charCodeAt(next - 1) === CR ? next - 1 : next);
      const cells = row.trim() === "" ? [] : cut ? cut(row) : splitCells(row, delimiter);
      if (cells && cells.length > 0) records.push({ cells, line: line + 1 });
    }
    end = next + 1;
  }
  return records;
}
