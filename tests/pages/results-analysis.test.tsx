import { completeRun } from "./complete-run.ts";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { accessibilityFaults } from "./open-app.tsx";
import { openResult } from "./open-result.tsx";
import { handReport, position } from "./results-report.ts";
import { MetricCards, SummaryCards } from "#src/pages/results/figures.tsx";
import { RiskChapter } from "#src/pages/results/risk-chapter.tsx";
import { RobustnessChapter } from "#src/pages/results/robustness-chapter.tsx";
import { TradesChapter } from "#src/pages/results/trades-chapter.tsx";
import { YearsChapter } from "#src/pages/results/years-chapter.tsx";
import { drawGrowth } from "#src/ui/growth-drawing.ts";
import { StatusMessages } from "#src/ui/status-messages.tsx";
import type { GrowthDrawing } from "#src/ui/growth-drawing.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { exitsOf } from "#src/pages/results/exit-reasons.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import type { DrawdownPeriod } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { err, ok } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.setConfig({ testTimeout: 180_000 }); // whole pages, on a machine that may be busy

vi.mock("#src/ui/growth-drawing.ts", () => ({ drawGrowth: vi.fn<typeof drawGrowth>() }));
vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: () => ({ fill: () => {}, picture: () => null, remove: () => {} }),
}));
vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

const drawing = {
  measure: vi.fn<GrowthDrawing["measure"]>(),
  show: vi.fn<GrowthDrawing["show"]>(),
  mark: vi.fn<GrowthDrawing["mark"]>(),
  shade: vi.fn<GrowthDrawing["shade"]>(),
  picture: vi.fn<GrowthDrawing["picture"]>(),
  remove: vi.fn<GrowthDrawing["remove"]>(),
};

/** The hand-worked report with the positions on sessions of its curve, so that the fills move its cash. */
const report: Report = {
  ...handReport,
  performance: { ...handReport.performance, sortinoRatio: 12.7, calmarRatio: 0.715 },
  positions: handReport.positions.map((one) => position({ ...one, quantity: 1 })),
};

const run = completeRun;

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(drawGrowth).mockReturnValue(drawing);
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

const onMark = vi.fn<(period: DrawdownPeriod) => void>();

/** The chapters alone, with all that they fold away: the page around them takes a busy machine long. */
async function renderChapters(shown: Report = report) {
  const analysis = analyse({
    report: shown,
    strategy: defaultStrategy,
    trials: 1,
  });
  const shared = { run, report: shown, analysis, note: undefined, waiting: null };
  render(
    <StatusMessages>
      <YearsChapter {...shared} shown={shown} isReady />
      <RiskChapter {...shared} onMark={onMark} />
      <TradesChapter {...shared} traced={null} exits={exitsOf(defaultStrategy, shown.positions, null)} />
      <RobustnessChapter {...shared} />
    </StatusMessages>,
  );
  const user = userEvent.setup();
  await screen.findByText(/order of days/);
  for (const summary of screen.getAllByText(/^Show all: /)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would
    await user.click(summary);
  }
  return { user, analysis };
}

/** Saves what a button or, where there are several files, the choice of a menu is for. */
async function saveCsv(user: UserEvent, name: string): Promise<void> {
  const button = screen.queryByLabelText(`Save as CSV: ${name}`);
  if (button) return user.click(button);
  await user.click(screen.getByLabelText(`Download: ${name}`));
  return user.click(screen.getByRole("menuitem", { name: "Save as CSV" }));
}

/** The last line of a figure's explanation. */
function formulaOf(figure: string): string {
  const help = screen.getByLabelText(`What ${figure} means`); // by role it takes a page of this size a second
  act(() => help.focus());
  const formula = screen.getByRole("tooltip").textContent.split("\n").at(-1) ?? "";
  act(() => help.blur());
  return formula;
}

/** Daily returns 10 -20 50 -10 10, mean 8, deviation 26.8328, shortfalls' root mean square 10; trades +300, -100. */
const FORMULAS: Readonly<Record<string, string>> = {
  Volatility: "26.833% × √252 = 426.0%",
  "Sortino Ratio":
    "mean daily excess return 8.00% / root mean square of the shortfalls 10.00% × √252 = 12.70",
  "Calmar Ratio": "14.3% / 20.0% = 0.72",
  "Time under water": "3 / 6 sessions = 50.0%",
  "Longest under water": "31/12/2020 to 04/01/2022 = 369 days",
  "Profit Factor": "₹300 / ₹100 = 3.00",
  Expectancy: "(₹300.00 − ₹100.00) / 2 trades = +₹100",
  "Expectancy %": "20.00% / 2 trades = +10.00%",
  "Average win": "₹300 / 1 trade = +₹300",
  "Average loss": "−₹100 / 1 trade = −₹100",
  "Best day": "04/01/2022: +50.00%",
  "Worst month": "Jan 2022: +8.00%",
  "Best year": "2022: +18.80%",
  "Worst trade": "BBB, 31/12/2020 to 31/12/2022: −₹100.00, −10.00%",
  "In the market": "5 / 6 sessions = 83.3%",
  "Positions on average": "7 / 6 sessions = 1.2",
  "Total Growth": "₹1,307 − ₹1,000 = +₹307",
  "Total Growth %": "₹1,307 / ₹1,000 − 1 = +30.7%",
};

describe("the further figures", () => {
  it("show the calculation with this run's numbers", async () => {
    const volatility = Math.sqrt(720 * 252);
    const moved = { ...report, performance: { ...report.performance, volatility } };
    await renderChapters(moved);
    render(<SummaryCards report={moved} />);
    const shown = Object.fromEntries(Object.keys(FORMULAS).map((figure) => [figure, formulaOf(figure)]));
    expect(shown).toEqual(FORMULAS);
  });

  it("say why a figure is undefined", async () => {
    const risen = Float64Array.of(1000, 1000, 1000, 1000, 1000, 1000);
    await renderChapters({
      ...report,
      positions: [],
      equity: { ...report.equity, value: risen, benchmark: risen },
      performance: { ...report.performance, calmarRatio: null },
    });
    expect(formulaOf("Profit Factor")).toBe("It is undefined here: no closed trade made a loss.");
    expect(formulaOf("Beta")).toMatch(/undefined here: the benchmark does not move/);
    expect(formulaOf("Best trade")).toBe("No trade was closed in this run.");
  });
});

const FILES = [
  { name: "Monthly returns", file: "monthly.csv", line: "2020-12,10" },
  { name: "Drawdown periods", file: "drawdowns.csv", line: "2020-12-31,2022-01-03,2022-01-04,-20,369,2" },
  { name: "Daily returns", file: "day-returns.csv", line: "fromPercent,toPercent,count" },
  { name: "Exposure and turnover", file: "exposure.csv", line: "2020-12-30,0" },
  { name: "Per instrument", file: "per-instrument.csv", line: 'AAA,"\'=Alpha, Ltd",1,1,1,300,30,30,30,4' },
  { name: "Per exit reason", file: "per-exit-reason.csv", line: "stop-loss,,1,1,0,-100,-10,-10,-10,4" },
  { name: "By holding time", file: "by-holding-time.csv", line: "0-5,,3,2,1," },
  { name: "Streaks", file: "streaks.csv", line: "trades,gains,1,2022-12-31,2022-12-31,300" },
];

describe("the sections", () => {
  it("list the months with their years and means", async () => {
    await renderChapters();
    const table = within(screen.getByLabelText("Monthly returns", { selector: "table" }));
    const rows = table.getAllByRole("row").map((row) =>
      within(row)
        .queryAllByRole("cell")
        .map((cell) => cell.textContent),
    );
    // December 2020 +10; January 2022 1188/1100; December 2022 1306.8/1188; the benchmark's years +2 and 1100/1020.
    expect(rows[1]?.slice(-4)).toEqual(["10.0", "10.0", "2.0", "–"]);
    expect(rows[2]?.[0]).toBe("8.0");
    expect(rows[2]?.slice(-4)).toEqual(["10.0", "18.8", "7.8", "–"]);
    expect(rows[3]?.slice(-4)).toEqual(["10.0", "14.4", "4.9", "–"]);
    expect(screen.getByText(/no months of|3 months of 3 months made a gain/)).toBeTruthy();
  });

  it("tell which fall to show on the curve", async () => {
    const { user, analysis } = await renderChapters();
    await user.click(screen.getByLabelText("Drawdown periods as a table"));
    await user.click(screen.getByLabelText("Show the fall from 31/12/2020 on the curve"));
    expect(onMark).toHaveBeenCalledWith(analysis.drawdowns[0]);
  });

  it("save their values", async () => {
    const { user } = await renderChapters();
    for (const { name, file, line } of FILES) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would
      await saveCsv(user, name);
      const [saved, , text] = vi.mocked(saveFile).mock.lastCall ?? [];
      expect(saved).toBe(`by-hand-2020-12-30-2022-12-31-${file}`);
      expect(text).toContain(line);
    }
  });

  it("name reasons and holding times in words", async () => {
    await renderChapters();
    const reasons = within(screen.getByLabelText("Per exit reason", { selector: "table" }));
    expect(reasons.getAllByRole("rowheader").map((cell) => cell.textContent)).toEqual([
      "Stop loss",
      "Trailing stop",
      "Still open",
    ]);
    const holding = within(screen.getByLabelText("By holding time", { selector: "table" }));
    expect(holding.getByRole("rowheader").textContent).toBe("0 to 5");
  });

  it("give axe nothing to object to", async () => {
    await renderChapters();
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("a run of many sessions", () => {
  const days = 600;
  const value = Float64Array.from(
    { length: days },
    (_, row) => 1000 * 1.0005 ** row * (1 + 0.01 * Math.sin(row)),
  );
  const long: Report = {
    ...report,
    positions: [],
    performance: { ...report.performance, sharpeRatio: 1.23, cagr: 13 },
    equity: {
      day: Int32Array.from({ length: days }, (_, row) => 18626 + row),
      value,
      benchmark: value.map((own, row) => own * (1 + 0.005 * Math.cos(row / 3))),
      positions: new Int32Array(days),
    },
  };

  it("has intervals of its lead and its Sharpe ratio for the cards", async () => {
    const { analysis } = await renderChapters(long);
    render(<MetricCards run={run} report={long} luck={analysis.luck} />);
    const cards = within(screen.getByLabelText("Metrics"));
    expect(cards.getByText(/^95%: \S+ to \S+ points over /)).toBeTruthy();
    expect(cards.getByText(/^95%: \S+ to \S+$/)).toBeTruthy();
  });

  it("offers a new run beside the Sharpe figures where it has no average share, and only there", async () => {
    await renderChapters(long);
    expect(screen.getByText("Both Sharpe figures need the average share.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Run again" })).toBeTruthy();
    cleanup();
    await renderChapters({ ...long, equity: { ...long.equity, universe: long.equity.benchmark } });
    expect(screen.queryByRole("button", { name: "Run again" })).toBeNull();
  });

  it("says that other orders of its days are no test of its choices", async () => {
    await renderChapters(long);
    expect(screen.getByText(/the run lies among the paths by construction/)).toBeTruthy();
    expect(screen.getByText(/drawn again in blocks of 8 sessions in 2,000 random orders/)).toBeTruthy();
  });
});

describe("the page of a run", () => {
  it("shows a marked fall on the curve, and the whole period again", async () => {
    asked.analyse.mockResolvedValue(ok(analyse({ report, strategy: defaultStrategy, trials: 1 })));
    const user = await openResult(report);
    const table = await screen.findByLabelText("Drawdown periods as a table", {}, { timeout: 90_000 });
    await user.click(table);
    await user.click(screen.getByLabelText(/^Show the fall from 31/));
    await waitFor(() =>
      expect(drawing.mark).toHaveBeenLastCalledWith(
        expect.objectContaining({ peakRow: 1, troughRow: 2, recoveryRow: 3 }),
      ),
    );
    const marked = screen.getByLabelText("Marked on the curve");
    expect(marked.textContent).toContain(
      "Shown: the fall of 20.0% from 31/12/2020 to 03/01/2022, recovered on 04/01/2022.",
    );
    drawing.show.mockClear();
    await user.click(within(marked).getByRole("button", { name: "Show the whole period" }));
    await waitFor(() => expect(drawing.show).toHaveBeenCalledWith({ fromRow: 0, toRow: 5 }));
  });

  it("shows the years that are chosen in place of a marked fall, and the whole period when asked for it", async () => {
    asked.analyse.mockResolvedValue(ok(analyse({ report, strategy: defaultStrategy, trials: 1 })));
    const user = await openResult(report);
    await user.click(await screen.findByLabelText("Drawdown periods as a table", {}, { timeout: 90_000 }));
    await user.click(screen.getByLabelText(/^Show the fall from 31/));
    const marked = screen.getByLabelText("Marked on the curve");
    await waitFor(() => expect(marked.textContent).toContain("Shown: the fall of 20.0%"));
    drawing.show.mockClear();
    await user.click(screen.getByRole("radio", { name: "1Y" }));
    await waitFor(() => expect(drawing.show).toHaveBeenLastCalledWith({ fromRow: 2, toRow: 5 })); // 03/01/2022, as on the chart alone
    expect(marked.textContent).toBe("");
    await user.click(screen.getByLabelText(/^Show the fall from 31/));
    await user.click(await within(marked).findByRole("button", { name: "Show the whole period" }));
    await waitFor(() => expect(drawing.show).toHaveBeenLastCalledWith({ fromRow: 0, toRow: 5 }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Max" }).checked).toBe(true);
  });

  it("says what went wrong when the worker can't work out further figures", async () => {
    asked.analyse.mockResolvedValue(err({ code: "worker-lost", message: "The worker is gone." }));
    await openResult(report);
    // Where years, risk, trades and robustness would be.
    expect(await screen.findAllByText("The worker is gone.", {}, { timeout: 90_000 })).toHaveLength(4);
    expect(screen.getByText("abc123")).toBeTruthy();
  });
});
