/** What an account's positions have brought so far, the open ones at their last close; costs of selling aside. */
import type { Deployment, DeploymentPosition } from "#workers/model/deployment.ts";

export interface PositionGain {
  readonly instrument: string;
  readonly entryDate: string;
  /** What the position made, in currency. */
  readonly profit: number;
}

/** What is sold of a position in parts has a gain for each. */
export function gainsOf({ ledger }: Pick<Deployment, "ledger">): PositionGain[] {
  const gains: PositionGain[] = [];
  let held: readonly DeploymentPosition[] = [];
  for (const { fills, positions } of ledger) {
    for (const { side, instrument, price, quantity } of fills) {
      const position = side === "sell" ? held.find((each) => each.instrument === instrument) : undefined;
      if (position) gains.push(gainAt(position, quantity, price));
    }
    held = positions;
  }
  return [...gains, ...held.map((position) => gainAt(position, position.quantity, position.close))];
}

function gainAt(
  { instrument, entryDate, entryPrice }: DeploymentPosition,
  quantity: number,
  price: number,
): PositionGain {
  return { instrument, entryDate, profit: quantity * (price - entryPrice) };
}
