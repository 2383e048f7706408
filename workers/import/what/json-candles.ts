/** Bars without titles, as exchanges answer and freqtrade keeps them: which of their numbers is what. */
import { isRecord, ownValue } from "#workers/model/strategy-fault.ts";
import { behind, listOf, textAt, titledLists, valueAt } from "./json-rows.ts";
import type { JsonRow } from "./json-rows.ts";
import { writtenKey } from "./json-twice.ts";

/** Orders of the first five numbers; the highs and lows say which is meant. */
const ORDERS: readonly (readonly string[])[] = [
  ["Date", "Open", "High", "Low", "Close"], // freqtrade, Binance, Kraken, Bybit, OKX
  ["Date", "Low", "High", "Open", "Close"], // Coinbase
  ["Date", "Open", "Close", "High", "Low"], // Bitfinex
];

/** Titles behind the fifth number, by how many numbers a candle has. */
const TAILS: Readonly<Record<number, readonly string[]>> = {
  5: [],
  6: ["Volume"],
  7: ["Volume", "Turnover"], // Bybit
  8: ["VWAP", "Volume", "Trades"], // Kraken
  9: ["Volume", "VolumeTo", "Quote Volume", "Ignore"], // OKX
  12: ["Volume", "Close Time", "Quote Volume", "Trades", "Ignore", "Ignore 2", "Ignore 3"], // Binance
};

/** All numbers of Gate.io's, of which older ones end before the volume; the last says whether the day is over. */
const GATE = ["Date", "Quote Volume", "Close", "High", "Low", "Open", "Volume", "Ignore"] as const;
const LEAST_OF_GATE = 6;

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

/** Titles that candles of so many numbers may have, the likeliest first. @param areTold - true where the last says yes or no */
type TitlesOf = (width: number, areTold: boolean) => readonly (readonly string[])[];

/** null for anything but lists of candles whose highs and lows fit one order throughout. */
export function candleRows(parsed: unknown): readonly JsonRow[] | null {
  return rowsOfLists(parsed, (width, areTold) => {
    const tail = areTold ? undefined : TAILS[width];
    return tail ? ORDERS.map((order) => order.concat(tail)) : [];
  });
}

/** The same of Gate.io's. */
export function gateRows(parsed: unknown): readonly JsonRow[] | null {
  return rowsOfLists(parsed, (width, areTold) =>
    areTold === (width === GATE.length) && width >= LEAST_OF_GATE ? [GATE.slice(0, width)] : [],
  );
}

function rowsOfLists(parsed: unknown, titlesOf: TitlesOf): readonly JsonRow[] | null {
  const lists = listsOf(parsed);
  const rows = lists.map(([symbol, list]) => rowsOfList(symbol, list, titlesOf));
  return lists.length > 0 && rows.every((some) => some !== null) ? rows.flat() : null;
}

function rowsOfList(symbol: string, value: unknown, titlesOf: TitlesOf): readonly JsonRow[] | null {
  const list = listOf(value);
  const width = listOf(list?.[0])?.length ?? 0;
  if (!list || list.some((item) => listOf(item)?.length !== width)) return null;
  const areTold = list.every((item) => ["true", "false"].some((word) => listOf(item)?.at(-1) === word));
  for (const titles of titlesOf(width, areTold)) {
    const rows = titledLists(titles, list);
    if (rows?.every(isCandle)) return rows.map(behind({ Symbol: symbol }));
  }
  return null;
}

function isCandle(row: JsonRow): boolean {
  return isTime(row["Date"]) && isBar(row);
}

/** Seconds or thousandths of them. */
function isTime(value: unknown): boolean {
  return Number(value ?? NaN) > 1e8;
}

function isBar(row: JsonRow): boolean {
  const numberIn = (title: string): number => Number(row[title] ?? NaN);
  const [open, high, low, close] = [numberIn("Open"), numberIn("High"), numberIn("Low"), numberIn("Close")];
  return low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
}

const TENCENT = ["Date", "Open", "Close", "High", "Low"] as const;
/** As traded, then adjusted forward or backward. */
const TENCENT_LISTS = ["", "qfq", "hfq"].flatMap((adjustment) =>
  ["day", "week", "month"].map((span) => ({ adjustment, key: `${adjustment}${span}` })),
);
/** Shares of mainland China are counted in lots of 100, but for those of the STAR market. */
const IN_LOTS = /^(?:sh(?!68[89])|sz|bj)/;
const LOT = 100;

/** Tencent's bars under the code of each share, with more behind them that is passed over. */
export function tencentRows(parsed: unknown): readonly JsonRow[] | null {
  const data = valueAt(parsed, "data");
  const shares = isRecord(data) ? Object.keys(data) : [];
  const areLots = shares.every((code) => IN_LOTS.test(code));
  const found = shares.map((code) => {
    const share = isRecord(data) ? ownValue(data, code) : undefined;
    const known = TENCENT_LISTS.find(({ key }) => Array.isArray(valueAt(share, key)));
    const bars = known && listOf(valueAt(share, known.key))?.map((item) => listOf(item) ?? []);
    const rows =
      bars &&
      titledLists(
        TENCENT,
        bars.map((bar) => bar.slice(0, TENCENT.length)),
      );
    if (!rows?.every(isBar)) return null;
    const lot = areLots || !IN_LOTS.test(code) ? 1 : LOT;
    const about = { Symbol: writtenKey(code), "Price Adjustment": known?.adjustment };
    const title = areLots ? "成交量(手)" : "成交量";
    return rows
      .map((row, at) => Object.assign({ [title]: Number(bars?.[at]?.[TENCENT.length]) * lot }, row))
      .map(behind(about));
  });
  return found.length > 0 && found.every((rows) => rows !== null) ? found.flat() : null;
}

/** Where pairs may lie that are prices as far as anybody says. */
const PAIRS_AT = [[], ["data"], ["prices"]] as const;

/** Times and closes, as charts are drawn from; those without a close are passed over. null where one is something else. */
export function pairRows(parsed: unknown): readonly JsonRow[] | null {
  const list = PAIRS_AT.map((keys) => listOf(valueAt(parsed, ...keys))).find((found) => found !== null);
  if (!list?.every((item) => listOf(item)?.length === 2)) return null;
  const rows = (titledLists(["Date", "Value"], list) ?? []).filter((row) => row["Value"] !== null);
  const arePairs = rows.every(
    ({ Date: time, Value: value }) =>
      (isTime(time) || /^\d{4}-\d{2}-\d{2}/.test(String(time))) && Number.isFinite(Number(value || NaN)),
  );
  return rows.length > 0 && arePairs ? rows : null;
}
