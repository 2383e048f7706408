/** Lists of companies: a symbol a row, with names, sectors or sizes, and no history of prices. */
import { CLOSE, MARKET_CAP, OPEN, SHARES } from "#workers/market/row.ts";
import type { ImportCheck, TableView } from "#workers/model/import-check.ts";
import { countOf } from "../what/count-of.ts";
import type { FileCheck, ListedFacts, OpenedTable } from "../what/file-check.ts";
import { createIdentityList, findIdentityColumns } from "../statements/identities.ts";
import { plainTitle } from "../statements/items.ts";
import { knownName } from "../columns/header-names.ts";
import type { ColumnPlan } from "../columns/columns.ts";
import { isNothing, readNumber, scaled } from "../cells/numbers.ts";
import { createRecords } from "../what/records.ts";
import { pushText } from "../what/head.ts";
import type { Table } from "../what/table.ts";
import { viewTable } from "../columns/table-view.ts";
import { unitOf } from "../columns/units.ts";

/**
 * True for a symbol column with facts beside it, and neither dates with prices nor a day's prices. Facts with dates and
 * without a price are a history of facts, of which one row says too little.
 */
export function isInstrumentList(table: Table, plan: ColumnPlan): boolean {
  if (plan.symbol < 0 || plan.isWide) return false;
  const [group] = plan.groups;
  const hasSize = [MARKET_CAP, SHARES].some((slot) => (group?.columns[slot] ?? -1) >= 0);
  if (plan.factColumns === 0 && !hasSize) return false;
  if ((group?.columns[OPEN] ?? -1) >= 0) return false;
  const hasPrices = (group?.columns[CLOSE] ?? -1) >= 0;
  if (plan.date.type === "none" || (!hasPrices && !isOfEachRow(table, plan.date))) return true;
  return hasPrices && hasDistinctSymbols(table, plan.symbol);
}

/** A day that the row is of, not one of the company's life such as `Date added`. */
function isOfEachRow({ header }: Table, date: ColumnPlan["date"]): boolean {
  return date.type !== "column" || knownName(header[date.column] ?? "")?.role === "date";
}

function hasDistinctSymbols(table: Table, column: number): boolean {
  const symbols = table.rows.map((row) => (row[column] ?? "").trim()).filter((symbol) => symbol !== "");
  return symbols.length > 2 && new Set(symbols).size === symbols.length;
}

export const SECTORS_OF_ONE_DAY =
  "Sectors are those of the list's day and count in all years. A company that changed its sector has the later one from the start, so rules on sectors look ahead a little. A table with the columns symbol, sector, from and to says when each held.";

/** Reads the list whole: its symbols with what it says of them, how many rows, and those that come twice. */
export async function checkInstruments(opened: OpenedTable, plan: ColumnPlan): Promise<FileCheck> {
  const { source, encoding, dialect, table, known } = opened;
  const view = viewTable(table, plan, { dateOrder: null, decimal: "dot", symbolFrom: "column" });
  const readFacts = factsReader(table, view);
  const symbols = new Map<string, ListedFacts>();
  const identityColumns = findIdentityColumns(table.header);
  const identities = createIdentityList();
  let rows = 0;
  let twice = 0;
  let unnamed = 0;
  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line < table.firstDataLine) return;
    rows++;
    if (identityColumns) identities.take(cells, identityColumns);
    const symbol = (cells[plan.symbol] ?? "").trim();
    if (symbol === "") unnamed++; // NA and NULL are tickers like others
    else if (symbols.has(symbol)) twice++;
    else symbols.set(symbol, readFacts(cells));
  });
  await pushText(source, encoding, sink);
  const warnings = [
    ...(twice > 0
      ? [`${countOf(twice, "row names", "rows name")} a symbol a second time; the first row counts.`]
      : []),
    ...(unnamed > 0
      ? [
          `${countOf(unnamed, "row has", "rows have")} no symbol and ${unnamed === 1 ? "is" : "are"} passed over.`,
        ]
      : []),
  ];
  if ([...symbols.values()].some(({ sector }) => sector !== "")) warnings.push(SECTORS_OF_ONE_DAY);
  const symbolList = [...symbols.keys()];
  const check: ImportCheck = {
    ...known,
    verdict: "ok",
    kind: "instruments",
    format: "list of instruments",
    symbols: symbolList,
    rows,
    warnings,
    table: view,
    message: `A list of ${symbolList.length === 1 ? "1 instrument" : `${symbolList.length} instruments`}: facts to merge by symbol, no prices over time.`,
  };
  return {
    check,
    rows: null,
    listed: symbols,
    ...(identityColumns ? { identities: identities.finish() } : {}),
  };
}

/** A column by what it was taken for, else by its name: a list's columns are no prices. */
function factsReader(table: Table, { columns }: TableView): (cells: readonly string[]) => ListedFacts {
  const column = (role: "name" | "sector" | "marketCap" | "shares"): number =>
    columns.find((one) => one.role === role)?.index ??
    table.header.findIndex((cell) => knownName(cell)?.role === role);
  const [name, sector, marketCap, shares] = [
    column("name"),
    column("sector"),
    column("marketCap"),
    column("shares"),
  ];
  const industry = table.header.findIndex((cell) => plainTitle(cell) === "industryid"); // of SimFin
  const [capUnit, shareUnit] = [unitOf(table.header[marketCap] ?? ""), unitOf(table.header[shares] ?? "")];
  return (cells) => ({
    name: textOf(cells, name),
    sector: textOf(cells, sector),
    ...(industry < 0 ? {} : { industry: textOf(cells, industry) }),
    marketCap: figureOf(cells, marketCap, capUnit),
    sharesOutstanding: figureOf(cells, shares, shareUnit),
  });
}

function textOf(cells: readonly string[], at: number): string {
  const cell = (cells[at] ?? "").trim();
  return isNothing(cell) ? "" : cell;
}

/** NaN for what is none, or not above 0. */
function figureOf(cells: readonly string[], at: number, unit: number): number {
  const value = at < 0 ? NaN : readNumber(cells[at] ?? "", "dot");
  return Number.isFinite(value) && value > 0 ? scaled(value, unit) : NaN;
}
