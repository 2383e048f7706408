/** The instrument that a file's name names, by the patterns of vendors. */
import { baseName } from "#workers/market/layout.ts";

export interface NamedSymbol {
  readonly symbol: string;
  /** False for a guess that only helps a person to answer. */
  readonly isSure: boolean;
  /** True where the name is a vendor's pattern or nothing but a ticker: then another symbol in the rows contradicts it. */
  readonly isExact: boolean;
}

const EXTENSIONS = /\.(?:gz|zip|csv|txt|tsv|tab|asc|prn|dat|data|dly|mst)$/i;
const DATES =
  /(?<!\d)(?:\d{4}[-._]\d{1,2}[-._]\d{1,2}|\d{1,2}[-._]\d{1,2}[-._]\d{2,4}|(?:19|20)\d{6}(?:\d{4}|\d{6})?)(?!\d)/g;
/** `202101` behind other words: a year and a month. */
const MONTHS = /(?<=[-_ ])(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?!\d)/g;
/** Words that say nothing of an instrument, compared in lower case. */
const WORDS = new Set(
  (
    "daily day days d d1 1d w w1 1w m m1 weekly week monthly month yearly intraday data dataset stock stocks share shares historical history hist " +
    "historicaldata historicalquotes historicalprices historicalprice price prices quote quotes yahoo yahoofinance finance google googlefinance " +
    "quandl stooq nasdaq investing tiingo alphavantage eodhd barchart barchartdotcom coindesk binance kraken coinbase csv export download downloads sheet1 sheet " +
    "ohlc ohlcv adjusted unadjusted adj eod candle candles candlestick bars bar kline klines tick ticks table test sample example file all max to from final new old copy " +
    "updated clean cleaned raw full complete output input result results train bid ask time series timeseries chart charts market volume us usa xlsx " +
    "asx polygon poly simfin sharadar sep kaggle tv trades excel book1 mt4 mt5 metatrader paste screen tradingview akshare tushare " +
    "krx tpex twse hkex sgx jpx tse tsx bmv jse moex euronext upstox fyers zerodha histdata dukascopy " +
    "1m 5m 15m 30m 60m 1h 4h h1 h4 m5 m15 m30 1min 5min 15min 30min 60min 1mo 1wk 1y 2y 3y 5y 10y ytd year years"
  ).split(" "),
);
/** Nothing but a day: `20210118`. */
const DAY = /^(?:(?:19|20)\d{6}|\d{4}(?:19|20)\d{2}|\d{4}[-._]\d{2}[-._]\d{2})$/;
/** `AAPL.US`, `aapg.us`, `0700.HK`: an instrument and where it trades. */
const WITH_MARKET = /^[A-Za-z0-9^&-]{1,12}\.[A-Za-z]{1,4}$/;
const SYMBOL = /^[\^$]?[A-Za-z0-9][A-Za-z0-9.&^=%!]{0,19}$/;
const WHOLE = /^[\^$]?[A-Z0-9][A-Z0-9.&^=-]{0,19}$/;
const LONGEST_LOWER = 6;

interface Pattern {
  readonly match: RegExp;
  readonly symbol: (groups: readonly string[]) => string;
}

const PATTERNS: readonly Pattern[] = [
  { match: /^Quote-Equity-(.+?)-(?:[A-Z]{2}|[A-Z]\d)-\d/i, symbol: ([one = ""]) => one },
  {
    match: /^(?:time_series_)?(?:daily|weekly|monthly|intraday)(?:_adjusted)?_([^_]+)$/i,
    symbol: ([one = ""]) => one,
  },
  {
    match: /^([\^a-z0-9-]+)_([a-z]{2})_[dwm]$/i,
    symbol: ([one = "", two = ""]) => `${one}.${two}`.toUpperCase(),
  },
  { match: /^(\^[a-z0-9]+|[a-z0-9]{1,8})_[dwm]$/, symbol: ([one = ""]) => one.toUpperCase() },
  { match: /(?:STOCK|FUND|INDEX|ETF|FUTURE)_[A-Z]{2}_[A-Z]+_([A-Z0-9.]+)$/, symbol: ([one = ""]) => one },
  {
    match:
      /^(.+?)[ _](?:- )?(?:historical data|historical prices|historische daten|historische koersen|dati storici|dados históricos|données historiques|datos históricos|geçmiş verileri|dane historyczne|stock price history|price history|etf stock price history)(?: ?\(\d+\))?$/i,
    symbol: ([one = ""]) => one,
  },
  { match: /^(.+?)_Candlestick_/i, symbol: ([one = ""]) => one },
  {
    match: /^(.+?)_(?:daily|weekly|monthly|intraday[^_]*|price-history)[-_](?:historical|price|nearby)/i,
    symbol: ([one = ""]) => one.toUpperCase(),
  },
  { match: /^[A-Z]{2,10}_([A-Z0-9.!&_-]+), \w+/, symbol: ([one = ""]) => one },
  {
    match: /^([A-Za-z]{6})(?:Daily|1440|10080|43200|240|60|30|15|5|1)$/,
    symbol: ([one = ""]) => one.toUpperCase(),
  },
];
/** Vendors and exchanges in front of a symbol: `WIKI-AAPL`, `NSE-TCS`. */
const PREFIX = /^(?:WIKI|NSE|BSE|EOD|XNSE|XNAS|XNYS|BOM|LSE|NYSE|AMEX|FRED|BATS)[-_]/;

/** What a file's name says of its instrument; null where it says nothing. */
export function symbolFromFileName(file: string): NamedSymbol | null {
  let base = baseName(file);
  while (EXTENSIONS.test(base)) base = base.replace(EXTENSIONS, "");
  base = decode(base).trim();
  for (const { match, symbol } of PATTERNS) {
    const found = match.exec(base);
    const named = found ? tidy(symbol(found.slice(1))) : "";
    if (named !== "" && isName(named)) return { symbol: named, isSure: true, isExact: true };
  }
  const bare = base.replace(PREFIX, "");
  if (/^\d{4,6}$/.test(bare) && !/^(?:19|20)\d\d$/.test(bare)) {
    return { symbol: bare, isSure: true, isExact: true };
  }
  if (DAY.test(bare)) return null;
  if (WHOLE.test(bare) && isName(bare)) return { symbol: bare, isSure: true, isExact: true };
  return fromWords(bare);
}

function fromWords(base: string): NamedSymbol | null {
  const words = base
    .replaceAll(DATES, " ")
    .replaceAll(MONTHS, " ")
    .replaceAll(/\(\d+\)/g, " ")
    .split(/[\s_,()[\]+-]+/)
    .filter((word) => word !== "" && isName(word));
  const [word, second] = words;
  if (word === undefined) return loneNumber(base);
  if (words.length === 2 && words.every((one) => /^[A-Z0-9]{2,5}$/.test(one))) {
    return { symbol: `${word}_${second ?? ""}`, isSure: true, isExact: false };
  }
  if (words.length > 1 || !SYMBOL.test(word))
    return { symbol: words.join(" ").slice(0, 40), isSure: false, isExact: false };
  const stem = word.replace(/(?:Daily|Hist)$/, "");
  const isLower = stem === stem.toLowerCase();
  const isSure =
    stem === stem.toUpperCase() || (isLower && lettersOf(stem) <= LONGEST_LOWER) || stem.includes(".");
  const isExact = WITH_MARKET.test(stem) && isName(stem.split(".")[0] ?? "");
  return { symbol: isLower ? stem.toUpperCase() : stem, isSure, isExact };
}

/** `STOCK_DAY_2330_202101`: what Asia's exchanges call a share, likely. */
function loneNumber(base: string): NamedSymbol | null {
  const numbers = base.split(/[\s_-]+/).filter((word) => /^\d{4}$/.test(word) && !/^(?:19|20)/.test(word));
  const [symbol, ...others] = numbers;
  return symbol === undefined || others.length > 0 ? null : { symbol, isSure: false, isExact: false };
}

function lettersOf(text: string): number {
  return text.replaceAll(/[^a-z]/g, "").length;
}

/** Neither a common word, nor a year, a counter or a month. */
function isName(word: string): boolean {
  return (
    !WORDS.has(word.toLowerCase()) &&
    !/^\d{1,4}$/.test(word) &&
    !/^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\d{2,4}$/i.test(word)
  );
}

function decode(base: string): string {
  try {
    return decodeURIComponent(base);
  } catch {
    return base; // a percent sign that encodes nothing
  }
}

function tidy(symbol: string): string {
  return symbol.trim() === symbol.trim().toLowerCase() ? symbol.trim().toUpperCase() : symbol.trim();
}

/** True where a column's symbol and the file's contradict each other: neither is part of the other. */
export function contradicts(fromColumn: string, fromName: string): boolean {
  const one = fromColumn.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const other = fromName.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return one !== "" && other !== "" && !one.includes(other) && !other.includes(one);
}
