/**
 * A short way for files that are plain: UTF-8, ISO dates, plain numbers, every row of the same width. The byte reader
 * of market/ reads them several times faster; at the first thing that is not plain the long way starts again.
 *
 * A file whose header is the canonical one goes this way with all its rows, plain or not, because datasets/README.md says
 * what becomes of each; only one that would be refused so goes the long way.
 */
import { openTally, rowTaker } from "#workers/market/file-rows.ts";
import type { FileTally } from "#workers/market/file-rows.ts";
import type { Layout } from "#workers/market/layout.ts";
import { Refusal } from "#workers/market/refusal.ts";
import { createRowReader } from "#workers/market/row-reader.ts";
import type { RowReader } from "#workers/market/row-reader.ts";
import { DATE, SKIP, SYMBOL } from "#workers/market/row.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { SymbolList } from "#workers/market/symbols.ts";
import { unpackedChunks } from "#workers/market/unpack.ts";
import type { Group } from "../columns/table-columns.ts";
import type { OpenedTable } from "../what/file-check.ts";
import { rateCheckOf } from "./file-rates.ts";
import { createLikelyCheck } from "./likely-rows.ts";
import type { PlainRules } from "./part-rows.ts";
import { UNKNOWN_SYMBOL } from "./read-rows.ts";
import type { ReadPlan } from "./read-rows.ts";
import type { Intake } from "./row-pool.ts";

const LF = 10;
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
const PLAIN_NUMBER = /^(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)?$/i;

/** What the rows of a file must be like to be read so; null for a file whose first rows are no plain ones. */
export function plainRules(opened: OpenedTable, plan: ReadPlan): PlainRules | null {
  const layout = plainLayout(opened, plan);
  if (!layout) return null;
  const byContract = isCanonical(opened);
  return {
    layout,
    fewest: byContract ? 0 : plan.usualCells,
    most: byContract ? layout.slots.length : plan.usualCells,
    hasSymbols: plan.columns.symbol >= 0,
    rates: plan.rates,
    mayLeaveOut: byContract,
  };
}

/** Reads the rows of a plain file into an intake; null for any other, whose rows the long way reads into a new one. */
export async function readPlainRows(
  source: PriceSource,
  rules: PlainRules,
  { symbols, intake }: { readonly symbols: SymbolList; readonly intake: Intake },
): Promise<FileTally | null> {
  const { layout, hasSymbols, mayLeaveOut } = rules;
  const { store } = intake;
  const tally = openTally(layout.file, store);
  const reader = createRowReader(
    layout,
    symbols,
    rowTaker(tally, store, { isRate: rateCheckOf(rules.rates, symbols) }),
  );
  const isRegular = mayLeaveOut ? () => isInHeader(reader, layout) : () => isEven(reader, rules);
  const areLikely = createLikelyCheck(store, symbols, hasSymbols);
  let linesAbove = layout.firstLine - 1;
  try {
    for await (const chunk of unpackedChunks(source, () => {})) {
      let start = 0;
      for (; linesAbove > 0; linesAbove--) {
        const end = chunk.indexOf(LF, start);
        if (end < 0) break;
        start = end + 1;
      }
      if (linesAbove > 0) continue;
      reader.push(chunk.subarray(start));
      if (!isRegular() || !areLikely() || (tally.leftOut > 0 && !mayLeaveOut)) return null;
      intake.settle();
    }
    reader.end();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return isWell(tally, rules) && areLikely() && isRegular() ? tally : null;
}

/** False where so much is left out that the file is refused: the long way says why. */
export function isWell({ leftOut, rows }: FileTally, { mayLeaveOut }: PlainRules): boolean {
  return leftOut * 20 <= (mayLeaveOut ? rows : 0);
}

/** Names of columns in datasets/README.md, in lower case. */
export const CANONICAL_NAMES: ReadonlySet<string> = new Set([
  "symbol",
  "date",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjclose",
  "marketcap",
  "sharesoutstanding",
]);

/** True for the header of datasets/README.md: its names in any order and case, between commas. */
function isCanonical({ dialect, table }: Pick<OpenedTable, "dialect" | "table">): boolean {
  const names = table.header.map((cell) => cell.toLowerCase());
  const areDistinct = new Set(names).size === names.length;
  return (
    dialect.delimiter === "," &&
    areDistinct &&
    names.includes("date") &&
    names.every((name) => CANONICAL_NAMES.has(name))
  );
}

/** The byte reader's layout, where the first rows are plain. */
function plainLayout(opened: OpenedTable, plan: ReadPlan): Layout | null {
  const { encoding, dialect, table } = opened;
  const { columns } = plan;
  const [group, ...others] = columns.groups;
  const { date } = columns;
  const isSimple = others.length === 0 && columns.time < 0 && columns.series < 0 && columns.securityType < 0;
  const isAsWritten =
    plan.scale === 1 && plan.units.every((unit) => unit === 1) && plan.takesVolume && plan.price === "dot";
  const isText =
    encoding.label === "utf-8" &&
    !dialect.delimiter.startsWith(" ") &&
    !dialect.cut &&
    dialect.lineEnd === "\n";
  if (!group || date.type !== "column" || !isSimple || !isAsWritten || !isText) return null;
  if (isCanonical(opened)) return layoutOf(opened, plan, group);
  if (plan.usualCells === 0 || table.header.length !== plan.usualCells) return null;
  const taken = group.columns.filter((column) => column >= 0);
  const arePlain = table.rows.every(
    (row) =>
      ISO_DAY.test(row[date.column] ?? "") &&
      taken.every((column) => PLAIN_NUMBER.test((row[column] ?? "").trim())),
  );
  return arePlain ? layoutOf(opened, plan, group) : null;
}

function layoutOf(
  { dialect, table }: OpenedTable,
  { columns, ...plan }: ReadPlan,
  group: Group,
): Layout | null {
  const { date } = columns;
  if (date.type !== "column") return null;
  const bySlot = new Int32Array(SYMBOL + 1).fill(-1);
  bySlot.set(group.columns);
  bySlot[DATE] = date.column;
  bySlot[SYMBOL] = columns.symbol;
  const slots = new Uint8Array(table.header.length).fill(SKIP);
  for (const [slot, column] of bySlot.entries()) if (column >= 0) slots[column] = slot;
  const own = group.symbol === "" ? plan.symbol : group.symbol;
  return {
    file: plan.file,
    delimiter: dialect.delimiter,
    slots,
    columns: bySlot,
    symbolFromName: own === "" ? UNKNOWN_SYMBOL : own,
    firstLine: plan.firstDataLine,
    description: "",
    warnings: [],
  };
}

/**
 * True while no line has more cells than its header, lines with quotes aside: figures with commas that nobody quoted
 * would be read as other figures.
 */
function isInHeader(reader: RowReader, { slots }: Layout): boolean {
  return reader.widths().most <= slots.length;
}

/** True while every line has the cells of its header and no quote, which plain files don't have. */
function isEven(reader: RowReader, rules: PlainRules): boolean {
  const { fewest, most } = reader.widths();
  return most <= rules.most && fewest >= rules.fewest && !reader.hasQuotes();
}
