/** Lists whose days are of a company's life: they are no prices of those days. */
import { describe, expect, it } from "vitest";
import { checkText } from "./check-support.ts";

const COMPANIES = ["AAA", "BBB", "CCC", "DDD", "EEE"];

/** A row a company, each with a day of its own. */
function list(header: string, row: (symbol: string, day: string, at: number) => string): string {
  return `${header}\n${COMPANIES.map((symbol, at) => `${row(symbol, `${1990 + at}-03-0${at + 1}`, at)}\n`).join("")}`;
}

describe("a list with a day of each company's life", () => {
  it.each([
    "Listing Date",
    "DATE OF LISTING",
    "listing_date",
    "ListingDate",
    "Listed",
    "Incorporation Date",
    "IPO Date",
    "Founded",
    "Inception",
  ])("%s is no day of its prices", async (title) => {
    const text = list(
      `Symbol,Name,${title},Last Price,Market Cap`,
      (symbol, day, at) => `${symbol},Co ${at},${day},${100 + at},1000`,
    );
    expect(await checkText("companies.csv", text)).toMatchObject({
      verdict: "ok",
      kind: "instruments",
      bars: 0,
    });
    const two = text.split("\n").slice(0, 3).join("\n");
    expect(await checkText("companies.csv", two)).toMatchObject({ kind: "instruments", bars: 0 });
  });

  it("is refused where it has prices and nothing that a list has", async () => {
    const text = list(
      "Symbol,IPO Date,Open,High,Low,Close,Volume",
      (symbol, day) => `${symbol},${day},9,11,8,10,500`,
    );
    const check = await checkText("companies.csv", text);
    expect([check.verdict, check.bars]).toEqual(["refuse", 0]);
    expect(check.message).toMatch(/"IPO Date".*company's listing/);
  });

  it("has bars of the day in the file's name", async () => {
    const text = list(
      "Symbol,Listing Date,Open,High,Low,Close,Volume",
      (symbol, day) => `${symbol},${day},9,11,8,10,500`,
    );
    expect(await checkText("prices_2024-01-02.csv", text)).toMatchObject({
      kind: "prices",
      bars: 5,
      first: "2024-01-02",
      last: "2024-01-02",
    });
  });

  it("is asked about where the day's name says nothing, or as little as date", async () => {
    for (const title of ["When", "Date"]) {
      const text = list(`Symbol,${title},Price`, (symbol, day) => `${symbol},${day},100`);
      // oxlint-disable-next-line no-await-in-loop -- one file after another
      const check = await checkText("companies.csv", text);
      expect([title, check.verdict, check.questions.map(({ about }) => about)]).toEqual([
        title,
        "ask",
        ["columns"],
      ]);
    }
  });

  it("is no matter where each row has the day of its price, too", async () => {
    const rows = COMPANIES.flatMap((symbol) =>
      ["01", "02", "03"].map((day) => `2024-04-${day},${symbol},1999-01-04,10`),
    );
    const check = await checkText("prices.csv", `Date,Symbol,Listing Date,Close\n${rows.join("\n")}\n`);
    expect(check).toMatchObject({ verdict: "ok", kind: "prices", bars: 15, first: "2024-04-01" });
  });
});
