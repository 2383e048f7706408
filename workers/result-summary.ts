/** A result in a dozen lines for the terminal. */
import type { Report } from "./model/report.ts";
import { printableLine } from "./printable.ts";
import { MINUS } from "./words/sentence-figures.ts";

/** "1 instrument", "2 instruments". */
function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

export function summarise(report: Report): string {
  const { metadata, performance, benchmarkPerformance, passedOver } = report;
  const money = (value: number) => `${value.toFixed(2)} ${metadata.currency}`;
  const lines: [string, string][] = [
    ["Strategy", metadata.strategyName],
    [
      "Period",
      `${metadata.backtestStart} to ${metadata.backtestEnd}, ${counted(metadata.sessions, "session")}`,
    ],
    ["Universe", `${counted(metadata.instruments, "instrument")}, ${counted(metadata.bars, "bar")}`],
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
    ["Win rate", `${percent(performance.winRate)} of ${counted(performance.trades, "trade")}`],
    [
      "Passed over",
      `${passedOver.unaffordable} too expensive, ${passedOver.noSlot} no free place, ${passedOver.noCash} no cash, ${passedOver.noBar} no price`,
    ],
    ["Benchmark", metadata.benchmark],
    ...report.warnings.map((warning): [string, string] => ["Warning", warning.message]),
  ];
  return `${lines.map(([label, text]) => `${label.padEnd(14)}${printableLine(text)}`).join("\n")}\n`;
}

function percent(value: number | null): string {
  return value === null ? "–" : `${signed(value)} %`;
}

function ratio(value: number | null): string {
  return value === null ? "–" : signed(value);
}

/** With a minus sign, not a hyphen. */
function signed(value: number): string {
  return value.toFixed(2).replace("-", MINUS);
}
