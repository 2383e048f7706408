/** Lists of companies: a symbol a row, with names, sectors or sizes, and no history of prices. */
import { CLOSE, MARKET_CAP, OPEN, SHARES } from "#workers/market/row.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { OpenedTable } from "./file-check.ts";
import type { ColumnPlan } from "./columns.ts";
import { isNothing } from "./numbers.ts";
import { createRecords } from "./records.ts";
import { pushText } from "./head.ts";
import type { Table } from "./table.ts";
import { viewTable } from "./table-view.ts";

/** True for a symbol column with facts beside it, and neither dates with prices nor a day's prices. */
export function isInstrumentList(table: Table, plan: ColumnPlan): boolean {
  if (plan.symbol < 0 || plan.isWide) return false;
  const [group] = plan.groups;
  const hasSize = [MARKET_CAP, SHARES].some((slot) => (group?.columns[slot] ?? -1) >= 0);
  if (plan.factColumns === 0 && !hasSize) return false;
  if ((group?.columns[OPEN] ?? -1) >= 0) return false;
  const hasPrices = (group?.columns[CLOSE] ?? -1) >= 0;
  if (plan.date.type === "none") return true;
  return !hasPrices || hasDistinctSymbols(table, plan.symbol);
}

function hasDistinctSymbols(table: Table, column: number): boolean {
  const symbols = table.rows.map((row) => (row[column] ?? "").trim()).filter((symbol) => symbol !== "");
  return symbols.length > 2 && new Set(symbols).size === symbols.length;
}

/** Reads the list whole: its symbols, how many rows, and those that come twice. */
export async function checkInstruments(opened: OpenedTable, plan: ColumnPlan): Promise<ImportCheck> {
  const { source, encoding, dialect, table, known } = opened;
  const symbols = new Set<string>();
  let rows = 0;
  let twice = 0;
  let unnamed = 0;
  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line < table.firstDataLine) return;
    rows++;
    const symbol = (cells[plan.symbol] ?? "").trim();
    if (isNothing(symbol)) unnamed++;
    else if (symbols.has(symbol)) twice++;
    symbols.add(symbol);
  });
  await pushText(source, encoding, sink);
  symbols.delete("");
  const warnings = [
    ...(twice > 0 ? [`${twice} rows name a symbol a second time; the first row counts.`] : []),
    ...(unnamed > 0 ? [`${unnamed} rows have no symbol and are passed over.`] : []),
  ];
  const symbolList = [...symbols];
  return {
    ...known,
    verdict: "ok",
    kind: "instruments",
    format: "list of instruments",
    symbols: symbolList,
    rows,
    warnings,
    table: viewTable(table, plan, { dateOrder: null, decimal: "dot", symbolFrom: "column" }),
    message: `A list of ${symbolList.length} instruments: facts to merge by symbol, no prices over time.`,
  };
}
