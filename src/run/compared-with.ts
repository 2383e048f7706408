import type { Strategy } from "#workers/model/strategy.ts";

/** The strategy with the dataset's benchmark where it names none of its own; null leaves it to the engine. */
export function comparedWith(strategy: Strategy, benchmark: string | null): Strategy {
  if (benchmark === null || strategy.simulation.benchmark !== null) return strategy;
  return { ...strategy, simulation: { ...strategy.simulation, benchmark } };
}
