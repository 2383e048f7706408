/**
 * Shares so dear that a slot can't buy one. There are few of them most of the time, but the run counts them on
 * every session: who can be among them is worked out once for 32 sessions.
 */
import { wholeShares } from "./forgive.ts";
import type { Plan } from "./plan.ts";

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
  /** True where the slot can't buy one share at the close of the market's row, costs included. */
  readonly isDear: (row: number) => boolean;
  /** Everyone else can be afforded on each session of the calendar's word. */
  readonly suspects: (word: number) => Suspects;
}

export function makeDearWatch({ strategy, calendar, prices, costs, facts }: Plan): DearWatch {
  const { close } = prices;
  const { closeZones } = facts;
  const { fractionalShares } = strategy.simulation;
  const costFactor = costs.buySlippage * (1 + costs.commission);
  const suspects: Suspects = { member: new Int32Array(calendar.members), count: 0 };
  for (let member = 0; member < calendar.members; member++) closeZones.ready(member);
  let slotValue = 0;
  let listedWord = -1;
  /** Closes up to this one are of nobody's concern. */
  let listedClose = Infinity;

  return {
    setSlotValue: (value) => {
      slotValue = value;
    },
    isDear: (row) => !fractionalShares && wholeShares(slotValue / (close[row] * costFactor)) < 1,
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
