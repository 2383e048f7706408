/** Portfolios side by side on the comparison page. */
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { byWeights, strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { movedReport } from "./moved-report.ts";
import { reportWithAverage } from "./results-report.ts";
import { createRun, finishRun } from "#src/storage/runs.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";

vi.setConfig({ testTimeout: 120_000 }); // whole pages, on a machine that may be busy

vi.mock("#src/ui/time-drawing.ts", async (original) => ({
  ...(await original<object>()),
  drawTimeChart: () => ({
    fill: () => {},
    picture: () => document.createElement("canvas"),
    remove: () => {},
  }),
}));
vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

async function finish(
  id: string,
  { strategy, report }: { strategy: Strategy; report: Report },
): Promise<void> {
  valueOf(
    await createRun({
      id,
      strategyId: "builtin-1",
      strategy: { ...strategy, name: "By hand" },
      datasetId: "demo",
      datasetTitle: "Demo market (invented)",
      datasetFingerprint: "abc123",
      engineVersion: "1",
    }),
  );
  valueOf(await finishRun(id, report));
}

function byPercents(tide: string): Strategy {
  const weights = [
    { symbol: "TIDE", weight: tide },
    { symbol: "MOON", weight: "40" },
  ];
  return strategyOf(byWeights({ weight: null, weights }));
}

function rowsOf(table: string): readonly string[] {
  return within(screen.getByRole("table", { name: table }))
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      [...row.children].map((cell) => cell.textContent.replaceAll(/\s+/g, " ").trim()).join(" | "),
    );
}

it("compares portfolios by what was put in, with the accounts in money and weights row by row", async () => {
  await finish("one", { strategy: byPercents("60"), report: movedReport });
  await finish("two", { strategy: byPercents("50"), report: reportWithAverage });
  const user = openApp("/compare?runs=one,two");
  await screen.findByRole("heading", { name: "Accounts in money" });
  // 1,000 at first and 500 later, 200 out
  expect(rowsOf("Figures of the runs")).toEqual(
    expect.arrayContaining([
      "Put in | ₹1,500 | ₹1,000",
      "Taken out | ₹200 | ₹0",
      "Own return a year (XIRR) | +12.3% | –",
    ]),
  );
  expect(rowsOf("Settings that differ")).toEqual(["How much of each: TIDESimulation | 60 | 50"]);
  screen.getByText("A ended at ₹1,701; ₹1,500 was put in and ₹200 taken out.");
  await user.click(screen.getByRole("button", { name: "Download: Accounts in money" }));
  await user.click(screen.getByRole("menuitem", { name: "Save as CSV" }));
  const [, , csv] = vi.mocked(saveFile).mock.lastCall ?? [];
  expect(String(csv).split("\r\n").slice(0, 3)).toEqual([
    "date,A By hand,A By hand putIn",
    "2020-12-30,1000,1000",
    "2020-12-31,1600,1500",
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});

it("counts why each run sold, every part by its reason, and says where that can't be told", async () => {
  await finish("one", { strategy: byPercents("60"), report: movedReport });
  await finish("two", { strategy: byPercents("50"), report: reportWithAverage });
  asked.countSales
    .mockResolvedValueOnce(ok({ payment: 4, rebalance: 1234 }))
    .mockResolvedValueOnce(err({ code: "dataset-unavailable", message: "The data has changed." }));
  const user = openApp("/compare?runs=one,two");
  const summary = await screen.findByText("Count the sales of each run");
  expect(asked.countSales).not.toHaveBeenCalled();
  await user.click(summary);
  await screen.findByText("B: The data has changed.");
  expect(rowsOf("Sales of the runs by their reason")).toEqual([
    "Set back to plan | 1,234 | –",
    "Sold to pay you out | 4 | –",
    "All sales | 1,238 | –",
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});
