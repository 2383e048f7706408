/** What a person should look at before starting: what will surprise them, and what a run would be refused for. */
import { formatDay } from "#src/format/day.ts";
import { lowerFirst, upperFirst } from "#src/format/first-letter.ts";
import { formatMoneySetting } from "#src/format/money.ts";
import { countOf, formatPercentSetting } from "#src/format/number.ts";
import { scannerWarning } from "#src/format/strategy-text.ts";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import { periodMend, refusalWords, startMend, startProblem } from "#src/run/start-problem.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Preview } from "#workers/model/preview.ts";
import type { Problem, ProblemCode } from "#workers/model/problem.ts";
import { isInUse, numberLines } from "#workers/model/rule-lines.ts";
import type { RehearsedSketch } from "#workers/model/run-sketch.ts";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { RuleProblem } from "#workers/rules/strategy-rules.ts";
import type { Advice } from "./advice-item.ts";
import { namesOf } from "./dataset-names.ts";
import { asSentence } from "./field-messages.ts";
import { figureSlips, warmUpWarnings } from "./figure-advice.ts";
import { lineWarnings } from "./line-advice.ts";
import { lookAheadWarnings } from "./look-ahead-advice.ts";
import { listedAlone, portfolioWarnings, stopOfPortfolio } from "./portfolio-advice.ts";
import { NO_WEIGHT } from "./portfolio/weight-sums.ts";
import { problemOfNumber } from "./rules/line-check.ts";
import { lackBlocker, numberName, ruleBlocker } from "./rules/rule-advice.ts";
import { STEPS } from "./steps.ts";
import type { StepKey } from "./steps.ts";
import {
  ASK_FOR_ALL,
  basisWarning,
  costWarning,
  emptyScannerWarning,
  filterWarning,
  placesWarning,
} from "./terms-advice.ts";
import type { MendedWarning } from "./terms-advice.ts";

/** Prices that begin or end this much inside the period are no surprise: holidays, weekends. */
const FEW_DAYS = 10;

interface AdviceFacts {
  readonly dataset: Dataset | null;
  /** null while nothing is counted. */
  readonly preview: Preview | null;
  /** Why nothing is counted; null for no reason. */
  readonly refusal?: Problem | null;
  readonly currency: string;
  /** Of a run of this very strategy; null while there is none. */
  readonly rehearsed?: Pick<RehearsedSketch, "invested" | "meanOrder" | "ranOut"> | null;
}

/** What stops the start first, then in the order of the steps; nothing while the form can't be read. */
export function adviceFor(
  strategy: Strategy | null,
  { dataset, preview, refusal = null, currency, rehearsed = null }: AdviceFacts,
): readonly Advice[] {
  if (!strategy) return [];
  const blocker =
    startBlocker(strategy, dataset) ?? refusedBy(refusal, strategy, dataset) ?? lackBlocker(preview?.lacks);
  const open = scannerWarning(strategy.scanner);
  const lines = lineWarnings(strategy);
  const ahead = lookAheadWarnings(strategy, preview?.warnings ?? null, dataset);
  const warnings: readonly Advice[] = [
    ...warn("scanner", [
      open === null ? filterWarning(strategy, preview) : { message: open, mend: ASK_FOR_ALL },
      emptyScannerWarning(strategy, preview),
      marketCapWarning(strategy, preview),
      ...ahead.scanner,
      ...figureSlips(strategy, "scanner"),
      ...lines.scanner,
      ...warmUpWarnings(strategy, dataset, "scanner"),
    ]),
    ...warn("buy", [...ahead.buy, ...lines.buy, ...warmUpWarnings(strategy, dataset, "buy")]),
    ...warn("sell", [
      ...sellWarnings(strategy),
      stopOfPortfolio(strategy),
      ...ahead.sell,
      ...figureSlips(strategy, "sell"),
      ...lines.sell,
      ...warmUpWarnings(strategy, dataset, "sell"),
    ]),
    ...warn("simulation", [
      dataset && !blocker ? periodWarning(strategy.simulation, dataset) : null,
      slotWarning(strategy, currency),
      ...ahead.simulation,
      ...figureSlips(strategy, "simulation"),
      ...portfolioWarnings(strategy, { currency, preview, rehearsed }),
      placesWarning(strategy, preview, rehearsed?.invested ?? null),
      costWarning(strategy, currency),
      basisWarning(strategy, preview),
    ]),
  ];
  return blocker ? [blocker, ...warnings] : warnings;
}

/** Why a run on this dataset would be refused; null where nothing is known to be in the way. */
export function startBlocker(strategy: Strategy, dataset: Dataset | null): Advice | null {
  const names = namesOf(dataset, strategy.computed);
  return (
    ruleBlocker(strategy, names) ??
    unreadExpression(strategy) ??
    lackedByExpression(strategy, names) ??
    dataBlocker(strategy, dataset)
  );
}

/** The first expression that names what the data lacks. */
function lackedByExpression(strategy: Strategy, names: FormulaNames): Advice | null {
  for (const { place, text } of numberLines(strategy)) {
    const problem = problemOfNumber(text, names);
    if (!problem) continue;
    const { column, message, nearest } = problem;
    const meant = nearest === null ? "" : ` Did you mean ${nearest}?`;
    const told = `${numberName(place)} can't be read. Column ${column}: ${message}${meant}`;
    return { step: "simulation", message: told, stopsStart: true, mend: null };
  }
  return null;
}

/** The first expression that can't be read: it is kept as it is, half-typed, and stops nothing but the start. */
function unreadExpression(strategy: Strategy): Advice | null {
  const [first] = ruleProblemsOf(strategy);
  if (!first) return null;
  const { place, message } = first;
  const step = STEPS.find(({ key }) => place.startsWith(`${key}.`))?.key ?? "simulation";
  const blank = numberLines(strategy).some((line) => line.place === place && line.text === "");
  const told = blank
    ? `${numberName(place)}: ${lowerFirst(NO_WEIGHT)}`
    : asSentence(`${numberName(place)}${message.slice(place.length)}`);
  return { step, message: told, stopsStart: true, mend: null };
}

/** Where the chosen data have nothing of what is asked for. */
export function dataBlocker(strategy: Strategy, dataset: Dataset | null): Advice | null {
  if (dataset === null)
    return {
      step: "scanner",
      message: "The chosen dataset is no longer on this device. Choose another one.",
      stopsStart: true,
      mend: null,
    };
  const problem = startProblem(strategy, dataset);
  return problem && blockerOf(problem, strategy, dataset);
}

/** What no button mends: a person chooses other data, or other instruments. */
const MENDED_BY_CHOOSING: ReadonlySet<ProblemCode> = new Set<ProblemCode>(["universe-currencies"]);

/** The counts are refused, as a run would be, for what only the prices tell. */
export function refusedBy(
  refusal: Problem | null,
  strategy: Strategy,
  dataset: Dataset | null,
): Advice | null {
  const isKnown =
    refusal !== null &&
    (MENDED_BY_CHOOSING.has(refusal.code) || startMend(refusal, strategy, dataset) !== null);
  return isKnown ? blockerOf(refusal, strategy, dataset) : null;
}

function blockerOf(problem: Problem, strategy: Strategy, dataset: Dataset | null): Advice {
  return {
    step: problem.place?.startsWith("scanner.") === true ? "scanner" : "simulation",
    message: upperFirst(refusalWords(problem, strategy)),
    stopsStart: true,
    mend: startMend(problem, strategy, dataset) ?? listedAlone(problem, strategy),
  };
}

function warn(step: StepKey, warnings: readonly (MendedWarning | null)[]): Advice[] {
  return warnings.flatMap((warning) => (warning === null ? [] : [{ ...warning, step, stopsStart: false }]));
}

function marketCapWarning({ scanner, simulation }: Strategy, preview: Preview | null): MendedWarning | null {
  if (scanner.marketCapRank === null || preview?.passing.marketCapRank !== null) return null;
  const order =
    simulation.sortingType === "market-cap-desc" ? " The order priority falls back on the symbol." : "";
  return {
    message: `This data has no market cap: the market cap rank condition is left out.${order}`,
    mend: { label: "Switch it off", changes: [{ flag: "isOn.marketCapRank", isOn: false }] },
  };
}

function periodWarning(simulation: Strategy["simulation"], dataset: Dataset): MendedWarning | null {
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
  return {
    message: `The period is longer than the prices of "${title}": the simulation ${effect}.`,
    mend: periodMend(
      startsLate ? firstDate : simulation.startDate,
      endsEarly ? lastDate : simulation.endDate,
    ),
  };
}

function slotWarning({ scanner, simulation }: Strategy, currency: string): MendedWarning | null {
  const asksForPrice = scanner.match === "all" && scanner.minPrice !== null;
  if (simulation.positionSizing === "risk" || simulation.positionSizing === "weights") return null; // sizes differ
  const { positionPercent = 100 / simulation.maxPositions } = simulation;
  const slot = (simulation.startMargin * positionPercent) / 100;
  if (!asksForPrice || simulation.fractionalShares || slot >= (scanner.minPrice ?? 0)) return null;
  return {
    message: `Each position starts with ${formatMoneySetting(slot, currency)}, less than one share at the minimum price costs: nothing can be bought.`,
    mend: {
      label: "Buy fractions of shares",
      changes: [{ flag: "simulation.fractionalShares", isOn: true }],
    },
  };
}

function daysFrom(iso: string, laterIso: string): number {
  return (parseIsoDay(laterIso) ?? 0) - (parseIsoDay(iso) ?? 0);
}

/** What the sell rules of a strategy do that will surprise, each with its mend. */
function sellWarnings({ sell, simulation }: Strategy): readonly (MendedWarning | null)[] {
  const isHeld = simulation.positionSizing === "weights"; // a portfolio needs no exit
  return [isHeld ? null : noExit(sell), smallTrail(sell), idleStop(sell), shortHold(sell)];
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

/** What is wrong with the lines of a strategy, in the order of its fields. */
export function ruleProblemsOf(strategy: Strategy): readonly RuleProblem[] {
  const read = readStrategyRules(strategy);
  if (read.ok) return [];
  return (read.problem.details ?? []).map((message) => {
    const found = /^(\S+), column (\d+): /.exec(message);
    return { place: found?.[1] ?? "", column: Number(found?.[2] ?? 1), message };
  });
}
