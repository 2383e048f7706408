/** All bars of one instrument, and the days on which it passes a strategy's scanner and buy rules. */
import { makeJudge, spanOf } from "#workers/engine/candidates.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { bitAt } from "#workers/sessions/bits.ts";
import type { Host, Job } from "../host/host.ts";
import { isTooLarge } from "../host/market-host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { fewOrAll, wantedBy, wholeMarket } from "../host/wanted-market.ts";
import { barsOf } from "../market/instrument-bars.ts";
import type { CandidateDays, InstrumentBars } from "../model/instruments.ts";
import { err, ok } from "../model/problem.ts";
import type { Problem, Result } from "../model/problem.ts";
import type { BarsRequest } from "../model/protocol.ts";

export const loadBars: Job<"loadBars"> = async (host, request) => {
  const bars = await barsIn(host, request);
  if (!bars.ok) return bars;
  return bars.value ? ok(bars.value) : err(noSuchInstrument(request.symbol));
};

/** null where the source hasn't the instrument. */
async function barsIn(
  { markets }: Host,
  { source, symbol }: BarsRequest,
): Promise<Result<InstrumentBars | null>> {
  const bars = await markets.on(wholeMarket(source), ({ market }) => ok(barsOf(market, symbol)));
  if (bars.ok || !isTooLarge(source, bars.problem)) return bars;
  const { loadBarsInParts } = await import("#workers/run/instruments-in-parts.ts");
  return loadBarsInParts(source, symbol);
}

function noSuchInstrument(symbol: string): Problem {
  return {
    code: "data-missing",
    message: `${symbol} is not in this dataset. Choose one of its instruments.`,
  };
}

export const findDays: Job<"findDays"> = async ({ markets }, request) => {
  const { strategy, instrument } = request;
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const found = await markets.on(
    { ...wanted.value, highsAndLows: fewOrAll(request.strategy) },
    ({ market }): Result<CandidateDays> => {
      announceLongStep(); // ranks are worked out of every instrument
      const plan = planRun(strategy, market);
      if (!plan.ok) return plan;
      const bars = barsOf(market, instrument);
      const days = candidateDays(plan.value, instrument);
      if (bars && days) return ok({ bars, days });
      const message = `${instrument} is not among the instruments of this strategy.`;
      return err({ code: "data-missing", message });
    },
  );
  beat();
  return found;
};

/** On which sessions of a run's period it passes, as the run itself asks: EpochDays, ascending; [] where it never passes, null where it is none of the universe. */
function candidateDays(plan: Plan, symbol: string): Int32Array | null {
  const { market, universe, firstSession, lastSession, sessionDay } = plan;
  const member = universe.findIndex((at) => market.instruments[at]?.symbol === symbol);
  if (member < 0) return null;
  const span = spanOf(firstSession, lastSession + 1);
  const own = new Int32Array(span.words);
  makeJudge(plan, { first: firstSession, stop: lastSession + 1, looked: null })(member, own);
  const days: number[] = [];
  for (let session = firstSession; session <= lastSession; session++)
    if (bitAt(own, session - span.first * 32) === 1) days.push(sessionDay[session] ?? 0);
  return Int32Array.from(days);
}
