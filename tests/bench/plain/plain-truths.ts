/** Plain loops about rules, plain arithmetic, and the market around an instrument. Each is the first thing that a programmer would write. */
import type { Market } from "#workers/model/market.ts";
import { plainMean } from "./plain-averages.ts";
import type { NumberLoop, PlainFunction } from "./plain-bars.ts";

type Bars = Parameters<NumberLoop>[0];

export const PLAIN_TRUTHS: readonly PlainFunction[] = [
  { text: "barsSince(close > open)", type: "number", run: (bars, out) => barsSince(bars, out) },
  { text: "count(close > open, 10)", type: "number", run: (bars, out) => count(bars, 10, out) },
  { text: "once(close > open, 10)", type: "rule", run: (bars, out) => once(bars, 10, out) },
  { text: "always(close > open, 3)", type: "rule", run: (bars, out) => always(bars, 3, out) },
  {
    text: "latch(close > open, close < low * 1.01)",
    type: "rule",
    run({ open, low, close }, out) {
      let held = 0;
      for (let at = 0; at < close.length; at++) {
        if (close[at] > open[at]) held = 1;
        else if (close[at] < low[at] * 1.01) held = 0;
        out[at] = held;
      }
    },
  },
  { text: "rising(3)", type: "rule", run: (bars, out) => rising(bars, 3, out) },
  { text: "falling(3)", type: "rule", run: (bars, out) => falling(bars, 3, out) },
  {
    text: "min(open, close)",
    type: "number",
    run({ open, close }, out) {
      for (let at = 0; at < close.length; at++) out[at] = Math.min(open[at], close[at]);
    },
  },
  {
    text: "max(open, close)",
    type: "number",
    run({ open, close }, out) {
      for (let at = 0; at < close.length; at++) out[at] = Math.max(open[at], close[at]);
    },
  },
  {
    text: "abs(close)",
    type: "number",
    run({ close }, out) {
      for (let at = 0; at < close.length; at++) out[at] = Math.abs(close[at]);
    },
  },
  {
    text: "sqrt(volume)",
    type: "number",
    run({ volume }, out) {
      for (let at = 0; at < volume.length; at++) out[at] = Math.sqrt(volume[at]);
    },
  },
  {
    text: "ln(volume)",
    type: "number",
    run({ volume }, out) {
      for (let at = 0; at < volume.length; at++) out[at] = Math.log(volume[at]);
    },
  },
  {
    text: "if(close > open, high, low)",
    type: "number",
    run({ open, high, low, close }, out) {
      for (let at = 0; at < close.length; at++) out[at] = close[at] > open[at] ? high[at] : low[at];
    },
  },
  { text: "rank(close)", type: "market", run: (market, out) => rankByClose(market, out) },
  { text: "place(close)", type: "market", run: (market, out) => placeByClose(market, out) },
  { text: "breadth(close > open)", type: "market", run: (market, out) => risingShare(market, out) },
  { text: "market(sma(200))", type: "market", run: (market, out) => ofFirst(market, out) },
  { text: 'of("S00000", sma(200))', type: "market", run: (market, out) => ofFirst(market, out) },
];

function barsSince({ open, close }: Bars, out: Float64Array): void {
  let since = NaN;
  for (let at = 0; at < close.length; at++) {
    since = close[at] > open[at] ? 0 : since + 1;
    out[at] = since;
  }
}

function count({ open, close }: Bars, n: number, out: Float64Array): void {
  out.fill(NaN, 0, n - 1);
  let found = 0;
  for (let at = 0; at < close.length; at++) {
    if (close[at] > open[at]) found++;
    if (at >= n && close[at - n] > open[at - n]) found--;
    if (at >= n - 1) out[at] = found;
  }
}

function once({ open, close }: Bars, n: number, out: Uint8Array): void {
  let last = -n;
  for (let at = 0; at < close.length; at++) {
    if (close[at] > open[at]) last = at;
    out[at] = at - last < n ? 1 : 0;
  }
}

function always({ open, close }: Bars, n: number, out: Uint8Array): void {
  let run = 0;
  for (let at = 0; at < close.length; at++) {
    run = close[at] > open[at] ? run + 1 : 0;
    out[at] = run >= n ? 1 : 0;
  }
}

function rising({ close }: Bars, n: number, out: Uint8Array): void {
  let run = 0;
  out[0] = 0;
  for (let at = 1; at < close.length; at++) {
    run = close[at] > close[at - 1] ? run + 1 : 0;
    out[at] = run >= n ? 1 : 0;
  }
}

function falling({ close }: Bars, n: number, out: Uint8Array): void {
  let run = 0;
  out[0] = 0;
  for (let at = 1; at < close.length; at++) {
    run = close[at] < close[at - 1] ? run + 1 : 0;
    out[at] = run >= n ? 1 : 0;
  }
}

/** Where each day of the market is in the calendar; all instruments have the days of the first one. */
function sessionsByDay({ barOffset, day }: Market): {
  readonly first: number;
  readonly sessions: Int32Array;
} {
  const own = day.subarray(barOffset[0], barOffset[1]);
  const first = own[0];
  const sessions = new Int32Array(own[own.length - 1] - first + 1);
  for (let session = 0; session < own.length; session++) sessions[own[session] - first] = session;
  return { first, sessions };
}

function daysOfFirst({ barOffset }: Market): number {
  return barOffset[1] - barOffset[0];
}

function rankByClose(market: Market, out: Float64Array): void {
  const members = market.instruments.length;
  placeByClose(market, out);
  for (let row = 0; row < out.length; row++) out[row] = ((out[row] - 1) * 100) / members;
}

/** Sorts each day's closes. */
function placeByClose(market: Market, out: Float64Array): void {
  const members = market.instruments.length;
  const days = daysOfFirst(market);
  const places = Int32Array.from({ length: members }, (_, member) => member);
  const closes = new Float64Array(members);
  for (let day = 0; day < days; day++) {
    for (let member = 0; member < members; member++)
      closes[member] = Math.fround(market.close[member * days + day]);
    places.sort((a, b) => closes[b] - closes[a] || a - b);
    for (let place = 0; place < members; place++) out[places[place] * days + day] = place + 1;
  }
}

function risingShare(market: Market, out: Float64Array): void {
  const { day, open, close } = market;
  const { first, sessions } = sessionsByDay(market);
  const found = new Int32Array(daysOfFirst(market));
  for (let row = 0; row < close.length; row++)
    if (close[row] > open[row]) found[sessions[day[row] - first]]++;
  const members = market.instruments.length;
  for (let row = 0; row < close.length; row++) out[row] = (found[sessions[day[row] - first]] * 100) / members;
}

function ofFirst(market: Market, out: Float64Array): void {
  const { day, close } = market;
  const { first, sessions } = sessionsByDay(market);
  const own = new Float64Array(daysOfFirst(market));
  plainMean(close.subarray(0, own.length), 200, own);
  for (let row = 0; row < close.length; row++) out[row] = own[sessions[day[row] - first]];
}
