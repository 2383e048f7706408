import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { openResult, recordRun, RUN_ADDRESS } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { finishRun, keepRobustness } from "#src/storage/runs.ts";
import { analyse } from "#workers/analysis/analyse.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { ok } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.setConfig({ testTimeout: 120_000 }); // whole pages, on a machine that may be busy

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

const TITLES = ["Overview", "Positions", "Years", "Risk", "Trades", "Robustness", "Signals", "Setup"];
const scrolled: string[] = [];

beforeEach(() => {
  scrolled.length = 0;
  Element.prototype.scrollIntoView = function note(this: Element) {
    scrolled.push(this.id);
  };
});

function nav() {
  return within(screen.getByRole("navigation", { name: "Chapters of the result" }));
}

describe("the chapters of a result", () => {
  it("stand in their order, each under its heading, with a link to each", async () => {
    await openResult(handReport);
    expect(
      nav()
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual(TITLES);
    const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.filter((title) => TITLES.includes(title))).toEqual(TITLES);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("are gone to by one key each, which names them in the address and focuses their heading", async () => {
    const user = await openResult(handReport);
    for (const [place, title] of TITLES.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would
      await user.keyboard(String(place + 1));
      expect(document.activeElement?.textContent).toBe(title);
      expect(location.hash).toBe(`#${title.toLowerCase()}`);
    }
    expect(scrolled).toEqual(TITLES.map((title) => title.toLowerCase()));
    history.back();
    await waitFor(() => expect(scrolled.at(-1)).toBe("signals"));
  });

  it("are gone to by their link, and leave a person who types alone", async () => {
    const user = await openResult(handReport);
    await user.click(nav().getByRole("link", { name: "Trades" }));
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Trades" }));
    await user.type(screen.getByRole("searchbox", { name: "Search" }), "48");
    expect(scrolled).toEqual(["trades"]);
  });

  it("are shown where the address names one", async () => {
    await recordRun();
    valueOf(await finishRun("run-1", handReport));
    openApp(`${RUN_ADDRESS}#years`);
    await waitFor(() => expect(scrolled).toContain("years"), { timeout: 60_000 });
  });

  it("are in the command palette while a result is open", async () => {
    const user = await openResult(handReport);
    await user.keyboard("{Control>}k{/Control}");
    const palette = within(await screen.findByRole("dialog", { name: "Command palette" }));
    await user.type(palette.getByRole("combobox"), "robust");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Robustness"));
    expect(scrolled).toContain("robustness");
  });

  it("are none where nothing was bought: the explanation and nothing else", async () => {
    await openResult({ ...handReport, positions: [] });
    expect(screen.getByRole("heading", { name: "No position was opened" })).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Chapters of the result" })).toBeNull();
    for (const text of ["Start Value", "CAGR", "Account growth curve"])
      expect(screen.queryByText(text)).toBeNull();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("are none where nothing that was listed could be traded: the symbols are named", async () => {
    const message =
      "2 of the strategy's symbols have no prices in what it may trade and were left out: A, B.";
    await openResult({ ...handReport, positions: [], warnings: [{ code: "symbols-missing", message }] });
    const told = `${message} Check the symbols, and the exchange and type of instruments that the scanner asks for.`;
    expect(screen.getByText(told)).toBeTruthy();
  });

  it("open with what their figures say", async () => {
    asked.analyse.mockResolvedValue(
      ok(analyse({ report: handReport, strategy: defaultStrategy, trials: 1 })),
    );
    await openResult(handReport);
    await screen.findByText(/^A trade made/, {}, { timeout: 60_000 });
    for (const finding of [
      "3 positions, 50.0% of 2 closed trades won.",
      "Ahead of =INDEX in 2 of 2 years. The best was 2022 with +18.8% (=INDEX −7.5%), the worst 2020 with +10.0% (=INDEX +2.0%).",
      // Under a high on 03/01, 05/01 and 31/12/2022, of six sessions; the first fall lasted 369 days.
      "Deepest fall 20.0% (=INDEX 5.0%), on 03/01/2022, recovered on 04/01/2022. Below an earlier high on 50% of sessions, for 369 days at most.",
      "A trade made ₹100 on average (+10.00%): the winners made ₹300, the losers lost ₹100. Together the winners made 3.00 times what the losers lost.",
      "3 signals led to a position, and none was passed over.",
    ])
      expect(screen.getByText(finding)).toBeTruthy();
  });
});

/** Row headings of the yearly table. */
function years(): readonly (string | null)[] {
  return within(screen.getByRole("table", { name: "Yearly Growth Breakdown" }))
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);
}

describe("the years chosen on the chart", () => {
  it("move verdict, cards and tables, say so, and give the whole run back", async () => {
    asked.analyse.mockResolvedValue(
      ok(analyse({ report: handReport, strategy: defaultStrategy, trials: 1 })),
    );
    const user = await openResult(handReport);
    await screen.findByText("Trailing returns a year", {}, { timeout: 60_000 });
    await user.click(screen.getByRole("radio", { name: "1Y" }));
    // From 880 on 03/01/2022 to 1,306.8: +48.5 %; the benchmark from 1,010 to 1,100: +8.9 %.
    const verdict = screen.getByRole("region", { name: "Verdict" });
    expect(verdict.textContent).toContain("Ahead of =INDEX by 39.6 points in 362 days");
    expect(verdict.textContent).toContain(
      "Verdict, cards and tables: the last year, 03/01/2022 – 31/12/2022",
    );
    const cards = within(screen.getByRole("region", { name: "Summary" }));
    expect(cards.getByText("₹880")).toBeTruthy();
    expect(cards.getByText("+48.5%")).toBeTruthy();
    expect(years()).toEqual(["2022"]);
    expect(screen.getAllByText("Of the whole run, whichever years are shown")).toHaveLength(4);
    await user.click(screen.getByRole("button", { name: "Whole run" }));
    expect(cards.getByText("₹1,000")).toBeTruthy();
    expect(years()).toEqual(["2020", "2022"]);
  });

  it("leave what is of the whole run, and each such part says so", async () => {
    asked.analyse.mockResolvedValue(
      ok(analyse({ report: handReport, strategy: defaultStrategy, trials: 1 })),
    );
    await recordRun();
    valueOf(await finishRun("run-1", handReport));
    const rung = { endValue: 1200, maxDrawdown: -20 };
    const costs = [
      { ...rung, side: 0.1, cagr: 14.2 },
      { ...rung, side: 0.25, cagr: 12.1 },
    ];
    valueOf(await keepRobustness("run-1", { costs }, ENGINE_VERSION));
    const user = openApp(RUN_ADDRESS);
    await screen.findByText("Trailing returns a year", {}, { timeout: 60_000 });
    const notes = screen.getByRole("region", { name: "What to know about this run" });
    expect(
      await screen.findByText("Paid no costs. With costs of 0.1% a side 14.2%, of 0.25% 12.1%."),
    ).toBeTruthy();
    expect(notes.textContent).not.toContain("whole run:");
    await user.click(screen.getByRole("radio", { name: "1Y" }));
    expect(
      screen.getByText("Paid no costs. Whole run: with costs of 0.1% a side 14.2%, of 0.25% 12.1%."),
    ).toBeTruthy();
    expect(within(notes).getByText("Of the whole run:")).toBeTruthy();
    expect(screen.getByText(/^What the whole run tells, what to try/)).toBeTruthy();
    expect(screen.getByRole("region", { name: "Years" }).textContent).toContain(
      "Trailing returns, stress periods and months are of the whole run",
    );
  });

  it("without a position say that it is the years that have none, and give those of the whole run back", async () => {
    const over = handReport.positions.map((one) => ({
      ...one,
      exitDate: "2020-12-31",
      exitReason: "trailing-stop" as const,
    }));
    const report = { ...handReport, positions: over };
    asked.analyse.mockResolvedValue(ok(analyse({ report, strategy: defaultStrategy, trials: 1 })));
    const user = await openResult(report);
    await screen.findByText("Trailing returns a year", {}, { timeout: 60_000 });
    await user.click(screen.getByRole("radio", { name: "1Y" }));
    expect(
      screen.getByText("No position ended after 03/01/2022, and none is open: the years shown have none."),
    ).toBeTruthy();
    expect(screen.queryByText("No position matches the search and the filters.")).toBeNull();
    expect(screen.getByRole("option", { name: /\(0\)$/ })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Positions of the whole run" }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Max" }).checked).toBe(true);
    expect(screen.getByLabelText("Totals").textContent).toContain("3 positions");
    expect(screen.getByRole("option", { name: /\(3\)$/ })).toBeTruthy();
  });

  it("say plainly that the figures don't follow while they can't", async () => {
    asked.analyse.mockReturnValue(new Promise(() => {}));
    const user = await openResult(handReport);
    await user.click(screen.getByRole("radio", { name: "1Y" }));
    expect(screen.getByText(/Verdict, cards and tables are of the whole run/)).toBeTruthy();
    expect(within(screen.getByRole("region", { name: "Summary" })).getByText("₹1,000")).toBeTruthy();
  });
});
