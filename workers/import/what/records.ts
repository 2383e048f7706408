/** Text to lines to cells, as a stream: the same records wherever the text is cut. */
import { refuseLongLine } from "#workers/market/refusal.ts";

export interface Dialect {
  /** One character, or " " for runs of blanks, or "  " for runs of two and more. */
  readonly delimiter: string;
  /** Files of old Macs end their lines with a carriage return alone. */
  readonly lineEnd: "\n" | "\r";
  /** The cells of a line whose columns have places instead of delimiters, none for a line to pass over; else null. */
  readonly cut: ((line: string) => readonly string[]) | null;
}

export interface TextSink {
  push(text: string): void;
  end(): void;
}

/** True for a line of delimiters, as spreadsheets save an empty row. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** One line as a rule, more where a quoted cell has line ends. Cells are as they stand, blanks around them kept. */
export type TakeRecord = (cells: readonly string[], line: number, broken: boolean) => void;

/** Longer than any row of prices; keeps a hostile file out of memory. */
const MAX_LINE = 1_048_576;
/** A quote that is open for longer was never closed. */
const MAX_LINES = 10;

/**
 * A sink for a file's text. Blank lines are counted, not handed over; `broken` marks a line with a quote that no
 * later line closes.
 *
 * @throws Refusal from push for a line that doesn't end
 */
export function createRecords(file: string, dialect: Dialect, take: TakeRecord): TextSink {
  const { delimiter, lineEnd, cut } = dialect;
  let rest = "";
  let line = 0;
  let open: string[] = [];

  function takeLine(text: string): void {
    line++;
    if (open.length > 0) {
      continueQuote(text);
      return;
    }
    if (text.trim() === "") return;
    const cells = cut ? cut(text) : splitCells(text, delimiter);
    if (!cells) open = [text];
    else if (!isBlank(cells)) take(cells, line, false);
  }

  function continueQuote(text: string): void {
    open.push(text);
    const cells = splitCells(open.join("\n"), delimiter);
    if (cells) {
      const first = line - open.length + 1;
      open = [];
      take(cells, first, false);
    } else if (open.length === MAX_LINES) {
      giveUpQuote();
    }
  }

  /** The first line is broken; those after it are read again, each for itself. */
  function giveUpQuote(): void {
    const [first = "", ...others] = open;
    open = [];
    line -= others.length;
    take(first.split(delimiter), line, true);
    for (const other of others) takeLine(other);
  }

  return {
    push(text) {
      const all = rest === "" ? text : rest + text;
      let start = 0;
      for (let at = all.indexOf(lineEnd); at >= 0; at = all.indexOf(lineEnd, start)) {
        const end = at > start && all.charCodeAt(at - 1) === 13 ? at - 1 : at;
        takeLine(all.slice(start, end));
        start = at + 1;
      }
      rest = all.slice(start);
      if (rest.length > MAX_LINE) throw refuseLongLine(file, line + 1);
    },
    end() {
      if (rest !== "") takeLine(rest.replace(/[\r\n]+$/, ""));
      rest = "";
      while (open.length > 0) giveUpQuote();
    },
  };
}

/** The cells of a line; null while a quote is open. */
export function splitCells(line: string, delimiter: string): string[] | null {
  if (delimiter === " ") return line.trim().split(/\s+/);
  if (delimiter === "  ") return line.trim().split(/\s{2,}/);
  if (!line.includes('"')) return splitPlain(line, delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const cell = readCell(line, at, delimiter);
    if (!cell) return null;
    cells.push(cell.text);
    if (cell.end >= line.length) return cells;
    at = cell.end + 1;
  }
}

/** The same as text.slice(start, end).split(delimiter), in less time. */
export function splitPlain(text: string, delimiter: string, start = 0, end = text.length): string[] {
  const cells: string[] = [];
  let from = start;
  for (let at = text.indexOf(delimiter, from); at >= 0 && at < end; at = text.indexOf(delimiter, from)) {
    cells.push(text.slice(from, at));
    from = at + delimiter.length;
  }
  cells.push(text.slice(from, end));
  return cells;
}

/** What spreadsheets write to keep a text from becoming a number: `="0050"`, or all of it quoted once more. */
const KEPT_TEXT = /^="([^"]*)"$/;

/** The cell from `start` on and where it ends; what follows a closing quote before the delimiter belongs to it. */
function readCell(line: string, start: number, delimiter: string): { text: string; end: number } | null {
  let at = start;
  while (line[at] === " ") at++;
  if (line[at] === "=" && line[at + 1] === '"') at++;
  if (line[at] !== '"') {
    const end = line.indexOf(delimiter, start);
    return end < 0 ? { text: line.slice(start), end: line.length } : { text: line.slice(start, end), end };
  }
  let text = "";
  for (at++; ;) {
    const quote = line.indexOf('"', at);
    if (quote < 0) return null;
    text += line.slice(at, quote);
    at = quote + 1;
    if (line[at] !== '"') break;
    text += '"';
    at++;
  }
  const next = line.indexOf(delimiter, at);
  const end = next < 0 ? line.length : next;
  const whole = text + line.slice(at, end);
  return { text: KEPT_TEXT.exec(whole)?.[1] ?? whole, end };
}
