/** What the counts and the terms of a strategy (costs, prices, places) say against it, each with its mend. */
import { formatMoneySetting } from "#src/format/money.ts";
import { formatDay } from "#src/format/day.ts";
import { countOf, formatCount, formatPercentSetting } from "#src/format/number.ts";
import { costsOf, firstTradeValue, presetForExchange, presetOf } from "#workers/model/cost-presets.ts";
import type { Preview } from "#workers/model/preview.ts";
import { isInUse, linesOf } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { PRESET_NAMES } from "./cost-words.ts";
import { filterWords, isAboutInstrument } from "./filter-words.ts";
import type { Mend } from "./mend.ts";

export interface MendedWarning {
  readonly message: string;
  readonly mend: Mend | null;
}

export const ASK_FOR_ALL: Mend = {
  label: "Ask for all of them",
  changes: [{ name: "scanner.match", value: "all" }],
};

const ASK_FOR_ANY: Mend = {
  label: "Ask for any of them",
  changes: [{ name: "scanner.match", value: "any" }],
};

/** Conditions that all must hold, and that no instrument meets together. */
export function emptyScannerWarning({ scanner }: Strategy, preview: Preview | null): MendedWarning | null {
  const { priceGrowth, minPrice, marketCapRank, avgDailyValue, rules = [] } = scanner;
  const conditions = [priceGrowth, minPrice, marketCapRank, avgDailyValue].filter((one) => one !== null);
  const count = conditions.length + rules.filter(isInUse).length;
  if (!preview || preview.scanner > 0 || preview.instruments === 0 || scanner.match !== "all" || count < 2)
    return null;
  const message = `No instrument meets all ${count} conditions of the scanner on ${formatDay(preview.date)}: they may exclude each other.`;
  return { message, mend: ASK_FOR_ANY };
}

/** A scanner that lets everything through: of "any of" conditions everything meets one, or the conditions ask for little. */
export function filterWarning({ scanner }: Strategy, preview: Preview | null): MendedWarning | null {
  const { priceGrowth, minPrice, marketCapRank, avgDailyValue, rules = [] } = scanner;
  const fixed = [priceGrowth, minPrice, marketCapRank, avgDailyValue].filter((one) => one !== null);
  const lines = linesOf(rules, "scanner.rules").filter(({ isOff }) => !isOff);
  const isAsked = fixed.length > 0 || lines.some(({ text }) => isAboutInstrument(text));
  const words = preview && isAsked ? filterWords(preview.scanner, preview.instruments) : null;
  if (preview === null || words === null) return null;
  const passing = `${formatCount(preview.scanner)} of ${countOf(preview.instruments, "instrument")}`;
  const isAny = scanner.match === "any" && fixed.length + rules.filter(isInUse).length > 1;
  return isAny
    ? {
        message: `The scanner passes ${passing}: it ${words}, because any one of its conditions is enough.`,
        mend: ASK_FOR_ALL,
      }
    : {
        message: `The scanner passes ${passing} on ${formatDay(preview.date)}: it ${words}. Ask for more, or leave the choice to the buy rules.`,
        mend: null,
      };
}

/**
 * More places than were ever listed at once: part of the account finds no place.
 *
 * @param invested - mean percent of the account that a run of this very strategy had in positions; null while unknown
 */
export function placesWarning(
  { simulation }: Strategy,
  preview: Preview | null,
  invested: number | null,
): MendedWarning | null {
  const { maxPositions, positionSizing } = simulation;
  if (!preview || positionSizing !== "equal-weight") return null;
  const { mostListed } = preview;
  if (mostListed >= maxPositions || mostListed === 0) return null;
  const idle = Math.floor((100 * (maxPositions - mostListed)) / maxPositions);
  if (invested !== null && invested > 100 - idle) return null; // what is held has grown beyond its places
  return {
    message: `At most ${countOf(mostListed, "instrument")} at once for ${countOf(maxPositions, "place")}: ${formatPercentSetting(idle)} of the account or more stays in cash.`,
    mend: {
      label: `Use ${countOf(mostListed, "place")}`,
      changes: [{ name: "simulation.maxPositions", value: String(mostListed) }],
    },
  };
}

/** No costs or no spread, or those of another exchange or another size of trade. */
export function costWarning({ scanner, simulation }: Strategy, currency: string): MendedWarning | null {
  const preset = presetOf(simulation);
  const fitting = presetForExchange(scanner.exchange);
  if (preset === null) return null; // a person's own
  const tradeValue = firstTradeValue(simulation);
  const { percent, slippage } = costsOf(fitting ?? "none", tradeValue);
  const mend: Mend | null = fitting && {
    label: `Use ${PRESET_NAMES[fitting]}, ${formatPercentSetting(percent)} and ${formatPercentSetting(slippage)}`,
    changes: [
      { name: "simulation.commissionPercent", value: String(percent) },
      { name: "simulation.slippagePercent", value: String(slippage) },
    ],
  };
  if (preset === "none") return { message: "No costs are taken off: real trades are never free.", mend };
  if (fitting === null) return null;
  if (preset !== fitting) {
    const message = `The costs are those of ${PRESET_NAMES[preset]}, and the exchange is ${scanner.exchange}.`;
    return { message, mend };
  }
  if (simulation.slippagePercent === 0) {
    const message =
      "The costs have no spread: who buys at once pays a little more than who sells at once gets.";
    return { message, mend };
  }
  if (simulation.commissionPercent === percent) return null;
  const size = formatMoneySetting(Math.round(tradeValue), currency);
  const used = formatPercentSetting(simulation.commissionPercent);
  return {
    message: `The costs of ${used} a side are those of another size of trade: positions begin with ${size}.`,
    mend,
  };
}

/** Prices as traded where the data has better ones. */
export function basisWarning({ simulation }: Strategy, preview: Preview | null): MendedWarning | null {
  if (simulation.priceBasis === "adjusted" || preview?.hasAdjusted !== true) return null;
  return {
    message: "Prices as traded: a split looks like a crash, sets off stops, and dividends are missing.",
    mend: {
      label: "Use adjusted prices",
      changes: [{ name: "simulation.priceBasis", value: "adjusted" }],
    },
  };
}
