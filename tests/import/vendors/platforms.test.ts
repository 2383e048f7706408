/** Exports of trading platforms and crypto exchanges, and the files that older programs read. */
import { describe, expect, it } from "vitest";
import { date, expectedOf, readLayout } from "./layout-case.ts";
import type { LayoutCase, SampleBar } from "./layout-case.ts";

const compact = ({ iso }: SampleBar): string => iso.replaceAll("-", "");
const seconds = ({ iso }: SampleBar): number => Date.parse(iso) / 1000;

const LAYOUTS: readonly LayoutCase[] = [
  {
    vendor: "MetaStock ASCII, eight columns without a header",
    file: "AAPL.txt",
    row: (bar) => `AAPL,D,${compact(bar)},000000,${bar.o},${bar.h},${bar.l},${bar.c},${bar.v},0`,
    symbol: "AAPL",
  },
  {
    vendor: "MetaStock ASCII with a header",
    file: "metastock.asc",
    head: "<TICKER>,<NAME>,<PER>,<DTYYYYMMDD>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
    row: (bar) => `AAPL,Apple,D,${compact(bar)},000000,${bar.o},${bar.h},${bar.l},${bar.c},${bar.v},0`,
    symbol: "AAPL",
  },
  {
    vendor: "AmiBroker",
    file: "export.csv",
    head: "Ticker,Date/Time,Open,High,Low,Close,Volume",
    row: ({ iso, o, h, l, c, v }) => `AAPL,${date(iso, "mm/dd/yyyy")},${o},${h},${l},${c},${v}`,
    symbol: "AAPL",
  },
  {
    vendor: "AmiBroker without a header",
    file: "quotes.aqh.txt",
    row: (bar) => `AAPL,${compact(bar)},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v}`,
    symbol: "AAPL",
  },
  {
    vendor: "Sierra Chart",
    file: "AAPL.dly.txt",
    head: "Date, Time, Open, High, Low, Last, Volume, NumberOfTrades, BidVolume, AskVolume",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso.replaceAll("-", "/").replace("/0", "/")}, 00:00:00, ${o}, ${h}, ${l}, ${c}, ${v}, 321, 60000, 60000`,
    answers: { symbol: "AAPL" },
    symbol: "AAPL",
  },
  {
    vendor: "NinjaTrader",
    file: "AAPL.Last.txt",
    row: (bar) => `${compact(bar)};${bar.o};${bar.h};${bar.l};${bar.c};${bar.v}`,
    answers: { symbol: "AAPL" },
    symbol: "AAPL",
  },
  {
    vendor: "TradeStation",
    file: "AAPL.txt",
    head: '"Date","Time","Open","High","Low","Close","Vol","OI"',
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "mm/dd/yyyy")},1600,${o},${h},${l},${c},${v},0`,
    symbol: "AAPL",
  },
  {
    vendor: "Interactive Brokers, ib_insync",
    file: "AAPL.csv",
    head: ",date,open,high,low,close,volume,average,barCount",
    row: ({ iso, o, h, l, c, v }, at) => `${at},${iso},${o},${h},${l},${c},${v}.0,102.9,321`,
    symbol: "AAPL",
  },
  {
    vendor: "QuantQuote daily",
    file: "table_aapl.csv",
    row: (bar) => `${compact(bar)},0,${bar.o},${bar.h},${bar.l},${bar.c},${bar.v}`,
    symbol: "AAPL",
  },
  {
    vendor: "TradingView, seconds since 1970 and indicators",
    file: "NASDAQ_AAPL, 1D_a1b2c.csv",
    head: "time,open,high,low,close,Volume,Volume MA,EMA",
    row: (bar) => `${seconds(bar) + 52_200},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v},100000,101.1`,
    symbol: "AAPL",
  },
  {
    vendor: "cTrader",
    file: "EURUSD_D1.csv",
    head: "Time,Open,High,Low,Close,Volume",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "dd/mm/yyyy")} 00:00:00,${o},${h},${l},${c},${v}`,
    symbol: "EURUSD",
  },
  {
    vendor: "thinkorswim",
    file: "AAPL.csv",
    head: "Date,Open,High,Low,Close,Volume,Imp Volatility",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "mm/dd/yy")},$${o},$${h},$${l},$${c},${v},28.5%`,
    symbol: "AAPL",
  },
  {
    vendor: "Finam, six-digit dates with the year first",
    file: "GAZP_210113_210118.csv",
    head: "<TICKER>;<PER>;<DATE>;<TIME>;<OPEN>;<HIGH>;<LOW>;<CLOSE>;<VOL>",
    row: (bar) =>
      `GAZP;D;${compact(bar).slice(2)};000000;${bar.o}00000;${bar.h}00000;${bar.l}00000;${bar.c}00000;${bar.v}`,
    symbol: "GAZP",
  },
  {
    vendor: "Finam, six-digit dates with the day first",
    file: "GAZP_210113_210118.csv",
    head: "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>",
    row: (bar) =>
      `GAZP,D,${date(bar.iso, "ddmmyy")},000000,${bar.o}00000,${bar.h}00000,${bar.l}00000,${bar.c}00000,${bar.v}`,
    symbol: "GAZP",
  },
  {
    vendor: "Finam, two-digit years",
    file: "GAZP_210113_210118.txt",
    head: "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>",
    row: (bar) =>
      `GAZP,D,${date(bar.iso, "dd/mm/yy")},00:00,${bar.o}00000,${bar.h}00000,${bar.l}00000,${bar.c}00000,${bar.v}`,
    symbol: "GAZP",
  },
  {
    vendor: "Coinbase candles",
    file: "BTC-USD.csv",
    head: "time,low,high,open,close,volume",
    row: (bar) => `${seconds(bar)},${bar.l},${bar.h},${bar.o},${bar.c},${bar.v}`,
    newestFirst: true,
    symbol: "BTC-USD",
  },
  {
    vendor: "Kraken OHLCVT",
    file: "XBTUSD_1440.csv",
    row: (bar) => `${seconds(bar)},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v},321`,
    symbol: "XBTUSD",
  },
  {
    vendor: "Binance daily klines with a header, microseconds",
    file: "BTCUSDT-1d-2021-01.csv",
    head: "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore",
    row: (bar) =>
      `${seconds(bar)}000000,${bar.o},${bar.h},${bar.l},${bar.c},${bar.v}.00000000,${seconds(bar) + 86_399}999999,1.5,321,1.5,1.5,0`,
    symbol: "BTCUSDT",
  },
  {
    vendor: "CryptoDataDownload with its address above",
    file: "Gemini_BTCUSD_d.csv",
    head: "https://www.CryptoDataDownload.com\nunix,date,symbol,open,high,low,close,Volume BTC,Volume USD",
    row: (bar) =>
      `${seconds(bar)}000,${bar.iso} 00:00:00,BTC/USD,${bar.o},${bar.h},${bar.l},${bar.c},${bar.v},12345678.9`,
    newestFirst: true,
    symbol: "BTC/USD",
  },
  {
    vendor: "CryptoCompare",
    file: "BTC.csv",
    head: "time,high,low,open,volumefrom,volumeto,close,conversionType,conversionSymbol",
    row: (bar) => `${seconds(bar)},${bar.h},${bar.l},${bar.o},${bar.v},1234567.8,${bar.c},direct,`,
    symbol: "BTC",
  },
  {
    vendor: "CoinMarketCap",
    file: "Bitcoin_13.01.2021-18.01.2021_historical_data_coinmarketcap.csv",
    head: "timeOpen;timeClose;timeHigh;timeLow;name;open;high;low;close;volume;marketCap;timestamp",
    row: ({ iso, o, h, l, c, v }) =>
      `"${iso}T00:00:00.000Z";"${iso}T23:59:59.999Z";"${iso}T09:14:05.100Z";"${iso}T18:10:00.000Z";"2781";${o};${h};${l};${c};${v};;"${iso}T23:59:59.999Z"`,
    newestFirst: true,
    answers: { symbol: "BTC" },
    symbol: "BTC",
  },
  {
    vendor: "LEAN's own CSV with its scale stated by an answer",
    file: "aapl.csv",
    row: (bar) =>
      `${compact(bar)} 00:00,${[bar.o, bar.h, bar.l, bar.c].map((figure) => `${figure.replace(".", "")}00`).join(",")},${bar.v}`,
    answers: { scale: 10_000 },
    symbol: "AAPL",
  },
  {
    vendor: "Zerodha Kite",
    file: "INFY.csv",
    head: "date,open,high,low,close,volume",
    row: ({ iso, o, h, l, c, v }) => `${iso}T00:00:00+0530,${o},${h},${l},${c},${v}`,
    symbol: "INFY",
  },
  {
    vendor: "backtrader with a time column",
    file: "NVDA.csv",
    head: "Date,Time,Open,High,Low,Close,Volume,OpenInterest",
    row: ({ iso, o, h, l, c, v }) => `${iso},00:00:00,${o},${h},${l},${c},${v},0`,
    symbol: "NVDA",
  },
  {
    vendor: "Zipline bundle, newline-delimited tabs",
    file: "NVDA.tsv",
    head: "date\topen\thigh\tlow\tclose\tvolume\tdividend\tsplit",
    row: ({ iso, o, h, l, c, v }) => `${iso}\t${o}\t${h}\t${l}\t${c}\t${v}\t0.0\t1.0`,
    symbol: "NVDA",
  },
];

describe("exports of platforms", () => {
  it.each(LAYOUTS)("$vendor", async (layout) => {
    expect(await readLayout(layout)).toEqual(expectedOf(layout));
  });
});
