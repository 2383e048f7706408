/** Limits of a strategy that hang on several of its settings, each of which is right by itself. */
import { wrongValue } from "./strategy-fault.ts";
import type { Fault } from "./strategy-fault.ts";

/** A setting's value by its path, as "simulation.weight"; undefined where it is wrong itself. */
type ValueAt = (path: string) => unknown;

/** What must hold of the setting at a path, beside others; null where it does. */
const LIMITS: readonly (readonly [path: string, limit: (at: ValueAt) => string | null])[] = [
  ["scanner.exchanges", exchangesLimit],
  ["simulation.riskFreePercent", riskFreePercentLimit],
  ["simulation.weight", weightLimit],
  ["simulation.scheduleDay", scheduleDayLimit],
  ["simulation.riskFree", riskFreeLimit],
];

/** The faults of settings that don't go together, in the order of the file; [] for none. */
export function jointFaults(values: ReadonlyMap<string, unknown>): readonly Fault[] {
  return LIMITS.flatMap(([path, limit]) => {
    if (!values.has(path)) return [];
    const found = limit((other) => values.get(other));
    return found === null ? [] : [wrongValue(path.split("."), values.get(path), found)];
  });
}

function exchangesLimit(at: ValueAt): string | null {
  const [exchange, exchanges] = [at("scanner.exchange"), at("scanner.exchanges")];
  if (typeof exchange !== "string" || !Array.isArray(exchanges) || exchanges.includes(exchange)) return null;
  return `must have scanner.exchange, which is ${JSON.stringify(exchange)}, among them`;
}

function weightLimit(at: ValueAt): string | null {
  const [weight, weights] = [at("simulation.weight"), at("simulation.weights")];
  const isBare = weight === null && Array.isArray(weights) && weights.length === 0;
  return isBare && at("simulation.positionSizing") === "weights"
    ? "must be there where positionSizing is weights and weights has no entry"
    : null;
}

/** Periods of which a session has a place of its own. */
const WITHOUT_DAYS: ReadonlySet<unknown> = new Set(["daily", "never"]);
/** Sessions of a week. */
export const MOST_OF_A_WEEK = 5;

function scheduleDayLimit(at: ValueAt): string | null {
  const day = Number(at("simulation.scheduleDay"));
  const periods = [at("simulation.schedule"), at("simulation.rebalance")];
  if (periods.includes(undefined)) return null;
  if (day !== 1 && periods.every((period) => WITHOUT_DAYS.has(period)))
    return "must be 1 unless schedule or rebalance is weekly, monthly, quarterly or yearly";
  return day > MOST_OF_A_WEEK && periods.includes("weekly")
    ? `must be at most ${MOST_OF_A_WEEK} where schedule or rebalance is weekly`
    : null;
}

function riskFreeLimit(at: ValueAt): string | null {
  return at("simulation.riskFree") === "cash" && at("simulation.cash") === null
    ? "must be fixed unless cash is there"
    : null;
}

function riskFreePercentLimit(at: ValueAt): string | null {
  return at("simulation.riskFree") === "cash" && at("simulation.riskFreePercent") !== 0
    ? "must be 0 where riskFree is cash"
    : null;
}
