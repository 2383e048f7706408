/** When a strategy's plan brings money next, or takes it out: what a person should have at hand. */
import { addMonths, formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { Flow } from "#workers/model/flow.ts";

export interface PlannedMoney {
  /** ISO; it moves on the first session on or behind it. */
  readonly date: string;
  /** In currency, below 0 what goes out; null where it is a part of the account. */
  readonly amount: number | null;
  /** Of the account, above 0: so many percent go out; null for an amount. */
  readonly percent: number | null;
  /** The symbol by whose closes the amount grows besides; null for none. */
  readonly growBy: string | null;
}

interface Span {
  /** The day (ISO) from which dates are counted where a flow names none. */
  readonly begins: string;
  /** The account's sessions so far (ISO), oldest first. */
  readonly sessions: readonly string[];
}

type Steps = Readonly<Record<Flow["every"], readonly [days: number, months: number, ofYear: number]>>;
const STEPS: Steps = {
  once: [0, 0, Infinity],
  weekly: [7, 0, 52],
  monthly: [0, 1, 12],
  quarterly: [0, 3, 4],
  yearly: [0, 12, 1],
};

/** The next date of each flow that has one, by date. */
export function nextMoney(flows: readonly Flow[], span: Span): PlannedMoney[] {
  return flows
    .flatMap((flow) => nextOf(flow, span))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** Dates up to the first session don't count; years of growth are counted in dates. */
function nextOf(flow: Flow, { begins, sessions }: Span): PlannedMoney[] {
  const from = parseIsoDay(flow.from ?? begins);
  if (from === null) return [];
  const opened = sessions[0] ?? begins;
  const last = sessions.at(-1) ?? begins;
  const [, , ofYear] = STEPS[flow.every];
  let counted = 0;
  for (let step = 0; step === 0 || flow.every !== "once"; step++) {
    const date = formatIsoDay(dateAt(from, flow.every, step));
    if (flow.to !== undefined && date > flow.to) return [];
    if (date <= opened) continue;
    const years = flow.every === "once" ? 0 : Math.floor(counted / ofYear);
    counted++;
    if (date <= last) continue;
    const { amount = null, percent, growPercent = 0, growBy = null } = flow;
    const grown = amount === null ? null : amount * (1 + growPercent / 100) ** years;
    return [{ date, amount: grown, percent: percent === undefined ? null : -percent, growBy }];
  }
  return [];
}

function dateAt(from: EpochDay, every: Flow["every"], step: number): number {
  const [days, months] = STEPS[every];
  return months > 0 ? addMonths(from, step * months) : from + step * days;
}
