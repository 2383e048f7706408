/**
 * The builder's form as people type it: figures are text, so that nothing typed is lost, and a condition that can be
 * switched off keeps its text while it is off. formSchema turns it into a strategy with the limits that every file has.
 */
import { z } from "zod";
import { localeOfCurrency } from "#src/format/money.ts";
import { numberFormat } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { defaultStrategy, readStrategy, settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { placeOf } from "#workers/model/strategy-fault.ts";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";
import { fieldMessage } from "./field-messages.ts";
import { furtherText, readFurther, withFurther } from "./further-settings.ts";

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
  }),
  buy: z.object({ lastPriceVsClose: flag, closeDays: text, lastPriceVsMA: flag, movingAverageDays: text }),
  sell: z.object({
    trailingStopLoss: text,
    minHoldingDays: text,
    stopLoss: text,
    takeProfit: text,
    maxHoldingDays: text,
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
  }),
  /** What the form keeps without editing it (further-settings.ts). */
  further: text,
});

/** Drafts of before there were such settings have no word of them. */
const draftSchema = formValuesSchema.partial({ further: true });

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
} as const satisfies Record<keyof FormValues["isOn"], FieldPath>;

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

/** The form that shows a strategy; figures are grouped as the currency's readers group them. */
export function toFormValues(strategy: Strategy, datasetId: string, currency: string): FormValues {
  const format = numberFormat(localeOfCurrency(currency), { maximumFractionDigits: 20 });
  const show = (value: number) => format.format(value);
  const { name, scanner, buy, sell, simulation } = strategy;
  const isOn = (path: FieldPath) => settingAt(strategy, path) !== null;
  const switched = (path: FieldPath) => show(Number(settingAt(strategy, path) ?? suggestedAt(path)));
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
    },
    further: furtherText(strategy),
  };
}

/** Stands in the field of a condition that is off, ready to be switched on. */
function suggestedAt(path: FieldPath): number {
  const field = fieldAt(path);
  return "suggested" in field ? field.suggested : 0;
}

/** The same form with everything in order that the preview does not look at: a blank name is no reason not to count. */
export function toPreviewOutcome(values: FormValues): FormOutcome | null {
  const neutral = toFormValues(defaultStrategy, values.datasetId, "USD");
  const { startDate, endDate, priceBasis, benchmark } = values.simulation;
  const counted: FormValues = {
    ...neutral,
    scanner: values.scanner,
    buy: values.buy,
    simulation: { ...neutral.simulation, startDate, endDate, priceBasis, benchmark },
    isOn: { ...neutral.isOn, ...conditionsOf(values.isOn) },
    further: furtherText(readFurther(values.further) ?? defaultStrategy, ["scanner", "buy"]),
  };
  return formSchema.safeParse(counted).data ?? null;
}

function conditionsOf({ priceGrowth, minPrice, marketCapRank, avgDailyValue }: FormValues["isOn"]) {
  return { priceGrowth, minPrice, marketCapRank, avgDailyValue };
}

/**
 * A stored draft's values, or null where they are not this form's (an older form, damage).
 *
 * @param saved - of the strategy itself: a draft that has no word of the settings that are only kept has those
 */
export function readDraftValues(stored: unknown, saved: FormValues): FormValues | null {
  const draft = draftSchema.safeParse(stored).data;
  if (!draft) return null;
  const further = draft.further ?? saved.further;
  return readFurther(further) && { ...draft, further };
}

/** The values as every strategy is read; a figure that can't be read is NaN, which it refuses with the limit. */
function toCandidate({ name, scanner, buy, sell, simulation, isOn, further }: FormValues): unknown {
  const sections = {
    scanner: {
      ...scanner,
      priceGrowth: figureIf(isOn.priceGrowth, scanner.priceGrowth),
      priceGrowthDays: figure(scanner.priceGrowthDays),
      minPrice: figureIf(isOn.minPrice, scanner.minPrice),
      marketCapRank: figureIf(isOn.marketCapRank, scanner.marketCapRank),
      avgDailyValue: figureIf(isOn.avgDailyValue, scanner.avgDailyValue),
      avgDailyValueDays: figure(scanner.avgDailyValueDays),
    },
    buy: { ...buy, closeDays: figure(buy.closeDays), movingAverageDays: figure(buy.movingAverageDays) },
    sell: {
      trailingStopLoss: figureIf(isOn.trailingStopLoss, sell.trailingStopLoss),
      minHoldingDays: figure(sell.minHoldingDays),
      stopLoss: figureIf(isOn.stopLoss, sell.stopLoss),
      takeProfit: figureIf(isOn.takeProfit, sell.takeProfit),
      maxHoldingDays: figureIf(isOn.maxHoldingDays, sell.maxHoldingDays),
    },
    simulation: {
      ...simulation,
      startMargin: figure(simulation.startMargin),
      maxPositions: figure(simulation.maxPositions),
      commissionPercent: figure(simulation.commissionPercent),
      slippagePercent: figure(simulation.slippagePercent),
      riskFreePercent: figure(simulation.riskFreePercent),
      benchmark: simulation.benchmark.trim() === "" ? null : simulation.benchmark.trim(),
    },
  };
  return { ...withFurther(sections, further), name: name.trim() };
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
  return typeof value === "string" ? value : null;
}
