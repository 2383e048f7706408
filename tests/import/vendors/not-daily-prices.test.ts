/** Files that look like daily prices of shares and are not, or only with an answer: none is stored in silence. */
import { describe, expect, it } from "vitest";
import { barsOfText, checkText } from "../check-support.ts";
import { BARS } from "./layout-case.ts";

const lines = (head: string, row: (iso: string, at: number) => string): string =>
  `${[head, ...BARS.map(({ iso }, at) => row(iso, at))].join("\n")}\n`;
/** Twelve weekdays from 2021-01-13 on. */
const DAYS = [...BARS.map(({ iso }) => iso), "19", "20", "21", "22", "25", "26", "27", "28"].map((day) =>
  day.length === 2 ? `2021-01-${day}` : day,
);

describe("files that are refused", () => {
  it.each([
    {
      title: "bids and asks",
      text: lines("date,bid,ask", (iso) => `${iso},1.5,1.6`),
      reason: /no price column/,
    },
    {
      title: "headlines",
      text: lines("Date,Headline,Sentiment", (iso) => `${iso},Shares rise,0.4`),
      reason: /no price column/,
    },
    {
      title: "indicators",
      text: lines("date,rsi,macd", (iso) => `${iso},55.5,0.25`),
      reason: /no price column/,
    },
    {
      title: "a broker's trades",
      text: lines(
        "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount",
        (iso) => `${iso},Buy,AAPL,APPLE INC,10,101.5,0.65,-1015.65`,
      ),
      reason: /trades of an account/,
    },
    {
      title: "a broker's orders",
      text: lines(
        "symbol,trade_date,trade_type,quantity,price,order_id",
        (iso, at) => `INFY,${iso},buy,10,101.5,${at}`,
      ),
      reason: /trades of an account/,
    },
    {
      title: "futures of several months under one symbol",
      text: `INSTRUMENT,SYMBOL,EXPIRY_DT,STRIKE_PR,OPTION_TYP,OPEN,HIGH,LOW,CLOSE,SETTLE_PR,CONTRACTS,VAL_INLAKH,OPEN_INT,CHG_IN_OI,TIMESTAMP,\n${["28-Jan-2021", "25-Feb-2021", "25-Mar-2021"].map((expiry, at) => `FUTIDX,NIFTY,${expiry},0,XX,${100 + at},${101 + at},${99 + at},${100 + at},${100 + at},10,1,1,1,13-JAN-2021,`).join("\n")}\n`,
      reason: /contracts/,
    },
    {
      title: "options",
      text: lines(
        "symbol,date,expiry,strike,option_type,open,high,low,close,volume",
        (iso) => `NIFTY,${iso},2021-01-28,14000,CE,100,101,99,100,5`,
      ),
      reason: /contracts/,
    },
    {
      title: "a header of more names than the rows have cells, parted by blanks",
      text: lines(
        "Date Open High Low Close Adj Close Volume",
        (iso) => `${iso} 101.5 104.25 100.75 103.5 103.5 120000`,
      ),
      reason: /8 names over rows of 7/,
    },
    {
      title: "columns without names in the order open, close, high, low",
      text: BARS.map(({ iso, o, h, l, c, v }) => `${Date.parse(iso)},${o},${c},${h},${l},${v}`).join("\n"),
      reason: /can't be told apart/,
    },
    {
      title: "minutes of LEAN, whose first column counts milliseconds of the day",
      text: Array.from(
        { length: 30 },
        (_, at) => `${34_200_000 + at * 60_000},1441000,1442000,1440000,1441500,${100 + at}`,
      ).join("\n"),
      reason: /minute/,
    },
  ])("$title", async ({ text, reason }) => {
    const check = await checkText("prices/ACME.csv", text);
    expect([check.verdict, check.message]).toEqual(["refuse", expect.stringMatching(reason)]);
  });
});

describe("files that are asked about", () => {
  it("names that nobody knows over columns in which the second is the highest and the third the lowest", async () => {
    const text = `Date,P1,P2,P3,P4,N\n${DAYS.map((iso, at) => `${iso},${100 + at},${102 + at},${99 + at},${101 + at},${1000 + at}`).join("\n")}`;
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.questions.map(({ about }) => about)]).toEqual(["ask", ["columns"]]);
    expect(check.message).toMatch(/P1, P2, P3, P4/);
    const taken = await barsOfText("ACME.csv", text, { columns: ["prices"] });
    expect([taken.length, taken[0]]).toEqual([12, "ACME,2021-01-13,100,102,99,101,0"]);
  });

  it("one date of six digits alone", async () => {
    const check = await checkText("GAZP.txt", "<DATE>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>\n110112,1,2,1,2,5\n");
    expect([check.verdict, check.questions[0]?.about, check.questions[0]?.choices]).toEqual([
      "ask",
      "date-order",
      ["dmy", "mdy", "ymd"],
    ]);
  });

  it("hours of LEAN", async () => {
    const rows = [9, 10, 11].map(
      (hour) => `20210113 ${String(hour).padStart(2, "0")}:00,1441000,1442000,1440000,1441500,100`,
    );
    const check = await checkText("equity/usa/hour/spy.csv", rows.join("\n"));
    expect([check.verdict, check.frequency, check.questions[0]?.about]).toEqual([
      "ask",
      "intraday",
      "intraday",
    ]);
  });

  it("ticks of a day", async () => {
    const text = `Date,Time,Price,Volume\n${Array.from({ length: 30 }, (_, at) => `2021-01-13,09:30:${String(at).padStart(2, "0")},${100 + at / 10},5`).join("\n")}`;
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.frequency]).toEqual(["ask", "intraday"]);
  });
});

describe("files that are read with a warning", () => {
  it.each([
    {
      title: "prices in pence, by a column of the currency",
      text: lines("date,open,high,low,close,volume,currency", (iso) => `${iso},101.5,104,100,103.5,5,GBX`),
      warning: /GBX/,
    },
    {
      title: "prices in pence, by the unit behind a name",
      text: lines(
        "date,open (p),high (p),low (p),close (GBp),volume",
        (iso) => `${iso},101.5,104,100,103.5,5`,
      ),
      warning: /pence/,
    },
    {
      title: "Tushare's volumes in lots",
      text: lines(
        "ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount",
        (iso) => `ACME.SZ,${iso.replaceAll("-", "")},101.5,104,100,103.5,100,1,1,5,500`,
      ),
      warning: /lots/,
    },
    {
      title: "CoinGecko's volumes in money",
      text: lines("snapped_at,price,market_cap,total_volume", (iso) => `${iso} 00:00:00 UTC,101.5,1000,500`),
      warning: /volume 0/,
    },
  ])("$title", async ({ text, warning }) => {
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.bars]).toEqual(["ok", 4]);
    expect(check.warnings.join(" ")).toMatch(warning);
  });
});
