import { completeRun } from "./complete-run.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import axe from "axe-core";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { handReport, position } from "./results-report.ts";
import { ExcursionsSection, PassedOverSection, useTrace } from "#src/pages/results/trace/trace-sections.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { drawTimeChart } from "#src/ui/time-drawing.ts";
import type { Report } from "#workers/model/report.ts";
import type { Trace } from "#workers/model/analysis.ts";
import { err, ok } from "#workers/model/problem.ts";

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
  ends: ["trailing-stop", "stop-loss", "open"],
  byEnd: [],
  toSell: [],
  adverse: Float64Array.of(-2, -12, -4),
  favourable: Float64Array.of(35, 6, 12.5),
  passedOver: [
    { month: "2020-12", firstDay: 18626, unaffordable: 1, noSlot: 2, noCash: 0, noBar: 0 },
    { month: "2022-01", firstDay: 18995, unaffordable: 0, noSlot: 7, noCash: 1, noBar: 1 },
  ],
};

beforeEach(() => {
  vi.clearAllMocks();
  asked.trace.mockResolvedValue(ok(trace));
});
afterEach(cleanup);

/** Both, as the page has them in two of its chapters. */
function TraceSections({ report }: { readonly report: Report }): ReactElement {
  const traced = useTrace(run, report, true);
  return (
    <>
      <h2>Chapter</h2>
      <ExcursionsSection report={report} traced={traced} />
      <PassedOverSection report={report} traced={traced} />
    </>
  );
}

/** Chooses one of the files that a chart can be saved as. */
async function save(what: string, subject: string): Promise<void> {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: `Download: ${subject}` }));
  await user.click(screen.getByRole("menuitem", { name: what }));
}

/** The text of a table that a button unfolds, row by row. */
async function rowsOf(button: string, table: string): Promise<readonly string[]> {
  await userEvent.setup().click(screen.getByRole("button", { name: button }));
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
    asked.trace.mockResolvedValue(
      err({ code: "dataset-unavailable", message: "The data has changed since this run." }),
    );
    render(<TraceSections report={handReport} />);
    expect(screen.getAllByText("Reading the prices again...")).toHaveLength(2);
    expect(await screen.findAllByText("The data has changed since this run.")).toHaveLength(2);
    expect(asked.trace).toHaveBeenCalledWith(
      expect.objectContaining({ strategy: run.strategy, positions: handReport.positions }),
      {},
    );
  });

  it("has each position's excursions in words, as a table and as a file", async () => {
    render(<TraceSections report={handReport} />);
    // Of the winners' -2 and -4 the upper middle is -2; the one loser had been up by 6.
    await screen.findByText(
      "Discs are positions with a profit, crosses the others. Half of the 2 winners never went below −2.0%. " +
        "The one loser had been up by 6.0% before it ended. Points that lie far out are drawn at the edge.",
    );
    expect(await rowsOf("Excursions as a table", "Excursions by position")).toEqual([
      "InstrumentEntryLowestHighestProfit %",
      "AAA31/12/2020−2.00%+35.00%+30.00%",
      "BBB31/12/2020−12.00%+6.00%−10.00%",
      "CCC31/12/2020−4.00%+12.50%+10.68%",
    ]);
    await save("Save as CSV", "Excursions");
    expect(savedLines().slice(0, 2)).toEqual([
      "instrument,entryDate,adversePercent,favourablePercent,profitPercent",
      "AAA,2020-12-31,-2,35,30",
    ]);
  });

  it("says plainly that no position made a profit, or none a loss", async () => {
    const loss = { ...handReport, positions: handReport.positions.map((one) => ({ ...one, profit: -100 })) };
    const { unmount } = render(<TraceSections report={loss} />);
    // 6, 12.5 and 35: the middle one is 12.5.
    expect(
      await screen.findByText(
        /None made a profit\. Half of the 3 losers had been up by 12\.5% or more before they ended\./,
      ),
    ).toBeTruthy();
    unmount();
    const gain = { ...handReport, positions: handReport.positions.map((one) => ({ ...one, profit: 100 })) };
    render(<TraceSections report={gain} />);
    // -12, -4 and -2: the middle one is -4.
    expect(
      await screen.findByText(/Half of the 3 winners never went below −4\.0%\. None made a loss\./),
    ).toBeTruthy();
  });

  it("has the signals passed over by month, in words, as a table and as a file", async () => {
    render(<TraceSections report={handReport} />);
    await screen.findByText(
      "Most were passed over in Jan 2022: 9. The counts of each reason are in the table.",
    );
    expect(await rowsOf("Passed-over signals as a table", "Passed over by month")).toEqual([
      "MonthToo expensivePlaces takenNo cashNo price",
      "Dec 20201200",
      "Jan 20220711",
    ]);
    const { day, panes } = vi.mocked(drawTimeChart).mock.lastCall?.[1] ?? { day: null, panes: [] };
    expect([...(day ?? [])]).toEqual([18626, 18995]);
    expect([...(panes[0]?.series[0]?.values ?? [])]).toEqual([3, 9]);
    await save("Save as CSV", "Passed-over signals");
    expect(savedLines()).toEqual([
      "month,unaffordable,noSlot,noCash,noBar",
      "2020-12,1,2,0,0",
      "2022-01,0,7,1,1",
      "",
    ]);
  });

  it("keeps its scale where one position went far out, which stands at the edge", async () => {
    const many = Array.from({ length: 200 }, (_, place) => position({ instrument: `S${place}` }));
    const adverse = Float64Array.from(many, (_, place) => -(place % 10));
    const favourable = Float64Array.from(many, (_, place) => (place === 7 ? 5000 : place % 20));
    asked.trace.mockResolvedValue(ok({ ...trace, adverse, favourable }));
    render(<TraceSections report={{ ...handReport, positions: many }} />);
    const drawing = await screen.findByRole("img", { name: /^Lowest against highest price/ });
    const labels = [...drawing.querySelectorAll("text")].map(({ textContent }) => textContent);
    expect(labels).toContain("20%"); // of 0 to 19, not of 0 to 5,000
    expect(labels.join(" ")).not.toMatch(/\d{3}%/);
    const dots = drawing.querySelectorAll("path[class*=dots]");
    const heights = [...(dots[1]?.getAttribute("d") ?? "").matchAll(/M[\d.]+ ([\d.]+)h0/g)];
    expect(Math.min(...heights.map(([, y]) => Number(y)))).toBe(8); // the upper edge
  });

  it("draws a mark for each position, of another shape for a loss, and pleases axe", async () => {
    render(<TraceSections report={handReport} />);
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
