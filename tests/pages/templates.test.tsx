import { currentAddress, accessibilityFaults, openApp } from "./open-app.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { startRun } from "#src/run/start-run.ts";
import { database } from "#src/storage/database.ts";
import { addStrategy, listStrategies } from "#src/storage/strategies.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<(id: string) => Promise<unknown>>(() =>
    Promise.resolve({ ok: true, value: { runId: "run-1" } }),
  ),
  cancelRun: vi.fn<() => boolean>(),
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

describe("an empty device", () => {
  it("shows three templates, on adjusted prices and after costs, each run with one click", async () => {
    const user = openApp("/strategy");
    const section = await screen.findByRole(
      "region",
      { name: "Or start from a template" },
      { timeout: 30_000 },
    );
    const headings = await within(section).findAllByRole("heading", { level: 3 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      "52-week high",
      "Golden cross",
      "Low volatility",
    ]);
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(within(section).getByRole("button", { name: "Run it: Golden cross" }));
    await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-1"));
    expect((await listStrategies()).records).toEqual([]); // until it is kept
    const [kept] = await database.strategies.toArray();
    expect(startRun).toHaveBeenCalledWith(kept?.id);
    expect(kept).toMatchObject({ name: "Golden cross", status: "ready", datasetId: "demo" });
    expect(kept?.strategy.buy.rules).toEqual(["sma(50) crosses above sma(200)"]);
    expect(kept?.strategy.simulation).toMatchObject({ priceBasis: "adjusted", commissionPercent: 0.39 });
  });

  it("opens a template in the builder", async () => {
    const user = openApp("/strategy");
    await user.click(await screen.findByRole("button", { name: "Open in the builder: Low volatility" }));
    await waitFor(async () => {
      const [kept] = (await listStrategies()).records;
      expect(currentAddress()).toBe(`/simulation-steps?id=${kept?.id}&step=scanner`);
    });
  });

  it("shows none of them beside a strategy of one's own", async () => {
    await addStrategy({ ...defaultStrategy, name: "Mine" }, "demo");
    openApp("/strategy");
    await screen.findByRole("heading", { level: 3, name: "Mine" });
    const section = await screen.findByRole("region", { name: "Or start from a template" });
    expect(within(section).queryAllByRole("listitem")).toEqual([]);
    expect(within(section).getByRole("button", { name: "Browse all templates" })).toBeDefined();
  });
});
