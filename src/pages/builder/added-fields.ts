/**
 * The form's fields that later formats added, but for rules: how they are typed, and what they mean. A strategy that uses
 * none of them stays a strategy/1: each is left out where it has its default, or where no other setting asks for it.
 */
import { z } from "zod";
import { settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { isRecord } from "#workers/model/strategy-fault.ts";
import { fieldAt } from "#workers/model/strategy-fields.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";
import {
  isSetBackOnDay,
  PORTFOLIO_FIELDS,
  portfolioSettings,
  portfolioValues,
} from "./portfolio/portfolio-values.ts";

const text = z.string();
const flag = z.boolean();
const names = z.array(z.string());

/** Spread into the sections of the form's schema. */
export const ADDED_FIELDS = {
  /** Beside its own one those that a strategy is of; [] for that one alone. */
  scanner: { symbols: names, sectors: names, exchanges: names },
  sell: { coolDownDays: text, stopOrders: text },
  simulation: {
    sortBy: text,
    positionSizing: text,
    positionPercent: text,
    riskPercent: text,
    riskDistance: text,
    schedule: text,
    scheduleDay: text,
    ...PORTFOLIO_FIELDS,
  },
  isOn: { symbols: flag, sectors: flag },
} as const;

const addedSchema = z.object({
  scanner: z.object(ADDED_FIELDS.scanner),
  sell: z.object(ADDED_FIELDS.sell),
  simulation: z.object(ADDED_FIELDS.simulation),
  isOn: z.object(ADDED_FIELDS.isOn),
});

export type AddedValues = z.infer<typeof addedSchema>;

/** Stand in the fields of expressions that no setting asks for, so that who asks for one has an example that works. */
const EXAMPLES = { sortBy: "growth(126)", riskDistance: "2 * atr(20)" } as const;

/** @param show - a figure as the form writes it */
export function addedValues(strategy: Strategy, show: (value: number) => string): AddedValues {
  const showAt = (path: FieldPath) => show(Number(settingAt(strategy, path) ?? suggestedAt(path)));
  const { scanner, sell, simulation } = strategy;
  return {
    scanner: {
      symbols: [...(scanner.symbols ?? [])],
      sectors: [...(scanner.sectors ?? [])],
      exchanges: [...(scanner.exchanges ?? [])],
    },
    sell: {
      coolDownDays: showAt("sell.coolDownDays"),
      stopOrders: sell.stopOrders ?? String(settingAt(strategy, "sell.stopOrders")),
    },
    simulation: {
      sortBy: simulation.sortBy ?? EXAMPLES.sortBy,
      positionSizing: simulation.positionSizing,
      positionPercent: showAt("simulation.positionPercent"),
      riskPercent: showAt("simulation.riskPercent"),
      riskDistance: simulation.riskDistance ?? EXAMPLES.riskDistance,
      schedule: simulation.schedule ?? String(settingAt(strategy, "simulation.schedule")),
      scheduleDay: showAt("simulation.scheduleDay"),
      ...portfolioValues(strategy, show),
    },
    isOn: { symbols: scanner.symbols !== undefined, sectors: scanner.sectors !== undefined },
  };
}

/** Stands in the field of a figure that the strategy has not, ready for who asks for it. */
export function suggestedAt(path: FieldPath): number {
  const field = fieldAt(path);
  return "suggested" in field ? field.suggested : 0;
}

/** Sections of a strategy, as its reader takes them; null for what is not asked for. */
export interface AddedSettings {
  readonly scanner: object;
  readonly sell: object;
  readonly simulation: object;
}

interface TypedFields extends AddedValues {
  readonly scanner: AddedValues["scanner"] & { readonly exchange: string };
  readonly simulation: AddedValues["simulation"] & { readonly sortingType: string };
}

/** @param figure - what a typed number means; NaN where it means none */
export function addedSettings(
  { scanner, sell, simulation, isOn }: TypedFields,
  figure: (typed: string) => number,
): AddedSettings {
  const { sortingType, sortBy, positionSizing, positionPercent, riskPercent, riskDistance } = simulation;
  const isRisk = positionSizing === "risk";
  const isPercent = positionSizing !== "equal-weight" && positionSizing !== "weights";
  return {
    scanner: {
      symbols: isOn.symbols ? scanner.symbols : null,
      sectors: isOn.sectors ? scanner.sectors : null,
      exchanges: scanner.exchanges.includes(scanner.exchange) ? scanner.exchanges : null,
    },
    sell: { coolDownDays: figure(sell.coolDownDays), stopOrders: sell.stopOrders },
    simulation: {
      sortBy: sortingType === "expression" ? sortBy.trim() : null,
      positionSizing,
      positionPercent: isPercent ? figure(positionPercent) : null,
      riskPercent: isRisk ? figure(riskPercent) : null,
      riskDistance: isRisk ? riskDistance.trim() : null,
      schedule: simulation.schedule,
      scheduleDay:
        simulation.schedule === "daily" && !isSetBackOnDay(simulation) ? 1 : figure(simulation.scheduleDay),
      ...portfolioSettings(simulation, figure),
    },
  };
}

/** A draft of before the form had these fields, with those of `values` in their place. */
export function withAdded(draft: unknown, values: AddedValues): unknown {
  if (!isRecord(draft)) return draft;
  const { scanner, sell, simulation, isOn } = addedSchema.parse(values); // without all else
  const filled = { scanner, sell, simulation, isOn };
  const sections = Object.entries(filled).map(([name, fields]) => {
    const typed = draft[name];
    return [name, isRecord(typed) ? { ...fields, ...typed } : typed];
  });
  return { ...draft, ...Object.fromEntries(sections) };
}
