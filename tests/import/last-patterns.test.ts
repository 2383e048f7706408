/** Patterns of files that a layout's or a vendor's test does not have: each is read as a careful person would. */
import { expect, it } from "vitest";
import { barsOfText, checkText } from "./check-support.ts";
import { weekdays } from "./good-rows.ts";

const days = weekdays(30);
const close = (at: number): number => 1200 + at;
const rows = (header: string, row: (day: string, at: number) => string): string =>
  `${header}\n${days.map((day, at) => `${row(day, at)}\n`).join("")}`;

it.each([
  {
    title: "RiceQuant's order_book_id",
    file: "prices.csv",
    text: rows(
      "order_book_id,datetime,open,high,low,close,volume",
      (day, at) => `000001.XSHE,${day} 00:00:00,${close(at)},${close(at)},${close(at)},${close(at)},5`,
    ),
    first: "000001.XSHE,2024-01-02,1200,1200,1200,1200,5",
  },
  {
    title: "days written DDMMYYYY",
    file: "ITC.csv",
    text: rows("Date,Open,High,Low,Close,Volume", (day, at) => {
      const [year, month, date] = day.split("-");
      return `${date}${month}${year},${close(at)},${close(at)},${close(at)},${close(at)},5`;
    }),
    first: "ITC,2024-01-02,1200,1200,1200,1200,5",
  },
  {
    title: "a decimal comma that percents and suffixes alone show: 1.200 are thousands",
    file: "SAP.csv",
    text: rows("Datum;Kurs;Veränd.;Volumen", (day, at) => `${day};1.${200 + at};0,5%;1,5K`),
    first: "SAP,2024-01-02,1200,1200,1200,1200,1500",
  },
  {
    title: "a day's file whose day is in its name, the first row under the header with it",
    file: "2024-01-02.csv",
    text: `Symbol,Open,High,Low,Close,Volume\nAB,1200,1200,1200,1200,5\n${days.map((_, at) => `S${at},9,9,9,9,1\n`).join("")}`,
    first: "AB,2024-01-02,1200,1200,1200,1200,5",
  },
])("$title", async ({ file, text, first }) => {
  expect((await checkText(file, text)).verdict).toBe("ok");
  expect((await barsOfText(file, text))[0]).toBe(first);
});

it("NA, NAN, NULL and KA are symbols where symbols stand, and no row of them is lost", async () => {
  const words = ["KA", "NA", "NAN", "NULL"];
  const text = `symbol,date,close\n${words.flatMap((word) => days.map((day, at) => `${word},${day},${close(at)}\n`)).join("")}`;
  expect(await checkText("prices.csv", text)).toMatchObject({
    verdict: "ok",
    symbols: words,
    bars: 4 * days.length,
    leftOutCount: 0,
  });
});

it("hundreds of bad rows are ten sentences and a count", async () => {
  const text = `symbol,date,close\n${Array.from({ length: 12_000 }, (_, at) => {
    const day = days[at % days.length] ?? "";
    return `S${Math.floor(at / days.length)},${day},${at % days.length === 7 ? "x" : close(at)}\n`;
  }).join("")}`;
  const check = await checkText("prices.csv", text);
  expect(check).toMatchObject({ verdict: "ok", bars: 11_600, leftOutCount: 400 });
  expect(check.leftOut).toHaveLength(10);
});
