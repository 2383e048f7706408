/** Which columns of a table are the prices of which instrument: one instrument's, those of a wide table, or of fields by symbol. */
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
import { readNumber } from "../cells/numbers.ts";
import type { Decimal } from "#workers/model/import-check.ts";
import { plainName, prefixedName, WEAK_RANK } from "./header-names.ts";
import type { KnownName, Role } from "./header-names.ts";
import type { Table } from "../what/table.ts";
import { hasSome, share } from "./table-columns.ts";
import type { Group } from "./table-columns.ts";
import { besideClose, SURELY_WIDE, wideGroups } from "./wide-columns.ts";
import type { WideGroups } from "./wide-columns.ts";

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

export interface Groups {
  readonly groups: readonly Group[];
  readonly adjusted: boolean;
  readonly isWide: boolean;
  /** What is asked of them. */
  readonly guess?: string;
  readonly late?: readonly string[];
}

/** A bar in so many rows. */
const WITHIN = 0.9;

const NOT_WIDE: WideGroups = { groups: [], doubtful: [], likely: [], late: [] };

interface KeyColumns {
  readonly date: number;
  readonly symbol: number;
}

export function findGroups(table: Table, known: readonly (KnownName | null)[], keys: KeyColumns): Groups {
  if (table.tickers.length > 0)
    return groupsBySymbol(table.header.map((_, at) => [table.tickers[at] ?? "", known[at] ?? null]));
  const single = withTicks(table, known, groupOf("", known));
  // A wide table may have an instrument that is called LAST or NAV.
  const weakClose =
    (known[single.columns[CLOSE] ?? -1]?.rank ?? 0) >= WEAK_RANK && !isWithinBar(table, single);
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

/** True where a high and a low stand around the close, as instruments of these names would not: then it is a bar's. */
function isWithinBar({ rows }: Table, { columns }: Group): boolean {
  const [high, low, close] = [columns[HIGH] ?? -1, columns[LOW] ?? -1, columns[CLOSE] ?? -1];
  if (high < 0 || low < 0) return false;
  const isWithin = (decimal: Decimal): boolean => {
    const bars = rows
      .map((row) => [low, close, high].map((column) => Math.abs(readNumber(row[column] ?? "", decimal))))
      .filter((bar) => bar.every((figure) => figure > 0 && Number.isFinite(figure)));
    const fitting = bars.filter(([least = 0, own = 0, most = 0]) => least <= own && own <= most);
    return bars.length > 0 && fitting.length >= WITHIN * bars.length;
  };
  return isWithin("dot") || isWithin("comma");
}

/** "" for none. */
export function mayBeInstruments(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length === 1)
    return `${names[0] ?? ""} may be an instrument like the other columns or some other figure; it would be taken as an instrument.`;
  const some = `${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
  return `${some} may be instruments like the other columns or some other figures; they would be taken as instruments.`;
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
  if (volume < 0 || hasSome(table, volume, isAboveZero)) return group;
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

/** The column with the surest name of a role, the leftmost of equals; -1 for none. */
export function bestColumn(known: readonly (KnownName | null)[], role: Role): number {
  let best = -1;
  let bestRank = Infinity;
  for (let at = 0; at < known.length; at++) {
    const name = known[at];
    if (name?.role === role && name.rank < bestRank) {
      best = at;
      bestRank = name.rank;
    }
  }
  return best;
}
