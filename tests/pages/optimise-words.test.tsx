import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { walkOutcome } from "#tests/storage/sample-grid.ts";
import { Heatmap } from "#src/pages/optimise/heatmap.tsx";
import { SecondHalf } from "#src/pages/optimise/second-half.tsx";
import { Findings } from "#src/pages/optimise/findings.tsx";
import { viewGrid } from "#src/pages/optimise/grid-view.ts";
import { metricOf } from "#src/pages/optimise/metrics.ts";
import { judgeWalk } from "#src/pages/optimise/walk-words.ts";
import type { GridCell } from "#src/storage/grid-record.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { ChainedBenchmark, ChainedRun } from "#workers/model/protocol.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { WalkOutcome } from "#src/storage/walk-record.ts";
import type { Yardsticks } from "#workers/words/verdict.ts";

afterEach(cleanup);

const benchmarkOf = (cagr: number | null): ChainedBenchmark => ({
  label: "IDX",
  endValue: 200,
  cagr,
  maxDrawdown: -30,
  sharpeRatio: 0.5,
});

/** Of a search of 25 years; null for an average share that is not known. */
const knownOf = (index: number | null, average: number | null): Yardsticks => ({
  days: 9000,
  instruments: 120,
  own: null,
  benchmark: { label: "IDX", cagr: index },
  average: average === null ? null : { cagr: average },
  random: null,
  hasLookAhead: false,
});

/** Variants with these yearly growths; the more of it, the worse their Sharpe ratio. */
function showFindings(growths: readonly number[], metricKey: string, known: Yardsticks | null): void {
  const cells = growths.map((cagr): GridCell => {
    const figures = { ...sampleReport.performance, cagr, sharpeRatio: 1 - cagr / 100 };
    return { type: "figures", figures };
  });
  const axes = [{ field: "sell.trailingStopLoss", from: 10, to: 10 * growths.length, step: 10 }] as const;
  const metric = metricOf(metricKey);
  const { robustness } = viewGrid(cells, axes, { metric, benchmark: null }, defaultStrategy);
  if (!robustness) throw new Error("no cell is known");
  render(
    <Findings
      robustness={robustness}
      metric={metric}
      cells={cells}
      known={known}
      nameOf={(cell) => `stop ${10 * (cell + 1)}%`}
    />,
  );
}

const saidOfBest = () => screen.getByText(/^The best over the same period/).textContent;

describe("the best of a grid", () => {
  it("says the verdict on it, and how many are ahead of each yardstick", () => {
    showFindings([8, 12.3, 11], "cagr", knownOf(10.3, 14.8));
    expect(saidOfBest()).toBe(
      "The best over the same period: Ahead of IDX by 2.0 points a year, behind the average share by 2.5: choosing cost money. 2 of 3 variants are ahead of IDX, 0 of the average share.",
    );
  });

  it("is behind where it is behind the index already", () => {
    showFindings([2, 5.8, 4], "cagr", knownOf(10.3, 14.8));
    expect(saidOfBest()).toContain("▼ Behind IDX by 4.5 points a year, behind the average share by 9.0");
    expect(saidOfBest()).toContain("0 of 3 variants are ahead of IDX, 0 of the average share.");
  });

  it("raises a doubt about a yardstick that all of many pass, not joy", () => {
    const all = Array.from({ length: 121 }, (_, at) => 11 + at / 100);
    showFindings(all, "cagr", knownOf(10, 14.8));
    expect(saidOfBest()).toContain(
      "121 of 121 variants are ahead of IDX, 0 of the average share. A yardstick that every variant beats says little: IDX is easy to beat here.",
    );
    cleanup();
    showFindings(all.slice(0, 9), "cagr", knownOf(10, 14.8));
    expect(saidOfBest()).not.toContain("says little");
  });

  it("is measured by its growth where another metric is shown", () => {
    showFindings([8, 12, 11], "sharpe", knownOf(10, null));
    expect(saidOfBest()).toContain("Behind IDX by 2.0 points a year");
  });

  it("says nothing where nothing is known", () => {
    showFindings([8, 12, 11], "cagr", null);
    showFindings([8, 12, 11], "cagr", knownOf(null, null));
    expect(screen.queryByText(/same period/)).toBeNull();
  });
});

/** Of 20 years. */
const years = Int32Array.of(10_000, 17_305);

function outcomeOf(walked: Partial<ChainedRun>, saved: Partial<ChainedRun> = {}): WalkOutcome {
  const performance = { ...sampleReport.performance, cagr: 20, maxDrawdown: -31, sharpeRatio: 0.92 };
  return {
    windows: walkOutcome.windows.map((window) => ({ ...window, inSample: performance })),
    walked: { ...walkOutcome.walked, day: years, maxDrawdown: -48.2, sharpeRatio: 0.55, ...walked },
    saved: { ...walkOutcome.saved, day: years, maxDrawdown: -40.1, sharpeRatio: 0.62, ...saved },
  };
}

const averageOf = (cagr: number) => ({ ...benchmarkOf(cagr), label: "the average share" });

describe("a walk-forward", () => {
  it("says the one verdict on what was traded, and nothing where no yardstick is known", () => {
    const both = { cagr: 12, benchmark: benchmarkOf(10), average: averageOf(14.5) };
    expect(judgeWalk(outcomeOf(both))).toContain(
      "In the same windows: Ahead of IDX by 2.0 points a year, behind the average share by 2.5: choosing cost money.",
    );
    const none = judgeWalk(outcomeOf({ cagr: 12, benchmark: benchmarkOf(null) }));
    expect(none.join(" ")).not.toContain("In the same windows:");
  });

  it("says growth, fall and Sharpe ratio of what the past promised, and no cheer", () => {
    const sentences = judgeWalk(outcomeOf({ cagr: 11.4 }));
    expect(sentences).toContain(
      "57% of the growth that the past promised was kept. The deepest fall was −48.2%, in the past −31.0% at worst; the Sharpe ratio 0.55, in the past 0.92 on average.",
    );
    expect(judgeWalk(outcomeOf({ cagr: -1 }))).toContain(
      "Nothing of what the past promised was kept: these parameters fit the past, not the rule.",
    );
  });

  it("has no yearly figure of eleven weeks", () => {
    const sentences = judgeWalk(outcomeOf({ cagr: 80, day: Int32Array.of(10_000, 10_077) }));
    expect(sentences.join(" ")).toContain("are less than a year: they have no yearly figure.");
    expect(sentences.join(" ")).not.toContain("80");
  });
});

const against = (benchmark: number | null) => ({ metric: metricOf("cagr"), benchmark });

describe("a walk-forward beside the strategy as saved", () => {
  it.each([
    {
      title: "more growth with a deeper fall and a lower Sharpe ratio",
      walked: { cagr: 12 },
      saved: { cagr: 11.3 },
      words: "0.7 points a year more, with −48.2% and 0.55: the extra growth was paid for with risk.",
    },
    {
      title: "more growth without more risk",
      walked: { cagr: 13, maxDrawdown: -40, sharpeRatio: 0.7 },
      saved: { cagr: 11 },
      words: "2.0 points a year more, with −40.0% and 0.70: that paid.",
    },
    {
      title: "less growth without less risk",
      walked: { cagr: 9 },
      saved: { cagr: 11 },
      words: "2.0 points a year less, with −48.2% and 0.55: that did not pay.",
    },
    {
      title: "less growth with less risk",
      walked: { cagr: 9, maxDrawdown: -20, sharpeRatio: 0.9 },
      saved: { cagr: 11 },
      words: "2.0 points a year less, with −20.0% and 0.90: it gave up growth for calm.",
    },
    {
      title: "about as much growth with more risk",
      walked: { cagr: 11.3 },
      saved: { cagr: 11 },
      words: "0.3 points a year more, with −48.2% and 0.55: that did not pay.",
    },
    {
      title: "as much of all",
      walked: { cagr: 11, maxDrawdown: -40.1, sharpeRatio: 0.62 },
      saved: { cagr: 11 },
      words: "as much, with −40.1% and 0.62: that changed little.",
    },
  ])("says all three: $title", ({ walked, saved, words }) => {
    expect(judgeWalk(outcomeOf(walked, saved)).at(-1)).toBe(
      `The strategy as saved made +${saved.cagr.toFixed(1)}% a year in the same windows, with a deepest fall of −40.1% and a Sharpe ratio of 0.62. Re-optimised each time it made ${words}`,
    );
  });
});

it("a map of win rates stars none that rests on few trades", () => {
  const axes = [{ field: "sell.trailingStopLoss", from: 10, to: 30, step: 10 }] as const;
  const cells = [
    { winRate: 100, trades: 1 },
    { winRate: 55, trades: 40 },
    { winRate: 40, trades: 300 },
  ].map((changes): GridCell => {
    return { type: "figures", figures: { ...sampleReport.performance, ...changes } };
  });
  const view = viewGrid(cells, axes, { metric: metricOf("winRate"), benchmark: null }, defaultStrategy);
  expect(view.cells.map(({ text, marks }) => [text, marks.includes("best")])).toEqual([
    ["100.0%", false],
    ["55.0%", true],
    ["40.0%", false],
  ]);
});

describe("a map against the benchmark", () => {
  const axes = [{ field: "sell.trailingStopLoss", from: 10, to: 40, step: 10 }] as const;
  const cells = [6, 10, 12, null].map((cagr): GridCell => {
    return { type: "figures", figures: { ...sampleReport.performance, cagr } };
  });

  it("has its own figure for zero, and the farthest from it for the deepest colour", () => {
    const view = viewGrid(cells, axes, against(10), defaultStrategy);
    expect(view.cells.map(({ heat }) => heat)).toEqual([-1, 0, 0.5, null]);
    const alike = viewGrid(cells.slice(1, 2), axes, against(10), defaultStrategy);
    expect(alike.cells.map(({ heat }) => heat)).toEqual([0]);
    const without = viewGrid(cells, axes, against(null), defaultStrategy);
    expect(without.cells.map(({ heat }) => heat)).toEqual([0, 4 / 6, 1, null]);
  });

  it("says in words which cells are better", () => {
    render(
      <Heatmap
        label="CAGR"
        rowName="Stop"
        columnName="CAGR"
        rows={["10%", "20%", "30%", "40%"]}
        columns={[""]}
        benchmark="IDX"
        cells={viewGrid(cells, axes, against(10), defaultStrategy).cells}
        chosen={null}
        onChoose={() => {}}
      />,
    );
    expect(screen.getAllByRole("button", { name: /better than IDX/ })).toHaveLength(1);
    expect(screen.getByRole("button", { name: /better than IDX.*12\.0%/ })).toBeDefined();
  });
});

const runOf = (cagr: number | null): ChainedRun => ({
  performances: [],
  day: Int32Array.of(),
  value: Float64Array.of(),
  startValue: 100,
  endValue: 100,
  cagr,
  maxDrawdown: 0,
  sharpeRatio: null,
  benchmark: benchmarkOf(8),
});

describe("the second half of the time", () => {
  const [from, to] = ["2012-07-02", "2025-03-20"];
  it.each([
    {
      title: "a best that is ahead of all there holds",
      run: ok({ ...runOf(9.5), average: averageOf(9) }),
      words:
        /^On the second half alone, .*, it holds: ▲ Ahead of IDX by 1\.5 points a year, ahead of the average share by 0\.5\. It was chosen/,
    },
    {
      title: "a best that is behind there does not",
      run: ok(runOf(5)),
      words: /^⚠ On the second half alone, .*, it does not hold: ▼ Behind IDX by 3\.0 points a year\./,
    },
    {
      title: "a best that is behind the average share does not",
      run: ok({ ...runOf(9.5), average: averageOf(12) }),
      words: /it does not hold: Ahead of IDX by 1\.5 points a year, behind the average share by 2\.5/,
    },
    {
      title: "a best that only equals it does not",
      run: ok(runOf(8)),
      words: /it does not hold: Level with IDX/,
    },
    {
      title: "a best that can't be run there says why",
      run: err({ code: "period-empty" as const, message: "There is no session." }),
      words: /it can't be run: There is no session\.$/,
    },
    { title: "a best that is under way says so", run: null, words: /is being run on the second half/ },
  ])("$title", ({ run, words }) => {
    const { container } = render(<SecondHalf run={run} from={from} to={to} />);
    expect(container.textContent).toMatch(words);
  });

  it("of an undefined growth says nothing", () => {
    const { container } = render(<SecondHalf run={ok(runOf(null))} from={from} to={to} />);
    expect(container.textContent).toBe("");
  });
});
