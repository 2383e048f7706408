/** What a person should look at before starting: what will surprise them, and what a run would be refused for. */
import { formatDay, formatDayRange } from "#src/format/day.ts";
import { formatMoneySetting } from "#src/format/money.ts";
import { countOf, formatPercentSetting } from "#src/format/number.ts";
import { scannerWarning } from "#src/format/strategy-text.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Preview } from "#workers/model/preview.ts";
import { isInUse } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { StepKey } from "./steps.ts";
import { missingUniverse } from "./universe.ts";

export interface Advice {
  readonly step: StepKey;
  readonly message: string;
  /** A run is refused for it; else it only warns. */
  readonly stopsStart: boolean;
}

/** Prices that begin or end this much inside the period are no surprise: holidays, weekends. */
const FEW_DAYS = 10;

interface AdviceFacts {
  readonly dataset: Dataset | null;
  /** null while nothing is counted. */
  readonly preview: Preview | null;
  readonly currency: string;
}

/** What stops the start first, then in the order of the steps; nothing while the form can't be read. */
export function adviceFor(
  strategy: Strategy | null,
  { dataset, preview, currency }: AdviceFacts,
): readonly Advice[] {
  if (!strategy) return [];
  const blocker = startBlocker(strategy, dataset);
  const warnings: readonly Advice[] = [
    ...warn("scanner", [scannerWarning(strategy.scanner), marketCapWarning(strategy, preview)]),
    ...warn("sell", sellWarnings(strategy.sell)),
    ...warn("simulation", [
      dataset && !blocker ? periodWarning(strategy.simulation, dataset) : null,
      slotWarning(strategy, currency),
    ]),
  ];
  return blocker ? [blocker, ...warnings] : warnings;
}

/** Why a run on this dataset would be refused; null where nothing is known to be in the way. */
export function startBlocker({ scanner, simulation }: Strategy, dataset: Dataset | null): Advice | null {
  const missing = missingUniverse(dataset, scanner.exchange, scanner.instrumentType);
  if (missing !== null) return { step: "scanner", message: missing, stopsStart: true };
  if (!dataset?.firstDate || !dataset.lastDate) return null;
  if (simulation.startDate <= dataset.lastDate && simulation.endDate >= dataset.firstDate) return null;
  const range = formatDayRange(dataset.firstDate, dataset.lastDate);
  return {
    step: "simulation",
    message: `"${dataset.title}" has no prices in this period. Choose dates within ${range}.`,
    stopsStart: true,
  };
}

function warn(step: StepKey, messages: readonly (string | null)[]): Advice[] {
  return messages.flatMap((message) => (message === null ? [] : [{ step, message, stopsStart: false }]));
}

function marketCapWarning({ scanner, simulation }: Strategy, preview: Preview | null): string | null {
  if (scanner.marketCapRank === null || preview?.passing.marketCapRank !== null) return null;
  const order =
    simulation.sortingType === "market-cap-desc" ? " The order priority falls back on the symbol." : "";
  return `This data has no market cap: the market cap rank condition is left out.${order}`;
}

function sellWarnings(sell: Strategy["sell"]): (string | null)[] {
  const { trailingStopLoss, stopLoss, takeProfit, maxHoldingDays, minHoldingDays } = sell;
  const exits = [trailingStopLoss, stopLoss, takeProfit, maxHoldingDays];
  const hasExit = exits.some((rule) => rule !== null) || (sell.rules ?? []).some(isInUse);
  return [
    hasExit ? null : "No exit rule is on: what is bought stays until the end of the simulation.",
    trailingStopLoss !== null && trailingStopLoss < 1
      ? `A trailing stop of ${formatPercentSetting(trailingStopLoss)} is less than most prices move in a day: positions are sold as soon as they may be.`
      : null,
    stopLoss !== null && trailingStopLoss !== null && stopLoss >= trailingStopLoss
      ? `The trailing stop of ${formatPercentSetting(trailingStopLoss)} counts from the entry price at the latest, so the stop loss of ${formatPercentSetting(stopLoss)} never comes first.`
      : null,
    maxHoldingDays !== null && maxHoldingDays < minHoldingDays
      ? `The maximum holding of ${countOf(maxHoldingDays, "day")} is under the minimum of ${countOf(minHoldingDays, "day")}: the minimum wins, and every position is sold when it ends.`
      : null,
  ];
}

function periodWarning(simulation: Strategy["simulation"], dataset: Dataset): string | null {
  const { firstDate, lastDate, title } = dataset;
  if (!firstDate || !lastDate) return null;
  const startsLate = daysFrom(simulation.startDate, firstDate) > FEW_DAYS;
  const endsEarly = daysFrom(lastDate, simulation.endDate) > FEW_DAYS;
  if (!startsLate && !endsEarly) return null;
  const first = formatDay(firstDate);
  const last = formatDay(lastDate);
  const effect =
    startsLate && endsEarly
      ? `runs from ${first} to ${last}`
      : startsLate
        ? `begins on ${first}`
        : `ends on ${last}`;
  return `The period is longer than the prices of "${title}": the simulation ${effect}.`;
}

function slotWarning({ scanner, simulation }: Strategy, currency: string): string | null {
  const asksForPrice = scanner.match === "all" && scanner.minPrice !== null;
  if (simulation.positionSizing === "risk") return null; // each position has a size of its own
  const { positionPercent = 100 / simulation.maxPositions } = simulation;
  const slot = (simulation.startMargin * positionPercent) / 100;
  if (!asksForPrice || simulation.fractionalShares || slot >= (scanner.minPrice ?? 0)) return null;
  return `Each position starts with ${formatMoneySetting(slot, currency)}, less than one share at the minimum price costs: nothing can be bought.`;
}

function daysFrom(iso: string, laterIso: string): number {
  return (parseIsoDay(laterIso) ?? 0) - (parseIsoDay(iso) ?? 0);
}
