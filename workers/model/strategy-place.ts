/** What stands at a place of a strategy, as "simulation.flows[0].amount": read, and changed in a copy. */
import { isRecord, ownValue } from "./strategy-fault.ts";
import type { Path } from "./strategy-fault.ts";
import type { Strategy } from "./strategy.ts";

/** undefined where the strategy has nothing there. */
export function valueAt(strategy: Strategy, place: string): unknown {
  return keysOf(place).reduce<unknown>((value, key) => within(value, key), strategy);
}

/** The strategy with another value where one stands, not yet judged by its limits; the same one where none does. */
export function withValueAt(strategy: Strategy, place: string, value: unknown): Strategy {
  if (valueAt(strategy, place) === undefined) return strategy;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who asks for it judges what it then is
  return changed(strategy, keysOf(place), value) as Strategy;
}

function keysOf(place: string): Path {
  return place.split(/[.[]/).map((key) => (key.endsWith("]") ? Number.parseInt(key, 10) : key));
}

function within(value: unknown, key: string | number): unknown {
  if (typeof key === "number") return Array.isArray(value) ? value[key] : undefined;
  return isRecord(value) ? ownValue(value, key) : undefined;
}

function changed(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const part = changed(within(whole, key), rest, value);
  if (typeof key === "number") return Array.isArray(whole) ? whole.with(key, part) : whole;
  return isRecord(whole) ? { ...whole, [key]: part } : whole;
}
