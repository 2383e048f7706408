/**
 * The exit of a position at the moment of its entry: when it is decided, when it is filled, and why. Nothing of it
 * hangs on the account or on other positions, so that it can be found by walking down the instrument's own bars. Gains,
 * for sweeps: a trade is walked down once for all variants that enter it, in place of each position on each session.
 */
import { WORD, firstBits, lowestBit } from "#workers/sessions/bits.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import { leastFor, mostFor } from "#workers/model/forgive.ts";
import {
  MAX_HOLDING,
  NO_DATA,
  RULE,
  STILL_OPEN,
  STOP_LOSS,
  TAKE_PROFIT,
  TRAILING_STOP,
} from "#workers/engine/ledger.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { HeldPosition } from "#workers/engine/position-rules.ts";
import { makeSellRules } from "#workers/engine/sell-rules.ts";

/** A session that never comes; engines hold numbers up to this one best. */
export const NEVER = 0x3fff_ffff;

/** Sessions of the calendar, NEVER for what does not happen in the period. */
export interface ExitAhead {
  /** At whose close the sell is decided; NEVER too for a position that is sold for want of data before. */
  decided: number;
  filled: number;
  /** A byte of ledger.ts. */
  reason: number;
}

export interface EntryBar {
  readonly member: number;
  readonly session: number;
  /** The fill. */
  readonly price: number;
  readonly minHoldingDays: number;
}

/** Writes to the same object again and again. */
export type LookAhead = (entry: EntryBar) => ExitAhead;

/**
 * By the plan's sell rules but the shortest hold, which each entry names.
 *
 * @param carried - closes of the plan's facts, ready for the members asked about
 */
export function makeLookAhead(plan: Plan, { value: close, sessions }: CarriedCloses): LookAhead {
  const { strategy, calendar, lastSession, delistedAfter } = plan;
  const { stopLoss, trailingStopLoss, takeProfit, maxHoldingDays } = strategy.sell;
  const { words, present } = calendar;
  const stopFactor = stopLoss === null ? NaN : 1 - stopLoss / 100;
  const trailFactor = trailingStopLoss === null ? NaN : 1 - trailingStopLoss / 100;
  const profitFactor = takeProfit === null ? NaN : 1 + takeProfit / 100;
  const longest = maxHoldingDays ?? NEVER;
  const exit: ExitAhead = { decided: NEVER, filled: NEVER, reason: STILL_OPEN };
  const ownRules = followOwnRules(plan);

  function sellFor(reason: number, filled: number): ExitAhead {
    if (filled > lastSession) return exit;
    exit.filled = filled;
    exit.reason = reason;
    return exit;
  }

  return ({ member, session: entrySession, price, minHoldingDays }) => {
    exit.decided = NEVER;
    exit.filled = NEVER;
    exit.reason = STILL_OPEN;
    ownRules.enter(member, entrySession, price);
    const stopAt = mostFor(price * stopFactor);
    const profitAt = leastFor(price * profitFactor);
    const firstExit = entrySession + minHoldingDays - 1;
    const longestExit = entrySession + longest - 1;
    let peak = price;
    let trailAt = mostFor(peak * trailFactor);
    let reason = STILL_OPEN;
    let lastBar = entrySession;
    const start = member * words;
    const closes = member * sessions;
    for (let word = entrySession >> 5; word < words && word * WORD <= lastSession; word++) {
      let bars = present[start + word];
      if (word === entrySession >> 5) bars &= ~firstBits(entrySession & 31);
      while (bars !== 0) {
        const first = lowestBit(bars);
        const beyond = ~bars & ~firstBits(first);
        const stop = word * WORD + (beyond === 0 ? WORD : lowestBit(beyond));
        let session = word * WORD + first;
        if (session - lastBar > delistedAfter) {
          return sellFor(NO_DATA, lastBar + delistedAfter);
        }
        if (session > lastSession) return exit;
        if (reason !== STILL_OPEN) return sellFor(reason, session);
        for (; session < stop; session++) {
          const closed = close[closes + session];
          if (closed > peak) {
            peak = closed;
            trailAt = mostFor(peak * trailFactor);
          }
          if (session < firstExit) continue;
          if (closed <= stopAt) reason = STOP_LOSS;
          else if (closed <= trailAt) reason = TRAILING_STOP;
          else if (closed >= profitAt) reason = TAKE_PROFIT;
          else if (session >= longestExit) reason = MAX_HOLDING;
          else if (ownRules.sell(session, closed, peak)) reason = RULE;
          else continue;
          exit.decided = session;
          if (session + 1 < stop) return sellFor(reason, session + 1);
          session++;
          break;
        }
        lastBar = session - 1;
        bars &= stop === (word + 1) * WORD ? 0 : ~firstBits(stop & 31);
      }
    }
    return sellFor(NO_DATA, lastBar + delistedAfter);
  };
}

/** The plan's own sell rules, on one position after the other. */
interface OwnRules {
  readonly enter: (member: number, session: number, price: number) => void;
  /** Whether one of them sells the position at the close. */
  readonly sell: (session: number, close: number, peak: number) => boolean;
}

function followOwnRules(plan: Plan): OwnRules {
  const sellRules = makeSellRules(plan);
  if (sellRules === null) return { enter: () => {}, sell: () => false };
  const { ofBars, ofPosition } = sellRules;
  const position: HeldPosition = {
    member: 0,
    bar: 0,
    session: 0,
    close: 0,
    entryPrice: 0,
    peak: 0,
    held: 0,
  };
  let entrySession = 0;
  return {
    enter: (member, session, price) => {
      position.member = member;
      position.entryPrice = price;
      entrySession = session;
    },
    sell: (session, close, peak) => {
      if (ofBars(position.member, session)) return true;
      if (ofPosition === null) return false;
      position.session = session;
      position.close = close;
      position.peak = peak;
      position.held = session + 1 - entrySession;
      return ofPosition(position);
    },
  };
}
