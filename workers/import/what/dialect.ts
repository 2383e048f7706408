/** Which sign parts the cells of a table, from its first lines. */
import { readDateCell, readTimeCell } from "../cells/dates.ts";
import { knownName } from "../columns/header-names.ts";
import { isNothing, looksNumeric } from "../cells/numbers.ts";
import { splitCells } from "./records.ts";

const DELIMITERS = [",", ";", "\t", "|", "  ", " "] as const;

const NAMES = new Map([
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "pipe"],
  ["  ", "space"],
  [" ", "space"],
]);

/** So many of the first lines are looked at. */
export const DELIMITER_LINES = 60;

export function delimiterName(delimiter: string): string {
  return NAMES.get(delimiter) ?? "none";
}

/** The delimiter that gives the most regular and best understood cells; null where no line has two. */
export function detectDelimiter(lines: readonly string[]): string | null {
  const stated = /^sep=(.)\s*$/i.exec(lines[0] ?? "")?.[1];
  if (stated !== undefined && NAMES.has(stated)) return stated;
  const first = lines.slice(0, DELIMITER_LINES);
  const [sign, ...others] = DELIMITERS.filter(
    (one) => one !== " " && first.some((line) => line.includes(one)),
  );
  if (sign !== undefined && others.length === 0 && isRegular(lines, sign)) return sign; // what all would come to
  let best: string | null = null;
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    if (delimiter.startsWith(" ") && best !== null && isRegular(lines, best)) break;
    const score = scoreOf(first, delimiter);
    if (score > bestScore + 1e-9) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** True where nearly all lines have as many cells, three or more: blanks then belong to the text. */
function isRegular(lines: readonly string[], delimiter: string): boolean {
  const counts = lines.slice(0, DELIMITER_LINES).map((line) => countCells(line, delimiter));
  const [usual = 0] = counts.slice(Math.floor(counts.length / 2));
  return usual >= 3 && counts.filter((count) => count === usual).length >= 0.8 * counts.length;
}

/** Count of the cells that splitCells() gives; 0 while a quote is open. */
function countCells(line: string, delimiter: string): number {
  if (delimiter.startsWith(" ") || line.includes('"')) return splitCells(line, delimiter)?.length ?? 0;
  let count = 1;
  for (let at = line.indexOf(delimiter); at >= 0; at = line.indexOf(delimiter, at + 1)) count++;
  return count;
}

/** Share of lines with the commonest number of cells, times the share of cells that mean something. */
function scoreOf(lines: readonly string[], delimiter: string): number {
  const rows = lines.map((line) => splitCells(line, delimiter) ?? line.split(delimiter));
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width = 0, count = 0] = [...counts].toSorted(([a, m], [b, n]) => n - m || b - a)[0] ?? [];
  if (width < 2) return 0;
  const regular = rows.filter(({ length }) => length === width);
  let cells = 0;
  let understood = 0;
  for (const row of regular) {
    for (const cell of row) {
      cells++;
      if (isUnderstood(cell)) understood++;
    }
  }
  const blanks = delimiter.startsWith(" ") ? 0.7 : 1;
  return blanks * (count / rows.length) * (0.1 + understood / cells);
}

function isUnderstood(cell: string): boolean {
  return (
    isNothing(cell) ||
    looksNumeric(cell) ||
    readDateCell(cell) !== null ||
    readTimeCell(cell) >= 0 ||
    knownName(cell) !== null
  );
}
