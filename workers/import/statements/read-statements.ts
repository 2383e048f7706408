/** A table of statements, row by row, to a StatementTable: what can't be true is left out with its place. */
import type { ByteSink } from "#workers/market/byte-sink.ts";
import { enterContradiction } from "#workers/market/facts-file.ts";
import { createFactNames } from "#workers/market/fact-names.ts";
import { openFactsTally } from "#workers/market/facts-tally.ts";
import type { FactsTally } from "#workers/market/facts-tally.ts";
import { leaveOut } from "#workers/market/file-rows.ts";
import { baseName } from "#workers/market/layout.ts";
import { refusal } from "#workers/market/refusal.ts";
import { BETWEEN_UNQUOTED } from "#workers/market/byte-cells.ts";
import { createLineReader } from "#workers/market/row-reader.ts";
import { describeSymbol, quoteCell } from "#workers/market/row-rules.ts";
import { NO_DAY, NO_SYMBOL, UNREADABLE, UNREADABLE_DAY, UNREADABLE_SYMBOL } from "#workers/market/row.ts";
import type { FoundStatement, StatementSettings } from "./any-statement.ts";
import { datedName } from "./dated-names.ts";
import { plainTitle, unitOf, unitOfItem } from "./items.ts";
import type { Item, TitledItem } from "./items.ts";
import { itemOf, meaningOf, symbolColumnOf } from "./find-layout.ts";
import type { StatementLayout } from "./layout-shape.ts";
import { LOOKS_AHEAD, settleSpan, spanOfForm, whyLeftOut } from "./judge-row.ts";
import type { FigureColumn, IntakeParts, PlannedColumns } from "./judge-row.ts";
import { noRowOf, WORDS_ALONE } from "../rows/no-row.ts";
import { timesUnit } from "../cells/numbers.ts";
import { dayMark } from "./spans.ts";
import {
  createRawByteRows,
  createRawTextRow,
  createRawWords,
  markOf,
  OTHER_CELL,
  WORD_MEANINGS,
} from "./statement-rows.ts";
import type { RawColumns, RawRow, RawWords } from "./statement-rows.ts";
import { createStatementRow, createStatementRows, SPAN_OPEN } from "./statement-table.ts";
import type { StatementRow, StatementTable } from "./statement-table.ts";
import { createTitleFigures } from "./title-figures.ts";
import type { TitleFigure, TitleFigures } from "./title-figures.ts";

export interface StatementReading {
  /** Takes the file's bytes in UTF-8 from its start on. */
  readonly bytes: ByteSink;
  /** Takes cells of lines below the header, for files that are not read from bytes. */
  readonly takeCells: (cells: readonly string[], line: number) => void;
  readonly tally: FactsTally;
  /** What the file has, once it is over; throws a Refusal for one that can't be taken whole. */
  readonly finish: () => StatementTable;
  /** False where neither a column nor the name nor an answer says whose the figures are. */
  readonly hasSymbol: boolean;
  /** False where no column says when a row was published. */
  readonly hasDays: boolean;
  /** Titles of columns with numbers that are no figure. */
  readonly unknown: readonly string[];
}

const CURRENCY_WORD = WORD_MEANINGS.indexOf("currency");
const NAME_WORD = WORD_MEANINGS.indexOf("name");
const NO_ITEM = "of items that are not facts here";
const NO_SPAN = "of a span that neither a column start nor frame says: of the quarter or of the year so far";
/** What pandas calls a column without a title. */
const UNNAMED = /^unnamed: ?\d+$/i;
const LF = 10;

export function openStatements(found: FoundStatement, settings: StatementSettings): StatementReading {
  const { layout, header, headerLine } = found;
  const { file, delimiter } = settings;
  const symbol = symbolColumnOf(layout, header);
  const planned = planColumns(found, symbol.column);
  const tally = openFactsTally(file, "fact");
  tally.layout = layout.vendor;
  const known = createRawWords();
  const named = layout.name?.exec(baseName(file))?.groups ?? {};
  const ownSymbol = settings.symbol || (named["symbol"] ?? "").toUpperCase() || (settings.whose ?? "");
  const columns: RawColumns = {
    file,
    delimiter,
    cells: planned.cells,
    numbers: planned.figures.length,
    dateOrder: layout.dateOrder ?? settings.dateOrder,
    decimal: settings.decimal,
    whole: layout.whole?.word,
    firstLine: headerLine + 1,
  };
  const intake = createIntake({
    found,
    settings,
    planned,
    tally,
    known,
    spans: new Map(),
    symbolColumn: symbol.column,
    code: symbol.column < 0 ? "symbol" : symbol.code,
    ownSymbol,
    item: named["item"] ?? "",
  });
  const reader = createLineReader(columns, createRawByteRows(columns, known, intake.take), () =>
    createRawByteRows({ ...columns, delimiter: BETWEEN_UNQUOTED }, known, intake.take),
  );
  return {
    bytes: belowLine(headerLine, reader),
    takeCells: createRawTextRow(columns, known, intake.take),
    tally,
    finish: intake.finish,
    hasSymbol: symbol.column >= 0 || ownSymbol !== "",
    hasDays: header.some((title) => meaningOf(layout, title) === "published"),
    unknown: planned.unknown,
  };
}

/** Hands on what stands below a line. */
function belowLine(line: number, sink: ByteSink): ByteSink {
  let left = line;
  return {
    push(chunk) {
      let start = 0;
      for (; left > 0; left--) {
        const end = chunk.indexOf(LF, start);
        if (end < 0) return;
        start = end + 1;
      }
      if (start < chunk.length) sink.push(start === 0 ? chunk : chunk.subarray(start));
    },
    end: () => sink.end(),
  };
}

function planColumns({ layout, header, unit, styles }: FoundStatement, symbol: number): PlannedColumns {
  const figures: FigureColumn[] = [];
  const unknown: string[] = [];
  const isLong = layout.rows === "figures";
  let published = 0;
  const isBest = bestTitles(layout, header);
  const cells = Int32Array.from(header, (title, column) => {
    const isSecondUnnamed = title === "" && header.indexOf("") < column;
    const meaning = isSecondUnnamed ? null : meaningOf(layout, title);
    if (meaning === "symbol" && column !== symbol) return OTHER_CELL;
    if (isLong && meaning === "value") {
      figures.push({ name: "", kind: "flow", factor: unitOf(title) });
      return 0;
    }
    if (meaning !== null) {
      const mark = markOf(meaning, published);
      if (meaning === "published") published++;
      return mark;
    }
    if (isLong || layout.rows === "announced" || title === "") return OTHER_CELL;
    if (UNNAMED.test(title)) return OTHER_CELL;
    const isWords = layout.rows === "dated" && styles.words.has(column);
    const figure = isWords || !isBest(column) ? null : figureOf(layout, title, unit);
    const isKnown = figure !== null && !figures.some(({ name }) => name === figure.name);
    if (isKnown) return figures.push(figure) - 1;
    unknown.push(title);
    return OTHER_CELL;
  });
  return { cells, figures, unknown };
}

/** True for a column that has none of the other columns' items, or that item under the best title of them. */
function bestTitles(layout: StatementLayout, header: readonly string[]): (column: number) => boolean {
  if (layout.rows !== "periods") return () => true;
  const titled = header.map((title): TitledItem | null =>
    meaningOf(layout, title) === null ? itemOf(layout, title) : null,
  );
  return (column) => {
    const own = titled[column] ?? null;
    return own === null || !titled.some((other) => other?.item === own.item && other.rank < own.rank);
  };
}

function figureOf(layout: StatementLayout, title: string, unit: number): FigureColumn | null {
  if (layout.rows === "dated")
    return {
      name: datedName(title),
      kind: "dated",
      factor: layout.factors?.[plainTitle(title)] ?? unitOf(title),
    };
  const item = itemOf(layout, title)?.item;
  if (!item) return null;
  const counted =
    layout.unit === undefined ? unitOfItem(item, unitOf(title), unit) : ownUnit(layout.unit, item);
  const factor = counted * signOf(layout, item);
  return { name: item.name, kind: item.kind, factor };
}

/** No company's EPS is in millions. */
function ownUnit(unit: number, { isMoney, isPerShare }: Item): number {
  return isMoney && isPerShare ? 1 : unit;
}

/** -1 for money that goes out where the layout writes it below 0. */
function signOf({ costsBelowZero }: StatementLayout, { name, isCost }: Item): number {
  const isPaid = name === "capex" || name === "dividendsPaid";
  const isBelow = costsBelowZero === "all" ? isCost : costsBelowZero === "cash-flow" && isPaid;
  return isBelow ? -1 : 1;
}

interface Intake {
  readonly take: (raw: RawRow, cellText: (column: number) => string) => void;
  readonly finish: () => StatementTable;
}

function createIntake(parts: IntakeParts): Intake {
  const { found, settings, planned, tally, known, ownSymbol, symbolColumn } = parts;
  const { layout, header } = found;
  const isLong = layout.rows === "figures";
  const names = createFactNames(settings.file);
  const row = createStatementRow();
  const rows = createStatementRows(isLong ? 0 : planned.figures.length, (line, figure, firstLine) => {
    const name = titles.all[figure]?.name ?? "";
    const symbol = symbols()[row.symbol] ?? "";
    enterContradiction(tally, line, {
      name,
      symbol,
      day: dayMark(row),
      first: `${settings.file}:${firstLine}`,
    });
  });
  const titles = createTitleFigures(
    rows,
    layout.figures === "any" ? (title, line) => names.find(title, line).name : null,
  );
  const currencies = createCurrencyCheck(settings.file, known);
  const figureOfRow = createFigureFinder(parts, titles);
  const passed = new Map<string, number>();
  const factors = Float64Array.from(planned.figures, ({ factor }) => factor);
  const units = new Set(planned.figures.map(({ factor }) => Math.abs(factor)));
  const passOver = (reason: string): void => void passed.set(reason, (passed.get(reason) ?? 0) + 1);

  let unzoned = 0;
  const isNoRow = createNoRowCheck(header, passOver);
  const symbols = (): readonly string[] => (symbolColumn >= 0 ? known.symbols.names : [ownSymbol]);

  return {
    take(raw, cellText) {
      if (isNoRow(raw, cellText)) return;
      tally.rows++;
      const named = isLong ? figureOfRow(raw) : null;
      const passedFor = isLong && !named ? NO_ITEM : settleSpan(raw, row, parts);
      if (passedFor !== null) {
        passOver(passedFor);
        return;
      }
      if (symbolColumn >= 0 && raw.symbol === UNREADABLE_SYMBOL) {
        leaveOut(tally, raw.line, () => describeSymbol(cellText(symbolColumn)));
        return;
      }
      const fault = whyLeftOut(raw, row, parts) ?? figureFault(raw, planned.figures, cellText, planned.cells);
      if (fault !== null) {
        leaveOut(tally, raw.line, () => `${fault} Correct or delete that row.`);
        return;
      }
      row.line = raw.line;
      if (raw.seconds > 0 && !layout.hasExchangeTimes) unzoned++;
      currencies.look(raw.words[CURRENCY_WORD] ?? NO_SYMBOL, raw.line);
      if (named) {
        const reason = whyPassedOver(raw, row, named, parts);
        if (reason !== null) passOver(reason);
        else rows.put(row, named.at, timesUnit(raw.values[0] ?? NaN, factorOfFigure(parts, named, units)));
        return;
      }
      rows.add(row, raw.values, factors);
    },
    finish() {
      const columns = rows.columns();
      if (columns.rows === 0 && passed.has(LOOKS_AHEAD))
        throw refuseLookAhead(settings.file, found.headerLine);
      return {
        tally,
        vendor: layout.vendor,
        symbols: symbols(),
        code: parts.code,
        figures: planned.figures.map(({ name, kind }) => ({ name, kind })),
        ...columns,
        ...(isLong ? titles.combined(columns.values, columns.rows) : {}),
        currency: currencies.currency(),
        lag: settings.lag,
        passed,
        unzoned,
        units: [...units],
      };
    },
  };
}

/** Why a row of one figure is not taken; null for one that is, whose span is settled then. */
function whyPassedOver(
  raw: RawRow,
  row: StatementRow,
  { item }: TitleFigure,
  { found: { layout }, known }: IntakeParts,
): string | null {
  if (Number.isNaN(raw.values[0] ?? NaN)) return "without a value";
  if (item?.kind === "stock") {
    if (row.span === 2 || row.span === 3) return "averages of half a year or nine months";
    if (row.span === SPAN_OPEN) row.span = spanOfForm(raw, known);
  }
  return layout.needsSpans && item?.kind === "flow" && row.span === SPAN_OPEN ? NO_SPAN : null;
}

/** True for a line without a day that is no row; one of words is passed over and counted. */
function createNoRowCheck(
  header: readonly string[],
  passOver: (reason: string) => void,
): (raw: RawRow, cellText: (column: number) => string) => boolean {
  return (raw, cellText) => {
    if (hasDay(raw)) return false;
    const noRow = noRowOf(
      header.map((_, column) => cellText(column)),
      header,
    );
    if (noRow === "words") passOver(WORDS_ALONE);
    return noRow !== null;
  };
}

/** False for a row without any day that can be read. */
function hasDay({ days }: RawRow): boolean {
  for (let at = 0; at < days.length; at++) if ((days[at] ?? NO_DAY) > UNREADABLE_DAY) return true;
  return false;
}

function refuseLookAhead(file: string, line: number): Error {
  const text =
    "its dimensions are only MRQ, MRY or MRT: figures as restated later, under days on which nobody knew them yet. Download the dimensions ARQ and ARY";
  return refusal("file-refused", file, line, text);
}

function figureFault(
  { values, isDamaged }: RawRow,
  figures: readonly FigureColumn[],
  cellText: (column: number) => string,
  cells: Int32Array,
): string | null {
  if (!isDamaged) return null;
  for (let figure = 0; figure < values.length; figure++) {
    if (values[figure] !== UNREADABLE) continue;
    const text = quoteCell(cellText(cells.indexOf(figure)));
    return `${figures[figure]?.name || "value"} is ${text}, which cannot be read.`;
  }
  return null;
}

/** Two currencies in one file can't be told apart in a fact. */
function createCurrencyCheck(
  file: string,
  { words }: RawWords,
): { readonly look: (word: number, line: number) => void; readonly currency: () => string } {
  const names = words[CURRENCY_WORD]?.names ?? [];
  let first = NO_SYMBOL;
  let firstLine = 0;
  return {
    look(word, line) {
      if (word < 0 || word === first) return;
      if (first !== NO_SYMBOL && names[word]?.toUpperCase() !== names[first]?.toUpperCase()) {
        const text = `${quoteCell(names[word] ?? "")} here and ${quoteCell(names[first] ?? "")} in line ${firstLine}: figures of two currencies cannot be compared; give each its own file and dataset`;
        throw refusal("file-refused", file, line, text);
      }
      [first, firstLine] = [word, line];
    },
    currency: () => names[first]?.toUpperCase() ?? "",
  };
}

/** The figure of a row that names it; null for one that is not taken. */
function createFigureFinder(
  { known, item }: IntakeParts,
  titles: TitleFigures,
): (raw: RawRow) => TitleFigure | null {
  const byWord = new Map<number, TitleFigure | null>();
  return ({ words, line }) => {
    const word = words[NAME_WORD] ?? NO_SYMBOL;
    const found = byWord.get(word);
    if (found !== undefined) return found;
    const figure = titles.find(word < 0 ? item : (known.words[NAME_WORD]?.names[word] ?? ""), line);
    byWord.set(word, figure);
    return figure;
  };
}

/** By the unit that the row's own title says, else that of the column of values, else that of a line above. */
function factorOfFigure(
  { found, planned }: IntakeParts,
  { item, unit }: TitleFigure,
  units: Set<number>,
): number {
  const ofColumn = planned.figures[0]?.factor ?? 1;
  if (!item) return ofColumn;
  const count = unitOfItem(item, unit, ofColumn === 1 ? found.unit : ofColumn);
  units.add(count);
  return count * signOf(found.layout, item);
}
