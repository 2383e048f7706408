import { describe, expect, it } from "vitest";
import { handReport } from "#tests/pages/results-report.ts";
import { summarise } from "#workers/commands/result-summary.ts";

const golden = {
  ...handReport,
  metadata: { ...handReport.metadata, benchmark: "IDX", instruments: 120 },
  performance: { ...handReport.performance, cagr: 12.3, maxDrawdown: -20, sharpeRatio: 0.7 },
  benchmarkPerformance: { endValue: 1, cagr: 10.3, maxDrawdown: -50, sharpeRatio: 0.5 },
  universePerformance: { endValue: 1, cagr: 14.8, maxDrawdown: -55, sharpeRatio: null },
};

function lineOf(text: string, name: string): string | undefined {
  return text.split("\n").find((line) => line.startsWith(name));
}

describe("a result for the terminal", () => {
  it("says the verdict before any figure, and has the average share beside the index", () => {
    const text = summarise(golden);
    expect(lineOf(text, "Verdict")).toBe(
      "Verdict       Ahead of IDX by 2.0 points a year, behind the average share by 2.5: choosing cost money.",
    );
    expect(text.indexOf("Verdict")).toBeLessThan(text.indexOf("Start value"));
    expect(lineOf(text, "CAGR")).toBe("CAGR          12.30 % (IDX 10.30 %, the average share 14.80 %)");
    expect(lineOf(text, "Max drawdown")).toBe(
      "Max drawdown  −20.00 % (IDX −50.00 %, the average share −55.00 %)",
    );
    expect(lineOf(text, "Sharpe ratio")).toBe("Sharpe ratio  0.70 (IDX 0.50, the average share –)");
  });

  it("names the average share once where it is the benchmark", () => {
    const { universePerformance } = golden;
    const metadata = { ...golden.metadata, benchmark: "the average share" };
    const text = summarise({ ...golden, metadata, benchmarkPerformance: universePerformance });
    expect(lineOf(text, "CAGR")).toBe("CAGR          12.30 % (the average share 14.80 %)");
    expect(lineOf(text, "Verdict")).toBe(
      "Verdict       Behind the average share by 2.5 points a year: choosing cost money.",
    );
  });

  it("says what a bar is where it is no day", () => {
    const metadata = { ...golden.metadata, bars: 30 };
    const daily = summarise({ ...golden, metadata: { ...metadata, frequency: "daily" } });
    expect(lineOf(daily, "Universe")).toBe("Universe      120 instruments, 30 bars");
    const monthly = summarise({ ...golden, metadata: { ...metadata, frequency: "monthly" } });
    expect(lineOf(monthly, "Universe")).toBe("Universe      120 instruments, 30 monthly bars");
  });

  it("blows up no yearly rate from eleven weeks", () => {
    const text = summarise({
      ...golden,
      equity: { ...golden.equity, day: Int32Array.of(0, 1, 2, 3, 4, 77) },
    });
    expect(lineOf(text, "CAGR")).toBe("CAGR          –, for less than a year");
    expect(lineOf(text, "Verdict")).toContain(" points in 77 days");
  });
});
