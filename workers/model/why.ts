/** Why an instrument was, or was not, bought or sold on a day: worked out again for that day when somebody asks. */
import type { Decision } from "./decision.ts";
import type { ConditionName } from "./preview.ts";
import type { ExitReason } from "./report.ts";

/** A condition of scanner or buy rules; only those that are on. Money in the run's currency, percents in percent. */
export interface ConditionVerdict {
  readonly name: ConditionName;
  /** What is compared; null where there are too few bars or no figure, which fails the condition. */
  readonly value: number | null;
  /** What it must reach; a rank must not exceed it. null where there are too few bars. */
  readonly threshold: number | null;
  readonly holds: boolean;
}

/** A sell rule that is on, at the close of the day. */
export interface SellVerdict {
  readonly reason: Exclude<ExitReason, "no-data" | "open">;
  /** The close, or the sessions held. */
  readonly value: number;
  /** The price, or the sessions, at which the rule holds. */
  readonly threshold: number;
  readonly holds: boolean;
}

/** The open position in the instrument at the close of the day. */
export interface HeldPosition {
  readonly entryDate: string;
  readonly entryPrice: number;
  readonly quantity: number;
  /** Highest of the entry price and the closes since. */
  readonly peak: number;
  /** Sessions held if it is sold at the next fill. */
  readonly held: number;
  /** Before so many sessions nothing is sold. */
  readonly minHoldingDays: number;
  /** A sell was decided on an earlier day and waits for a bar. */
  readonly isSellPending: boolean;
  /** In the order in which they give the reason. */
  readonly rules: readonly SellVerdict[];
}

export interface Why {
  readonly instrument: string;
  readonly label: string;
  readonly currency: string;
  /** ISO; the last session on or before the day that was asked for. */
  readonly date: string;
  /** On the run's price basis; null where the instrument has no bar on that session. */
  readonly close: number | null;
  /** No buy is decided on the last session of the period. */
  readonly isLastSession: boolean;
  readonly match: "any" | "all";
  readonly scanner: readonly ConditionVerdict[];
  readonly passesScanner: boolean;
  readonly buy: readonly ConditionVerdict[];
  readonly passesBuy: boolean;
  readonly position: HeldPosition | null;
  /** At the close of the day. */
  readonly account: {
    readonly equity: number;
    readonly cash: number;
    /** Equity / maxPositions: what the next buy may cost. */
    readonly slotValue: number;
    readonly openPositions: number;
    readonly maxPositions: number;
    /** Places that the buys decided on the day could take. */
    readonly freeSlots: number;
    /** Instruments that met scanner and buy rules and were not held. */
    readonly candidates: number;
  };
  /** What the run decided about the instrument on that day. */
  readonly decided: readonly Decision[];
  /** What became of it: the fills and lapses of the instrument up to some sessions later, the first first. */
  readonly next: readonly Decision[];
}
