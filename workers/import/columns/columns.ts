/** Which column is what, from the header and from what the first rows hold. */
import { CLOSE, VOLUME } from "#workers/market/row.ts";
import type { ColumnDoubt } from "#workers/model/import-check.ts";
import { bestColumn, findGroups } from "./column-groups.ts";
import { currencyIn, FIAT, nameInCurrency, otherCurrency } from "./currency-names.ts";
import { dateStyle } from "../cells/date-styles.ts";
import type { DateStyle } from "../cells/date-styles.ts";
import { isOtherCalendar } from "../cells/other-calendars.ts";
import { isDateCell, readTimeCell } from "../cells/dates.ts";
import { isTicker, knownName, plainName, prefixedName, WEAK_RANK } from "./header-names.ts";
import type { KnownName, Role } from "./header-names.ts";
import { moneySource } from "./money-titles.ts";
import { isPriceWord, isVolumeByWords, wordsOf } from "./field-words.ts";
import { isDayOfLife } from "./life-days.ts";
import { looksNumeric, isNothing } from "../cells/numbers.ts";
import type { Table } from "../what/table.ts";
import { isTruth, share } from "./table-columns.ts";
import type { Group } from "./table-columns.ts";
import { NO_NAME } from "./wide-columns.ts";

export type DateColumns =
  | { readonly type: "column"; readonly column: number; readonly style: DateStyle }
  | { readonly type: "parts"; readonly year: number; readonly month: number; readonly day: number }
  | { readonly type: "none" };

/** What was guessed of columns: a sentence that "Is that right?" follows. */
export interface ColumnGuess {
  readonly doubt: ColumnDoubt;
  readonly text: string;
}

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
  /** What was guessed and is asked; none where the names say it all. */
  readonly guesses: readonly ColumnGuess[];
  /** Names of columns that nobody knows and that are not taken. */
  readonly unknown: readonly string[];
  /** Names of columns that were empty in the rows looked at and are instruments, likely, should prices follow. */
  readonly late: readonly string[];
}

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

/** Known, and nothing that a bar has. */
const OTHER_FIGURE: KnownName = { role: "known", rank: 0 };

export function planColumns(table: Table): ColumnPlan {
  const names = namesOf(table.header);
  const date = findDate(table, names);
  const dateAt = date.type === "column" ? date.column : -1;
  const known = names.map((name, at) =>
    at === dateAt || (name?.role === "adjClose" && isTruth(table, at)) ? null : name,
  );
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
    guesses: [
      ...(guess === "" ? [] : [{ doubt: "instruments", text: guess } as const]),
      ...(otherMoney === null || groups.length > 1 ? [] : [moneyGuess(table.header, groups, otherMoney)]),
    ],
  };
}

function moneyGuess(header: readonly string[], [group]: readonly Group[], other: string): ColumnGuess {
  const own = currencyIn(header[group?.columns[CLOSE] ?? -1] ?? "");
  return { doubt: "currency", text: `Prices are in ${own} and in ${other}; those in ${own} were taken.` };
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
  const worded = hasClose || header.some((cell) => prefixedName(cell)) ? names : wordedNames(header, names);
  return withVolume(header, worded);
}

/** Where no name is a volume's, the only one whose words are: `Net Traded Qty`. */
function withVolume(
  header: readonly string[],
  names: readonly (KnownName | null)[],
): readonly (KnownName | null)[] {
  if (!names.some((name) => name?.role === "close") || names.some((name) => name?.role === "volume"))
    return names;
  const found = [...header.keys()].filter((at) => !names[at] && isVolumeByWords(header[at] ?? ""));
  const [only] = found;
  return found.length === 1 && only !== undefined
    ? names.with(only, { role: "volume", rank: WEAK_RANK })
    : names;
}

/** Names of one Latin letter count where most of o, h, l, c, v are there; else they are tickers. */
function nameOfColumn(header: readonly string[]): (cell: string) => KnownName | null {
  const plain = new Set(header.map(plainName));
  const money = moneySource(plain, "");
  if (money?.isLeftOut === true)
    return (cell) => (plainName(cell) === money.title ? OTHER_FIGURE : knownName(cell));
  // What a fund or an account holds of a company is not its size.
  if (HOLDING_NAMES.some((name) => plain.has(name)))
    return (cell) => (plainName(cell) === "marketvalue" ? null : knownName(cell));
  // Tehran's open is yesterday's close, where the first trade has a column of its own.
  if (["first", "open", "last"].every((name) => plain.has(name)))
    return (cell) => knownName(NAMES_BESIDE_FIRST.get(plainName(cell)) ?? cell);
  // Refinitiv counts the trades of a field: HIGH_1 is the high, beside its TRDPRC_1.
  if (plain.has("trdprc1")) return (cell) => knownName(cell.replace(/_1$/, ""));
  const ofInstrument = instrumentsWithVolume(header);
  if (ofInstrument.size > 0) {
    const isOther = (cell: string): boolean => !ofInstrument.has(prefixedName(cell)?.symbol ?? "");
    return (cell) => (isOther(cell) ? knownName(cell) : null);
  }
  const hasLetters = ["o", "h", "l", "c"].every((letter) => plain.has(letter));
  return (cell) => (hasLetters || !/^[a-z]$/.test(plainName(cell)) ? knownName(cell) : null);
}

/** Instruments that are called like a word for price: `Volume_PX` is no volume of a price. */
function instrumentsWithVolume(header: readonly string[]): ReadonlySet<string> {
  const symbols = header.flatMap((cell) => {
    const found = prefixedName(cell);
    return found?.name.role === "volume" && isPriceWord(found.symbol) ? [found.symbol] : [];
  });
  return new Set(symbols);
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
  const dateShare = (column: number): number => share(table, column, isDateCell);
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
    // R's zoo and pandas call a column of days Index, or nothing at all.
    const isOpenName =
      !known[column] || known[column].rank >= WEAK_RANK || NO_NAME.test(table.header[column] ?? "");
    return (
      isOpenName && !isLife(column) && dateShare(column) >= 0.9 && share(table, column, looksNumeric) < 0.5
    );
  });
  if (byContent >= 0) return dateColumn(table, byContent);
  const compact = table.header.findIndex(
    (_, column) => !known[column] && !isLife(column) && dateShare(column) >= 0.9,
  );
  if (compact >= 0) return dateColumn(table, compact);
  const ofCalendar = table.header.findIndex(
    (title, column) => !known[column] && !isLife(column) && isOtherCalendar(styleOf(column)) && title !== "",
  );
  const [first] = ofCalendar >= 0 ? [ofCalendar] : named;
  return first === undefined ? { type: "none" } : dateColumn(table, first);
}

/** A column whose cells are whole days, beside which year, month and day say nothing more. */
function isWrittenDay(table: Table, column: number): boolean {
  return share(table, column, (cell) => /\D/.test(cell.trim()) && isDateCell(cell)) >= 0.9;
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

/** COIN is a word for a symbol, and a ticker over a column of prices; 600519.0 is a code that was read as a number. */
function hasFractions(table: Table, column: number): boolean {
  return (
    share(table, column, (cell) => /^\$?\d+[.,]\d+$/.test(cell.trim()) && !cell.trim().endsWith(".0")) > 0.5
  );
}

/** What is told where the volume is not that of the column that is likelier by its name; "" where it is. */
function volumeNote(header: readonly string[], [group]: readonly Group[], likelier: number): string {
  const taken = group?.columns[VOLUME] ?? -1;
  if (group?.symbol !== "" || taken < 0 || taken === likelier) return "";
  return `Volumes are those of ${header[taken] ?? ""}: ${header[likelier] ?? ""} is 0 throughout.`;
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

/** A word of these is in the name of every column that says which instrument a row is of. */
const NAMING =
  /symbol|ticker|code|isin|securit|company|stock|name|index|instrument|scrip|fund|scheme|kode|nazwa|nombre|nome|variable/i;
const LONGEST = 40;

/**
 * The leftmost column that says the same on many days and never the same twice on one; -1 where each day is in one row,
 * or no column does. Columns that mean something else are not looked at.
 */
function findPartingColumn(
  { header, rows }: Table,
  names: readonly (KnownName | null)[],
  date: number,
): number {
  const days = rows.map((row) => (row[date] ?? "").trim());
  if (date < 0 || new Set(days).size * 2 > days.length) return -1;
  return header.findIndex((title, column) => {
    const role = names[column]?.role;
    const isOpen = role === undefined || role === "name" || /^index$/i.test(title);
    if (column === date || !isOpen || !NAMING.test(title)) return false;
    const cells = rows.map((row) => (row[column] ?? "").trim());
    if (cells.some((cell) => isNothing(cell) || cell.length > LONGEST)) return false;
    const pairs = new Set(cells.map((cell, at) => `${days[at] ?? ""}\u0000${cell}`));
    return pairs.size > 0.99 * rows.length && new Set(cells).size * 2 <= rows.length;
  });
}

type WordedRole = "open" | "high" | "low" | "close" | "volume";

const PRICES = ["open", "high", "low", "close"] as const;

const WORDS = new Map<string, WordedRole>([
  ["open", "open"],
  ["high", "high"],
  ["low", "low"],
  ["close", "close"],
  ["last", "close"],
  ["o", "open"],
  ["h", "high"],
  ["l", "low"],
  ["c", "close"],
  ["v", "volume"],
  ["vol", "volume"],
  ["volume", "volume"],
]);

/** Beside these words a price is another figure: Heikin-Ashi's bars, forecasts, changes, averages. */
const NO_PRICES = new Set(
  "ha heikin ashi heikinashi prev previous pred predicted prediction forecast target ret return returns log pct percent chg change diff norm normalized scaled ma sma ema avg average std".split(
    " ",
  ),
);

/**
 * Gives the names of open, high, low and close to four columns that nobody knows and whose other words are the same;
 * nothing where there are several such sets, which are bid and ask, or several instruments.
 *
 * @param names - of the header's cells, null for one that nobody knows
 */
function wordedNames(
  header: readonly string[],
  names: readonly (KnownName | null)[],
): readonly (KnownName | null)[] {
  const sets = new Map<string, Map<WordedRole, number>>();
  for (const [at, cell] of header.entries()) {
    if (names[at]) continue;
    const words = wordsOf(cell);
    const roles = words.flatMap((word) => WORDS.get(word) ?? []);
    const [role, ...others] = roles;
    if (role === undefined || others.length > 0 || words.length < 2) continue;
    if (words.some((word) => NO_PRICES.has(word))) continue;
    const rest = words.map((word) => (WORDS.has(word) ? "*" : word)).join(" ");
    const set = sets.get(rest) ?? new Map<WordedRole, number>();
    if (!set.has(role)) set.set(role, at);
    sets.set(rest, set);
  }
  const whole = [...sets.values()].filter((set) => PRICES.every((role) => set.has(role)));
  const [only, ...more] = whole;
  if (!only || more.length > 0) return names;
  const named = [...names];
  for (const [role, at] of only) named[at] = { role, rank: 0 };
  return named;
}
