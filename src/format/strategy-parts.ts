/** Parts of a strategy in words that a card's lines and sentences share. */
import {
  AVERAGE_SHARE,
  AVERAGE_SHARE_NAME,
  EQUAL_WEIGHT_NAME,
  OWN_INDEX,
} from "#workers/model/benchmark-names.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import { choiceName } from "#workers/model/strategy-fields.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { exchangesOf } from "#workers/model/universe.ts";
import { orderOf, sentenceOfLine } from "#workers/words/sentences.ts";
import { lowerFirst } from "./first-letter.ts";
import { joinWords } from "./join-words.ts";
import { formatMoneyCompact, formatMoneySetting } from "./money.ts";
import { formatCount, formatPercentSetting } from "./number.ts";

/** "NSE"; "NSE and BSE": the exchanges of the universe. */
export function exchangeWords(scanner: Strategy["scanner"]): string {
  return joinWords(exchangesOf(scanner), "and");
}

/** What the universe is cut down to; [] where it is all of the exchange and type. */
export function onlyWords({ symbols, sectors }: Strategy["scanner"]): readonly string[] {
  return [
    ...(symbols ? [`only ${nameSome(symbols)}`] : []),
    ...(sectors ? [`only of the ${sectors.length === 1 ? "sector" : "sectors"} ${nameSome(sectors)}`] : []),
  ];
}

/** The same as a sentence of its own, for a scanner that asks nothing else: "Only A and B are looked at."; null for no such words. */
export function lookedAtWords({ symbols, sectors }: Strategy["scanner"], instruments: string): string | null {
  if (!symbols && !sectors) return null;
  const who = symbols ? nameSome(symbols) : instruments;
  const of = sectors ? ` of the ${sectors.length === 1 ? "sector" : "sectors"} ${nameSome(sectors)}` : "";
  return `Only ${who}${of} ${symbols?.length === 1 ? "is" : "are"} looked at.`;
}

const MOST_NAMED = 10;

function nameSome(names: readonly string[]): string {
  const further = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED);
  return joinWords(further > 0 ? [...shown, `${formatCount(further)} more`] : shown, "and");
}

export function sizeWords(simulation: Strategy["simulation"]): string {
  const { positionSizing, riskPercent = 0, riskDistance = "" } = simulation;
  const most = `${formatPercentSetting(simulation.positionPercent ?? 0)} of the account`;
  switch (positionSizing) {
    case "equal-weight":
      return "equal weight";
    case "weights":
      return "by weight";
    case "percent-of-equity":
      return `${most} each`;
    case "risk":
      return `each risking ${formatPercentSetting(riskPercent)} of the account over ${sentenceOfLine(riskDistance)} and costing at most ${most}`;
  }
}

/** "0.23% commission and 0.1% slippage"; "" for none. */
export function costWords({ commissionPercent, slippagePercent }: Strategy["simulation"]): string {
  return [
    { name: "commission", percent: commissionPercent },
    { name: "slippage", percent: slippagePercent },
  ]
    .filter(({ percent }) => percent > 0)
    .map(({ name, percent }) => `${formatPercentSetting(percent)} ${name}`)
    .join(" and ");
}

/**
 * What a run is compared with.
 *
 * @param ownBenchmark - what stands for the dataset's own benchmark; undefined where the data isn't known yet
 */
export function benchmarkWords(
  { benchmark, priceBasis }: Strategy["simulation"],
  ownBenchmark: string | undefined,
): string {
  const known = benchmark ?? ownBenchmark;
  if (known === AVERAGE_SHARE || known === AVERAGE_SHARE_NAME)
    return `${AVERAGE_SHARE_NAME}: all instruments in equal parts, set back each month, without costs`;
  if (known === EQUAL_WEIGHT_NAME)
    return `the ${known}: the data has no index, so all instruments are bought in equal parts and held`;
  const own = known === undefined ? OWN_INDEX : `${known}, the dataset's own index`;
  const name = benchmark ?? own;
  return priceBasis === "adjusted" ? `${name}; most indices leave dividends out, your prices do not` : name;
}

export function priorityWords({ sortingType, sortBy = "" }: Strategy["simulation"]): string {
  return sortingType === "expression"
    ? orderOf(sortBy)
    : lowerFirst(choiceName("simulation.sortingType", sortingType));
}

export function usedFields(computed: readonly ComputedField[] = []): readonly string[] {
  return computed.filter(({ off }) => !off).map(({ name, language }) => `${name} (${language})`);
}

export function scannerConditions(scanner: Strategy["scanner"], currency: string): string[] {
  const { priceGrowth, minPrice, marketCapRank, avgDailyValue } = scanner;
  const lines: string[] = [];
  if (priceGrowth !== null)
    lines.push(
      `Price growth over ${formatCount(scanner.priceGrowthDays)} days of at least ${formatPercentSetting(priceGrowth)}`,
    );
  if (minPrice !== null) lines.push(`Price of at least ${formatMoneySetting(minPrice, currency)}`);
  if (marketCapRank !== null) lines.push(`Market cap rank in the top ${formatPercentSetting(marketCapRank)}`);
  if (avgDailyValue !== null)
    lines.push(
      `${formatCount(scanner.avgDailyValueDays)}-day average daily value of at least ${formatMoneyCompact(avgDailyValue, currency)}`,
    );
  return lines;
}
