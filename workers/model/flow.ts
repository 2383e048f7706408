/** Money that comes in and goes out while a strategy runs (`simulation.flows`): its record and its limits. */
import { parseIsoDay } from "./day.ts";
import {
  entriesOf,
  isRecord,
  isText,
  ownValue,
  TEXT_LIMIT,
  unknownField,
  wrongValue,
} from "./strategy-fault.ts";
import type { Fault, Path } from "./strategy-fault.ts";

export const FLOW_PERIODS = ["once", "weekly", "monthly", "quarterly", "yearly"] as const;

/** The step from one date of a flow to the next, and how many of them make a year. */
export const FLOW_STEPS: Readonly<
  Record<
    (typeof FLOW_PERIODS)[number],
    { readonly days: number; readonly months: number; readonly ofYear: number }
  >
> = {
  once: { days: 0, months: 0, ofYear: Infinity },
  weekly: { days: 7, months: 0, ofYear: 52 },
  monthly: { days: 0, months: 1, ofYear: 12 },
  quarterly: { days: 0, months: 3, ofYear: 4 },
  yearly: { days: 0, months: 12, ofYear: 1 },
};

interface FlowDates {
  readonly every: (typeof FLOW_PERIODS)[number];
  /** ISO date of the first one; the run's start where it is missing, which it is not with "once". */
  readonly from?: string;
  /** ISO date; none behind it. */
  readonly to?: string;
}

/** A sum of money: below 0 takes out. */
export interface AmountFlow extends FlowDates {
  /** Not 0; in the run's currency. */
  readonly amount: number;
  readonly percent?: never;
  /** How much the amount grows in a year, in percent; 0 where it is missing. */
  readonly growPercent?: number;
  /** The symbol of a series that it grows with. */
  readonly growBy?: string;
}

/** A part of the account, which goes out. */
export interface PercentFlow extends FlowDates {
  /** Percent of the account's value less what is owed: -100 to below 0. */
  readonly percent: number;
  readonly amount?: never;
  readonly growPercent?: never;
  readonly growBy?: never;
}

export type Flow = AmountFlow | PercentFlow;

export function takesOut(flow: Flow): boolean {
  return flow.percent !== undefined || flow.amount < 0;
}

export const MOST_FLOWS = 20;
const KEYS: ReadonlySet<string> = new Set([
  "amount",
  "percent",
  "every",
  "from",
  "to",
  "growPercent",
  "growBy",
]);
const LEAST_GROWTH = -50;
const MOST_GROWTH = 100;

/** The flows of a list, without what has its default; what is wrong is left out of them and noted. */
export function readFlows(value: unknown, path: Path, faults: Fault[]): readonly Flow[] {
  return entriesOf(value, { path, faults, kind: "flows", most: MOST_FLOWS }).flatMap((entry, at) => {
    const flow = readFlow(entry, [...path, at], faults);
    return flow === null ? [] : [flow];
  });
}

function readFlow(entry: unknown, path: Path, faults: Fault[]): Flow | null {
  if (!isRecord(entry)) {
    faults.push(wrongValue(path, entry, "must be an object with amount or percent, and every"));
    return null;
  }
  const own: Fault[] = [];
  for (const key of Object.keys(entry)) if (!KEYS.has(key)) own.push(unknownField([...path, key]));
  const hasPercent = ownValue(entry, "percent") !== undefined;
  if (hasPercent === (ownValue(entry, "amount") !== undefined))
    own.push(wrongValue(path, entry, "must have exactly one of amount, percent"));
  const money = hasPercent ? readPercent(entry, path, own) : readAmount(entry, path, own);
  const dates = readDates(entry, path, own);
  const growth = readGrowth(entry, path, own);
  faults.push(...own);
  if (own.length > 0 || money === null || dates === null) return null;
  return money.percent === undefined ? { ...money, ...dates, ...growth } : { ...money, ...dates };
}

function readDates(entry: Readonly<Record<string, unknown>>, path: Path, faults: Fault[]): FlowDates | null {
  const found = ownValue(entry, "every");
  const every = FLOW_PERIODS.find((one) => one === found);
  if (!every)
    faults.push(
      wrongValue([...path, "every"], found, `must be ${FLOW_PERIODS.slice(0, -1).join(", ")} or yearly`),
    );
  const [from, to] = (["from", "to"] as const).map((key) => readDate(entry, [...path, key], key, faults));
  if (every === "once" && (ownValue(entry, "from") ?? null) === null)
    faults.push(wrongValue([...path, "from"], ownValue(entry, "from"), "must be a date where every is once"));
  return every ? { every, ...(from && { from }), ...(to && { to }) } : null;
}

function readDate(
  entry: Readonly<Record<string, unknown>>,
  path: Path,
  key: "from" | "to",
  faults: Fault[],
): string | null {
  const found = ownValue(entry, key) ?? null;
  if (found === null) return null;
  if (typeof found === "string" && parseIsoDay(found) !== null) return found;
  faults.push(wrongValue(path, found, "must be a date YYYY-MM-DD, or null"));
  return null;
}

function readAmount(
  entry: Readonly<Record<string, unknown>>,
  path: Path,
  faults: Fault[],
): Pick<AmountFlow, "amount" | "percent"> | null {
  const amount = ownValue(entry, "amount");
  if (typeof amount === "number" && Number.isFinite(amount) && amount !== 0) return { amount };
  if (amount !== undefined)
    faults.push(wrongValue([...path, "amount"], amount, "must be a number that is not 0"));
  return null;
}

function readPercent(
  entry: Readonly<Record<string, unknown>>,
  path: Path,
  faults: Fault[],
): Pick<PercentFlow, "percent"> | null {
  const percent = ownValue(entry, "percent");
  if (typeof percent === "number" && percent >= -100 && percent < 0) return { percent };
  faults.push(wrongValue([...path, "percent"], percent, "must be at least -100, under 0"));
  return null;
}

/** Reads how an amount grows; a percent has no growth. */
function readGrowth(
  entry: Readonly<Record<string, unknown>>,
  path: Path,
  faults: Fault[],
): Pick<AmountFlow, "growPercent" | "growBy"> {
  const written = ownValue(entry, "growPercent");
  const growPercent = written === undefined ? 0 : written;
  const growBy = ownValue(entry, "growBy") ?? null;
  const isBesidePercent = ownValue(entry, "percent") !== undefined;
  const [least, most] = isBesidePercent ? [0, 0] : [LEAST_GROWTH, MOST_GROWTH];
  const isGrowth = typeof growPercent === "number" && growPercent >= least && growPercent <= most;
  const isSeries = isText(growBy) && !isBesidePercent;
  const beside = "must be left out beside percent";
  if (!isGrowth) {
    const limit = isBesidePercent ? beside : `must be ${LEAST_GROWTH} to ${MOST_GROWTH}`;
    faults.push(wrongValue([...path, "growPercent"], growPercent, limit));
  }
  if (growBy !== null && !isSeries) {
    const limit = isBesidePercent ? beside : `must be the symbol of a series: ${TEXT_LIMIT}, or null`;
    faults.push(wrongValue([...path, "growBy"], growBy, limit));
  }
  return { ...(isGrowth && growPercent !== 0 && { growPercent }), ...(isSeries && { growBy }) };
}
