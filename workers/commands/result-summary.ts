/** A result in a dozen lines for the terminal. */
import type { Report } from "#workers/model/report.ts";
import { AVERAGE_SHARE_NAME } from "#workers/model/benchmark-names.ts";
import { apartFromSplits, splitsTogether } from "#workers/model/run-warnings.ts";
import { printableLine } from "./printable.ts";
import { MINUS } from "#workers/words/sentence-figures.ts";
import { hasYearlyRate, verdictOf, yardsticksOf } from "#workers/words/verdict.ts";

/** "1 instrument", "2 instruments". */
function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

export function summarise(report: Report): string {
  const { metadata, performance, passedOver } = report;
  const known = yardsticksOf(report);
  const money = (value: number) => `${value.toFixed(2)} ${metadata.currency}`;
  const lines: [string, string][] = [
    ["Strategy", metadata.strategyName],
    ["Verdict", verdictOf(known).sentence],
    [
      "Period",
      `${metadata.backtestStart} to ${metadata.backtestEnd}, ${counted(metadata.sessions, "session")}`,
    ],
    ["Universe", `${counted(metadata.instruments, "instrument")}, ${counted(metadata.bars, "bar")}`],
    ["Start value", money(performance.startValue)],
    ["End value", money(performance.endValue)],
    ["Total growth", percent(performance.totalGrowthPercent)],
    ["CAGR", hasYearlyRate(known) ? besideOthers(report, "cagr", percent) : "–, for less than a year"],
    ["Max drawdown", besideOthers(report, "maxDrawdown", percent)],
    ["Sharpe ratio", besideOthers(report, "sharpeRatio", ratio)],
    ["Invested", `${percent(performance.exposure ?? null)} on average`],
    ["Win rate", `${percent(performance.winRate)} of ${counted(performance.trades, "trade")}`],
    [
      "Passed over",
      `${passedOver.unaffordable} too expensive, ${passedOver.noSlot} no free place, ${passedOver.noCash} no cash, ${passedOver.noBar} no price`,
    ],
    ...warningLines(report).map((text): [string, string] => ["Warning", text]),
  ];
  return `${lines.map(([label, text]) => `${label.padEnd(14)}${printableLine(text)}`).join("\n")}\n`;
}

/** "12.30 % (TIDAL120 10.30 %, average share 14.80 %)". */
function besideOthers(
  { metadata, performance, benchmarkPerformance, universePerformance }: Report,
  name: "cagr" | "maxDrawdown" | "sharpeRatio",
  write: (value: number | null) => string,
): string {
  const average =
    universePerformance && metadata.benchmark !== AVERAGE_SHARE_NAME
      ? `, ${AVERAGE_SHARE_NAME} ${write(universePerformance[name])}`
      : "";
  return `${write(performance[name])} (${metadata.benchmark} ${write(benchmarkPerformance[name])}${average})`;
}

const SPLITS_TOLD = 5;

function warningLines({ warnings }: Report): string[] {
  const { others, splits } = apartFromSplits(warnings);
  const lines = others.map(({ message }) => message);
  if (splits.length === 0) return lines;
  const rest = splits.length - SPLITS_TOLD;
  const more = rest > 0 ? ` And ${rest} more, which the file that --out writes names.` : "";
  return [...lines, `${splitsTogether(splits.length)} ${splits.slice(0, SPLITS_TOLD).join(" ")}${more}`];
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
