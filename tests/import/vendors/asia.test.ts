/** Files of exchanges and portals of Asia and Oceania, in their languages and encodings. */
import { describe, expect, it } from "vitest";
import { date, expectedOf, grouped, readLayout } from "./layout-case.ts";
import type { LayoutCase, SampleBar } from "./layout-case.ts";

const compact = ({ iso }: SampleBar): string => iso.replaceAll("-", "");
const half = (figure: string): string => String(Number(figure) / 2);

const LAYOUTS: readonly LayoutCase[] = [
  {
    vendor: "Taiwan, STOCK_DAY with years of the Republic",
    file: "STOCK_DAY_2330_202101.csv",
    head: '"110年01月 2330 台積電           各日成交資訊"\n"日期","成交股數","成交金額","開盤價","最高價","最低價","收盤價","漲跌價差","成交筆數",',
    row: ({ iso, o, h, l, c, v }) =>
      `"110/${iso.slice(5).replace("-", "/")}","${grouped(v)}","12,345,678","${o}","${h}","${l}","${c}","+1.00","3,210",`,
    foot: '"說明:"\n"符號說明:+/-/X表示漲/跌/不比價"',
    encoding: "big5",
    answers: { symbol: "2330" },
    symbol: "2330",
  },
  {
    vendor: "Tokyo, kabuoji3 with a title in Shift-JIS",
    file: "7203_2021.csv",
    head: '"7203 東証1部 トヨタ自動車(株)"\n"日付","始値","高値","安値","終値","出来高","終値調整値"',
    row: ({ iso, o, h, l, c, v }) => `"${iso}","${o}","${h}","${l}","${c}","${v}","${half(c)}"`,
    encoding: "shift_jis",
    answers: { symbol: "7203" },
    symbol: "7203",
    behind: ["51.75", "52.375", "51", "50.25"],
  },
  {
    vendor: "Tokyo, J-Quants",
    file: "daily_quotes.csv",
    head: "Date,Code,Open,High,Low,Close,UpperLimit,LowerLimit,Volume,TurnoverValue,AdjustmentFactor,AdjustmentOpen,AdjustmentHigh,AdjustmentLow,AdjustmentClose,AdjustmentVolume",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso},72030,${o},${h},${l},${c},0,0,${v}.0,12345678.0,1.0,${half(o)},${half(h)},${half(l)},${half(c)},${v * 2}.0`,
    symbol: "72030",
    behind: ["51.75", "52.375", "51", "50.25"],
  },
  {
    vendor: "Korea Exchange in EUC-KR",
    file: "data_5930_20210120.csv",
    head: "일자,종가,대비,등락률,시가,고가,저가,거래량,거래대금,시가총액,상장주식수",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso.replaceAll("-", "/")},${c},1.0,0.98,${o},${h},${l},${v},12345678,,`,
    newestFirst: true,
    encoding: "euc-kr",
    answers: { symbol: "005930" },
    symbol: "005930",
  },
  {
    vendor: "NetEase with an apostrophe before the code, GBK",
    file: "600000.csv",
    head: "日期,股票代码,名称,收盘价,最高价,最低价,开盘价,前收盘,涨跌额,涨跌幅,换手率,成交量,成交金额",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso},'600000,浦发银行,${c},${h},${l},${o},100.0,1.0,1.0,0.1,${v},12345678.0`,
    newestFirst: true,
    encoding: "gbk",
    symbol: "600000",
  },
  {
    vendor: "akshare stock_zh_a_hist",
    file: "hist.csv",
    head: "日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率",
    row: ({ iso, o, h, l, c, v }) => `${iso},000001,${o},${c},${h},${l},${v},12345678.0,1.1,0.5,0.5,0.1`,
    symbol: "000001",
  },
  {
    vendor: "TongDaXin, code in the title",
    file: "SZ#000001.txt",
    head: "000001 平安银行 日线 不复权\n      日期\t    开盘\t    最高\t    最低\t    收盘\t    成交量\t    成交额",
    row: ({ iso, o, h, l, c, v }) => `${iso.replaceAll("-", "/")}\t${o}\t${h}\t${l}\t${c}\t${v}\t12345678.00`,
    foot: "#数据来源:通达信",
    encoding: "gbk",
    answers: { symbol: "000001" },
    symbol: "000001",
  },
  {
    vendor: "baostock",
    file: "history_A_stock_k_data.csv",
    head: "date,code,open,high,low,close,preclose,volume,amount,adjustflag,turn,tradestatus,pctChg,isST",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso},sh.600000,${o}00,${h}00,${l}00,${c}00,100.0,${v},12345678.0,3,0.1,1,0.5,0`,
    symbol: "sh.600000",
  },
  {
    vendor: "Vietnam, CafeF",
    file: "CafeF.HSX.Upto18.01.2021.csv",
    head: "<Ticker>,<DTYYYYMMDD>,<Open>,<High>,<Low>,<Close>,<Volume>",
    row: (bar) => `VNM,${compact(bar)},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v}`,
    newestFirst: true,
    symbol: "VNM",
  },
  {
    vendor: "Dhaka",
    file: "dse.csv",
    head: "DATE,TRADING CODE,LTP*,HIGH,LOW,OPENP*,CLOSEP*,YCP,TRADE,VALUE (mn),VOLUME",
    row: ({ iso, o, h, l, c, v }) => `${iso},GP,${o},${h},${l},${o},${c},100.0,3210,123.456,"${grouped(v)}"`,
    newestFirst: true,
    symbol: "GP",
  },
  {
    vendor: "NSE index, all on a day",
    file: "ind_close_all.csv",
    head: "Index Name,Index Date,Open Index Value,High Index Value,Low Index Value,Closing Index Value,Points Change,Change(%),Volume,Turnover (Rs. Cr.),P/E,P/B,Div Yield",
    row: ({ iso, o, h, l, c, v }) =>
      `Nifty 50,${date(iso, "dd-mm-yyyy")},${o},${h},${l},${c},1.5,1.2,${v},12345.67,38.55,4.17,1.09`,
    symbol: "Nifty 50",
  },
  {
    vendor: "Moneycontrol",
    file: "RELIANCE.csv",
    head: "Date,Open,High,Low,Close,Volume",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "dd-mm-yyyy")},${o},${h},${l},${c},${v}`,
    newestFirst: true,
    symbol: "RELIANCE",
  },
  {
    vendor: "Tadawul",
    file: "2222.csv",
    head: "Date,Open,High,Low,Close,Change,% Change,Volume Traded,Value Traded (SAR),No. of Trades",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso.replaceAll("-", "/")},${o},${h},${l},${c},0.5,0.48,"${grouped(v)}","12,345,678.90",321`,
    newestFirst: true,
    symbol: "2222",
  },
  {
    vendor: "ASX, a symbol a row without a header",
    file: "20210118.txt",
    row: (bar) => `BHP,${compact(bar)},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v}`,
    symbol: "BHP",
  },
  {
    vendor: "Philippines with net foreign buying",
    file: "stockQuotes_01182021.csv",
    row: ({ iso, o, h, l, c, v }) => `JFC,${date(iso, "mm/dd/yyyy")},${o},${h},${l},${c},${v},-1234567`,
    symbol: "JFC",
  },
  {
    vendor: "Pakistan, pipes without a header",
    file: "closing.lis.txt",
    row: ({ iso, o, h, l, c, v }) =>
      `${date(iso, "ddmmmyyyy").toUpperCase()}|HBL|0807|Habib Bank Limited|${o}|${h}|${l}|${c}|${v}|100.00|||`,
    answers: { symbol: "HBL" },
    symbol: "HBL",
  },
  {
    vendor: "Taipei Exchange, volumes in lots of 1,000",
    file: "4966.csv",
    head: "個股日成交資訊\n股票代號:4966\n日 期,成交張數,成交仟元,開盤,最高,最低,收盤,漲跌,筆數",
    row: ({ iso, o, h, l, c, v }) =>
      `110/${iso.slice(5).replace("-", "/")},"${grouped(v / 1000)}","12,345",${o},${h},${l},${c},1.5,321`,
    encoding: "big5",
    symbol: "4966",
  },
  {
    vendor: "Tehran, whose open is yesterday's close",
    file: "Foolad.csv",
    head: "<TICKER>,<DTYYYYMMDD>,<FIRST>,<HIGH>,<LOW>,<CLOSE>,<VALUE>,<VOL>,<OPENINT>,<PER>,<OPEN>,<LAST>",
    row: (bar) =>
      `Foolad,${compact(bar)},${bar.o},${bar.h},${bar.l},${bar.c},12345678,${bar.v},99,D,50.00,${bar.c}`,
    symbol: "Foolad",
  },
];

describe("exchanges and portals of Asia and Oceania", () => {
  it.each(LAYOUTS)("$vendor", async (layout) => {
    expect(await readLayout(layout)).toEqual(expectedOf(layout));
  });
});
