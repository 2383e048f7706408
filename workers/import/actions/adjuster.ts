/** Puts corporate actions to a plan's market, part by part: adjusted closes, and what is to be told of them. */
import type { FactsTable } from "#workers/market/facts-file.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { ActionFault, ActionsPreview } from "#workers/model/import-plan.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import type { FactSeries, Instrument, Market } from "#workers/model/market.ts";
import { bareSymbol, codeSymbol, oneOfEach, plainSymbol } from "../cells/plain-symbol.ts";
import { actionsOf, factsOfActions, isActionFact } from "./action-facts.ts";
import { backAdjust } from "./back-adjust.ts";
import type { DividendTrust, JudgedAction } from "./back-adjust.ts";
import type { ActionsTable } from "./corporate-action.ts";
import { figureText, gatherActions } from "./day-actions.ts";
import type { DayActions, GatheredActions } from "./day-actions.ts";
import { sentencesOf } from "./preview.ts";
import type { ActionCounts } from "./preview.ts";

export interface ActionAdjuster {
  /** A part of the market with adjusted closes of the instruments that have actions; rates have none. */
  adjust(part: Market): Market;
  /** Preview of all parts. */
  preview(): ActionsPreview;
  /** The actions of files, of the market's instruments, to be kept with it. */
  facts(): FactsTable;
}

/** A dataset that gets files. */
interface Earlier {
  readonly instruments: readonly Pick<Instrument, "symbol">[];
  readonly facts: readonly FactSeries[];
}

const MOST_FAULTS = 200;

/**
 * null where there is nothing to do.
 *
 * @param market - symbols of all instruments
 * @param drops - true where the dataset's facts go: then its adjusted closes that came of actions go with them
 */
export function createAdjuster(
  tables: readonly ActionsTable[],
  earlier: Earlier | null,
  market: Iterable<string>,
  drops: boolean,
): ActionAdjuster | null {
  const before =
    earlier?.facts.some(isActionFact) === true ? actionsOf(earlier.facts, earlier.instruments) : null;
  if (tables.length === 0 && !before) return null;
  const gathered = gatherActions(tables);
  const find = createFinder(gathered, market);
  const besidePrices = onlyBesidePrices(tables);
  const desk: Desk = { faults: [...gathered.faults], kept: new Map(), counts: noCounts() };
  const used = new Set<string>();

  function actionsFor(symbol: string, hasOwn: boolean): ActionsFor | null {
    const said = find(symbol);
    for (const name of said.names) used.add(name);
    const known = before?.get(symbol);
    if (!known && said.actions.length === 0) return null;
    if (!known && hasOwn) {
      desk.counts.own.push(symbol);
      return null;
    }
    const trust = !known && said.names.every((name) => besidePrices.has(name)) ? "shown" : "given";
    if (said.actions.length > 0 && trust === "given") desk.kept.set(symbol, said.actions);
    const actions = known && !drops ? beside(known, said.actions, symbol, desk.faults) : said.actions;
    return { actions, trust };
  }

  return {
    adjust: (part) => adjustPart(part, actionsFor, desk),
    preview() {
      const { counts, faults } = desk;
      const withoutPrices = [...gathered.bySymbol.keys()].filter((symbol) => !used.has(symbol));
      return {
        sentences: sentencesOf({ counts, repeats: gathered.repeats, withoutPrices }),
        faults: faults.slice(0, MOST_FAULTS),
        faultCount: faults.length,
      };
    },
    facts: () => factsOfActions(desk.kept),
  };
}

/** Symbols of whose actions nobody says more than a file of their prices. */
function onlyBesidePrices(tables: readonly ActionsTable[]): ReadonlySet<string> {
  const symbolsOf = (isBeside: boolean): Set<string> =>
    new Set(
      tables
        .filter(({ isBesidePrices = false }) => isBesidePrices === isBeside)
        .flatMap(({ actions }) => actions.map(({ symbol }) => symbol)),
    );
  const others = symbolsOf(false);
  return new Set([...symbolsOf(true)].filter((symbol) => !others.has(symbol)));
}

interface ActionsFor {
  readonly actions: readonly DayActions[];
  readonly trust: DividendTrust;
}

/** What the parts came to so far. */
interface Desk {
  readonly faults: ActionFault[];
  /** Actions of files by the market's symbol. */
  readonly kept: Map<string, readonly DayActions[]>;
  readonly counts: ActionCounts;
}

function noCounts(): ActionCounts {
  return {
    applied: { split: 0, dividend: 0 },
    inPrices: { split: 0, dividend: 0 },
    notShown: 0,
    outside: 0,
    adjusted: [],
    own: [],
    instruments: 0,
    exDates: { paid: 0, fallen: 0, variance: 0 },
  };
}

/** @param actionsFor - null where the instrument's adjusted closes stay as they are */
function adjustPart(
  part: Market,
  actionsFor: (symbol: string, hasOwn: boolean) => ActionsFor | null,
  desk: Desk,
): Market {
  const { barOffset, close, day, open } = part;
  desk.counts.instruments += part.instruments.length;
  let adjClose: Float64Array | null = null;
  for (const [at, { symbol, instrumentType }] of part.instruments.entries()) {
    if (instrumentType === RATE_TYPE) continue;
    const [from = 0, to = 0] = barOffset.subarray(at, at + 2);
    const found = actionsFor(symbol, hasFigure(part.adjClose, from, to));
    if (found === null) continue;
    const { actions, trust } = found;
    adjClose ??= part.adjClose?.slice() ?? new Float64Array(close.length).fill(NaN);
    if (actions.length === 0) {
      adjClose.fill(NaN, from, to);
      continue;
    }
    const bars = {
      day: day.subarray(from, to),
      open: open.subarray(from, to),
      close: close.subarray(from, to),
    };
    const adjusted = backAdjust(bars, actions, trust);
    const isMixed = hasBoth(adjusted.judged);
    for (const judged of adjusted.judged) enterVerdict(symbol, judged, desk, isMixed);
    // What is in the prices is not kept, for it would be judged anew, with less beside it, when days are added.
    if (trust === "shown" && adjusted.judged.every(({ verdict }) => verdict !== "applied")) continue;
    if (trust === "shown") desk.kept.set(symbol, actions);
    adjClose.set(adjusted.adjClose, from);
    desk.counts.adjusted.push(symbol);
    const { paid, fallen, variance } = adjusted.exDates;
    desk.counts.exDates.paid += paid;
    desk.counts.exDates.fallen += fallen;
    desk.counts.exDates.variance += variance;
  }
  if (!adjClose) return part;
  return { ...part, adjClose: hasFigure(adjClose, 0, adjClose.length) ? adjClose : null };
}

/** True where some splits show in the prices and others do not: then those that do not are doubtful. */
function hasBoth(judged: readonly JudgedAction[]): boolean {
  const splits = judged.filter(({ kind }) => kind === "split");
  return ["applied", "in-prices"].every((verdict) => splits.some((one) => one.verdict === verdict));
}

/** @param isMixed - a split that the prices do not show is told by name */
function enterVerdict(
  symbol: string,
  judged: JudgedAction,
  { counts, faults }: Desk,
  isMixed: boolean,
): void {
  const { action, kind, verdict } = judged;
  const isDoubtful = isMixed && kind === "split" && verdict === "in-prices";
  if (verdict === "applied") counts.applied[kind]++;
  else if (verdict === "in-prices" && !isDoubtful) counts.inPrices[kind]++;
  else if (verdict === "not-shown") counts.notShown++;
  else if (verdict === "outside") counts.outside++;
  else {
    const value = kind === "split" ? action.factor : action.paid || action.paidAdjusted;
    faults.push({
      symbol,
      date: formatIsoDay(action.exDay),
      place: action.place || "the dataset",
      what: `${kind} ${figureText(kind, value)}`,
      reason: reasonFor(judged),
    });
  }
}

function reasonFor({ verdict, jump, multiplier }: JudgedAction): string {
  if (verdict === "in-prices")
    return "The price does not jump that night, although it does at other splits of the instrument. It is not applied: look up whether it took place, and on which day.";
  if (verdict === "repeated")
    return "A dividend of the same size was taken a session or two before, so this one is not. If they are one payment, delete this row; if they are two, put both on one day.";
  if (verdict === "too-large")
    return "It is as large as the price itself, so it is not taken: is it in a different currency or unit?";
  const moved = `The price goes from 1 to ${(1 / jump).toFixed(2)} that night`;
  return `${moved}, and neither ${multiplier.toFixed(2)} nor 1 explains that. It is not taken: check the prices of these days.`;
}

function hasFigure(column: Float64Array | null, from: number, to: number): boolean {
  for (let bar = from; bar < to; bar++) if ((column?.[bar] ?? NaN) > 0) return true;
  return false;
}

/** Of a day that both know what the dataset had stays; another figure of the files is told. */
function beside(
  before: readonly DayActions[],
  said: readonly DayActions[],
  symbol: string,
  faults: ActionFault[],
): readonly DayActions[] {
  if (before.length === 0) return said;
  const days = new Map(before.map((day) => [day.exDay, day]));
  for (const day of said) {
    const known = days.get(day.exDay);
    const merged = {
      ...day,
      factor: known && known.factor !== 1 ? known.factor : day.factor,
      paid: known?.paid || day.paid,
      paidAdjusted: known?.paidAdjusted || day.paidAdjusted,
    };
    const isOther = (["factor", "paid", "paidAdjusted"] as const).some(
      (which) =>
        day[which] !== (which === "factor" ? 1 : 0) &&
        Math.abs(merged[which] - day[which]) > 1e-6 * day[which],
    );
    if (isOther)
      faults.push({
        symbol,
        date: formatIsoDay(day.exDay),
        place: day.place,
        what: "another figure",
        reason:
          "The dataset has an action of that day with a different figure, which stays. Delete the dataset's facts first if this one is right.",
      });
    days.set(day.exDay, merged);
  }
  return [...days.values()].toSorted((a, b) => a.exDay - b.exDay);
}

interface SaidOf {
  readonly actions: readonly DayActions[];
  /** Under which symbols of the files. */
  readonly names: readonly string[];
}

/** By the symbol as it is; else in capitals with one sign for `.`, `-` and `/`; else without the exchange's ending. */
function createFinder(
  { bySymbol, otherNames }: GatheredActions,
  market: Iterable<string>,
): (symbol: string) => SaidOf {
  const forms = new Map<string, string>();
  const enter = (form: string, symbol: string): void => {
    if (!forms.has(form)) forms.set(form, symbol);
  };
  for (const symbol of bySymbol.keys()) enter(plainSymbol(symbol), symbol);
  for (const [other, symbol] of otherNames) enter(plainSymbol(other), symbol);
  for (const symbol of bySymbol.keys()) enter(bareSymbol(symbol), symbol);
  const byCode = oneOfEach(bySymbol.keys());
  const ofMarket = oneOfEach(market);
  /** Of a code that lost its zeros, where no other symbol of either side is the same without them. */
  const nameOfCode = (symbol: string): string | undefined =>
    ofMarket.get(codeSymbol(symbol)) === symbol ? (byCode.get(codeSymbol(symbol)) ?? undefined) : undefined;
  return (symbol) => {
    const name = bySymbol.has(symbol)
      ? symbol
      : (forms.get(plainSymbol(symbol)) ?? forms.get(bareSymbol(symbol)) ?? nameOfCode(symbol));
    return { actions: bySymbol.get(name ?? "") ?? [], names: name === undefined ? [] : [name] };
  };
}
