/**
 * The builder's form as people type it: figures are text, so that nothing typed is lost, and a condition that can be
 * switched off keeps its text while it is off. formSchema turns it into a strategy with strategySchema's own limits.
 */
import { z } from "zod";
import { localeOfCurrency } from "#src/format/money.ts";
import { numberFormat } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { defaultStrategy, strategySchema } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldMessage } from "./field-messages.ts";

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
});

export type FormValues = z.infer<typeof formValuesSchema>;

/** What a valid form means. */
export interface FormOutcome {
  readonly strategy: Strategy;
  readonly datasetId: string;
}

/** Stand in the fields of conditions that are off, ready to be switched on. */
const SUGGESTIONS = {
  priceGrowth: 0,
  minPrice: 99,
  marketCapRank: 10,
  avgDailyValue: 300_000_000,
  trailingStopLoss: 10,
  stopLoss: 10,
  takeProfit: 25,
  maxHoldingDays: 250,
};

/** The form's schema: FormValues in, FormOutcome out, one message a field, at the field's own path. */
export const formSchema = formValuesSchema.transform((values, context): FormOutcome => {
  const parsed = strategySchema.safeParse(toCandidate(values));
  if (parsed.success) return { strategy: parsed.data, datasetId: values.datasetId };
  const told = new Set<string>();
  for (const issue of [...parsed.error.issues, ...datesOutOfOrder(values.simulation)]) {
    const place = issue.path.join(".");
    if (told.has(place)) continue;
    told.add(place);
    context.addIssue({
      code: "custom",
      path: issue.path,
      message: fieldMessage(place, issue.message, textAt(values, issue.path)),
    });
  }
  return z.NEVER;
});

/** The form that shows a strategy; figures are grouped as the currency's readers group them. */
export function toFormValues(strategy: Strategy, datasetId: string, currency: string): FormValues {
  const format = numberFormat(localeOfCurrency(currency), { maximumFractionDigits: 20 });
  const show = (value: number) => format.format(value);
  const { name, scanner, buy, sell, simulation } = strategy;
  return {
    name,
    datasetId,
    scanner: {
      exchange: scanner.exchange,
      instrumentType: scanner.instrumentType,
      match: scanner.match,
      priceGrowth: show(scanner.priceGrowth ?? SUGGESTIONS.priceGrowth),
      priceGrowthDays: show(scanner.priceGrowthDays),
      minPrice: show(scanner.minPrice ?? SUGGESTIONS.minPrice),
      marketCapRank: show(scanner.marketCapRank ?? SUGGESTIONS.marketCapRank),
      avgDailyValue: show(scanner.avgDailyValue ?? SUGGESTIONS.avgDailyValue),
      avgDailyValueDays: show(scanner.avgDailyValueDays),
    },
    buy: { ...buy, closeDays: show(buy.closeDays), movingAverageDays: show(buy.movingAverageDays) },
    sell: {
      trailingStopLoss: show(sell.trailingStopLoss ?? SUGGESTIONS.trailingStopLoss),
      minHoldingDays: show(sell.minHoldingDays),
      stopLoss: show(sell.stopLoss ?? SUGGESTIONS.stopLoss),
      takeProfit: show(sell.takeProfit ?? SUGGESTIONS.takeProfit),
      maxHoldingDays: show(sell.maxHoldingDays ?? SUGGESTIONS.maxHoldingDays),
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
      priceGrowth: scanner.priceGrowth !== null,
      minPrice: scanner.minPrice !== null,
      marketCapRank: scanner.marketCapRank !== null,
      avgDailyValue: scanner.avgDailyValue !== null,
      trailingStopLoss: sell.trailingStopLoss !== null,
      stopLoss: sell.stopLoss !== null,
      takeProfit: sell.takeProfit !== null,
      maxHoldingDays: sell.maxHoldingDays !== null,
    },
  };
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
  };
  return formSchema.safeParse(counted).data ?? null;
}

function conditionsOf({ priceGrowth, minPrice, marketCapRank, avgDailyValue }: FormValues["isOn"]) {
  return { priceGrowth, minPrice, marketCapRank, avgDailyValue };
}

/** A stored draft's values, or null where they are not this form's (an older form, damage). */
export function readDraftValues(stored: unknown): FormValues | null {
  return formValuesSchema.safeParse(stored).data ?? null;
}

/** The values as strategySchema expects them; a figure that can't be read is NaN, which it refuses with the limit. */
function toCandidate({ name, scanner, buy, sell, simulation, isOn }: FormValues): unknown {
  return {
    name: name.trim(),
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
}

function figure(typed: string): number {
  return readAmount(typed) ?? Number.NaN;
}

function figureIf(on: boolean, typed: string): number | null {
  return on ? figure(typed) : null;
}

/** strategySchema compares the dates only once every other field of the step is right; here it is said at once. */
function datesOutOfOrder({ startDate, endDate }: FormValues["simulation"]) {
  if (startDate === "" || endDate === "" || endDate > startDate) return [];
  return [{ path: ["simulation", "endDate"], message: "must be after startDate" }];
}

function textAt(values: FormValues, path: readonly PropertyKey[]): string {
  let value: unknown = values;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return "";
    value = Reflect.get(value, key);
  }
  return typeof value === "string" ? value : "";
}
