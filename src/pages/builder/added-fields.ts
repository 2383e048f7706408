/**
 * The form's fields that strategy/2 added, but for rules: how they are typed, and what they mean. A strategy that uses none
 * of them stays a strategy/1: each is left out where it has its default, or where no other setting asks for it.
 */
import { z } from "zod";
import { settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { isRecord } from "#workers/model/strategy-fault.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";

const text = z.string();
const flag = z.boolean();
const names = z.array(z.string());

/** Spread into the sections of the form's schema. */
export const ADDED_FIELDS = {
  scanner: { symbols: names, sectors: names },
  sell: { coolDownDays: text, stopOrders: text },
  simulation: {
    sortBy: text,
    positionSizing: text,
    positionPercent: text,
    riskPercent: text,
    riskDistance: text,
    schedule: text,
    scheduleDay: text,
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

/** @param show - a figure as the form writes it, or what is suggested where the strategy has none */
export function addedValues(strategy: Strategy, show: (path: FieldPath) => string): AddedValues {
  const { scanner, sell, simulation } = strategy;
  return {
    scanner: { symbols: [...(scanner.symbols ?? [])], sectors: [...(scanner.sectors ?? [])] },
    sell: {
      coolDownDays: show("sell.coolDownDays"),
      stopOrders: sell.stopOrders ?? String(settingAt(strategy, "sell.stopOrders")),
    },
    simulation: {
      sortBy: simulation.sortBy ?? EXAMPLES.sortBy,
      positionSizing: simulation.positionSizing,
      positionPercent: show("simulation.positionPercent"),
      riskPercent: show("simulation.riskPercent"),
      riskDistance: simulation.riskDistance ?? EXAMPLES.riskDistance,
      schedule: simulation.schedule ?? String(settingAt(strategy, "simulation.schedule")),
      scheduleDay: show("simulation.scheduleDay"),
    },
    isOn: { symbols: scanner.symbols !== undefined, sectors: scanner.sectors !== undefined },
  };
}

/** Sections of a strategy, as its reader takes them; null for what is not asked for. */
export interface AddedSettings {
  readonly scanner: object;
  readonly sell: object;
  readonly simulation: object;
}

interface TypedFields extends AddedValues {
  readonly simulation: AddedValues["simulation"] & { readonly sortingType: string };
  /** Whether what is held is set back to weights on sessions of a period. */
  readonly isSetBack: boolean;
}

/** @param figure - what a typed number means; NaN where it means none */
export function addedSettings(
  { scanner, sell, simulation, isOn, isSetBack }: TypedFields,
  figure: (typed: string) => number,
): AddedSettings {
  const { sortingType, sortBy, positionSizing, positionPercent, riskPercent, riskDistance } = simulation;
  const isRisk = positionSizing === "risk";
  const isPercent = positionSizing !== "equal-weight" && positionSizing !== "weights";
  return {
    scanner: {
      symbols: isOn.symbols ? scanner.symbols : null,
      sectors: isOn.sectors ? scanner.sectors : null,
    },
    sell: { coolDownDays: figure(sell.coolDownDays), stopOrders: sell.stopOrders },
    simulation: {
      sortBy: sortingType === "expression" ? sortBy.trim() : null,
      positionSizing,
      positionPercent: isPercent ? figure(positionPercent) : null,
      riskPercent: isRisk ? figure(riskPercent) : null,
      riskDistance: isRisk ? riskDistance.trim() : null,
      schedule: simulation.schedule,
      scheduleDay: simulation.schedule === "daily" && !isSetBack ? 1 : figure(simulation.scheduleDay),
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
