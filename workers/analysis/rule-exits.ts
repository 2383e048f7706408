/** Which of a strategy's own sell rules ended each position: asked again at the close at which the run decided it. */
import { askTruth } from "#workers/engine/position-rules.ts";
import type { HeldPosition } from "#workers/engine/position-rules.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { DecisionLog } from "#workers/engine/simulation-hooks.ts";
import { inUse } from "#workers/rules/strategy-rules.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import type { RuleKey, ToSell } from "#workers/model/analysis.ts";
import type { Decision } from "#workers/model/decision.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Position } from "#workers/model/report.ts";
import { peakSince } from "./held-on-day.ts";
import type { Fill } from "./watch-day.ts";

export interface RuleExits extends DecisionLog {
  /** By position; null where no rule of the strategy's own ended it. Call it when the run is over. */
  readonly keysOf: (positions: readonly Position[]) => readonly (RuleKey | null)[];
  /** Positions that are open at the end and that a rule is to sell next. */
  readonly toSell: () => readonly ToSell[];
}

interface RuleExit {
  readonly bought: Fill;
  /** EpochDay of the close that decided it. */
  readonly day: number;
}

/** Listens to a whole run. */
export function watchRuleExits(plan: Plan): RuleExits {
  const lastBuy = new Map<string, Fill>();
  const exits = new Map<string, RuleExit>(); // by instrument and day of the entry
  const isAsked = inUse(plan.rules.sell).length > 0;
  return {
    push(decision: Decision) {
      if (!isAsked) return;
      const { instrument, day } = decision;
      if (decision.type === "buy") lastBuy.set(instrument, decision);
      if (decision.type !== "exit" || decision.reason !== "rule") return;
      const bought = lastBuy.get(instrument);
      if (bought) exits.set(`${instrument} ${bought.day}`, { bought, day });
    },
    keysOf(positions) {
      const keyOf = makeKeyOf(plan);
      return positions.map(({ instrument, entryDate, exitReason }) => {
        const exit = exits.get(`${instrument} ${parseIsoDay(entryDate)}`);
        return exit && exitReason === "rule" ? keyOf(exit) : null;
      });
    },
    toSell() {
      const keyOf = makeKeyOf(plan);
      const lastDay = plan.sessionDay[plan.lastSession];
      return [...exits.values()].flatMap((exit) => {
        const key = exit.day === lastDay ? keyOf(exit) : null;
        return key === null ? [] : [{ instrument: exit.bought.instrument, key }];
      });
    },
  };
}

/** The first rule that held, counted in sell.rules from 0, what is off included. */
function makeKeyOf(plan: Plan): (exit: RuleExit) => RuleKey | null {
  const { market, universe, calendar, priceOf, sessionDay, rules } = plan;
  const ground = plan.ground();
  const asks = rules.sell.map(({ rule }) => rule && askTruth(ground, rule));
  const memberOf = new Map(
    Array.from(universe, (instrument, member) => [market.instruments[instrument].symbol, member]),
  );
  const sessionOf = new Map(Array.from(sessionDay, (day, session) => [day, session]));
  return ({ bought, day }) => {
    const member = memberOf.get(bought.instrument) ?? -1;
    const session = sessionOf.get(day) ?? -1;
    const row = rowOn(calendar, member, session);
    const held: HeldPosition = {
      member,
      bar: row - calendar.fromRow[member],
      session,
      close: priceOf.close(row, member),
      entryPrice: bought.price,
      peak: peakSince(plan, { member, session }, bought),
      held: session + 1 - (sessionOf.get(bought.day) ?? -1),
    };
    const at = asks.findIndex((ask) => ask?.(held) === true);
    return at < 0 ? null : `rule ${at}`;
  };
}
