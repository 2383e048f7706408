/** Bars as canonical CSV, a piece at a time. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";

const PIECE_ROWS = 20_000;

/** `symbol,date,open,high,low,close,volume`, with adjClose and marketCap where any part of the market has them. */
export function* marketToCsv(parts: readonly Market[]): Generator<string> {
  const extra = (["adjClose", "marketCap"] as const).filter((name) => parts.some((part) => part[name]));
  yield `${["symbol,date,open,high,low,close,volume", ...extra].join(",")}\n`;
  for (const part of parts) yield* partToCsv(part, extra);
}

function* partToCsv(market: Market, extra: readonly ("adjClose" | "marketCap")[]): Generator<string> {
  const { open, high, low, close, volume } = market;
  const columns = [open, high, low, close, volume, ...extra.map((name) => market[name])];
  let lines: string[] = [];
  for (const [instrument, { symbol }] of market.instruments.entries()) {
    const name = quoted(symbol);
    for (let bar = market.barOffset[instrument] ?? 0; bar < (market.barOffset[instrument + 1] ?? 0); bar++) {
      const figures = columns.map((column) => figure(column?.[bar] ?? NaN));
      lines.push(`${name},${formatIsoDay(market.day[bar] ?? 0)},${figures.join(",")}\n`);
      if (lines.length < PIECE_ROWS) continue;
      yield lines.join("");
      lines = [];
    }
  }
  yield lines.join("");
}

function figure(value: number): string {
  return Number.isNaN(value) ? "" : String(value);
}

/** A symbol may hold a comma or a quote. */
export function quoted(symbol: string): string {
  return /[",\r\n]/.test(symbol) ? `"${symbol.replaceAll('"', '""')}"` : symbol;
}
