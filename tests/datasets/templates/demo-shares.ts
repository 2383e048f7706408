/** The shares and funds of the demo market's first exchange as plain arrays on the adjusted price basis, with what was known of them. */
import { readExchange, readFacts, type Series } from "../demo-market.ts";

/** An instrument's bars with adjusted prices. */
export interface Share extends Omit<Series, "adjClose" | "sharesOutstanding"> {
  /** As in the file. */
  readonly rawClose: readonly number[];
}

/** A share on one of its bars. */
export interface Spot {
  readonly share: Share;
  readonly row: number;
}

export interface DemoExchange {
  /** ISO dates of all sessions, ascending. */
  readonly dates: readonly string[];
  readonly shares: readonly Share[];
  readonly funds: readonly Share[];
  readonly index: Share;
  readonly consumerPrices: Share;
  /** The fact's value of its latest date before the bar's; NaN for none. */
  readonly factAt: (spot: Spot, name: string) => number;
}

export function openExchange(id: string): DemoExchange {
  const { dates, companies, funds, index, otherIndices } = readExchange(id);
  const [consumerPrices] = otherIndices;
  if (!consumerPrices) throw new Error(`${id} has no consumer prices`);
  return {
    dates,
    shares: companies.map(adjust),
    funds: funds.map(adjust),
    index: adjust(index),
    consumerPrices: adjust(consumerPrices),
    factAt: openFacts(dates),
  };
}

/** The spots of some shares on a session; a share without a bar has none. */
export function spotsOn(shares: readonly Share[], session: number): Spot[] {
  return shares.flatMap((share) => {
    const row = rowOf(share, session);
    return row < 0 ? [] : [{ share, row }];
  });
}

/** The row of a session's bar, -1 for none. */
export function rowOf({ session: sessions }: Share, session: number): number {
  const row = lastRowOn(sessions, session);
  return sessions[row] === session ? row : -1;
}

/** The last row that is on or before a session, -1 for none. */
export function lastRowOn(sessions: readonly number[], session: number): number {
  let [low, high] = [0, sessions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sessions[middle] ?? 0) <= session) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function adjust(series: Series): Share {
  const factor = series.close.map((close, row) => (series.adjClose[row] ?? 0) / close);
  const times = (prices: readonly number[]): number[] =>
    prices.map((price, row) => price * (factor[row] ?? 1));
  const { symbol, session, volume, close } = series;
  return {
    symbol,
    session,
    open: times(series.open),
    high: times(series.high),
    low: times(series.low),
    close: times(close),
    volume,
    rawClose: close,
  };
}

interface Step {
  readonly date: string;
  readonly value: number;
}

function openFacts(dates: readonly string[]): DemoExchange["factAt"] {
  const steps = new Map<string, Step[]>();
  for (const { symbol, date, facts } of readFacts()) {
    for (const [name, value] of facts) {
      const key = `${symbol} ${name}`;
      const known = steps.get(key);
      if (known) known.push({ date, value });
      else steps.set(key, [{ date, value }]);
    }
  }
  return ({ share, row }, name) => {
    const date = dates[share.session[row] ?? -1] ?? "";
    return steps.get(`${share.symbol} ${name}`)?.findLast((step) => step.date < date)?.value ?? Number.NaN;
  };
}
