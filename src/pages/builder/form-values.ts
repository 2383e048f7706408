/**
 * The builder's form as people type it: figures are text, so that nothing typed is lost, and a condition that can be
 * switched off keeps its text while it is off. formSchema turns it into a strategy with the limits that every file has.
 */
import { z } from "zod";
import { localeOfCurrency } from "#src/format/money.ts";
import { formatWith } from "#src/format/number.ts";
import type { FormulaNames } from "#src/formula/formula-names.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { defaultStrategy, LATEST_FORMAT, readStrategy, settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { MOST_WEIGHTS } from "#workers/model/weights.ts";
import { placeOf } from "#workers/model/strategy-fault.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";
import { ADDED_FIELDS, addedSettings, addedValues, suggestedAt, withAdded } from "./added-fields.ts";
import {
  computedOf,
  ownNumbersOf,
  ownNumbersSchema,
  readableNumbers,
  readOlderDraft,
} from "./computed/own-numbers.ts";
import { fieldMessage } from "./field-messages.ts";
import { countedWeights, readKeptDraft } from "./portfolio/portfolio-values.ts";
import { countableRules, problemOfNumber } from "./rules/line-check.ts";
import { readBranches, rulesOfText, textOfRules } from "./rules/rule-texts.ts";

const text = z.string();
const flag = z.boolean();

const formValuesSchema = z.object({
  name: text,
  datasetId: text,
  scanner: z.object({
    exchange: text,
    instrumentType: text,
    match: text,
    priceGrowth: text,
    priceGrowthDays: text,
    minPrice: text,
    marketCapRank: text,
    avgDailyValue: text,
    avgDailyValueDays: text,
    ...ADDED_FIELDS.scanner,
  }),
  buy: z.object({ lastPriceVsClose: flag, closeDays: text, lastPriceVsMA: flag, movingAverageDays: text }),
  sell: z.object({
    trailingStopLoss: text,
    minHoldingDays: text,
    stopLoss: text,
    takeProfit: text,
    maxHoldingDays: text,
    ...ADDED_FIELDS.sell,
  }),
  simulation: z.object({
    startMargin: text,
    startDate: text,
    endDate: text,
    maxPositions: text,
    sortingType: text,
    fillAt: text,
    priceBasis: text,
    commissionPercent: text,
    slippagePercent: text,
    fractionalShares: flag,
    riskFreePercent: text,
    /** A symbol; blank is the dataset's own. */
    benchmark: text,
    ...ADDED_FIELDS.simulation,
  }),
  /** Which of the conditions that can be off are on. */
  isOn: z.object({
    priceGrowth: flag,
    minPrice: flag,
    marketCapRank: flag,
    avgDailyValue: flag,
    trailingStopLoss: flag,
    stopLoss: flag,
    takeProfit: flag,
    maxHoldingDays: flag,
    ...ADDED_FIELDS.isOn,
  }),
  /** Each step's own rules (rules/rule-texts.ts). */
  rules: z.object({ scanner: text, buy: text, sell: text }),
  /** A person's own numbers. */
  computed: ownNumbersSchema,
});

/** Drafts of an older form have no word of them, or had them in a text of further settings. */
const draftSchema = formValuesSchema.partial({ computed: true, rules: true });

export type FormValues = z.infer<typeof formValuesSchema>;

/** What a valid form means. */
export interface FormOutcome {
  readonly strategy: Strategy;
  readonly datasetId: string;
}

/** The settings of the conditions that can be switched off, by their switch. */
export const SWITCHED = {
  priceGrowth: "scanner.priceGrowth",
  minPrice: "scanner.minPrice",
  marketCapRank: "scanner.marketCapRank",
  avgDailyValue: "scanner.avgDailyValue",
  trailingStopLoss: "sell.trailingStopLoss",
  stopLoss: "sell.stopLoss",
  takeProfit: "sell.takeProfit",
  maxHoldingDays: "sell.maxHoldingDays",
} as const satisfies Record<Exclude<keyof FormValues["isOn"], ListName>, FieldPath>;

/** Lists that can be switched off (names-field.tsx). */
export type ListName = keyof typeof ADDED_FIELDS.isOn;

/** The form's schema: FormValues in, FormOutcome out, one message a field, at the field's own path. */
export const formSchema = formValuesSchema.transform((values, context): FormOutcome => {
  const read = readStrategy(toCandidate(values));
  if (read.ok) return { strategy: read.value, datasetId: values.datasetId };
  const told = new Set<string>();
  for (const { path, limit, text: sentence } of read.problem) {
    const place = placeOf(path);
    if (told.has(place)) continue;
    told.add(place);
    const typed = textAt(values, path);
    const message = typed === null ? `${sentence}.` : fieldMessage(place, limit, typed);
    context.addIssue({ code: "custom", path: [...path], message });
  }
  return z.NEVER;
});

/**
 * The form that shows a strategy; figures are grouped as the currency's readers group them.
 *
 * @param formulas - lines of its rules that are shown as formulas, also where they could be fields
 */
export function toFormValues(
  strategy: Strategy,
  datasetId: string,
  currency: string,
  formulas?: readonly string[],
): FormValues {
  const locale = localeOfCurrency(currency);
  const show = (value: number) => formatWith(value, locale, { maximumFractionDigits: 20 });
  const { name, scanner, buy, sell, simulation } = strategy;
  const isOn = (path: FieldPath) => settingAt(strategy, path) !== null;
  const switched = (path: FieldPath) => show(Number(settingAt(strategy, path) ?? suggestedAt(path)));
  const added = addedValues(strategy, show);
  return {
    name,
    datasetId,
    scanner: {
      exchange: scanner.exchange,
      instrumentType: scanner.instrumentType,
      match: scanner.match,
      priceGrowth: switched(SWITCHED.priceGrowth),
      priceGrowthDays: show(scanner.priceGrowthDays),
      minPrice: switched(SWITCHED.minPrice),
      marketCapRank: switched(SWITCHED.marketCapRank),
      avgDailyValue: switched(SWITCHED.avgDailyValue),
      avgDailyValueDays: show(scanner.avgDailyValueDays),
      ...added.scanner,
    },
    buy: {
      lastPriceVsClose: buy.lastPriceVsClose,
      closeDays: show(buy.closeDays),
      lastPriceVsMA: buy.lastPriceVsMA,
      movingAverageDays: show(buy.movingAverageDays),
    },
    sell: {
      trailingStopLoss: switched(SWITCHED.trailingStopLoss),
      minHoldingDays: show(sell.minHoldingDays),
      stopLoss: switched(SWITCHED.stopLoss),
      takeProfit: switched(SWITCHED.takeProfit),
      maxHoldingDays: switched(SWITCHED.maxHoldingDays),
      ...added.sell,
    },
    simulation: {
      startMargin: show(simulation.startMargin),
      startDate: simulation.startDate,
      endDate: simulation.endDate,
      maxPositions: show(simulation.maxPositions),
      sortingType: simulation.sortingType,
      fillAt: simulation.fillAt,
      priceBasis: simulation.priceBasis,
      commissionPercent: show(simulation.commissionPercent),
      slippagePercent: show(simulation.slippagePercent),
      fractionalShares: simulation.fractionalShares,
      riskFreePercent: show(simulation.riskFreePercent),
      benchmark: simulation.benchmark ?? "",
      ...added.simulation,
    },
    isOn: {
      priceGrowth: isOn(SWITCHED.priceGrowth),
      minPrice: isOn(SWITCHED.minPrice),
      marketCapRank: isOn(SWITCHED.marketCapRank),
      avgDailyValue: isOn(SWITCHED.avgDailyValue),
      trailingStopLoss: isOn(SWITCHED.trailingStopLoss),
      stopLoss: isOn(SWITCHED.stopLoss),
      takeProfit: isOn(SWITCHED.takeProfit),
      maxHoldingDays: isOn(SWITCHED.maxHoldingDays),
      ...added.isOn,
    },
    rules: {
      scanner: textOfRules(scanner.rules, formulas),
      buy: textOfRules(buy.rules, formulas),
      sell: textOfRules(sell.rules, formulas),
    },
    computed: ownNumbersOf(strategy),
  };
}

/** Paths of the fields that can't be read; [] for a form in order. */
export type FaultPaths = readonly (readonly PropertyKey[])[];

/**
 * What of a form can be read: a step with a fault has the defaults in its place, so that the others still say what they
 * mean. Who shows it leaves out what is of such a step.
 */
export function toReadableOutcome(values: FormValues, faults: FaultPaths): FormOutcome | null {
  return formSchema.safeParse(readableParts(values, faults)).data ?? null;
}

/**
 * The same with everything in order that the preview does not look at: a blank name is no reason not to count, and a
 * wrong figure of the scanner none not to count the buy rules. Lines that can't be read, and those with names that the data lacks, are left out
 * of their groups.
 */
export function toPreviewOutcome(
  values: FormValues,
  faults: FaultPaths,
  names: FormulaNames,
): FormOutcome | null {
  const neutral = neutralForm(values);
  const isWrong = (field: string) => faults.some((path) => path[0] === "simulation" && path[1] === field);
  const { startDate, endDate, priceBasis, benchmark } = values.simulation;
  const readable = readableParts(values, faults);
  const { scanner, buy, sell } = readable.rules;
  const counted: FormValues = {
    ...readable,
    name: neutral.name,
    rules: {
      scanner: textOfRules(countableRules(rulesOfText(scanner), false, names)),
      buy: textOfRules(countableRules(rulesOfText(buy), false, names)),
      sell: textOfRules(countableRules(rulesOfText(sell), true, names)),
    },
    // what the run reads is read for the counts: they have its prices in memory
    sell: { ...neutral.sell, stopOrders: values.sell.stopOrders },
    simulation: {
      ...neutral.simulation,
      ...(!isWrong("startDate") && !isWrong("endDate") && { startDate, endDate }),
      priceBasis,
      ...countedOrder(values.simulation, names, isWrong),
      ...countedParts(values.simulation, names),
      ...countedSize(values.simulation, names, isWrong),
      ...(!isWrong("cash") && { cash: values.simulation.cash }),
      benchmark: isWrong("benchmark") ? "" : benchmark,
    },
  };
  return formSchema.safeParse(counted).data ?? null;
}

/** The order of candidates, whose warnings belong to the counts; nothing where it can't be read. */
function countedOrder(
  { sortingType, sortBy }: FormValues["simulation"],
  names: FormulaNames,
  isWrong: (field: string) => boolean,
): Partial<FormValues["simulation"]> {
  if (isWrong("sortingType")) return {};
  if (sortingType !== "expression") return { sortingType };
  return isWrong("sortBy") || problemOfNumber(sortBy, names) ? {} : { sortingType, sortBy };
}

/** The sizing by weights, of which a candidate has one above 0; nothing where none of them can be read. */
function countedParts(
  { positionSizing, weight, weights }: FormValues["simulation"],
  names: FormulaNames,
): Partial<FormValues["simulation"]> {
  if (positionSizing !== "weights") return {};
  const counted = countedWeights(
    { weight, weights: weights.slice(0, MOST_WEIGHTS) },
    (line) => problemOfNumber(line, names) === null,
  );
  return counted ? { positionSizing, ...counted } : {};
}

/** The sizing by risk, without which an instrument is no candidate; nothing where it can't be read. */
function countedSize(
  { positionSizing, positionPercent, riskPercent, riskDistance }: FormValues["simulation"],
  names: FormulaNames,
  isWrong: (field: string) => boolean,
): Partial<FormValues["simulation"]> {
  const fields = ["positionSizing", "positionPercent", "riskPercent", "riskDistance"];
  if (positionSizing !== "risk" || fields.some(isWrong) || problemOfNumber(riskDistance, names)) return {};
  return { positionSizing, positionPercent, riskPercent, riskDistance };
}

function readableParts(values: FormValues, faults: FaultPaths): FormValues {
  const neutral = neutralForm(values);
  const isWrong = (section: string) => faults.some((path) => path[0] === section);
  const { priceGrowth, minPrice, marketCapRank, avgDailyValue, symbols, sectors, ...exits } = values.isOn;
  const { exchange, exchanges, instrumentType } = values.scanner;
  return {
    ...values,
    name: isWrong("name") ? neutral.name : values.name,
    computed: readableNumbers(values.computed, (at) =>
      faults.some(([section, place]) => section === "computed" && (place ?? at) === at),
    ),
    scanner: isWrong("scanner")
      ? { ...neutral.scanner, exchange, exchanges, instrumentType }
      : values.scanner,
    buy: isWrong("buy") ? neutral.buy : values.buy,
    sell: isWrong("sell") ? neutral.sell : values.sell,
    simulation: readableSimulation(values.simulation, neutral.simulation, faults),
    isOn: {
      ...neutral.isOn,
      ...(!isWrong("scanner") && { priceGrowth, minPrice, marketCapRank, avgDailyValue, symbols, sectors }),
      ...(!isWrong("sell") && exits),
    },
    rules: {
      scanner: isWrong("scanner") ? "" : values.rules.scanner,
      buy: isWrong("buy") ? "" : values.rules.buy,
      sell: isWrong("sell") ? "" : values.rules.sell,
    },
  };
}

/** Rows of a portfolio that are not filled yet take nothing else of the step with them. */
function readableSimulation(
  typed: FormValues["simulation"],
  neutral: FormValues["simulation"],
  faults: FaultPaths,
): FormValues["simulation"] {
  const wrong = faults.filter(([section]) => section === "simulation").map((path) => String(path[1]));
  if (wrong.length === 0) return typed;
  if (!wrong.every((field) => PORTFOLIO_ROWS.has(field))) return neutral;
  const { positionSizing, weights, flows, cash } = neutral;
  return { ...typed, positionSizing, weights, flows, cash };
}

const PORTFOLIO_ROWS: ReadonlySet<string> = new Set(["weights", "flows", "cash"]);

function neutralForm({ datasetId }: FormValues): FormValues {
  return toFormValues(defaultStrategy, datasetId, "USD");
}

/**
 * A stored draft's values, or null where they are not this form's (an older form, damage).
 *
 * @param saved - of the strategy itself: a draft that has no word of its rules or own numbers has those
 */
export function readDraftValues(stored: unknown, saved: FormValues): FormValues | null {
  const older = readOlderDraft(stored);
  if (older === "unreadable") return null;
  const inPlace = older ?? readKeptDraft(stored);
  const known = inPlace && toFormValues(inPlace, saved.datasetId, "USD");
  const draft = draftSchema.safeParse(withAdded(stored, known ?? saved)).data;
  if (!draft) return null;
  const { rules = (known ?? saved).rules, computed = (known ?? saved).computed } = draft;
  if (Object.values(rules).some((each) => readBranches(each) === null)) return null;
  return { ...draft, rules, computed };
}

/** The values as every strategy is read; a figure that can't be read is NaN, which it refuses with the limit. */
function toCandidate(values: FormValues): unknown {
  const { name, scanner, buy, sell, simulation, isOn, rules, computed } = values;
  const added = addedSettings(values, figure);
  const isRiskFreeCash = simulation.riskFree === "cash" && simulation.cash.earns !== "nothing";
  const sections = {
    scanner: {
      ...scanner,
      priceGrowth: figureIf(isOn.priceGrowth, scanner.priceGrowth),
      priceGrowthDays: figure(scanner.priceGrowthDays),
      minPrice: figureIf(isOn.minPrice, scanner.minPrice),
      marketCapRank: figureIf(isOn.marketCapRank, scanner.marketCapRank),
      avgDailyValue: figureIf(isOn.avgDailyValue, scanner.avgDailyValue),
      avgDailyValueDays: figure(scanner.avgDailyValueDays),
      rules: rulesOfText(rules.scanner),
      ...added.scanner,
    },
    buy: {
      ...buy,
      closeDays: figure(buy.closeDays),
      movingAverageDays: figure(buy.movingAverageDays),
      rules: rulesOfText(rules.buy),
    },
    sell: {
      rules: rulesOfText(rules.sell),
      trailingStopLoss: figureIf(isOn.trailingStopLoss, sell.trailingStopLoss),
      minHoldingDays: figure(sell.minHoldingDays),
      stopLoss: figureIf(isOn.stopLoss, sell.stopLoss),
      takeProfit: figureIf(isOn.takeProfit, sell.takeProfit),
      maxHoldingDays: figureIf(isOn.maxHoldingDays, sell.maxHoldingDays),
      ...added.sell,
    },
    simulation: {
      ...simulation,
      startMargin: figure(simulation.startMargin),
      maxPositions: figure(simulation.maxPositions),
      commissionPercent: figure(simulation.commissionPercent),
      slippagePercent: figure(simulation.slippagePercent),
      riskFreePercent: isRiskFreeCash ? 0 : figure(simulation.riskFreePercent),
      benchmark: simulation.benchmark.trim() === "" ? null : simulation.benchmark.trim(),
      ...added.simulation,
    },
  };
  // the reader makes the format what it is
  return { format: LATEST_FORMAT, ...sections, ...computedOf(computed), name: name.trim() };
}

function figure(typed: string): number {
  return readAmount(typed) ?? Number.NaN;
}

function figureIf(on: boolean, typed: string): number | null {
  return on ? figure(typed) : null;
}

/** null where no field of the form stands at the path. */
function textAt(values: FormValues, path: readonly PropertyKey[]): string | null {
  let value: unknown = values;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return null;
    value = Reflect.get(value, key);
  }
  if (Array.isArray(value) && value.every((name) => typeof name === "string")) return value.join(", ");
  return typeof value === "string" ? value : null;
}
