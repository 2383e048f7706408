/** Corporate actions of all files, by symbol and ex-date: what repeats counts once, what contradicts itself is told. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { ActionFault } from "#workers/model/import-plan.ts";
import { placeOf } from "#workers/model/place.ts";
import { ratioText } from "./corporate-action.ts";
import type { ActionsTable, CorporateAction } from "./corporate-action.ts";

/** All that happens to one share on one day. */
export interface DayActions {
  /** EpochDay. */
  readonly exDay: number;
  /** Shares after the day's splits and bonuses for each before them; 1 without any. */
  readonly factor: number;
  /** Money a share as it was paid; 0 for none. */
  readonly paid: number;
  /** The same divided by later splits, as Yahoo writes it; 0 for none. */
  readonly paidAdjusted: number;
  /** Where its first row stands: `file:line`; "" for what a dataset had before. */
  readonly place: string;
}

export interface GatheredActions {
  /** Actions by symbol as the files write it, then by day, ascending. */
  readonly bySymbol: ReadonlyMap<string, readonly DayActions[]>;
  /** Other symbols of BSE's files to the symbols above. */
  readonly otherNames: ReadonlyMap<string, string>;
  /** Rows that say what an earlier one said. */
  readonly repeats: number;
  readonly faults: readonly ActionFault[];
}

/** One figure of a day, and who said it. */
interface Figure {
  value: number;
  readonly place: string;
}

interface Day {
  readonly splits: Map<string, Figure>;
  readonly paid: Map<string, Figure>;
  readonly paidAdjusted: Map<string, Figure>;
  /** Kinds of which two rows say different things. */
  readonly contradicted: Set<keyof DayFigures>;
}

type DayFigures = Pick<Day, "splits" | "paid" | "paidAdjusted">;
type Days = Map<number, Day>;

export function gatherActions(tables: readonly ActionsTable[]): GatheredActions {
  const bySymbol = new Map<string, Map<number, DayActions>>();
  const otherNames = new Map<string, string>();
  const tally = { repeats: 0, faults: [] as ActionFault[] };
  const dropped = new Set<string>();
  for (const table of tables) {
    for (const { symbol, otherSymbol } of table.actions)
      if (otherSymbol !== "" && !otherNames.has(otherSymbol)) otherNames.set(otherSymbol, symbol);
    for (const [symbol, days] of daysOf(table, tally)) {
      const known = bySymbol.get(symbol) ?? new Map<number, DayActions>();
      bySymbol.set(symbol, known);
      for (const [exDay, day] of days) putBeside(known, { symbol, day: totalOf(exDay, day), dropped }, tally);
    }
  }
  return {
    bySymbol: new Map(
      Array.from(bySymbol, ([symbol, days]) => [
        symbol,
        [...days.values()].filter(saysSomething).toSorted((a, b) => a.exDay - b.exDay),
      ]),
    ),
    otherNames,
    ...tally,
  };
}

function saysSomething({ factor, paid, paidAdjusted }: DayActions): boolean {
  return factor !== 1 || paid > 0 || paidAdjusted > 0;
}

interface Book {
  repeats: number;
  readonly faults: ActionFault[];
}

/** Of one file: rows of one day and kind are one thing said twice, or two dividends of different names. */
function daysOf({ file, actions, isSplitAdjusted }: ActionsTable, tally: Book): ReadonlyMap<string, Days> {
  const found = new Map<string, Days>();
  for (const action of actions) {
    const { symbol, exDay, kind, value, label, line } = action;
    const days = found.get(symbol) ?? new Map<number, Day>();
    found.set(symbol, days);
    const day = days.get(exDay) ?? emptyDay();
    days.set(exDay, day);
    const which = kind !== "dividend" ? "splits" : isSplitAdjusted ? "paidAdjusted" : "paid";
    const figures = day[which];
    const key = kind === "dividend" ? label : kind;
    const first = figures.get(key);
    if (!first) figures.set(key, { value, place: placeOf(file, line) });
    else if (isSame(first.value, value)) tally.repeats++;
    else {
      day.contradicted.add(which);
      tally.faults.push(contradiction(action, placeOf(file, line), first));
    }
  }
  return found;
}

function emptyDay(): Day {
  return { splits: new Map(), paid: new Map(), paidAdjusted: new Map(), contradicted: new Set() };
}

/** What contradicts itself counts as if it were not there. */
function totalOf(exDay: number, day: Day): DayActions {
  const of = (which: keyof DayFigures): Figure[] =>
    day.contradicted.has(which) ? [] : [...day[which].values()];
  const [splits, paid, adjusted] = [of("splits"), of("paid"), of("paidAdjusted")];
  return {
    exDay,
    factor: splits.reduce((product, { value }) => product * value, 1),
    paid: sum(paid),
    paidAdjusted: sum(adjusted),
    place: [...splits, ...paid, ...adjusted][0]?.place ?? "",
  };
}

function sum(figures: readonly Figure[]): number {
  return figures.reduce((total, { value }) => total + value, 0);
}

interface Newcomer {
  readonly symbol: string;
  readonly day: DayActions;
  /** Symbol, day and kind of what two files contradict each other in. */
  readonly dropped: Set<string>;
}

/** Beside what earlier files say of the day: the same again, something new, or a contradiction, which drops both. */
function putBeside(known: Map<number, DayActions>, { symbol, day, dropped }: Newcomer, tally: Book): void {
  const first = known.get(day.exDay);
  if (!first) {
    known.set(day.exDay, day);
    return;
  }
  const merged = { ...first };
  for (const which of ["factor", "paid", "paidAdjusted"] as const) {
    const none = which === "factor" ? 1 : 0;
    const key = `${symbol} ${day.exDay} ${which}`;
    if (day[which] === none || dropped.has(key)) continue;
    if (first[which] === none) merged[which] = day[which];
    else if (isSame(first[which], day[which])) tally.repeats++;
    else {
      dropped.add(key);
      merged[which] = none;
      const what = which === "factor" ? "split" : "dividend";
      const [one, other] = [first[which], day[which]].map((value) => figureText(what, value));
      tally.faults.push({
        symbol,
        date: formatIsoDay(day.exDay),
        place: day.place,
        what: `${what} ${other}`,
        reason: `${first.place} says ${one}. Neither is taken: leave one file out, or delete the wrong row.`,
      });
    }
  }
  known.set(day.exDay, merged);
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6 * Math.abs(one);
}

function contradiction(
  { symbol, exDay, kind, value }: CorporateAction,
  place: string,
  first: Figure,
): ActionFault {
  return {
    symbol,
    date: formatIsoDay(exDay),
    place,
    what: `${kind} ${figureText(kind, value)}`,
    reason: `${first.place} says ${figureText(kind, first.value)}. Neither is taken: delete the wrong row.`,
  };
}

export function figureText(kind: string, value: number): string {
  return kind === "dividend" ? String(value) : ratioText(value);
}
