/** The first records of a file, from which it is told what the file is. */
import { createRecords, isBlank, splitCells, splitPlain } from "./records.ts";
import type { Dialect } from "./records.ts";
import type { SampleRecord } from "./table.ts";

/** So many lines are all taken; of the lines below them, one in STEP. */
const DENSE_LINES = 250;
const STEP = 8;
const CR = 13;
const BLANK = 32;
const EQUALS = 61;
const DELETE = 127;

/** All records of a text. */
export function allRecords(file: string, text: string, dialect: Dialect): SampleRecord[] {
  const records: SampleRecord[] = [];
  const sink = createRecords(file, dialect, (cells, line) => {
    if (!isSeparatorLine(cells)) records.push({ cells, line });
  });
  sink.push(text);
  sink.end();
  return records;
}

/** `sep=;`, as a first line for spreadsheets. */
function isSeparatorLine([first = ""]: readonly string[]): boolean {
  return first.charCodeAt(3) === EQUALS && /^sep=/i.test(first);
}

/** The records at the start of a text, and fewer of the rest, which most decisions don't need; all where cells are quoted. */
export function sampleRecords(file: string, text: string, dialect: Dialect): SampleRecord[] {
  const { lineEnd } = dialect;
  let dense = 0;
  for (let line = 0; line < DENSE_LINES; line++) {
    const at = text.indexOf(lineEnd, dense);
    if (at < 0) return allRecords(file, text, dialect);
    dense = at + 1;
  }
  if (text.includes('"', dense)) return allRecords(file, text, dialect);
  const start = text.slice(0, dense);
  const isQuoted = start.includes('"');
  const records = isQuoted ? allRecords(file, start, dialect) : [];
  let from = isQuoted ? dense : 0;
  for (let line = isQuoted ? DENSE_LINES : 0; from < text.length; line++) {
    const at = text.indexOf(lineEnd, from);
    const next = at < 0 ? text.length : at;
    const isDense = line < DENSE_LINES;
    if (isDense || line % STEP === 0) {
      const end = next > from && text.charCodeAt(next - 1) === CR ? next - 1 : next;
      const cells = plainCells(text, from, end, dialect);
      const isTaken = cells.length > 0 && !(isDense && (isBlank(cells) || isSeparatorLine(cells)));
      if (isTaken) records.push({ cells, line: line + 1 });
    }
    from = next + 1;
  }
  return records;
}

/** The cells of a line without quotes that is a part of a text; none for a blank one. */
function plainCells(
  text: string,
  start: number,
  end: number,
  { delimiter, cut }: Dialect,
): readonly string[] {
  const first = text.charCodeAt(start);
  const isWritten = end > start && first > BLANK && first < DELETE;
  if (isWritten && !cut && !delimiter.startsWith(" ")) return splitPlain(text, delimiter, start, end);
  const line = text.slice(start, end);
  if (line.trim() === "") return [];
  return cut ? cut(line) : (splitCells(line, delimiter) ?? []);
}
