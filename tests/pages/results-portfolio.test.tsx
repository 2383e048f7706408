/** The result page of a run whose money came and went: what performance is goes by growth, money is said as money. */
import { render, screen, act } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { portfolioStrategy } from "#tests/support/strategy-of.ts";
import { openResult } from "./open-result.tsx";
import { reportWithAverage } from "./results-report.ts";
import { YearBars } from "#src/ui/year-bars.tsx";
import { growthCurves } from "#src/pages/results/growth-curves.ts";
import { describeGrowth } from "#src/pages/results/explanations.ts";
import { readingFacts } from "#src/pages/results/reading-facts.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import { ok } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";

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

const still = (...values: readonly number[]) => Float64Array.from(values);

/**
 * Growth is that of the report by hand. 500 came in on the second session, 200 went out on the last, of which nothing was
 * missed: 1,000 x 1.1 + 500 = 1,600; x 0.8 x 1.5 x 0.9 x 1.1 = 1,900.8; less 200 is 1,700.8. Of the same money the benchmark
 * made 1,520 and at last 1,439.22, the average share 1,510 and 1,519.31.
 */
const moved: Report = {
  ...reportWithAverage,
  performance: { ...reportWithAverage.performance, endValue: 1700.8, totalGrowth: 400.8 },
  yearlyPerformance: [
    {
      year: 2020,
      startValue: 1000,
      endValue: 1600,
      growth: 100,
      growthPercent: 10,
      benchmarkPercent: 2,
      flows: 500,
    },
    {
      year: 2022,
      startValue: 1600,
      endValue: 1700.8,
      growth: 300.8,
      growthPercent: 18.8,
      benchmarkPercent: -7.5,
      flows: -200,
    },
  ],
  rebalances: [{ date: "2022-01-03", sells: 1, buys: 2, turnover: 12 }],
  equity: {
    ...reportWithAverage.equity,
    value: still(1000, 1600, 1280, 1920, 1728, 1700.8),
    growth: reportWithAverage.equity.value,
  },
  money: {
    deposited: 500,
    withdrawn: 200,
    owed: 0,
    missed: 0,
    ranOut: null,
    interest: 12,
    moneyWeighted: 12.3,
    benchmarkMoneyWeighted: 4,
    universeMoneyWeighted: 5,
    benchmarkMissed: 0,
    benchmarkValues: still(1000, 1520, 1505, 1565, 1580, 1439.22),
    universeValues: still(1000, 1510, 1555, 1525, 1614, 1519.31),
  },
  account: {
    cash: still(1000, 400, 300, 200, 100, 50),
    bought: still(0, 1200, 0, 0, 0, 0),
    sold: still(0, 0, 0, 0, 0, 200),
    moves: {
      in: still(0, 500, 0, 0, 0, 0),
      paid: still(0, 0, 0, 0, 0, 200),
      paidAfter: still(0, 0, 0, 0, 0, 0),
      missed: still(0, 0, 0, 0, 0, 0),
      interest: still(0, 2, 2, 2, 3, 3),
      owed: still(0, 0, 0, 0, 0, 0),
    },
    riskless: null,
  },
};

/** The lines of a card's explanation, and its figure with what stands below it. */
function cardOf(name: string): { readonly lines: readonly string[]; readonly text: string } {
  const help = screen.getByRole("button", { name: `What ${name} means` });
  act(() => help.focus());
  const lines = (screen.getByRole("tooltip").textContent ?? "").split("\n");
  act(() => help.blur());
  return { lines, text: help.closest("dt")?.parentElement?.textContent ?? "" };
}

async function openMoved(report: Report = moved) {
  asked.analyse.mockResolvedValue(ok(analyse({ report, strategy: portfolioStrategy, trials: 1 })));
  return openResult(report, portfolioStrategy);
}

describe("the cards", () => {
  it("say the money as money, and performance without it", async () => {
    await openMoved();
    expect(cardOf("Start Value").lines.at(-1)).toBe("Later ₹500 was put in and ₹200 taken out.");
    expect(cardOf("End Value").text).toContain("₹1,701");
    expect(cardOf("End Value").text).toContain(
      "The same money in the benchmark ₹1.44K, in the average share ₹1.52K",
    );
    expect(cardOf("Total Growth").lines.at(-1)).toBe(
      "₹1,701 − ₹1,000 − ₹500 put in + ₹200 taken out = +₹401",
    );
    expect(cardOf("Total Growth %").lines).toEqual([
      "What the strategy made of the start value over the whole period, as if no money had come or gone.",
      "₹1,307 / ₹1,000 − 1 = +30.7%",
    ]);
    expect(cardOf("CAGR").lines.at(-1)).toBe("(₹1,307 / ₹1,000) ^ (365.25 / 731 days) − 1 = +14.3%");
    expect(cardOf("CAGR").lines).toContain(
      "Your own return a year (XIRR), which counts when your money came, was +12.3%.",
    );
    expect(cardOf("Max Drawdown").lines.at(-1)).toBe("₹880 / ₹1,100 − 1 = −20.0%");
  });

  it("say since when money could not be paid", async () => {
    const { money } = moved;
    if (!money) throw new Error("it has money");
    await openMoved({ ...moved, money: { ...money, missed: 30, ranOut: "2022-01-04" } });
    expect(cardOf("End Value").lines.at(-1)).toBe(
      "₹30 could not be paid out, the first of it on 04/01/2022.",
    );
  });

  it("work the Sharpe ratio out of growth less what cash earned, where that is the riskless rate", async () => {
    // returns of 10, -20, 50, -10 and 10 %, of which 1 % each was riskless: a mean of 7, the same deviation of 26.8328
    const riskless = still(0, 0.01, 0.01, 0.01, 0.01, 0.01);
    const account = moved.account && { ...moved.account, riskless };
    const performance = { ...moved.performance, sharpeRatio: 4.1412 };
    await openMoved({ ...moved, performance, ...(account && { account }) });
    const { lines } = cardOf("Sharpe Ratio");
    expect(lines.at(-1)).toBe("7.00% / 26.83% × √252 = 4.14");
    expect(lines[0]).toContain("What cash earned is taken off each of the returns.");
  });
});

describe("curves and sentences", () => {
  it("draw what the strategy made, and its own falls", () => {
    const curves = growthCurves(moved);
    expect(curves.value).toEqual(reportWithAverage.equity.value);
    expect(curves.drawdown).toEqual(growthCurves(reportWithAverage).drawdown);
  });

  it("say in words what is drawn", () => {
    expect(describeGrowth(moved)).toContain(
      "What the strategy made, as if no money had come or gone: from 30/12/2020 to 31/12/2022 the account went from ₹1,000 to ₹1,307 (+30.7%)",
    );
  });

  it("hold halves and years against the yardsticks as those of the run without", () => {
    const facts = (report: Report) =>
      readingFacts({ report, strategy: portfolioStrategy, analysis: null, parts: {} });
    expect(facts(moved).halves).toEqual(facts(reportWithAverage).halves);
    expect(facts(moved).withoutYear).toEqual(facts(reportWithAverage).withoutYear);
  });
});

describe("bars of years", () => {
  it("leave a year out in which nothing was left to grow, but not its benchmark", () => {
    const years = [
      { year: 2020, own: -100, benchmark: 5, average: null },
      { year: 2021, own: null, benchmark: 8, average: null },
    ];
    const { container } = render(
      <YearBars years={years} shaded={[]} label="Years" format={String} drawing={{ current: null }} />,
    );
    expect(container.querySelectorAll("rect")).toHaveLength(3);
  });
});
