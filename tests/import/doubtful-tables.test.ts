/** Tables that look like prices and are none, or whose days are not what they say: asked, refused or put right. */
import { describe, expect, it } from "vitest";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { barsOfText, checkText } from "./check-support.ts";

/** Working days from a Monday on, 2024-01-01 where no other is named. */
const workingDays = (count: number, from = "2024-01-01"): string[] =>
  Array.from({ length: count }, (_, at) =>
    formatIsoDay((parseIsoDay(from) ?? 0) + Math.floor(at / 5) * 7 + (at % 5)),
  );

const prices = (days: readonly string[], symbol = (_at: number) => "AAA"): string =>
  `date,symbol,open,high,low,close,volume\n${days.map((day, at) => `${day},${symbol(at)},100,101,99,${100 + (at % 7) / 10},1000\n`).join("")}`;

function exchanged(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return Number(date) <= 12 ? `${year}-${date}-${month}` : day;
}

/** Days since 1904-01-01. */
const serial = (day: string): number => (parseIsoDay(day) ?? 0) + 25_569 - 1462;

const wide = (figure: (at: number) => number): string =>
  `Date,AAPL,MSFT\n${workingDays(30)
    .map((day, at) => `${day},${figure(at).toFixed(4)},${figure(at + 3).toFixed(4)}\n`)
    .join("")}`;

describe("days and months that a program exchanged up to the 12th", () => {
  it("are refused where the rows run one way when they are turned back", async () => {
    const check = await checkText("a.csv", prices(workingDays(60).map(exchanged)));
    expect(check).toMatchObject({ verdict: "refuse" });
    expect(check.message).toMatch(/some dates are day\/month and others month\/day/);
  });

  it("are refused from some row on, and in rows of any order, by the weekends they lie at", async () => {
    const days = workingDays(500);
    const fromHalf = days.map((day, at) => (at < 250 ? day : exchanged(day)));
    const mixed = fromHalf.toSorted((one, other) => one.slice(-1).localeCompare(other.slice(-1)));
    for (const rows of [fromHalf, mixed]) {
      // oxlint-disable-next-line no-await-in-loop -- two small files
      const check = await checkText("a.csv", prices(rows));
      expect(check).toMatchObject({ verdict: "refuse" });
      expect(check.message).toMatch(/day and month are swapped in dates up to the 12th/);
    }
  });

  it("are nothing to refuse where a market trades every day, or rows are in no order", async () => {
    const daily = Array.from({ length: 400 }, (_, at) => formatIsoDay((parseIsoDay("2024-01-01") ?? 0) + at));
    expect(await checkText("a.csv", prices(daily))).toMatchObject({ verdict: "ok", bars: 400 });
    const shuffled = workingDays(400).toSorted((one, other) => one.slice(-1).localeCompare(other.slice(-1)));
    expect(await checkText("a.csv", prices(shuffled))).toMatchObject({ verdict: "ok", bars: 400 });
  });
});

describe("a table with a column an instrument", () => {
  it("is asked about where its name says ratio, volume or the like, and taken once that is answered", async () => {
    const closes = wide((at) => 100 + at);
    for (const name of ["pe_ratio.csv", "volume.csv", "all-returns.csv", "open.csv"]) {
      // oxlint-disable-next-line no-await-in-loop -- four small files
      expect(await checkText(name, closes)).toMatchObject({
        verdict: "ask",
        questions: [{ about: "columns" }, { about: "figures" }],
      });
    }
    expect(await checkText("pe_ratio.csv", closes, { columns: ["figures"] })).toMatchObject({
      verdict: "ok",
    });
    expect(await checkText("close.csv", closes)).toMatchObject({ verdict: "ok", bars: 60 });
  });

  it("is refused where what may be counts of days are days that have not come yet", async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `${55_000 + 7 * at},${100 + at},${200 + at}\n`);
    const check = await checkText("closes.csv", `Profit,AAA,BBB\n${rows.join("")}`);
    expect(check.verdict).toBe("refuse");
    expect(check.message).toContain("40 of 40 bars lie in the future, the last on 2050-12-11");
  });

  it("tells a first row whose day can't be read, and takes it for no header", async () => {
    const text = prices(workingDays(40)).replace("2024-01-01", "soon");
    expect(await checkText("AAA.csv", text)).toMatchObject({
      verdict: "ok",
      bars: 39,
      leftOut: [{ line: 2 }],
    });
  });

  it("has the instruments that were listed after the rows that are looked at first", async () => {
    const symbols = Array.from({ length: 40 }, (_, at) => `S${at}`);
    const rows = workingDays(3000, "2001-01-01").map((day, at) =>
      [
        day,
        ...symbols.map((_, place) => (place < 20 || at > 2900 ? String(100 + place + at / 100) : "")),
      ].join(),
    );
    const check = await checkText("closes.csv", `Date,${symbols.join()}\n${rows.join("\n")}\n`);
    expect(rows.join("\n").length).toBeGreaterThan(300_000);
    expect(check).toMatchObject({ verdict: "ok", bars: 20 * 3000 + 20 * 99 });
    expect(check.symbols.toSorted()).toEqual(symbols.toSorted());
  });

  it("has tickers that are words of tables elsewhere", async () => {
    const symbols = ["DATA", "RSI", "VAR", "TS", "SRC", "AAPL", "MSFT", "GOOG", "KO", "PEP"];
    const rows = workingDays(20).map((day, at) =>
      [day, ...symbols.map((_, place) => 100 + place + at)].join(),
    );
    const check = await checkText("closes.csv", `Date,${symbols.join()}\n${rows.join("\n")}\n`);
    expect(check.symbols.toSorted()).toEqual(symbols.toSorted());
  });

  it("is asked about where every figure is a return plus 1, and not where a currency stays near 1", async () => {
    const returns = wide((at) => 1 + 0.02 * Math.sin(at * 2.1));
    expect(await checkText("a.csv", returns)).toMatchObject({
      verdict: "ask",
      questions: [{ about: "columns" }, { about: "figures" }],
    });
    expect(
      await checkText(
        "a.csv",
        wide((at) => 1 + 0.02 * Math.sin(at / 5)),
      ),
    ).toMatchObject({ verdict: "ok" });
  });
});

it("reads days that were counted from 1904, whose bars would lie on Tuesday to Saturday", async () => {
  const rows = workingDays(20).map((day) => `${serial(day)},100,101,99,100,1000`);
  const bars = await barsOfText("AAA.csv", `Date,Open,High,Low,Close,Volume\n${rows.join("\n")}\n`);
  expect(bars.map((bar) => bar.split(",")[1])).toEqual(workingDays(20));
});

it("takes bars of an exchange with summer time for the day whose midnight they are near", async () => {
  const days = workingDays(30);
  const rows = days.map((day, at) => {
    const midnight = (parseIsoDay(day) ?? 0) * 86_400;
    return `${midnight - (at < 15 ? 3600 : 0)},100,101,99,100,1000`;
  });
  const bars = await barsOfText("AAA.csv", `time,open,high,low,close,volume\n${rows.join("\n")}\n`);
  expect(bars.map((bar) => bar.split(",")[1])).toEqual(days);
});

it("calls an index by its number, and cuts what a name says of years and downloads", async () => {
  const one = "date,open,high,low,close\n2024-01-02,1,1,1,1\n2024-01-03,1,1,1,1\n";
  const names: Readonly<Record<string, string>> = {
    "S&P 500.csv": "S&P 500",
    "nifty_50.csv": "NIFTY 50",
    "RUSSELL2000.csv": "RUSSELL2000",
    "AAPL-2020-2024.csv": "AAPL",
    "NASDAQ_AAPL_30Y.csv": "AAPL",
    "NSE-TCS.csv": "TCS",
    "XETRA_SAP.csv": "SAP",
    "JPM (NYSE).csv": "JPM",
    "AAPL-1704200000000.csv": "AAPL",
    "NIFTY BANK.csv": "NIFTY BANK",
    "S&P MidCap 400.csv": "S&P MIDCAP 400",
    "OMX 30.csv": "OMX 30",
  };
  for (const [name, symbol] of Object.entries(names)) {
    // oxlint-disable-next-line no-await-in-loop -- six small files
    expect([name, (await checkText(name, one)).symbols]).toEqual([name, [symbol]]);
  }
  const doubtful = [
    "HistoricalData_1704200000000",
    "merged",
    "TEMP",
    "nse",
    "report",
    "result_final_v2",
    "ABC 12",
  ];
  for (const name of doubtful) {
    // oxlint-disable-next-line no-await-in-loop -- seven small files
    const check = await checkText(`${name}.csv`, one);
    expect([name, check.verdict, check.questions.map(({ about }) => about)]).toEqual([
      name,
      "ask",
      ["symbol"],
    ]);
  }
});

it("keeps NA, NAN and NULL in a list's column of symbols", async () => {
  const list = "Symbol,Name,Market Cap\nA,Alpha,100\nNA,Nano,200\nNAN,Nuveen,300\nNULL,Void,400\n";
  expect(await checkText("list.csv", list)).toMatchObject({
    kind: "instruments",
    symbols: ["A", "NA", "NAN", "NULL"],
  });
});

it("asks what figures by date are, of which one an instrument would be out of date", async () => {
  const facts = "Ticker,Date,Market Cap\nA,2024-01-02,100\nA,2024-01-03,110\n";
  const check = await checkText("sizes.csv", facts);
  expect(check).toMatchObject({ verdict: "ask", questions: [{ about: "figures" }] });
  expect(check.message).toMatch(/Market Cap may be figures of a day/);
});

/** The last column's cells may be changed. */
const closes = (names: readonly string[], cell = (_at: number, figure: string) => figure): string => {
  const rows = workingDays(30).map((day, at) => {
    const figures = names.map((_, column) =>
      (100 * (column + 1) + Math.round(Math.sin(at / 5) * 900) / 100).toFixed(2),
    );
    figures.push(cell(at, figures.pop() ?? ""));
    return `${day},${figures.join(",")}\n`;
  });
  return `Date,${names.join(",")}\n${rows.join("")}`;
};

describe("an instrument of a wide table is not lost", () => {
  it.each([["Reliance Industries"], ["NIFTY 50"], ["msft"], ["HINDUSTANUNILEVER"], ["basket"]])(
    "because of its name, %s: it is asked about",
    async (name) => {
      for (const others of [["INFY"], ["INFY", "TCS", "SBIN", "ITC", "WIPRO", "HDFC"]]) {
        const names = [...others, name];
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const check = await checkText("closes.csv", closes(names));
        expect(check).toMatchObject({
          verdict: "ask",
          bars: 30 * names.length,
        });
        expect([...check.symbols]).toEqual(names.toSorted());
        expect(check.questions[0]?.text).toContain(name);
      }
    },
  );

  it("because it has an open and no close, beside one that has both", async () => {
    const check = await checkText("closes.csv", closes(["INFY.Open", "INFY.Close", "TCS.Open"]));
    expect(check.verdict).toBe("ask");
    expect(check.questions.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(
        /^TCS\.Open is named like a price, and nothing is taken from it: an instrument may be missed/,
      ),
    );
  });

  it("where all are called by the names of companies: they are asked about", async () => {
    const names = ["Reliance Industries", "Tata Steel", "Infosys Ltd"];
    const check = await checkText("closes.csv", closes(names));
    expect(check).toMatchObject({ verdict: "ask", bars: 90, symbols: names.toSorted() });
    expect(check.questions[0]?.text).toBe(
      "Reliance Industries, Tata Steel, Infosys Ltd may be instruments, with a close in each cell, or figures of something else. Is that right?",
    );
    expect(await checkText("closes.csv", closes(names), { columns: ["instruments"] })).toMatchObject({
      verdict: "ok",
      bars: 90,
    });
    const remarks = closes([...names, "Remarks"], () => "fine");
    expect((await checkText("closes.csv", remarks)).message).toMatch(
      /^no price column is known by the names in the header "Date,Reliance Industries.*; say which column is the close/,
    );
  });

  it("with an exchange or another currency in its name", async () => {
    for (const names of [
      ["NSE:INFY", "NSE:TCS"],
      ["EUR/USD", "GBP/USD"],
    ])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await checkText("closes.csv", closes(names))).toMatchObject({ verdict: "ok", symbols: names });
  });

  it("because it was listed after the rows that are looked at first, under a name that is no ticker", async () => {
    const names = ["INFY", "TCS", "Zomato Ltd", "paytm", "Remarks"];
    const rows = workingDays(12_000, "1975-01-01").map((day, at) => {
      const late = at >= 11_900 ? [50 + at / 100, 60 + at / 100] : ["", ""];
      return [day, 100 + at / 100, 200 + at / 100, ...late, ""].join();
    });
    const text = `Date,${names.join()}\n${rows.join("\n")}\n`;
    const check = await checkText("closes.csv", text);
    expect(check).toMatchObject({ verdict: "ask", bars: 2 * 12_000 + 2 * 100 });
    expect(check.symbols.toSorted()).toEqual(["INFY", "TCS", "Zomato Ltd", "paytm"]);
    expect(check.questions[0]?.text).toMatch(/^Zomato Ltd, paytm may be instruments/);
    expect(await checkText("closes.csv", text, { columns: ["late"] })).toMatchObject({
      verdict: "ok",
    });
  });

  it("because its first prices are the last of the rows that are looked at", async () => {
    const rows = workingDays(2000, "1995-01-02").map((day, at) =>
      [day, 100 + at / 100, 200 + at / 100, at >= 1996 ? 50 + at / 100 : ""].join(),
    );
    const check = await checkText("closes.csv", `Date,INFY,TCS,ZOMATO\n${rows.join("\n")}\n`);
    expect(check).toMatchObject({ verdict: "ok", bars: 4004, symbols: ["INFY", "TCS", "ZOMATO"] });
  });

  it("because it has few prices, or small ones", async () => {
    const few = closes(["INFY", "TCS", "Tata Steel"], (at, figure) => (at % 3 === 0 ? figure : "suspended"));
    expect((await checkText("closes.csv", few)).verdict).not.toBe("ok");
    const small = closes(["INFY", "TCS", "Tata Steel"], (at) => `0.${50 + at}`);
    expect(await checkText("closes.csv", small)).toMatchObject({ verdict: "ask", bars: 90 });
  });

  it("and an empty column beside them makes returns no prices", async () => {
    const rows = workingDays(40).map(
      (day, at) => `${day},${1 + 0.02 * Math.sin(at * 2.1)},${1 + 0.03 * Math.sin(at * 1.9)},`,
    );
    const check = await checkText("a.csv", `Date,INFY,TCS,ZOMATO\n${rows.join("\n")}\n`);
    expect(check.questions[0]?.text).toMatch(/as a return plus 1 does/);
  });

  it("because half of its cells can't be read: the file is refused with their place", async () => {
    const text = closes(["INFY", "TCS", "SBIN"], (at, figure) => (at % 2 === 0 ? figure : "#REF!"));
    expect(await checkText("closes.csv", text)).toMatchObject({
      verdict: "refuse",
      leftOut: expect.arrayContaining([expect.objectContaining({ line: 3 })]),
    });
  });

  it("and a count of the rows is none", async () => {
    const rows = closes(["INFY", "TCS"]).split("\n");
    const counted = rows.map((row, at) => (at === 0 ? `${row},rowCount` : row && `${row},${at}`)).join("\n");
    expect(await checkText("closes.csv", counted)).toMatchObject({ verdict: "ok", symbols: ["INFY", "TCS"] });
  });

  it("because its name is understood no more than that it is a price's", async () => {
    const text = closes(["INFY_Close", "TCS_Close", "brk-b_Close"]);
    const check = await checkText("closes.csv", text);
    expect(check.verdict).toBe("ask");
    expect(check.questions[0]?.text).toContain(
      "brk-b_Close is named like a price, and nothing is taken from it",
    );
  });
});

describe("a sector beside prices", () => {
  it.each(["Adj Close", "last", "ltp", "nav", "prc", "high"])(
    "makes no history of sectors of a table of %s",
    async (title) => {
      const rows = workingDays(30).map((day, at) => `AAA,${day},${100 + (at % 7) / 10},Energy`);
      const check = await checkText("a.csv", `symbol,date,${title},sector\n${rows.join("\n")}\n`);
      expect(`${check.message} ${JSON.stringify(check)}`).not.toMatch(/sectors over time/);
    },
  );

  it("is a history of sectors where there is no price", async () => {
    const check = await checkText(
      "a.csv",
      "symbol,date,sector\nAAA,2020-01-01,Energy\nAAA,2022-01-03,Utilities\n",
    );
    expect(JSON.stringify(check)).toMatch(/sectors over time/);
  });
});
