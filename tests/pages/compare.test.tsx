import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { handReport, position, reportWithAverage } from "./results-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { compareAddress, readChosen } from "#src/share/compared-runs.ts";
import { FIGURES, figureCells } from "#src/pages/compare/figures.ts";
import type { Figure, MeasuredRun } from "#src/pages/compare/figures.ts";
import { joinCurves } from "#src/pages/compare/growth-section.tsx";
import { yearEndRows } from "#workers/model/day.ts";
import { createRun, failRun, finishRun, loadRun } from "#src/storage/runs.ts";
import { mirroredSettings, mirrorSettings } from "#src/storage/settings-mirror.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { awaitTurn } from "#src/ui/drawing-turns.ts";
import { drawTimeChart } from "#src/ui/time-drawing.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import { ok } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";

vi.setConfig({ testTimeout: 120_000 }); // whole pages, on a machine that may be busy

vi.mock("#src/ui/time-drawing.ts", async (original) => ({
  ...(await original<object>()),
  drawTimeChart: vi.fn<typeof drawTimeChart>(() => ({
    fill: () => {},
    picture: () => document.createElement("canvas"),
    remove: () => {},
  })),
}));
vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

interface RunChanges {
  readonly name?: string;
  readonly strategy?: Strategy;
  readonly fingerprint?: string;
  readonly report?: Report;
}

async function record(id: string, { name = "By hand", strategy, fingerprint = "abc123" }: RunChanges = {}) {
  valueOf(
    await createRun({
      id,
      strategyId: "builtin-1",
      strategy: { ...(strategy ?? defaultStrategy), name },
      datasetId: "demo",
      datasetTitle: "Demo market (invented)",
      datasetFingerprint: fingerprint,
      engineVersion: "1",
    }),
  );
}

async function finish(id: string, changes: RunChanges = {}): Promise<void> {
  await record(id, changes);
  valueOf(await finishRun(id, changes.report ?? handReport));
}

/** Half the growth at half the fall. */
const calmReport: Report = {
  ...handReport,
  performance: {
    ...handReport.performance,
    totalGrowthPercent: 15.34,
    cagr: 7.4,
    maxDrawdown: -10,
    volatility: 213,
    sharpeRatio: 4.7329,
  },
};

function withSource(source: string): Strategy {
  return strategyOf({
    format: "strategy/2",
    buy: { rules: ["close > half"] },
    computed: [{ name: "half", language: "javascript", source }],
  });
}

function rowsOf(table: string): readonly string[] {
  return within(screen.getByRole("table", { name: table }))
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      [...row.children].map((cell) => cell.textContent.replaceAll(/\s+/g, " ").trim()).join(" | "),
    );
}

/** Of the upper pane or another, as it was drawn last. */
function namesOfLines(pane = 0): readonly string[] {
  const [, drawn] = vi.mocked(drawTimeChart).mock.lastCall ?? [];
  return drawn?.panes[pane]?.series.map(({ name }) => name) ?? [];
}

describe("the runs in the address", () => {
  it.each([
    { list: null, ids: [], tooMany: 0 },
    { list: "", ids: [], tooMany: 0 },
    { list: "a,b", ids: ["a", "b"], tooMany: 0 },
    { list: " a ,,a,b,", ids: ["a", "b"], tooMany: 0 },
    { list: "a,b,c,d,e,f,g", ids: ["a", "b", "c", "d", "e", "f"], tooMany: 1 },
  ])("$list are read, each once and six at most", ({ list, ids, tooMany }) => {
    expect(readChosen(list)).toEqual({ ids, tooMany });
  });

  it("come back from the address that is made of them", () => {
    const address = compareAddress(["a", "b&c"]);
    expect(readChosen(new URL(address, "http://x").searchParams.get("runs")).ids).toEqual(["a", "b&c"]);
    expect(compareAddress([])).toBe("/compare");
  });
});

function figureCalled(name: string): Figure {
  const found = FIGURES.find((one) => one.name === name);
  if (!found) throw new Error(`no figure ${name}`);
  return found;
}

function performing(changes: Partial<Report["performance"]>): Report {
  return { ...handReport, performance: { ...handReport.performance, ...changes } };
}

function measured(reports: readonly Report[]): readonly MeasuredRun[] {
  return reports.map((report) => ({ report }));
}

describe("the best of a row", () => {
  it.each([
    { name: "CAGR", field: "cagr", values: [5, 14, 9], best: [1] },
    { name: "Max Drawdown", field: "maxDrawdown", values: [-40, -12, -30], best: [1] },
    { name: "Volatility", field: "volatility", values: [25, 30, 18], best: [2] },
    { name: "Sharpe Ratio", field: "sharpeRatio", values: [null, -0.5, -1], best: [1] },
    { name: "Sharpe Ratio", field: "sharpeRatio", values: [0.801, 0.804, 0.2], best: [0, 1] }, // both read 0.80
    { name: "Sharpe Ratio", field: "sharpeRatio", values: [0.8, 0.8, 0.8], best: [] },
    { name: "Calmar Ratio", field: "calmarRatio", values: [null, 0.4, null], best: [] },
    { name: "Closed trades", field: "trades", values: [10, 20, 30], best: [] },
    { name: "End Value", field: "endValue", values: [10, 20, 30], best: [] },
  ])("$name of $values is marked at $best", ({ name, field, values, best }) => {
    const reports = values.map((value) => performing({ [field]: value }));
    const cells = figureCells(figureCalled(name), measured(reports), true);
    expect(cells.flatMap(({ isBest }, place) => (isBest ? [place] : []))).toEqual(best);
  });

  it("is not marked where it rests on few trades", () => {
    const reports = [
      performing({ winRate: 100, trades: 1 }),
      performing({ winRate: 55, trades: 40 }),
      performing({ winRate: 40, trades: 300 }),
    ];
    const cells = figureCells(figureCalled("Win Rate"), measured(reports), true);
    expect(cells.map(({ text, isBest }) => [text, isBest])).toEqual([
      ["100.0%", false],
      ["55.0%", true],
      ["40.0%", false],
    ]);
    const two = figureCells(figureCalled("Win Rate"), measured(reports.slice(0, 2)), true);
    expect(two.some(({ isBest }) => isBest)).toBe(false);
  });

  it("is not marked for growth over other periods, but for growth a year", () => {
    const reports = [
      performing({ cagr: 5, totalGrowthPercent: 300 }),
      performing({ cagr: 9, totalGrowthPercent: 80 }),
    ];
    expect(
      figureCells(figureCalled("Total Growth %"), measured(reports), true).map(({ isBest }) => isBest),
    ).toEqual([true, false]);
    expect(
      figureCells(figureCalled("Total Growth %"), measured(reports), false).map(({ isBest }) => isBest),
    ).toEqual([false, false]);
    expect(figureCells(figureCalled("CAGR"), measured(reports), false).map(({ isBest }) => isBest)).toEqual([
      false,
      true,
    ]);
  });
});

describe("curves of several runs", () => {
  it("begin at 100 each and share one row of days", () => {
    // The first: 200, 300, 150 on days 1, 3, 4. The second: 10, 12 on days 3, 5.
    const joined = joinCurves([
      { day: Int32Array.of(1, 3, 4), value: Float64Array.of(200, 300, 150) },
      { day: Int32Array.of(3, 5), value: Float64Array.of(10, 12) },
    ]);
    expect([...joined.day]).toEqual([1, 3, 4, 5]);
    expect(joined.growth.map((values) => Array.from(values))).toEqual([
      [100, 150, 75, Number.NaN],
      [Number.NaN, 100, 100, 120],
    ]);
    expect(joined.drawdown.map((values) => Array.from(values))).toEqual([
      [0, 0, -50, Number.NaN],
      [Number.NaN, 0, 0, 0],
    ]);
  });

  it("are shown at the last session of each year", () => {
    const joined = joinCurves([handReport.equity]);
    expect(yearEndRows(joined.day).map((row) => joined.day[row])).toEqual([18627, 19357]); // 31/12/2020, 31/12/2022
  });
});

describe("the page that compares runs", () => {
  it("says what to do where no run is named, and lists the finished ones to tick", async () => {
    await finish("one");
    await record("failed", { name: "Broken" });
    const user = openApp("/compare");
    await screen.findByText("No run is chosen yet. Choose two to six from the list.");
    expect(screen.queryByLabelText("Broken")).toBeNull();
    await user.click(await screen.findByLabelText("By hand"));
    expect(currentAddress()).toBe("/compare?runs=one");
    await screen.findByText("One run is chosen. Choose at least one more to compare it with.");
    expect(screen.queryByRole("table", { name: "Figures of the runs" })).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("tells calmly of runs that can't be compared", async () => {
    await finish("one");
    await record("waiting", { name: "Waiting" });
    await record("broken", { name: "Broken" });
    await failRun("broken", { code: "universe-empty", message: "No instrument." });
    const user = openApp("/compare?runs=one,gone,waiting,broken");
    await screen.findByText("A run of this address is not on this device; it may have been deleted.");
    screen.getByText('"Waiting" has not been run yet; it joins here when it is done.');
    screen.getByText('"Broken" failed, so it has no result.');
    await user.click(screen.getAllByRole("button", { name: "Leave it out" })[0] ?? document.body);
    expect(currentAddress()).toBe("/compare?runs=one,waiting,broken");
    valueOf(await finishRun("waiting", calmReport));
    expect(await screen.findByRole("table", { name: "Figures of the runs" })).toBeTruthy();
  });

  it("takes the first six of seven, and says so", async () => {
    for (const id of ["1", "2", "3", "4", "5", "6", "7"]) {
      // oxlint-disable-next-line no-await-in-loop -- storage takes one after the other
      await finish(id, { name: `Run ${id}` });
    }
    openApp("/compare?runs=1,2,3,4,5,6,7");
    await screen.findByText(
      "At most 6 runs fit side by side: the address names 7, and the first 6 are taken.",
    );
    const heads = within(await screen.findByRole("table", { name: "Figures of the runs" })).getAllByRole(
      "columnheader",
    );
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      "Figure",
      "ARun 1",
      "BRun 2",
      "CRun 3",
      "DRun 4",
      "ERun 5",
      "FRun 6",
    ]);
  });

  it("marks falls that are seen at month ends alone, of the run that they are of", async () => {
    const metadata = { ...calmReport.metadata, frequency: "monthly" } as const;
    await finish("one");
    await finish("two", { name: "Calm", report: { ...calmReport, metadata } });
    openApp("/compare?runs=one,two");
    await screen.findByText(/B went from 100 to 130.7, with −20.0% at the lowest at month ends;/);
    screen.getByText(/^A went from 100 to 130.7, with −20.0% at the lowest; B/);
    await waitFor(() => expect(namesOfLines(1)).toContain("B drawdown, month ends"));
    expect(namesOfLines(1)).toContain("A drawdown");
  });

  it("has the sources of numbers from own code that differ", async () => {
    await finish("one", { strategy: withSource("const compute = ({ close }) => close") });
    await finish("two", { strategy: withSource("const compute = ({ open }) => open") });
    const user = openApp("/compare?runs=one,two");
    await screen.findByRole("table", { name: "Settings that differ" });
    const [first, second] = screen.getAllByText("Source of half (javascript, 1 line)");
    await user.click(first ?? document.body);
    await user.click(second ?? document.body);
    expect(screen.getByLabelText("Source of half, run A").textContent).toContain("=> close");
    expect(screen.getByLabelText("Source of half, run B").textContent).toContain("=> open");
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("has the figures with the best marked in words, the curves from 100, and what was set differently", async () => {
    await finish("one");
    const sell = { ...defaultStrategy.sell, trailingStopLoss: 5 };
    await finish("two", { name: "Calm", strategy: { ...defaultStrategy, sell }, report: calmReport });
    const user = openApp("/compare?runs=one,two");
    await screen.findByText(
      "All of them ran on the same data, Demo market (invented) (fingerprint abc123), from 30/12/2020 to 31/12/2022.",
    );
    expect(rowsOf("Figures of the runs")).toEqual(
      expect.arrayContaining([
        "End Value | ₹1,307 | ₹1,307",
        "CAGR | ★ Best: +14.3% | +7.4%",
        "CAGR above the benchmark, points | ★ Best: +9.4 | +2.5", // less 4.9
        "Max Drawdown | −20.0% | ★ Best: −10.0%",
        "Volatility | 426.0% | ★ Best: 213.0%",
        "Sharpe Ratio | 4.73 | 4.73",
        "Sortino Ratio | – | –",
        "Sessions held on average | 4.0 | 4.0",
      ]),
    );
    expect(rowsOf("Settings that differ")).toEqual(["Trailing stop lossSell Rules | 10% | 5%"]);
    // 1,306.8 of 1,000; 880 below 1,100. Their index, once: 1,100 of 1,000; 1,010 below 1,020.
    screen.getByText(
      "A went from 100 to 130.7, with −20.0% at the lowest; B went from 100 to 130.7, with −20.0% at the lowest; " +
        "=INDEX went from 100 to 110.0, with −1.0% at the lowest.",
    );
    await user.click(screen.getByRole("button", { name: "Download: Account growth" }));
    await user.click(screen.getByRole("menuitem", { name: "Save as CSV" }));
    const [name, , csv] = vi.mocked(saveFile).mock.lastCall ?? [];
    expect(name).toBe("comparison-growth.csv");
    expect(String(csv).split("\r\n").slice(0, 3)).toEqual([
      "date,A: By hand,B: Calm,'=INDEX,A: By hand drawdownPercent,B: Calm drawdownPercent,'=INDEX drawdownPercent",
      "2020-12-30,100,100,100,0,0,0",
      expect.stringMatching(/^2020-12-31,110(\.0+1)?,110(\.0+1)?,102,0,0,0$/),
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("draws the average share of runs on the same instruments once, and not where it is switched off", async () => {
    await finish("one", { report: reportWithAverage });
    await finish("two", { name: "Calm", report: reportWithAverage });
    const user = openApp("/compare?runs=one,two");
    await screen.findByText(
      /=INDEX went from 100 to 110\.0.*; Average share went from 100 to 115\.0, with −1\.9% at the lowest\.$/,
    );
    expect(rowsOf("Figures of the runs")).toEqual(
      expect.arrayContaining([
        "CAGR of the average share | +7.2% | +7.2%",
        "CAGR above the average share, points | +7.1 | +7.1", // 14.305 less 7.233
      ]),
    );
    await waitFor(() => expect(namesOfLines()).toEqual(["A By hand", "B Calm", "=INDEX", "Average share"]));
    await user.click(screen.getByRole("checkbox", { name: "Average share on the chart" }));
    await waitFor(() => expect(namesOfLines()).toEqual(["A By hand", "B Calm", "=INDEX"]));
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("has an average share for each set of instruments, and no second line where it is the benchmark", async () => {
    mirrorSettings({ ...mirroredSettings(), growthAverage: true });
    await finish("one", { report: reportWithAverage });
    const strategy = strategyOf({ scanner: { symbols: ["AAA"] } });
    const metadata = { ...handReport.metadata, benchmark: "the average share" };
    await finish("two", { name: "Few", strategy, report: { ...reportWithAverage, metadata } });
    openApp("/compare?runs=one,two");
    await screen.findByRole("table", { name: "Figures of the runs" });
    await waitFor(() =>
      expect(namesOfLines()).toEqual([
        "A By hand",
        "B Few",
        "=INDEX",
        "Average share of A",
        "Average share of B",
      ]),
    );
  });

  it("tells rules that differ in words and as they are written", async () => {
    await finish("one", { strategy: strategyOf({ buy: { rules: ["close > sma(200)"] } }) });
    const longer = ["close > sma(250)", { off: "pe < 15" }];
    await finish("two", { name: "Calm", strategy: strategyOf({ buy: { rules: longer } }) });
    openApp("/compare?runs=one,two");
    await screen.findByRole("table", { name: "Settings that differ" });
    expect(rowsOf("Settings that differ")).toEqual([
      "More buy rulesBuy Rules | The close is above its 200-day averageclose > sma(200) | " +
        "ChangedThe close is above its before 200now 250-day averageclose > sma(before 200now 250)" +
        "AddedSwitched off: pe is below 15pe < 15",
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("adds what the worker works out of each run, when it is there", async () => {
    // Trades of 300 and -100 in the first: a factor of 3; in the second the loser lost 150.
    const dearer = handReport.positions.map((one) =>
      position({ ...one, profit: one.profit < 0 ? -150 : one.profit }),
    );
    const waiting: (() => void)[] = [];
    asked.analyse.mockImplementation(
      ({ strategy, report }) =>
        new Promise((resolve) => {
          waiting.push(() => resolve(ok(analyse({ report, strategy, trials: 1 }))));
        }),
    );
    await finish("one");
    await finish("two", { name: "Dearer", report: { ...handReport, positions: dearer } });
    openApp("/compare?runs=one,two");
    await screen.findByRole("table", { name: "Figures of the runs" });
    expect(rowsOf("Figures of the runs")).toContain("Profit Factor | … | …");
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting[0]?.();
    await waitFor(() => expect(waiting).toHaveLength(2)); // one after the other
    waiting[1]?.();
    await waitFor(
      () => expect(rowsOf("Figures of the runs")).toContain("Profit Factor | 3.00 | 2.00"), // of four trades
    );
    // Below an earlier close on 3 of 6 sessions: 880, 1,188 and 1,306.8.
    expect(rowsOf("Figures of the runs")).toContain("Time under water | 50.0% | 50.0%");
  });

  it("says plainly when runs used other data or other periods", async () => {
    await finish("one");
    const metadata = { ...handReport.metadata, backtestEnd: "2022-01-05" };
    await finish("two", { fingerprint: "ffff000011112222", report: { ...handReport, metadata } });
    openApp("/compare?runs=one,two");
    await screen.findByText(
      /These runs used different data, .*: A: Demo market \(invented\) \(fingerprint abc123\); B: Demo market \(invented\) \(fingerprint ffff0000\)\./,
    );
    expect(screen.getByText(/Every setting is the same\./)).toBeTruthy();
    screen.getByText(
      /These runs cover different periods: A: 30\/12\/2020 – 31\/12\/2022; B: 30\/12\/2020 – 05\/01\/2022\./,
    );
    expect(screen.getByText(/Every setting is the same\./)).toBeTruthy();
  });

  it("keeps a note and tags with the run, and finds the run by them", async () => {
    await finish("one");
    await finish("two", { name: "Calm" });
    const user = openApp("/compare?runs=one,two");
    const card = within(await screen.findByRole("article", { name: "A: By hand" }));
    await user.click(card.getByText("Write a note or tags"));
    await user.type(card.getByLabelText("Note"), "The wide stop.");
    await user.type(card.getByLabelText("Tags"), "wide, keep");
    await user.click(card.getByRole("button", { name: "Save note and tags" }));
    await card.findByText("Saved.");
    expect(valueOf(await loadRun("one")).remark).toMatchObject({
      note: "The wide stop.",
      tags: ["wide", "keep"],
    });
    await within(await card.findByRole("list", { name: "Tags" })).findByText("keep");
    await new Promise<void>((resolve) => {
      awaitTurn(null, resolve); // after the chart's own
    });
    const draws = vi.mocked(drawTimeChart).mock.calls.length;
    await user.click(screen.getByText("Choose other runs"));
    await user.type(screen.getByLabelText("Search in the runs"), "KEEP");
    expect(rowsOf("Finished runs").filter((row) => row !== "")).toHaveLength(1);
    expect(vi.mocked(drawTimeChart).mock.calls).toHaveLength(draws);
  });
});
