/**
 * Numbers of a person's own, such as a model's scores, in any table with days and instruments: a row a day and instrument
 * with a column a figure or with the figure's name, or a column an instrument. A person says whether they are signals,
 * known at their day's close, or facts, known from the next day on.
 */
import { createFactNames, FACT_NAME } from "#workers/market/fact-names.ts";
import type { NamedFact } from "#workers/market/fact-names.ts";
import { addStep } from "#workers/market/fact-steps.ts";
import { openFactsTally } from "#workers/market/facts-tally.ts";
import { arrangeFigures } from "#workers/market/facts-file.ts";
import type { FactsTable } from "#workers/market/facts-file.ts";
import { leaveOut, refuseWhenBad } from "#workers/market/file-rows.ts";
import { baseName } from "#workers/market/layout.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { UNREADABLE } from "#workers/market/row.ts";
import { createSymbolList, symbolNumber } from "#workers/market/symbols.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { RATE_CHOICE } from "#workers/model/import-check.ts";
import type { Answers, DateOrder, Decimal, ImportCheck, Question } from "#workers/model/import-check.ts";
import { RESERVED_NAMES } from "#workers/model/reserved-names.ts";
import type { FactSeries } from "#workers/model/market.ts";
import { describeFactsTable, formatOfFacts } from "./check-facts.ts";
import { refused } from "../what/check.ts";
import type { ColumnPlan } from "../columns/columns.ts";
import { share } from "../columns/table-columns.ts";
import { dateText } from "../cells/date-styles.ts";
import type { DateStyle } from "../cells/date-styles.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import { economicSeries } from "../columns/economic-series.ts";
import type { FileCheck, OpenedTable } from "../what/file-check.ts";
import { pushText } from "../what/head.ts";
import { plainName } from "../columns/header-names.ts";
import { createDecimalEvidence, isNothing, looksNumeric, readNumber, weighNumber } from "../cells/numbers.ts";
import { createRecords } from "../what/records.ts";
import { camelCase } from "../statements/dated-names.ts";
import { noRowOf } from "../rows/no-row.ts";
import { plainTitle } from "../statements/items.ts";
import { PUBLISHED } from "../statements/layout-shape.ts";
import { areDotted, decideOrder, openDate, orderQuestion, weighDateCell } from "../cells/styles.ts";
import type { ShapeEvidence } from "../cells/styles.ts";
import { areMonthEnds } from "../statements/find-layout.ts";
import type { Table } from "../what/table.ts";
import { symbolFault } from "#workers/model/symbol-text.ts";

const DAY_MS = 86_400_000;
const TWO_ORDERS = "some dates are day/month and others month/day; write all as YYYY-MM-DD";
/** What a column without a title is called, also by pandas: it counts rows. */
const NO_TITLE = /^(?:unnamed: ?\d+)?$/i;
/** Share of a column's cells that are numbers or empty. */
const MOSTLY = 0.9;

export interface FigureColumns {
  readonly date: number;
  readonly style: DateStyle;
  /** -1 where each column of figures is an instrument's. */
  readonly symbol: number;
  /** The column with the name of a row's figure; -1 for none. */
  readonly name: number;
  /** By column: what its figures are called, or in a wide table whose they are. */
  readonly figures: readonly { readonly column: number; readonly title: string }[];
}

/** null for a table without days, or without instruments and figures: those of a whole economy are no instrument's. */
export function findOwnFigures(table: Table, plan: ColumnPlan | null): FigureColumns | null {
  if (plan?.date.type !== "column" || economicSeries(table, plan).length > 0) return null;
  const { column: date, style } = plan.date;
  if (plan.symbol < 0) {
    const wide = plan.groups.filter(({ symbol }) => symbol !== "");
    if (!plan.isWide || wide.length === 0) return null;
    const figures = wide.flatMap(({ symbol, columns }) =>
      [...columns].filter((column) => column >= 0).map((column) => ({ column, title: symbol })),
    );
    const hasSeveral = figures.length > wide.length; // of one instrument, as prices are
    return hasSeveral ? null : { date, style, symbol: -1, name: -1, figures };
  }
  const titles = table.header.map(plainName);
  const [name, value] = [titles.indexOf("name"), titles.indexOf("value")];
  const isLong = name >= 0 && value >= 0;
  const figures = table.header.flatMap((title, column) => {
    const isOther = column === date || column === plan.symbol || NO_TITLE.test(title.trim());
    if (isOther || (isLong ? column !== value : !hasNumbers(table, column))) return [];
    return [{ column, title: title.trim() }];
  });
  return figures.length === 0
    ? null
    : { date, style, symbol: plan.symbol, name: isLong ? name : -1, figures };
}

function hasNumbers(table: Table, column: number): boolean {
  return (
    share(table, column, (cell) => isNothing(cell) || looksNumeric(cell)) > MOSTLY &&
    share(table, column, looksNumeric) > 0
  );
}

const LOOKS_AHEAD =
  " All its days are month ends. If they are the ends of reporting periods, nobody knew the figures yet, and runs on them look ahead.";

/** Asked where a table has figures of days and instruments, and none of them is a price. */
export function figuresQuestion({ figures, symbol, name, date }: FigureColumns, { rows }: Table): Question {
  const titles = figures.map(({ title }) => title);
  const some = `${titles.slice(0, 3).join(", ")}${titles.length > 3 ? ", ..." : ""}`;
  const what =
    symbol < 0
      ? "Its figures may not be prices."
      : `Nothing in it is a price, but ${some} may be figures of a day.`;
  const [rates, choice] =
    symbol < 0 || (figures.length === 1 && name < 0)
      ? [" (Or are they rates, which nobody trades?)", [RATE_CHOICE]]
      : ["", []];
  return {
    about: "figures",
    text: `${what} Are they signals of a model, which count at the close of their day, or facts, which count from the next day on?${rates}${areMonthEnds(rows.map((row) => row[date] ?? "")) ? LOOKS_AHEAD : ""}`,
    choices: ["signal", "fact", ...choice],
  };
}

function symbolWords(cell: string): string {
  const fault = symbolFault(cell.trim());
  return fault === null ? "no symbol." : `symbol is ${quoteCell(cell)}, which ${fault}.`;
}

/** What is wrong with a wide table's titles, which are symbols; null for nothing. */
function titleFault({ symbol, figures }: FigureColumns): string | null {
  if (symbol >= 0) return null;
  for (const { title } of figures) {
    const fault = symbolFault(title);
    if (fault !== null)
      return `the header has the symbol ${quoteCell(title)}, which ${fault}; rename that column`;
  }
  return null;
}

/** True where each figure has a name that rules can use as it is written. */
export function areNamed({ figures, name }: FigureColumns): boolean {
  return name >= 0 || figures.every(({ title }) => nameOf(title) === title);
}

/** Reads the table whole as what a person said. */
export async function checkOwnFigures(
  { source, encoding, dialect, table, known }: OpenedTable,
  columns: FigureColumns,
  answers: Answers & { readonly figures: FactSeries["kind"] },
): Promise<FileCheck> {
  const { figures: kind } = answers;
  const described: ImportCheck = { ...known, kind: "facts", format: formatOfFacts(kind) };
  const order = orderOf(table, columns, answers);
  if (typeof order === "object" && order !== null)
    return { check: { ...described, verdict: "ask", questions: [order], message: order.text }, rows: null };
  const fault = order === "mixed" ? TWO_ORDERS : (otherDays(table, columns) ?? titleFault(columns));
  if (fault !== null) return { check: refused(described, fault), rows: null };
  const tally = openFactsTally(source.name, kind);
  tally.layout = described.format;
  const names = createFactNames(source.name);
  const symbols = createSymbolList();
  const { symbol, name, figures } = columns;
  const decimal = decimalOf(table, columns, answers);
  const today = Math.floor(Date.now() / DAY_MS);
  const headerLine = Math.max(1, table.firstDataLine - 1);
  const own =
    symbol < 0 || name >= 0 ? [] : figures.map(({ title }) => names.find(nameOf(title), headerLine));
  const ofFile = symbol < 0 ? names.find(nameOfFile(source.name), headerLine) : null;

  function factOf(at: number, cells: readonly string[], line: number): NamedFact | null {
    if (ofFile) return ofFile;
    return name < 0 ? (own[at] ?? null) : names.find((cells[name] ?? "").trim(), line);
  }

  let emptyCells = 0;

  function take(cells: readonly string[], line: number): void {
    const day = dayIn(cells[columns.date] ?? "", columns.style, order);
    const ownSymbol = symbol < 0 ? 0 : symbolNumber(symbols, cells[symbol] ?? "");
    const values = figures.map(({ column }) => readNumber(cells[column] ?? "", decimal));
    const bad = values.indexOf(UNREADABLE);
    const faultOfRow =
      day === null
        ? `date is ${quoteCell(cells[columns.date] ?? "")}, which cannot be read.`
        : day > today + 1
          ? `date is ${formatIsoDay(day)}, which has not come yet.`
          : ownSymbol < 0
            ? symbolWords(cells[symbol] ?? "")
            : bad >= 0
              ? `${figures[bad]?.title ?? ""} is ${quoteCell(cells[figures[bad]?.column ?? -1] ?? "")}, which cannot be read.`
              : null;
    if (day === null && noRowOf(cells, table.header) !== null) return;
    tally.rows++;
    if (faultOfRow !== null || day === null) {
      leaveOut(tally, line, () => `${faultOfRow ?? ""} Correct or delete that row.`);
      return;
    }
    for (const [at, value] of values.entries()) {
      // In a row a figure it is unknown from then on; in a column a figure an empty cell says nothing.
      const saysNothing = Number.isNaN(value) && name < 0;
      if (saysNothing) emptyCells++;
      if (saysNothing) continue;
      const place = {
        symbol: symbol < 0 ? symbolNumber(symbols, figures[at]?.title ?? "") : ownSymbol,
        day,
        line,
      };
      const fact = factOf(at, cells, line);
      if (fact) addStep(fact.steps, place, value);
    }
  }

  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line >= table.firstDataLine) take(cells, line);
  });
  await pushText(source, encoding, sink);
  refuseWhenBad(tally);
  const found: FactsTable = {
    tally,
    symbols: symbols.names,
    figures: arrangeFigures(names, symbols.names, tally),
  };
  const check = describeFactsTable(described, found);
  if (check.verdict === "refuse") return { check, rows: null };
  const warnings = [...check.warnings, ...keptBefore(emptyCells)];
  return { check: { ...check, warnings }, rows: null, factsTable: found };
}

function keptBefore(cells: number): string[] {
  if (cells === 0) return [];
  const are = cells === 1 ? "1 cell is empty and says" : `${cells} cells are empty and say`;
  return [
    `${are} nothing: the value before goes on counting. A file with the columns symbol, date, name and value says by an empty value that it is unknown from then on.`,
  ];
}

/** Why a table with days of publication beside its date is not taken: a period's end, likely, is no day to know a figure from. */
function otherDays(table: Table, { date }: FigureColumns): string | null {
  const column = table.header.findIndex(
    (title, at) =>
      at !== date &&
      PUBLISHED[plainTitle(title)] !== undefined &&
      share(table, at, (cell) => readDateCell(cell) !== null) > MOSTLY,
  );
  if (column < 0) return null;
  const [own, other] = [quoteCell(table.header[date] ?? ""), quoteCell(table.header[column] ?? "")];
  return `days in two columns, ${own} and ${other}, and a figure counts from one of them. Call the day from which it was known date, and the end of a period periodEnd or leave it out`;
}

/** A title as rules can write it: `Model Score` is modelScore, and rank, which is a function, my.rank. */
function nameOf(title: string): string {
  const name = FACT_NAME.test(title) ? title : camelCase(title).slice(0, 40);
  return RESERVED_NAMES.has(name.toLowerCase()) ? `my.${name}`.slice(0, 40) : name;
}

/** `score_matrix.csv` is scoreMatrix. */
function nameOfFile(file: string): string {
  return nameOf(camelCase(baseName(file).replace(/(?:\.[a-z]{2,7})+$/i, "")).slice(0, 40));
}

function orderOf(
  { rows }: Table,
  { date, style }: FigureColumns,
  { dateOrder }: Answers,
): DateOrder | "mixed" | Question | null {
  if (dateOrder !== undefined) return dateOrder;
  const evidence: ShapeEvidence = new Map();
  for (const row of rows) weighDateCell(evidence, dateText(row[date] ?? "", style));
  const decision = decideOrder(evidence);
  switch (decision.type) {
    case "none":
      return null;
    case "order":
      return decision.order;
    case "ask": {
      const example = openDate(rows, date);
      return areDotted(example) ? "dmy" : orderQuestion(decision.orders, example);
    }
    case "mixed":
      return "mixed";
  }
}

function dayIn(text: string, style: DateStyle, order: DateOrder | "mixed" | Question | null): number | null {
  const cell = readDateCell(dateText(text, style));
  return cell && dayOf(cell.parts, order === "dmy" || order === "mdy" ? order : "ymd");
}

function decimalOf({ rows }: Table, { figures }: FigureColumns, { decimal }: Answers): Decimal {
  if (decimal !== undefined) return decimal;
  const evidence = createDecimalEvidence();
  for (const row of rows) for (const { column } of figures) weighNumber(evidence, row[column] ?? "");
  return evidence.comma > evidence.dot ? "comma" : "dot";
}
