/** Why an instrument was, or was not, bought or sold on a day: worked out again for that day when somebody asks. */
import type { Decision } from "./decision.ts";
import type { ConditionName } from "./preview.ts";
import type { ExitReason } from "./report.ts";
import type { Strategy } from "./strategy.ts";

export type RuleState = "true" | "false" | "unknown";

/** What something was worth at the close of the day; a number is null where it is unknown. */
export type Worth =
  | { readonly type: "rule"; readonly state: RuleState }
  | { readonly type: "number"; readonly value: number | null }
  /** Not asked: it, or what it stands in, is off, or a group without members in use. */
  | { readonly type: "off" };

/** A rule, or a part of one, and what it is made of in turn. */
export interface RulePart {
  /** A line of the language, whose worth it is; of a group "any of", "all of" or "none of". */
  readonly text: string;
  /** "" without one. */
  readonly label: string;
  readonly worth: Worth;
  /** Why it is unknown, as "only 12 bars so far"; "" where its parts say so, or where that isn't plain. */
  readonly note: string;
  /** What a line is made of, where that is no plain number. */
  readonly parts: readonly RulePart[];
}

/** A fixed condition of scanner or buy rules; only those that are on. Money in the run's currency, percents in percent. */
export interface ConditionVerdict {
  readonly name: ConditionName;
  /** What is compared; null where there are too few bars or no figure, which fails the condition. */
  readonly value: number | null;
  /** What it must reach; a rank must not exceed it. null where there are too few bars. */
  readonly threshold: number | null;
  readonly holds: boolean;
  /** The line that says the same, with its parts. */
  readonly tree: RulePart;
}

/** A stop, a target or a longest hold that is on, at the close of the day. */
export interface SellVerdict {
  readonly reason: Exclude<ExitReason, "rule" | "no-data" | "open">;
  /** The close, or the sessions held. */
  readonly value: number;
  /** The price, or the sessions, at which the rule holds. */
  readonly threshold: number;
  /** null where it is an order that lies in the market, which no close decides. */
  readonly holds: boolean | null;
}

/** The open position in the instrument at the close of the day. */
export interface HeldPosition {
  /** The day of the first fill. */
  readonly entryDate: string;
  /** The average cost a share. */
  readonly entryPrice: number;
  readonly quantity: number;
  /** Highest of the first fill's price and the closes since. */
  readonly peak: number;
  /** Sessions held if it is sold at the next fill. */
  readonly held: number;
  /** Before so many sessions nothing is sold. */
  readonly minHoldingDays: number;
  /** A sell was decided on an earlier day and waits for a bar. */
  readonly isSellPending: boolean;
  /** The sell rules' verdicts, in the order in which they give the reason. */
  readonly rules: readonly SellVerdict[];
  /** The strategy's own sell rules, any one of which sells; empty where the instrument has no bar on the session. */
  readonly ownRules: readonly RulePart[];
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
  readonly schedule: NonNullable<Strategy["simulation"]["schedule"]>;
  /** Buys and own sell rules are looked at on this session. */
  readonly isScheduled: boolean;
  readonly match: "any" | "all";
  /** Fixed conditions, and then own rules; empty where the instrument has no bar on the session. */
  readonly scanner: readonly ConditionVerdict[];
  readonly scannerRules: readonly RulePart[];
  readonly passesScanner: boolean;
  readonly buy: readonly ConditionVerdict[];
  readonly buyRules: readonly RulePart[];
  readonly passesBuy: boolean;
  /** What candidates are sorted by, highest first; null without a bar. */
  readonly sortBy: RulePart | null;
  /** Money a share that a position is sized by; null without a bar, and where positions are sized otherwise. */
  readonly riskDistance: RulePart | null;
  /** It was sold, and may not be bought again yet; null where that is not so. */
  readonly coolDown: CoolDown | null;
  /** null with slots. */
  readonly weights: WeightsOfDay | null;
  readonly position: HeldPosition | null;
  /** It was sold on this day by an order that lay in the market, and by no decision at a close. */
  readonly soldByOrder: boolean;
  /** At the close of the day. */
  readonly account: {
    readonly equity: number;
    readonly cash: number;
    /** Still to be paid out. */
    readonly owed: number;
    /**
     * What a buy of the instrument may cost; null where that hangs on a figure that is unknown, or not above 0. With weights what it
     * is ordered for; null without an order.
     */
    readonly slotValue: number | null;
    readonly openPositions: number;
    readonly maxPositions: number;
    /** Places that the buys decided on the day could take. */
    readonly freeSlots: number;
    /** Instruments that met scanner and buy rules and could be bought. */
    readonly candidates: number;
  };
  /** What the run decided about the instrument on that day. */
  readonly decided: readonly Decision[];
  /** What became of it: the fills and lapses of the instrument up to some sessions later, the first first. */
  readonly next: readonly Decision[];
}

/** What the weights say of an instrument at the close of the day. Shares are percents of the account's value less what is owed. */
export interface WeightsOfDay {
  readonly rebalance: NonNullable<Strategy["simulation"]["rebalance"]>;
  /** What is held is set back on this session, as far as it is outside its band. */
  readonly isSetBack: boolean;
  /** The line of its weight; null without a bar on the day, and where the strategy has none for it. */
  readonly line: RulePart | null;
  /** The weight on its last bar up to the day; null where it is unknown. */
  readonly weight: number | null;
  /** What it is of the account; 0 where it is not held. */
  readonly share: number;
  /** What it is to be; null where it has no target on the day: it is left alone, or no candidate. */
  readonly target: number | null;
  /** How far it may be from that before it is set back, points; null without a target. */
  readonly band: number | null;
  /** Whether one of those held was outside its band, so that all of them are set back. */
  readonly isAnyOutside: boolean;
}

export interface CoolDown {
  /** ISO date of the sale. */
  readonly soldOn: string;
  /** Sessions since the sale. */
  readonly passed: number;
  /** Sessions that must have passed. */
  readonly days: number;
}
