import "#tests/storage/empty-database.ts";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { completeRun } from "./complete-run.ts";
import { accessibilityFaults } from "./open-app.tsx";
import { RunLine } from "#src/pages/results/run-line/run-line.tsx";
import { database } from "#src/storage/database.ts";
import type { Headline } from "#src/storage/headline.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

afterEach(cleanup);

const headline: Headline = {
  startValue: 100_000,
  endValue: 200_000,
  totalGrowthPercent: 100,
  cagr: 10,
  maxDrawdown: -30,
  sharpeRatio: 1,
  winRate: 50,
  trades: 2,
  currency: "INR",
};

const first: RunRecord = {
  ...completeRun,
  id: "first",
  number: 1,
  startedAt: new Date(2026, 10, 22, 21, 43).getTime(),
  headline,
};
const withStop = (trailingStopLoss: number) => ({
  ...defaultStrategy,
  sell: { ...defaultStrategy.sell, trailingStopLoss },
});
const second: RunRecord = {
  ...first,
  id: "second",
  number: 2,
  startedAt: first.startedAt + 60_000,
  strategy: withStop(15),
  headline: { ...headline, endValue: 250_000, cagr: 11.5, maxDrawdown: -32 },
};

async function show(run: RunRecord, ...others: readonly RunRecord[]): Promise<void> {
  await database.runs.bulkPut([run, ...others]);
  render(<RunLine run={run} />);
  await screen.findByText(/^Run \d/);
}

async function changeText(): Promise<string> {
  const section = await screen.findByRole("region", { name: /What changed/ });
  return section.textContent.replaceAll(/\s+/g, " ").trim();
}

describe("the line above a result", () => {
  it("says which run of which strategy it is, and leads to all of them", async () => {
    await show(first);
    const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
    expect(crumbs.getByText("Run 1, 22/11/2026, 21:43").closest("li")?.getAttribute("aria-current")).toBe(
      "page",
    );
    expect(crumbs.getByRole("link", { name: "Strategies" }).getAttribute("href")).toBe("/strategy");
    expect(crumbs.getByRole("link", { name: "By hand" }).getAttribute("href")).toBe(
      "/runs?strategy=builtin-1",
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("says that a run is of a variant, not of the strategy as it is saved", async () => {
    await show({ ...first, isVariant: true });
    expect(screen.getByText("Run 1, a variant, 22/11/2026, 21:43")).toBeTruthy();
  });

  it("steps to the older and the newer run of the strategy, of any state", async () => {
    const failed: RunRecord = { ...second, id: "failed", state: "failed", headline: null };
    const third: RunRecord = { ...second, id: "third", number: 3, startedAt: second.startedAt + 60_000 };
    const ofAnother: RunRecord = { ...second, id: "other", strategyId: "builtin-2" };
    await show(failed, first, third, ofAnother);
    const steps = within(screen.getByRole("navigation", { name: "Runs of this strategy" }));
    await waitFor(() => expect(steps.getAllByRole("link")).toHaveLength(2));
    expect(steps.getByRole("link", { name: /Older/ }).getAttribute("href")).toBe(
      "/simulation-result?run=first",
    );
    expect(steps.getByRole("link", { name: /Newer/ }).getAttribute("href")).toBe(
      "/simulation-result?run=third",
    );
    cleanup();
    await show(first);
    const atStart = within(screen.getByRole("navigation", { name: "Runs of this strategy" }));
    await waitFor(() => expect(atStart.getAllByRole("link")).toHaveLength(1));
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("the difference to the run before", () => {
  it("names what was set otherwise, and what the figures became", async () => {
    await show(second, first);
    expect(await changeText()).toBe(
      "Since Run 1Trailing stop loss 10% →to 15%" +
        "CAGR 10.0% →to 11.5% +1.5" +
        "Deepest fall −30.0% →to −32.0% −2.0" +
        "End value ₹2,00,000 →to ₹2,50,000 +₹50,000",
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("passes over a run without a result", async () => {
    const failed: RunRecord = {
      ...first,
      id: "failed",
      state: "failed",
      headline: null,
      startedAt: first.startedAt + 1,
    };
    await show(second, first, failed);
    expect(await changeText()).toContain("Since Run 1");
  });

  it("says so where nothing changed", async () => {
    await show({ ...second, strategy: first.strategy, headline }, first);
    expect(await changeText()).toBe("Since Run 1the same settings, the same data, the same result.");
  });

  it("names other data, another engine, and keeps figures of another currency apart", async () => {
    const run: RunRecord = {
      ...second,
      strategy: first.strategy,
      datasetFingerprint: "fffffffff",
      engineVersion: "2",
      headline: { ...headline, currency: "USD", cagr: null },
    };
    await show(run, first);
    const text = await changeText();
    expect(text).toContain(
      "Data Demo market (invented) (fingerprint abc123) →to Demo market (invented) (fingerprint ffffffff)",
    );
    expect(text).toContain("Version of the engine 1 →to 2");
    expect(text).toContain("CAGR 10.0% →to –");
    expect(text).not.toContain("End value");
  });

  it("folds many changes away, and names the first", async () => {
    const { simulation } = defaultStrategy;
    const strategy = {
      ...withStop(15),
      simulation: { ...simulation, maxPositions: 5, startMargin: 5000, startDate: "2010-01-01" },
    };
    await show({ ...second, strategy }, first);
    const text = await changeText();
    expect(text).toMatch(/4 changes: Trailing stop loss, .+, …/);
  });

  it("is not there for a run without a result", async () => {
    await show({ ...second, state: "failed", headline: null }, first);
    const steps = within(screen.getByRole("navigation", { name: "Runs of this strategy" }));
    await waitFor(() => expect(steps.getAllByRole("link")).toHaveLength(1));
    expect(screen.queryByRole("region")).toBeNull();
  });
});
