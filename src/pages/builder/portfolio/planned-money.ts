/** What a plan of money in and out comes to, by its dates alone: an engine adds the sessions, and series that it grows with. */
import { addMonths, parseIsoDay } from "#workers/model/day.ts";
import { FLOW_STEPS } from "#workers/model/flow.ts";
import type { Flow } from "#workers/model/flow.ts";

export interface PlannedSum {
  /** EpochDay. */
  readonly day: number;
  /** In currency: below 0 what goes out. */
  readonly amount: number;
}

interface Period {
  /** ISO dates of the run. */
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The dates of a sum and how much moves on each; [] for a part of the account, whose sums nobody knows ahead, and where
 * none is in the run. What is due by the run's first day does not count, as the account begins with its own money.
 */
export function plannedSums(flow: Flow, { startDate, endDate }: Period): readonly PlannedSum[] {
  if (flow.amount === undefined) return [];
  const start = parseIsoDay(startDate);
  const from = parseIsoDay(flow.from ?? startDate);
  const end = Math.min(parseIsoDay(endDate) ?? 0, parseIsoDay(flow.to ?? endDate) ?? 0);
  if (start === null || from === null) return [];
  const { days, months, ofYear } = FLOW_STEPS[flow.every];
  const sums: PlannedSum[] = [];
  for (let step = 0; flow.every !== "once" || step === 0; step++) {
    const day = months > 0 ? addMonths(from, step * months) : from + step * days;
    if (day > end) break;
    if (day <= start) continue;
    const years = Math.floor(sums.length / ofYear);
    sums.push({ day, amount: flow.amount * (1 + (flow.growPercent ?? 0) / 100) ** years });
  }
  return sums;
}

/** Corners of a line of all that was put in so far, less what was taken out, on a sheet of so many units; "" for none. */
export function moneyLine(sums: readonly PlannedSum[], width: number, height: number): string {
  const inOrder = sums.toSorted((a, b) => a.day - b.day);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (!first || !last || first.day === last.day) return "";
  let total = 0;
  const totals = inOrder.map(({ amount }) => (total += amount));
  const [least, most] = [Math.min(0, ...totals), Math.max(0, ...totals)];
  const corners = new Map<number, number>(); // one a column: some thousand dates fit on the sheet
  inOrder.forEach(({ day }, at) => {
    const x = Math.round(((day - first.day) / (last.day - first.day)) * width);
    corners.set(x, ((most - (totals[at] ?? 0)) / (most - least || 1)) * height);
  });
  return Array.from(corners, ([x, y]) => `${x},${Number(y.toFixed(1))}`).join(" ");
}
