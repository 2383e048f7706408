/**
 * JSON as vendors' programs answer with: a table of shapes, each with how its rows of prices lie in it. The first that
 * fits is taken. To add one is to add an entry here; the page of what is known shows its example.
 */
import { isRecord } from "#workers/model/strategy-fault.ts";
import { candleRows, gateRows, pairRows, tencentRows } from "./json-candles.ts";
import {
  behind,
  CURRENCY,
  columnLists,
  columnRecords,
  flatRecords,
  keyedRecords,
  listOf,
  renamed,
  textAt,
  textsOf,
  titledLists,
  valueAt,
} from "./json-rows.ts";
import type { JsonRow } from "./json-rows.ts";
import { writtenKey } from "./json-twice.ts";

export interface JsonShape {
  /** Whose program writes so; "" for a shape of many. */
  readonly vendor: string;
  /** A whole answer of one bar, for a person to look at. */
  readonly example: string;
  /** null for JSON of another shape. */
  readonly rows: (parsed: unknown) => readonly JsonRow[] | null;
}

const DAY_SECONDS = 86_400;
/** Letters for what a bar has, as several vendors shorten them. */
const LETTERS = { t: "Date", o: "Open", h: "High", l: "Low", c: "Close", v: "Volume" };

/** The surest first: what many vendors' answers look like stands at the end. */
export const JSON_SHAPES: readonly JsonShape[] = [
  {
    vendor: "Yahoo chart",
    example:
      '{"chart": {"result": [{"meta": {"symbol": "ACME"}, "timestamp": [1704205800], "indicators": {"quote": [{"open": [9.5], "high": [10], "low": [9], "close": [9.9], "volume": [1000]}]}}]}}',
    rows: (parsed) => allOf(listOf(valueAt(parsed, "chart", "result")), yahooRows),
  },
  {
    vendor: "Alpha Vantage",
    example:
      '{"Meta Data": {"2. Symbol": "ACME"}, "Time Series (Daily)": {"2024-01-02": {"1. open": "9.5", "4. close": "9.9"}}}',
    rows: alphaVantageSeries,
  },
  {
    vendor: "Alpha Vantage",
    example:
      '{"symbol": "ACME", "annualReports": [{"fiscalDateEnding": "2023-12-31", "totalRevenue": "5000"}]}',
    rows: alphaVantageReports,
  },
  {
    vendor: "Twelve Data",
    example:
      '{"meta": {"symbol": "ACME", "interval": "1day"}, "values": [{"datetime": "2024-01-02", "close": "9.9"}]}',
    rows: (parsed) => twelveDataRows(parsed) ?? allOf(recordValues(parsed), twelveDataRows),
  },
  {
    vendor: "Tiingo",
    example: '[{"ticker": "btcusd", "priceData": [{"date": "2024-01-02T00:00:00+00:00", "close": 9.9}]}]',
    rows: (parsed) =>
      allOf(listOf(parsed), (one) =>
        mapRows(flatRecords(valueAt(one, "priceData")), behind({ ticker: textAt(one, "ticker") })),
      ),
  },
  {
    vendor: "Polygon",
    example:
      '{"ticker": "ACME", "results": [{"v": 1000, "o": 9.5, "c": 9.9, "h": 10, "l": 9, "t": 1704171600000}]}',
    rows: (parsed) => letterRows(textAt(parsed, "ticker"), valueAt(parsed, "results")),
  },
  {
    vendor: "Alpaca",
    example:
      '{"bars": {"ACME": [{"t": "2024-01-02T05:00:00Z", "o": 9.5, "h": 10, "l": 9, "c": 9.9, "v": 1000}]}}',
    rows: alpacaRows,
  },
  {
    vendor: "Finnhub",
    example: '{"c": [9.9], "h": [10], "l": [9], "o": [9.5], "s": "ok", "t": [1704153600], "v": [1000]}',
    rows: (parsed) => {
      const rows = Array.isArray(valueAt(parsed, "t")) ? columnLists(parsed) : null;
      return mapRows(rows, renamed(LETTERS));
    },
  },
  {
    vendor: "Nasdaq",
    example:
      '{"data": {"symbol": "ACME", "tradesTable": {"rows": [{"date": "01/02/2024", "close": "$9.90"}]}}}',
    rows: (parsed) =>
      mapRows(
        flatRecords(valueAt(parsed, "data", "tradesTable", "rows")),
        behind({ symbol: textAt(parsed, "data", "symbol") }),
      ),
  },
  {
    vendor: "Nasdaq Data Link",
    example:
      '{"dataset": {"dataset_code": "ACME", "column_names": ["Date", "Close"], "data": [["2024-01-02", 9.9]]}}',
    rows: dataLinkRows,
  },
  {
    vendor: "East Money",
    example: '{"data": {"code": "600036", "klines": ["2024-01-02,9.5,9.9,10,9,1000,9700"]}}',
    rows: eastMoneyRows,
  },
  {
    vendor: "Tencent",
    example: '{"data": {"sh600036": {"day": [["2024-01-02", "9.5", "9.9", "10", "9", "1000"]]}}}',
    rows: tencentRows,
  },
  {
    vendor: "Tushare",
    example:
      '{"data": {"fields": ["ts_code", "trade_date", "close"], "items": [["600036.SH", "20240102", 9.9]]}}',
    rows: (parsed) => {
      const titles = textsOf(valueAt(parsed, "data", "fields"));
      return titles && titledLists(titles, valueAt(parsed, "data", "items"));
    },
  },
  {
    vendor: "Moscow Exchange",
    example:
      '{"history": {"columns": ["SECID", "TRADEDATE", "CLOSE"], "data": [["ACME", "2024-01-02", 9.9]]}}',
    rows: (parsed) =>
      blockRows(valueAt(parsed, "history")) ??
      blockRows(valueAt(parsed, "candles")) ??
      blockRows(valueAt(parsed, "dividends")),
  },
  {
    vendor: "Bitstamp",
    example:
      '{"data": {"pair": "BTC/USD", "ohlc": [{"timestamp": "1704153600", "open": "9.5", "close": "9.9"}]}}',
    rows: (parsed) =>
      mapRows(
        flatRecords(valueAt(parsed, "data", "ohlc")),
        behind({ symbol: textAt(parsed, "data", "pair") }),
      ),
  },
  {
    vendor: "CoinGecko",
    example:
      '{"prices": [[1704153600000, 9.9]], "market_caps": [[1704153600000, 5000]], "total_volumes": [[1704153600000, 700]]}',
    rows: coinGeckoRows,
  },
  {
    vendor: "pandas (split)",
    example: '{"columns": ["Open", "Close"], "index": [1704153600000], "data": [[9.5, 9.9]]}',
    rows: pandasSplit,
  },
  {
    vendor: "pandas (table)",
    example:
      '{"schema": {"fields": [{"name": "Date"}]}, "data": [{"Date": "2024-01-02T00:00:00.000", "Close": 9.9}]}',
    rows: (parsed) =>
      listOf(valueAt(parsed, "schema", "fields")) === null
        ? null
        : mapRows(flatRecords(valueAt(parsed, "data")), (row) => row),
  },
  {
    vendor: "freqtrade or an exchange's candles",
    example: "[[1704153600000, 9.5, 10, 9, 9.9, 1000]]",
    rows: candleRows,
  },
  {
    vendor: "Gate.io",
    example: '[["1704153600", "9900", "9.9", "10", "9", "9.5", "1000", "true"]]',
    rows: gateRows,
  },
  {
    vendor: "pairs of a chart",
    example: "[[1704153600000, 9.9]]",
    rows: pairRows,
  },
  { vendor: "", example: '[{"date": "2024-01-02", "close": 9.9}]', rows: flatRecords },
  {
    vendor: "",
    example: '{"symbol": "ACME", "historical": [{"date": "2024-01-02", "close": 9.9}]}',
    rows: oneList,
  },
  { vendor: "", example: '{"date": ["2024-01-02"], "close": [9.9]}', rows: columnLists },
  {
    vendor: "pandas (index)",
    example: '{"2024-01-02": {"Open": 9.5, "Close": 9.9}}',
    rows: (parsed) => (keysAreDays(parsed) ? keyedRecords(parsed, "Date") : null),
  },
  {
    vendor: "pandas (columns)",
    example: '{"Open": {"1704153600000": 9.5}, "Close": {"1704153600000": 9.9}}',
    rows: pandasColumns,
  },
];

function mapRows(
  rows: readonly JsonRow[] | null,
  change: (row: JsonRow) => JsonRow,
): readonly JsonRow[] | null {
  return rows && rows.map(change);
}

/** The rows of all items; null where one of them has another shape, or there is none. */
function allOf(
  items: readonly unknown[] | null,
  rowsOf: (item: unknown) => readonly JsonRow[] | null,
): readonly JsonRow[] | null {
  if (!items || items.length === 0) return null;
  const rows = items.map(rowsOf);
  return rows.every((some) => some !== null) ? rows.flat() : null;
}

function recordValues(value: unknown): readonly unknown[] | null {
  return isRecord(value) ? Object.values(value) : null;
}

/** Days of the exchange: the seconds are those of the opening, in UTC. Bars of less than a day keep their time. */
function yahooRows(result: unknown): readonly JsonRow[] | null {
  const times = listOf(valueAt(result, "timestamp"));
  const quote = valueAt(result, "indicators", "quote", 0);
  if (!times || !isRecord(quote)) return null;
  const offset = Number(valueAt(result, "meta", "gmtoffset") ?? 0);
  const isIntraday = /\d[mh]$/.test(textAt(result, "meta", "dataGranularity"));
  const adjusted = listOf(valueAt(result, "indicators", "adjclose", 0, "adjclose"));
  const lists = [
    ["Open", listOf(quote["open"])],
    ["High", listOf(quote["high"])],
    ["Low", listOf(quote["low"])],
    ["Close", listOf(quote["close"])],
    ["Adj Close", adjusted],
    ["Volume", listOf(quote["volume"])],
  ] as const;
  if (!lists[3][1] || lists.some(([, list]) => list && list.length !== times.length)) return null;
  const symbol = textAt(result, "meta", "symbol");
  const currency = textAt(result, "meta", "currency");
  const rows = times.map((time, at) =>
    Object.fromEntries([
      ["Symbol", symbol],
      ["Date", localTime(Number(time) + offset, isIntraday)],
      ...lists.flatMap(([title, list]) => (list ? [[title, list[at]]] : [])),
      [CURRENCY, currency],
    ]),
  );
  return rows.filter(hasPrice); // a day without a trade has nothing
}

function hasPrice(row: JsonRow): boolean {
  return ["Open", "High", "Low", "Close"].some((title) => row[title] !== null && row[title] !== undefined);
}

function localTime(seconds: number, isIntraday: boolean): string {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > 100_000 * DAY_SECONDS) return String(seconds);
  const text = new Date(seconds * 1000).toISOString();
  return isIntraday ? text.slice(0, 19).replace("T", " ") : text.slice(0, 10);
}

/** `1. open`, `4a. close (USD)`, `5. adjusted close`. */
function alphaVantageSeries(parsed: unknown): readonly JsonRow[] | null {
  const about = valueAt(parsed, "Meta Data");
  if (!isRecord(about) || !isRecord(parsed)) return null;
  const days = Object.entries(parsed).find(([key, value]) => key !== "Meta Data" && isRecord(value));
  const rows = days && keyedRecords(days[1], "timestamp");
  if (!rows) return null;
  const said = (word: RegExp): string =>
    Object.entries(about).flatMap(([key, value]) =>
      word.test(key) && typeof value === "string" ? [value] : [],
    )[0] ?? "";
  const pair = `${said(/From Symbol/)}${said(/To Symbol/)}`;
  const symbol = pair || said(/Symbol$/) || said(/Currency Code$/);
  return rows.map((row) =>
    Object.fromEntries([
      ["symbol", symbol],
      ...Object.entries(row).map(([title, cell]) => [title.replace(/^\d+[a-z]?\.\s*/, ""), cell]),
    ]),
  );
}

/** Alpha Vantage's lists, and the span of each; those of years' earnings have no days of their own. */
const LISTS_OF_SPANS = [
  ["quarterlyReports", "quarterly"],
  ["annualReports", "annual"],
  ["quarterlyEarnings", "quarterly"],
] as const;

function alphaVantageReports(parsed: unknown): readonly JsonRow[] | null {
  const ofSpans = LISTS_OF_SPANS.filter(([list]) => Array.isArray(valueAt(parsed, list)));
  if (ofSpans.length === 0) return null;
  return ofSpans.flatMap(([list, period]) =>
    (flatRecords(valueAt(parsed, list)) ?? []).map(behind({ symbol: textAt(parsed, "symbol"), period })),
  );
}

function twelveDataRows(parsed: unknown): readonly JsonRow[] | null {
  const symbol = textAt(parsed, "meta", "symbol");
  const rows = symbol === "" ? null : flatRecords(valueAt(parsed, "values"));
  return mapRows(rows, behind({ symbol, [CURRENCY]: textAt(parsed, "meta", "currency") }));
}

/** Bars with letters for titles; null where they have no time and close. */
function letterRows(symbol: string, value: unknown): readonly JsonRow[] | null {
  const rows = flatRecords(value);
  if (!rows || rows.length === 0 || !rows.every((row) => "t" in row && "c" in row)) return null;
  return rows.map(renamed(LETTERS)).map(behind({ Symbol: symbol }));
}

/** Bars of one symbol, or of each under its name. */
function alpacaRows(parsed: unknown): readonly JsonRow[] | null {
  const bars = valueAt(parsed, "bars");
  if (!isRecord(bars)) return letterRows(textAt(parsed, "symbol"), bars);
  return allOf(Object.entries(bars), (entry) => letterRows(writtenKey(textAt(entry, 0)), valueAt(entry, 1)));
}

function dataLinkRows(parsed: unknown): readonly JsonRow[] | null {
  for (const key of ["dataset", "dataset_data"]) {
    const titles = textsOf(valueAt(parsed, key, "column_names"));
    const rows = titles && titledLists(titles, valueAt(parsed, key, "data"));
    if (rows) return rows.map(behind({ Symbol: textAt(parsed, key, "dataset_code") }));
  }
  const columns = listOf(valueAt(parsed, "datatable", "columns"));
  const titles = columns?.map((column) => textAt(column, "name"));
  return titles ? titledLists(titles, valueAt(parsed, "datatable", "data")) : null;
}

const EAST_MONEY = "日期 开盘 收盘 最高 最低 成交量 成交额 振幅 涨跌幅 涨跌额 换手率".split(" ");

/** A text a bar, with commas, under no titles. */
function eastMoneyRows(parsed: unknown): readonly JsonRow[] | null {
  const lines = textsOf(valueAt(parsed, "data", "klines"));
  const rows =
    lines &&
    titledLists(
      EAST_MONEY,
      lines.map((line) => line.split(",")),
    );
  return mapRows(rows, behind({ 股票代码: textAt(parsed, "data", "code") }));
}

/** The value of a list of times and values at this place, where its time is the row's. */
function besideRow(list: readonly unknown[] | null, row: JsonRow, at: number): unknown {
  return valueAt(list?.[at], 0) === row["snapped_at"] ? valueAt(list?.[at], 1) : null;
}

/** Lists of time and value side by side, under the titles of the site's CSV: what its volumes are is said of these. */
function coinGeckoRows(parsed: unknown): readonly JsonRow[] | null {
  const prices = titledLists(["snapped_at", "price"], valueAt(parsed, "prices"));
  const caps = listOf(valueAt(parsed, "market_caps"));
  if (!prices || !caps) return null;
  const volumes = listOf(valueAt(parsed, "total_volumes"));
  return prices.map((row, at) =>
    Object.assign({}, row, {
      market_cap: besideRow(caps, row, at),
      total_volume: besideRow(volumes, row, at),
    }),
  );
}

function pandasSplit(parsed: unknown): readonly JsonRow[] | null {
  const names = listOf(valueAt(parsed, "columns"));
  const index = listOf(valueAt(parsed, "index"));
  const titles = names?.map(titleOf);
  const rows = titles && titledLists(titles, valueAt(parsed, "data"));
  if (!rows || !index || index.length !== rows.length || !index.every((key) => typeof key !== "object"))
    return null;
  return isCount(index) ? rows : rows.map((row, at) => Object.assign({ Date: index[at] }, row));
}

/** Two levels of titles are one: `["Close", "ACME"]`, `('Close', 'ACME')` is `ACME Close`. */
function titleOf(name: unknown): string {
  const levels = textsOf(name) ?? [...String(name).matchAll(/'([^']*)'/g)].map(([, level]) => level ?? "");
  return levels.length === 2 ? `${levels[1]} ${levels[0]}`.trim() : String(name);
}

/** Rows that pandas counts 0, 1, 2. */
function isCount(index: readonly unknown[]): boolean {
  return index.every((key, at) => Number(key) === at);
}

function pandasColumns(parsed: unknown): readonly JsonRow[] | null {
  const rows = columnRecords(parsed, "Date");
  if (!rows) return null;
  const isCounted = isCount(rows.map((row) => row["Date"]));
  const isDated =
    isRecord(parsed) && Object.keys(parsed).some((title) => /^(?:date|datetime|time)/i.test(title));
  if (!isDated && !keysAreDays(Object.fromEntries(rows.map((row) => [String(row["Date"]), 0])))) return null;
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([title, cell]) =>
        title === "Date" && isDated && isCounted && !isRecord(valueAt(parsed, "Date"))
          ? []
          : [[titleOf(title), cell]],
      ),
    ),
  );
}

/** True where every key is a day or a time: `2024-01-02`, or milliseconds. */
function keysAreDays(value: unknown): boolean {
  const keys = isRecord(value) ? Object.keys(value) : [];
  return (
    keys.length > 0 &&
    keys.map(writtenKey).every((key) => /^-?\d{9,13}$|^\d{4}-\d{2}-\d{2}|^\d{8}$/.test(key))
  );
}

/** A block of the Moscow Exchange: titles, and a list a row. */
function blockRows(block: unknown): readonly JsonRow[] | null {
  const titles = textsOf(valueAt(block, "columns"));
  return titles && titledLists(titles, valueAt(block, "data"));
}

/** One list under a name, beside others that are empty; one company's rows under its symbol. */
function oneList(parsed: unknown): readonly JsonRow[] | null {
  if (!isRecord(parsed)) return null;
  const lists = Object.values(parsed).filter((value) => Array.isArray(value));
  const [only, another] = lists.filter((list) => list.length > 0 || lists.length === 1);
  const rows = another === undefined ? flatRecords(only) : null;
  return mapRows(rows, behind({ symbol: textAt(parsed, "symbol") || textAt(parsed, "ticker") }));
}
