/** What can be said of the form's own figures without prices: slips of unit, and look-backs that the data are too short for. */
import { quoteLine } from "#src/format/rule-text.ts";
import { countOf, formatCount, formatPercentSetting } from "#src/format/number.ts";
import { linesBeyond, sessionsUntilEnd } from "#src/run/warm-up.ts";
import type { DataDays } from "#src/run/warm-up.ts";
import { settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { MendedWarning } from "./terms-advice.ts";

/** Percents of which less than one is rarely meant. */
const PERCENTS = [
  "scanner.priceGrowth",
  "scanner.marketCapRank",
  "sell.stopLoss",
  "sell.takeProfit",
  "simulation.positionPercent",
] as const;

type SlipSection = "scanner" | "sell" | "simulation";

/** "0.1%" where 10% was meant. */
export function figureSlips(strategy: Strategy, section: SlipSection): readonly MendedWarning[] {
  return PERCENTS.filter((path) => path.startsWith(`${section}.`)).flatMap((path) => {
    const value = Number(settingAt(strategy, path) ?? 0);
    if (value <= 0 || value >= 1) return [];
    const { label } = fieldAt(path);
    const meant = Number((value * 100).toPrecision(12));
    return {
      message: `${label} is ${formatPercentSetting(value)}: it counts in percent, so this is less than one percent.`,
      mend: {
        label: `Make it ${formatPercentSetting(meant)}`,
        changes: [{ name: path, value: String(meant) }],
      },
    };
  });
}

/** Look-backs of conditions that are on. */
const LOOK_BACKS = [
  { path: "scanner.priceGrowthDays", on: "scanner.priceGrowth" },
  { path: "scanner.avgDailyValueDays", on: "scanner.avgDailyValue" },
  { path: "buy.closeDays", on: "buy.lastPriceVsClose" },
  { path: "buy.movingAverageDays", on: "buy.lastPriceVsMA" },
] as const;

/** Conditions that look back further than the data reach: they are never known, and never true. */
export function warmUpWarnings(
  strategy: Strategy,
  dataset: DataDays | null,
  section: "scanner" | "buy" | "sell",
): readonly MendedWarning[] {
  const sessions = dataset && sessionsUntilEnd(strategy, dataset);
  if (sessions === null) return [];
  const have = `the data has about ${countOf(sessions, "session")} until the end, so it is never true`;
  const fixed = LOOK_BACKS.filter(({ path }) => path.startsWith(`${section}.`)).flatMap(({ path, on }) => {
    const days = Number(settingAt(strategy, path));
    const isOn = settingAt(strategy, on) !== null && settingAt(strategy, on) !== false;
    if (!isOn || days <= sessions) return [];
    const fitting = ROUND.findLast((each) => each <= sessions / 3) ?? 1;
    return {
      message: `${fieldAt(on).label} looks ${countOf(days, "day")} back, and ${have}.`,
      mend: { label: `Use ${countOf(fitting, "day")}`, changes: [{ name: path, value: String(fitting) }] },
    };
  });
  return [...fixed, ...lineWarmUps(strategy, section, sessions)];
}

const ROUND = [1, 2, 5, 10, 20, 30, 50, 100, 150, 200, 250] as const;

function lineWarmUps(strategy: Strategy, section: string, sessions: number): readonly MendedWarning[] {
  const read = readStrategyRules(strategy);
  if (!read.ok) return [];
  return linesBeyond(strategy, read.value, sessions).flatMap(({ place, text, bars }) => {
    if (!place.startsWith(`${section}.`)) return [];
    const line = quoteLine(text);
    return {
      message: `${line} looks ${formatCount(bars)} bars back, and the data has about ${countOf(sessions, "session")} until the end, so it is never known.`,
      mend: { label: `Switch off ${line}`, changes: [{ line: place, text: null }] },
    };
  });
}
