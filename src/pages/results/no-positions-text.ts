/** Why a run opened no position: what its report and a count on the last session can say about it. */
import { formatDay } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { formatMoneyCompact, formatMoneySetting } from "#src/format/money.ts";
import { countOf, formatCount, formatPercentSetting } from "#src/format/number.ts";
import type { ConditionName, Preview } from "#workers/model/preview.ts";
import type { Report } from "#workers/model/report.ts";
import { isInUse } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** Where instruments did meet the rules: why none was bought. null where none did, as far as the report knows. */
export function whyNotBought(
  { passedOver, warnings }: Pick<Report, "passedOver" | "warnings">,
  { simulation }: Strategy,
  currency: string,
): string | null {
  const { unaffordable, noSlot, noCash, noBar } = passedOver;
  const signals = unaffordable + noSlot + noCash + noBar;
  if (signals === 0) {
    const missing = warnings.find(({ code }) => code === "symbols-missing");
    return missing
      ? `${missing.message} Check the symbols, and the exchange and type of instruments that the scanner asks for.`
      : null;
  }
  const met = `Instruments met the scanner and the buy rules (${countOf(signals, "signal")}), but none was bought`;
  if (unaffordable >= noSlot + noCash + noBar) {
    const isEqual = simulation.positionSizing === "equal-weight";
    const place = formatMoneySetting(simulation.startMargin / simulation.maxPositions, currency);
    return isEqual
      ? `${met}: one share cost more than a place of ${place}. Raise the initial margin, allow fewer positions, or allow fractional shares.`
      : `${met}: one share cost more than a position may. Raise the initial margin, allow larger positions, or allow fractional shares.`;
  }
  const reasons = [
    unaffordable > 0 ? `${formatCount(unaffordable)} at more than a position may cost` : "",
    noSlot > 0 ? `${formatCount(noSlot)} with all places taken` : "",
    noCash > 0 ? `${formatCount(noCash)} without the cash at the fill` : "",
    noBar > 0 ? `${formatCount(noBar)} without a price on the day of the fill` : "",
  ];
  return `${met}: ${joinWords(reasons.filter(Boolean), "and")}.`;
}

/** The condition that let the fewest instruments through on the last session, with the counts. */
export function mostRestrictive(strategy: Strategy, preview: Preview, currency: string): string {
  const { date, instruments, together } = preview;
  const on = `On the last session, ${formatDay(date)},`;
  if (hasRules(strategy))
    return `${on} ${formatCount(together)} of ${countOf(instruments, "instrument")} met all rules together. Loosen one of them, or choose another period.`;
  const [tightest] = gatesOf(strategy, preview, currency).toSorted((a, b) => a.passing - b.passing);
  if (!tightest) return `No condition is on. ${on} ${countOf(instruments, "instrument")} had a price.`;
  const counts = `${on} ${formatCount(tightest.passing)} of ${countOf(instruments, "instrument")} met it`;
  const both = tightest.passing === together ? "" : `, and ${formatCount(together)} met all rules together`;
  return `The most restrictive condition is ${tightest.name}. ${counts}${both}. Loosen it, or choose another period.`;
}

/** Rules that it was given are not counted one by one. */
function hasRules({ scanner, buy }: Strategy): boolean {
  return [...(scanner.rules ?? []), ...(buy.rules ?? [])].some(isInUse);
}

interface Gate {
  readonly name: string;
  /** Instruments that it lets through. */
  readonly passing: number;
}

/** What an instrument must get through: each condition, but an "any of" scanner as one. */
function gatesOf(
  { scanner, buy }: Strategy,
  { passing, scanner: passScanner }: Preview,
  currency: string,
): Gate[] {
  const names: Readonly<Record<ConditionName, string>> = {
    priceGrowth: `a price growth over ${countOf(scanner.priceGrowthDays, "day")} of at least ${formatPercentSetting(scanner.priceGrowth ?? 0)}`,
    minPrice: `a price of at least ${formatMoneySetting(scanner.minPrice ?? 0, currency)}`,
    marketCapRank: `a market cap rank in the top ${formatPercentSetting(scanner.marketCapRank ?? 0)}`,
    avgDailyValue: `a ${formatCount(scanner.avgDailyValueDays)}-day average daily value of at least ${formatMoneyCompact(scanner.avgDailyValue ?? 0, currency)}`,
    lastPriceVsClose: `a last price at or above the close ${countOf(buy.closeDays, "day")} before`,
    lastPriceVsMA: `a last price at or above the ${formatCount(buy.movingAverageDays)}-day moving average`,
  };
  const gates = (conditions: readonly ConditionName[]) =>
    conditions.flatMap((condition): Gate[] => {
      const count = passing[condition];
      return count === null ? [] : [{ name: names[condition], passing: count }];
    });
  const ofScanner = gates(["priceGrowth", "minPrice", "marketCapRank", "avgDailyValue"]);
  const asOne = [
    { name: `the scanner (any of ${countOf(ofScanner.length, "condition")})`, passing: passScanner },
  ];
  const isAny = scanner.match === "any" && ofScanner.length > 1;
  return [...(isAny ? asOne : ofScanner), ...gates(["lastPriceVsClose", "lastPriceVsMA"])];
}
