/** Which column is what, from the header and from what the first rows hold. */
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
import { currencyIn, FIAT, nameInCurrency, otherCurrency } from "./currency-names.ts";
import { dateStyle } from "./date-styles.ts";
import type { DateStyle } from "./date-styles.ts";
import { readDateCell, readTimeCell } from "./dates.ts";
import { isTicker, knownName, plainName, prefixedName, WEAK_RANK } from "./header-names.ts";
import type { KnownName, Role } from "./header-names.ts";
import { isDayOfLife } from "./life-days.ts";
import { looksNumeric } from "./numbers.ts";
import { findPartingColumn } from "./symbol-column.ts";
import type { Table } from "./table.ts";
import { besideClose, SURELY_WIDE, wideGroups } from "./wide-columns.ts";
import type { WideGroups } from "./wide-columns.ts";
import { share } from "./table-columns.ts";
import type { Group } from "./table-columns.ts";
import { wordedNames } from "./worded-names.ts";

export type DateColumns =
  | { readonly type: "column"; readonly column: number; readonly style: DateStyle }
  | { readonly type: "parts"; readonly year: number; readonly month: number; readonly day: number }
  | { readonly type: "none" };

export interface ColumnPlan {
  readonly date: DateColumns;
  readonly time: number;
  readonly symbol: number;
  readonly series: number;
  readonly securityType: number;
  readonly groups: readonly Group[];
  /** True where the prices taken are adjusted ones, for want of others. */
  readonly adjusted: boolean;
  readonly isWide: boolean;
  /** What a list of instruments has: 0 for a table of prices. */
  readonly factColumns: number;
  /** What was taken for granted of a file without a header; "" otherwise. */
  readonly note: string;
  /** What was guessed from the figures alone and is asked; "" where the names say it. */
  readonly guess: string;
  /** Names of columns that nobody knows and that are not taken. */
  readonly unknown: readonly string[];
  /** Names of columns that were empty in the rows looked at and are instruments, likely, should prices follow. */
  readonly late: readonly string[];
}

const SLOT_OF_ROLE = new Map<Role, number>([
  ["open", OPEN],
  ["high", HIGH],
  ["low", LOW],
  ["close", CLOSE],
  ["volume", VOLUME],
  ["adjClose", ADJ_CLOSE],
  ["marketCap", MARKET_CAP],
  ["shares", SHARES],
]);
const ADJUSTED_NAMES = new Map<string, number>([
  ["adjopen", OPEN],
  ["adjustedopen", OPEN],
  ["openadj", OPEN],
  ["adjhigh", HIGH],
  ["adjustedhigh", HIGH],
  ["highadj", HIGH],
  ["adjlow", LOW],
  ["adjustedlow", LOW],
  ["lowadj", LOW],
  ["adjvolume", VOLUME],
  ["adjustedvolume", VOLUME],
]);

const HOLDING_NAMES: readonly string[] = [
  "weight",
  "weighting",
  "portfolioweight",
  "ofnetassets",
  "ofassets",
  "shares",
  "position",
  "positions",
  "holding",
  "holdings",
  "costbasis",
  "averagecost",
  "avgcost",
  "unrealizedpl",
  "unrealizedpnl",
  "unrealizedgainloss",
];
const NAMES_BESIDE_FIRST = new Map([
  ["first", "open"],
  ["open", "previous close"],
]);

export function planColumns(table: Table): ColumnPlan {
  const names = namesOf(table.header);
  const date = findDate(table, names);
  const dateAt = date.type === "column" ? date.column : -1;
  const known = names.map((name, at) => (at === dateAt ? null : name));
  const column = (role: Role): number => bestColumn(known, role);
  const symbol = findSymbol(table, known, dateAt);
  const series = column("series");
  const timeColumn = column("time");
  const hasTimes = timeColumn !== dateAt && share(table, timeColumn, (cell) => readTimeCell(cell) >= 0) > 0.8;
  const {
    groups,
    adjusted,
    isWide,
    guess = "",
    late = [],
  } = findGroups(table, known, { date: dateAt, symbol });
  const otherMoney = otherCurrency(table.header, groups[0]?.columns[CLOSE] ?? -1);
  return {
    date,
    time: hasTimes ? timeColumn : -1,
    symbol,
    series,
    securityType: column("securityType"),
    groups,
    adjusted,
    isWide,
    factColumns: (["name", "sector", "marketCap", "shares"] as const).filter((role) => column(role) >= 0)
      .length,
    unknown: unknownNames(table.header, names, groups, dateAt),
    late,
    note: volumeNote(table.header, groups, column("volume")),
    guess:
      otherMoney === null || groups.length > 1
        ? guess
        : `Prices are in ${currencyIn(table.header[groups[0]?.columns[CLOSE] ?? -1] ?? "")} and in ${otherMoney}; the former were taken.`,
  };
}

/** What each column is by its name; a bar's prices by the words in their names where no name is a price's. */
function namesOf(header: readonly string[]): readonly (KnownName | null)[] {
  const own = header.map(nameOfColumn(header));
  const currencies = new Set(
    header.map((cell) => (nameInCurrency(cell) ? currencyIn(cell) : "")).filter(Boolean),
  );
  // Prices in a currency where no column is named without one.
  const names =
    currencies.size > 0 && !own.some((name) => name?.role === "close")
      ? header.map((cell, at) => own[at] ?? nameInCurrency(cell))
      : own;
  const hasClose = names.some((name) => name?.role === "close" && name.rank < WEAK_RANK);
  return hasClose || header.some((cell) => prefixedName(cell)) ? names : wordedNames(header, names);
}

/** Names of one Latin letter count where most of o, h, l, c, v are there; else they are tickers. */
function nameOfColumn(header: readonly string[]): (cell: string) => KnownName | null {
  const plain = new Set(header.map(plainName));
  // CoinGecko's volumes are money.
  if (plain.has("snappedat")) return (cell) => (plainName(cell) === "totalvolume" ? null : knownName(cell));
  // What a fund or an account holds of a company is not its size.
  if (HOLDING_NAMES.some((name) => plain.has(name)))
    return (cell) => (plainName(cell) === "marketvalue" ? null : knownName(cell));
  // Tehran's open is yesterday's close, where the first trade has a column of its own.
  if (["first", "open", "last"].every((name) => plain.has(name)))
    return (cell) => knownName(NAMES_BESIDE_FIRST.get(plainName(cell)) ?? cell);
  const hasLetters = ["o", "h", "l", "c"].every((letter) => plain.has(letter));
  return (cell) => (hasLetters || !/^[a-z]$/.test(plainName(cell)) ? knownName(cell) : null);
}

/** The column with the surest name of a role, the leftmost of equals; -1 for none. */
function bestColumn(known: readonly (KnownName | null)[], role: Role): number {
  let best = -1;
  let bestRank = Infinity;
  for (const [at, name] of known.entries()) {
    if (name?.role === role && name.rank < bestRank) {
      best = at;
      bestRank = name.rank;
    }
  }
  return best;
}

/** The column as that of the dates, with the style of its cells. */
export function dateColumn({ rows, header }: Table, column: number): DateColumns {
  return {
    type: "column",
    column,
    style: dateStyle(
      rows.map((row) => row[column] ?? ""),
      header,
    ),
  };
}

function findDate(table: Table, known: readonly (KnownName | null)[]): DateColumns {
  const dateShare = (column: number): number => share(table, column, (cell) => readDateCell(cell) !== null);
  const named = [...known.entries()]
    .filter(([, name]) => name?.role === "date")
    .toSorted(([, a], [, b]) => (a?.rank ?? 0) - (b?.rank ?? 0))
    .map(([at]) => at);
  const [year, month, day] = (["year", "month", "day"] as const).map((role) => bestColumn(known, role));
  const dayColumn =
    day !== undefined && day >= 0 ? day : table.header.findIndex((cell) => plainName(cell) === "day");
  const isPart = (column: number): boolean =>
    column >= 0 && share(table, column, (cell) => /^\d{1,4}(?:\.0)?$|^\p{L}{3,12}$/u.test(cell.trim())) === 1;
  const areParts = year !== undefined && month !== undefined && [year, month, dayColumn].every(isPart);
  if (areParts && !named.some((column) => isWrittenDay(table, column)))
    return { type: "parts", year, month, day: dayColumn };
  const styleOf = (column: number): DateStyle => {
    const found = dateColumn(table, column);
    return found.type === "column" ? found.style : "as-written";
  };
  const isStyled = (column: number): boolean => styleOf(column) !== "as-written";
  const fit =
    named.find((column) => dateShare(column) >= 0.5 || isStyled(column)) ??
    named.find((column) => dateShare(column) > 0);
  if (fit !== undefined) return dateColumn(table, fit);
  const time = bestColumn(known, "time");
  if (time >= 0 && (dateShare(time) >= 0.5 || styleOf(time) === "early-seconds"))
    return dateColumn(table, time);
  const isLife = (column: number): boolean => isDayOfLife(table.header[column] ?? "");
  const byContent = table.header.findIndex((_, column) => {
    const isOpenName = !known[column] || known[column].rank >= WEAK_RANK;
    return (
      isOpenName && !isLife(column) && dateShare(column) >= 0.9 && share(table, column, looksNumeric) < 0.5
    );
  });
  if (byContent >= 0) return dateColumn(table, byContent);
  const compact = table.header.findIndex(
    (_, column) => !known[column] && !isLife(column) && dateShare(column) >= 0.9,
  );
  const first = compact >= 0 ? compact : named[0];
  return first === undefined ? { type: "none" } : dateColumn(table, first);
}

/** A column whose cells are whole days, beside which year, month and day say nothing more. */
function isWrittenDay(table: Table, column: number): boolean {
  return share(table, column, (cell) => /\D/.test(cell.trim()) && readDateCell(cell) !== null) >= 0.9;
}

function findSymbol(table: Table, known: readonly (KnownName | null)[], dateAt: number): number {
  const named = [...known.entries()]
    .filter(
      ([at, name]) => name?.role === "symbol" && !isPriceCurrency(table, at) && !hasFractions(table, at),
    )
    .toSorted(([, a], [, b]) => (a?.rank ?? 0) - (b?.rank ?? 0));
  const [first] = named;
  if (first) return first[0];
  const name = bestColumn(known, "name");
  return name >= 0 && share(table, name, isLetteredTicker) === 1
    ? name
    : findPartingColumn(table, known, dateAt);
}

/** Numbers alone are a vendor's key, not a name. */
function isLetteredTicker(cell: string): boolean {
  return isTicker(cell.trim()) && /[A-Z]/.test(cell);
}

function isPriceCurrency(table: Table, column: number): boolean {
  return (
    plainName(table.header[column] ?? "") === "currency" &&
    share(table, column, (cell) => FIAT.test(cell.trim())) === 1
  );
}

/** COIN is a word for a symbol, and a ticker over a column of prices. */
function hasFractions(table: Table, column: number): boolean {
  return share(table, column, (cell) => /^\$?\d+[.,]\d+$/.test(cell.trim())) > 0.5;
}

interface Groups {
  readonly groups: readonly Group[];
  readonly adjusted: boolean;
  readonly isWide: boolean;
  /** What is asked of them. */
  readonly guess?: string;
  readonly late?: readonly string[];
}

const NOT_WIDE: WideGroups = { groups: [], doubtful: [], likely: [], late: [] };

interface KeyColumns {
  readonly date: number;
  readonly symbol: number;
}

function findGroups(table: Table, known: readonly (KnownName | null)[], keys: KeyColumns): Groups {
  if (table.tickers.length > 0)
    return groupsBySymbol(table.header.map((_, at) => [table.tickers[at] ?? "", known[at] ?? null]));
  const single = withTicks(table, known, groupOf("", known));
  // A wide table may have an instrument that is called LAST or NAV.
  const weakClose = (known[single.columns[CLOSE] ?? -1]?.rank ?? 0) >= WEAK_RANK;
  const {
    groups: wide,
    doubtful,
    likely,
    late,
  } = keys.symbol >= 0 ? NOT_WIDE : wideGroups(table, known, keys.date);
  const headed = wide.slice(0, wide.length - likely.length - late.length);
  const isSurelyWide = headed.length - doubtful.length >= SURELY_WIDE && single.columns[OPEN] === -1;
  if (single.columns[CLOSE] !== -1 && !(weakClose && headed.length - doubtful.length > 1)) {
    return { groups: [single], adjusted: false, isWide: false, guess: besideClose(table, single, headed) };
  }
  const prefixed = prefixedGroups(table, keys.date, false);
  if (prefixed.groups.length > 0)
    return prefixed.groups.length >= SURELY_WIDE ? prefixedGroups(table, keys.date, true) : prefixed;
  const others = isSurelyWide ? likely : [...doubtful, ...likely];
  const guess = mayBeInstruments(others.map((column) => table.header[column] ?? ""));
  const lateNames = late.map((column) => table.header[column] ?? "");
  if (isSurelyWide) return { groups: wide, adjusted: false, isWide: true, guess, late: lateNames };
  if (single.columns[ADJ_CLOSE] !== -1)
    return { groups: [adjustedOnly(table.header, single)], adjusted: true, isWide: false };
  return { groups: wide, adjusted: false, isWide: wide.length > 0, guess, late: lateNames };
}

/** "" for none. */
export function mayBeInstruments(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length === 1)
    return `${names[0] ?? ""} may be an instrument like the others or another figure of them, and would be an instrument.`;
  const some = `${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
  return `${some} may be instruments like the others or other figures of them, and would be instruments.`;
}

function prefixedGroups(table: Table, dateAt: number, isAnyTicker: boolean): Groups {
  return groupsBySymbol(
    table.header.map((cell, at) => {
      const found = at === dateAt ? null : prefixedName(cell, isAnyTicker);
      return [found?.symbol ?? "", found?.name ?? null];
    }),
  );
}

/** Only adjusted prices: they are the prices. */
function adjustedOnly(header: readonly string[], { columns }: Group): Group {
  const taken = columns.slice();
  taken[CLOSE] = columns[ADJ_CLOSE] ?? -1;
  taken[ADJ_CLOSE] = -1;
  for (const [column, cell] of header.entries()) {
    const slot = ADJUSTED_NAMES.get(plainName(cell));
    if (slot !== undefined && taken[slot] === -1) taken[slot] = column;
  }
  return { symbol: "", columns: taken };
}

function groupOf(symbol: string, names: readonly (KnownName | null)[]): Group {
  const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
  for (const [role, slot] of SLOT_OF_ROLE) columns[slot] = bestColumn(names, role);
  return { symbol, columns };
}

/** MetaTrader has no real volume of currencies: where that is 0 throughout, the count of ticks beside it is taken. */
function withTicks(table: Table, known: readonly (KnownName | null)[], group: Group): Group {
  const volume = group.columns[VOLUME] ?? -1;
  if (volume < 0 || share(table, volume, isAboveZero) > 0) return group;
  const ticks = known.findIndex(
    (name, column) => name?.role === "volume" && column !== volume && share(table, column, isAboveZero) > 0.5,
  );
  if (ticks < 0) return group;
  const columns = group.columns.slice();
  columns[VOLUME] = ticks;
  return { ...group, columns };
}

function isAboveZero(cell: string): boolean {
  return /[1-9]/.test(cell);
}

/** What is told where the volume is not that of the column that is likelier by its name; "" where it is. */
function volumeNote(header: readonly string[], [group]: readonly Group[], likelier: number): string {
  const taken = group?.columns[VOLUME] ?? -1;
  if (group?.symbol !== "" || taken < 0 || taken === likelier) return "";
  return `Volumes are those of ${header[taken] ?? ""}: ${header[likelier] ?? ""} is 0 throughout.`;
}

/** Instruments that header cells name, with those of their fields that have a close. */
function groupsBySymbol(cells: readonly (readonly [symbol: string, name: KnownName | null])[]): Groups {
  const symbols = new Set(cells.map(([symbol]) => symbol).filter((symbol) => symbol !== ""));
  let adjusted = false;
  const groups: Group[] = [];
  for (const symbol of symbols) {
    const group = groupOf(
      symbol,
      cells.map(([of, name]) => (of === symbol ? name : null)),
    );
    if (group.columns[CLOSE] === -1 && group.columns[ADJ_CLOSE] !== -1) {
      adjusted = true;
      groups.push(adjustedOnly([], group));
    } else if (group.columns[CLOSE] !== -1) {
      groups.push(group);
    }
  }
  return { groups, adjusted, isWide: groups.length > 1 };
}

function unknownNames(
  header: readonly string[],
  names: readonly (KnownName | null)[],
  groups: readonly Group[],
  dateAt: number,
): string[] {
  const taken = new Set(groups.flatMap(({ columns }) => [...columns]));
  return header.filter((cell, at) => cell !== "" && at !== dateAt && !names[at] && !taken.has(at));
}
