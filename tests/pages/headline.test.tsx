/** The latest result on a strategy's card. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Headline } from "#src/pages/strategies/strategy-card.tsx";
import { completeRun } from "./complete-run.ts";

afterEach(cleanup);

const headline = {
  startValue: 100,
  endValue: 121,
  totalGrowthPercent: 21,
  cagr: 6,
  maxDrawdown: -5,
  sharpeRatio: 1,
  winRate: 50,
  trades: 2,
  currency: "INR",
};
const against = { benchmark: "INDEX", benchmarkCagr: 10.3 };

/** Of gain and loss, by the verdict's class names. */
function colours(): readonly string[] {
  const found = document.querySelectorAll("[class*=ahead], [class*=behind]");
  return Array.from(found, ({ className }) => (className.includes("ahead") ? "gain" : "loss"));
}

describe("the latest result on a card", () => {
  it.each([
    { cagr: 6, average: 9, words: "▼ Behind INDEX by 4.3 points a year", colour: ["loss"] },
    { cagr: 12.3, average: 14.8, words: "Behind the average share by 2.5 points a year", colour: [] },
    {
      cagr: 15.6,
      average: 14.8,
      words: "▲ Ahead of the average share by 0.8 points a year",
      colour: ["gain"],
    },
  ])("of $cagr % a year is coloured by its verdict, not by its sign", ({ cagr, average, words, colour }) => {
    const known = { ...headline, ...against, cagr, averageCagr: average, days: 5000 };
    render(<Headline run={{ ...completeRun, headline: known }} since="" />);
    const figures = screen.getByText("Total growth").closest("dl");
    expect(figures?.textContent).toBe(`Total growth+21.0%CAGR${cagr.toFixed(1)}%Max drawdown−5.0%`);
    expect(figures?.nextElementSibling?.textContent).toBe(words);
    expect(colours()).toEqual(colour);
  });

  it("counts the random runs once they were made", () => {
    const random = { runs: 200, worse: 100 };
    const known = { ...headline, ...against, cagr: 15.6, averageCagr: 14.8, random };
    render(<Headline run={{ ...completeRun, headline: known }} since="" />);
    expect(screen.getByText("Better than only 100 of 200 random runs")).toBeTruthy();
    expect(colours()).toEqual([]);
  });

  it("has no yearly rate of eleven weeks", () => {
    const known = { ...headline, ...against, cagr: 900, averageCagr: 900, days: 77 };
    render(<Headline run={{ ...completeRun, headline: known }} since="" />);
    expect(screen.queryByText(/900/)).toBeNull();
    expect(screen.getByText("CAGR").nextElementSibling?.textContent).toBe("–");
  });

  it("has no colour where nothing was noted to compare it with", () => {
    render(<Headline run={{ ...completeRun, headline }} since="edited since" />);
    expect(colours()).toEqual([]);
    expect(screen.getByText("Nothing is known to compare it with")).toBeTruthy();
    expect(screen.getByText("Demo market (invented), edited since")).toBeTruthy();
  });
});
