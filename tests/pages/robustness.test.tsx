import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ReactElement } from "react";
import { NotesStrip } from "#src/pages/results/overview-chapter.tsx";
import { accessibilityFaults } from "./open-app.tsx";
import { handReport } from "./results-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { notesOf } from "#src/pages/results/notes.ts";
import { pointsBins, RobustnessSection } from "#src/pages/results/robustness/robustness-section.tsx";
import {
  betterThan,
  costsInWords,
  findingOf,
  paidInWords,
  pointsText,
  robustnessFacts,
} from "#src/pages/results/robustness-words.ts";
import { VerdictPanel } from "#src/pages/results/verdict-panel.tsx";
import { CSV_HEADER, csvRows } from "#src/pages/results/robustness/robustness-csv.ts";
import { useKeptParts } from "#src/pages/results/kept-checks.ts";
import { checkRobustness } from "#src/run/check-robustness.ts";
import type { RobustnessTools } from "#src/run/check-robustness.ts";
import { engineOf } from "#src/run/engine-of.ts";
import { addLiveRun, removeLiveRun } from "#src/run/run-store.ts";
import { database } from "#src/storage/database.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { createRun, keepRobustness, loadRun } from "#src/storage/runs.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import type { Yardstick } from "#workers/model/analysis.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/check-robustness.ts", () => ({ checkRobustness: vi.fn<typeof checkRobustness>() }));
vi.mock("#src/ui/save-file.ts", () => ({ saveFile: vi.fn<typeof saveFile>() }));

/** 12 % a year, 4.5 points ahead of a benchmark of 7.5 %. */
const report: Report = {
  ...handReport,
  performance: { ...handReport.performance, cagr: 12, endValue: 150_000, maxDrawdown: -20 },
  benchmarkPerformance: { ...handReport.benchmarkPerformance, cagr: 7.5 },
  metadata: { ...handReport.metadata, benchmark: "INDEX" },
};

const notOfPortfolios = { setBack: null, scheduleDays: null, lasted: null };
const gist = (cagr: number) => ({ endValue: 100_000 + 1000 * cagr, cagr, maxDrawdown: -25 });

const random = {
  runs: 200,
  worse: 168,
  meanPositions: 2.5,
  cagr: Array.from({ length: 200 }, (_, at) => 5 + at * 0.05),
};

const found: Required<RobustnessParts> = {
  costs: [0, 0.1, 0.25, 0.5].map((side, at) => Object.assign(gist(12 - 2.5 * at), { side })),
  random,
  late: gist(11),
  withoutBest: gist(9.4),
  starts: [
    { from: "2020-02-01", ...gist(13), benchmarkCagr: 8 },
    { from: "2020-03-01", ...gist(6), benchmarkCagr: 7 },
  ],
  map: {
    axes: [
      { field: "sell.trailingStopLoss", from: 10, to: 20, step: 10 },
      { field: "simulation.maxPositions", from: 10, to: 20, step: 10 },
    ],
    cagr: [12, 7.5, 3, null],
  },
  lookAhead: { sessions: 50, changed: 0 },
  ...notOfPortfolios,
};

const strategy = {
  ...defaultStrategy,
  sell: { ...defaultStrategy.sell, trailingStopLoss: 10 },
  simulation: { ...defaultStrategy.simulation, maxPositions: 10, commissionPercent: 0, slippagePercent: 0 },
};

/** What the section asked of the checks; `answer` ends them. */
interface Asked {
  readonly tools: RobustnessTools;
  readonly known: RobustnessParts;
  readonly answer: (result: Result<null>) => void;
}

let asked: Asked[] = [];

beforeEach(() => {
  vi.clearAllMocks();
  asked = [];
  vi.mocked(checkRobustness).mockImplementation(
    (_run, { known }, tools) =>
      new Promise((answer) => {
        asked.push({ tools, known, answer });
      }),
  );
});

async function recordOf(changes: Partial<RunRecord> = {}): Promise<RunRecord> {
  const created = await createRun({
    id: "run-1",
    strategyId: "builtin-1",
    strategy,
    datasetId: "demo",
    datasetTitle: "Demo market (invented)",
    datasetFingerprint: "abc123",
    engineVersion: "1",
  });
  return { ...valueOf(created), ...changes };
}

/** Rendered on a run whose checks are all there. */
async function renderFound(
  changes: Partial<RunRecord> = {},
  parts: RobustnessParts = found,
  shown: Report = report,
) {
  const run = await recordOf(changes);
  valueOf(await keepRobustness("run-1", parts, ENGINE_VERSION));
  const view = render(<RobustnessSection run={run} report={shown} luck={null} />);
  await screen.findByText("none at 50 sessions");
  await userEvent.click(screen.getByText(/^Show all: costs/));
  return view;
}

async function whenAsked(times: number): Promise<Asked> {
  await waitFor(() => expect(asked).toHaveLength(times), { timeout: 30_000 });
  const last = asked.at(-1);
  if (!last) throw new Error("nothing asked");
  return last;
}

function factOf(name: string): string | null | undefined {
  return screen.getByText(name).closest("div")?.querySelector("dd")?.textContent;
}

function costNames(): readonly (string | null)[] {
  const table = within(screen.getByRole("table", { name: "Costs" }));
  return table.getAllByRole("rowheader").map(({ textContent }) => textContent);
}

/** The rows of the table of starts. */
function startLines(): readonly string[] {
  const rows = within(screen.getByRole("table", { name: "Started up to a year later" })).getAllByRole("row");
  return rows.map(({ textContent }) => textContent.replaceAll(/[▲▼]/g, "").replaceAll(/ (?=[+−])/g, ""));
}

/** As the verdict would use it. */
function Ladder(): string | null {
  const { costs } = useKeptParts("run-1");
  return costs ? costsInWords(costs) : null;
}

/** As the result's first chapter shows what was found. */
function Verdict({ run, average }: { readonly run: RunRecord; readonly average: Report }): ReactElement {
  const parts = useKeptParts(run.id);
  const context = { datasetNote: "", strategyNow: "same" } as const;
  return (
    <VerdictPanel run={run} report={average} isPart={false} parts={parts} period={null}>
      <NotesStrip run={run} report={report} context={context} parts={parts} isPart={false} />
    </VerdictPanel>
  );
}

function place(worse: number): string {
  return betterThan({ ...random, worse });
}

describe("the checks of a run", () => {
  it("begin by themselves once the page rests, show what they are at, and are kept with the run", async () => {
    const run = await recordOf();
    render(<RobustnessSection run={run} report={report} luck={null} />);
    expect(asked).toHaveLength(0);
    expect(factOf("Against random entries")).toBe("–");
    const { tools, answer } = await whenAsked(1);
    tools.onProgress({ part: "random", percent: 42 });
    expect(await screen.findByText("Runs with random entries...")).toBeTruthy();
    const bar = screen.getByRole("progressbar", { name: "Checks of the result" });
    expect(bar.getAttribute("value")).toBe("42");
    tools.onPart({ random: found.random });
    expect(await screen.findByText("better than 168 of 200 (84%)")).toBeTruthy();
    answer(ok(null));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    expect(screen.getByText("The checks begin when the page rests.")).toBeTruthy(); // the others were not found
    await waitFor(async () =>
      expect(valueOf(await loadRun("run-1")).robustness).toMatchObject({ random: found.random }),
    );
  });

  it("end when the person leaves, and go on from what was found", async () => {
    const run = await recordOf();
    const { unmount } = render(<RobustnessSection run={run} report={report} luck={null} />);
    const { tools } = await whenAsked(1);
    tools.onPart({ costs: found.costs });
    await waitFor(async () =>
      expect(valueOf(await loadRun("run-1")).robustness).toMatchObject({ costs: found.costs }),
    );
    expect(tools.signal.aborted).toBe(false);
    unmount();
    expect(tools.signal.aborted).toBe(true);
    render(<RobustnessSection run={run} report={report} luck={null} />);
    const again = await whenAsked(2);
    expect(again.known).toEqual({ costs: found.costs });
  });

  it("can be stopped and gone on with, and wait while a run is under way", async () => {
    const user = userEvent.setup();
    const run = await recordOf();
    addLiveRun("other", "s", "Other");
    render(<RobustnessSection run={run} report={report} luck={null} />);
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(asked).toHaveLength(0);
    removeLiveRun("other");
    const { tools } = await whenAsked(1);
    tools.onProgress({ part: "costs", percent: 3 });
    await user.click(await screen.findByRole("button", { name: "Stop the checks" }));
    expect(tools.signal.aborted).toBe(true);
    expect(screen.getByText("The checks were stopped.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Go on with the checks" }));
    await whenAsked(2);
  });

  it("say why they can't be made, and try again when asked", async () => {
    const user = userEvent.setup();
    render(<RobustnessSection run={await recordOf()} report={report} luck={null} />);
    const { answer } = await whenAsked(1);
    answer(err({ code: "dataset-unavailable", message: "This run can't be repeated." }));
    expect(await screen.findByText("This run can't be repeated.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await whenAsked(2);
    expect(screen.queryByText("This run can't be repeated.")).toBeNull();
  });
});

describe("what the checks found", () => {
  it("is said in a few sentences and figures", async () => {
    await renderFound();
    expect(
      screen.getByText(
        "It did better than 168 of 200 runs (84%) that bought at random on the same days. " +
          "With costs of 0.25% a side it makes 7.0% a year, 0.5 points less than INDEX. " +
          "With every order a session later it makes 11.0% a year, 3.5 points more than INDEX.",
      ),
    ).toBeTruthy();
    expect(factOf("Every order a session later")).toBe("11.0% (−1.0 points)");
    expect(factOf("Started up to a year later")).toBe("6.0% to 13.0%");
  });

  it("never says 100 %: all or none, and whole percents between", () => {
    expect(place(200)).toBe("better than all 200 runs");
    expect(place(199)).toBe("better than 199 of 200 runs (99%)");
    expect(place(1)).toBe("better than 1 of 200 runs (1%)");
    expect(place(0)).toBe("better than none of 200 runs");
  });

  it("of a strategy with code is not taken from another browser's engine", async () => {
    const own = { name: "own", language: "javascript", source: "x" } as const;
    const run = await recordOf({ strategy: { ...strategy, format: "strategy/2", computed: [own] } });
    await database.runs.put(run);
    valueOf(await keepRobustness("run-1", { late: found.late }, await engineOf(run.strategy)));
    const agent = vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Chrome/1.0");
    render(<RobustnessSection run={run} report={report} luck={null} />);
    expect((await whenAsked(1)).known).toEqual({});
    cleanup();
    agent.mockRestore();
    render(<RobustnessSection run={run} report={report} luck={null} />);
    expect((await whenAsked(2)).known).toEqual({ late: found.late });
  });

  it("has the run among its costs, where its own put it", async () => {
    await renderFound();
    expect(costNames()).toEqual(["None (this run)", "0.1%", "0.25%", "0.5%"]);
    cleanup();
    const simulation = { ...strategy.simulation, commissionPercent: 0.1, slippagePercent: 0.05 };
    render(
      <RobustnessSection
        run={{ ...valueOf(await loadRun("run-1")), strategy: { ...strategy, simulation } }}
        report={report}
        luck={null}
      />,
    );
    await screen.findByText("none at 50 sessions");
    await userEvent.click(screen.getByText(/^Show all: costs/));
    expect(costNames()).toEqual(["None", "0.1%", "0.15% (this run)", "0.25%", "0.5%"]);
  });

  it("colours the map from the benchmark's CAGR on, with the sign beside the colour", async () => {
    await renderFound();
    const cells = within(screen.getByRole("table", { name: "Other numbers" })).getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toEqual(["this run: +4.5", "0.0", "−4.5", "–"]);
    expect(cells.map(({ className }) => /gain|loss/.exec(className)?.[0] ?? "none")).toEqual([
      "gain",
      "none",
      "loss",
      "none",
    ]);
    expect(screen.getByText(/Points a year above the 7\.5% of INDEX/).textContent).toContain(
      "Down: Trailing stop loss; across: Max positions.",
    );
  });

  it("holds each start against the index where the result has no average share", async () => {
    await renderFound();
    expect(startLines()).toEqual([
      "Started onCAGRAgainst INDEX, points a yearMax drawdown",
      "30/12/2020 (this run)12.0%+4.5−20.0%",
      "01/02/202013.0%+5.0−25.0%",
      "01/03/20206.0%−1.0−25.0%",
    ]);
  });

  it("holds each start against the higher of index and average share from that day on", async () => {
    const average = { ...report, universePerformance: { ...report.benchmarkPerformance, cagr: 14 } };
    const starts = found.starts.map((start) => ({ ...start, universeCagr: 7.5 }));
    await renderFound({}, { ...found, starts }, average);
    expect(startLines()).toEqual([
      "Started onCAGRAgainst the higher, points a yearMax drawdown",
      "30/12/2020 (this run)12.0%−2.0−20.0%",
      "01/02/202013.0%+5.0−25.0%",
      "01/03/20206.0%−1.5−25.0%",
    ]);
    expect(
      screen.getByText("Each against what INDEX or the average share made from that day on."),
    ).toBeTruthy();
    const facts = robustnessFacts({ starts }, average);
    expect(facts.find(({ name }) => name === "Started up to a year later")?.explanation).toContain(
      "1 of 2 starts did better than INDEX and the average share on the same days.",
    );
  });

  it("holds no start against the index alone where only the result has an average share", async () => {
    const average = { ...report, universePerformance: { ...report.benchmarkPerformance, cagr: 14 } };
    await renderFound({}, found, average);
    expect(startLines().slice(1)).toEqual([
      "30/12/2020 (this run)12.0%−2.0−20.0%",
      "01/02/202013.0%–−25.0%",
      "01/03/20206.0%–−25.0%",
    ]);
    const facts = robustnessFacts({ starts: found.starts }, average);
    expect(facts.find(({ name }) => name === "Started up to a year later")?.explanation).not.toContain(
      "did better",
    );
  });

  it("is a file, a row for each run", async () => {
    const user = userEvent.setup();
    await renderFound();
    await user.click(screen.getByRole("button", { name: "Save as CSV: Robustness" }));
    const lines = String(vi.mocked(saveFile).mock.lastCall?.[2]).split("\r\n");
    expect(lines[0]).toBe(
      "check,case,cagrPercent,benchmarkCagrPercent,endValue,maxDrawdownPercent,universeCagrPercent,leadOver,leadPoints,leadLowPoints,leadHighPoints,leadBelowZeroPercent",
    );
    expect(lines).toContain("costs a side in percent,0.25,7,7.5,107000,-25,,,,,,");
    expect(lines).toContain("begun on,2020-02-01,13,8,113000,-25,,,,,,");
    expect(lines.filter((line) => line.startsWith("random entries"))).toHaveLength(200);
  });

  it("has the spread of the lead in the file, in the run's own row", () => {
    const lead = { lead: 2, low: -2.9, high: 6.5, shareBelowZero: 22 };
    const ownRow = (yardstick: Yardstick) =>
      csvRows({ parts: found, report, strategy, lead: { ...lead, yardstick } })[0];
    expect(ownRow("average share")?.slice(7)).toEqual(["average share", 2, -2.9, 6.5, 22]);
    expect(ownRow("index")?.[7]).toBe("INDEX");
    const rows = csvRows({ parts: found, report, strategy, lead: null });
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([CSV_HEADER.length]));
  });

  it("gives axe nothing to object to", async () => {
    await renderFound();
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("the cost ladder for others", () => {
  it("is there with the runs that it comes from, and in one line", async () => {
    await recordOf();
    const { container } = render(<Ladder />);
    expect(container.textContent).toBe("");
    valueOf(await keepRobustness("run-1", { costs: found.costs }, ENGINE_VERSION));
    await waitFor(() => expect(container.textContent).toBe("With costs of 0.1% a side 9.5%, of 0.25% 7.0%"));
  });

  it.each([
    [0.39, 0.1, "Paid 0.39% commission and 0.1% slippage a side."],
    [0.08, 0, "Paid 0.08% commission a side."],
    [0, 0.05, "Paid 0.05% slippage a side."],
    [0, 0, "Paid no costs."],
  ])("stands behind what the run paid: %s and %s", (commissionPercent, slippagePercent, words) => {
    const simulation = { ...strategy.simulation, commissionPercent, slippagePercent };
    expect(paidInWords({ ...strategy, simulation })).toBe(words);
  });

  it("is not estimated in the notes any more", async () => {
    const notes = notesOf(await recordOf(), report, { datasetNote: "", strategyNow: "same" });
    const costs = notes.find(({ title }) => title === "No trading costs");
    expect(costs?.meaning).toContain("Robustness has runs with costs");
    expect(costs?.meaning).not.toMatch(/₹|\$|about/);
  });
});

describe("a look-ahead that was found", () => {
  const lookAhead = { sessions: 50, changed: 3 };
  const words =
    "At 3 of 50 sessions that were checked, what had been decided changed once later prices were changed. The result hangs on prices that nobody had yet.";

  it("is the first of the notes, and the first that the chapter says", async () => {
    const context = { datasetNote: "", strategyNow: "same" } as const;
    const run = await recordOf();
    const [first] = notesOf(run, report, { ...context, lookAhead });
    expect(first).toMatchObject({ title: "Look-ahead found", meaning: `${words} Don't trust it.` });
    expect(findingOf({ ...found, lookAhead }, report)).toMatch(/^Look-ahead found\. At 3 of 50 sessions/);
    const none = notesOf(run, report, { ...context, lookAhead: found.lookAhead });
    expect(none.map(({ title }) => title)).not.toContain("Look-ahead found");
    expect(findingOf(found, report)).not.toContain("Look-ahead");
  });

  it("stands in the verdict, which is then neither good nor bad", async () => {
    const run = await recordOf();
    const average = { ...report.benchmarkPerformance, cagr: 1 };
    render(<Verdict run={run} average={{ ...report, universePerformance: average }} />);
    const verdict = screen.getByRole("region", { name: "Verdict" });
    expect(screen.getByText("Paid no costs.")).toBeTruthy();
    expect(verdict.textContent).toContain("▲ Ahead of INDEX");
    valueOf(await keepRobustness("run-1", { lookAhead }, ENGINE_VERSION));
    await waitFor(() => expect(verdict.textContent).toContain(`⚠ Look-ahead found. ${words}`));
    expect(verdict.textContent).not.toContain("▲");
    expect(screen.getByText("Look-ahead found")).toBeTruthy();
  });
});

it("puts values into columns of a round width, 0 between two of them", () => {
  const bins = pointsBins([-0.4, 0, 0.1, 3.9]);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  expect(bins.find(({ from }) => from === 0)?.count).toBeGreaterThan(0);
  expect(pointsBins([])).toEqual([]);
  expect(pointsBins([0])).toEqual([{ from: 0, to: 1, count: 1 }]);
});

it("writes points with their sign", () => {
  expect([5.25, -1.44, 0.04, -0.04, null].map(pointsText)).toEqual(["+5.3", "−1.4", "0.0", "0.0", "–"]);
});
