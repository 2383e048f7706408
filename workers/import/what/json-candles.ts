/** Candles without titles, as exchanges answer and freqtrade keeps them: which of their numbers is what. */
import { isRecord } from "#workers/model/strategy-fault.ts";
import { behind, listOf, textAt, titledLists, valueAt } from "./json-rows.ts";
import type { JsonRow } from "./json-rows.ts";
import { writtenKey } from "./json-twice.ts";

/** Orders of the first five numbers; the highs and lows say which is meant. */
const ORDERS = [
  ["Date", "Open", "High", "Low", "Close"], // freqtrade, Binance, Kraken, Bybit, OKX
  ["Date", "Low", "High", "Open", "Close"], // Coinbase
  ["Date", "Open", "Close", "High", "Low"], // Bitfinex
] as const;

/** Titles behind the fifth number, by how many numbers a candle has. */
const TAILS: Readonly<Record<number, readonly string[]>> = {
  5: [],
  6: ["Volume"],
  7: ["Volume", "Turnover"], // Bybit
  8: ["VWAP", "Volume", "Trades"], // Kraken
  9: ["Volume", "VolumeTo", "Quote Volume", "Ignore"], // OKX
  12: ["Volume", "Close Time", "Quote Volume", "Trades", "Ignore", "Ignore 2", "Ignore 3"], // Binance
};

/** Where lists of candles lie, and the keys of their symbol; the last of a path is any key. */
function listsOf(parsed: unknown): readonly (readonly [symbol: string, list: unknown])[] {
  if (Array.isArray(parsed)) return [["", parsed]];
  const bybit = valueAt(parsed, "result", "list");
  if (bybit !== undefined) return [[textAt(parsed, "result", "symbol"), bybit]];
  const data = valueAt(parsed, "data");
  if (Array.isArray(data)) return [["", data]];
  const result = valueAt(parsed, "result"); // Kraken: by pair, and `last`
  return isRecord(result)
    ? Object.entries(result)
        .filter(([, list]) => Array.isArray(list))
        .map(([pair, list]) => [writtenKey(pair), list])
    : [];
}

/** null for anything but lists of candles whose highs and lows fit one order throughout. */
export function candleRows(parsed: unknown): readonly JsonRow[] | null {
  const lists = listsOf(parsed);
  const rows = lists.map(([symbol, list]) => rowsOfList(symbol, list));
  return lists.length > 0 && rows.every((some) => some !== null) ? rows.flat() : null;
}

function rowsOfList(symbol: string, value: unknown): readonly JsonRow[] | null {
  const list = listOf(value);
  const width = listOf(list?.[0])?.length ?? 0;
  const tail = TAILS[width];
  if (!list || !tail || list.some((item) => listOf(item)?.length !== width)) return null;
  for (const order of ORDERS) {
    const rows = titledLists([...order, ...tail], list);
    if (rows?.every(isCandle)) return rows.map(behind({ Symbol: symbol }));
  }
  return null;
}

function isCandle(row: JsonRow): boolean {
  const numberIn = (title: string): number => Number(row[title] ?? NaN);
  const [open, high, low, close] = [numberIn("Open"), numberIn("High"), numberIn("Low"), numberIn("Close")];
  const isTime = numberIn("Date") > 1e8;
  return isTime && low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
}
