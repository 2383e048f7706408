/** What the sell rules of a strategy do that will surprise, each with its mend. */
import { countOf, formatPercentSetting } from "#src/format/number.ts";
import { isInUse } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import type { MendedWarning } from "./terms-advice.ts";

export function sellWarnings(sell: Strategy["sell"]): readonly (MendedWarning | null)[] {
  return [noExit(sell), smallTrail(sell), idleStop(sell), shortHold(sell)];
}

function noExit(sell: Strategy["sell"]): MendedWarning | null {
  const { trailingStopLoss, stopLoss, takeProfit, maxHoldingDays, rules = [] } = sell;
  const exits = [trailingStopLoss, stopLoss, takeProfit, maxHoldingDays];
  if (exits.some((rule) => rule !== null) || rules.some(isInUse)) return null;
  const usual = Number(fieldAt("sell.trailingStopLoss").default);
  return {
    message: "No exit rule is on: what is bought stays until the end of the simulation.",
    mend: {
      label: `Use a trailing stop of ${formatPercentSetting(usual)}`,
      changes: [
        { flag: "isOn.trailingStopLoss", isOn: true },
        { name: "sell.trailingStopLoss", value: String(usual) },
      ],
    },
  };
}

function smallTrail({ trailingStopLoss }: Strategy["sell"]): MendedWarning | null {
  if (trailingStopLoss === null || trailingStopLoss >= 1) return null;
  const meant = Number((trailingStopLoss * 100).toPrecision(12));
  return {
    message: `A trailing stop of ${formatPercentSetting(trailingStopLoss)} is less than most prices move in a day: positions are sold as soon as they may be.`,
    mend: {
      label: `Make it ${formatPercentSetting(meant)}`,
      changes: [{ name: "sell.trailingStopLoss", value: String(meant) }],
    },
  };
}

function idleStop({ stopLoss, trailingStopLoss }: Strategy["sell"]): MendedWarning | null {
  if (stopLoss === null || trailingStopLoss === null || stopLoss < trailingStopLoss) return null;
  const [trail, stop] = [formatPercentSetting(trailingStopLoss), formatPercentSetting(stopLoss)];
  return {
    message: `The trailing stop of ${trail} counts from the entry price at the latest, so the stop loss of ${stop} never comes first.`,
    mend: { label: "Switch the stop loss off", changes: [{ flag: "isOn.stopLoss", isOn: false }] },
  };
}

function shortHold({ maxHoldingDays, minHoldingDays }: Strategy["sell"]): MendedWarning | null {
  if (maxHoldingDays === null || maxHoldingDays >= minHoldingDays) return null;
  return {
    message: `The maximum holding of ${countOf(maxHoldingDays, "day")} is under the minimum of ${countOf(minHoldingDays, "day")}: the minimum wins, and every position is sold when it ends.`,
    mend: {
      label: `Use a minimum of ${countOf(maxHoldingDays, "day")}`,
      changes: [{ name: "sell.minHoldingDays", value: String(maxHoldingDays) }],
    },
  };
}
