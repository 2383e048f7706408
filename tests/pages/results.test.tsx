import { currentAddress, accessibilityFaults, openApp } from "./open-app.tsx";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { addLiveRun, noteReport, noteUnrecorded, updateLiveRun } from "#src/run/run-store.ts";
import { cancelRun, startRun, startVariant } from "#src/run/start-run.ts";
import { database } from "#src/storage/database.ts";
import { createRun, failRun, finishRun, interruptRuns, markRunning } from "#src/storage/runs.ts";
import { createStrategy, renameStrategy } from "#src/storage/strategies.ts";
import type { Position } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { openResult, recordRun, RUN_ADDRESS as RUN } from "./open-result.tsx";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<(id: string) => Promise<unknown>>(() =>
    Promise.resolve({ ok: true, value: { runId: "run-2" } }),
  ),
  startVariant: vi.fn<() => Promise<unknown>>(() => Promise.resolve({ ok: true, value: { runId: "run-3" } })),
  cancelRun: vi.fn<() => boolean>(),
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

/** The chart draws on a canvas, which this DOM has not; its words are what is tested. */
// The deployment's page is opened, and there is no worker that it could ask.
vi.mock("#src/run/deploy-calls.ts", async (original) => ({
  ...(await original<object>()),
  sessionsOf: () => new Promise(() => {}),
}));
vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));

const ofStrategy = {
  id: "run-1",
  datasetId: "demo",
  datasetTitle: "Demo market (invented)",
  datasetFingerprint: "abc123",
  engineVersion: "1",
};

describe("without a run", () => {
  it("shows links and never sample figures", async () => {
    openApp("/simulation-result");
    expect(await screen.findByRole("heading", { name: "No run chosen" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to your strategies" }).getAttribute("href")).toBe(
      "/strategy",
    );
    expect(screen.queryByText("Start Value")).toBeNull();
  });

  it("says so when the run is not on this device", async () => {
    openApp("/simulation-result?run=gone");
    expect(await screen.findByRole("heading", { name: "This run can't be shown" })).toBeTruthy();
  });
});

describe("a run under way", () => {
  beforeEach(() => recordRun());

  it("shows its true progress and can be cancelled", async () => {
    addLiveRun("run-1", "builtin-1", "Momentum");
    const user = openApp(RUN);
    expect(await screen.findByText("Running backtest simulation...")).toBeTruthy();
    expect(screen.getByText("Analyzing 25 years of market data")).toBeTruthy();
    act(() =>
      updateLiveRun("run-1", {
        state: "running",
        progress: {
          stage: "simulating",
          bytesRead: 1,
          bytesTotal: 1,
          rows: 475_610,
          date: "2012-06-01",
          positions: 1234,
          percent: 56.7,
          secondsLeft: 12,
        },
      }),
    );
    expect(screen.getByRole<HTMLProgressElement>("progressbar", { name: "Simulation" }).value).toBe(56);
    for (const text of ["Simulating", "56%", "01/06/2012", "1,234", "about 12 s"]) {
      expect(within(screen.getByRole("main")).getByText(text)).toBeTruthy();
    }
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(cancelRun).toHaveBeenCalledWith("run-1");
    act(() => updateLiveRun("run-1", { state: "cancelling" }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cancelling..." }).disabled).toBe(true);
  });

  it("of another tab says where it is", async () => {
    valueOf(await markRunning("run-1"));
    openApp(RUN);
    expect(await screen.findByText(/under way in another tab/)).toBeTruthy();
  });
});

describe("a run without a result", () => {
  beforeEach(() => recordRun());

  it.each([
    {
      title: "failed",
      end: () =>
        failRun("run-1", { code: "data-missing", message: "no prices for FUTURES.", details: ["a.csv:1"] }),
      text: "⚠ The simulation failed. No prices for FUTURES.",
    },
    {
      title: "cancelled",
      end: () => failRun("run-1", { code: "cancelled", message: "Cancelled." }),
      text: "⚠ The simulation was cancelled. Nothing of it was kept.",
    },
    {
      title: "interrupted",
      end: () => interruptRuns(["run-1"]),
      text: /⚠ The simulation was interrupted\. The page was closed or reloaded/,
    },
  ])("that $title says why in a warning and can be run again", async ({ end, text }) => {
    valueOf<unknown>(await end());
    const user = openApp(RUN);
    expect(within(await screen.findByRole("alert")).getByText(text)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Run again" }));
    expect(startRun).toHaveBeenCalledWith("builtin-1");
    await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-2"));
  });

  it("whose rules ask for what the data lacks names each place once, as it is written", async () => {
    const [first, second] = [
      "buy.rules[0], column 1: peg is not known",
      "sell.rules[1], column 3: epss is not",
    ];
    const problem = { code: "rules-unknown-name", place: "buy.rules[0]", message: first } as const;
    valueOf(await failRun("run-1", { ...problem, details: [first, second] }));
    openApp(RUN);
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText(`⚠ The simulation was not started. ${first}`)).toBeTruthy();
    expect(alert.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([second]);
  });

  it("whose end could not be stored says why", async () => {
    noteUnrecorded("run-1", { code: "storage-failed", message: "This device has no room left." });
    openApp(RUN);
    expect((await screen.findByRole("alert")).textContent).toContain("This device has no room left.");
  });
});

describe("a run that has just ended in this tab", () => {
  it("shows its result without reading it back", async () => {
    await recordRun();
    valueOf(await finishRun("run-1", sampleReport));
    await database.results.clear();
    openApp(RUN);
    expect(await screen.findByRole("alert")).toBeTruthy();
    cleanup();
    noteReport("run-1", sampleReport);
    openApp(RUN);
    expect(await screen.findByText("Start Value")).toBeTruthy();
  });
});

describe("a run of a variant", () => {
  it("is told as such, and run again with its own settings", async () => {
    const variant = { ...defaultStrategy, buy: { ...defaultStrategy.buy, closeDays: 77 } };
    await recordRun(variant);
    valueOf(await finishRun("run-1", sampleReport));
    await database.runs.update("run-1", { isVariant: true });
    const user = openApp(RUN);
    const notes = within(await screen.findByRole("region", { name: "What to know about this run" }));
    expect(notes.getByText("Variant of the strategy")).toBeTruthy();
    expect(notes.queryByText("Strategy edited since")).toBeNull();
    vi.mocked(startRun).mockClear();
    const [again] = screen.getAllByRole("button", { name: "Run again" }); // the other stands beside the verdict
    if (again === undefined) throw new Error("nothing to run it again with");
    await user.click(again);
    expect(startVariant).toHaveBeenCalledWith("builtin-1", variant);
    expect(startRun).not.toHaveBeenCalled();
    await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-3"));
  });
});

describe("a run of a strategy that was renamed since", () => {
  it("is not told as one of a strategy that was edited", async () => {
    const saved = valueOf(await createStrategy("Before"));
    valueOf(await createRun({ ...ofStrategy, strategyId: saved.id, strategy: saved.strategy }));
    valueOf(await finishRun("run-1", sampleReport));
    valueOf(await renameStrategy(saved.id, "After"));
    openApp(RUN);
    const notes = within(await screen.findByRole("region", { name: "What to know about this run" }));
    expect(await notes.findByText("Invented market")).toBeTruthy();
    expect(notes.queryByText("Strategy edited since")).toBeNull();
  });
});

describe("a complete run", () => {
  it("says in its header how many years it is long, from one on", async () => {
    // From the third of January 2000 to the twentieth of March 2025 are 9,208 days, 25.2 years of 365.25.
    const metadata = { ...sampleReport.metadata, backtestStart: "2000-01-03", backtestEnd: "2025-03-20" };
    await openResult({ ...sampleReport, metadata });
    expect(screen.getByText(/ · 03\/01\/2000 – 20\/03\/2025, 25\.2 years · /)).toBeTruthy();
  });

  it("shows header, cards, tables, counts and settings of the run", async () => {
    await openResult(sampleReport);
    expect(screen.getByRole("heading", { level: 1, name: "Momentum" })).toBeTruthy();
    expect(
      screen.getByText(/^NSE EQUITY, 1 instrument · 01\/01\/2020 – 03\/01\/2020 · Benchmark: INDEX · /),
    ).toBeTruthy();
    const figures = screen.getAllByRole("definition").map((figure) => figure.textContent);
    expect(figures.slice(0, 6)).toEqual([
      "₹100",
      "₹121",
      "Benchmark ₹110, average share –",
      "+₹21",
      "+21.0%",
      "Benchmark +10.0%, average share –",
    ]);
    expect(figures).toEqual(
      expect.arrayContaining([
        "–",
        "Benchmark –, average share –",
        "−5.0%",
        "1.50",
        "Benchmark 1.00, average share –",
        "50.0%",
        "1 of 2 trades",
      ]),
    );
    const positions = within(screen.getByRole("table", { name: "All Positions" }));
    expect(positions.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Instrument",
      "Entry Date",
      "Exit Date",
      "Entry Price",
      "Exit Price",
      "Quantity",
      "Profit",
      "Profit %",
      "Days Held",
      "Reason",
    ]);
    const row = positions.getByRole("row", { name: /AAA/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual([
      "01/01/2020",
      "03/01/2020",
      "₹10.00",
      "₹12.10",
      "10",
      "+₹21.00",
      "+21.00%",
      "2",
      "Still open",
    ]);
    expect(screen.getByText("abc123")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("says that the demo market is invented, that nothing was paid for trading, that trades are few", async () => {
    await openResult({
      ...sampleReport,
      warnings: [{ code: "market-cap-missing", message: "No market cap." }],
    });
    const notes = within(screen.getByRole("region", { name: "What to know about this run" }));
    expect(await notes.findByText("Invented market")).toBeTruthy();
    for (const title of ["Market cap unknown", "No trading costs", "Few trades"])
      expect(notes.getByText(title)).toBeTruthy();
  });

  it("describes the growth curve in words", async () => {
    await openResult(sampleReport);
    expect(
      screen.getByText(
        "From 01/01/2020 to 03/01/2020 the account went from ₹100 to ₹121 (+21.0%); the benchmark, INDEX, ended at ₹110.",
      ),
    ).toBeTruthy();
  });

  it("explains a metric on hover, focus and tap, and Esc closes it", async () => {
    const user = await openResult(sampleReport);
    const help = screen.getByRole("button", { name: "What CAGR means" });
    expect(screen.queryByRole("tooltip")).toBeNull();
    await user.hover(help);
    expect(screen.getByRole("tooltip").textContent).toContain("(₹121 / ₹100) ^ (365.25 / 2 days) − 1");
    await user.unhover(help);
    await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
    act(() => help.focus());
    expect(help.getAttribute("aria-describedby")).toBe(screen.getByRole("tooltip").id);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("tooltip")).toBeNull();
    await user.pointer({ keys: "[TouchA]", target: help });
    expect(screen.getByRole("tooltip")).toBeTruthy();
  });

  it("announces deployment to a broker as coming, and leads to the virtual one", async () => {
    const user = await openResult(sampleReport);
    await user.click(screen.getByRole("button", { name: "Live Deployment" }));
    expect(screen.getAllByText("Coming soon!")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Virtual Deployment" }));
    expect(currentAddress()).toBe("/deployments?run=run-1");
  });

  it("draws only the rows in sight of 5,000 positions, and tells how many there are", async () => {
    const [first] = sampleReport.positions;
    if (!first) throw new Error("the sample has a position");
    const positions = Array.from({ length: 5000 }, (_, place): Position => ({
      ...first,
      instrument: `S${String(place).padStart(4, "0")}`,
    }));
    await openResult({ ...sampleReport, positions });
    const table = screen.getByRole("table", { name: "All Positions" });
    expect(table.getAttribute("aria-rowcount")).toBe("5001");
    expect(within(table).getAllByRole("row").length).toBeLessThan(60);
    const box = table.closest("section");
    if (!box) throw new Error("the table is in a box");
    Object.defineProperty(box, "scrollTop", { value: 44 * 4000 });
    act(() => {
      box.dispatchEvent(new Event("scroll"));
    });
    const row = await within(table).findByRole("row", { name: /S4000/ });
    expect(row.getAttribute("aria-rowindex")).toBe("4002");
    expect(within(table).queryByRole("row", { name: /S0000/ })).toBeNull();
  });
});
