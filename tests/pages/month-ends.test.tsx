/** Falls and volatility of monthly prices are marked wherever they are shown. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { walkOutcome } from "#tests/storage/sample-grid.ts";
import { bareDeployment } from "#tests/storage/sample-deployment.ts";
import { SketchPanel } from "#src/pages/builder/sketch-panel.tsx";
import { AlarmPart } from "#src/pages/deployments/alarm-part.tsx";
import { ringing, tradingOf } from "#src/pages/deployments/alarms.ts";
import { accountFigures } from "#src/pages/deployments/figures.ts";
import { metricOf, metricsOn } from "#src/pages/optimise/metrics.ts";
import { WalkComparison, WalkWindows } from "#src/pages/optimise/walk-tables.tsx";
import { judgeWalk } from "#src/pages/optimise/walk-words.ts";
import { Headline } from "#src/pages/strategies/strategy-card.tsx";
import { recordOf } from "#src/storage/deployment-record.ts";
import type { LedgerClose } from "#src/storage/deployment-record.ts";
import { StatusMessages } from "#src/ui/status-messages.tsx";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import { completeRun } from "./complete-run.ts";

afterEach(cleanup);

const sketch: RunSketch = {
  from: "2001-01-31",
  to: "2020-12-31",
  priceBasis: "adjusted",
  cagr: 12.3,
  maxDrawdown: -30.1,
  frequency: "monthly",
  trades: 10,
  positions: 12,
  invested: 80,
  benchmark: { label: "INDEX", cagr: 10, maxDrawdown: -50 },
  account: [1, 2, 4],
  index: [1, 1.5, 2],
};

const headings = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

describe("of monthly prices, what the builder, cards and lists say", () => {
  it("is marked in the builder's sketch", () => {
    const rehearsed = { sketch, isCurrent: false, isPutOff: false, refusal: null, again: () => undefined };
    render(
      <StatusMessages>
        <SketchPanel reading={{ rehearsed, outcome: null, advice: [] }} family="f" />
      </StatusMessages>,
    );
    expect(screen.getByRole("rowheader", { name: "Deepest fall, month ends" })).toBeTruthy();
  });

  it("is marked on a strategy's card", () => {
    const headline = {
      startValue: 100,
      endValue: 121,
      totalGrowthPercent: 21,
      cagr: 6,
      maxDrawdown: -5,
      sharpeRatio: 1,
      winRate: 50,
      trades: 2,
      currency: "INR",
      frequency: "monthly",
    } as const;
    render(<Headline run={{ ...completeRun, headline }} since="" />);
    expect(screen.getByText("Max drawdown, month ends").nextElementSibling?.textContent).toBe("−5.0%");
  });
});

describe("of monthly prices, what an optimisation found", () => {
  it("has the mark in the names of its metrics", () => {
    expect(metricsOn("monthly").map(({ name }) => name)).toEqual([
      "CAGR",
      "Sharpe Ratio",
      "Max Drawdown, month ends",
      "Sortino Ratio",
      "Calmar Ratio",
      "Win Rate",
      "Volatility, month ends",
      "Closed trades",
    ]);
    expect(metricOf("drawdown").name).toBe("Max Drawdown");
  });

  it("has it in the tables and words of a walk-forward", () => {
    const { windows } = walkOutcome;
    const walked = { ...walkOutcome.walked, cagr: 8, frequency: "monthly" } as const;
    const saved = { ...walkOutcome.saved, cagr: 7, frequency: "monthly" } as const;
    render(<WalkComparison walked={walked} saved={saved} />);
    expect(headings()).toContain("Max Drawdown, month ends");
    cleanup();
    render(
      <WalkWindows
        windows={windows}
        metric={metricOf("cagr")}
        frequency="monthly"
        nameOf={() => "stop 10%"}
      />,
    );
    expect(headings()).toContain("Max Drawdown there, month ends");
    const day = Int32Array.of(10_000, 17_305); // twenty years
    const words = judgeWalk({ windows, walked: { ...walked, day }, saved: { ...saved, day } }).join(" ");
    expect(words).toContain("with a deepest fall at month ends of");
  });
});

function closeAt(growth: number): LedgerClose {
  return { session: "2020-01-31", equity: growth, growth, in: 0, out: 0 };
}

describe("of monthly prices, the alarms of a deployment", () => {
  const head = { frequency: "monthly", sessionsOfYear: 12 } as const;

  it("say that the account is below its highest month end", () => {
    const figures = accountFigures(100, [closeAt(100), closeAt(80)]);
    expect(ringing({ drawdown: 19 }, figures, tradingOf(head, []), null).map(({ text }) => text)).toEqual([
      "The account is 20.0% below its highest close at month ends; you asked to be told from 19% on.",
    ]);
  });

  it("ask for a drawdown at month ends", () => {
    const record = recordOf("d-1", bareDeployment, { createdAt: 0, updatedAt: 0 });
    render(
      <StatusMessages>
        <AlarmPart record={{ ...record, head: { ...record.head, ...head } }} />
      </StatusMessages>,
    );
    expect(screen.getByLabelText(/^Drawdown at month ends of at least/)).toBeTruthy();
  });
});
