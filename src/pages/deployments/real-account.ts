/** The account as it was really paid, beside the virtual one: where no fill was written in, the virtual one counts. */
import { moneyOf } from "#workers/model/deployment.ts";
import type { Deployment, DeploymentEntry, DeploymentFill, RealFill } from "#workers/model/deployment.ts";

/** A virtual fill, and what was really paid for it; null where nobody wrote that in. */
export interface PaidFill {
  readonly session: string;
  readonly fill: DeploymentFill;
  readonly real: RealFill | null;
  /** Money that the real fill cost more than the virtual one, for its own quantity; null without one. */
  readonly slippage: number | null;
}

/** Of all sessions, oldest first. The last one written in for a fill counts. */
export function paidFills({ ledger, real }: Pick<Deployment, "ledger" | "real">): PaidFill[] {
  return ledger.flatMap(({ session, fills }) =>
    fills.map((fill): PaidFill => {
      const own = real.findLast(
        (one) => one.session === session && one.instrument === fill.instrument && one.side === fill.side,
      );
      return { session, fill, real: own ?? null, slippage: own ? slippageOf(fill, own) : null };
    }),
  );
}

function slippageOf(fill: DeploymentFill, real: RealFill): number {
  const worse = fill.side === "buy" ? real.price - fill.price : fill.price - real.price;
  return worse * real.quantity + real.commission - (fill.commission / fill.quantity) * real.quantity;
}

export interface RealAccount {
  readonly cash: number;
  readonly equity: number;
  /** Slippage of all fills that are written in. */
  readonly slippage: number;
  readonly written: number;
}

/**
 * Where a sale is not written in, of what is really held the same part is sold as of the virtual position, at the virtual price.
 * Positions count at the ledger's last closes, and what is left of one that the virtual account has sold, at that price. Money
 * that came, went or was earned is the virtual account's.
 *
 * @param paid - of all its sessions: see paidFills()
 */
export function realAccount(
  { ledger, startMargin }: Pick<Deployment, "ledger" | "startMargin">,
  paid: readonly PaidFill[],
): RealAccount {
  let cash = ledger.reduce((sum, entry) => sum + movedBy(entry), startMargin);
  const held = new Map<string, number>();
  const virtual = new Map<string, number>();
  const prices = new Map<string, number>();
  for (const { fill, real } of paid) {
    const { instrument, side } = fill;
    const before = held.get(instrument) ?? 0;
    const ofVirtual = virtual.get(instrument) ?? 0;
    const sold = fill.quantity >= ofVirtual ? before : before * (fill.quantity / ofVirtual);
    const { quantity, price, commission } = real ?? (side === "sell" ? ofQuantity(fill, sold) : fill);
    const sign = side === "buy" ? 1 : -1;
    cash -= sign * quantity * price + commission;
    held.set(instrument, before + sign * quantity);
    virtual.set(instrument, Math.max(0, ofVirtual + sign * fill.quantity));
    prices.set(instrument, fill.price);
  }
  for (const { instrument, close } of ledger.at(-1)?.positions ?? []) prices.set(instrument, close);
  let equity = cash;
  for (const [instrument, quantity] of held) equity += quantity * (prices.get(instrument) ?? 0);
  const slippage = paid.reduce((sum, one) => sum + (one.slippage ?? 0), 0);
  const written = paid.filter(({ real }) => real !== null).length;
  return { cash, equity, slippage, written };
}

function movedBy(entry: DeploymentEntry): number {
  const { in: came, out, interest } = moneyOf(entry);
  return came - out + interest;
}

/** The same fill of another quantity, at the same rate of costs. */
function ofQuantity(fill: DeploymentFill, quantity: number): DeploymentFill {
  return { ...fill, quantity, commission: fill.commission * (quantity / fill.quantity) };
}
