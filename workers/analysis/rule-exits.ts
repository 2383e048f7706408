/** Which of a strategy's own sell rules ended each position: asked again at the close at which the run decided it. */
import { heldAt } from "#workers/engine/exits.ts";
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
import { heldAfter } from "./track-holding.ts";
import type { TrackedHolding } from "./track-holding.ts";

export interface RuleExits extends DecisionLog {
  /** By position; null where no rule of the strategy's own ended it. Call it when the run is over. */
  readonly keysOf: (positions: readonly Position[]) => readonly (RuleKey | null)[];
  /** Positions that are open at the end and that a rule is to sell next. */
  readonly toSell: () => readonly ToSell[];
}

interface RuleExit {
  /** The position as it was when the exit was decided. */
  readonly held: TrackedHolding;
  /** EpochDay of the close that decided it. */
  readonly day: number;
}

/** Listens to a whole run. */
export function watchRuleExits(plan: Plan): RuleExits {
  const holdings = new Map<string, TrackedHolding>();
  const exits = new Map<string, RuleExit>(); // by instrument and day of the entry
  const isAsked = inUse(plan.rules.sell).length > 0;
  return {
    push(decision: Decision) {
      if (!isAsked) return;
      const { instrument, day } = decision;
      const held = holdings.get(instrument) ?? null;
      if (decision.type === "buy" || decision.type === "sell") {
        const after = heldAfter(held, decision);
        if (after === null) holdings.delete(instrument);
        else holdings.set(instrument, after);
      }
      if (decision.type !== "exit" || decision.reason !== "rule") return;
      if (held) exits.set(`${instrument} ${held.day}`, { held, day });
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
        return key === null ? [] : [{ instrument: exit.held.instrument, key }];
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
  return ({ held: holding, day }) => {
    const member = memberOf.get(holding.instrument) ?? -1;
    const session = sessionOf.get(day) ?? -1;
    const row = rowOn(calendar, member, session);
    const held: HeldPosition = {
      member,
      bar: row - calendar.fromRow[member],
      session,
      close: priceOf.close(row, member),
      entryPrice: holding.entryPrice,
      peak: peakSince(plan, { member, session }, holding),
      held: heldAt(plan, sessionOf.get(holding.day) ?? -1, session),
    };
    const at = asks.findIndex((ask) => ask?.(held) === true);
    return at < 0 ? null : `rule ${at}`;
  };
}
