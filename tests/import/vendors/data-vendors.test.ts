/** Files of data vendors and terminals, as they write them. */
import { describe, expect, it } from "vitest";
import { comma, date, expectedOf, grouped, readLayout } from "./layout-case.ts";
import type { LayoutCase } from "./layout-case.ts";

const ADJUSTED = ["51.75", "52.375", "51", "50.25"];
const half = (figure: string): string => String(Number(figure) / 2);

const LAYOUTS: readonly LayoutCase[] = [
  {
    vendor: "Refinitiv Workspace",
    file: "AAPL.O Price History.csv",
    head: "Exchange Date,Close,Net,%Chg,Open,Low,High,Volume,Turnover - USD,Flow",
    row: ({ iso, o, h, l, c, v }) =>
      `${date(iso, "dd-mmm-yyyy")},${c},0.75,0.73%,${o},${l},${h},"${grouped(v)}","12,345,678","1,234"`,
    newestFirst: true,
    symbol: "AAPL.O",
  },
  {
    vendor: "Refinitiv Tick History",
    file: "ths-interday.csv",
    head: "#RIC,Alias Underlying RIC,Domain,Date-Time,GMT Offset,Type,Open,High,Low,Last,Volume",
    row: ({ iso, o, h, l, c, v }) =>
      `AAPL.O,,Market Price,${iso}T00:00:00.000000000Z,-5,End Of Day,${o},${h},${l},${c},${v}`,
    symbol: "AAPL.O",
  },
  {
    vendor: "Bloomberg BDH of one security",
    file: "grid1.csv",
    head: "Security,AAPL US Equity\nStart Date,01/13/2021\nEnd Date,01/18/2021\nPeriod,D\nCurrency,USD\n\nDate,PX_OPEN,PX_HIGH,PX_LOW,PX_LAST,PX_VOLUME",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "mm/dd/yyyy")},${o},${h},${l},${c},${v}`,
    answers: { symbol: "AAPL" },
    symbol: "AAPL",
  },
  {
    vendor: "Bloomberg BDH with the security above its fields",
    file: "bdh.csv",
    head: ",AAPL US Equity,AAPL US Equity,AAPL US Equity,AAPL US Equity,AAPL US Equity\nDates,PX_OPEN,PX_HIGH,PX_LOW,PX_LAST,PX_VOLUME",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "mm/dd/yyyy")},${o},${h},${l},${c},${v}`,
    symbol: "AAPL US Equity",
  },
  {
    vendor: "FactSet",
    file: "AAPL-US price history.csv",
    head: "Price History\nApple Inc. (AAPL-US)\n\nDate,Price,Open,High,Low,Cumulative Volume,Change,% Change,Total Return (Gross)",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "mm/dd/yyyy")},${c},${o},${h},${l},${v},0.1,0.2,0.3`,
    newestFirst: true,
    answers: { symbol: "AAPL" },
    symbol: "AAPL",
  },
  {
    vendor: "S&P Capital IQ",
    file: "MSFT.csv",
    head: "Pricing Date,Share Price Open,Share Price High,Share Price Low,Share Price Close,Volume",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "mmm-dd-yyyy")},${o},${h},${l},${c},${v}`,
    symbol: "MSFT",
  },
  {
    vendor: "Sharadar SEP",
    file: "SHARADAR_SEP.csv",
    head: "ticker,date,open,high,low,close,volume,closeadj,closeunadj,lastupdated",
    row: ({ iso, o, h, l, c, v }) => `AAPL,${iso},${o},${h},${l},${c},${v},${half(c)},${c},2021-02-01`,
    symbol: "AAPL",
    behind: ADJUSTED,
  },
  {
    vendor: "Norgate",
    file: "AAPL.csv",
    head: "Symbol,Security Name,Date,Open,High,Low,Close,Volume,Turnover,Unadjusted Close,Dividend",
    row: ({ iso, o, h, l, c, v }) =>
      `AAPL,Apple Inc Common,${iso.replaceAll("-", "")},${o},${h},${l},${c},${v},12345678,${c},0`,
    symbol: "AAPL",
  },
  {
    vendor: "Kibot daily",
    file: "IBM.txt",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "mm/dd/yyyy")},${o},${h},${l},${c},${v}`,
    symbol: "IBM",
  },
  {
    vendor: "FirstRate Data daily",
    file: "AAPL_full_1day_adjsplit.txt",
    row: ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v}`,
    answers: { symbol: "AAPL" },
    symbol: "AAPL",
  },
  {
    vendor: "Barchart watchlist history",
    file: "aapl_price-history-01-20-2021.csv",
    head: 'Symbol,Time,Open,High,Low,Last,Change,%Chg,Volume,"Open Int"',
    row: ({ iso, o, h, l, c, v }) => `AAPL,${iso},${o},${h},${l},${c},1.25,+1.22%,${v},N/A`,
    foot: '"Downloaded from Barchart.com as of 01-20-2021 11:32am CST"',
    newestFirst: true,
    symbol: "AAPL",
  },
  {
    vendor: "Barchart, Latest",
    file: "aapl_price-history-01-20-2021.csv",
    head: "Time,Open,High,Low,Latest,Change,%Change,Volume",
    row: ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},1.25,+1.22%,${v}`,
    foot: '"Downloaded from Barchart.com as of 01-20-2021 11:32am CST"',
    newestFirst: true,
    symbol: "AAPL",
  },
  {
    vendor: "WSJ with volume",
    file: "AAPL.csv",
    head: "Date, Open, High, Low, Close, Volume",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "mm/dd/yy")}, ${o}, ${h}, ${l}, ${c}, ${v}`,
    newestFirst: true,
    symbol: "AAPL",
  },
  {
    vendor: "MarketWatch with signs of currency",
    file: "Download Data - STOCK_US_XNAS_AAPL.csv",
    head: "Date,Open,High,Low,Close,Volume",
    row: ({ iso, o, h, l, c, v }) =>
      `${date(iso, "mm/dd/yyyy")},"$${o}","$${h}","$${l}","$${c}","${grouped(v)}"`,
    newestFirst: true,
    symbol: "AAPL",
  },
  {
    vendor: "Stock Analysis",
    file: "aapl-stock-price-history.csv",
    head: "Date,Open,High,Low,Close,Adj. Close,Change,Volume",
    row: ({ iso, o, h, l, c, v }) =>
      `"${date(iso, "mmm dd, yyyy")}",${o},${h},${l},${c},${half(c)},1.20%,"${grouped(v)}"`,
    newestFirst: true,
    answers: { symbol: "AAPL" },
    symbol: "AAPL",
    behind: ADJUSTED,
  },
  {
    vendor: "EODData",
    file: "NASDAQ_AAPL.csv",
    head: "Symbol,Date,Open,High,Low,Close,Volume",
    row: ({ iso, o, h, l, c, v }) => `AAPL,${date(iso, "dd-mmm-yyyy")},${o},${h},${l},${c},${v}`,
    symbol: "AAPL",
  },
  {
    vendor: "Twelve Data",
    file: "AAPL.csv",
    head: "datetime;open;high;low;close;volume",
    row: ({ iso, o, h, l, c, v }) => `${iso};${o}000;${h}000;${l}000;${c}000;${v}`,
    newestFirst: true,
    symbol: "AAPL",
  },
  {
    vendor: "Financial Modeling Prep",
    file: "AAPL.csv",
    head: "date,open,high,low,close,adjClose,volume,unadjustedVolume,change,changePercent,vwap,label,changeOverTime",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso},${o},${h},${l},${c},${half(c)},${v},${v},-2,-1.97,103,"${date(iso, "mmm dd, yy")}",-0.0197`,
    newestFirst: true,
    symbol: "AAPL",
    behind: ADJUSTED,
  },
  {
    vendor: "marketstack",
    file: "eod.csv",
    head: "open,high,low,close,volume,adj_high,adj_low,adj_close,adj_open,adj_volume,split_factor,dividend,symbol,exchange,date",
    row: ({ iso, o, h, l, c, v }) =>
      `${o},${h},${l},${c},${v}.0,${half(h)},${half(l)},${half(c)},${half(o)},${v * 2}.0,1.0,0.0,AAPL,XNAS,${iso}T00:00:00+0000`,
    newestFirst: true,
    symbol: "AAPL",
    behind: ADJUSTED,
  },
  {
    vendor: "Polygon day aggregates",
    file: "2021.csv",
    head: "ticker,volume,open,close,high,low,window_start,transactions",
    row: ({ iso, o, h, l, c, v }) =>
      `AAPL,${v},${o},${c},${h},${l},${Date.parse(iso) / 1000 + 18_000}000000000,321`,
    symbol: "AAPL",
  },
  {
    vendor: "Polygon aggregates as letters",
    file: "AAPL.csv",
    head: "v,vw,o,c,h,l,t,n",
    row: ({ iso, o, h, l, c, v }) => `${v},103.1,${o},${c},${h},${l},${Date.parse(iso) + 18_000_000},321`,
    symbol: "AAPL",
  },
  {
    vendor: "Databento with decimal prices",
    file: "xnas-itch.ohlcv-1d.csv",
    head: "ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso}T00:00:00.000000000Z,35,2,32,${o}0000000,${h}0000000,${l}0000000,${c}0000000,${v},AAPL`,
    symbol: "AAPL",
  },
  {
    vendor: "Databento with fixed-point prices",
    file: "xnas-itch.ohlcv-1d.csv",
    head: "ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol",
    row: ({ iso, o, h, l, c, v }) =>
      `${Date.parse(iso)}000000,35,2,32,${[o, h, l, c].map((figure) => `${figure.replace(".", "")}0000000`).join(",")},${v},AAPL`,
    symbol: "AAPL",
  },
  {
    vendor: "CRSP daily stock file",
    file: "crsp.csv",
    head: "PERMNO,date,SHRCD,TICKER,COMNAM,BIDLO,ASKHI,PRC,VOL,RET,SHROUT,OPENPRC,CFACPR",
    row: ({ iso, o, h, l, c, v }) =>
      `14593,${iso.replaceAll("-", "")},11,AAPL,APPLE INC,${l},${h},${c},${v},0.0123,1000,${o},1`,
    symbol: "AAPL",
    behind: ["103500000", "104750000", "102000000", "100500000"],
  },
  {
    vendor: "CRSP with SAS dates",
    file: "crsp.csv",
    head: "PERMNO,date,TICKER,BIDLO,ASKHI,PRC,VOL,OPENPRC",
    row: ({ iso, o, h, l, c, v }) =>
      `14593,${date(iso, "ddmmmyyyy").toUpperCase()},AAPL,${l},${h},${c},${v},${o}`,
    symbol: "AAPL",
  },
  {
    vendor: "Compustat daily",
    file: "compustat.csv",
    head: "gvkey,iid,datadate,tic,conm,cshtrd,prccd,prchd,prcld,prcod,ajexdi",
    row: ({ iso, o, h, l, c, v }) =>
      `001690,01,${iso.replaceAll("-", "/")},AAPL,APPLE INC,${v}.0,${c},${h},${l},${o},1.0`,
    symbol: "AAPL",
  },
  {
    vendor: "SimFin",
    file: "us-shareprices-daily.csv",
    head: "Ticker;SimFinId;Date;Open;Low;High;Close;Adj. Close;Dividend;Volume",
    row: ({ iso, o, h, l, c, v }) => `AAPL;111052;${iso};${o};${l};${h};${c};${half(c)};;${v}`,
    symbol: "AAPL",
    behind: ADJUSTED,
  },
  {
    vendor: "QuoteMedia",
    file: "quotemedia.csv",
    head: "ticker,date,open,high,low,close,volume,dividend,split,adj_open,adj_high,adj_low,adj_close,adj_volume",
    row: ({ iso, o, h, l, c, v }) =>
      `AAPL,${iso},${o},${h},${l},${c},${v}.0,0.0,1.0,${half(o)},${half(h)},${half(l)},${half(c)},${v * 2}.0`,
    symbol: "AAPL",
    behind: ADJUSTED,
  },
  {
    vendor: "IEX Cloud",
    file: "AAPL.csv",
    head: "close,high,low,open,symbol,volume,id,key,subkey,date,updated,changeOverTime,marketChangeOverTime,uOpen,uClose,uHigh,uLow,uVolume,fOpen,fClose,fHigh,fLow,fVolume,label,change,changePercent",
    row: ({ iso, o, h, l, c, v }) =>
      `${c},${h},${l},${o},AAPL,${v},HISTORICAL_PRICES,AAPL,,${iso},1610600000000,0.1,0.1,${o},${c},${h},${l},${v},${o},${c},${h},${l},${v},"${date(iso, "mmm dd, yy")}",0.5,0.0049`,
    symbol: "AAPL",
  },
  {
    vendor: "Kaggle, NYSE prices",
    file: "prices-split-adjusted.csv",
    head: "date,symbol,open,close,low,high,volume",
    row: ({ iso, o, h, l, c, v }) => `${iso} 00:00:00,AAPL,${o},${c},${l},${h},${v}.0`,
    symbol: "AAPL",
  },
  {
    vendor: "pandas-datareader of one name, three header rows",
    file: "data.csv",
    head: "Attributes,Adj Close,Close,High,Low,Open,Volume\nSymbols,AAPL,AAPL,AAPL,AAPL,AAPL,AAPL\nDate,,,,,,",
    row: ({ iso, o, h, l, c, v }) => `${iso},${half(c)},${c},${h},${l},${o},${v}.0`,
    symbol: "AAPL",
    behind: ADJUSTED,
  },
  {
    vendor: "yfinance by ticker, fields below",
    file: "download.csv",
    head: "Ticker,AAPL,AAPL,AAPL,AAPL,AAPL\nPrice,Open,High,Low,Close,Volume\nDate,,,,,",
    row: ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v}`,
    symbol: "AAPL",
  },
  {
    vendor: "yfinance history with midnights of New York",
    file: "AAPL.csv",
    head: "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits",
    row: ({ iso, o, h, l, c, v }) => `${iso} 00:00:00-05:00,${o},${h},${l},${c},${v},0.0,0.0`,
    symbol: "AAPL",
  },
  {
    vendor: "Portfolio Performance, German",
    file: "Apple_AAPL.csv",
    head: "Datum;Kurs;Tageshoch;Tagestief;Volumen",
    row: ({ iso, c }) => `${iso};${comma(c)};;;`,
    answers: { symbol: "AAPL", columns: ["missing"] },
    symbol: "AAPL",
    without: "all but close",
  },
  {
    vendor: "CRSP in its format of 2025",
    file: "crsp.csv",
    head: "PERMNO,SecurityBegDt,DlyCalDt,DlyPrc,DlyRet,DlyVol,DlyClose,DlyLow,DlyHigh,DlyOpen,Ticker",
    row: ({ iso, o, h, l, c, v }) => `14593,2001-01-02,${iso},${c},0.0123,${v},${c},${l},${h},${o},AAPL`,
    symbol: "AAPL",
  },
  {
    vendor: "prices with one word around them that nobody knows",
    file: "AAPL.csv",
    head: "date,consolidated_open,consolidated_high,consolidated_low,consolidated_close,volume",
    row: ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v}`,
    symbol: "AAPL",
  },
  {
    vendor: "such words without signs between them",
    file: "EURUSD.csv",
    head: "Date,MidO,MidH,MidL,MidC,Volume",
    row: ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v}`,
    symbol: "EURUSD",
  },
  {
    vendor: "volume in money before volume in pieces",
    file: "BTC.csv",
    head: "Date,Open,High,Low,Close,Volume (USD),Volume (BTC)",
    row: ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v * 100},${v}`,
    symbol: "BTC",
  },
  {
    vendor: "Alpha Vantage, names numbered as in its JSON",
    file: "IBM.csv",
    head: "date,1. open,2. high,3. low,4. close,5. adjusted close,6. volume,7. dividend amount",
    row: ({ iso, o, h, l, c, v }) => `${iso},${o}00,${h}00,${l}00,${c}00,${half(c)},${v},0.0000`,
    newestFirst: true,
    symbol: "IBM",
    behind: ADJUSTED,
  },
];

describe("files of data vendors", () => {
  it.each(LAYOUTS)("$vendor", async (layout) => {
    expect(await readLayout(layout)).toEqual(expectedOf(layout));
  });
});
