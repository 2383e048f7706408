/** What the result page says of money that came and went, beside what the strategy made. */
import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { portfolioStrategy } from "#tests/support/strategy-of.ts";
import { movedMoney, movedReport } from "./moved-report.ts";
import { openResult } from "./open-result.tsx";
import { handReport, reportWithAverage } from "./results-report.ts";
import { moneyCurves } from "#src/ui/money-curves.ts";
import { describeMoney } from "#src/pages/results/portfolio/money-figure.tsx";
import { differenceInWords, moneyNotes, twoReturns } from "#src/pages/results/portfolio/money-words.ts";
import type { MoneyReport, Report } from "#workers/model/report.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));

vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: () => ({ fill: () => {}, picture: () => null, remove: () => {} }),
}));

function withMoney(changes: Partial<MoneyReport>): Report {
  return { ...movedReport, money: { ...movedMoney, ...changes } };
}

function cards(): readonly (string | null)[] {
  const money = screen.getByRole("region", { name: "Your money" });
  return within(money)
    .getAllByRole("term")
    .map((term) => term.parentElement?.textContent ?? null);
}

describe("the cards of a run whose money came and went", () => {
  it("are what was put in, what it is worth, and both returns", async () => {
    await openResult(movedReport, portfolioStrategy);
    const [putIn, worth, strategy, own] = cards();
    expect(putIn).toContain("₹1,500");
    expect(putIn).toContain("₹1,000 at first, ₹500 later");
    expect(putIn).toContain("₹200 taken out");
    expect(worth).toContain("₹1,701");
    expect(worth).toContain("+₹401 gained in all");
    expect(strategy).toContain("+14.3%");
    expect(own).toContain("+12.3%");
    expect(own).toContain("; the same money in the benchmark +4.0%, in the average share +5.0%");
  });

  it("are not there where none came or went, and not a word of interest either", async () => {
    await openResult(reportWithAverage);
    expect(screen.queryByRole("region", { name: "Your money" })).toBeNull();
    expect(screen.queryByRole("group", { name: "What is drawn" })).toBeNull();
  });

  it("are one sentence where only idle cash earned something", async () => {
    const { growth: _none, ...equity } = movedReport.equity;
    await openResult({ ...withMoney({ interest: 12 }), equity }, portfolioStrategy);
    expect(screen.queryByRole("region", { name: "Your money" })).toBeNull();
    expect(screen.getByText("Idle cash earned ₹12.")).toBeTruthy();
  });
});

function differenceOf(changes: Partial<MoneyReport>): string {
  return differenceInWords(twoReturns(movedReport, { ...movedMoney, ...changes }));
}

describe("why the two returns differ", () => {
  it.each([
    { own: 12.3, says: "it is 2.0 points a year below, with more of it in the worse times." },
    { own: 16.405, says: "it is 2.1 points a year above, with more of it in the better times." },
    { own: 14.31, says: "here they come to the same." },
    { own: null, says: "for these sums no single rate fits." },
  ])("is said of $own", ({ own, says }) => {
    expect(differenceOf({ moneyWeighted: own }).endsWith(says)).toBe(true);
  });

  it("is of the whole period under a year, and not annualised", () => {
    // 146 days of 365 are 0.4 of a year: 1.1025 x 1.1025 ... (1 + r)^0.4 with r = 27.628 % is 1.1025
    const day = Int32Array.from(handReport.equity.day, (_, row) => 18626 + (row * 146) / 5);
    const short: Report = { ...movedReport, equity: { ...movedReport.equity, day } };
    const rate = (1.1025 ** 2.5 - 1) * 100;
    const returns = twoReturns(short, { ...movedMoney, moneyWeighted: rate });
    expect(returns.isYearly).toBe(false);
    expect(returns.strategy).toBe(30.68);
    expect(returns.own).toBeCloseTo(10.25, 9);
    expect(differenceInWords(returns)).toContain("under a year, so they are not annualised");
  });
});

describe("what did not go by the plan", () => {
  it("is said with its day and its sums", () => {
    const money = {
      ...movedMoney,
      ranOut: "2009-05-03",
      missed: 40,
      owed: 7,
      interest: -3,
      benchmarkMissed: 9,
    };
    expect(moneyNotes(money, "INR")).toEqual([
      "The money was gone on 03/05/2009.",
      "₹40 could not be paid out.",
      "₹7 is still to be paid out.",
      "The benchmark could not have paid ₹9 of it.",
      "Idle cash lost ₹3.",
    ]);
  });

  it("is nothing where all did", () => {
    expect(moneyNotes(movedMoney, "INR")).toEqual([]);
  });
});

describe("the account in money", () => {
  const whole = { fromRow: 0, toRow: 5 };

  it("has what was put in below it: the margin first, less what went out", () => {
    expect([...moneyCurves(movedReport, whole).putIn]).toEqual([1000, 1500, 1500, 1500, 1500, 1300]);
  });

  it("counts what is paid behind a close from the next session on", () => {
    const { account } = movedReport;
    if (!account?.moves) throw new Error("it has moves");
    const moves = { ...account.moves, paidAfter: Float64Array.of(0, 0, 100, 0, 0, 0) };
    const { putIn } = moneyCurves({ ...movedReport, account: { ...account, moves } }, whole);
    expect([...putIn]).toEqual([1000, 1500, 1500, 1400, 1400, 1200]);
  });

  it("is cut to the sessions that are shown, and begins anew in none", () => {
    const curves = moneyCurves(movedReport, { fromRow: 2, toRow: 3 });
    expect([...curves.account]).toEqual([1280, 1920]);
    expect([...curves.putIn]).toEqual([1500, 1500]);
    expect([...curves.benchmark]).toEqual([1505, 1565]);
    expect([...curves.average]).toEqual([1555, 1525]);
  });

  it("says at its end who would have what", () => {
    const names = { benchmark: "TIDAL", currency: "INR", hasAverage: true };
    expect(describeMoney(moneyCurves(movedReport, whole), names)).toBe(
      "On 31/12/2022 the account was worth ₹1,701, with ₹1,300 put in; the same money would have been worth ₹1,439 in TIDAL, ₹1,519 in the average share.",
    );
  });

  it("is drawn in place of the growth once a person asks, and goes away again", async () => {
    const user = await openResult(movedReport, portfolioStrategy);
    await user.click(screen.getByRole("radio", { name: "Money" }));
    expect(await screen.findByRole("heading", { name: "Account in money" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Account growth curve" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Account in money as a table" }));
    const table = await screen.findByRole("table", { name: "Money at the ends of years" });
    expect(within(table).getByText("₹1,300")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "Strategy" }));
    expect(await screen.findByRole("heading", { name: "Account growth curve" })).toBeTruthy();
  });
});
