/** The decision log of a run, made on demand: what was a candidate, ranked, ordered, filled, exited, and why. */
import type { ExitReason, PassedOver } from "./report.ts";

interface FillDecision {
  readonly day: number;
  readonly instrument: string;
  /** With slippage. */
  readonly price: number;
  readonly quantity: number;
  /** In money. */
  readonly commission: number;
}

export interface BuyFill extends FillDecision {
  readonly type: "buy";
}

/** Of a position, or of a part of one. */
export interface SellFill extends FillDecision {
  readonly type: "sell";
  readonly reason: ExitReason;
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
  | BuyFill
  | SellFill
  | {
      /** A buy order that was not filled. */
      readonly type: "lapse";
      readonly day: number;
      readonly instrument: string;
      readonly reason: keyof PassedOver;
    };
