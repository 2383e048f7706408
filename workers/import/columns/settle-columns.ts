/** The columns of a table of prices, by its header, by what nobody knows but their figures tell, or as a person said. */
import {
  ADJ_CLOSE,
  CLOSE,
  HIGH,
  LOW,
  MARKET_CAP,
  NUMBER_SLOTS,
  OPEN,
  SHARES,
  VOLUME,
} from "#workers/market/row.ts";
import { guessClose, volumeByFigures } from "./by-values.ts";
import { planColumns } from "./columns.ts";
import type { ColumnPlan } from "./columns.ts";
import { planByRoles } from "./table-view.ts";
import type { Answers } from "#workers/model/import-check.ts";
import { knownName } from "./header-names.ts";
import { fitsOrder, planHeaderless } from "./headerless.ts";
import type { Table } from "../what/table.ts";
import { isEmpty, share } from "./table-columns.ts";
import { isRateTitle } from "./economic-series.ts";
import { looksNumeric } from "../cells/numbers.ts";
import { askQuotes, guessQuotes } from "./quote-bars.ts";
import { isOfPrices, NO_NAME } from "./wide-columns.ts";

/** null where nothing in it can be a table of prices. */
export function settleColumns(table: Table, { columnRoles, figures }: Answers): ColumnPlan | null {
  const understood =
    table.header.length > 0
      ? askTwiceNamed(
          table,
          volumeByFigures(
            table,
            guessAmongFigures(table, guessQuotes(table, planColumns(table)), figures === "rate"),
          ),
        )
      : planHeaderless(table);
  if (columnRoles) return planByRoles(table, understood, columnRoles);
  return understood && askQuotes(table, understood);
}

/** @param hasRates - true where a person said that the table has rates */
function guessAmongFigures(table: Table, plan: ColumnPlan, hasRates: boolean): ColumnPlan {
  const figures = plan.groups.length > 0 ? [] : openFigures(table, plan);
  const named = figures.filter((column) => isRateTitle(table.header[column] ?? ""));
  if (named.length > 0 && named.length === figures.length) return takeRates(table, plan, named);
  const guessed = guessInstruments(table, guessClose(table, guessPrices(table, plan)));
  if (guessed.groups.length > 0) return guessed;
  if (hasRates) return takeRates(table, plan, figures);
  return plan.symbol < 0 ? takeRates(table, plan, named) : plan; // beside symbols stand figures of all kinds
}

/** Columns of numbers under titles that nobody knows. */
function openFigures(table: Table, { date, symbol }: ColumnPlan): number[] {
  const taken = date.type === "column" ? [date.column, symbol] : [symbol];
  return [...table.header.entries()].flatMap(([column, title]) => {
    const isOpen = !taken.includes(column) && knownName(title) === null && !NO_NAME.test(title);
    return isOpen && share(table, column, looksNumeric) >= MOSTLY ? [column] : [];
  });
}

/** These columns as closes: of the file's one instrument, of the symbols beside it, or one an instrument. */
function takeRates(table: Table, plan: ColumnPlan, closes: readonly number[]): ColumnPlan {
  const isWide = closes.length > 1;
  if (plan.date.type !== "column" || closes.length === 0 || (isWide && plan.symbol >= 0)) return plan;
  const titles = closes.map((column) => table.header[column] ?? "");
  return {
    ...plan,
    groups: closes.map((column, at) => {
      const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
      columns[CLOSE] = column;
      return { symbol: isWide ? (titles[at] ?? "") : "", columns };
    }),
    isWide,
    unknown: plan.unknown.filter((title) => !titles.includes(title)),
  };
}

/** Of a column's cells, so many are numbers. */
const MOSTLY = 0.9;

/** Places of open, high, low and close among four columns side by side: the two orders that vendors use. */
const ORDERS = [
  { open: 0, high: 1, low: 2, close: 3 },
  { open: 1, high: 2, low: 3, close: 0 },
] as const;
/** So many rows that shares side by side would not keep such an order by chance. */
const LEAST_ROWS = 10;
const MOST_COLUMNS = 6;
const BESIDE = [
  ["volume", VOLUME],
  ["adjClose", ADJ_CLOSE],
  ["marketCap", MARKET_CAP],
  ["shares", SHARES],
] as const;

/**
 * Price columns whose names nobody knows, told by their figures alone: a guess, which is asked. The plan with guessed
 * prices where it has none, or a wide table that is more likely a bar's four prices.
 */
function guessPrices(table: Table, plan: ColumnPlan): ColumnPlan {
  const isAdjustedOnly = plan.adjusted && plan.groups.length === 1 && plan.unknown.length >= 3;
  const isHalf = lacksPrices(plan);
  const isDoubtful = plan.isWide && plan.groups.length >= 4 && plan.groups.length <= MOST_COLUMNS;
  if (plan.date.type !== "column" || (plan.groups.length > 0 && !isDoubtful && !isAdjustedOnly && !isHalf))
    return plan;
  if (isDoubtful && plan.groups.some(({ columns }) => columns[OPEN] !== -1)) return plan;
  if (table.rows.length < LEAST_ROWS) return plan;
  for (let start = 0; start + 3 < table.header.length; start++) {
    const isOnDate = plan.date.column >= start && plan.date.column < start + 4;
    const order = isOnDate ? undefined : ORDERS.find((one) => fitsOrder(table, start, one));
    if (!order) continue;
    const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
    columns[OPEN] = start + order.open;
    columns[HIGH] = start + order.high;
    columns[LOW] = start + order.low;
    columns[CLOSE] = start + order.close;
    const taken = new Set(columns);
    for (const [slot, column] of knownBeside(table.header)) if (!taken.has(column)) columns[slot] = column;
    const names = Array.from(columns.subarray(0, 4), (column) => table.header[column] ?? "");
    if (isHalf && plan.groups[0]?.columns[CLOSE] !== columns[CLOSE]) continue;
    const what = isHalf
      ? "Not every price has a name that is known"
      : "Nothing in the header is the name of a price";
    const text = `${what}; ${names.join(", ")} look like open, high, low and close.`;
    const unknown = plan.unknown.filter((name) => !names.includes(name));
    return {
      ...plan,
      groups: [{ symbol: "", columns }],
      isWide: false,
      adjusted: false,
      unknown,
      late: [],
      guesses: [{ doubt: "prices", text }],
    };
  }
  return plan;
}

/** A close beside as many names that nobody knows as open, high and low are missing. */
function lacksPrices({ groups, unknown, isWide, adjusted }: ColumnPlan): boolean {
  const [group, ...others] = groups;
  if (!group || isWide || adjusted || others.length > 0 || group.symbol !== "") return false;
  const missing = [OPEN, HIGH, LOW].filter((slot) => group.columns[slot] === -1);
  return group.columns[CLOSE] !== -1 && missing.length > 0 && unknown.length >= missing.length;
}

/** Figures beside a bar's prices whose names everybody knows. */
function knownBeside(header: readonly string[]): (readonly [slot: number, column: number])[] {
  return BESIDE.flatMap(([role, slot]) => {
    const column = header.findIndex((cell) => knownName(cell)?.role === role);
    return column < 0 ? [] : [[slot, column] as const];
  });
}

/** So many rows that figures of something else would show. */
const LEAST_WIDE_ROWS = 10;
const LEAST_COLUMNS = 2;
const SHOWN = 5;

/**
 * A column an instrument, all under names of companies: a guess, which is asked. The plan with a close for each
 * column, where it has no prices and all columns beside the date may be prices.
 */
function guessInstruments(table: Table, plan: ColumnPlan): ColumnPlan {
  const { date } = plan;
  if (plan.groups.length > 0 || plan.symbol >= 0 || date.type !== "column") return plan;
  if (table.rows.length < LEAST_WIDE_ROWS) return plan;
  const titles = [...table.header.entries()].filter(
    ([column, title]) => column !== date.column && !NO_NAME.test(title),
  );
  const priced = titles.filter(([column]) => isOfPrices(table, column));
  const isAll = titles.every(
    ([column, title]) =>
      knownName(title) === null && (isEmpty(table, column) || priced.some(([at]) => at === column)),
  );
  if (priced.length < LEAST_COLUMNS || !isAll) return plan;
  const names = titles.map(([, title]) => title);
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return {
    ...plan,
    groups: titles.map(([column, title]) => {
      const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
      columns[CLOSE] = column;
      return { symbol: title, columns };
    }),
    isWide: true,
    unknown: [],
    guesses: [
      {
        doubt: "instruments",
        text: `${names.slice(0, SHOWN).join(", ")}${more} may be instruments, with a close in each cell, or figures of something else.`,
      },
    ],
  };
}

/** What pandas puts behind a name that stands twice: `Close.1`. */
const COPY = /\.\d{1,2}$/;

/**
 * A column's name that stands twice in a header: which of the two is meant is asked where they differ. The plan with
 * the question which of two columns is meant, where it has taken one of them.
 */
function askTwiceNamed(table: Table, plan: ColumnPlan): ColumnPlan {
  const [group, ...others] = plan.groups;
  if (!group || others.length > 0) return plan; // several instruments have each a close
  const names = table.header.map((title) => title.trim().toLowerCase().replace(COPY, ""));
  for (const taken of [plan.symbol, ...group.columns]) {
    const name = names[taken];
    if (!name) continue;
    const other = names.findIndex((one, at) => one === name && at !== taken && differs(table, taken, at));
    if (other < 0) continue;
    const text = `Columns ${taken + 1} and ${other + 1} are both named ${titleOf(table, taken)}, and differ; column ${taken + 1} was taken.`;
    return { ...plan, guesses: [...plan.guesses, { doubt: "twice", text }] };
  }
  return plan;
}

function differs({ rows }: Table, one: number, other: number): boolean {
  return rows.some((row) => (row[one] ?? "").trim() !== (row[other] ?? "").trim());
}

function titleOf({ header }: Table, column: number): string {
  return (header[column] ?? "").trim().replace(COPY, "");
}
