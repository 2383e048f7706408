import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults, currentAddress } from "./open-app.tsx";
import { openResult } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { startVariant } from "#src/run/start-run.ts";
import { keepRobustness } from "#src/storage/runs.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";

vi.setConfig({ testTimeout: 120_000 }); // whole pages, on a machine that may be busy

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));
vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<() => Promise<unknown>>(),
  startVariant: vi.fn<typeof startVariant>(),
  cancelRun: vi.fn<() => void>(),
  markInterruptedRuns: vi.fn<() => Promise<unknown>>(() => Promise.resolve({ ok: true, value: [] })),
}));

/** Four years in two halves: 10 % a year in the first, as much as the index; 21 % in two years after it, the index 44 %. */
const halves: Report = {
  ...handReport,
  equity: {
    ...handReport.equity,
    day: Int32Array.of(0, 365, 730, 1095, 1460),
    value: Float64Array.of(1000, 1100, 1210, 1331, 1464.1),
    benchmark: Float64Array.of(1000, 1100, 1210, 1452, 1742.4),
    positions: new Int32Array(5),
  },
};

const gist = (side: number, cagr: number) => ({ side, cagr, endValue: 1000, maxDrawdown: -20 });

async function openReading() {
  const user = await openResult(halves);
  await user.click(screen.getByText(/^What this tells, what to try/));
  return user;
}

describe("the reading of a result on its page", () => {
  it("is folded at first, counts no votes, and leads to the chapters", async () => {
    await openReading();
    expect(screen.getByText(/^What this tells, what to try/).textContent).toBe(
      "What this tells, what to try",
    );
    const list = within(screen.getByRole("list", { name: "What this tells" }));
    const lines = list.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(lines).toEqual([
      "+For it: It paid no costs, and made 14.3% a year, 9.4 points more than =INDEX. Years",
      "−Against it: It was ahead of =INDEX in neither half: 10.0 against 10.0% a year up to 01/01/1972, 10.0 against 20.0% after it. Years",
      "−Against it: Only 2 trades were closed: under 30, chance says more than the rules. Trades",
    ]);
    expect(list.getByRole("link", { name: "Trades" }).getAttribute("href")).toBe("#trades");
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("starts the run with costs and the one of the second half, and says why one can't be started", async () => {
    vi.mocked(startVariant).mockResolvedValue(err({ code: "not-found", message: "It was deleted." }));
    const user = await openReading();
    await user.click(screen.getByRole("button", { name: "Run with NSE delivery costs" }));
    expect(await screen.findByText("It was deleted.")).toBeTruthy();
    const [strategyId, variant] = vi.mocked(startVariant).mock.lastCall ?? [];
    expect(strategyId).toBe("builtin-1");
    expect(variant?.simulation.commissionPercent).toBeGreaterThan(0.1);
    vi.mocked(startVariant).mockResolvedValue(ok({ runId: "run-2" }));
    await user.click(screen.getByRole("button", { name: "Test it on the second half" }));
    await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-2"));
    expect(vi.mocked(startVariant).mock.lastCall?.[1].simulation.startDate).toBe("1972-01-01");
  });

  it("tells what costs it can bear once their runs are there, and opens Optimise with its most important numbers", async () => {
    const user = await openReading();
    valueOf(
      await keepRobustness(
        "run-1",
        {
          costs: [gist(0, 14.3), gist(0.5, 2.9)],
          map: {
            axes: [
              { field: "sell.trailingStopLoss", from: 5, to: 15, step: 2.5 },
              { field: "simulation.maxPositions", from: 10, to: 30, step: 5 },
            ],
            cagr: Array.from({ length: 25 }, () => null),
          },
        },
        ENGINE_VERSION,
      ),
    );
    expect(await screen.findByText(/up to costs of about 0\.41% a side/)).toBeTruthy(); // 9.4 of 11.4 points
    await user.click(screen.getByRole("link", { name: "Vary its two most important numbers" }));
    const first = within(await screen.findByRole("group", { name: "First parameter" }));
    expect(first.getByDisplayValue("Trailing stop loss")).toBeTruthy();
    expect(first.getByDisplayValue("2.5")).toBeTruthy();
    const second = within(screen.getByRole("group", { name: "Second parameter" }));
    expect(second.getByDisplayValue("Max positions")).toBeTruthy();
  });
});
