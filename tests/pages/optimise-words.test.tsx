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

afterEach(cleanup);

const benchmarkOf = (cagr: number | null): ChainedBenchmark => ({
  label: "IDX",
  endValue: 200,
  cagr,
  maxDrawdown: -30,
  sharpeRatio: 0.5,
});

/** Variants with these yearly growths; the more of it, the worse their Sharpe ratio. */
function showFindings(
  growths: readonly number[],
  metricKey: string,
  benchmark: ChainedBenchmark | null,
): void {
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
      benchmark={benchmark}
      nameOf={(cell) => `stop ${10 * (cell + 1)}%`}
    />,
  );
}

describe("the best of a grid", () => {
  it("that loses to the index says so", () => {
    showFindings([2, 5.8, 4], "cagr", benchmarkOf(10.3));
    expect(screen.getByText(/^⚠/).textContent).toBe(
      "⚠ Even so it loses to IDX, which made +10.3% a year over the same period: this variant made +5.8%, 4.5 points a year less. 0 of 3 variants beat it.",
    );
  });

  it("that beats it says by how much, and how many do", () => {
    showFindings([8, 12, 11], "cagr", benchmarkOf(10));
    expect(screen.getByText(/^IDX made/).textContent).toBe(
      "IDX made +10.0% a year over the same period: this variant beats it by 2.0 points a year. 2 of 3 variants beat it.",
    );
    expect(screen.queryByText(/loses to/)).toBeNull();
  });

  it("is measured by its growth where another metric is shown", () => {
    showFindings([8, 12, 11], "sharpe", benchmarkOf(10));
    expect(screen.getByText(/loses to IDX/).textContent).toContain(
      "this variant made +8.0%, 2.0 points a year less",
    );
  });

  it("says nothing of an index that is not known", () => {
    showFindings([8, 12, 11], "cagr", null);
    showFindings([8, 12, 11], "cagr", benchmarkOf(null));
    expect(screen.queryByText(/IDX/)).toBeNull();
  });
});

/** A walk-forward that grew by this a year. */
function outcomeOf(cagr: number, benchmark: ChainedBenchmark | undefined) {
  const { walked } = walkOutcome;
  return { ...walkOutcome, walked: { ...walked, cagr, ...(benchmark && { benchmark }) } };
}

describe("a walk-forward", () => {
  it("says when it loses to the index, when it beats it, and nothing where that is not known", () => {
    expect(judgeWalk(outcomeOf(5, benchmarkOf(10.25)))).toContain(
      "IDX made +10.3% a year in the same windows: ⚠ this loses to it by 5.3 points a year.",
    );
    expect(judgeWalk(outcomeOf(12, benchmarkOf(10)))).toContain(
      "IDX made +10.0% a year in the same windows: this beats it by 2.0 points a year.",
    );
    expect(judgeWalk(outcomeOf(12, undefined)).join(" ")).not.toContain("IDX");
    expect(judgeWalk(outcomeOf(12, benchmarkOf(null))).join(" ")).not.toContain("IDX");
  });
});

const against = (benchmark: number | null) => ({ metric: metricOf("cagr"), benchmark });

describe("a walk-forward beside the strategy as saved", () => {
  it.each([
    { walked: 6, saved: 4, words: "re-optimising each time paid, by 2.0 points a year." },
    { walked: 4, saved: 6, words: "re-optimising each time did not pay, and cost 2.0 points a year." },
    { walked: 4.3, saved: 4, words: "re-optimising each time changed little (0.3 points a year more)." },
    { walked: 3.7, saved: 4, words: "re-optimising each time changed little (0.3 points a year less)." },
    { walked: 4.001, saved: 4, words: "re-optimising each time changed nothing." },
  ])("made $walked % against $saved %: $words", ({ walked, saved, words }) => {
    const of = outcomeOf(walked, benchmarkOf(walked));
    const sentences = judgeWalk({ ...of, saved: { ...of.saved, cagr: saved } });
    expect(sentences.at(-1)).toBe(
      `The strategy as saved made +${saved}.0% a year in the same windows: ${words}`,
    );
    expect(sentences.at(-2)).toMatch(/in the same windows: this made as much\.$/);
  });
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
      title: "a best that beats the index there holds",
      run: ok(runOf(9.5)),
      words:
        /^On the second half alone, .*, it made \+9\.5% a year and IDX \+8\.0%: it holds there, 1\.5 points a year ahead\./,
    },
    {
      title: "a best that loses there does not",
      run: ok(runOf(5)),
      words: /^⚠ On the second half alone, .*: it does not hold there, 3\.0 points a year behind\.$/,
    },
    {
      title: "a best that only equals it does not",
      run: ok(runOf(8)),
      words: /it does not hold there/,
    },
    {
      title: "a best that can't be run there says why",
      run: err({ code: "period-empty" as const, message: "There is no session." }),
      words: /it can't be run: There is no session\.$/,
    },
    { title: "a best that is under way says so", run: null, words: /is being run on the second half/ },
  ])("$title", ({ run, words }) => {
    render(<SecondHalf run={run} from={from} to={to} />);
    expect(screen.getByText(words)).toBeDefined();
  });

  it("of an undefined growth says nothing", () => {
    const { container } = render(<SecondHalf run={ok(runOf(null))} from={from} to={to} />);
    expect(container.textContent).toBe("");
  });
});
