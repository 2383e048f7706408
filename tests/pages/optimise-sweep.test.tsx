import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readAxes as readSweepFile } from "#workers/api/sweep/axes.ts";
import { csvHeader, csvLine, failedOutcome, rowOf } from "#workers/api/sweep/row.ts";
import { readSweepAxes } from "#src/pages/optimise/axis-form.ts";
import { SweepPanel } from "#src/pages/optimise/sweep-panel.tsx";
import { axesFile, readSweepRows } from "#src/pages/optimise/sweep-rows.ts";
import * as save from "#src/ui/save-file.ts";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const AXES = [
  { path: "sell.trailingStopLoss", values: [5, 10, null] },
  { path: "buy.rules[0]", number: 2, values: [20, 50] },
  { path: "scanner.match", values: ["any", "all"] },
];

/** As the command writes them: the growth says which variant it is. */
function rowsCsv(): string {
  const lines = Array.from({ length: 12 }, (_, index) => {
    const performance = { ...sampleReport.performance, cagr: index, sortinoRatio: null };
    const row = { index, performance, account: `sha256:${"0".repeat(64)}`, problem: null };
    const refused = failedOutcome(index, { code: "period-empty", message: 'no "prices", at all' });
    return csvLine(rowOf(AXES, index === 7 ? refused : row));
  });
  return csvHeader(AXES) + lines.join("");
}

describe("the files of a big sweep", () => {
  it("say what is varied as the command reads it, beyond what the page can run", () => {
    const axes = readSweepAxes(
      { field: "sell.trailingStopLoss", from: "1", to: "60", step: "0.5" },
      { field: "buy.rules[0]", number: 2, from: "5", to: "100", step: "1" },
    );
    const read = readSweepFile(JSON.parse(axes ? axesFile(axes) : "null"));
    if (!read.ok) throw new Error(read.problem.message);
    const [first, second] = read.value;
    expect(first?.path).toBe("sell.trailingStopLoss");
    expect([first?.values.length, first?.values[1]]).toEqual([119, 1.5]);
    expect([second?.path, second?.number, second?.values.length]).toEqual(["buy.rules[0]", 2, 96]);
  });

  it("come back with every value and figure", async () => {
    const read = await readSweepRows(new Blob([rowsCsv()]));
    if (!read.ok) throw new Error(read.problem);
    const rows = read.value;
    expect(rows.count).toBe(12);
    expect(rows.axes).toEqual([
      { name: "sell.trailingStopLoss", values: ["5", "10", ""] },
      { name: "buy.rules[0]#2", values: ["20", "50"] },
      { name: "scanner.match", values: ["any", "all"] },
    ]);
    expect(rows.figuresAt(7)).toBeNull();
    expect(rows.figuresAt(11)).toEqual({ ...sampleReport.performance, cagr: 11, sortinoRatio: null });
    expect([rows.valueAt(11, 0), rows.valueAt(11, 1), rows.valueAt(11, 2)]).toEqual([2, 1, 1]);
  });

  it.each([
    ["a,b\n1,2\n", "no rows of a sweep"],
    ["", "no rows yet"],
    [csvHeader(AXES), "no rows yet"],
    [`${rowsCsv()}x,y\n`, "Row 13"],
  ])("are refused in words where they are others: %j", async (text, words) => {
    const read = await readSweepRows(new Blob([text]));
    expect(!read.ok && read.problem).toContain(words);
  });
});

function texts(): (string | null)[] {
  return within(screen.getByRole("table"))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
}

it("draws the rows as a map, for two axes at a time", async () => {
  const saved = vi.spyOn(save, "saveFile").mockImplementation(() => {});
  render(
    <main>
      <SweepPanel
        strategyId="a"
        strategy={defaultStrategy}
        axes={[{ field: "sell.trailingStopLoss", from: 5, to: 10, step: 5 }]}
      />
    </main>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Save axes.json" }));
  expect(saved).toHaveBeenCalledWith(
    "axes.json",
    "application/json",
    expect.stringContaining('"path": "sell.tr'),
  );
  const input = screen.getByLabelText("Draw the rows of a sweep (rows.csv)");
  fireEvent.change(input, { target: { files: [new File([rowsCsv()], "rows.csv")] } });
  const map = await screen.findByRole("table", { name: "CAGR of the sweep" }, { timeout: 30_000 });
  expect(texts()).toEqual(["0.0%", "+2.0%", "+4.0%", "+6.0%", "+8.0%", "★ the best: +10.0%"]);
  expect(
    within(map)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["5", "10", "off"]);
  expect(
    screen.getByText(
      /The best CAGR, \+11.0%: sell.trailingStopLoss off, buy.rules\[0\]#2 50, scanner.match all/,
    ),
  ).toBeTruthy();
  // the file has no figures of the index, so the best is not told without a word on that
  expect(
    screen.getByText(/^The rows don't say what the benchmark made .* may still lose to it\./),
  ).toBeTruthy();
  fireEvent.change(screen.getByLabelText("scanner.match"), { target: { value: "1" } });
  expect(texts()[3]).toBe("can't run");
  fireEvent.change(screen.getByLabelText("Rows"), { target: { value: "2" } });
  expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(3);
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
