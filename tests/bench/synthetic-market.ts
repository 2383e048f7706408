/** A market of any size that is the same on every machine: for measuring, not for looking at. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";

const FIRST_DAY = 10_959; // 2000-01-03, a Monday
const DAYS_A_WEEK = 7;
const SESSIONS_A_WEEK = 5;
const SESSIONS_A_QUARTER = 65;
const SECTORS = ["Banks", "Cement", "Energy", "Metals", "Pharma", "Retail", "Software", "Telecom"];

/** Facts that strategies name, by name: a first value, and how far a quarter's change may go. Made up, all of them. */
const FACTS: Readonly<Record<string, { readonly first: number; readonly most: number }>> = {
  currentRatio: { first: 1.8, most: 0.2 },
  earningsYield: { first: 0.06, most: 0.2 },
  "eps.yoy": { first: 15, most: 0.6 },
  fScore: { first: 6, most: 0.4 },
  pb: { first: 1.6, most: 0.2 },
  pe: { first: 16, most: 0.2 },
  "revenue.yoy": { first: 12, most: 0.6 },
  roic: { first: 0.14, most: 0.2 },
};

export interface MarketShape {
  /** Up to 100,000. */
  readonly instruments: number;
  /** From Monday to Friday without holidays. */
  readonly sessions: number;
}

/** Random walks on a grid of 0.05, listed from the start, with market caps: instruments x sessions bars. */
export function syntheticMarket({ instruments, sessions }: MarketShape): Market {
  const bars = instruments * sessions;
  const column = () => new Float64Array(bars);
  const columns = {
    day: new Int32Array(bars),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    marketCap: column(),
  };
  let at = 0;
  const described = Array.from(syntheticSeries({ instruments, sessions }), (series) => {
    columns.day.set(series.day, at);
    columns.open.set(series.open, at);
    columns.high.set(series.high, at);
    columns.low.set(series.low, at);
    columns.close.set(series.close, at);
    columns.volume.set(series.volume, at);
    columns.marketCap.set(series.marketCap, at);
    at += sessions;
    return series.instrument;
  });
  return {
    instruments: described,
    barOffset: Int32Array.from({ length: instruments + 1 }, (_, instrument) => instrument * sessions),
    ...columns,
    adjClose: null,
  };
}

/** The same market instrument by instrument, however large it is; each is good until the next. */
export function* syntheticSeries({ instruments, sessions }: MarketShape) {
  const column = () => new Float64Array(sessions);
  const day = Int32Array.from({ length: sessions }, (_, session) => sessionDay(session));
  const [open, high, low, close] = [column(), column(), column(), column()];
  const [volume, marketCap] = [column(), column()];
  const random = xorshift(20_000_103);
  for (let at = 0; at < instruments; at++) {
    const shares = 1e6 * (1 + Math.floor(random() * 2000));
    const traded = 1000 * (1 + Math.floor(random() * 5000));
    let ticks = 400 + Math.floor(random() * 40_000);
    for (let session = 0; session < sessions; session++) {
      const before = ticks;
      ticks = Math.max(100, Math.round(ticks * (1 + (random() + random() + random() - 1.498) * 0.025)));
      open[session] = before / 20;
      close[session] = ticks / 20;
      high[session] = (Math.max(before, ticks) + Math.floor(random() * 10)) / 20;
      low[session] = (Math.min(before, ticks) - Math.floor(random() * 10)) / 20;
      volume[session] = Math.floor(traded * (0.3 + random()));
      marketCap[session] = (close[session] ?? 0) * shares;
    }
    const instrument = {
      symbol: symbolOf(at),
      name: "",
      exchange: "NSE",
      instrumentType: "EQUITY",
      currency: "INR",
      sector: SECTORS[at % SECTORS.length] ?? "",
      marketCapLooksAhead: false,
    };
    yield { instrument, day, open, high, low, close, volume, adjClose: null, marketCap };
  }
}

/** What the same instruments published each quarter, on days of their own: each value some way from the one at the start. */
export function syntheticFacts({ instruments, sessions }: MarketShape): readonly FactSeries[] {
  const quarters = Math.floor(sessions / SESSIONS_A_QUARTER);
  return Object.entries(FACTS).map(([name, { first, most }], number) => {
    const random = xorshift(7001 + number);
    const day = new Int32Array(instruments * quarters);
    const value = new Float64Array(instruments * quarters);
    for (let at = 0; at < day.length; at++) {
      const session = (at % quarters) * SESSIONS_A_QUARTER + Math.floor(random() * SESSIONS_A_QUARTER);
      day[at] = sessionDay(session);
      value[at] = first * (1 + (random() + random() - 1) * 2 * most);
      if (name === "fScore") value[at] = Math.round(value[at] ?? 0);
    }
    const stepOffset = Int32Array.from({ length: instruments + 1 }, (_, at) => at * quarters);
    return { name, kind: "fact", stepOffset, day, value };
  });
}

/** The same bars as one long canonical CSV file, by symbol and date. */
export function toCsv(market: Market): Uint8Array {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [encoder.encode("symbol,date,open,high,low,close,volume\n")];
  for (const [at, { symbol }] of market.instruments.entries()) {
    let text = "";
    for (let row = market.barOffset[at] ?? 0; row < (market.barOffset[at + 1] ?? 0); row++) {
      const { day, open, high, low, close, volume } = market;
      text += `${symbol},${formatIsoDay(day[row] ?? 0)},${open[row]},${high[row]},${low[row]},${close[row]},${volume[row]}\n`;
    }
    parts.push(encoder.encode(text));
  }
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

function sessionDay(session: number): number {
  const week = Math.floor(session / SESSIONS_A_WEEK);
  return FIRST_DAY + week * DAYS_A_WEEK + (session % SESSIONS_A_WEEK);
}

/** Fixed width, so that code-unit order is number order. */
function symbolOf(instrument: number): string {
  return `S${String(instrument).padStart(5, "0")}`;
}

/** Uniform in [0, 1). Source: Marsaglia, "Xorshift RNGs", J. of Statistical Software 8(14), 2003. */
function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
