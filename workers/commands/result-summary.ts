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
  const lines: Line[] = [
    ["Strategy", metadata.strategyName],
    ["Verdict", verdictOf(known).sentence],
    [
      "Period",
      `${metadata.backtestStart} to ${metadata.backtestEnd}, ${counted(metadata.sessions, "session")}`,
    ],
    ["Universe", `${counted(metadata.instruments, "instrument")}, ${counted(metadata.bars, barOf(report))}`],
    ["Start value", money(performance.startValue)],
    ...flowLines(report, money),
    ["End value", money(performance.endValue)],
    ["Total growth", totalGrowth(report)],
    ["CAGR", hasYearlyRate(known) ? besideOthers(report, "cagr", percent) : NO_RATE],
    ...ownReturnLines(report, hasYearlyRate(known)),
    ["Max drawdown", besideOthers(report, "maxDrawdown", percent)],
    ["Sharpe ratio", besideOthers(report, "sharpeRatio", ratio)],
    ["Invested", `${percent(performance.exposure ?? null)} on average`],
    ...interestLines(report, money),
    ...rebalanceLines(report),
    ["Win rate", `${percent(performance.winRate)} of ${counted(performance.trades, "trade")}`],
    [
      "Passed over",
      `${passedOver.unaffordable} too expensive, ${passedOver.noSlot} no free place, ${passedOver.noCash} no cash, ${passedOver.noBar} no price`,
    ],
    ...warningLines(report).map((text): Line => ["Warning", text]),
  ];
  return `${lines.map(([label, text]) => `${label.padEnd(14)}${printableLine(text)}`).join("\n")}\n`;
}

/** "bar"; "monthly bar" where it is no day. */
function barOf({ metadata: { frequency = "daily" } }: Report): string {
  return frequency === "daily" ? "bar" : `${frequency} bar`;
}

const NO_RATE = "–, for less than a year";

/** Name and text. */
type Line = [string, string];
type MoneyText = (value: number) => string;

/** What came and went, where any was to. */
function flowLines({ money: moved, equity }: Report, money: MoneyText): Line[] {
  if (!moved || !equity.growth) return [];
  const { deposited, withdrawn, owed, missed, ranOut } = moved;
  return [
    ["Put in", `${money(deposited)}, beside the start value`],
    ["Taken out", money(withdrawn)],
    ...(owed > 0 ? [["Still owed", money(owed)] satisfies Line] : []),
    ...(missed > 0 && ranOut !== null
      ? [["Missed", `${money(missed)} could not be paid out, the first of it on ${ranOut}`] satisfies Line]
      : []),
  ];
}

function totalGrowth({ performance, equity }: Report): string {
  const text = percent(performance.totalGrowthPercent);
  return equity.growth ? `${text}, as if no money had come or gone` : text;
}

/** The other of the two returns: it counts when a person's money came and went. */
function ownReturnLines(report: Report, isYearly: boolean): Line[] {
  const { money, equity } = report;
  if (!money || !equity.growth) return [];
  const { moneyWeighted, benchmarkMoneyWeighted, universeMoneyWeighted } = money;
  const others = { benchmark: benchmarkMoneyWeighted, average: universeMoneyWeighted };
  return [
    ["Own return", isYearly ? `${beside(report, moneyWeighted, others, percent)} a year, XIRR` : NO_RATE],
  ];
}

function interestLines({ money: moved }: Report, money: MoneyText): Line[] {
  return moved && moved.interest !== 0 ? [["Interest", `${money(moved.interest)} on idle cash`]] : [];
}

function rebalanceLines({ rebalances = [] }: Report): Line[] {
  if (rebalances.length === 0) return [];
  const mean = rebalances.reduce((sum, { turnover }) => sum + turnover, 0) / rebalances.length;
  const closes = `${counted(rebalances.length, "close")} with orders by weight`;
  return [["Rebalances", `${closes}, ${percent(mean)} of the account turned over on average`]];
}

/** "12.30 % (TIDAL120 10.30 %, average share 14.80 %)". */
function besideOthers(
  report: Report,
  name: "cagr" | "maxDrawdown" | "sharpeRatio",
  write: (value: number | null) => string,
): string {
  const { performance, benchmarkPerformance, universePerformance } = report;
  const others = { benchmark: benchmarkPerformance[name], average: universePerformance?.[name] };
  return beside(report, performance[name], others, write);
}

/** @param others - the average share's is undefined where the result has none */
function beside(
  { metadata }: Report,
  own: number | null,
  others: { readonly benchmark: number | null; readonly average: number | null | undefined },
  write: (value: number | null) => string,
): string {
  const average =
    others.average !== undefined && metadata.benchmark !== AVERAGE_SHARE_NAME
      ? `, ${AVERAGE_SHARE_NAME} ${write(others.average)}`
      : "";
  return `${write(own)} (${metadata.benchmark} ${write(others.benchmark)}${average})`;
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
