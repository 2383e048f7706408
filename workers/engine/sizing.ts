/** What a candidate's position may cost: section 8 of the rules' contract. */
import type { RunTerms } from "./run-plan.ts";

export interface Sizing {
  /** True where all candidates of a session have the same. */
  readonly isSameForAll: boolean;
  /** In the run's currency. @param bar - the candidate's, among its own; closes are on the run's price basis */
  readonly slotValue: (equity: number, close: number, member: number, bar: number) => number;
}

/**
 * @param distanceOf - money a share by bar of a member; needed for sizing by risk
 * @param weighing - needed for sizing by weights: what a candidate's weight may cost, before others share in it
 */
export function makeSizing(
  { strategy }: Pick<RunTerms, "strategy">,
  distanceOf: ((member: number) => Float64Array) | null,
  weighing: Sizing["slotValue"] | null = null,
): Sizing {
  const { positionSizing, maxPositions, positionPercent = 0, riskPercent = 0 } = strategy.simulation;
  switch (positionSizing) {
    case "equal-weight":
      return { isSameForAll: true, slotValue: (equity) => equity / maxPositions };
    case "percent-of-equity":
      return { isSameForAll: true, slotValue: (equity) => (equity * positionPercent) / 100 };
    case "weights": {
      if (weighing === null) throw new RangeError("sizing: no weights to size by");
      return { isSameForAll: false, slotValue: weighing };
    }
    case "risk": {
      if (distanceOf === null) throw new RangeError("sizing: no distance to size by");
      return {
        isSameForAll: false,
        slotValue: (equity, close, member, bar) =>
          Math.min(
            ((equity * riskPercent) / 100 / distanceOf(member)[bar]) * close,
            (equity * positionPercent) / 100,
          ),
      };
    }
  }
}
