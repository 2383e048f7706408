/** The rolling year of a result beside its benchmark and the average share. The chart's canvas needs a real browser. */
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { completeRun } from "./complete-run.ts";
import { accessibilityFaults } from "./open-app.tsx";
import { handReport } from "./results-report.ts";
import { dailyCurve } from "../analysis/sample-curves.ts";
import { RollingSection } from "#src/pages/results/analysis/rolling-section.tsx";
import { mirroredSettings, mirrorSettings } from "#src/storage/settings-mirror.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { StatusMessages } from "#src/ui/status-messages.tsx";
import { drawTimeChart } from "#src/ui/time-drawing.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import type { Report } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));
vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: vi.fn<typeof drawTimeChart>(() => ({
    fill: () => {},
    picture: () => document.createElement("canvas"),
    remove: () => {},
  })),
}));

beforeEach(() => {
  vi.clearAllMocks();
  mirrorSettings({ ...mirroredSettings(), growthAverage: true });
});

/** A year that ends with as much more, in percent, as it says. */
function year(percent: number): Float64Array {
  return Float64Array.from({ length: 253 }, (_, row) => 100 * (1 + percent / 100) ** (row / 252));
}

/** The account makes 20 percent, its benchmark 10 and the average share 15. */
const report: Report = {
  ...handReport,
  positions: [],
  equity: { ...dailyCurve(year(20)), benchmark: year(10), universe: year(15) },
};
const { universe: _, ...withoutAverage } = report.equity;
const against: Report = { ...report, metadata: { ...report.metadata, benchmark: "the average share" } };

function open(shown: Report) {
  const analysis = analyse({ report: shown, strategy: defaultStrategy, trials: 1 });
  render(
    <StatusMessages>
      <RollingSection run={completeRun} report={shown} analysis={analysis} />
    </StatusMessages>,
  );
  return userEvent.setup();
}

/** Of the first pane, as it was drawn last. */
async function namesOfLines(): Promise<readonly string[]> {
  await vi.waitFor(() => expect(drawTimeChart).toHaveBeenCalled());
  const [, drawn] = vi.mocked(drawTimeChart).mock.lastCall ?? [];
  return drawn?.panes[0]?.series.map(({ name }) => name) ?? [];
}

async function savedLines(user: ReturnType<typeof userEvent.setup>): Promise<readonly string[]> {
  await user.click(screen.getByLabelText("Download: Rolling year"));
  await user.click(screen.getByRole("menuitem", { name: "Save as CSV" }));
  const [, , text] = vi.mocked(saveFile).mock.lastCall ?? [];
  return String(text).trim().split(/\r?\n/);
}

async function cellsOf(user: ReturnType<typeof userEvent.setup>): Promise<Record<string, string>> {
  await user.click(screen.getByRole("button", { name: "Rolling year as a table" }));
  const table = within(screen.getByRole("table", { name: "Rolling year at year ends" }));
  const [, ...titles] = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  const cells = table.getAllByRole("cell").map(({ textContent }) => textContent);
  return Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ""]));
}

it("has the average share as a line, in its file and in its table", async () => {
  const user = open(report);
  expect(await namesOfLines()).toEqual(["Average share return", "Benchmark return", "Return"]);
  const [header, line] = await savedLines(user);
  expect(header).toMatch(/^date,returnPercent,benchmarkReturnPercent,universeReturnPercent,/);
  expect(header).toMatch(/,universeSharpe$/);
  expect(
    line
      ?.split(",")
      .slice(1, 4)
      .map((cell) => Number(cell).toFixed(6)),
  ).toEqual(["20.000000", "10.000000", "15.000000"]);
  expect(await cellsOf(user)).toMatchObject({
    Return: "+20.0%",
    "Benchmark return": "+10.0%",
    "Average share return": "+15.0%",
  });
  expect(await accessibilityFaults()).toEqual([]);
});

it("hides that line with the one of the growth chart", async () => {
  const user = open(report);
  await user.click(await screen.findByRole("checkbox", { name: "Average share on the chart" }));
  await vi.waitFor(async () => expect(await namesOfLines()).toEqual(["Benchmark return", "Return"]));
});

it("has the benchmark alone where the result has no average share", async () => {
  const user = open({ ...report, equity: withoutAverage });
  expect(await namesOfLines()).toEqual(["Benchmark return", "Return"]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect((await savedLines(user))[0]).not.toContain("universe");
});

it("has one line under its own name where the benchmark is the average share", async () => {
  const user = open(against);
  expect(await namesOfLines()).toEqual(["Average share return", "Return"]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(Object.keys(await cellsOf(user))).not.toContain("Benchmark return");
});
