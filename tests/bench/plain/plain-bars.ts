/** What the bench's plain loops are written on: an instrument's bars as views of the market's columns, and room for a column. */
import type { Market } from "#workers/model/market.ts";

export interface PlainBars {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Writes a number for each bar; NaN where there are too few bars for one. */
export type NumberLoop = (bars: PlainBars, out: Float64Array) => void;
/** Writes 1 for each bar on which a rule is true, and 0 for the others. */
export type RuleLoop = (bars: PlainBars, out: Uint8Array) => void;
/** Writes a number for each bar of the market, whose instruments all have the same days. */
export type MarketLoop = (market: Market, out: Float64Array) => void;

/** One function, called as the rule language calls it, and the loop that a programmer would write for it. */
export type PlainFunction = { readonly text: string } & (
  | { readonly type: "number"; readonly run: NumberLoop }
  | { readonly type: "rule"; readonly run: RuleLoop }
  | { readonly type: "market"; readonly run: MarketLoop }
);

export function barsOf(market: Market, instrument: number): PlainBars {
  const { barOffset, open, high, low, close, volume } = market;
  const part = (column: Float64Array) => column.subarray(barOffset[instrument], barOffset[instrument + 1]);
  return { open: part(open), high: part(high), low: part(low), close: part(close), volume: part(volume) };
}
