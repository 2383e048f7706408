/** Figures that stand within a setting: of the band, of what idle money earns, of money in and out. */
import type { Strategy } from "./strategy.ts";
import type { NumberUnit } from "./strategy-field.ts";
import { valueAt } from "./strategy-place.ts";

const OF_BAND = ["points", "percent"] as const;
const OF_FLOW = ["amount", "percent", "growPercent"] as const;

/** "simulation.flows[0].amount": where such a figure stands in a strategy. */
export type FigurePlace =
  | `simulation.rebalanceBand.${(typeof OF_BAND)[number]}`
  | `simulation.flows[${number}].${(typeof OF_FLOW)[number]}`
  | "simulation.cash.percent";

interface FigurePart {
  /** What a person calls it; of a flow behind the number of the flow. */
  readonly label: string;
  readonly unit: NumberUnit | "points";
}

/** Numbers of flows and bands by their place, without the number of the flow. */
const PARTS = {
  "simulation.rebalanceBand.points": { label: "Band, in points of the account", unit: "points" },
  "simulation.rebalanceBand.percent": { label: "Band, of each plan", unit: "percent" },
  "simulation.cash.percent": { label: "What idle money earns", unit: "percent a year" },
  "simulation.flows.amount": { label: "sum", unit: "money" },
  "simulation.flows.percent": { label: "part of the account", unit: "percent" },
  "simulation.flows.growPercent": { label: "growth", unit: "percent a year" },
} as const satisfies Readonly<Record<string, FigurePart>>;

const IN_A_FLOW = /^simulation\.flows\[(0|[1-9]\d?)\]/;

function partAt(place: string): FigurePart | null {
  const isOfFlow = IN_A_FLOW.test(place);
  const key = isOfFlow ? place.replace(IN_A_FLOW, "simulation.flows") : place;
  const isFlow = key.startsWith("simulation.flows.");
  const parts: Readonly<Record<string, FigurePart>> = PARTS;
  return Object.hasOwn(parts, key) && isFlow === isOfFlow ? (parts[key] ?? null) : null;
}

/** Whether such a figure may stand there. */
export function isFigurePlace(place: string): place is FigurePlace {
  return partAt(place) !== null;
}

/** "Money in and out 2, sum". */
export function figureLabel(place: FigurePlace): string {
  const label = partAt(place)?.label ?? place;
  const [, at] = IN_A_FLOW.exec(place) ?? [];
  return at === undefined ? label : `Money in and out ${Number(at) + 1}, ${label}`;
}

export function figureUnit(place: FigurePlace): FigurePart["unit"] {
  return partAt(place)?.unit ?? "percent";
}

/** null where the strategy has none there. */
export function figureAt(strategy: Strategy, place: FigurePlace): number | null {
  const value = valueAt(strategy, place);
  return typeof value === "number" ? value : null;
}

/** Those that the strategy has, in the order of its file. */
export function figurePlaces(strategy: Strategy): readonly FigurePlace[] {
  const { flows = [] } = strategy.simulation;
  const places: FigurePlace[] = [
    ...OF_BAND.map((name): FigurePlace => `simulation.rebalanceBand.${name}`),
    ...flows.flatMap((_, at) => OF_FLOW.map((name): FigurePlace => `simulation.flows[${at}].${name}`)),
    "simulation.cash.percent",
  ];
  return places.filter((place) => figureAt(strategy, place) !== null);
}
