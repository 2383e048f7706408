import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { completeRun } from "./complete-run.ts";
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { setScreenWidth } from "./screen-width.ts";
import { database } from "#src/storage/database.ts";
import type { Headline } from "#src/storage/headline.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { sampleReport } from "#tests/storage/sample-report.ts";

const headline: Headline = {
  startValue: 100,
  endValue: 121,
  totalGrowthPercent: 21,
  cagr: 12.34,
  maxDrawdown: -20,
  sharpeRatio: 1,
  winRate: 50,
  trades: 2,
  currency: "INR",
  benchmark: "INDEX",
  benchmarkCagr: 10,
  days: 7000,
  averageCagr: 14.84,
};

async function store(runs: readonly Partial<RunRecord>[]): Promise<void> {
  const records = runs.map((run, place) => ({
    ...completeRun,
    headline,
    id: `run-${place + 1}`,
    number: place + 1,
    startedAt: Date.UTC(2026, 0, place + 1),
    ...run,
  }));
  await database.runs.bulkPut(records);
  const reports = records.map(({ id }) => ({ runId: id, report: sampleReport, checksum: "" }));
  await database.results.bulkPut(reports);
}

async function openRuns(address = "/runs") {
  const user = openApp(address);
  await screen.findByRole("heading", { level: 1, name: "Runs" });
  const table = await screen.findByRole("table", { name: "Runs" });
  return { user, table };
}

/** The links of the rows, in order. */
function listed(): readonly string[] {
  return within(screen.getByRole("table", { name: "Runs" }))
    .getAllByRole("link")
    .map((link) => link.textContent);
}

function headings(table: HTMLElement): readonly string[] {
  return within(table)
    .getAllByRole("columnheader")
    .map((one) => one.textContent);
}

it("a list without tags and notes has no columns for them, one with them has", async () => {
  setScreenWidth(1440);
  await store([{}, {}]);
  const { table } = await openRuns();
  const plain = ["Choose", "Pin", "Strategy", "Run on", "Data", "CAGR", "Deepest fall", "Verdict"];
  expect(headings(table)).toEqual(plain);
  expect(
    within(table)
      .getAllByRole("row")
      .map((row) => row.children.length),
  ).toEqual([8, 8, 8]);
  await database.runs.update("run-1", { remark: { note: "Lower stop", tags: [], changedAt: 1 } });
  await waitFor(() => expect(headings(table)).toEqual([...plain, "Note"]));
  await database.runs.update("run-2", { remark: { note: "", tags: ["Keep"], changedAt: 1 } });
  await waitFor(() => expect(headings(table)).toEqual([...plain, "Tags", "Note"]));
});

const THREE = [
  { strategyName: "Breakout", strategyId: "a" },
  {
    strategyName: "Pullback",
    strategyId: "b",
    datasetId: "mine",
    datasetTitle: "My files",
    remark: { note: "Lower stop", tags: ["Keep"], changedAt: 1 },
    headline: { ...headline, cagr: 8, averageCagr: 9 },
  },
  { strategyName: "Breakout", strategyId: "a", state: "failed", headline: null },
] as const;

describe("the list of runs", () => {
  it("has the newest first, with figures, verdict, tags and note", async () => {
    setScreenWidth(1440);
    await store(THREE);
    const { table } = await openRuns();
    expect(listed()).toEqual(["BreakoutRun 3", "PullbackRun 2", "BreakoutRun 1"]);
    const rows = within(table).getAllByRole("row").slice(1);
    const cells = rows.map((row) =>
      [...row.children].slice(3).map((cell) => cell.textContent.replace(/, \d\d:\d\d$/, "")),
    );
    expect(cells).toEqual([
      ["03/01/2026", "Demo market (invented)", "Failed", "", ""],
      [
        "02/01/2026",
        "My files",
        "8.0%",
        "−20.0%",
        "▼ Behind INDEX by 2.0 points a year",
        "Keep",
        "Lower stop",
      ],
      [
        "01/01/2026",
        "Demo market (invented)",
        "12.3%",
        "−20.0%",
        "Behind the average share by 2.5 points a year",
        "",
        "",
      ],
    ]);
    expect(
      within(table)
        .getByRole("link", { name: /Pullback/ })
        .getAttribute("href"),
    ).toBe("/simulation-result?run=run-2");
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("has nothing to compare a run with from before the benchmark was noted", async () => {
    setScreenWidth(1440);
    const { benchmark: _symbol, benchmarkCagr: _cagr, averageCagr: _average, ...before } = headline;
    await store([{ headline: before }]);
    const { table } = await openRuns();
    expect(
      within(table)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toContain("Nothing is known to compare it with");
  });

  it("says which run is of a variant", async () => {
    await store([{}, { isVariant: true }]);
    await openRuns();
    expect(listed()).toEqual(["By handRun 2, variant", "By handRun 1"]);
  });

  it("says what to do where there is none", async () => {
    openApp("/runs");
    expect(await screen.findByRole("heading", { name: "No run yet" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to your strategies" })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("keeps what can be read where a record can't, and offers to delete that", async () => {
    await store([{ strategyName: "Breakout" }, { strategyName: "Broken" }]);
    await database.table("runs").update("run-2", { state: "asleep" });
    const { user } = await openRuns();
    expect(listed()).toEqual(["BreakoutRun 1"]);
    await user.click(screen.getByRole("button", { name: "Delete the damaged record" }));
    await waitFor(async () => expect(await database.runs.count()).toBe(1));
  });

  it("draws few of a thousand rows, and tells how many there are", async () => {
    await store(Array.from({ length: 1000 }, () => ({})));
    const { table } = await openRuns();
    expect(table.getAttribute("aria-rowcount")).toBe("1001");
    expect(listed().length).toBeLessThan(60);
    expect(listed()[0]).toContain("Run 1000");
  });

  it("draws the rows that the page is scrolled to, and the keyboard's row wherever it is", async () => {
    setScreenWidth(1440);
    await store(Array.from({ length: 1000 }, () => ({})));
    const { table } = await openRuns();
    const [, body] = within(table).getAllByRole("rowgroup");
    if (!body) throw new Error("the table has a body");
    // rows of 2.75 rem, which are 44 px: five hundred of them lie above the window
    vi.spyOn(body, "getBoundingClientRect").mockReturnValue(new DOMRect(0, -500 * 44, 1000, 1000 * 44));
    act(() => {
      globalThis.dispatchEvent(new Event("scroll"));
    });
    expect(listed()[0]).toContain("Run 1000");
    expect(listed()).toContainEqual(expect.stringMatching(/Run 500$/));
    expect(listed()).not.toContainEqual(expect.stringMatching(/Run (?:999|600|400)$/));
    const heldPlaces = [...body.querySelectorAll<HTMLElement>("tr[aria-hidden]")]
      .map(({ style }) => Number.parseInt(style.height, 10))
      .reduce((sum, height) => sum + height, 0);
    expect(heldPlaces).toBe((1000 - listed().length) * 44);
  });

  it("has no yearly rate of a run of eleven weeks", async () => {
    setScreenWidth(1440);
    await store([{ headline: { ...headline, days: 77, cagr: 80, averageCagr: 80 } }]);
    const { table } = await openRuns();
    const cells = within(table).getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toContain("–");
    expect(table.textContent).not.toContain("80");
    expect(table.textContent).toContain("Level with the average share");
  });

  it("has rows of three lines where columns would leave a name no room", async () => {
    setScreenWidth(1024);
    await store(THREE);
    const { table } = await openRuns();
    expect(within(table).queryByRole("columnheader", { name: "Data" })).toBeNull();
  });

  it("has rows of three lines on a phone", async () => {
    setScreenWidth(360);
    await store(THREE);
    const { table } = await openRuns();
    const [, , row] = within(table).getAllByRole("row");
    expect(row?.textContent).toMatch(
      /^PullbackRun 2▼ Behind INDEX by 2\.0 points a yearRun 2 · 02\/01\/2026, \d\d:\d\d · Keep · Lower stop · My files8\.0%−20\.0%$/,
    );
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("the filter", () => {
  it("takes words of anything that a row says, and stands in the address", async () => {
    await store(THREE);
    const { user } = await openRuns();
    await user.type(screen.getByRole("searchbox", { name: "Search" }), "lower pull");
    expect(listed()).toEqual(["PullbackRun 2"]);
    expect(screen.getByText("1 of 3 runs")).toBeTruthy();
    expect(currentAddress()).toBe("/runs?q=lower+pull");
    await user.type(screen.getByRole("searchbox", { name: "Search" }), " nowhere");
    expect(screen.getByText("No run matches.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect(listed()).toHaveLength(3);
    expect(currentAddress()).toBe("/runs");
  });

  it("takes a strategy, a dataset and a tag", async () => {
    await store(THREE);
    const { user } = await openRuns("/runs?strategy=a");
    expect(listed()).toEqual(["BreakoutRun 3", "BreakoutRun 1"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Strategy" }), "All strategies");
    await user.selectOptions(screen.getByRole("combobox", { name: "Data" }), "My files");
    expect(listed()).toEqual(["PullbackRun 2"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Data" }), "All data");
    await user.selectOptions(screen.getByRole("combobox", { name: "Tag" }), "Keep");
    expect(listed()).toEqual(["PullbackRun 2"]);
    expect(currentAddress()).toBe("/runs?tag=keep");
  });

  it("says so where the address asks for what is not here", async () => {
    await store(THREE);
    openApp("/runs?strategy=gone");
    expect(await screen.findByText("No run matches.")).toBeTruthy();
    expect(screen.getByRole("option", { name: "Data that is no longer here" })).toBeTruthy();
  });
});

describe("a run of the list", () => {
  it("goes to the top when it is pinned", async () => {
    await store(THREE);
    const { user } = await openRuns();
    await user.click(screen.getByRole("button", { name: "Pin Breakout, run 1" }));
    await waitFor(() => expect(listed()).toEqual(["BreakoutRun 1", "BreakoutRun 3", "PullbackRun 2"]));
    const pin = screen.getByRole("button", { name: "Pin Breakout, run 1" });
    expect(pin.getAttribute("aria-pressed")).toBe("true");
    await user.click(pin);
    await waitFor(() => expect(listed()[0]).toBe("BreakoutRun 3"));
  });

  it("is ordered by what is chosen", async () => {
    setScreenWidth(1440);
    await store(THREE);
    const { user, table } = await openRuns();
    expect(within(table).getByRole("button", { name: "Verdict" })).toBeTruthy();
    await user.click(within(table).getByRole("button", { name: "Verdict" }));
    expect(listed()).toEqual(["PullbackRun 2", "BreakoutRun 1", "BreakoutRun 3"]); // -2.0 before -2.5
    await user.click(within(table).getByRole("button", { name: "CAGR" }));
    expect(listed()).toEqual(["BreakoutRun 1", "PullbackRun 2", "BreakoutRun 3"]);
    expect(within(table).getByRole("columnheader", { name: "CAGR" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
  });

  it("is compared with others: two to six that have a result", async () => {
    await store(THREE);
    const { user } = await openRuns();
    await user.click(screen.getByRole("checkbox", { name: "Choose Breakout, run 1" }));
    const bar = screen.getByRole("region", { name: "Chosen runs" });
    expect(within(bar).getByText("Compare takes two to six results.")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Choose Breakout, run 3" }));
    expect(within(bar).queryByRole("link")).toBeNull(); // it failed
    await user.click(screen.getByRole("checkbox", { name: "Choose Pullback, run 2" }));
    expect(within(bar).getByText("3 runs chosen")).toBeTruthy();
    expect(within(bar).getByRole("link", { name: "Compare" }).getAttribute("href")).toBe(
      "/compare?runs=run-2,run-1",
    );
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(within(bar).getByRole("button", { name: "Choose none" }));
    expect(screen.queryByRole("region", { name: "Chosen runs" })).toBeNull();
  });

  it("is deleted with its report, and comes back", async () => {
    await store(THREE);
    const { user } = await openRuns();
    await user.click(screen.getByRole("checkbox", { name: "Choose Pullback, run 2" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(listed()).toEqual(["BreakoutRun 3", "BreakoutRun 1"]));
    expect(await database.results.get("run-2")).toBeUndefined();
    expect(screen.getAllByText('Run 2 of "Pullback" was deleted.')).not.toHaveLength(0);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(listed()).toHaveLength(3));
    expect(await database.results.get("run-2")).toBeTruthy();
  });

  it("can't be deleted while it is under way", async () => {
    await store([{ state: "queued", headline: null, finishedAt: null }]);
    const { user } = await openRuns();
    await user.click(screen.getByRole("checkbox"));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(true);
  });

  it("is reached by the arrow keys: one row is the table's stop", async () => {
    await store(Array.from({ length: 100 }, () => ({ strategyName: "Breakout" })));
    const { user, table } = await openRuns();
    const tabbable = table.querySelectorAll("tbody [tabindex='0']");
    expect(tabbable).toHaveLength(3);
    within(table)
      .getByRole("link", { name: /Run 100$/ })
      .focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("BreakoutRun 98");
    await user.keyboard("{End}");
    expect(document.activeElement?.textContent).toBe("BreakoutRun 1");
    await user.keyboard("{ArrowDown}{PageUp}");
    expect(document.activeElement?.textContent).toBe("BreakoutRun 11");
    await user.keyboard("{Home}{Enter}");
    expect(currentAddress()).toBe("/simulation-result?run=run-100");
  });
});
