/** What is worth trying after a result: at most three runs or searches, each with its reason. */
import { formatDay } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { formatPercentSetting } from "#src/format/number.ts";
import { targetName } from "#src/format/target-text.ts";
import { optimiseAddress } from "#src/share/optimise-address.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { NumbersMap } from "#src/storage/robustness-record.ts";
import { costsOf, firstTradeValue, presetForExchange } from "#workers/model/cost-presets.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { HalfPair } from "../reading-facts.ts";

export interface NextStep {
  readonly title: string;
  /** Why, in a sentence. */
  readonly reason: string;
  /** A run of the strategy with other settings, or a page to open. */
  readonly act:
    | { readonly type: "run"; readonly variant: Strategy }
    | { readonly type: "open"; readonly address: string };
}

interface StepSources {
  readonly run: RunRecord;
  readonly halves: HalfPair | null;
  /** null until it is found. */
  readonly map: NumbersMap | null;
}

export function nextSteps({ run, halves, map }: StepSources): readonly NextStep[] {
  return [costStep(run), halfStep(run, halves), numbersStep(run, map)].filter((step) => step !== null);
}

/** Commission and slippage in percent a side, where no preset of the exchange says what trading costs. */
const PLAIN_COSTS = [0.1, 0] as const;

/** null for a run that paid as much. */
function costStep({ strategy }: RunRecord): NextStep | null {
  const { simulation, scanner } = strategy;
  const preset = presetForExchange(scanner.exchange);
  const worked = costsOf(preset ?? "none", firstTradeValue(simulation));
  const [commissionPercent, slippagePercent] = preset ? [worked.percent, worked.slippage] : PLAIN_COSTS;
  const [paid, asked] = [sumOf(simulation), sumOf({ commissionPercent, slippagePercent })];
  if (paid >= asked) return null;
  const costs = formatPercentSetting(asked);
  return {
    title: preset === "nse-delivery" ? "Run with NSE delivery costs" : `Run with costs of ${costs} a side`,
    reason: `${costs} of each buy and each sell instead of ${paid === 0 ? "nothing" : formatPercentSetting(paid)}: the broker, the exchange, taxes and the spread take their part of every trade.`,
    act: { type: "run", variant: withSimulation(strategy, { commissionPercent, slippagePercent }) },
  };
}

/** Both costs in percent, without the dust that adding fractions leaves. */
function sumOf({ commissionPercent, slippagePercent }: Costs): number {
  return Number((commissionPercent + slippagePercent).toFixed(6));
}

type Costs = Pick<Strategy["simulation"], "commissionPercent" | "slippagePercent">;

function halfStep({ strategy }: RunRecord, halves: HalfPair | null): NextStep | null {
  if (halves === null) return null;
  return {
    title: "Test it on the second half",
    reason: `Starts on ${formatDay(halves.from)}. It is a fair test only if the rules were chosen from what came before that day.`,
    act: { type: "run", variant: withSimulation(strategy, { startDate: halves.from }) },
  };
}

function numbersStep({ strategy, strategyId }: RunRecord, map: NumbersMap | null): NextStep | null {
  if (map === null || map.axes.length === 0) return null;
  const names = map.axes.map((axis) => targetName(axis, strategy));
  const isOne = names.length === 1;
  return {
    title: isOne ? "Vary its most important number" : "Vary its two most important numbers",
    reason: `A small change of ${joinWords(names, "or")} moves the CAGR most. A result that holds with nearby numbers depends less on a lucky choice.`,
    act: { type: "open", address: optimiseAddress(strategyId, map.axes) },
  };
}

function withSimulation(strategy: Strategy, changes: Partial<Strategy["simulation"]>): Strategy {
  return { ...strategy, simulation: { ...strategy.simulation, ...changes } };
}
