/** What an account held at each close, told by its fills alone and by the rows of the demo market: nothing of the engine. */
import type { Decision } from "#workers/model/decision.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { lastRowOn, type Share } from "./demo-shares.ts";

export interface Trade {
  /** Row of the fill in the exchange's dates. */
  readonly session: number;
  readonly side: "buy" | "sell";
  readonly symbol: string;
  /** "" of a purchase. */
  readonly reason: string;
  readonly quantity: number;
  readonly price: number;
}

/** An account at the close of a session. */
export interface Close {
  /** Money in each instrument that is held, at its last close. */
  readonly worth: ReadonlyMap<string, number>;
  /** What all purchases cost, less what all sales brought, up to here. */
  readonly spent: number;
}

/** The fills among some decisions. @param dates - ISO dates of the sessions */
export function tradesOf(decisions: readonly Decision[], dates: readonly string[]): readonly Trade[] {
  const sessionByDate = new Map(dates.map((date, session) => [date, session]));
  return decisions.flatMap((decision): Trade[] => {
    if (decision.type !== "buy" && decision.type !== "sell") return [];
    const { type: side, day, instrument: symbol, quantity, price } = decision;
    const session = sessionByDate.get(formatIsoDay(day)) ?? -1;
    return [
      { session, side, symbol, reason: decision.type === "sell" ? decision.reason : "", quantity, price },
    ];
  });
}

/** One a session of the exchange. */
export function closesOf(
  trades: readonly Trade[],
  instruments: readonly Share[],
  sessions: number,
): readonly Close[] {
  const bySymbol = new Map(instruments.map((share) => [share.symbol, share]));
  const bySession = Array.from({ length: sessions }, (): Trade[] => []);
  for (const trade of trades) bySession[trade.session]?.push(trade);
  const quantities = new Map<string, number>();
  let spent = 0;
  return bySession.map((ofSession, session) => {
    for (const { side, symbol, quantity, price } of ofSession) {
      const sign = side === "buy" ? 1 : -1;
      spent += sign * quantity * price;
      const left = (quantities.get(symbol) ?? 0) + sign * quantity;
      // what is left of a position that was sold whole is rounding
      if (left > 1e-9 * quantity) quantities.set(symbol, left);
      else quantities.delete(symbol);
    }
    const worth = [...quantities].map(([symbol, quantity]): [string, number] => {
      const share = bySymbol.get(symbol);
      const row = share ? lastRowOn(share.session, session) : -1;
      return [symbol, quantity * (share?.close[row] ?? Number.NaN)];
    });
    return { worth: new Map(worth), spent };
  });
}

/** The first sessions of a period, by the letters of a date that name it: 7 for months, 4 for years. */
export function firstsOf(dates: readonly string[], letters: number): readonly number[] {
  return [...dates.keys()].filter(
    (session) => dates[session]?.slice(0, letters) !== dates[session - 1]?.slice(0, letters),
  );
}
