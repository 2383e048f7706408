/**
 * Corporate actions as facts of a dataset: they stay with it, so that its adjusted closes are worked out anew when days or
 * actions are added, and so that rules, charts and backups have them.
 */
import { addStep, arrangeSteps, createStepList } from "#workers/market/fact-steps.ts";
import { openFactsTally } from "#workers/market/facts-tally.ts";
import type { FactsTable } from "#workers/market/facts-file.ts";
import type { FactSeries, Instrument } from "#workers/model/market.ts";
import type { DayActions } from "./day-actions.ts";

/** Stands for a file's name; its notes are those of the files of actions. */
export const ACTIONS = "corporate actions";

/** Shares after it for each before, money a share as paid, and divided by later splits. */
const NAMES = {
  factor: "action.split",
  paid: "action.dividend",
  paidAdjusted: "action.dividendAdjusted",
} as const;
type Figure = keyof typeof NAMES;
const FIGURES: readonly Figure[] = ["factor", "paid", "paidAdjusted"];

export function isActionFact({ name }: Pick<FactSeries, "name">): boolean {
  return FIGURES.some((figure) => NAMES[figure] === name);
}

/** What a dataset knows of its instruments' actions, by symbol; instruments without any are not among them. */
export function actionsOf(
  facts: readonly FactSeries[],
  instruments: readonly Pick<Instrument, "symbol">[],
): Map<string, DayActions[]> {
  const found = new Map<string, DayActions[]>();
  for (const [at, { symbol }] of instruments.entries()) {
    const days = new Map<number, DayActions>();
    for (const figure of FIGURES) {
      const fact = facts.find(({ name }) => name === NAMES[figure]);
      for (let step = fact?.stepOffset[at] ?? 0; step < (fact?.stepOffset[at + 1] ?? 0); step++) {
        const exDay = fact?.day[step] ?? 0;
        const known = days.get(exDay) ?? { exDay, factor: 1, paid: 0, paidAdjusted: 0, place: "" };
        days.set(exDay, { ...known, [figure]: fact?.value[step] ?? NaN });
      }
    }
    if (days.size > 0)
      found.set(
        symbol,
        [...days.values()].toSorted((a, b) => a.exDay - b.exDay),
      );
  }
  return found;
}

/** Facts of the actions of the market's instruments. */
export function factsOfActions(bySymbol: ReadonlyMap<string, readonly DayActions[]>): FactsTable {
  const symbols = [...bySymbol.keys()];
  const figures = FIGURES.flatMap((figure) => {
    const list = createStepList();
    let hasSteps = false;
    for (const [symbol, name] of symbols.entries()) {
      for (const day of bySymbol.get(name) ?? []) {
        if (day[figure] === (figure === "factor" ? 1 : 0)) continue;
        addStep(list, { symbol, day: day.exDay, line: 1 }, day[figure]);
        hasSteps = true;
      }
    }
    if (!hasSteps) return [];
    const steps = arrangeSteps(list, symbols.length, () => {
      throw new RangeError("a day of actions twice");
    });
    return [{ name: NAMES[figure], line: 1, steps }];
  });
  return { tally: openFactsTally(ACTIONS, "fact"), symbols, figures };
}
