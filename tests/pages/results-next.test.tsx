import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { completeRun } from "./complete-run.ts";
import { accessibilityFaults } from "./open-app.tsx";
import { openResult } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { reportHtml } from "#src/pages/results/html-report/report-html.ts";
import { saveFile } from "#src/ui/save-file.ts";
import type { NextOrders, Report } from "#workers/model/report.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    showFrom: () => {},
    mark: () => {},
    remove: () => {},
  }),
}));
vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

const next: NextOrders = {
  date: "2022-12-31",
  sells: [{ instrument: "CCC", reason: "rule", quantity: 10 }],
  buys: [{ instrument: "DDD", slotValue: 653.4, quantity: 6 }],
};
const nothing: NextOrders = { date: "2022-12-31", sells: [], buys: [] };

/** Rows of a table, cells in one line. */
function rowsOf(table: HTMLElement): string[] {
  return within(table)
    .getAllByRole("row")
    .map((row) => Array.from(row.children, (cell) => cell.textContent).join(" | "));
}

function htmlOf(report: Report): string {
  const page = reportHtml({ run: completeRun, report, analysis: null, notes: [], savedAt: 0 });
  const text = new DOMParser().parseFromString(page, "text/html").body.textContent;
  return text.replaceAll(/\s+/g, " ");
}

describe("what the strategy would do next", () => {
  it("is a panel with the sales and purchases of the session after the last", async () => {
    await openResult({ ...handReport, next });
    const panel = screen.getByRole("region", { name: "What it would do next" });
    expect(panel.textContent).toContain("Decided at the close of 31/12/2022");
    expect(rowsOf(within(panel).getByRole("table"))).toEqual([
      "Instrument | Order | Quantity | Why",
      "CCC | Sell | 10 | Rule",
      "DDD | Buy | ≈ 6 | For ₹653",
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("is nothing where nothing was decided", async () => {
    await openResult({ ...handReport, next: nothing });
    const panel = screen.getByRole("region", { name: "What it would do next" });
    expect(within(panel).getByText("Nothing.")).toBeTruthy();
    expect(within(panel).queryByRole("table")).toBeNull();
  });

  it("is not told of results that don't know it", async () => {
    await openResult(handReport);
    expect(screen.queryByRole("region", { name: "What it would do next" })).toBeNull();
  });

  it("stands in the saved report and in the result file, and in neither where it is not known", async () => {
    expect(htmlOf({ ...handReport, next })).toContain("What it would do next");
    expect(htmlOf({ ...handReport, next })).toContain("CCC Sell10Rule");
    expect(htmlOf({ ...handReport, next: nothing })).toContain("Nothing.");
    expect(htmlOf(handReport)).not.toContain("What it would do next");
    const user = await openResult({ ...handReport, next });
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: /result/i }));
    const [, , text] = vi.mocked(saveFile).mock.lastCall ?? [];
    expect(JSON.parse(String(text))).toMatchObject({ format: "result/1", next });
  });
});

describe("a position that a rule sold", () => {
  it("says so in the table, the filter and the notes of the report", async () => {
    const [first, ...others] = handReport.positions;
    if (!first) throw new Error("no position");
    const positions = [{ ...first, exitReason: "rule" as const }, ...others];
    const warnings = [
      { code: "signals-trusted", message: "The rules use the signal score." },
      { code: "symbols-missing", message: "TIDE has no prices." },
    ] as const;
    await openResult({ ...handReport, positions, warnings });
    const filter = screen.getByRole("combobox", { name: "Exit reason" });
    expect(within(filter).getByRole("option", { name: "Rule (1)" })).toBeTruthy();
    const table = screen.getByRole("table", { name: "All Positions" });
    expect(within(table).getByText("Rule")).toBeTruthy();
    expect(screen.getByText("Signals taken on trust")).toBeTruthy();
    expect(screen.getByText("Symbols missing")).toBeTruthy();
  });
});
