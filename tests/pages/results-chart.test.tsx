import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { openResult } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { mirroredSettings, mirrorSettings } from "#src/storage/settings-mirror.ts";
import { loadSettings } from "#src/storage/settings.ts";
import { drawGrowth } from "#src/ui/growth-drawing.ts";
import { suitingScale } from "#src/ui/growth-scale.ts";
import type { GrowthDrawing } from "#src/ui/growth-drawing.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import { ok } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

/** The canvas needs a real browser; what it is told to draw is tested here. */
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
  mirrorSettings({ ...mirroredSettings(), growthScale: null });
});

async function openChart() {
  const user = await openResult(handReport);
  await waitFor(() =>
    expect(drawing.measure).toHaveBeenCalledWith({
      isLog: false,
      baseRow: null,
      startRow: 0,
      hasAverage: true,
    }),
  );
  return user;
}

describe("the account growth curve", () => {
  it("draws both curves, their falls from the highest value so far and the open positions", async () => {
    await openChart();
    const curves = vi.mocked(drawGrowth).mock.calls[0]?.[1];
    expect(curves?.value).toEqual(handReport.equity.value);
    expect(curves?.positions).toEqual(handReport.equity.positions);
    // Peaks 1000, 1100, 1100, 1320, 1320, 1320.
    const falls = Array.from(curves?.drawdown ?? [], (fall) => Math.round(fall * 100) / 100);
    expect(falls).toEqual([0, 0, -20, 0, -10, -1]);
  });

  it("changes scale, unit and period; a period longer than the run is no choice", async () => {
    const user = await openChart();
    await user.click(screen.getByRole("radio", { name: "Log" }));
    expect(drawing.measure).toHaveBeenLastCalledWith({
      isLog: true,
      baseRow: null,
      startRow: 0,
      hasAverage: true,
    });
    await user.click(screen.getByRole("radio", { name: "Percent" }));
    expect(drawing.measure).toHaveBeenLastCalledWith({
      isLog: true,
      baseRow: 0,
      startRow: 0,
      hasAverage: true,
    });
    // A year before 31/12/2022: the first session since is 03/01/2022, row 2.
    await user.click(screen.getByRole("radio", { name: "1Y" }));
    expect(drawing.show).toHaveBeenLastCalledWith({ fromRow: 2, toRow: 5 });
    for (const name of ["3Y", "5Y"])
      expect(screen.getByRole<HTMLInputElement>("radio", { name }).disabled).toBe(true);
  });

  it("begins with the scale that was chosen last, and with log for a run of five years and more", async () => {
    const user = await openChart();
    await user.click(screen.getByRole("radio", { name: "Log" }));
    await waitFor(async () => expect((await loadSettings()).growthScale).toBe("log"));
    await waitFor(() => expect(mirroredSettings().growthScale).toBe("log")); // what the next result begins with
    expect(suitingScale(Int32Array.of(0, 1826))).toBe("linear");
    expect(suitingScale(Int32Array.of(0, 1827))).toBe("log");
  });

  it("measures percent from the first session in sight, in the legend too", async () => {
    const user = await openChart();
    await user.click(screen.getByRole("radio", { name: "Percent" }));
    expect(screen.getByRole("figure", { name: "Account growth curve" }).textContent).toContain(
      "By hand+30.7%",
    ); // 1,306.8 / 1,000
    vi.mocked(drawGrowth).mock.calls[0]?.[3].onFirstRow(2);
    await waitFor(() =>
      expect(drawing.measure).toHaveBeenLastCalledWith({
        isLog: false,
        baseRow: 2,
        startRow: 0,
        hasAverage: true,
      }),
    );
    expect(screen.getByRole("figure", { name: "Account growth curve" }).textContent).toContain(
      "By hand+48.5%",
    ); // 1,306.8 / 880
  });

  it("shows the values at the crosshair in the legend", async () => {
    await openChart();
    vi.mocked(drawGrowth).mock.calls[0]?.[3].onHover(2);
    await waitFor(() =>
      expect(screen.getByRole("figure", { name: "Account growth curve" }).textContent).toContain(
        "03/01/2022By hand₹880=INDEX₹1,010Average share –Drawdown−20.0%Open positions2",
      ),
    );
  });

  it("has a twin in words and a table of year-end values", async () => {
    const user = await openChart();
    await user.click(screen.getByRole("button", { name: "Account growth curve as a table" }));
    expect(screen.getByText(/the account went from ₹1,000 to ₹1,307 \(\+30\.7%\)/)).toBeTruthy();
    const table = within(screen.getByRole("table", { name: "Year-end values" }));
    const rows = table.getAllByRole("row").map((row) => row.textContent);
    expect(rows.slice(1)).toEqual([
      "31/12/2020₹1,100.00₹1,020.000.00%1",
      "31/12/2022₹1,306.80₹1,100.00−1.00%1",
    ]);
  });

  it("shades the index's falls of more than a tenth, and says so in the legend", async () => {
    // From 1,020 on 31/12/2020 to 909 on 04/01/2022: 10.9 %; the fall from 1,060 to 1,000 is none.
    const benchmark = Float64Array.of(1000, 1020, 1010, 909, 1060, 1000);
    const report = { ...handReport, equity: { ...handReport.equity, benchmark } };
    asked.analyse.mockResolvedValue(ok(analyse({ report, strategy: defaultStrategy, trials: 1 })));
    await openResult(report);
    await waitFor(() => expect(drawing.shade).toHaveBeenLastCalledWith([{ fromRow: 1, toRow: 3 }]));
    expect(screen.getByRole("figure", { name: "Account growth curve" }).textContent).toContain("Index falls");
  });

  it("names who made the chart", async () => {
    await openChart();
    const link = screen.getByRole("link", { name: "Charting by TradingView" });
    expect(link.getAttribute("href")).toBe("https://www.tradingview.com/");
  });
});
