/** What the prices say of a portfolio's instruments, and of what idle money earns. */
import { formatIsoDay } from "#workers/model/day.ts";
import { UNTRADED_TYPES } from "#workers/model/market.ts";
import type { HeldFacts, Preview } from "#workers/model/preview.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { rowsBefore } from "#workers/sessions/calendar.ts";

const DAYS_PER_YEAR = 365;

export function portfolioFacts(plan: Plan): Pick<Preview, "held" | "cashPerYear"> {
  const { positionSizing, weights = [] } = plan.strategy.simulation;
  const cashPerYear = perYear(plan);
  return {
    ...(positionSizing === "weights" && { held: weights.flatMap(({ symbol }) => heldFacts(plan, symbol)) }),
    ...(cashPerYear !== null && { cashPerYear }),
  };
}

/** [] for a symbol without a bar, and for what nobody can hold. */
function heldFacts(plan: Plan, symbol: string): readonly HeldFacts[] {
  const { market, universe, sessionDay, firstSession, lastSession, delistedAfter } = plan;
  const instrument = market.instruments.findIndex((each) => each.symbol === symbol);
  const [from, to] = [market.barOffset[instrument], market.barOffset[instrument + 1]];
  if (instrument < 0 || from === to) return [];
  const { instrumentType } = market.instruments[instrument];
  if (UNTRADED_TYPES.includes(instrumentType)) return [];
  const [first, last] = [market.day[from], market.day[to - 1]];
  const late = sessionDay[Math.min(firstSession + delistedAfter, lastSession)];
  const early = sessionDay[Math.max(lastSession - delistedAfter, firstSession)];
  const member = universe.indexOf(instrument);
  return [
    {
      symbol,
      instrumentType,
      isTraded: member >= 0,
      since: first > late ? formatIsoDay(first) : null,
      until: last < early ? formatIsoDay(last) : null,
      firstClose: member < 0 ? null : firstClose(plan, member),
    },
  ];
}

function firstClose({ calendar, priceOf, firstSession, lastSession }: Plan, member: number): number | null {
  const before = rowsBefore(calendar, member, firstSession);
  if (before === rowsBefore(calendar, member, lastSession + 1)) return null;
  return priceOf.close(calendar.fromRow[member] + before, member);
}

/** Compounded over the period. */
function perYear({ interest, sessionDay, firstSession, lastSession }: Plan): number | null {
  const days = sessionDay[lastSession] - sessionDay[firstSession];
  if (interest === null || days === 0) return null;
  const grown = interest.reduce((product, rate) => product * (1 + rate), 1);
  return (grown ** (DAYS_PER_YEAR / days) - 1) * 100;
}
