/** What needs the run's prices again: how far each position went against and for it, what was passed over when, and which row sold it. */
import { simulate } from "#workers/engine/simulate.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { EndKey, Trace, PassedOverMonth } from "#workers/model/analysis.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import type { ExitReason, Position } from "#workers/model/report.ts";
import { byEnd } from "./groups.ts";
import { watchRuleExits } from "./rule-exits.ts";
import type { RuleExits } from "./rule-exits.ts";

/** @param positions - of the run's report, whose order the excursions keep */
export function traceRun(plan: Plan, positions: readonly Position[]): Trace {
  const ruleExits = watchRuleExits(plan);
  const passedOver = passedOverMonths(plan, ruleExits);
  const keys = ruleExits.keysOf(positions);
  const ends = positions.map(({ exitReason }, at): EndKey => keys[at] ?? exitReason);
  return {
    ...excursionsOf(plan, positions),
    passedOver,
    ends,
    byEnd: byEnd(positions, ends),
    toSell: ruleExits.toSell(),
  };
}

/** Exits that an order in the market makes, where stops are such orders. */
const MAY_REST: ReadonlySet<ExitReason> = new Set(["stop-loss", "trailing-stop", "take-profit"]);

/**
 * The lowest and the highest price of each position's holding, in percent of its entry price: from the bar of the entry
 * to the one before the exit, and the exit's own price. A fill at the close leaves out the entry's bar and takes in the
 * exit's; an order that lay in the market ends the holding within its bar. Highs and lows are on the run's price basis; a bar without them has its close.
 *
 * Source: Sweeney, "Campaign Trading: Tactics and Strategies to Exploit the Markets", 1996 (maximum adverse and
 * favourable excursion).
 */
function excursionsOf(plan: Plan, positions: readonly Position[]): Pick<Trace, "adverse" | "favourable"> {
  const { market, strategy } = plan;
  const { close } = plan.prices; // each column once: a late one is looked up at every look
  const { barOffset, day: dayOf, high: highOf, low: lowOf, close: fileClose } = market;
  const atClose = strategy.simulation.fillAt !== "next-open";
  const rests = strategy.sell.stopOrders === "resting";
  const instrumentOf = new Map(market.instruments.map(({ symbol }, at) => [symbol, at]));
  const adverse = new Float64Array(positions.length);
  const favourable = new Float64Array(positions.length);
  for (const [at, position] of positions.entries()) {
    const { entryPrice, exitPrice, exitReason } = position;
    const instrument = instrumentOf.get(position.instrument) ?? -1;
    const entryDay = parseIsoDay(position.entryDate) ?? NaN;
    const exitDay = parseIsoDay(position.exitDate) ?? NaN;
    let low = Math.min(entryPrice, exitPrice);
    let high = Math.max(entryPrice, exitPrice);
    for (let row = barOffset[instrument]; row < barOffset[instrument + 1]; row++) {
      const day = dayOf[row];
      const isAfterEntry = atClose ? day > entryDay : day >= entryDay;
      const endsAtClose = exitReason === "open" || (atClose && !(rests && MAY_REST.has(exitReason)));
      const isBeforeExit = endsAtClose ? day <= exitDay : day < exitDay;
      if (!isAfterEntry || !isBeforeExit) continue;
      const factor = close[row] / fileClose[row];
      low = Math.min(low, (lowOf[row] > 0 ? lowOf[row] : fileClose[row]) * factor);
      high = Math.max(high, (highOf[row] > 0 ? highOf[row] : fileClose[row]) * factor);
    }
    adverse[at] = (low / entryPrice - 1) * 100;
    favourable[at] = (high / entryPrice - 1) * 100;
  }
  return { adverse, favourable };
}

/** Of every month of the run that has a session, in time order. @param ruleExits - hears what the run decides */
function passedOverMonths(plan: Plan, ruleExits: RuleExits): PassedOverMonth[] {
  const { sessionDay, firstSession, lastSession } = plan;
  const months = new Map<string, { -readonly [Name in keyof PassedOverMonth]: PassedOverMonth[Name] }>();
  for (let session = firstSession; session <= lastSession; session++) {
    const month = formatIsoDay(sessionDay[session]).slice(0, 7);
    if (!months.has(month)) {
      months.set(month, {
        month,
        firstDay: sessionDay[session],
        unaffordable: 0,
        noSlot: 0,
        noCash: 0,
        noBar: 0,
      });
    }
  }
  const monthOf = (day: number) => months.get(formatIsoDay(day).slice(0, 7));
  simulate(plan, {
    log: {
      push(decision) {
        ruleExits.push(decision);
        const month = decision.type === "lapse" ? monthOf(decision.day) : undefined;
        if (month && decision.type === "lapse") month[decision.reason]++;
      },
    },
    logsAllOn: () => false,
    onPassedOver({ day, unaffordable, noSlot }) {
      const month = monthOf(day);
      if (!month) return;
      month.unaffordable += unaffordable;
      month.noSlot += noSlot;
    },
  });
  return [...months.values()];
}
