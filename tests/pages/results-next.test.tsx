import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { completeRun } from "./complete-run.ts";
import { accessibilityFaults } from "./open-app.tsx";
import { openResult } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { reportHtml } from "#src/pages/results/saved-report.tsx";
import { exitsOf } from "#src/pages/results/exit-reasons.ts";
import { NextPart } from "#src/pages/results/next-part.tsx";
import { PositionsTable } from "#src/pages/results/positions-table.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import type { Trace } from "#workers/model/analysis.ts";
import type { NextOrders, Report } from "#workers/model/report.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));
vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

const next: NextOrders = {
  date: "2022-12-31",
  sells: [{ instrument: "CCC", reason: "rule", quantity: 10 }],
  buys: [{ instrument: "DDD", slotValue: 653.4, quantity: 6 }],
};
/** As runs have it since names and last prices are noted. */
const named: NextOrders = {
  date: "2022-12-31",
  sells: [{ instrument: "CCC", label: "CCC", reason: "rule", quantity: 10, close: 110.5 }],
  buys: [{ instrument: "DDD", label: "Delta", slotValue: 653.4, quantity: 6, close: 105 }],
};
const nothing: NextOrders = { date: "2022-12-31", sells: [], buys: [] };

/** Rows of a table, cells in one line. */
function rowsOf(table: HTMLElement): string[] {
  return within(table)
    .getAllByRole("row")
    .map((row) => Array.from(row.children, (cell) => cell.textContent).join(" | "));
}

function htmlOf(report: Report): string {
  const page = reportHtml({
    run: completeRun,
    report,
    analysis: null,
    trace: null,
    holdings: null,
    parts: {},
    notes: [],
    savedAt: 0,
    style: "",
  });
  const text = new DOMParser().parseFromString(page, "text/html").body.textContent;
  return text.replaceAll(/\s+/g, " ");
}

describe("what the strategy would do next", () => {
  it("is a panel with the sales and purchases of the session after the last", async () => {
    await openResult({ ...handReport, next: named });
    const panel = screen.getByRole("region", { name: "What it would do next" });
    expect(panel.textContent).toContain("Decided at the close of 31/12/2022");
    expect(rowsOf(within(panel).getByRole("table"))).toEqual([
      "Instrument | Order | Last price | Money",
      "CCC | Sell 10Rule | ₹110.50 | ≈ ₹1,105",
      "DDDDelta | Buy ≈ 6 | ₹105.00 | ₹653",
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("has a dash for the prices that an earlier version did not note", async () => {
    await openResult({ ...handReport, next });
    const panel = screen.getByRole("region", { name: "What it would do next" });
    expect(rowsOf(within(panel).getByRole("table")).slice(1)).toEqual([
      "CCC | Sell 10Rule | – | –",
      "DDD | Buy ≈ 6 | – | ₹653",
    ]);
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
    expect(htmlOf({ ...handReport, next })).toContain("CCCSell 10Rule––");
    expect(htmlOf({ ...handReport, next: named })).toContain("DDDDeltaBuy ≈ 6₹105.00₹653");
    expect(htmlOf({ ...handReport, next: nothing })).toContain("Nothing.");
    expect(htmlOf(handReport)).not.toContain("What it would do next");
    const user = await openResult({ ...handReport, next });
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: /result/i }));
    const [, , text] = vi.mocked(saveFile).mock.lastCall ?? [];
    expect(JSON.parse(String(text))).toMatchObject({ format: "result/1", next });
  });
});

/** AAA and BBB were sold by rules. */
const soldByRules: Report = {
  ...handReport,
  positions: handReport.positions.map((one, at) =>
    at < 2 ? Object.assign(structuredClone(one), { exitReason: "rule" }) : one,
  ),
};

/** Of a run in which the second row sold AAA and the third one BBB; CCC is to be sold by the third. */
const trace: Trace = {
  ends: ["rule 1", "rule 2", "open"],
  byEnd: [],
  toSell: [{ instrument: "CCC", key: "rule 2" }],
  adverse: new Float64Array(3),
  favourable: new Float64Array(3),
  passedOver: [],
};

describe("a position that a row of the sell rules sold", () => {
  const rules = [{ off: "close > 0" }, "close > sma(5)", { any: ["profit < -10"], label: "Loss" }];

  it("has the row's own words or label, in the table and in the filter", async () => {
    const user = userEvent.setup();
    const strategy = strategyOf({ sell: { rules } });
    const report = { ...soldByRules, next };
    const shared = { report, exits: exitsOf(strategy, report.positions, trace) };
    render(
      <main>
        <h2>Positions</h2>
        <PositionsTable {...shared} run={{ ...completeRun, strategy }} shown={report} onWhole={() => {}} />
        <NextPart {...shared} />
      </main>,
    );
    const filter = screen.getByRole("combobox", { name: "Exit reason" });
    expect(Array.from(filter.children, ({ textContent }) => textContent)).toEqual([
      "All reasons",
      "Rule: the close is above its 5-day average (1)",
      "Rule: Loss (1)",
      "Still open (1)",
    ]);
    await user.selectOptions(filter, "Rule: Loss (1)");
    const table = screen.getByRole("table", { name: "All Positions" });
    expect(within(table).getByText("Rule: Loss")).toBeTruthy();
    expect(within(table).queryByRole("link", { name: "AAA" })).toBeNull();
    const orders = within(screen.getByRole("region", { name: "What it would do next" })).getByRole("table");
    expect(rowsOf(orders)[1]).toBe("CCC | Sell 10Rule: Loss | – | –");
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("needs no second run where only one row can have sold", async () => {
    const [, own = ""] = rules;
    await openResult(soldByRules, strategyOf({ sell: { rules: [{ off: "close > 0" }, own] } }));
    const table = screen.getByRole("table", { name: "All Positions" });
    expect(within(table).getAllByText("Rule: the close is above its 5-day average")).toHaveLength(2);
  });

  it("is named in the saved report as well", () => {
    const strategy = strategyOf({ sell: { rules } });
    const page = reportHtml({
      run: { ...completeRun, strategy },
      report: soldByRules,
      analysis: null,
      trace,
      holdings: null,
      parts: {},
      notes: [],
      savedAt: 0,
      style: "",
    });
    const cells = new DOMParser()
      .parseFromString(page, "text/html")
      .querySelectorAll("details tbody tr:not([aria-hidden]) td:last-child");
    expect(Array.from(cells, ({ textContent }) => textContent)).toEqual([
      "Rule: the close is above its 5-day average",
      "Rule: Loss",
      "Still open",
    ]);
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
