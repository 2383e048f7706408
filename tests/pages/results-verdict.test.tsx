import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { openResult } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { verdictOf } from "#src/pages/results/verdict.ts";
import type { BenchmarkPerformance, Performance, Report } from "#workers/model/report.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));

function reportWith(own: Partial<Performance>, benchmark: Partial<BenchmarkPerformance>): Report {
  return {
    ...handReport,
    performance: { ...handReport.performance, ...own },
    benchmarkPerformance: { ...handReport.benchmarkPerformance, ...benchmark },
  };
}

/** Behind in growth, fall and Sharpe ratio, though all of it is a gain. */
const loser = reportWith(
  { cagr: 6, maxDrawdown: -40, sharpeRatio: 0.3 },
  { cagr: 10.3, maxDrawdown: -35, sharpeRatio: 0.5, endValue: 1400 },
);

describe("the verdict", () => {
  it.each([
    {
      title: "beats the benchmark",
      report: reportWith({ cagr: 15.6, maxDrawdown: -43.5 }, { cagr: 10.3, maxDrawdown: -59.9 }),
      standing: "ahead",
      growth: "Beat =INDEX by 5.3 points a year (15.6 against 10.3%)",
      fall: "deepest fall −43.5 against −59.9%",
    },
    {
      title: "loses to it",
      report: loser,
      standing: "behind",
      growth: "Lost to =INDEX by 4.3 points a year (6.0 against 10.3%)",
      fall: "deepest fall −40.0 against −35.0%",
    },
    {
      title: "is level with it to the digit that is shown",
      report: reportWith({ cagr: 10.32 }, { cagr: 10.3 }),
      standing: "level",
      growth: "Level with =INDEX a year (10.3 against 10.3%)",
      fall: "deepest fall −20.0 against −5.0%",
    },
    {
      title: "of days that make no year takes what they made, and blows up no yearly rate",
      report: {
        ...reportWith({ cagr: 900, totalGrowthPercent: 21 }, { cagr: 400, endValue: 1100 }),
        equity: { ...handReport.equity, day: Int32Array.of(0, 1, 2, 3, 4, 30) },
      },
      standing: "ahead",
      growth: "Beat =INDEX by 11.0 points in 30 days (21.0 against 10.0%)",
      fall: "deepest fall −20.0 against −5.0%",
    },
    {
      title: "can't be given where a rate is undefined",
      report: reportWith({ cagr: null }, {}),
      standing: null,
      growth: "Can't be compared with =INDEX: the run is too short",
      fall: "deepest fall −20.0 against −5.0%",
    },
  ])("$title", ({ report, standing, growth, fall }) => {
    expect(verdictOf(report)).toEqual({ standing, growth, fall });
  });

  it("comes before every other figure of the page", async () => {
    await openResult(handReport);
    const verdict = screen.getByRole("region", { name: "Verdict" });
    const cards = screen.getByRole("region", { name: "Summary" });
    expect(verdict.textContent).toContain("Beat =INDEX by 9.4 points a year (14.3 against 4.9%)");
    expect(verdict.compareDocumentPosition(cards) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

/** Class names of the colours of gain and loss. */
function coloursIn(region: string): readonly string[] {
  const found = screen.getByRole("region", { name: region }).querySelectorAll("[class*=gain], [class*=loss]");
  return [...found].map(({ className }) => (className.includes("gain") ? "gain" : "loss"));
}

describe("the cards of a strategy that loses to the index", () => {
  it("show no green figure, and say in words by how much each is behind", async () => {
    await openResult(loser);
    expect([...coloursIn("Summary"), ...coloursIn("Metrics")]).toEqual(["loss", "loss", "loss"]);
    const metrics = within(screen.getByRole("region", { name: "Metrics" }));
    for (const text of ["4.3 points behind", "5.0 points more", "0.20 lower"])
      expect(metrics.getByText(text)).toBeTruthy();
  });

  it("are green where the strategy is ahead", async () => {
    await openResult(reportWith({ maxDrawdown: -4 }, {}));
    expect(coloursIn("Metrics")).toEqual(["gain", "gain", "gain"]);
  });
});

describe("the rules in one line", () => {
  it("leave out the condition that the run left out, say so, and name the benchmark of the run", async () => {
    const warnings = [{ code: "market-cap-missing", message: "No market cap." }] as const;
    await openResult({ ...handReport, warnings });
    const verdict = screen.getByRole("region", { name: "Overview" }).textContent;
    expect(verdict).toContain("Left out, because the data can't answer it: market cap rank.");
    expect(verdict).not.toMatch(/passes? with [^.]*market cap/i);
    expect(verdict).toContain("The result is compared with =INDEX, the dataset's own index.");
  });

  it("have the condition where the run had it", async () => {
    await openResult(handReport);
    const overview = screen.getByRole("region", { name: "Overview" }).textContent;
    expect(overview).not.toContain("Left out");
    expect(overview).toMatch(/pass with any one of: [^.]*market cap/i);
    expect(overview).toContain("The result is compared with =INDEX, the dataset's own index");
  });
});
