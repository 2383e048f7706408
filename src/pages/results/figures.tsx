import type { ReactElement } from "react";
import { formatMoney, formatMoneyChange } from "#src/format/money.ts";
import { formatCount, formatPercent, formatPercentChange, formatRatio } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Change } from "#src/ui/change.tsx";
import { StatCard, StatCards } from "#src/ui/stat-card.tsx";
import type { Report } from "#workers/model/report.ts";
import type { Luck } from "#workers/model/analysis.ts";
import { cagrInterval, sharpeInterval } from "./luck-facts.ts";
import {
  explainCagr,
  explainDrawdown,
  explainSharpe,
  explainSummary,
  explainWinRate,
  winsOf,
} from "./explanations.ts";

export function SummaryCards({ report }: { readonly report: Report }): ReactElement {
  const { currency } = report.metadata;
  const { startValue, endValue, totalGrowth, totalGrowthPercent } = report.performance;
  const explained = explainSummary(report);
  return (
    <StatCards label="Summary">
      <StatCard label="Start Value" explanation={explained.startValue}>
        {formatMoney(startValue, currency, 0)}
      </StatCard>
      <StatCard label="End Value" explanation={explained.endValue}>
        {formatMoney(endValue, currency, 0)}
      </StatCard>
      <StatCard label="Total Growth" explanation={explained.totalGrowth}>
        <Change value={totalGrowth} text={formatMoneyChange(totalGrowth, currency, 0)} />
      </StatCard>
      <StatCard label="Total Growth %" explanation={explained.totalGrowthPercent}>
        <Change value={totalGrowthPercent} text={formatPercentChange(totalGrowthPercent, 1)} />
      </StatCard>
    </StatCards>
  );
}

interface MetricCardsProps {
  readonly run: RunRecord;
  readonly report: Report;
  /** null until it is worked out. */
  readonly luck: Luck | null;
}

export function MetricCards({ run, report, luck }: MetricCardsProps): ReactElement {
  const { performance, benchmarkPerformance } = report;
  const { cagr, maxDrawdown, sharpeRatio, winRate, trades } = performance;
  return (
    <StatCards label="Metrics">
      <StatCard
        label="CAGR"
        note={`Benchmark ${formatPercent(benchmarkPerformance.cagr, 1)}`}
        range={`95%: ${cagrInterval(luck?.cagr ?? null)}`}
        explanation={explainCagr(report)}
      >
        <Change value={cagr} text={formatPercentChange(cagr, 1)} />
      </StatCard>
      <StatCard
        label="Max Drawdown"
        note={`Benchmark ${formatPercent(benchmarkPerformance.maxDrawdown, 1)}`}
        explanation={explainDrawdown(report)}
      >
        <Change value={maxDrawdown} text={formatPercent(maxDrawdown, 1)} />
      </StatCard>
      <StatCard
        label="Sharpe Ratio"
        note={`Benchmark ${formatRatio(benchmarkPerformance.sharpeRatio)}`}
        range={`95%: ${sharpeInterval(luck?.sharpe ?? null)}`}
        explanation={explainSharpe(report, run.strategy.simulation.riskFreePercent)}
      >
        {formatRatio(sharpeRatio)}
      </StatCard>
      <StatCard
        label="Win Rate"
        note={trades === 0 ? "No closed trade" : `${winsOf(performance)} of ${formatCount(trades)} trades`}
        explanation={explainWinRate(report)}
      >
        {formatPercent(winRate, 1)}
      </StatCard>
    </StatCards>
  );
}
