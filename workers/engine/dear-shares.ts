/**
 * Shares so dear that a slot can't buy one. There are few of them most of the time, but the run counts them on
 * every session: who can be among them is worked out once for 32 sessions.
 */
import { rowOn } from "./calendar.ts";
import { wholeShares } from "./forgive.ts";
import type { RunPlan } from "./plan.ts";
import type { Zones } from "./zones.ts";

/** How far the slot value may fall before the suspects are looked for again. */
const FALL = 0.95;

/** Members one of whose closes in the word may be too dear: the first `count`, by universe place. */
export interface Suspects {
  readonly member: Int32Array;
  count: number;
}

export interface DearWatch {
  /** In currency; what follows is about this one. */
  readonly setSlotValue: (slotValue: number) => void;
  /** True where the slot can't buy one share at the close of a session with a bar, costs included. */
  readonly isDear: (member: number, session: number) => boolean;
  /** Everyone else can be afforded on each session of the calendar's word. */
  readonly suspects: (word: number) => Suspects;
}

export function makeDearWatch({ strategy, calendar, costs, priceOf }: RunPlan, closeZones: Zones): DearWatch {
  const { fractionalShares } = strategy.simulation;
  const costFactor = costs.buySlippage * (1 + costs.commission);
  const suspects: Suspects = { member: new Int32Array(calendar.members), count: 0 };
  for (let member = 0; member < calendar.members; member++) closeZones.ready(member);
  let slotValue = 0;
  let listedWord = -1;
  /** Closes up to this one are of nobody's concern. */
  let listedClose = Infinity;

  /** Grows with the close: what holds for the least of some closes holds for all of them. */
  const isTooDear = (close: number): boolean => wholeShares(slotValue / (close * costFactor)) < 1;

  return {
    setSlotValue: (value) => {
      slotValue = value;
    },
    isDear: (member, session) => {
      if (fractionalShares) return false;
      const zone = member * calendar.words + (session >> 5);
      if (!isTooDear(closeZones.most[zone])) return false;
      if (closeZones.least[zone] > 0 && isTooDear(closeZones.least[zone])) return true;
      return isTooDear(priceOf.close(rowOn(calendar, member, session), member));
    },
    suspects: (word) => {
      const affordable = slotValue / costFactor;
      if (fractionalShares || (word === listedWord && listedClose <= affordable)) return suspects;
      listedWord = word;
      listedClose = affordable * FALL;
      suspects.count = 0;
      for (let member = 0; member < calendar.members; member++) {
        const isSuspect = closeZones.most[member * calendar.words + word] > listedClose;
        if (isSuspect) suspects.member[suspects.count++] = member;
      }
      return suspects;
    },
  };
}
