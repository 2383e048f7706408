import { describe, expect, it } from "vitest";
import type { Quarter } from "#datasets/generator/books.ts";
import { sumUp } from "#datasets/generator/yearly-books.ts";

const QUARTER: Quarter = {
  revenue: 100,
  freeCashFlow: 9,
  firstNetIncome: 10,
  netIncome: 10,
  equity: 300,
  debt: 100,
  currentRatio: 1.5,
};

/** Two years of the same quarter, in which some figures of all quarters of the second, or of its last, are others. */
function twoYears(second: Partial<Quarter>, last: Partial<Quarter> = {}): Quarter[] {
  const year = Array.from({ length: 4 }, () => ({ ...QUARTER, ...second }));
  return [...Array.from({ length: 4 }, () => QUARTER), ...year.slice(1), { ...QUARTER, ...second, ...last }];
}

describe("two years of books", () => {
  it("add up to the last year's sales, profit and cash, and have its last quarter's equity, debt and ratio", () => {
    expect(sumUp(twoYears({}, { equity: 320, debt: 80, currentRatio: 1.4 })).first).toMatchObject({
      revenue: 400,
      netIncome: 40,
      freeCashFlow: 36,
      equity: 320,
      debt: 80,
      currentRatio: 1.4,
    });
  });

  it.each([
    { title: "a quarter more", netIncome: 12.5, growth: 25 },
    { title: "a loss after a profit", netIncome: -5, growth: -150 },
    { title: "no more than 999 percent", netIncome: 500, growth: 999 },
  ])("give the growth of the profit: $title", ({ netIncome, growth }) => {
    const books = sumUp(twoYears({ netIncome, firstNetIncome: netIncome }));
    expect(books.first.netIncomeGrowth).toBe(growth);
  });

  it("take a profit after a loss for growth", () => {
    const [loss, profit] = [
      twoYears({ netIncome: -10, firstNetIncome: -10 }).slice(4),
      twoYears({}).slice(0, 4),
    ];
    // from -40 to 40 is twice the size of the loss
    expect(sumUp([...loss, ...profit]).first.netIncomeGrowth).toBe(200);
  });

  it("return on equity and debt what is earned before the interest, 5 percent of the debt", () => {
    // (40 + 0.05 x 100) / (300 + 100)
    expect(sumUp(twoYears({})).first.roic).toBeCloseTo(11.25, 12);
  });

  it("count the profit of the last quarter as it was first, and as it stood in the end", () => {
    const { first, corrected } = sumUp(twoYears({}, { firstNetIncome: 10, netIncome: 6 }));
    expect([first.netIncome, corrected.netIncome]).toEqual([40, 36]);
    expect([first.netIncomeGrowth, corrected.netIncomeGrowth]).toEqual([0, -10]);
  });

  it("count earlier quarters as they stood in the end", () => {
    const books = twoYears({});
    books[5] = { ...QUARTER, firstNetIncome: 10, netIncome: 8 };
    expect(sumUp(books).first.netIncome).toBe(38);
  });

  it.each([
    // a profit, free cash, and no new shares; the same as the year before is no strength
    { title: "a second year like the first", second: {}, score: 3 },
    { title: "a loss", second: { netIncome: -10, firstNetIncome: -10, freeCashFlow: -20 }, score: 1 },
    { title: "more cash than profit", second: { freeCashFlow: 11 }, score: 4 },
    // less debt also makes the capital smaller, of which profit and sales are then a larger part
    { title: "less debt", second: { debt: 90 }, score: 6 },
    { title: "a better current ratio", second: { currentRatio: 1.6 }, score: 4 },
    // a higher profit from the same sales and capital
    { title: "more profit", second: { netIncome: 11, firstNetIncome: 11 }, score: 5 },
    {
      title: "all of them",
      second: {
        revenue: 110,
        netIncome: 12,
        firstNetIncome: 12,
        freeCashFlow: 13,
        debt: 90,
        currentRatio: 1.6,
      },
      score: 9,
    },
  ])("score $score for $title", ({ second, score }) => {
    expect(sumUp(twoYears(second)).first.fScore).toBe(score);
  });
});
