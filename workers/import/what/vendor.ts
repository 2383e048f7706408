/** Names the layouts that people download most, by their header; for people, nothing is decided by it. */
import { plainName } from "../columns/header-names.ts";
import type { Table } from "./table.ts";

/** Layout by the start of the header's names, without blanks and signs, joined by commas. */
export const PRICE_LAYOUTS: readonly (readonly [start: string, name: string])[] = [
  ["date,open,high,low,close,volume,adjclose", "Yahoo Finance (until 2017)"],
  ["date,open,high,low,close,adjclose,volume", "Yahoo Finance"],
  ["price,adjclose,close,high,low,open,volume", "yfinance"],
  ["price,close,high,low,open,volume", "yfinance"],
  ["ticker,per,date,time,open", "Stooq or Finam"],
  ["symbol,series,date,prevclose", "NSE history"],
  ["date,series,open,high,low,prevclose", "NSE history"],
  ["date,open,high,low,close,sharestraded", "NSE index"],
  ["symbol,series,open,high,low,close,last,prevclose,tottrdqty", "NSE bhavcopy"],
  ["traddt,bizdt,sgmt,src", "UDiFF bhavcopy"],
  ["symbol,series,date1,prevclose", "NSE full bhavcopy"],
  ["sccode,scname,scgroup", "BSE bhavcopy"],
  ["date,closelast,volume,open,high,low", "Nasdaq"],
  ["date,price,open,high,low,vol", "Investing.com"],
  ["timestamp,open,high,low,close,adjustedclose", "Alpha Vantage"],
  ["date,close,high,low,open,volume,adjclose,adjhigh", "Tiingo"],
  ["date,open,high,low,close,volume,exdividend", "Quandl WIKI"],
  ["ticker,date,open,high,low,close,volume,exdividend", "Quandl WIKI"],
  ["date,open,high,low,close,adjustedclose,volume,dividendamount", "Alpha Vantage"],
  ["date,open,high,low,close,adjustedclose,volume", "EODHD"],
  ["gmttime,open,high,low,close,volume", "Dukascopy"],
  ["time,open,high,low,last,change", "Barchart"],
  ["time,open,high,low,latest,change", "Barchart"],
  ["date,time,open,high,low,close,tickvol", "MetaTrader 5"],
  ["dtyyyymmdd,time,open", "MetaStock"],
  ["unix,date,open,high,low,close", "CryptoDataDownload"],
  ["date,symbol,series,prevclose,open,high,low,last,close,vwap", "NSE history with VWAP"],
  ["date,openprice,highprice,lowprice,closeprice,wap", "BSE history"],
  ["time,open,high,low,close", "TradingView"],
];

/** The layout's name, or what the table's structure says. */
export function layoutName(table: Pick<Table, "header">, structure: string): string {
  const plain = table.header.map(plainName).join(",");
  const known = PRICE_LAYOUTS.find(([start]) => plain === start || plain.startsWith(`${start},`));
  return known ? `${known[1]}, ${structure}` : structure;
}
