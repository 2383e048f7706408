/** Bars as canonical CSV, a piece at a time. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";

const PIECE_ROWS = 20_000;

/** `symbol,date,open,high,low,close,volume`, with adjClose and marketCap where the market has them. */
export function* marketToCsv(market: Market): Generator<string> {
  const optional = [
    ["adjClose", market.adjClose],
    ["marketCap", market.marketCap],
  ] as const;
  const extra = optional.flatMap(([name, column]) => (column ? [{ name, column }] : []));
  yield `${["symbol,date,open,high,low,close,volume", ...extra.map(({ name }) => name)].join(",")}\n`;
  const { open, high, low, close, volume } = market;
  const columns = [open, high, low, close, volume, ...extra.map(({ column }) => column)];
  let lines: string[] = [];
  for (const [instrument, { symbol }] of market.instruments.entries()) {
    const name = quoted(symbol);
    for (let bar = market.barOffset[instrument] ?? 0; bar < (market.barOffset[instrument + 1] ?? 0); bar++) {
      const figures = columns.map((column) => figure(column[bar] ?? NaN));
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
function quoted(symbol: string): string {
  return /[",\r\n]/.test(symbol) ? `"${symbol.replaceAll('"', '""')}"` : symbol;
}
