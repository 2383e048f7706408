/** Bars, companies and facts as CSV text: ISO dates, a dot for decimals, no needless zeros, a line feed after every row. */
import type { Bars } from "./bars.ts";
import type { ConsumerPrices } from "./consumer-prices.ts";
import type { IndexBars } from "./index-series.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { FACT_NAMES, type FactName, type Report } from "./reports.ts";

export const BARS_HEADER = "symbol,date,open,high,low,close,volume,adjClose,sharesOutstanding\n";

const INSTRUMENTS_HEADER = "symbol,name,exchange,instrumentType,currency,sharesOutstanding,sector\n";

/** The wide form: an empty cell says nothing. */
export const FACTS_HEADER = `symbol,date,${FACT_NAMES.join(",")}\n`;

/** Digits of a fact that are not zeros at its end; the number of shares, which prices are multiplied by, keeps all. */
const FACT_DIGITS = 4;

/** An adjusted close under this (in ten-thousandths) keeps four decimals, a larger one two. */
const FOUR_DECIMALS_BELOW = 100_000;

export interface InstrumentRow {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: string;
  readonly instrumentType: "EQUITY" | "FUND" | "INDEX";
  /** ISO 4217 code. */
  readonly currency: string;
  /** "" for all but companies. */
  readonly sector: string;
}

/** The rows of one company, by date ascending, without a header; `dates` are those of the sessions. */
export function writeBars(symbol: string, bars: Bars, dates: readonly string[]): string {
  let text = "";
  for (let row = 0; row < bars.session.length; row++) {
    const close = bars.close[row] ?? 0;
    const prices = `${writePrice(bars.open[row])},${writePrice(bars.high[row])},${writePrice(bars.low[row])}`;
    const adjusted = writeAdjusted(close, bars.adjustment[row] ?? 1);
    const date = dates[bars.session[row] ?? 0] ?? "";
    text += `${symbol},${date},${prices},${writePrice(close)},${bars.volume[row]},${adjusted},${bars.sharesOutstanding[row]}\n`;
  }
  return text;
}

/** Prices of an instrument without shares, with a row a session. */
export interface PricedBars extends IndexBars {
  /** Units. */
  readonly volume: Float64Array;
}

/** The rows of an index or a fund, one a session: no shares, nothing to adjust; an index has no volume. */
export function writePrices(
  symbol: string,
  bars: IndexBars & Partial<PricedBars>,
  dates: readonly string[],
): string {
  return dates
    .map((date, row) => {
      const close = writePrice(bars.close[row]);
      const prices = `${writePrice(bars.open[row])},${writePrice(bars.high[row])},${writePrice(bars.low[row])}`;
      return `${symbol},${date},${prices},${close},${bars.volume?.[row] ?? 0},${close},\n`;
    })
    .join("");
}

/** The rows of consumer prices, one a month, as those of an index that stands still. */
export function writeConsumerPrices(symbol: string, { dates, level }: ConsumerPrices): string {
  return writePrices(symbol, { open: level, high: level, low: level, close: level }, dates);
}

/** instruments.csv, rows in the order given; shares outstanding stand with the bars. */
export function writeInstruments(rows: readonly InstrumentRow[]): string {
  const lines = rows.map(
    ({ symbol, name, exchange, instrumentType, currency, sector }) =>
      `${symbol},${name},${exchange},${instrumentType},${currency},,${sector}\n`,
  );
  return INSTRUMENTS_HEADER + lines.join("");
}

/** The rows of one company's facts, in the order given, without a header. */
export function writeFacts(symbol: string, reports: readonly Report[]): string {
  return reports
    .map(({ day, facts }) => {
      const cells = FACT_NAMES.map((name) => writeFact(name, facts[name]));
      return `${symbol},${formatIsoDay(day)},${cells.join(",")}\n`;
    })
    .join("");
}

/** Numbers under 1e21 come out without an exponent. */
function writeFact(name: FactName, value: number | undefined): string {
  if (value === undefined) return "";
  return String(name === "shares" ? value : Number(value.toPrecision(FACT_DIGITS)));
}

/** Whole hundredths as a decimal. */
function writePrice(hundredths = 0): string {
  return writeDecimal(hundredths, 100);
}

function writeAdjusted(closeHundredths: number, factor: number): string {
  const adjusted = closeHundredths * 100 * factor;
  if (adjusted < FOUR_DECIMALS_BELOW) return writeDecimal(Math.max(1, Math.round(adjusted)), 10_000);
  return writePrice(Math.round(adjusted / 100));
}

/** A whole number of parts, `parts` (a power of ten) to the unit, as a decimal without zeros at its end. */
function writeDecimal(count: number, parts: number): string {
  const whole = Math.floor(count / parts);
  const rest = count - whole * parts;
  if (rest === 0) return String(whole);
  const digits = String(parts + rest).slice(1);
  return `${whole}.${digits.replace(/0+$/, "")}`;
}
