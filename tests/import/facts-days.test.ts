/** Days of facts that are missing, turned or doubtful, and values that are none. */
import { describe, expect, it } from "vitest";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { checkText } from "./check-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";

const PRICES = pricesOf(["AB", "CD"]);
const LAG = { quarter: 45, year: 60 };

describe("NA in a column of days is no day", () => {
  it("of publication: such a row needs a lag, the others do not", async () => {
    const text =
      "ticker,period_end,publication_date,revenue,netIncome\nAB,2018-03-31,2018-05-02,100,5\nAB,2018-06-30,NA,110,5\nAB,2018-09-30,N/A,120,5\nAB,2018-12-31,2019-02-01,130,5\n";
    expect(await checkText("own.csv", text)).toMatchObject({ verdict: "ask", questions: [{ about: "lag" }] });
    const { steps } = await factsFrom({ "p.csv": PRICES, "own.csv": text }, { "own.csv": { lag: LAG } });
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2018-05-02", 100],
      ["AB", "2018-08-14", 110],
      ["AB", "2018-11-14", 120],
      ["AB", "2019-02-01", 130],
    ]);
  });

  it("of an index: a member that has not left, and one of whom nobody knows since when", async () => {
    const text = "ticker,start,end\nAB,2001-01-03,NA\nCD,NA,2003-02-03\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "sp500.csv": text });
    expect(steps).toEqual({ "member.sp500": [["AB", "2001-01-03", 1]] });
    expect((await checkText("sp500.csv", text)).warnings).toEqual([
      "1 row is passed over: without a first day, so that it is not known since when.",
      "Who belonged to it before 2001-01-03 is not known: rules on it are unknown there.",
    ]);
  });

  it("and what can't be read is none, too, but is told", async () => {
    const check = await checkText("sp500.csv", "ticker,start,end\nAB,2001-01-03,?\nCD,2001-01-03,\n");
    expect(check.message).toMatch(/the last day is "\?", which cannot be read/);
  });
});

const file = (own: readonly string[]): string =>
  `symbol,date,name,value\n${["AB", "CD"].flatMap((symbol) => own.map((day, at) => `${symbol},${day},score,${at}\n`)).join("")}`;

describe("facts whose month and day were exchanged", () => {
  const days = Array.from({ length: 40 }, (_, at) => formatIsoDay((parseIsoDay("2019-01-07") ?? 0) + 5 * at));
  const turned = days.map((day) => {
    const [year = "", month = "", date = ""] = day.split("-");
    return Number(date) <= 12 ? `${year}-${date}-${month}` : day;
  });
  it("are refused, by the order of the lines", async () => {
    expect(await checkText("facts.csv", file(days))).toMatchObject({ verdict: "ok", first: "2019-01-07" });
    const check = await checkText("facts.csv", file(turned));
    expect(check.verdict).toBe("refuse");
    expect(check.message).toMatch(/day and month are swapped in dates up to the 12th/);
  });

  it("are taken in any other order of the lines", async () => {
    const mixed = days.map((_, at) => days[(at * 17) % days.length] ?? "");
    expect(await checkText("facts.csv", file(mixed))).toMatchObject({ verdict: "ok" });
  });

  it("ask for the order of days with an example that needs one", async () => {
    const text = "symbol,date,name,value\nAB,2001-01-03,x,1\nAB,03/04/2002,x,2\n";
    const { questions } = await checkText("facts.csv", text);
    expect(questions.map(({ text: asked }) => asked)).toEqual([
      "Dates like 03/04/2002 can be day/month/year or month/day/year; no day in the file decides.",
    ]);
  });
});

describe("an empty value of one's own figures", () => {
  it("is unknown from then on in a row a figure", async () => {
    const text =
      "day;symbol;name;value\n02.01.2020;AB;score;1\n13.01.2020;AB;score;\n14.01.2020;CD;score;2\n";
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "model.csv": text },
      { "model.csv": { figures: "signal" } },
    );
    expect(steps["score"]).toEqual([
      ["AB", "2020-01-02", 1],
      ["AB", "2020-01-13", null],
      ["CD", "2020-01-14", 2],
    ]);
  });

  it("says nothing in a column a figure, and that is told", async () => {
    const text = "date,symbol,score,rating\n2020-01-02,AB,1,5\n2020-01-03,AB,,6\n2020-01-06,AB,2,7\n";
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "model.csv": text },
      { "model.csv": { figures: "signal" } },
    );
    expect(steps["score"]?.map(([, day]) => day)).toEqual(["2020-01-02", "2020-01-06"]);
    const { warnings } = await checkText("model.csv", text, { figures: "signal" });
    expect(warnings).toEqual([
      expect.stringMatching(/^1 cell is empty and says nothing: the value before goes on counting/),
    ]);
  });
});

describe("what a list can't know of earlier days is told", () => {
  it("of sectors of one day, not where the list has none", async () => {
    const list = "Symbol,Name,Sector,Market Cap\nAB,Abacus,Energy,100\nCD,Codex,Energy,200\n";
    expect((await checkText("list.csv", list)).warnings).toEqual([
      expect.stringMatching(
        /^Sectors are those of the list's day and count in all years\. .* look ahead a little\./,
      ),
    ]);
    expect((await checkText("list.csv", list.replaceAll("Energy", ""))).warnings).toEqual([]);
  });

  it("of an index before its first change, and of members that never changed", async () => {
    const { warnings } = await checkText(
      "nifty50.csv",
      "date,add,remove\n2005-03-01,AB,CD\n2001-06-01,EF,GH\n",
    );
    expect(warnings).toEqual([
      "Who belonged to it before 2001-06-01 is not known: rules on it are unknown there. The same goes for those that neither joined nor left since. A row with a date and the tickers of all its members tells them.",
    ]);
    const days = await checkText("nifty50.csv", 'date,tickers\n2002-01-01,"AB,CD"\n2003-01-01,"AB,EF"\n');
    expect(days.warnings).toEqual([
      "Who belonged to it before 2002-01-01 is not known: rules on it are unknown there.",
    ]);
  });
});

describe("days of publication that a file of statements has are taken, and no lag is asked", () => {
  const EXPECTED = [
    ["AB", "2018-05-02", 100],
    ["AB", "2018-08-01", 110],
  ];

  it.each(["Earnings Date", "date_of_announcement", "Report Date", "Published On", "rdq", "Available From"])(
    "in a column %s",
    async (title) => {
      const text = `ticker,period_end,${title},revenue,netIncome\nAB,2018-03-31,2018-05-02,100,5\nAB,2018-06-30,2018-08-01,110,6\n`;
      expect(await checkText("own.csv", text)).toMatchObject({ verdict: "ok", kind: "facts" });
      const { steps } = await factsFrom({ "p.csv": PRICES, "own.csv": text });
      expect(steps["revenue.quarter"]).toEqual(EXPECTED);
    },
  );

  it("in a row of a table with a period a column", async () => {
    const text =
      "Breakdown,2018-06-30,2018-03-31\nTotal Revenue,110,100\nNet Income,6,5\nFiling Date,2018-08-01,2018-05-02\n";
    expect(await checkText("AB_income.csv", text)).toMatchObject({ verdict: "ok", questions: [] });
    const { steps } = await factsFrom({ "p.csv": PRICES, "AB_income.csv": text });
    expect(steps["revenue.quarter"]).toEqual(EXPECTED);
  });

  it("but not where a period has none, which needs a lag", async () => {
    const text =
      "Breakdown,2018-06-30,2018-03-31\nTotal Revenue,110,100\nNet Income,6,5\nFiling Date,2018-05-01,2018-05-02\n";
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "AB_income.csv": text },
      { "AB_income.csv": { lag: LAG } },
    );
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2018-05-02", 100],
      ["AB", "2018-08-14", 110],
    ]);
  });
});

describe("a day of publication beside the date of own figures", () => {
  const text =
    "symbol,date,published,eps\nAB,2019-03-31,2019-05-02,1\nAB,2019-06-30,2019-08-01,2\nCD,2019-06-30,2019-08-01,2\n";

  it("is not passed over: a figure would be known before it was published", async () => {
    for (const name of ["facts.csv", "own.csv"]) {
      // oxlint-disable-next-line no-await-in-loop -- two small files
      const { verdict, message } = await checkText(name, text, { figures: "fact" });
      expect([name, verdict]).toEqual([name, "refuse"]);
      expect(message).toMatch(
        name === "own.csv"
          ? /days in two columns, "date" and "published"/
          : /published is "2019-05-02", which/,
      );
    }
  });
});

it("members whose names have blanks in them are parted by commas", async () => {
  const text = "date,tickers\n2001-01-01,\"Tata Steel, AB\"\n2002-01-01,\"['AB', 'CD']\"\n";
  expect((await checkText("nifty50.csv", text)).symbols.toSorted()).toEqual(["AB", "CD", "Tata Steel"]);
  const blanks = "date,tickers\n2001-01-01,AB CD\n2002-01-01,AB EF\n";
  expect((await checkText("nifty50.csv", blanks)).symbols.toSorted()).toEqual(["AB", "CD", "EF"]);
});
