import { act, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { openResult } from "./open-result.tsx";
import { reportWithAverage, position } from "./results-report.ts";
import { portfolioStrategy, strategyOf } from "#tests/support/strategy-of.ts";
import type { Report } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));

/** The last line of a metric's explanation, and the card's figure. */
function formulaOf(metric: string): { readonly formula: string; readonly figure: string } {
  const help = screen.getByRole("button", { name: `What ${metric} means` });
  act(() => help.focus());
  const formula = screen.getByRole("tooltip").textContent.split("\n").at(-1) ?? "";
  act(() => help.blur());
  const card = help.closest("dt")?.nextElementSibling;
  return { formula, figure: card?.textContent ?? "" };
}

describe("the explanation of a metric", () => {
  it.each([
    { metric: "CAGR", formula: "(₹1,307 / ₹1,000) ^ (365.25 / 731 days) − 1 = +14.3%", figure: "+14.3%" },
    { metric: "Max Drawdown", formula: "₹880 / ₹1,100 − 1 = −20.0%", figure: "−20.0%" },
    { metric: "Sharpe Ratio", formula: "8.00% / 26.83% × √252 = 4.73", figure: "4.73" },
    { metric: "Win Rate", formula: "1 / 2 = 50.0%", figure: "50.0%" },
  ])(
    "of $metric ends with the formula, which gives the figure shown",
    async ({ metric, formula, figure }) => {
      await openResult(reportWithAverage);
      expect(formulaOf(metric)).toEqual({ formula, figure });
    },
  );

  it("takes as many decimals as the formula needs to give the figure shown", async () => {
    // 10.49 / 10 is +4.9 %; in whole rupees it would read 10 / 10.
    const small = reportWith({ startValue: 10, endValue: 10.49, cagr: 2.419 });
    await openResult(small);
    expect(formulaOf("CAGR").formula).toBe("(₹10.49 / ₹10.00) ^ (365.25 / 731 days) − 1 = +2.4%");
  });

  it("stays in words where the run's curve doesn't give the figure", async () => {
    await openResult(reportWith({ sharpeRatio: 1.5 }));
    expect(formulaOf("Sharpe Ratio").formula).toBe(
      "(mean daily return − risk-free rate / 252) / standard deviation × √252 = 1.50",
    );
  });

  it("counts by the months that the run's prices are of", async () => {
    // 8 / 26.8328 × √12 = 1.0328
    const report = reportWith({ sharpeRatio: 1.0328 });
    await openResult({
      ...report,
      sessionsOfYear: 12,
      metadata: { ...report.metadata, frequency: "monthly" },
    });
    expect(formulaOf("Sharpe Ratio").formula).toBe("8.00% / 26.83% × √12 = 1.03");
    act(() => screen.getByRole("button", { name: "What Sharpe Ratio means" }).focus());
    expect(screen.getByRole("tooltip").textContent).toContain("the mean monthly return above");
    expect(screen.getByRole("button", { name: "What Max Drawdown, month ends means" })).toBeTruthy();
    expect(screen.getAllByText(/^Deepest fall at month ends −20\.0%/).length).toBeGreaterThan(0);
  });

  it("puts the risk-free rate in where there is one", async () => {
    // (8 − 25.2 / 252) / 26.8328 × 15.8745 = 4.6737
    await openResult(reportWith({ sharpeRatio: 4.6737 }), {
      ...defaultStrategy,
      simulation: { ...defaultStrategy.simulation, riskFreePercent: 25.2 },
    });
    expect(formulaOf("Sharpe Ratio").formula).toBe("(8.00% − 25.2% / 252) / 26.83% × √252 = 4.67");
  });

  it("says in plain words what the number means", async () => {
    await openResult(reportWithAverage);
    act(() => screen.getByRole("button", { name: "What CAGR means" }).focus());
    expect(screen.getByRole("tooltip").textContent).toContain(
      "On average the account grew by 14.3% a year, 9.4 points more than the benchmark and 7.1 points more than the average share.",
    );
  });

  it("is a dash in the formula too where the figure is undefined", async () => {
    await openResult(reportWith({ winRate: null, trades: 0, sharpeRatio: null }));
    expect(formulaOf("Win Rate")).toEqual({ formula: "No trade was closed in this run.", figure: "–" });
    expect(formulaOf("Sharpe Ratio").formula).toMatch(/= –$/);
  });
});

function titles(): (string | null | undefined)[] {
  return within(screen.getByRole("region", { name: "What to know about this run" }))
    .getAllByRole("group")
    .map((note) => note.querySelector("summary")?.textContent);
}

/** With so many percent of the account in positions. */
function invested(exposure: number) {
  return { performance: { ...reportWithAverage.performance, exposure } };
}

describe("the notes of a run", () => {
  it("name what limits the trust in it", async () => {
    await openResult({
      ...reportWithAverage,
      performance: { ...reportWithAverage.performance, exposure: 9.6 },
      warnings: [{ code: "market-cap-missing", message: "No market cap." }],
    });
    expect(titles()).toEqual([
      "Invented market",
      "Market cap unknown",
      "No trading costs",
      "Most of the account in cash",
      "Few trades",
      "No delisting among the trades",
      "Strategy edited since",
    ]);
  });

  it("don't ask for more trades of what weights hold, and seldom close", async () => {
    await openResult(reportWithAverage, portfolioStrategy);
    expect(titles()).toContain("No delisting among the trades");
    expect(titles()).not.toContain("Few trades");
  });

  it("say once what the scanner went by without a market cap", async () => {
    await openResult({
      ...reportWithAverage,
      warnings: [{ code: "market-cap-missing", message: "No market cap." }],
    });
    expect(
      screen.getByText("No market cap. The scanner went by its other 3 conditions (any of them)."),
    ).toBeTruthy();
  });

  it("tell splits of many instruments in one note, with the first hundred in a list", async () => {
    const warnings = Array.from({ length: 512 }, (_, at) => ({
      code: "split-in-prices" as const,
      message: `S${at}: a split in its prices on 2020-01-03.`,
    }));
    await openResult({ ...reportWithAverage, warnings });
    expect(titles().filter((title) => title === "Splits in the prices")).toHaveLength(1);
    const note = screen
      .getAllByRole("group")
      .find((each) => each.querySelector("summary")?.textContent === "Splits in the prices");
    expect(note?.textContent).toContain("512 instruments have a split in the prices as traded");
    const lines = Array.from(note?.querySelectorAll("li") ?? [], ({ textContent }) => textContent);
    expect(lines).toHaveLength(101);
    expect(lines[0]).toBe("S0: a split in its prices on 2020-01-03.");
    expect(lines[100]).toMatch(/^And 412 instruments more/);
  });

  it("say that most of the account lay in cash, and how many places were ever filled", async () => {
    // Open positions 0 1 2 2 1 1: 7 / 6 of 20 places; the data has 3 instruments.
    await openResult({ ...reportWithAverage, ...invested(9.6) });
    expect(titles()).toContain("Most of the account in cash");
    expect(
      screen.getByText(
        /On average 90% of the account lay in cash and earned nothing\. 1\.2 of 20 places were filled\. The data has 3 instruments for 20 places\./,
      ),
    ).toBeTruthy();
    expect(screen.getByText(/Set Max Positions to 2 or fewer/)).toBeTruthy();
  });

  it("say that cash earned what the settings say, where they do", async () => {
    const { simulation } = defaultStrategy;
    await openResult(
      { ...reportWithAverage, ...invested(9.6) },
      { ...defaultStrategy, format: "strategy/3", simulation: { ...simulation, cash: { percent: 4 } } },
    );
    expect(
      screen.getByText(/90% of the account lay in cash and earned what the settings say\. /),
    ).toBeTruthy();
  });

  it.each([
    { title: "an account that was invested, however few places it filled", share: invested(75) },
    { title: "a result of an earlier version, which doesn't know", share: {} },
  ])("say nothing of cash in $title", async ({ share }) => {
    await openResult({ ...reportWithAverage, ...share });
    expect(titles()).not.toContain("Most of the account in cash");
  });

  it("don't advise as many places as there are where all were filled once", async () => {
    const equity = { ...reportWithAverage.equity, positions: Int32Array.of(0, 1, 5, 0, 0, 1) };
    await openResult(
      { ...reportWithAverage, ...invested(23.3), equity },
      { ...defaultStrategy, simulation: { ...defaultStrategy.simulation, maxPositions: 5 } },
    );
    expect(screen.getByText(/On average 77% of the account lay in cash/)).toBeTruthy();
    expect(
      screen.getByText(/All places were filled at times, so fewer of them would cost positions\./),
    ).toBeTruthy();
    expect(screen.queryByText(/Set Max Positions/)).toBeNull();
  });

  it("of positions that are sized otherwise don't advise fewer places", async () => {
    const strategy = strategyOf({ simulation: { positionSizing: "percent-of-equity", positionPercent: 5 } });
    await openResult({ ...reportWithAverage, ...invested(9.6) }, strategy);
    expect(screen.getByText(/Let a position have a larger share of the account/)).toBeTruthy();
    expect(screen.queryByText(/Set Max Positions/)).toBeNull();
  });

  it("send people for costs to where the builder has them", async () => {
    await openResult(reportWithAverage);
    expect(
      screen.getByText(/Choose costs under Data and costs, above the steps of the builder/),
    ).toBeTruthy();
    expect(document.body.textContent).not.toContain("More options");
  });

  it("count rules among what the scanner went by without a market cap, and one condition as one", async () => {
    const { scanner } = defaultStrategy;
    const strategy = strategyOf({
      scanner: { ...scanner, priceGrowth: null, minPrice: null, avgDailyValue: null, rules: ["close > 5"] },
    });
    await openResult(
      { ...reportWithAverage, warnings: [{ code: "market-cap-missing", message: "No market cap." }] },
      strategy,
    );
    expect(screen.getByText("No market cap. The scanner went by its other 1 condition.")).toBeTruthy();
  });

  it("say nothing of the scanner where only a rule names the market cap", async () => {
    const strategy = strategyOf({
      scanner: { ...defaultStrategy.scanner, marketCapRank: null, rules: ["marketCap > 5"] },
    });
    await openResult(
      { ...reportWithAverage, warnings: [{ code: "market-cap-missing", message: "No market cap." }] },
      strategy,
    );
    expect(screen.getByText("No market cap.")).toBeTruthy();
    expect(screen.getByText(/column\.$/)).toBeTruthy();
  });

  it("keep quiet about cash where half of the places were filled", async () => {
    await openResult(reportWithAverage, {
      ...defaultStrategy,
      simulation: { ...defaultStrategy.simulation, maxPositions: 2 },
    });
    expect(titles()).not.toContain("Most of the account in cash");
  });

  it.each<{ title: string; exit: Parameters<typeof position>[0]; strategy?: Strategy; isSuspected: boolean }>(
    [
      { title: "a fall within five sessions", exit: { exitPrice: 55, daysHeld: 5 }, isSuspected: true },
      {
        title: "a trailing stop of 10 % that let a fall of 45 % through",
        exit: { exitPrice: 55, daysHeld: 40 },
        isSuspected: true,
      },
      {
        title: "a slow fall without a stop",
        exit: { exitPrice: 55, daysHeld: 40, exitReason: "max-holding" },
        isSuspected: false,
      },
      { title: "a fall of 39 %", exit: { exitPrice: 61, daysHeld: 3 }, isSuspected: false },
      {
        title: "a run on adjusted prices",
        exit: { exitPrice: 55, daysHeld: 3 },
        strategy: {
          ...defaultStrategy,
          simulation: { ...defaultStrategy.simulation, priceBasis: "adjusted" },
        },
        isSuspected: false,
      },
    ],
  )("suspect splits where the report can support it: $title", async ({ exit, strategy, isSuspected }) => {
    await openResult({ ...reportWithAverage, positions: [position(exit)] }, strategy);
    expect(titles().includes("Unadjusted splits suspected")).toBe(isSuspected);
  });

  it.each([
    { returns: "price", benchmark: "NIFTY 50", isTold: true, header: "NIFTY 50, without dividends" },
    { returns: "price", benchmark: "NIFTY 50 TRI", isTold: false, header: "NIFTY 50 TRI" },
    { returns: "total", benchmark: "NIFTYBEES", isTold: false, header: "NIFTYBEES" },
    { returns: undefined, benchmark: "NIFTY 50", isTold: false, header: "NIFTY 50" },
  ] as const)(
    "say whether the benchmark counts dividends as adjusted prices do: $benchmark, $returns",
    async ({ returns, benchmark, isTold, header }) => {
      const metadata = { ...reportWithAverage.metadata, benchmark };
      const known = returns === undefined ? {} : { benchmarkReturns: returns };
      await openResult({ ...reportWithAverage, metadata, ...known });
      expect(titles().includes("Benchmark without dividends")).toBe(isTold);
      expect(screen.getByText(new RegExp(`Benchmark: ${header} ·`))).toBeTruthy();
    },
  );

  it("say that the strategy was edited since the run", async () => {
    await openResult(reportWithAverage, {
      ...defaultStrategy,
      buy: { ...defaultStrategy.buy, closeDays: 99 },
    });
    expect(titles()).toContain("Strategy edited since");
  });

  it("keep quiet about delisting where a position ended with its prices", async () => {
    await openResult({ ...reportWithAverage, positions: [position({ exitReason: "no-data" })] });
    expect(titles()).not.toContain("No delisting among the trades");
  });
});

function reportWith(performance: Partial<Report["performance"]>): Report {
  return { ...reportWithAverage, performance: { ...reportWithAverage.performance, ...performance } };
}
