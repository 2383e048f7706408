/** The strict shape of a report that comes from outside: a backup's. What the app stored itself has a checksum instead. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { storedDay } from "./stored-time.ts";
import { EXIT_REASONS } from "#workers/model/report.ts";
import type { Report, WarningCode } from "#workers/model/report.ts";

const figure = z.number();
const undefinedFigure = figure.nullable();
const isoDay = z.iso.date();
const text = z.string().max(1000);
const MOST_SESSIONS = 100_000;
const MOST_POSITIONS = 1_000_000;
/** One an instrument, of splits. */
const MOST_WARNINGS = 1_000_000;

const positionSchema = z.strictObject({
  instrument: text,
  label: text,
  entryDate: isoDay,
  exitDate: isoDay,
  entryPrice: figure,
  exitPrice: figure,
  quantity: figure,
  profit: figure,
  profitPercent: figure,
  daysHeld: figure,
  exitReason: z.enum(EXIT_REASONS),
});

const yearSchema = z.strictObject({
  year: figure,
  startValue: figure,
  endValue: figure,
  growth: figure,
  growthPercent: undefinedFigure,
  benchmarkPercent: figure,
  flows: figure.exactOptional(),
});

/** Results of earlier versions are without. */
const nextInstrument = { label: text.exactOptional(), close: figure.exactOptional() };

const nextSchema = z.strictObject({
  date: isoDay,
  sells: z
    .array(
      z.strictObject({
        instrument: text,
        reason: z.enum(EXIT_REASONS).exclude(["no-data", "open"]),
        quantity: figure,
        ...nextInstrument,
      }),
    )
    .max(MOST_POSITIONS),
  buys: z
    .array(
      z.strictObject({
        instrument: text,
        slotValue: figure,
        quantity: figure,
        moneyIn: z.literal(true).exactOptional(),
        ...nextInstrument,
      }),
    )
    .max(MOST_POSITIONS),
  owed: figure.exactOptional(),
});

const rebalanceSchema = z.strictObject({ date: isoDay, sells: figure, buys: figure, turnover: figure });

const moneySchema = z.strictObject({
  deposited: figure,
  withdrawn: figure,
  owed: figure,
  missed: figure,
  ranOut: isoDay.nullable(),
  interest: figure,
  moneyWeighted: undefinedFigure,
  benchmarkMoneyWeighted: undefinedFigure,
  universeMoneyWeighted: undefinedFigure,
  benchmarkMissed: figure,
  benchmarkValues: floats(),
  universeValues: floats(),
});

const accountSchema = z.strictObject({
  cash: floats(),
  bought: floats(),
  sold: floats(),
  moves: z
    .strictObject({
      in: floats(),
      paid: floats(),
      paidAfter: floats(),
      missed: floats(),
      interest: floats(),
      owed: floats(),
    })
    .nullable(),
  riskless: floats().nullable(),
});

const yardstickSchema = z.strictObject({
  endValue: figure,
  cagr: undefinedFigure,
  maxDrawdown: figure,
  sharpeRatio: undefinedFigure,
});

/** Curves as lists of numbers become typed arrays again. */
export const reportSchema = z.strictObject({
  metadata: z.strictObject({
    strategyName: text,
    backtestStart: isoDay,
    backtestEnd: isoDay,
    benchmark: text,
    currency: text,
    sessions: figure,
    instruments: figure,
    bars: figure,
    frequency: z.enum(["daily", "weekly", "monthly"]).exactOptional(),
  }),
  performance: z.strictObject({
    startValue: figure,
    endValue: figure,
    totalGrowth: figure,
    totalGrowthPercent: figure,
    cagr: undefinedFigure,
    maxDrawdown: figure,
    sharpeRatio: undefinedFigure,
    sortinoRatio: undefinedFigure,
    calmarRatio: undefinedFigure,
    volatility: undefinedFigure,
    winRate: undefinedFigure,
    trades: figure,
    exposure: figure.exactOptional(),
  }),
  benchmarkPerformance: yardstickSchema,
  universePerformance: yardstickSchema.exactOptional(),
  yearlyPerformance: z.array(yearSchema).max(1000),
  positions: z.array(positionSchema).max(MOST_POSITIONS),
  passedOver: z.strictObject({ unaffordable: figure, noSlot: figure, noCash: figure, noBar: figure }),
  warnings: z
    .array(
      z.strictObject({
        code: z.custom<WarningCode>((code) => typeof code === "string"), // another version may know other codes
        message: z.string().max(10_000),
      }),
    )
    .max(MOST_WARNINGS),
  rebalances: z.array(rebalanceSchema).max(MOST_SESSIONS).exactOptional(),
  money: moneySchema.exactOptional(),
  account: accountSchema.exactOptional(),
  next: nextSchema.exactOptional(),
  benchmarkReturns: z.enum(["total", "price"]).exactOptional(),
  sessionsOfYear: z.literal([252, 365, 52, 12]).exactOptional(),
  drawdown: z
    .strictObject({ peakDate: isoDay, troughDate: isoDay, recoveryDate: isoDay.nullable() })
    .nullable(),
  equity: z.strictObject({
    day: curve((days) => Int32Array.from(days), storedDay),
    value: floats(),
    benchmark: floats(),
    universe: floats().exactOptional(),
    growth: floats().exactOptional(),
    positions: curve((counts) => Int32Array.from(counts)),
  }),
}) satisfies z.ZodType<Report>;

function floats() {
  return curve((values) => Float64Array.from(values));
}

function curve<Curve>(toCurve: (numbers: readonly number[]) => Curve, number: z.ZodNumber = figure) {
  return z.array(number).max(MOST_SESSIONS).transform(toCurve);
}
