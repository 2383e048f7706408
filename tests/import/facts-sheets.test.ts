/** Facts under other names and in other files: a sheet, a zip, another CSV, all through the way of facts.csv. */
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { factsOf } from "../market/facts-support.ts";
import { xlsxBytes } from "../tables/make-books.ts";
import type { Cell } from "../tables/make-books.ts";
import { checkText } from "./check-support.ts";
import { look, planOf, readPlan } from "./plan-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";

const PRICES = pricesOf(["AB", "CD"]);
const day = (iso: string): Date => new Date(`${iso}T00:00:00Z`);
const LONG: Cell[][] = [
  ["symbol", "date", "name", "value"],
  ["AB", day("2019-05-01"), "eps", 5],
  ["CD", day("2019-05-02"), "eps", 7.5],
];
const PERIODS: Cell[][] = [
  ["symbol", "name", "value", "periodEnd", "known"],
  ["AB", "revenue", 100, day("2019-03-31"), day("2019-05-01")],
  ["AB", "revenue", 110, day("2019-06-30"), day("2019-08-01")],
];
const EPS = [
  [
    "eps",
    "fact",
    [
      ["AB", "2019-05-01", 5],
      ["CD", "2019-05-02", 7.5],
    ],
  ],
];

async function factsOfBytes(name: string, bytes: Uint8Array): Promise<unknown[]> {
  const plan = planOf({ "p.csv": PRICES });
  const files = [...plan.files, { name, bytes: new Blob([bytes.slice()]) }];
  return factsOf((await readPlan({ ...plan, files })).market);
}

describe("facts in a workbook", () => {
  it("tell why a row of a sheet is left out without its place twice", async () => {
    const many: Cell[][] = Array.from({ length: 40 }, (_, at) => [
      "AB",
      day(`2019-05-${String((at % 28) + 1).padStart(2, "0")}`),
      `eps.n${at}`,
      at,
    ]);
    const rows: Cell[][] = [
      ["symbol", "date", "name", "value"],
      ...many,
      ["AB", day("2019-05-01"), "eps", "much"],
    ];
    const book = { name: "book.xlsx", bytes: new Blob([xlsxBytes([{ name: "facts", rows }]).slice()]) };
    const plan = planOf({ "p.csv": PRICES });
    const { files } = await look({ ...plan, files: [...plan.files, book] });
    const [left] = files.flatMap(({ leftOut }) => leftOut);
    expect(left?.line).toBe(42);
    expect(left?.reason).toMatch(/^value /);
  });

  it.each([
    ["facts.xlsx", "Sheet1"],
    ["book.xlsx", "facts"],
    ["own.xlsx", "Sheet1"],
  ])("are those of a facts.csv: %s, sheet %s", async (book, sheet) => {
    expect(await factsOfBytes(book, xlsxBytes([{ name: sheet, rows: LONG }]))).toEqual(EPS);
  });

  it("may be signals, or a column a figure", async () => {
    const rows: Cell[][] = [
      ["symbol", "date", "score"],
      ["AB", day("2020-01-02"), -1],
    ];
    expect(await factsOfBytes("signals.xlsx", xlsxBytes([{ name: "A", rows }]))).toEqual([
      ["score", "signal", [["AB", "2020-01-02", -1]]],
    ]);
  });

  it.each(["facts.xlsx", "own.xlsx"])("may have periods: %s", async (book) => {
    const facts = await factsOfBytes(book, xlsxBytes([{ name: "Sheet1", rows: PERIODS }]));
    expect(facts).toEqual([
      [
        "revenue.quarter",
        "fact",
        [
          ["AB", "2019-05-01", 100],
          ["AB", "2019-08-01", 110],
        ],
      ],
    ]);
  });

  it("may be in a zip", async () => {
    const zip = zipSync({ "data/facts.xlsx": xlsxBytes([{ name: "Sheet1", rows: LONG }]) });
    expect(await factsOfBytes("all.zip", zip)).toEqual(EPS);
  });
});

describe("the columns symbol, date, name and value", () => {
  const csv = "symbol,date,name,value\nAB,2019-05-01,eps,5\nCD,2019-05-02,eps,7.5\n";

  it("are facts under any file name, in any order", async () => {
    const { steps } = await factsFrom({ "p.csv": PRICES, "mine.csv": csv });
    expect(steps["eps"]).toHaveLength(2);
    const turned = "name,symbol,value,date\neps,AB,5,2019-05-01\neps,CD,7.5,2019-05-02\n";
    expect((await factsFrom({ "p.csv": PRICES, "mine.csv": turned })).steps["eps"]).toHaveLength(2);
  });

  it("are prices where each symbol has one name, which is a company's", async () => {
    const text =
      "symbol,date,name,value\nAB,2019-05-01,Abacus,5\nCD,2019-05-01,Cedar,7.5\nAB,2019-05-02,Abacus,5.5\nCD,2019-05-02,Cedar,7.25\n";
    expect(await checkText("mine.csv", text)).toMatchObject({ kind: "prices" });
  });

  it("of a facts.csv with periods are statements", async () => {
    const text = "symbol,name,value,periodEnd,known,period\nAB,revenue,100,2019-03-31,2019-05-01,Q1\n";
    expect((await factsFrom({ "p.csv": PRICES, "facts.csv": text })).steps["revenue.quarter"]).toEqual([
      ["AB", "2019-05-01", 100],
    ]);
  });
});
