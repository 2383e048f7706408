import type { ReactElement } from "react";
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatMoney, formatMoneyChange, formatMoneyCompact } from "#src/format/money.ts";
import { formatCount, formatPercent, formatPercentChange, formatRatio } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Excess } from "#src/ui/excess.tsx";
import { StatCard, StatCards } from "#src/ui/stat-card.tsx";
import type { Report } from "#workers/model/report.ts";
import type { Luck } from "#workers/model/analysis.ts";
import { besideText, growthBeside, worthBeside } from "./average-share.ts";
import { distanceOf, rateOfRun } from "./distance.ts";
import type { Distance } from "./distance.ts";
import { leadRange, sharpeInterval } from "./luck-facts.ts";
import {
  averageTrades,
  explainCagr,
  explainDrawdown,
  explainSharpe,
  explainSummary,
  explainWinRate,
  winsOf,
} from "./explanations.ts";

interface SummaryCardsProps {
  readonly report: Report;
  /** What the start value means where it is not the run's own. */
  readonly startMeans?: string | undefined;
}

export function SummaryCards({ report, startMeans }: SummaryCardsProps): ReactElement {
  const { currency } = report.metadata;
  const { startValue, endValue, totalGrowth, totalGrowthPercent } = report.performance;
  const explained = explainSummary(report);
  return (
    <StatCards label="Summary">
      <StatCard label="Start Value" explanation={startMeans ?? explained.startValue}>
        {formatMoney(startValue, currency, 0)}
      </StatCard>
      <StatCard
        label="End Value"
        note={worthBeside(report, (worth) => formatMoneyCompact(worth, currency))}
        explanation={explained.endValue}
      >
        {formatMoney(endValue, currency, 0)}
      </StatCard>
      <StatCard label="Total Growth" explanation={explained.totalGrowth}>
        {formatMoneyChange(totalGrowth, currency, 0)}
      </StatCard>
      <StatCard label="Total Growth %" note={growthBeside(report)} explanation={explained.totalGrowthPercent}>
        {formatPercentChange(totalGrowthPercent, 1)}
      </StatCard>
    </StatCards>
  );
}

/** Nothing where there is nothing to compare. */
function distance(found: Distance | null): ReactElement | undefined {
  return found ? <Excess value={found.value} text={found.text} /> : undefined;
}

interface MetricCardsProps {
  readonly run: RunRecord;
  readonly report: Report;
  /** null until it is worked out. */
  readonly luck: Luck | null;
}

export function MetricCards({ run, report, luck }: MetricCardsProps): ReactElement {
  const { performance, metadata } = report;
  const rateOf = rateOfRun(report);
  const { maxDrawdown, sharpeRatio, winRate, trades, exposure } = performance;
  return (
    <StatCards label="Metrics">
      <StatCard
        label="CAGR"
        distance={distance(distanceOf(report, "cagr"))}
        note={besideText(report, (other) => formatPercent(rateOf(other), 1))}
        range={leadRange(luck?.lead ?? null, report.metadata.benchmark)}
        explanation={explainCagr(report)}
      >
        {formatPercentChange(rateOf(performance), 1)}
      </StatCard>
      <StatCard
        label={nameAtEnds("Max Drawdown", metadata.frequency)}
        distance={distance(distanceOf(report, "maxDrawdown"))}
        note={besideText(report, (other) => formatPercent(other.maxDrawdown, 1))}
        range={exposure === undefined ? undefined : `Invested on average: ${formatPercent(exposure, 0)}`}
        explanation={explainDrawdown(report)}
      >
        {formatPercent(maxDrawdown, 1)}
      </StatCard>
      <StatCard
        label="Sharpe Ratio"
        distance={distance(distanceOf(report, "sharpeRatio"))}
        note={besideText(report, (other) => formatRatio(other.sharpeRatio))}
        range={`95%: ${sharpeInterval(luck?.sharpe ?? null)}`}
        explanation={explainSharpe(report, run.strategy.simulation.riskFreePercent)}
      >
        {formatRatio(sharpeRatio)}
      </StatCard>
      <StatCard
        label="Win Rate"
        note={trades === 0 ? "No closed trade" : `${winsOf(performance)} of ${formatCount(trades)} trades`}
        range={averageTrades(report)}
        explanation={explainWinRate(report)}
      >
        {formatPercent(winRate, 1)}
      </StatCard>
    </StatCards>
  );
}
