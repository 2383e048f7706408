/** The same strategy with equal slots where it is sized otherwise. */
import type { Strategy } from "./strategy.ts";

/** Without sizes by percent, risk or weight, and what is set back to them. */
export function withEqualSlots(simulation: Strategy["simulation"]): Strategy["simulation"] {
  const {
    positionPercent: _percent,
    riskPercent: _risk,
    riskDistance: _distance,
    weight: _weight,
    weights: _weights,
    weightsAre: _kind,
    rebalance: _period,
    rebalanceBand: _band,
    scheduleDay,
    ...rest
  } = simulation;
  const hasDay = scheduleDay !== undefined && rest.schedule !== undefined;
  return { ...rest, positionSizing: "equal-weight", ...(hasDay && { scheduleDay }) };
}
