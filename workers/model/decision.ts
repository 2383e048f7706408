/** The decision log of a run, made on demand: what was a candidate, ranked, ordered, filled, exited, and why. */
import type { ExitReason, PassedOver } from "./report.ts";

interface FillDecision {
  readonly day: number;
  readonly instrument: string;
  /** With slippage. */
  readonly price: number;
  readonly quantity: number;
  /** The fill's costs, in currency. */
  readonly commission: number;
}

export interface BuyFill extends FillDecision {
  readonly type: "buy";
}

/** A sell's fill, of the whole position or of a part of it. */
export interface SellFill extends FillDecision {
  readonly type: "sell";
  readonly reason: ExitReason;
}

/** How far an instrument was from its plan, in percent of the account's value less what is owed. */
export interface Shares {
  readonly share: number;
  readonly target: number;
}

/** Every entry has the EpochDay of its session and the symbol that it is about; entries come in time order. */
export type Decision =
  | {
      /** At the close: the instrument passed scanner and buy rules and has no open position. */
      readonly type: "candidate";
      readonly day: number;
      readonly instrument: string;
      /** Place in the order priority, from 1, among the affordable candidates; 0 for an unaffordable one. */
      readonly rank: number;
      /** What the order priority sorts by (a ratio, a market cap or a volume); -Infinity where unknown. */
      readonly key: number;
      readonly outcome: "ordered" | "unaffordable" | "noSlot";
    }
  | {
      /** At the close: an open position is to be sold at the next fill. */
      readonly type: "exit";
      readonly day: number;
      readonly instrument: string;
      readonly reason: ExitReason;
    }
  | {
      /** At the close: a part of an open position is to be sold at its next fill. */
      readonly type: "part";
      readonly day: number;
      readonly instrument: string;
      readonly reason: "rebalance" | "payment";
      readonly quantity: number;
      /** null of a payment. */
      readonly shares: Shares | null;
    }
  | {
      /** At the close, by weights: more of an open position is to be bought at its next fill. */
      readonly type: "more";
      readonly day: number;
      readonly instrument: string;
      /** What is to be spent, in currency. */
      readonly money: number;
      readonly shares: Shares;
      /** Money that came in is placed; else it is set back to its target. */
      readonly isMoneyIn: boolean;
    }
  | BuyFill
  | SellFill
  | {
      /** A buy order that was not filled. */
      readonly type: "lapse";
      readonly day: number;
      readonly instrument: string;
      readonly reason: keyof PassedOver;
    };
