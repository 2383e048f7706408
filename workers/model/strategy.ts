/**
 * The strategy/1 record: field names and defaults of the product's specification plus ours, and the one schema
 * that every form, file and stored record is parsed with. Percents are in percent (10 is 10 %), money in the
 * run's currency, look-backs in bars, dates ISO. null switches a condition off.
 */
import "./jitless.ts";
import { z } from "zod";
import { parseIsoDay } from "./day.ts";
import { err, ok } from "./problem.ts";
import type { Result } from "./problem.ts";

/** The exchanges that the builder offers; a dataset may name others. */
export const EXCHANGES = ["NSE", "BSE", "NYSE", "NASDAQ"] as const;
export const INSTRUMENT_TYPES = ["EQUITY", "FUTURES", "OPTIONS"] as const;
export const SORTING_TYPES = ["300-days-top-gainer-first", "market-cap-desc", "volume-desc"] as const;
export const FILL_TIMES = ["next-open", "next-close"] as const;
export const PRICE_BASES = ["as-traded", "adjusted"] as const;

const must = (limit: string) => ({ error: `must be ${limit}` });
const number = z.number(must("a number"));
const above0 = (limit = "above 0") => z.number(must(limit)).gt(0, must(limit));
const stopPercent = above0("above 0, under 100").lt(100, must("above 0, under 100"));
const wholeBetween = (least: number, most: number) => {
  const limit = must(`whole, ${least} to ${most}`);
  return z.number(limit).int(limit).min(least, limit).max(most, limit);
};
const dayCount = wholeBetween(1, 5000);
const costLimit = must("0 to 50");
const costPercent = z.number(costLimit).min(0, costLimit).max(50, costLimit);
const flag = z.boolean(must("true or false"));
/** A condition that is on or off; null switches it off like every other. */
const condition = z
  .boolean(must("true, false or null"))
  .nullable()
  .transform((isOn) => isOn ?? false);
const isoDate = z
  .string(must("a date YYYY-MM-DD"))
  .refine((text) => parseIsoDay(text) !== null, must("a date YYYY-MM-DD"));
const shortText = (limit: string) =>
  z
    .string(must(limit))
    .max(120, must(limit))
    .refine((text) => text.trim() !== "", must(limit));
const oneOf = <const T extends readonly [string, ...string[]]>(choices: T) => {
  const last = choices.at(-1);
  const others = choices.slice(0, -1).join(", ");
  return z.enum(choices, must(others === "" ? `${last}` : `${others} or ${last}`));
};

const scannerSchema = z.strictObject({
  exchange: shortText("the name of an exchange").default("NSE"),
  instrumentType: shortText("the name of an instrument type").default("EQUITY"),
  match: oneOf(["any", "all"]).default("any"),
  priceGrowth: number.nullable().default(0),
  priceGrowthDays: dayCount.default(300),
  minPrice: number.nullable().default(99),
  marketCapRank: above0("above 0, at most 100").max(100, must("above 0, at most 100")).nullable().default(10),
  avgDailyValue: number.nullable().default(300_000_000),
  avgDailyValueDays: dayCount.default(90),
});

const buySchema = z.strictObject({
  lastPriceVsClose: condition.default(true),
  closeDays: dayCount.default(30),
  lastPriceVsMA: condition.default(true),
  movingAverageDays: dayCount.default(30),
});

const sellSchema = z.strictObject({
  trailingStopLoss: stopPercent.nullable().default(10),
  minHoldingDays: wholeBetween(0, 5000).default(5),
  stopLoss: stopPercent.nullable().default(null),
  takeProfit: above0().nullable().default(null),
  maxHoldingDays: dayCount.nullable().default(null),
});

const simulationSchema = z
  .strictObject({
    startMargin: above0().default(100_000),
    startDate: isoDate.default("2000-01-01"),
    endDate: isoDate.default("2025-03-20"),
    maxPositions: wholeBetween(1, 1000).default(20),
    maxPositionsPerInstrument: z.literal(1, must("1")).default(1),
    sortingType: oneOf(SORTING_TYPES).default("300-days-top-gainer-first"),
    positionSizing: z.literal("equal-weight", must("equal-weight")).default("equal-weight"),
    fillAt: oneOf(FILL_TIMES).default("next-open"),
    priceBasis: oneOf(PRICE_BASES).default("as-traded"),
    commissionPercent: costPercent.default(0),
    slippagePercent: costPercent.default(0),
    fractionalShares: flag.default(false),
    riskFreePercent: number.default(0),
    benchmark: shortText("the symbol of a series, or null").nullable().default(null),
  })
  .refine((simulation) => simulation.endDate > simulation.startDate, {
    path: ["endDate"],
    error: "must be after startDate",
  });

const sectionError = { error: "must be an object" };

export const strategySchema = z.strictObject(
  {
    format: z.literal("strategy/1", must('"strategy/1"')).default("strategy/1"),
    name: shortText("text that is not blank, at most 120 characters").default("My Momentum Strategy"),
    scanner: scannerSchema.prefault({}),
    buy: buySchema.prefault({}),
    sell: sellSchema.prefault({}),
    simulation: simulationSchema.prefault({}),
  },
  sectionError,
);

export type Strategy = z.infer<typeof strategySchema>;

/** The specification's built-in strategy. */
export const defaultStrategy: Strategy = strategySchema.parse({});

/**
 * Parses a value from outside (file, form, stored record) into a strategy; missing fields take their defaults.
 * The problem names the first field that is wrong, its value and its limit; `details` has all of them.
 */
export function parseStrategy(value: unknown): Result<Strategy> {
  const parsed = strategySchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const lines = parsed.error.issues.flatMap((issue) => describeIssue(issue, value));
  const [first = { place: "", text: "not a strategy" }] = lines;
  return err({
    code: "strategy-invalid",
    message: `strategy: ${first.text}`,
    place: first.place,
    details: lines.map((line) => line.text),
  });
}

interface FieldMessage {
  readonly place: string;
  readonly text: string;
}

function describeIssue(issue: z.core.$ZodIssue, root: unknown): FieldMessage[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const place = [...issue.path, key].join(".");
      return { place, text: `unknown field ${place}; remove it or correct its name` };
    });
  }
  const place = issue.path.join(".");
  if (place === "") return [{ place, text: "not a JSON object; a strategy file holds one { ... }" }];
  const found = valueAt(root, issue.path);
  const isSection = issue.code === "invalid_type" && issue.expected === "object";
  if (isSection) return [{ place, text: `${place} must be an object` }];
  return [{ place, text: `${place} is ${showValue(found)}, but ${issue.message}` }];
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function showValue(value: unknown): string {
  if (typeof value === "number") return String(value); // JSON.stringify would turn Infinity into null
  const text = JSON.stringify(value) ?? "missing";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
