/** The latest result on a strategy's card. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { completeRun } from "./complete-run.ts";
import { Headline } from "#src/pages/strategies/headline.tsx";

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

/** Class names of the colours of gain and loss. */
function colours(): readonly string[] {
  const found = document.querySelectorAll("[class*=gain], [class*=loss]");
  return Array.from(found, ({ className }) => (className.includes("gain") ? "gain" : "loss"));
}

describe("the latest result on a card", () => {
  it.each([
    { cagr: 6, words: "Total growth+21.0%CAGR6.0%▼ −4.3 points", colour: "loss" },
    { cagr: 15.6, words: "Total growth+21.0%CAGR15.6%▲ +5.3 points", colour: "gain" },
  ])(
    "of $cagr % a year is coloured by its lead over the index, not by its sign",
    ({ cagr, words, colour }) => {
      render(<Headline run={{ ...completeRun, headline: { ...headline, ...against, cagr } }} since="" />);
      const figures = screen.getByText("Total growth").closest("dl");
      expect(figures?.textContent).toBe(`${words}Max drawdown−5.0%`);
      expect(colours()).toEqual([colour]);
      expect(screen.getByText("Demo market (invented), INDEX made 10.3% a year")).toBeTruthy();
    },
  );

  it("has no colour where the benchmark was not noted", () => {
    render(<Headline run={{ ...completeRun, headline }} since="edited since" />);
    expect(colours()).toEqual([]);
    expect(screen.getByText("Demo market (invented), edited since")).toBeTruthy();
  });
});
