/** What the result says of checks that only a portfolio has. */
import { render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { completeRun } from "./complete-run.ts";
import { handReport } from "./results-report.ts";
import {
  dayLuckInWords,
  leftInDraws,
  medianLeft,
  setBackVerdict,
  shareDrawn,
  shareLasted,
  timingInWords,
  worstInWords,
} from "#src/pages/results/portfolio/portfolio-check-words.ts";
import { PortfolioChecks } from "#src/pages/results/portfolio/portfolio-checks.tsx";
import { effectInWords, setBackEffect } from "#src/pages/results/portfolio/set-back-effect.ts";
import type { LastedStart, ScheduleDay, SetBackOutcome } from "#src/storage/robustness-record.ts";

vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: () => ({ fill: () => {}, picture: () => null, remove: () => {} }),
}));

const monthly = strategyOf({
  simulation: { positionSizing: "weights", weight: "1", rebalance: "monthly", schedule: "monthly" },
});

function outcome(leads: { readonly never: number; readonly monthly: number }): SetBackOutcome {
  const figures = { endValue: 1300, turnover: 12.4, costs: 0.126 };
  return {
    days: 20,
    ways: [
      { way: "never", ...figures, cagr: 14.4, maxDrawdown: -23, leads: leads.never },
      { way: "monthly", ...figures, cagr: 14.305, maxDrawdown: -20, leads: leads.monthly },
    ],
  };
}

const days: readonly ScheduleDay[] = [1000, 1100, 1050].map((endValue, at) => ({
  day: at + 1,
  endValue,
  cagr: 5,
  maxDrawdown: -10,
}));

const starts: readonly LastedStart[] = [
  { from: "2000-06-01", endValue: 0, ranOut: "2017-05-03" },
  { from: "2000-07-01", endValue: 900, ranOut: null },
  { from: "2000-08-01", endValue: 400, ranOut: null },
  { from: "2000-09-01", endValue: 700, ranOut: null },
];
const lasted = { years: 20, starts, worst: 0, path: { day: [11109, 17289], value: [1000, 0] } };

describe("is setting back worth it", () => {
  it("has a winner only where one led on most of the days", () => {
    expect(setBackVerdict(outcome({ never: 10, monthly: 10 }))).toBe(
      "No way made most on more than half of 20 days on which orders may be decided. Which of them is ahead is luck of the day.",
    );
    expect(setBackVerdict(outcome({ never: 9, monthly: 11 }))).toBe(
      "Each month made most on 11 of 20 days on which orders may be decided; its deepest fall is 3.0 points shallower than without setting back.",
    );
    expect(setBackVerdict(outcome({ never: 20, monthly: 0 }))).toContain("setting back cost money here");
  });

  it("is a table of the ways, the run's own marked", () => {
    const run = { ...completeRun, strategy: monthly };
    render(
      <PortfolioChecks
        run={run}
        report={handReport}
        parts={{ setBack: outcome({ never: 9, monthly: 11 }) }}
      />,
    );
    const rows = within(screen.getByRole("table")).getAllByRole("row");
    const cells = [...(rows[2]?.querySelectorAll("th, td") ?? [])].map(({ textContent }) => textContent);
    expect(cells).toEqual([
      "Each month (this run)",
      "14.3%",
      "−20.0%",
      "12%",
      "0.13",
      "₹1.3K",
      "11 of 20 days",
    ]);
  });
});

describe("what setting back cost and did", () => {
  it.each([
    {
      points: -0.12,
      shallower: 3,
      says: "cost 0.1 points a year and made the deepest fall 3.0 points shallower.",
    },
    {
      points: 1.4,
      shallower: -2,
      says: "brought 1.4 points a year and made the deepest fall 2.0 points deeper.",
    },
    {
      points: 0.04,
      shallower: 0.04,
      says: "made no difference to the return and left the deepest fall as it was.",
    },
  ])("is that it $says", ({ points, shallower, says }) => {
    expect(effectInWords({ points, shallower })).toBe(`Setting back ${says}`);
  });

  it("is the run against itself without it", () => {
    // 14.305 against 14.4 % a year, -20 against -23 %
    const parts = { setBack: outcome({ never: 9, monthly: 11 }) };
    const effect = setBackEffect(handReport, monthly, parts);
    expect(effect?.points).toBeCloseTo(-0.095, 9);
    expect(effect?.shallower).toBe(3);
    expect(setBackEffect(handReport, strategyOf({}), parts)).toBeNull();
    expect(setBackEffect(handReport, monthly, {})).toBeNull();
  });
});

describe("the luck of the day", () => {
  it("is how far the days lie apart, and where the run's own is", () => {
    expect(dayLuckInWords(days, 3, "INR")).toBe(
      "From ₹1,000 on the 1st to ₹1,100 on the 2nd session of a period. That is 10.0% between the worst and the best day, by nothing but the calendar. This run's, the 3rd, is number 2 of 3.",
    );
  });

  it("is drawn with the run's own as the one square", () => {
    const run = { ...completeRun, strategy: monthly };
    const { container } = render(
      <PortfolioChecks run={run} report={handReport} parts={{ scheduleDays: days }} />,
    );
    expect(container.querySelectorAll("svg[role=img] rect")).toHaveLength(1);
    expect(container.querySelectorAll("svg[role=img] circle")).toHaveLength(2);
  });
});

describe("would the money have lasted", () => {
  it("is the share that did, the worst start and the median of what was left", () => {
    expect(shareLasted(lasted)).toBe("3 of 4 starts (75%)");
    expect(shareLasted({ ...lasted, starts: starts.slice(1) })).toBe("3 of 3 starts (100%)");
    expect(medianLeft(lasted)).toBe(400); // of 0, 400, 700 and 900
    expect(worstInWords(starts[0] ?? never(), "INR")).toMatch(/^Jun 2000: gone on 03\/05\/2017$/);
    expect(worstInWords(starts[2] ?? never(), "INR")).toMatch(/^Aug 2000: ₹400 left$/);
  });

  it("never says that all did where one did not", () => {
    const many = Array.from({ length: 400 }, () => ({ from: "2000-07-01", endValue: 1, ranOut: null }));
    expect(shareLasted({ ...lasted, starts: [...many, ...starts.slice(0, 1)] })).toBe(
      "400 of 401 starts (99%)",
    );
  });

  it("is the share of other orders of its months, with what they had left", () => {
    const draws = {
      paths: 2000,
      months: 310,
      blockMonths: 7,
      lasted: 1820,
      left: { p5: 0, p50: 2e6, p95: 9e6 },
    };
    expect(shareDrawn(draws)).toBe("91% of 2,000 orders of months");
    expect(shareDrawn({ ...draws, lasted: 1999 })).toBe("99% of 2,000 orders of months");
    expect(leftInDraws(draws, "INR")).toBe("₹20L, nine of ten between ₹0 and ₹90L");
    render(
      <PortfolioChecks run={completeRun} report={handReport} parts={{ lasted: { ...lasted, draws } }} />,
    );
    expect(screen.getByText("From an average month")).toBeTruthy();
  });

  it("says when money goes out, and that the day matters", () => {
    expect(taking([{ amount: -100, every: "yearly" }])).toMatch(
      /^Money goes out each year, first a year after the start\. The day matters\. .* up to 16 points fewer starts that last\.$/,
    );
    expect(
      taking([
        { amount: 50, every: "monthly" },
        { percent: -1, every: "quarterly", from: "2020-01-01" },
        { amount: -1, every: "weekly" },
      ]),
    ).toContain("Money goes out each quarter, first on 01/01/2020 (and 1 other payment).");
    expect(taking([{ amount: 50, every: "monthly" }])).toBe("");
  });

  it("is shown with the path of the worst", () => {
    render(<PortfolioChecks run={completeRun} report={handReport} parts={{ lasted }} />);
    expect(screen.getByRole("heading", { name: "Would the money have lasted?" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "The worst start" })).toBeTruthy();
  });
});

function taking(flows: readonly object[]): string {
  return timingInWords(strategyOf({ simulation: { flows } }));
}

function never(): never {
  throw new Error("it is there");
}
