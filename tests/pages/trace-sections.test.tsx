import { completeRun } from "./complete-run.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handReport } from "./results-report.ts";
import { TraceSections } from "#src/pages/results/trace/trace-sections.tsx";
import { traceRun } from "#src/run/trace-run.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { drawTimeChart } from "#src/ui/time-drawing.ts";
import type { Trace } from "#workers/model/analysis.ts";
import { err, ok } from "#workers/model/problem.ts";

vi.mock("#src/run/trace-run.ts", () => ({ traceRun: vi.fn<typeof traceRun>() }));
vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: vi.fn<typeof drawTimeChart>(() => ({
    fill: () => {},
    picture: () => document.createElement("canvas"),
    remove: () => {},
  })),
}));
vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

const run = completeRun;

/** AAA and CCC made a profit, BBB a loss. */
const trace: Trace = {
  adverse: Float64Array.of(-2, -12, -4),
  favourable: Float64Array.of(35, 6, 12.5),
  passedOver: [
    { month: "2020-12", firstDay: 18626, unaffordable: 1, noSlot: 2, noCash: 0, noBar: 0 },
    { month: "2022-01", firstDay: 18995, unaffordable: 0, noSlot: 7, noCash: 1, noBar: 1 },
  ],
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(traceRun).mockResolvedValue(ok(trace));
});
afterEach(cleanup);

/** The text of a table that a disclosure folds away, row by row. */
async function rowsOf(summary: string, table: string): Promise<readonly string[]> {
  await userEvent.setup().click(screen.getByText(summary));
  return within(screen.getByRole("table", { name: table }))
    .getAllByRole("row")
    .map(({ textContent }) => textContent)
    .filter((text) => text !== "");
}

function savedLines(): readonly string[] {
  return String(vi.mocked(saveFile).mock.lastCall?.[2]).split("\r\n");
}

describe("what needs the run's prices again", () => {
  it("says that it is being worked out, and why where it can't be", async () => {
    vi.mocked(traceRun).mockResolvedValue(
      err({ code: "dataset-unavailable", message: "The data has changed since this run." }),
    );
    render(<TraceSections run={run} report={handReport} />);
    expect(screen.getByText("Reading the prices again...")).toBeTruthy();
    expect(await screen.findByText("The data has changed since this run.")).toBeTruthy();
    expect(traceRun).toHaveBeenCalledWith(run, handReport);
  });

  it("has each position's excursions in words, as a table and as a file", async () => {
    render(<TraceSections run={run} report={handReport} />);
    // Of the winners' -2 and -4 the upper middle is -2; the one loser had been up by 6.
    await screen.findByText(
      "Discs are positions with a profit, crosses the others. Half of the 2 winners never went below -2.0%; " +
        "half of the 1 loser had been up by 6.0% or more before they ended.",
    );
    expect(await rowsOf("Excursions as a table", "Excursions by position")).toEqual([
      "InstrumentEntryLowestHighestProfit %",
      "AAA2020-12-31-2.00%+35.00%+30.00%",
      "BBB2020-12-31-12.00%+6.00%-10.00%",
      "CCC2020-12-31-4.00%+12.50%+10.68%",
    ]);
    await userEvent.setup().click(screen.getByRole("button", { name: "Save as CSV: Excursions" }));
    expect(savedLines().slice(0, 2)).toEqual([
      "instrument,entryDate,adversePercent,favourablePercent,profitPercent",
      "AAA,2020-12-31,-2,35,30",
    ]);
  });

  it("has the signals passed over by month, in words, as a table and as a file", async () => {
    render(<TraceSections run={run} report={handReport} />);
    await screen.findByText(
      "Most were passed over in Jan 2022: 9. The counts of each reason are in the table.",
    );
    expect(await rowsOf("Passed-over signals as a table", "Passed over by month")).toEqual([
      "MonthToo dearPlaces takenNo cashNo price",
      "Dec 20201200",
      "Jan 20220711",
    ]);
    const { day, panes } = vi.mocked(drawTimeChart).mock.lastCall?.[1] ?? { day: null, panes: [] };
    expect([...(day ?? [])]).toEqual([18626, 18995]);
    expect([...(panes[0]?.series[0]?.values ?? [])]).toEqual([3, 9]);
    await userEvent.setup().click(screen.getByRole("button", { name: "Save as CSV: Passed-over signals" }));
    expect(savedLines()).toEqual([
      "month,unaffordable,noSlot,noCash,noBar",
      "2020-12,1,2,0,0",
      "2022-01,0,7,1,1",
      "",
    ]);
  });

  it("draws a mark for each position, of another shape for a loss, and pleases axe", async () => {
    render(<TraceSections run={run} report={handReport} />);
    const drawing = await screen.findByRole("img", { name: /^Lowest against highest price/ });
    const shapes = [...drawing.querySelectorAll("path")].map((path) => path.getAttribute("d") ?? "");
    expect(shapes.at(-1)?.match(/M[^M]*h0/g)).toHaveLength(2); // discs
    expect(shapes.at(-2)?.match(/M[^M]*l4 4m0-4l-4 4/g)).toHaveLength(1); // crosses
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
