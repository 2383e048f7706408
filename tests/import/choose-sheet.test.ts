/** Sheets of a workbook in a plan: all of them where they agree, and a question where they don't. */
import { describe, expect, it } from "vitest";
import type { Answers } from "#workers/model/import-check.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { weekdays } from "./good-rows.ts";
import { xlsxBytes } from "../tables/make-books.ts";
import type { Cell } from "../tables/make-books.ts";
import { planOf, readPlan } from "./plan-support.ts";

const days = weekdays(40);
const HEADER: Cell[] = ["Date", "Close"];
const rows = (from: number, to: number, price: (at: number) => number): Cell[][] => [
  HEADER,
  ...days.slice(from, to).map((iso, at) => [new Date(iso), price(from + at)]),
];

function planOfBook(
  sheets: Readonly<Record<string, Cell[][]>>,
  answers: Readonly<Record<string, Answers>> = {},
): ImportPlan {
  const book = xlsxBytes(Object.entries(sheets).map(([name, of]) => ({ name, rows: of })));
  const files = [{ name: "ACME.xlsx", bytes: new Blob([book.slice()]) }];
  return { ...planOf({}), files, answers: new Map(Object.entries(answers)) };
}

const plain = (at: number): number => 100 + at;
const adjusted = (at: number): number => 50 + at / 2;

describe("the sheets of a book", () => {
  it("are all taken where they agree: years on sheets of their own, and a sheet that repeats some of them", async () => {
    const { files, market } = await readPlan(
      planOfBook({ 2023: rows(0, 20, plain), 2024: rows(20, 40, plain), All: rows(10, 40, plain) }),
    );
    expect(files.map(({ check }) => [check.file, check.verdict])).toEqual([
      ["ACME.xlsx/2023", "ok"],
      ["ACME.xlsx/2024", "ok"],
      ["ACME.xlsx/All", "ok"],
    ]);
    expect(market.instruments.map(({ symbol }) => symbol)).toEqual(["ACME"]);
    expect([...market.close]).toEqual(days.map((_, at) => plain(at)));
  });

  const two = { Raw: rows(0, 40, plain), Adjusted: rows(0, 40, adjusted) };

  it("are asked about where they contradict each other, and neither is stored before it is answered", async () => {
    const { files, market } = await readPlan(planOfBook(two));
    expect(files.map(({ check }) => [check.verdict, check.questions])).toEqual(
      ["Raw", "Adjusted"].map(() => [
        "ask",
        [
          {
            about: "sheet",
            text: "The sheets Raw and Adjusted of ACME.xlsx have other prices for the same days of ACME. Which one is meant?",
            choices: ["Raw", "Adjusted"],
          },
        ],
      ]),
    );
    expect(market.instruments).toEqual([]);
  });

  it.each([
    { sheet: "Raw", price: plain },
    { sheet: "Adjusted", price: adjusted },
  ])("are the one that was chosen: $sheet", async ({ sheet, price }) => {
    const answers = { "ACME.xlsx/Raw": { sheet }, "ACME.xlsx/Adjusted": { sheet } };
    const { files, market } = await readPlan(planOfBook(two, answers));
    expect(files.filter(({ check }) => check.verdict === "ok").map(({ check }) => check.file)).toEqual([
      `ACME.xlsx/${sheet}`,
    ]);
    expect([...market.close]).toEqual(days.map((_, at) => price(at)));
  });

  it("are not asked about where the one that contradicts is left out", async () => {
    const plan = { ...planOfBook(two), leftOut: new Set(["ACME.xlsx/Adjusted"]) };
    const { market } = await readPlan(plan);
    expect([...market.close]).toEqual(days.map((_, at) => plain(at)));
  });
});
