/** Files of exchanges and portals of Europe and America. */
import { describe, expect, it } from "vitest";
import { comma, date, expectedOf, grouped, readLayout } from "./layout-case.ts";
import type { LayoutCase, SampleBar } from "./layout-case.ts";

const compact = ({ iso }: SampleBar): string => iso.replaceAll("-", "");
const cents = (figure: string): string => figure.replace(".", "").padStart(13, "0");
const dots = (iso: string): string => date(iso, "dd.mm.yyyy");

const LAYOUTS: readonly LayoutCase[] = [
  {
    vendor: "Euronext",
    file: "AIR_FR0000120073.csv",
    head: '"Historical Data"\n"From 2021-01-13 to 2021-01-18"\nFR0000120073\nDate;Open;High;Low;Last;Close;"Number of Shares";"Number of Trades";Turnover;vwap',
    row: ({ iso, o, h, l, c, v }) =>
      `${date(iso, "dd/mm/yyyy")};${o};${h};${l};${o};${c};${v};3210;12345678.5;102.1`,
    newestFirst: true,
    answers: { symbol: "AIR" },
    symbol: "AIR",
  },
  {
    vendor: "Boursorama",
    file: "AIRBUS_2021-01-18.txt",
    head: "date\touv\thaut\tbas\tclot\tvol\tdevise",
    row: ({ iso, o, h, l, c, v }) => `${date(iso, "dd/mm/yyyy")} 00:00\t${o}\t${h}\t${l}\t${c}\t${v}\tEUR`,
    symbol: "AIRBUS",
  },
  {
    vendor: "ABC Bourse, no header, ISIN first",
    file: "cotations.csv",
    row: ({ iso, o, h, l, c, v }) =>
      `FR0000120073;${date(iso, "dd/mm/yy")};${comma(o)};${comma(h)};${comma(l)};${comma(c)};${v}`,
    symbol: "FR0000120073",
  },
  {
    vendor: "Ariva",
    file: "wkn_A0X_historic.csv",
    head: "Datum;Erster;Hoch;Tief;Schlusskurs;Stuecke;Volumen",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso};${comma(o)};${comma(h)};${comma(l)};${comma(c)};${grouped(v, ".")};${grouped(v * 100, ".")}`,
    newestFirst: true,
    answers: { symbol: "AIR" },
    symbol: "AIR",
  },
  {
    vendor: "onvista",
    file: "history.csv",
    head: "Datum;Eröffnung;Hoch;Tief;Schluss;Volumen",
    row: ({ iso, o, h, l, c, v }) =>
      `${dots(iso)};${comma(o)};${comma(h)};${comma(l)};${comma(c)};${grouped(v, ".")}`,
    answers: { symbol: "AIR" },
    symbol: "AIR",
  },
  {
    vendor: "Börse Frankfurt with pieces and money",
    file: "price_history_NL0000235190.csv",
    head: '"Datum";"Eröffnung";"Schluss";"Tageshoch";"Tagestief";"Umsatz (in €)";"Umsatz (in Stück)"',
    row: ({ iso, o, h, l, c, v }) =>
      `"${dots(iso)}";"${comma(o)}";"${comma(c)}";"${comma(h)}";"${comma(l)}";"${grouped(v * 100, ".")}";"${grouped(v, ".")}"`,
    answers: { symbol: "AIR" },
    symbol: "AIR",
  },
  {
    vendor: "Nasdaq Nordic",
    file: "VOLV B-2021-01-13-2021-01-18.csv",
    head: "sep=;\nDate;Bid;Ask;Opening price;High price;Low price;Closing price;Average price;Total volume;Turnover;Trades;",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso};${comma(c)};${comma(c)};${comma(o)};${comma(h)};${comma(l)};${comma(c)};102,111;${v};12345678,5;321;`,
    newestFirst: true,
    answers: { symbol: "VOLV-B" },
    symbol: "VOLV-B",
  },
  {
    vendor: "SIX Swiss Exchange with apostrophes",
    file: "NESN.csv",
    head: "Date;Close;Open;Low;High;Volume",
    row: ({ iso, o, h, l, c, v }) => `${dots(iso)};${c};${o};${l};${h};${grouped(v, "'")}`,
    symbol: "NESN",
  },
  {
    vendor: "Warsaw, prn of a day's shares",
    file: "20210118.prn.csv",
    head: "<TICKER>,<DTYYYYMMDD>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>",
    row: (bar) => `CDPROJEKT,${compact(bar)},${bar.o},${bar.h},${bar.l},${bar.c},${bar.v}`,
    symbol: "CDPROJEKT",
  },
  {
    vendor: "Stooq in Polish",
    file: "cdr_d.csv",
    head: "Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen",
    row: ({ iso, o, h, l, c, v }) => `${iso},${o},${h},${l},${c},${v}`,
    symbol: "CDR",
  },
  {
    vendor: "Moscow Exchange ISS",
    file: "GAZP.csv",
    head: "history\n\nBOARDID;TRADEDATE;SHORTNAME;SECID;NUMTRADES;VALUE;OPEN;LOW;HIGH;LEGALCLOSEPRICE;WAPRICE;CLOSE;VOLUME;MARKETPRICE2",
    row: ({ iso, o, h, l, c, v }) =>
      `TQBR;${iso};ГАЗПРОМ ао;GAZP;3210;12345678.5;${o};${l};${h};${o};102.1;${c};${v};101.1`,
    foot: "\nhistory.cursor\n\nINDEX;TOTAL;PAGESIZE\n0;4;100",
    encoding: "windows-1251",
    symbol: "GAZP",
  },
  {
    vendor: "Madrid",
    file: "SAN.csv",
    head: "Fecha;Cierre;Referencia;Volumen;Efectivo;Último;Máximo;Mínimo;Medio;Apertura",
    row: ({ iso, o, h, l, c, v }) =>
      `${date(iso, "dd/mm/yyyy")};${comma(c)};1,0;${v};12345678,5;${comma(o)};${comma(h)};${comma(l)};1,0;${comma(o)}`,
    symbol: "SAN",
  },
  {
    vendor: "B3 in São Paulo, COTAHIST of fixed places",
    file: "COTAHIST_A2021.TXT",
    head: "00COTAHIST.2021BOVESPA 20211230".padEnd(245),
    row: (bar) => {
      const names = `${"PETR4".padEnd(12)}010${"PETROBRAS".padEnd(12)}${"PN".padEnd(10)}   R$  `;
      const prices = [bar.o, bar.h, bar.l, "102.00", bar.c, bar.c, bar.c].map(cents).join("");
      const counts = `${"321".padStart(5, "0")}${String(bar.v).padStart(18, "0")}${"0".repeat(18)}`;
      return `01${compact(bar)}02${names}${prices}${counts}${"0".repeat(13)}0999912310000001${"0".repeat(13)}BRPETRACNPR6180`;
    },
    foot: "99COTAHIST.2021BOVESPA 2021123000000000006".padEnd(245),
    symbol: "PETR4",
  },
  {
    vendor: "Vienna",
    file: "OMV.csv",
    head: "Datum;Eröffnung;Hoch;Tief;Letzter Preis;Veränderung %;Geldumsatz;Stückumsatz",
    row: ({ iso, o, h, l, c, v }) =>
      `${dots(iso)};${comma(o)};${comma(h)};${comma(l)};${comma(c)};1,2 %;12.345.678,00;${grouped(v, ".")}`,
    symbol: "OMV",
  },
  {
    vendor: "Milan",
    file: "ENI.csv",
    head: "Data;Prezzo Ufficiale;Prezzo Riferimento;Apertura;Min;Max;Volume",
    row: ({ iso, o, h, l, c, v }) =>
      `${date(iso, "dd/mm/yyyy")};${comma(c)};${comma(c)};${comma(o)};${comma(l)};${comma(h)};${v}`,
    symbol: "ENI",
  },
  {
    vendor: "Budapest with a dot behind the day",
    file: "OTP.csv",
    head: "Dátum;Nyitó ár;Maximum ár;Minimum ár;Záró ár;Forgalom (db);Forgalom (HUF)",
    row: ({ iso, o, h, l, c, v }) =>
      `${date(iso, "yyyy.mm.dd.")};${comma(o)};${comma(h)};${comma(l)};${comma(c)};${grouped(v, " ")};${grouped(v * 100, " ")},50`,
    symbol: "OTP",
  },
  {
    vendor: "Stockholm, a portal's tabs",
    file: "VOLV.csv",
    head: "Datum\tÖppning\tHögst\tLägst\tStäng\tVolym",
    row: ({ iso, o, h, l, c, v }) =>
      `${iso}\t${comma(o)}\t${comma(h)}\t${comma(l)}\t${comma(c)}\t${grouped(v, " ")}`,
    symbol: "VOLV",
  },
];

describe("exchanges and portals of Europe and America", () => {
  it.each(LAYOUTS)("$vendor", async (layout) => {
    expect(await readLayout(layout)).toEqual(expectedOf(layout));
  });
});
