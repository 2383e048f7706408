/** Facts, signals and statements as people keep them: lines above and below, remarks, other days and numbers. */
import { describe, expect, it } from "vitest";
import { checkText } from "./check-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";
import type { Steps } from "./statement-support.ts";

const PRICES = pricesOf(["AB", "CD"]);
const LAG = { quarter: 45, year: 90 };

/** Days above the 12th, whose order shows. */
const LONG = "symbol,date,name,value\nAB,2020-01-13,pe,20.5\nCD,2020-01-14,pe,30.5\nAB,2020-01-15,pe,21.5\n";
const STEPS: Steps = [
  ["AB", "2020-01-13", 20.5],
  ["AB", "2020-01-15", 21.5],
  ["CD", "2020-01-14", 30.5],
];

const withDays = (text: string, write: (year: string, month: string, day: string) => string): string =>
  text.replaceAll(/(\d{4})-(\d\d)-(\d\d)/g, (_, year: string, month: string, day: string) =>
    write(year, month, day),
  );

describe("a table of facts, a row each", () => {
  it.each([
    ["a source beside each", LONG.replaceAll("\n", ",me\n")],
    ["a count of rows in front", LONG.replaceAll(/^/gm, "1,").replace("1,", ",").replace(/1,$/, "")],
    ["a title above", `My facts\n\n${LONG}`],
    ["a separator for Excel above", `sep=,\n${LONG}`],
    ["a total and a source below", `${LONG}Total,,,\nSource: me, of course\n`],
    ["empty rows of commas", LONG.replaceAll("\n", "\n,,,\n")],
    ["the day first", withDays(LONG, (year, month, day) => `${day}/${month}/${year}`)],
    ["the month first", withDays(LONG, (year, month, day) => `${month}/${day}/${year}`)],
    ["compact days", withDays(LONG, (year, month, day) => `${year}${month}${day}`)],
    ["decimal commas", LONG.replaceAll(",", ";").replaceAll(".", ",")],
  ])("may have %s, under any name", async (_, text) => {
    for (const name of ["facts.csv", "mine.csv"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { steps, files } = await factsFrom({ "p.csv": PRICES, [name]: text });
      expect([files.filter((file) => file.includes("refuse")), steps["pe"]]).toEqual([[], STEPS]);
    }
  });

  it("is asked for the order of its days where none decides it", async () => {
    const text = withDays(LONG.replaceAll("-01-1", "-02-0"), (year, month, day) => `${day}/${month}/${year}`);
    expect(await checkText("facts.csv", text)).toMatchObject({
      verdict: "ask",
      questions: [{ about: "date-order" }],
    });
  });

  it("is refused as it was where a name is one that rules use, or rows can't be read", async () => {
    for (const text of [LONG.replaceAll("pe", "rank"), LONG.replace("2020-01-13", "never")])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await checkText("facts.csv", text)).toMatchObject({ verdict: "refuse", kind: "facts" });
  });
});

describe("statements", () => {
  const rows = ["Q1,2019-03-31,2019-05-13,100,9", "Q2,2019-06-30,2019-08-13,110,8"];
  const simfin = `Ticker,Fiscal Period,Report Date,Publish Date,Revenue,Net Income\n${rows.map((row) => `AB,${row}\n`).join("")}`;
  const revenue: Steps = [
    ["AB", "2019-05-13", 100],
    ["AB", "2019-08-13", 110],
  ];

  it.each([
    ["the header among the rows", simfin.replace("AB,Q2", `${simfin.split("\n")[0] ?? ""}\nAB,Q2`)],
    ["a total and a footer below", `${simfin}Total,,,,,\nSource: vendor, all rights reserved\n`],
    ["empty rows of commas", simfin.replaceAll("\n", "\n,,,,,\n")],
    ["remarks beside", simfin.replaceAll("\n", ",fine\n").replace("Income,fine", "Income,Remark")],
  ])("may have %s", async (_, text) => {
    const { steps, notes } = await factsFrom({ "p.csv": PRICES, "us-income.csv": text });
    expect([steps["revenue.quarter"], notes[0]?.leftOut]).toEqual([revenue, 0]);
  });

  it("tell how many lines without figures were passed over", async () => {
    const { warnings } = await checkText("us-income.csv", `${simfin}Total,,,,,\n`);
    expect(warnings).toContain("1 row is passed over: words without figures, as a footer or a total is.");
  });

  it.each([
    ["31-03-2019", "30-06-2019"],
    ["03/31/2019", "06/30/2019"],
    ["2019-03-31", "2019-06-30"],
  ])("with a period a column may write its end as %s, below a title and above a footer", async (one, two) => {
    const text = `Quarterly income of AB\n\nname,ttm,${one},${two}\nTotal Revenue,"1.000,5","100,5","110,5"\nOperating Revenue,1,2,3\nNet Income,1,9,8\nSource: somebody\n`;
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "AB_income_stmt.csv": text.replaceAll("1.000,5", "1.000,50") },
      { "AB_income_stmt.csv": { lag: LAG } },
    );
    expect(steps["revenue.quarter"]?.map(([, , value]) => value)).toEqual([100.5, 110.5]);
  });

  it("under a plain date are known after a lag where the days are the ends of months", async () => {
    const text = "symbol,date,revenue,netIncome\nAB,2019-03-31,100,9\nAB,2019-06-30,110,8\n";
    expect(await checkText("fundamentals.csv", text)).toMatchObject({
      verdict: "ask",
      questions: [{ about: "lag" }],
    });
    const answers = { "fundamentals.csv": { lag: LAG } };
    const { steps } = await factsFrom({ "p.csv": PRICES, "fundamentals.csv": text }, answers);
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2019-05-15", 100],
      ["AB", "2019-08-14", 110],
    ]);
  });

  it("of the SEC count where it shows of which span a figure is, and are not guessed", async () => {
    const header = "end,val,accn,fy,fp,form,filed";
    const open = `${header}\n2019-03-31,100,x,2019,Q1,10-Q,2019-05-02\n2019-06-30,210,x,2019,Q2,10-Q,2019-08-02\n`;
    const check = await checkText("companyfacts_AB_Revenues.csv", open);
    expect(check.verdict).toBe("refuse");
    expect(check.message).toContain("of the quarter or of the year so far");
    const framed = `${header},frame\n2019-03-31,100,x,2019,Q1,10-Q,2019-05-02,CY2019Q1\n2019-06-30,210,x,2019,Q2,10-Q,2019-08-02,\n2019-06-30,110,x,2019,Q2,10-Q,2019-08-02,CY2019Q2\n`;
    const { steps } = await factsFrom({ "p.csv": PRICES, "companyfacts_AB_Revenues.csv": framed });
    expect(steps["revenue.quarter"]).toEqual([
      ["AB", "2019-05-02", 100],
      ["AB", "2019-08-02", 110],
    ]);
  });

  it("with items that nobody knows are never taken for prices", async () => {
    const text = ",2019-09-30,2020-09-30,2021-09-30\nUmsatz,260174,274515,365817\nGewinn,55256,57411,94680\n";
    expect(await checkText("AB.csv", text)).toMatchObject({ verdict: "refuse" });
    const turned = "Date,2019-09-30,2020-09-30\nAB,10.5,11.5\nCD,20.5,21.5\n";
    expect((await checkText("closes.csv", turned)).verdict).toBe("refuse");
  });
});

describe("who is in what", () => {
  it("may be written as added and removed", async () => {
    const text = "Ticker,Added,Removed\nAB,2001-01-01,\nCD,2001-01-01,2019-05-06\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "nasdaq100.csv": text });
    expect(steps["member.nasdaq100"]).toEqual([
      ["AB", "2001-01-01", 1],
      ["CD", "2001-01-01", 1],
      ["CD", "2019-05-06", 0],
    ]);
  });

  it("changes from one sector to the next on its day", async () => {
    const text = "symbol,date,sector\nAB,2010-01-01,Software\nAB,2001-01-01,Hardware\n";
    const { steps } = await factsFrom({ "p.csv": PRICES, "sectors.csv": text });
    expect(steps).toEqual({
      "sector.hardware": [
        ["AB", "2001-01-01", 1],
        ["AB", "2010-01-01", 0],
      ],
      "sector.software": [["AB", "2010-01-01", 1]],
    });
  });
});

it("a rate beside other figures of an economy is asked about before it is a price", async () => {
  const days = Array.from({ length: 20 }, (_, at) => `2020-01-${String(at + 1).padStart(2, "0")}`);
  const text = `date,gdp,inflation,rate\n${days.map((day, at) => `${day},${100 + at},2.5,5.${at}\n`).join("")}`;
  expect(await checkText("macro.csv", text)).toMatchObject({
    verdict: "ask",
    questions: [{ about: "columns" }],
  });
});
