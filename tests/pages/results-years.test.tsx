/** The chapter of years on the result page: trailing returns, the index's deep falls, and a pair of bars a year. */
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { openResult } from "./open-result.tsx";
import { handReport, position, reportWithAverage } from "./results-report.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import { ok } from "#workers/model/problem.ts";
import type { Report, YearlyPerformance } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));

vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: () => ({ fill: () => {}, picture: () => null, remove: () => {} }),
}));

const year = (number: number, growthPercent: number, benchmarkPercent: number): YearlyPerformance => ({
  year: number,
  startValue: 1000,
  endValue: 1000 + 10 * growthPercent,
  growth: 10 * growthPercent,
  growthPercent,
  benchmarkPercent,
});
/** The index falls from 1,020 on 31/12/2020 to 909 on 04/01/2022, which is 10.9 %; the account is at 1,100, then 1,320. */
const report: Report = {
  ...handReport,
  equity: { ...handReport.equity, benchmark: Float64Array.of(1000, 1020, 1010, 909, 1060, 1000) },
  yearlyPerformance: [year(2020, 10, 2), year(2021, -20, -5), year(2022, 50, 40)],
};

/** Opens what the chapter folds away. */
async function unfold(user: UserEvent): Promise<void> {
  await user.click(await screen.findByText("Show all: stress periods, monthly returns"));
}

async function openYears(shown: Report = report): Promise<UserEvent> {
  asked.analyse.mockResolvedValue(ok(analyse({ report: shown, strategy: defaultStrategy, trials: 1 })));
  return openResult(shown);
}

/** In the index's fall it goes from 1,010 to 1,300, by 28.7 %; from 03/01/2022 from 1,000 to 1,600, by 60.677 % a year. */
const withAverage: Report = {
  ...report,
  equity: { ...report.equity, universe: Float64Array.of(1000, 1010, 1000, 1300, 1400, 1600) },
  universePerformance: { endValue: 1600, cagr: 26.5, maxDrawdown: -1, sharpeRatio: 5 },
};

async function rowsOf(name: string): Promise<readonly string[]> {
  const table = await screen.findByRole("table", { name }, { timeout: 30_000 });
  return within(table)
    .getAllByRole("row")
    .map(({ textContent }) => textContent);
}

it("has the returns of the last years against the index, and those of the whole run", async () => {
  await openYears();
  // The last year begins at 03/01/2022: 880 to 1,306.8 and 1,010 to 1,000 over 362 days, to the power 365.25 / 362.
  expect(await rowsOf("Trailing returns")).toEqual([
    "PeriodAccountBenchmarkAverage shareAhead of the higher, points",
    "1 year+49.0%−1.0%–▲ +50.0",
    "All+14.3%+4.9%–▲ +9.4",
  ]);
});

it("holds the last years and the deep falls against the average share where that did better than the index", async () => {
  const user = await openYears(withAverage);
  // 1.485 and 1.6 to the power 365.25 / 362: 49.028 - 60.677 = -11.65, -11.648 unrounded; 14.305 - 26.5 = -12.2.
  expect(await rowsOf("Trailing returns")).toEqual([
    "PeriodAccountBenchmarkAverage shareAhead of the higher, points",
    "1 year+49.0%−1.0%+60.7%▼ −11.6",
    "All+14.3%+4.9%+26.5%▼ −12.2",
  ]);
  await unfold(user);
  expect(await rowsOf("Stress periods")).toEqual([
    "FallBenchmarkAverage shareAccount",
    "Dec 2020 – Jan 2022−10.9%28.7%▼ +20.0%",
  ]);
});

it("has one figure beside the account where the run is compared with the average share", async () => {
  const user = await openYears({
    ...withAverage,
    metadata: { ...report.metadata, benchmark: "the average share" },
  });
  expect((await rowsOf("Trailing returns"))[0]).toBe("PeriodAccountAverage shareAhead, points");
  await unfold(user);
  expect((await rowsOf("Stress periods"))[0]).toBe("FallAverage shareAccount");
});

it("has no rate a year of a run shorter than a year", async () => {
  const day = Int32Array.of(18626, 18627, 18628, 18629, 18630, 18631); // to 04/01/2021
  const positions = [position({ entryDate: "2020-12-31", exitDate: "2021-01-04" })];
  await openYears({ ...withAverage, positions, equity: { ...withAverage.equity, day } });
  expect((await rowsOf("Trailing returns")).slice(1)).toEqual(["All––––"]);
});

it("has what the account did while the index fell by a tenth or more", async () => {
  await unfold(await openYears());
  expect(await rowsOf("Stress periods")).toEqual([
    "FallBenchmarkAverage shareAccount",
    "Dec 2020 – Jan 2022−10.9%–▲ +20.0%",
  ]);
});

it("draws two bars a year, as high as their growth, with the index's fall behind them", async () => {
  await openYears();
  await rowsOf("Trailing returns"); // they come a moment after the years
  const drawing = await screen.findByRole("img", { name: /^Bars of each year's growth/ });
  const bars = (kind: string) =>
    [...drawing.querySelectorAll(`rect[class*=${kind}]`)].map((bar) => ({
      top: Number(bar.getAttribute("y")),
      height: Number(bar.getAttribute("height")),
    }));
  const [own, index] = [bars("own"), bars("other")];
  const percent = (own[0]?.height ?? 0) / 10;
  expect(own.map(({ height }) => Math.round(height / percent))).toEqual([10, 20, 50]);
  expect(index.map(({ height }) => Math.round(height / percent))).toEqual([2, 5, 40]);
  const zero = (own[0]?.top ?? 0) + (own[0]?.height ?? 0);
  expect(own[1]?.top).toBeCloseTo(zero); // a loss hangs from the line that a gain stands on
  expect(index[1]?.top).toBeCloseTo(zero);
  expect(drawing.querySelectorAll("rect[class*=shade]")).toHaveLength(1);
  expect(drawing.querySelectorAll("path[class*=average]")).toHaveLength(0);
});

it("draws the average share as a line across the bars of each year, and says so", async () => {
  await openYears(reportWithAverage);
  const drawing = await screen.findByRole("img", { name: /^Bars of each year's growth/ });
  // 1.0 % and 13.86 % beside the account's 10 and 18.8 %.
  const [zero, ...lines] = [
    drawing.querySelector("path[class*=zero]"),
    ...drawing.querySelectorAll("path[class*=average]"),
  ].map((path) => Number(/ (?<y>[\d.]+)H/.exec(path?.getAttribute("d") ?? "")?.groups?.["y"]));
  const percent = Number(drawing.querySelector("rect[class*=own]")?.getAttribute("height")) / 10;
  expect(lines.map((y) => ((zero ?? 0) - y) / percent)).toEqual([
    expect.closeTo(1, 6),
    expect.closeTo(13.861386, 6),
  ]);
  expect(screen.getByText("Filled: account; hollow: =INDEX; line across: the average share")).toBeTruthy();
});

it("has the years of benchmark and average share beside the months", async () => {
  const user = await openYears(withAverage);
  await unfold(user);
  const rows = within(screen.getByRole("table", { name: "Monthly returns" })).getAllByRole("row");
  const ends = rows.map(({ children }) => [...children].slice(-2).map(({ textContent }) => textContent));
  // 1,000 to 1,020 and to 1,010; 1,020 to 1,000 and 1,010 to 1,600; their means.
  expect(ends).toEqual([
    ["Benchmark", "Average share"],
    ["2.0", "1.0"],
    ["−2.0", "58.4"],
    ["0.0", "29.7"],
  ]);
});
