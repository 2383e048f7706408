/** Headers and columns that are damaged or exchanged: what a careful person sees at once is asked or refused. */
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { bytesSource, rangeSource } from "../market/text-sources.ts";
import { odsBytes, xlsxBytes } from "../tables/make-books.ts";
import { barLines, barsOfText, checkAll, checkSource, checkText } from "./check-support.ts";
import { weekdays } from "./good-rows.ts";

const days = weekdays(40);
const table = (header: string, row: (day: string, at: number) => string): string =>
  `${header}\n${days.map((day, at) => `${row(day, at)}\n`).join("")}`;

it("asks where highs or lows are no prices of the day: a column of times, or a lost point", async () => {
  const times = table("", (day, at) => `${day},183.5,1704239999999999,182.5,${183 + at / 10},1000`);
  expect(await checkText("BTC.csv", times)).toMatchObject({
    verdict: "ask",
    questions: [{ about: "columns" }],
  });
  const lows = table("Date,Open,High,Low,Close", (day, at) => `${day},100,101,${at < 5 ? 99 : 0.99},100`);
  expect(await checkText("BTC.csv", lows)).toMatchObject({
    verdict: "ask",
    questions: [{ about: "columns" }],
  });
  const once = table("Date,Open,High,Low,Close", (day, at) => `${day},100,${at === 5 ? 10_100 : 101},99,100`);
  expect(await checkText("BTC.csv", once)).toMatchObject({ verdict: "ok" });
});

it("refuses a row of figures in place of the names", async () => {
  const text = `4-01-02,183.65,187.67,183.04,186.2,4977175\n${days.map((day, at) => `${day},${100 + at},${101 + at},${99 + at}.5,${100 + at},5\n`).join("")}`;
  expect((await checkText("ORCL.csv", text.replace("4-01-02", "x"))).verdict).toBe("refuse");
});

it("asks where one instrument of several lacks a price that the others have, or a column is empty", async () => {
  const header =
    "Price,Close,Close,H)gh,High,Low,Low,Open,Open\nTicker,AAA,BBB,AAA,BBB,AAA,BBB,AAA,BBB\nDate,,,,,,,,";
  const both = table(
    header,
    (day, at) =>
      `${day},${100 + at},${50 + at},${101 + at},${51 + at},${99 + at},${49 + at},${100 + at},${50 + at}`,
  );
  expect(await checkText("yf.csv", both)).toMatchObject({
    verdict: "ask",
    questions: [{ about: "columns" }],
  });
  const empty = table("Date,Open,High,Low,Close", (day, at) => `${day},${100 + at},,${99 + at},${100 + at}`);
  expect(await checkText("AAA.csv", empty)).toMatchObject({
    verdict: "ask",
    questions: [{ about: "columns" }],
  });
});

const barRow = (day: string, at: number): string => `${day},${100 + at},${102 + at},${98 + at},${101 + at},7`;

it("asks whether columns are open, high and low whose names nobody knows, where they fit a close", async () => {
  for (const header of ["Date,Aaa,Bbb,Ccc,Close,Volume", "Date,Open,Bbb,Ccc,Close,Volume"]) {
    // oxlint-disable-next-line no-await-in-loop -- two small files
    const check = await checkText("AAA.csv", table(header, barRow));
    expect(check).toMatchObject({ verdict: "ask", questions: [{ about: "columns" }] });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const [first] = await barsOfText("AAA.csv", table(header, barRow), { columns: ["prices"] });
    expect(first).toBe(`AAA,${days[0]},100,102,98,101,7`);
  }
});

describe("a sheet that its book names and has not", () => {
  const rows = [["Date", "Close"], ...days.map((iso, at) => [new Date(iso), 100 + at])];
  const good = xlsxBytes([
    { name: "AAA", rows },
    { name: "BBB", rows },
  ]);
  const at = new TextDecoder("latin1").decode(good).lastIndexOf("sheet2.xml");

  it("makes the book refused: an instrument would be lost", async () => {
    const damaged = good.slice();
    damaged[at] = 88;
    const [file, ...others] = await checkAll([rangeSource("two.xlsx", damaged)]);
    expect(others).toEqual([]);
    expect(file?.check).toMatchObject({
      verdict: "refuse",
      message: "the sheet BBB is missing in it, or damaged; save the book again",
    });
  });
});

describe("files in files", () => {
  const prices = new TextEncoder().encode(table("Date,Close", (day, at) => `${day},${100 + at}`));
  const book = xlsxBytes([
    { name: "AAA", rows: [["Date", "Close"], ...days.map((iso, at) => [new Date(iso), 100 + at])] },
  ]);

  it("a book in an archive in an archive is refused by name, and the file beside it is read", async () => {
    const inner = zipSync({ "book.xlsx": book, "deep.zip": zipSync({ "a.csv": prices }) });
    const checks = await checkAll([
      rangeSource("outer.zip", zipSync({ "AAA.csv": prices, "inner.zip": inner })),
    ]);
    expect(checks.map(({ check }) => [check.file, check.verdict])).toEqual([
      ["outer.zip/AAA.csv", "ok"],
      ["outer.zip/inner.zip", "refuse"],
    ]);
    expect(barLines(checks)).toHaveLength(41);
  });

  it("a folder's name that ends like a file's, and empty files, are told or passed over", async () => {
    const archive = zipSync({
      "x.csv/": new Uint8Array(0),
      "empty.csv": new Uint8Array(0),
      "AAA.csv": prices,
    });
    const checks = await checkAll([rangeSource("a.zip", archive)]);
    expect(checks.map(({ check }) => [check.file, check.verdict])).toEqual([
      ["a.zip/empty.csv", "refuse"],
      ["a.zip/AAA.csv", "ok"],
    ]);
    const ods = odsBytes([{ name: "AAA", rows: [] }]);
    expect(
      (await checkSource(bytesSource("x.feather", new TextEncoder().encode("ARROW1\0\0")))).check.message,
    ).toMatch(/a Feather or Arrow file; save it as Parquet or CSV/);
    expect((await checkAll([rangeSource("empty.ods", ods)])).map(({ check }) => check.verdict)).toEqual([
      "refuse",
    ]);
  });
});
