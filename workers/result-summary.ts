/** A result in a dozen lines for the terminal. */
import type { Report } from "./model/report.ts";

export function summarise(report: Report): string {
  const { metadata, performance, benchmarkPerformance, passedOver } = report;
  const money = (value: number) => `${value.toFixed(2)} ${metadata.currency}`;
  const lines: [string, string][] = [
    ["Strategy", metadata.strategyName],
    ["Period", `${metadata.backtestStart} to ${metadata.backtestEnd}, ${metadata.sessions} sessions`],
    ["Universe", `${metadata.instruments} instruments, ${metadata.bars} bars`],
    ["Start value", money(performance.startValue)],
    ["End value", money(performance.endValue)],
    ["Total growth", percent(performance.totalGrowthPercent)],
    ["CAGR", `${percent(performance.cagr)} (benchmark ${percent(benchmarkPerformance.cagr)})`],
    [
      "Max drawdown",
      `${percent(performance.maxDrawdown)} (benchmark ${percent(benchmarkPerformance.maxDrawdown)})`,
    ],
    [
      "Sharpe ratio",
      `${ratio(performance.sharpeRatio)} (benchmark ${ratio(benchmarkPerformance.sharpeRatio)})`,
    ],
    ["Win rate", `${percent(performance.winRate)} of ${performance.trades} trades`],
    [
      "Passed over",
      `${passedOver.unaffordable} unaffordable, ${passedOver.noSlot} no slot, ${passedOver.noCash} no cash, ${passedOver.noBar} no bar`,
    ],
    ["Benchmark", metadata.benchmark],
    ...report.warnings.map((warning): [string, string] => ["Warning", warning.message]),
  ];
  return `${lines.map(([label, text]) => `${label.padEnd(14)}${text}`).join("\n")}\n`;
}

function percent(value: number | null): string {
  return value === null ? "–" : `${value.toFixed(2)} %`;
}

function ratio(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}
