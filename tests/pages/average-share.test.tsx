/** The average share on the page of a result: beside the benchmark, as a line of its own, or as the benchmark itself. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { reportOfPeriod } from "#src/pages/results/use-view.ts";
import { setScreenWidth } from "./screen-width.ts";
import { openResult } from "./open-result.tsx";
import { handReport, reportWithAverage } from "./results-report.ts";
import { riskFinding, yearsFinding } from "#src/pages/results/findings.ts";
import { distanceOf } from "#src/pages/results/distance.ts";
import { equityCsv, yearlyCsv } from "#src/pages/results/report-files.ts";
import { csvRows } from "#src/pages/results/robustness/robustness-csv.ts";
import { mirroredSettings, mirrorSettings } from "#src/storage/settings-mirror.ts";
import { loadSettings } from "#src/storage/settings.ts";
import { drawGrowth } from "#src/ui/growth-drawing.ts";
import type { GrowthDrawing } from "#src/ui/growth-drawing.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { measurePeriod } from "#workers/analysis/periods.ts";
import type { Report } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({ drawGrowth: vi.fn<typeof drawGrowth>() }));

const drawing = {
  measure: vi.fn<GrowthDrawing["measure"]>(),
  show: vi.fn<GrowthDrawing["show"]>(),
  mark: vi.fn<GrowthDrawing["mark"]>(),
  shade: vi.fn<GrowthDrawing["shade"]>(),
  picture: vi.fn<GrowthDrawing["picture"]>(),
  remove: vi.fn<GrowthDrawing["remove"]>(),
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(drawGrowth).mockReturnValue(drawing);
  mirrorSettings({ ...mirroredSettings(), growthAverage: true });
});

/** As a run compared with it has it. */
const against: Report = {
  ...reportWithAverage,
  metadata: { ...handReport.metadata, benchmark: "the average share" },
  benchmarkPerformance: reportWithAverage.universePerformance ?? handReport.benchmarkPerformance,
};

const cards = () => screen.getAllByRole("definition").map((figure) => figure.textContent);
const chart = () => screen.getByRole("figure", { name: "Account growth curve" });
const drawnCurves = () => vi.mocked(drawGrowth).mock.calls.at(-1)?.[1];

it("stands beside the benchmark in the cards, and distances are to the harder of both", async () => {
  await openResult(reportWithAverage);
  expect(cards()).toEqual(
    expect.arrayContaining([
      "Benchmark +10.0%, average share +15.0%",
      "Benchmark 4.9%, average share 7.2%",
      "▲ 7.1 points ahead", // 14.305 - 7.233
      "Benchmark −5.0%, average share −1.9%",
      "▼ 18.1 points more", // -20 beside -1.923
      "Benchmark 0.50, average share 5.10",
      "▼ 0.37 lower", // 4.7329 beside 5.1
      "Invested on average: 75%",
    ]),
  );
});

it("is drawn as a line that can be switched off, which the next result knows", async () => {
  const user = await openResult(reportWithAverage);
  await waitFor(() => expect(drawing.measure).toHaveBeenCalled());
  expect(drawnCurves()?.average).toEqual(reportWithAverage.equity.universe);
  const toggle = within(chart()).getByRole("button", { name: "Average share on the chart" });
  expect(toggle.getAttribute("aria-pressed")).toBe("true");
  expect(toggle.parentElement?.textContent).toBe("Average share₹1,150");
  await user.click(toggle);
  expect(toggle.getAttribute("aria-pressed")).toBe("false");
  expect(drawing.measure).toHaveBeenLastCalledWith(expect.objectContaining({ hasAverage: false }));
  await waitFor(async () => expect((await loadSettings()).growthAverage).toBe(false));
  expect(mirroredSettings().growthAverage).toBe(false);
});

it("is in the twins of the chart", async () => {
  const user = await openResult(reportWithAverage);
  expect(
    screen.getByText(/the benchmark, =INDEX, ended at ₹1,100, the average share at ₹1,150\./),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Account growth curve as a table" }));
  const ends = within(screen.getByRole("table", { name: "Year-end values" })).getAllByRole("row");
  expect(ends.map(({ textContent }) => textContent)).toEqual([
    "Last sessionAccountBenchmarkAverage shareDrawdownOpen positions",
    "31/12/2020₹1,100.00₹1,020.00₹1,010.000.00%1",
    "31/12/2022₹1,306.80₹1,100.00₹1,150.00−1.00%1",
  ]);
});

it("is in the second line of a year on a phone, where the table has room for it", async () => {
  setScreenWidth(360);
  await openResult(reportWithAverage);
  const years = await screen.findByRole("table", { name: "Yearly Growth Breakdown" });
  expect(years.textContent).toContain("Average share +1.00%; ₹1,000 to ₹1,100");
  expect(years.textContent).toContain("Average share +13.86%; ₹1,100 to ₹1,307");
});

it("is the last column of the years' table on a wide screen", async () => {
  await openResult(reportWithAverage);
  const years = await screen.findByRole("table", { name: "Yearly Growth Breakdown" });
  const rows = within(years).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/[▲▼ ]/g, ""))).toEqual([
    expect.stringMatching(/Benchmark%Averageshare%$/),
    expect.stringMatching(/\+2\.00%\+1\.00%$/),
    expect.stringMatching(/−7\.50%\+13\.86%$/),
  ]);
});

it("is told by a dash where an earlier version worked the result out", async () => {
  const user = await openResult(handReport);
  await waitFor(() => expect(drawing.measure).toHaveBeenCalled());
  expect(drawnCurves()?.average).toBeNull();
  expect(cards()).toContain("Benchmark 4.9%, average share –");
  expect(within(chart()).queryByRole("button", { name: "Average share on the chart" })).toBeNull();
  await user.hover(within(chart()).getByRole("button", { name: "What Average share means" }));
  expect((await screen.findByRole("tooltip")).textContent).toMatch(/of an earlier version.*Run it again/);
});

it("is one line and one figure where the run is compared with it", async () => {
  await openResult(against);
  await waitFor(() => expect(drawing.measure).toHaveBeenCalled());
  expect(drawnCurves()?.average).toBeNull();
  expect(cards()).toContain("Average share 7.2%");
  expect(chart().textContent).toContain("the average share");
  expect(within(chart()).queryByRole("button", { name: /verage share/ })).toBeNull();
  expect(yearsFinding(against)).toMatch(/^Ahead of the average share in 2 of 2 years\./);
});

it("is in what the chapters open with", () => {
  // 10 against 1 in 2020, 18.8 against 13.86 in 2022; of the index both years too.
  expect(yearsFinding(reportWithAverage)).toMatch(
    /^Ahead of =INDEX in 2 and of the average share in 2 of 2 years\./,
  );
  expect(yearsFinding(reportWithAverage)).toContain(
    "The best was 2022 with +18.8% (=INDEX −7.5%, the average share +13.9%), the worst 2020 with +10.0% (=INDEX +2.0%, the average share +1.0%).",
  );
  expect(riskFinding(reportWithAverage, null)).toContain(
    "Deepest fall 20.0% (=INDEX 5.0%, the average share 1.9%)",
  );
  expect(riskFinding(handReport, null)).toContain("Deepest fall 20.0% (=INDEX 5.0%), on");
});

/** Against 4.9 of the benchmark. @param cagr - of the average share */
const level = (cagr: number | null): Report => ({
  ...reportWithAverage,
  performance: { ...handReport.performance, cagr: 4.9 },
  universePerformance: { endValue: 1, maxDrawdown: 0, sharpeRatio: 0, cagr },
});

it("says which yardstick a level figure is level with", () => {
  expect(distanceOf(level(4.93), "cagr")?.text).toBe("same as the average share");
  expect(distanceOf(level(3), "cagr")?.text).toBe("same as the benchmark");
  expect(distanceOf(level(null), "cagr")?.text).toBe("same as the benchmark");
  expect(distanceOf(level(8), "cagr")).toMatchObject({ text: "3.1 points behind" });
});

it("is a further column of the files, which older results lack", () => {
  expect(equityCsv(reportWithAverage.equity).split("\r\n").slice(0, 3)).toEqual([
    "date,value,benchmark,openPositions,universe",
    "2020-12-30,1000,1000,0,1000",
    "2020-12-31,1100,1020,1,1010",
  ]);
  expect(equityCsv(handReport.equity)).toMatch(/^date,value,benchmark,openPositions\r\n/);
  const [head, first, second] = yearlyCsv(reportWithAverage).split("\r\n");
  expect(head).toMatch(/,benchmarkPercent,universePercent$/);
  expect(first).toMatch(/,2,1$/);
  expect(second).toMatch(/,-7\.5,13\.861386/);
  expect(yearlyCsv(handReport)).toMatch(/,benchmarkPercent\r\n/);
});

it("is a column of the file of checks", () => {
  const gist = { endValue: 1200, cagr: 9, maxDrawdown: -22 };
  const parts = {
    late: gist,
    starts: [
      { from: "2021-01-30", ...gist, benchmarkCagr: 4, universeCagr: 6 },
      { from: "2021-02-28", ...gist, benchmarkCagr: 4 }, // found before there was one
    ],
    random: { runs: 1, worse: 1, meanPositions: 1, cagr: [3] },
  };
  const rows = csvRows({ parts, report: reportWithAverage, strategy: defaultStrategy, lead: null });
  expect(rows.map((row) => [row[3], row[6]])).toEqual([
    [4.9, 7.233],
    [4.9, 7.233],
    [4, 6],
    [4, null],
    [4.9, 7.233],
  ]);
  expect(
    csvRows({ parts: {}, report: handReport, strategy: defaultStrategy, lead: null })[0]?.[6],
  ).toBeNull();
});

it("begins with the account in a part of the run, too", () => {
  const span = { fromRow: 2, toRow: 5, riskFreePercent: 0, sessionsOfYear: 252 };
  const part = valueOf(measurePeriod({ report: reportWithAverage, ...span }));
  // 880 x 1,150 / 1,040
  expect(part.universePerformance?.endValue).toBeCloseTo(973.0769, 4);
  const shown = reportOfPeriod(reportWithAverage, part);
  expect(shown.equity.universe?.[0]).toBe(880);
  expect(shown.universePerformance).toEqual(part.universePerformance);
  expect(
    reportOfPeriod(handReport, valueOf(measurePeriod({ report: handReport, ...span }))),
  ).not.toHaveProperty("universePerformance");
});
