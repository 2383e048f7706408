/** What surprises who holds by weights, moves money in and out, or fills as papers do, each with its mend. */
import { countOf, formatPercentSetting } from "#src/format/number.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { MendedWarning } from "./terms-advice.ts";

/** Of a sale's rules: a stop that was left on sells what a portfolio means to hold. */
export function stopOfPortfolio({ sell, simulation }: Strategy): MendedWarning | null {
  if (simulation.positionSizing !== "weights" || sell.trailingStopLoss === null) return null;
  return {
    message: `This is a portfolio, and still each part of it is sold when it falls by ${formatPercentSetting(sell.trailingStopLoss)} from its highest price.`,
    mend: {
      label: "Switch the trailing stop off",
      changes: [{ flag: "isOn.trailingStopLoss", isOn: false }],
    },
  };
}

/** Of the simulation's settings. */
export function portfolioWarnings(strategy: Strategy): readonly (MendedWarning | null)[] {
  return [idleDeposits(strategy), neverSetBack(strategy), fewerPlaces(strategy), filledAtSignal(strategy)];
}

function idleDeposits({ simulation }: Strategy): MendedWarning | null {
  const { flows = [], positionSizing } = simulation;
  if (positionSizing === "weights" || !flows.some(({ amount = 0 }) => amount > 0)) return null;
  return {
    message:
      "What is put in waits for the next new position: with places nothing is bought more of that is held already.",
    mend: {
      label: "Hold all in equal parts instead",
      changes: [
        { name: "simulation.positionSizing", value: "weights" },
        { name: "simulation.weight", value: "1" },
        { name: "simulation.weightsAre", value: "parts" },
        { name: "simulation.rebalance", value: "monthly" },
        { name: "simulation.schedule", value: "monthly" },
      ],
    },
  };
}

function neverSetBack({ simulation }: Strategy): MendedWarning | null {
  const { positionSizing, weightsAre = "parts", rebalance = "never" } = simulation;
  if (positionSizing !== "weights" || weightsAre !== "parts" || rebalance !== "never") return null;
  return {
    message: "Nothing is ever set back to plan: what rises most becomes most of the account.",
    mend: {
      label: "Set back each year",
      changes: [{ name: "simulation.rebalance", value: "yearly" }],
    },
  };
}

function fewerPlaces({ simulation }: Strategy): MendedWarning | null {
  const { positionSizing, weights = [], maxPositions } = simulation;
  if (positionSizing !== "weights" || weights.length <= maxPositions) return null;
  return {
    message: `${countOf(weights.length, "instrument")} are listed for ${countOf(maxPositions, "place")}: some are never bought.`,
    mend: {
      label: `Use ${countOf(weights.length, "place")}`,
      changes: [{ name: "simulation.maxPositions", value: String(weights.length) }],
    },
  };
}

function filledAtSignal({ simulation }: Strategy): MendedWarning | null {
  if (simulation.fillAt !== "same-close") return null;
  return {
    message: "Bought at the very price that gave the signal: as papers do, nobody can.",
    mend: {
      label: "Use the next day's open",
      changes: [{ name: "simulation.fillAt", value: "next-open" }],
    },
  };
}
