import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { openResult } from "./open-result.tsx";
import { handReport, reportWithAverage } from "./results-report.ts";
import { keepRobustness, loadRun } from "#src/storage/runs.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
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

const verdict = () => screen.getByRole("region", { name: "Verdict" });

/** Of the average share; an index that made 10.3 % a year. */
function withAverage(own: number, average: number): Report {
  const report = reportWith({ cagr: own, totalGrowthPercent: 30 }, { cagr: 10.3 });
  const { universePerformance, equity } = reportWithAverage;
  return { ...report, equity, universePerformance: { ...universePerformance, ...made, cagr: average } };
}

const made = { endValue: 1500, maxDrawdown: -55, sharpeRatio: 0.6 };

describe("the verdict", () => {
  it("comes before every other figure of the page, and is green where the run is ahead of all", async () => {
    await openResult(withAverage(15.5, 14.8));
    expect(verdict().textContent).toContain(
      "▲ Ahead of =INDEX by 5.2 points a year, ahead of the average share by 0.7. Deepest fall −20.0%, =INDEX −5.0%, the average share −55.0%.",
    );
    expect(verdict().querySelector("[class*=ahead]")).not.toBeNull();
    const cards = screen.getByRole("region", { name: "Summary" });
    expect(verdict().compareDocumentPosition(cards) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(within(verdict()).queryByRole("button", { name: "Run again" })).toBeNull();
  });

  it("marks what the run fails first, and has no colour where it is ahead of the index only", async () => {
    await openResult(withAverage(12.3, 14.8));
    expect(verdict().textContent).toMatch(
      /^Ahead of =INDEX by 2\.0 points a year, behind the average share by 2\.5: choosing cost money\./,
    );
    expect(verdict().querySelector("mark")?.textContent).toBe("behind the average share by 2.5");
    expect(verdict().querySelector("[class*=ahead], [class*=behind]")).toBeNull();
    expect(document.body.textContent).not.toMatch(/\d for it, \d against/);
  });

  it("has the random runs once they are made, and leaves them for the lists", async () => {
    await openResult(withAverage(12.3, 14.8));
    const random = { runs: 200, worse: 4, meanPositions: 3, cagr: [10, 12] };
    valueOf(await keepRobustness("run-1", { random }, ENGINE_VERSION));
    await waitFor(() => expect(verdict().textContent).toContain("Better than 4 of 200 random runs."));
    expect(valueOf(await loadRun("run-1")).headline?.random).toEqual({ runs: 200, worse: 4 });
  });

  it("says of a result of an earlier version what is not known, and offers to run it again", async () => {
    await openResult(reportWith({ cagr: 12.3 }, { cagr: 10.3 }));
    expect(verdict().textContent).toContain(
      "Ahead of =INDEX by 2.0 points a year. How the average share did isn't known for this result.",
    );
    expect(verdict().querySelector("[class*=ahead], [class*=behind]")).toBeNull();
    expect(within(verdict()).getByRole("button", { name: "Run again" })).toBeTruthy();
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
    const overview = screen.getByRole("region", { name: "Overview" }).textContent;
    expect(overview).toContain("Left out, because the data can't answer it: market cap rank.");
    expect(overview).not.toMatch(/passes? with [^.]*market cap/i);
    expect(overview).toContain("The result is compared with =INDEX, the dataset's own index.");
  });

  it("have the condition where the run had it", async () => {
    await openResult(handReport);
    const overview = screen.getByRole("region", { name: "Overview" }).textContent;
    expect(overview).not.toContain("Left out");
    expect(overview).toMatch(/pass with any one of: [^.]*market cap/i);
    expect(overview).toContain("The result is compared with =INDEX, the dataset's own index");
  });
});
