/**
 * Portfolios of the demo market worked out on a sheet of paper: plain loops over adjusted prices, which know nothing of the
 * engine. What is decided at a close is filled at the next open, in fractions of shares, with one rate of costs a side.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const FILE = "datasets/demo/nse.csv.gz";

/** Adjusted, by symbol: one number a session of `days`, NaN where there is no bar. */
export interface PaperPrices {
  /** ISO, ascending. */
  readonly days: readonly string[];
  readonly open: ReadonlyMap<string, Float64Array>;
  readonly close: ReadonlyMap<string, Float64Array>;
}

/** Of the demo market's Indian exchange; without `symbols` of all that have bars. */
export function readPaperPrices(symbols: readonly string[] | null): PaperPrices {
  const [header = "", ...lines] = gunzipSync(readFileSync(FILE)).toString("utf8").trim().split("\n");
  const names = header.split(",");
  const at = (name: string) => names.indexOf(name);
  const [symbolAt, dateAt, openAt, closeAt, adjustedAt] = [
    at("symbol"),
    at("date"),
    at("open"),
    at("close"),
    at("adjClose"),
  ];
  const rows = lines
    .map((line) => line.split(","))
    .filter((row) => symbols === null || symbols.includes(row[symbolAt] ?? ""));
  const days = [...new Set(rows.map((row) => row[dateAt] ?? ""))].toSorted();
  const place = new Map(days.map((day, session) => [day, session]));
  const open = new Map<string, Float64Array>();
  const close = new Map<string, Float64Array>();
  for (const row of rows) {
    const symbol = row[symbolAt] ?? "";
    if (!close.has(symbol)) {
      open.set(symbol, new Float64Array(days.length).fill(Number.NaN));
      close.set(symbol, new Float64Array(days.length).fill(Number.NaN));
    }
    const session = place.get(row[dateAt] ?? "") ?? 0;
    const asTraded = Number(row[closeAt]);
    const adjusted = Number(row[adjustedAt]) || asTraded; // series that nobody trades have none
    column(close, symbol)[session] = adjusted;
    column(open, symbol)[session] = (Number(row[openAt]) * adjusted) / asTraded;
  }
  return { days, open, close };
}

export function column(prices: ReadonlyMap<string, Float64Array>, symbol: string): Float64Array {
  const found = prices.get(symbol);
  if (!found) throw new Error(`the demo market has no ${symbol}`);
  return found;
}

export interface PaperPlan {
  readonly start: number;
  /** Percent a side, commission and slippage together. */
  readonly costs: number;
  /** Decided at the close of a session: fractions of the account by symbol; null leaves all as it is. */
  readonly decide: (
    session: number,
    shares: ReadonlyMap<string, number>,
  ) => ReadonlyMap<string, number> | null;
  /** Money that comes in on a session and waits, or goes out where below 0. */
  readonly flow?: (session: number) => number;
  /** Fractions of the account: money goes out of what is above them. */
  readonly targets?: ReadonlyMap<string, number>;
  /** Idle money grows as this one's close. */
  readonly cash?: string;
  /** Sessions of the run, both included; all without them. */
  readonly from?: number;
  readonly to?: number;
}

export interface PaperResult {
  /** At the close of each session of the run. */
  readonly values: readonly number[];
  /** Sessions at whose close something was decided. */
  readonly decided: readonly number[];
  /** Fractions by symbol; null where nothing was decided. */
  readonly lastDecision: ReadonlyMap<string, number> | null;
  /** The session on which the account could not pay; null for never. */
  readonly ranOut: number | null;
}

/** Goes through a plan, session by session. */
export function holdOnPaper(prices: PaperPrices, plan: PaperPlan): PaperResult {
  const {
    start,
    costs,
    decide,
    flow,
    targets,
    cash: cashSymbol,
    from = 0,
    to = prices.days.length - 1,
  } = plan;
  const rate = costs / 100;
  const units = new Map<string, number>();
  let cash = start;
  let wanted: ReadonlyMap<string, number> | null = null; // money by symbol, as of the close before
  const values: number[] = [];
  const decided: number[] = [];
  let lastDecision: ReadonlyMap<string, number> | null = null;
  const valueOf = (symbol: string, session: number) =>
    (units.get(symbol) ?? 0) * lastKnown(column(prices.close, symbol), session);
  for (let session = from; session <= to; session++) {
    if (cashSymbol !== undefined && session > from) {
      const close = column(prices.close, cashSymbol);
      cash *= (close[session] ?? 1) / (close[session - 1] ?? 1);
    }
    if (wanted) cash = fill(prices, { units, cash, wanted, session, rate });
    wanted = null;
    const held = [...units.keys()].reduce((sum, symbol) => sum + valueOf(symbol, session), 0);
    const moved = flow?.(session) ?? 0;
    const value = held + cash + moved;
    if (value <= 0) return { values, decided, lastDecision, ranOut: session };
    const lack = Math.max(0, -(cash + moved));
    const above = new Map(
      [...units.keys()].map((symbol) => [
        symbol,
        Math.max(0, valueOf(symbol, session) - (targets?.get(symbol) ?? 0) * value),
      ]),
    );
    for (const [symbol, money] of above) if (money === 0) above.delete(symbol);
    const most = [...above.values()].reduce((sum, each) => sum + each, 0);
    for (const [symbol, money] of lack > 0 ? above : [])
      units.set(symbol, (units.get(symbol) ?? 0) * (1 - (money * lack) / most / valueOf(symbol, session)));
    cash = Math.max(0, cash + moved);
    values.push(value);
    const shares = new Map([...units.keys()].map((symbol) => [symbol, valueOf(symbol, session) / value]));
    const decision = decide(session, shares);
    if (!decision) continue;
    decided.push(session);
    lastDecision = decision;
    wanted = new Map(
      [...new Set([...units.keys(), ...decision.keys()])].map((symbol) => [
        symbol,
        (decision.get(symbol) ?? 0) * value,
      ]),
    );
  }
  return { values, decided, lastDecision, ranOut: null };
}

interface Filling {
  readonly units: Map<string, number>;
  readonly cash: number;
  readonly wanted: ReadonlyMap<string, number>;
  readonly session: number;
  readonly rate: number;
}

/** Sells first; buys share what cash there is. @returns the cash that is left */
function fill(prices: PaperPrices, { units, cash, wanted, session, rate }: Filling): number {
  let left = cash;
  const buys: { readonly symbol: string; readonly money: number }[] = [];
  for (const [symbol, money] of wanted) {
    const before = lastKnown(column(prices.close, symbol), session - 1);
    const held = units.get(symbol) ?? 0;
    const price = lastKnown(column(prices.open, symbol), session);
    const change = money - held * before;
    if (change > 0) buys.push({ symbol, money: change });
    else {
      units.set(symbol, held + change / before);
      left -= (change / before) * price * (1 - rate);
    }
  }
  const asked = buys.reduce((sum, { money }) => sum + money, 0);
  const scale = asked > left ? left / asked : 1;
  for (const { symbol, money } of buys) {
    const price = lastKnown(column(prices.open, symbol), session) * (1 + rate);
    units.set(symbol, (units.get(symbol) ?? 0) + (money * scale) / price);
    left -= money * scale;
  }
  return left;
}

/** Of a session or the nearest before it; NaN where there is none. */
export function lastKnown(values: Float64Array, session: number): number {
  for (let at = session; at >= 0; at--) {
    const value = values[at] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}

/** Whether a session is the first of its month (7 characters of the date) or year (4). */
export function isFirstOf(days: readonly string[], session: number, characters: 4 | 7): boolean {
  return session === 0 || days[session]?.slice(0, characters) !== days[session - 1]?.slice(0, characters);
}
