/**
 * Reads a facts.csv or signals.csv (workers/rules/README.md, section 10): numbers of instruments that become known over time. What comes
 * out has the file's own symbols; merge-facts.ts puts several files together and knows which symbols have prices.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import type { FactTraits } from "#workers/model/fact-traits.ts";
import type { FactSeries } from "#workers/model/market.ts";
import { BETWEEN_UNQUOTED, findCellEnd, readDay, readNumber } from "./byte-cells.ts";
import { afterLineSample } from "./byte-sink.ts";
import type { ByteSink } from "./byte-sink.ts";
import { createFactNames } from "./fact-names.ts";
import type { FactNames, NamedFact } from "./fact-names.ts";
import { addStep, arrangeSteps, tidySteps } from "./fact-steps.ts";
import type { ArrangedSteps, StepRepeat } from "./fact-steps.ts";
import { openFactsTally } from "./facts-tally.ts";
import type { FactsTally } from "./facts-tally.ts";
import { DATE_CELL, readFactsLayout, SYMBOL_CELL, NAME_CELL } from "./facts-layout.ts";
import type { FactsLayout } from "./facts-layout.ts";
import { leaveOut, noteIssue } from "./file-rows.ts";
import { baseName } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { createLineReader } from "./row-reader.ts";
import type { Row } from "./row.ts";
import type { StatementNotes } from "./statement-notes.ts";
import { createSymbolList, createWordList } from "./symbols.ts";
import type { SymbolList } from "./symbols.ts";
import { describeSymbol, quoteCell, tooManyLines } from "./row-rules.ts";
import { NO_DAY, NO_SYMBOL, UNREADABLE, UNREADABLE_DAY, createRow } from "./row.ts";
import type { Scan } from "./byte-cells.ts";
import type { LineRows } from "./byte-rows.ts";
import { createFramedRows } from "./line-frame.ts";
import { createSymbolCells } from "./symbol-cells.ts";

/** More of them are no symbols; and they must not fill the memory. */
const MOST_SYMBOLS = 1_000_000;
/** Values, 20 bytes each, that are held before what a file says twice is let go: a file may say the same for gigabytes. */
const HELD_VALUES = 4_000_000;

/** What a file of this name holds; null for any other file. */
export function factsKind(file: string): FactSeries["kind"] | null {
  const [, name] = /^(facts|signals)\.csv(?:\.gz)?$/i.exec(baseName(file)) ?? [];
  if (name === undefined) return null;
  return name.toLowerCase() === "facts" ? "fact" : "signal";
}

export interface FactsFile {
  /** Throws a Refusal for a file without the columns, and for a name that no fact can have. */
  readonly bytes: ByteSink;
  readonly tally: FactsTally;
  /** What it holds, once the sink has ended; to be asked once. Repeats are entered in the tally by then. */
  readonly finish: () => FactsTable;
}

/** A file of facts that was read. */
export interface FactsTable {
  readonly tally: FactsTally;
  /** In the order in which the file has them; an owner of steps is a place in this list. */
  readonly symbols: readonly string[];
  readonly figures: readonly FactFigure[];
  /** Of a table of statements; absent for a facts.csv or signals.csv. */
  readonly statements?: StatementNotes;
}

export interface FactFigure extends FactTraits {
  /** The name as the file writes it first, and the 1-based line of that. */
  readonly name: string;
  readonly line: number;
  readonly steps: ArrangedSteps;
}

/**
 * @param isWanted - false for a symbol whose values are not kept
 * @param heldValues - as HELD_VALUES
 */
export function openFactsFile(
  file: string,
  kind: FactSeries["kind"],
  isWanted: (symbol: string) => boolean = () => true,
  heldValues: number = HELD_VALUES,
): FactsFile {
  const tally = openFactsTally(file, kind);
  const names = createFactNames(file);
  const words = { symbols: createSymbolList(), names: createWordList() };
  const isKept = createSymbolCheck(file, words.symbols, isWanted);
  const add = createAdding(names, words.symbols.names, { tally, heldValues });
  const bytes = afterLineSample((sample) => {
    const { layout, byteLength } = readFactsLayout(file, sample);
    const columns = layout.names?.map((name) => names.find(name, layout.headerLine));
    const takeFigures = columns ? figuresByColumn(columns, add) : figuresByName(names, words.names, add);
    const take = rowTaker(tally, layout, (row, name) => takeFigures(row, name, isKept(row)));
    const reader = createLineReader(layout, createFactByteRows(layout, words, take), () =>
      createFactByteRows({ ...layout, delimiter: BETWEEN_UNQUOTED }, words, take),
    );
    reader.push(sample.subarray(byteLength));
    return reader;
  });
  return {
    bytes,
    tally,
    finish() {
      const symbols = words.symbols.names;
      return { tally, symbols, figures: arrangeFigures(names, symbols, tally) };
    },
  };
}

/** Takes a row that can be read; the others go into the tally. */
function rowTaker(
  tally: FactsTally,
  layout: FactsLayout,
  takeFigures: (row: Row, name: number) => void,
): TakeFactRow {
  const { names } = layout;
  tally.layout = names ? "facts, a column each" : "facts, a row each";
  return (row, name, cellText) => {
    const fault = checkFactRow(row);
    if (!fault) {
      tally.rows++;
      takeFigures(row, name);
      return;
    }
    // A stray quote swallows whole lines; each of them was most likely a row.
    tally.rows += row.lines;
    tally.leftOut += row.lines - 1;
    const column = columnOf(fault, layout);
    const title = fault.type === "figure" ? (names?.[fault.figure] ?? "value") : fault.type;
    leaveOut(tally, row.line, () => describeFactFault(fault, row, title, cellText(column)));
  };
}

/** The column of the cell at fault; -1 for none. */
function columnOf(fault: FactFault, { cells }: FactsLayout): number {
  switch (fault.type) {
    case "figure":
      return cells.indexOf(fault.figure);
    case "date":
      return cells.indexOf(DATE_CELL);
    case "symbol":
      return cells.indexOf(SYMBOL_CELL);
    case "lines":
      return -1;
  }
}

type AddFigure = (fact: NamedFact, row: Row, value: number) => void;

/** Adds values, and lets go of those that are said twice whenever as many have come as stayed the last time. */
function createAdding(
  names: FactNames,
  symbols: readonly string[],
  { tally, heldValues }: { readonly tally: FactsTally; readonly heldValues: number },
): AddFigure {
  let held = 0;
  let room = heldValues;
  return (fact, row, value) => {
    addStep(fact.steps, row, value);
    if (++held < room) return;
    held = 0;
    for (const each of names.all())
      held += tidySteps(each.steps, symbols.length, enterRepeat(each.name, symbols, tally));
    room = Math.max(heldValues, held * 2);
  };
}

/** Takes the figures of a row; `name` as TakeFactRow has it. What is not kept is named all the same. */
type TakeFigures = (row: Row, name: number, isKept: boolean) => void;

/** An empty cell says nothing. */
function figuresByColumn(facts: readonly NamedFact[], add: AddFigure): TakeFigures {
  return (row, _, isKept) => {
    if (!isKept) return;
    let figure = 0;
    for (const fact of facts) {
      const value = row.values[figure++] ?? NaN;
      if (!Number.isNaN(value)) add(fact, row, value);
    }
  };
}

/** An empty value is unknown from then on. */
function figuresByName(names: FactNames, words: SymbolList, add: AddFigure): TakeFigures {
  /** Facts by every way in which their name is written. */
  const facts: NamedFact[] = [];
  return (row, name, isKept) => {
    const fact = (facts[name] ??= names.find(words.names[name] ?? "", row.line));
    if (isKept) add(fact, row, row.values[0] ?? NaN);
  };
}

/** Whether a row's symbol is wanted, asked once for each. */
function createSymbolCheck(
  file: string,
  symbols: SymbolList,
  isWanted: (symbol: string) => boolean,
): (row: Row) => boolean {
  const known: boolean[] = [];
  return ({ symbol, line }) => {
    const answer = known[symbol];
    if (answer !== undefined) return answer;
    if (symbols.names.length > MOST_SYMBOLS) {
      const text = `more than ${MOST_SYMBOLS} symbols; is the symbol column the right one?`;
      throw refusal("file-refused", file, line, text);
    }
    return (known[symbol] = isWanted(symbols.names[symbol] ?? ""));
  };
}

/** The figures of a file that was read; what it says twice is entered in its tally. */
export function arrangeFigures(
  names: Pick<FactNames, "all">,
  symbols: readonly string[],
  tally: FactsTally,
): FactFigure[] {
  return names.all().map((fact) => arrangeFigure(fact, symbols, tally));
}

function arrangeFigure(
  { name, line, steps }: NamedFact,
  symbols: readonly string[],
  tally: FactsTally,
): FactFigure {
  return { name, line, steps: arrangeSteps(steps, symbols.length, enterRepeat(name, symbols, tally)) };
}

function enterRepeat(
  name: string,
  symbols: readonly string[],
  tally: FactsTally,
): (repeat: StepRepeat) => void {
  return ({ owner, day, line, firstLine, isSame }) => {
    const first = `${tally.file}:${firstLine}`;
    if (isSame) tally.repeats++;
    else enterContradiction(tally, line, { name, symbol: symbols[owner] ?? "", day, first });
  };
}

/** A value that contradicts one that stays. */
export interface Contradiction {
  readonly name: string;
  readonly symbol: string;
  readonly day: number;
  /** Where the one that stays is from. */
  readonly first: string;
}

export function enterContradiction(
  tally: FactsTally,
  line: number,
  { name, symbol, day, first }: Contradiction,
): void {
  tally.contradictions++;
  noteIssue(
    tally,
    line,
    () =>
      `${symbol} has ${name} of ${formatIsoDay(day)} a second time with a different value; the first (${first}) stays. Delete one of the two.`,
  );
}

type FactFault =
  | { readonly type: "lines" | "symbol" | "date" }
  | { readonly type: "figure"; readonly figure: number };

/** null for a row that can be read; a figure may be missing. */
function checkFactRow(row: Row): FactFault | null {
  if (tooManyLines(row)) return { type: "lines" };
  if (row.symbol < 0) return { type: "symbol" };
  if (row.day <= UNREADABLE_DAY) return { type: "date" };
  const { values } = row;
  for (let figure = 0; figure < values.length; figure++) {
    if (values[figure] === UNREADABLE) return { type: "figure", figure };
  }
  return null;
}

/** What is wrong with such a row, and the mend, for behind "file:line: ". @param title - the column of a figure at fault */
function describeFactFault(fault: FactFault, row: Row, title: string, cell: string): string {
  const isMissing =
    (fault.type === "symbol" && row.symbol === NO_SYMBOL) || (fault.type === "date" && row.day === NO_DAY);
  if (isMissing) return `no ${fault.type}. Fill it in or delete that row.`;
  const unreadable = `is ${quoteCell(cell)}, which cannot be read.`;
  switch (fault.type) {
    case "lines":
      return `a quote that opens here closes ${row.lines - 1} lines later. Close it in its own line.`;
    case "symbol":
      return describeSymbol(cell);
    case "date":
      return `date ${unreadable} Write it as YYYY-MM-DD or delete that row.`;
    case "figure":
      return `${title} ${unreadable} Correct or delete that row.`;
  }
}

/** The symbols and the names of figures that a reading has met, numbered. */
interface FactWords {
  readonly symbols: SymbolList;
  /** Every way in which a name is written is one of its own. */
  readonly names: SymbolList;
}

/**
 * Takes a row: `row.values` has one number a figure of the layout, `name` the number of the name that the row has for its
 * figure, or a mark as symbolNumber gives it. `cellText` gives the text of a column's cell for a message.
 */
type TakeFactRow = (row: Row, name: number, cellText: (column: number) => string) => void;

/** Reads lines without quotes. */
function createFactByteRows(layout: FactsLayout, { symbols, names }: FactWords, take: TakeFactRow): LineRows {
  const figures = layout.names?.length ?? 1; // a row
  const row = createRow(figures);
  const delimiter = layout.delimiter.charCodeAt(0);
  const scan: Scan = { row, delimiter };
  const symbolCells = createSymbolCells(symbols, delimiter);
  const nameCells = createSymbolCells(names, delimiter);
  return createFramedRows(layout, {
    values: row.values,
    begin() {
      for (let figure = 0; figure < figures; figure++) row.values[figure] = NaN;
      row.day = NO_DAY;
      symbolCells.number = NO_SYMBOL;
      nameCells.number = NO_SYMBOL;
    },
    readCell(bytes, at, cell) {
      if (cell >= 0) return readNumber(bytes, at, cell, scan);
      if (cell === DATE_CELL) return readDay(bytes, at, scan);
      if (cell === SYMBOL_CELL) return symbolCells.read(bytes, at);
      return cell === NAME_CELL ? nameCells.read(bytes, at) : findCellEnd(bytes, at, delimiter);
    },
    end(line, cellText, lines) {
      row.symbol = symbolCells.number;
      row.line = line;
      row.lines = lines;
      take(row, nameCells.number, cellText);
    },
  });
}
