/** Templates by weights on the demo market, told by their fills and the rows of the files. */
import type { Decision } from "#workers/model/decision.ts";
import type { Market } from "#workers/model/market.ts";
import type { Report } from "#workers/model/report.ts";
import { lastRowOn, openExchange, rowOf, type Share, type Spot } from "./demo-shares.ts";
import { closesOf, firstsOf, tradesOf, type Close, type Trade } from "./holdings.ts";
import { runTemplate } from "./run-template.ts";

export const exchange = openExchange("NSE");
export const { dates } = exchange;
const instruments = new Map([...exchange.shares, ...exchange.funds].map((share) => [share.symbol, share]));
export const SESSIONS = [...dates.keys()];
export const LAST = dates.length - 1;
/** First sessions of months. */
export const MONTHS = firstsOf(dates, 7);
/** Those whose orders are filled within the data. */
export const DECIDING = MONTHS.filter((session) => session < LAST);
export const FIVE = ["TIDESHARES", "TIDEWORLD", "TIDEBONDS", "TIDEGOLD", "TIDEPROPERTY"];
/** Percent of the account by which a fund's part, of a quarter or less, moves from an evening to the next close at most. */
export const A_DAY = 2.5;

export function shareOf(symbol: string): Share {
  const share = instruments.get(symbol);
  if (!share) throw new Error(`the demo market has no ${symbol}`);
  return share;
}

/** An instrument on its last bar up to a session. */
export function spotAt(symbol: string, session: number): Spot {
  const share = shareOf(symbol);
  return { share, row: lastRowOn(share.session, session) };
}

/** Whether it has a price on a session and on the next, so that what is decided is filled. */
export const isTradedFrom = (session: number) => (symbol: string) =>
  [session, session + 1].every((at) => rowOf(shareOf(symbol), at) >= 0);

export interface Ran {
  readonly report: Report;
  readonly trades: readonly Trade[];
  readonly closes: readonly Close[];
  /** Of the account's value, in percent; 0 for what is not held. */
  readonly percentOf: (session: number, symbol: string) => number;
  /** Symbols that are held, in code-unit order. */
  readonly heldOn: (session: number) => readonly string[];
}

export function runPortfolio(id: string, market: Market): Ran {
  const decisions: Decision[] = [];
  const report = runTemplate(`${id}.json`, market, decisions);
  if (report.equity.day.length !== dates.length) throw new Error(`${id} does not run on every session`);
  const trades = tradesOf(decisions, dates);
  const closes = closesOf(trades, [...instruments.values()], dates.length);
  const valueOn = (session: number): number => report.equity.value[session] ?? Number.NaN;
  return {
    report,
    trades,
    closes,
    percentOf: (session, symbol) => (100 * (closes[session]?.worth.get(symbol) ?? 0)) / valueOn(session),
    heldOn: (session) => [...(closes[session]?.worth.keys() ?? [])].toSorted(),
  };
}

/** Sessions of which a statement does not hold, as dates. */
export const without = (sessions: readonly number[], holds: (session: number) => boolean): string[] =>
  sessions.filter((session) => !holds(session)).map((session) => dates[session] ?? "");

export const isNear = (value: number, wanted: number, by: number): boolean => Math.abs(value - wanted) <= by;
export const symbolsOf = (trades: readonly Trade[]): string[] =>
  [...new Set(trades.map(({ symbol }) => symbol))].toSorted();
export const reasonsOf = (trades: readonly Trade[]): string[] =>
  [...new Set(trades.filter(({ side }) => side === "sell").map(({ reason }) => reason))].toSorted();
