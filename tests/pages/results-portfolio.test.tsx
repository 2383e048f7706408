/** The result page of a run whose money came and went: what performance is goes by growth, money is said as money. */
import { render, screen, act } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { portfolioStrategy } from "#tests/support/strategy-of.ts";
import { completeRun } from "./complete-run.ts";
import { openResult } from "./open-result.tsx";
import { reportWithAverage } from "./results-report.ts";
import { findingOf, robustnessFacts } from "#src/pages/results/robustness-words.ts";
import { readRobustness } from "#src/storage/robustness-record.ts";
import { reportHtml } from "#src/pages/results/saved-report.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { YearBars } from "#src/ui/year-bars.tsx";
import { growthCurves } from "#src/pages/results/growth-curves.ts";
import { describeGrowth } from "#src/pages/results/explanations.ts";
import { readingFacts } from "#src/pages/results/reading-facts.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import { err, ok } from "#workers/model/problem.ts";
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

vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn() }));

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
    const sources = { strategy: portfolioStrategy, analysis: null, parts: {} };
    const [own, without] = [moved, reportWithAverage].map((report) => readingFacts({ report, ...sources }));
    expect(own?.halves).toEqual(without?.halves);
    expect(own?.withoutYear).toEqual(without?.withoutYear);
  });
});

/** As a browser shows the saved file. */
function savedText(report: Report): string {
  const page = reportHtml({
    run: { ...completeRun, strategy: portfolioStrategy },
    report,
    analysis: null,
    trace: null,
    holdings: null,
    parts: {},
    notes: [],
    savedAt: 0,
    style: "",
  });
  return (new DOMParser().parseFromString(page, "text/html").body.textContent ?? "").replaceAll(/\s+/g, " ");
}

describe("the saved report", () => {
  it("has what came and went, both returns, what came in each year, and every rebalance", () => {
    const text = savedText(moved);
    for (const part of [
      "Put in after the start₹500",
      "Taken out₹200",
      "Interest on idle cash₹12",
      "Your own return (XIRR)+12.30% a year",
      "The same money in =INDEX (XIRR)+4.00% a year",
      "The same money in the average share (XIRR)+5.00% a year",
      "In less out",
      "All rebalances (1)",
      "03/01/20221212.0%",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("Could not be paid out");
  });

  it("says what was missed and is still owed", () => {
    const { money } = moved;
    if (!money) throw new Error("it has money");
    const next = {
      date: "2022-12-31",
      sells: [],
      buys: [{ instrument: "AAA", slotValue: 50, quantity: 2, close: 25, moneyIn: true as const }],
      owed: 7,
    };
    const text = savedText({
      ...moved,
      money: { ...money, missed: 30, ranOut: "2022-01-04", owed: 7 },
      next,
    });
    expect(text).toContain("Still to be paid out₹7");
    expect(text).toContain("Could not be paid out₹30, the first of it on 04/01/2022");
    expect(text).toContain("Buy ≈ 2Money that came in");
    expect(text).toContain("Still to be paid out: ₹7.");
  });

  it("has nothing of it for a run without", () => {
    expect(savedText(reportWithAverage)).not.toMatch(/Money in and out|All rebalances|In less out/);
  });
});

async function saved(
  user: UserEvent,
  choice: RegExp,
): Promise<readonly [name: string, lines: readonly string[]]> {
  vi.mocked(saveFile).mockClear();
  await user.click(screen.getByRole("button", { name: "Export" }));
  await user.click(screen.getByRole("menuitem", { name: choice }));
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  const [name = "", , text = ""] = vi.mocked(saveFile).mock.lastCall ?? [];
  return [name, text.split("\r\n")];
}

describe("the files of the run", () => {
  it("have growth, flows, money and rebalances", async () => {
    const user = await openMoved();
    const [, equity] = await saved(user, /Account growth/);
    expect(equity.slice(0, 3)).toEqual([
      "date,value,benchmark,openPositions,universe,growth",
      "2020-12-30,1000,1000,0,1000,1000",
      "2020-12-31,1600,1020,1,1010,1100",
    ]);
    const [, yearly] = await saved(user, /Yearly growth/);
    expect(yearly[0]).toMatch(/,universePercent,flows$/);
    expect(yearly[2]).toMatch(/^2022,1600,1700.8,300.8,18.8,-7.5,.+,-200$/);
    const [name, money] = await saved(user, /Money in and out/);
    expect(name).toBe("by-hand-2020-12-30-2022-12-31-money.csv");
    expect([money[0], money[2], money[6]]).toEqual([
      "date,value,cash,in,out,owed,missed,interest,benchmarkValue,universeValue",
      "2020-12-31,1600,400,500,0,0,0,2,1520,1510",
      "2022-12-31,1700.8,50,0,200,0,0,3,1439.22,1519.31",
    ]);
    const [, rebalances] = await saved(user, /Rebalances/);
    expect(rebalances).toEqual(["date,sells,buys,turnover", "2022-01-03,1,2,12", ""]);
  });

  it("have every fill, which is worked out again, or why it can't be", async () => {
    const filled = { date: "2022-01-03", quantity: 2.5, price: 10, commission: 0.25 };
    asked.listFills.mockResolvedValue(
      ok([
        { instrument: "AAA", side: "buy", reason: null, ...filled },
        { instrument: "=BBB", side: "sell", reason: "rebalance", ...filled },
      ]),
    );
    const user = await openMoved();
    const [name, fills] = await saved(user, /All fills/);
    expect(name).toBe("by-hand-2020-12-30-2022-12-31-fills.csv");
    expect(fills).toEqual([
      "date,instrument,side,reason,quantity,price,commission",
      "2022-01-03,AAA,buy,,2.5,10,0.25",
      "2022-01-03,'=BBB,sell,rebalance,2.5,10,0.25",
      "",
    ]);
    asked.listFills.mockResolvedValue(err({ code: "dataset-unavailable", message: "The data has changed." }));
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(screen.getByRole("menuitem", { name: /All fills/ }));
    await screen.findByText("The data has changed.");
  });

  it("of money and rebalances are offered for runs that have them alone", async () => {
    const user = await openResult(reportWithAverage);
    await user.click(screen.getByRole("button", { name: "Export" }));
    const names = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
    expect(names.filter((name) => /Money in|Rebalances/.test(name))).toEqual([]);
    expect(names.some((name) => name.startsWith("All fills"))).toBe(true);
  });
});

describe("the checks of a strategy whose weights choose", () => {
  it("have no random entries, and say why", () => {
    const parts = readRobustness({ engineVersion: "1", random: null }, "1");
    expect(parts).toEqual({ random: null });
    const [fact] = robustnessFacts(parts, moved);
    expect(fact).toMatchObject({ name: "Against random entries", value: "not asked" });
    expect(fact?.explanation).toContain("The weights of this strategy say what is held");
    expect(findingOf(parts, moved)).toBe("");
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
