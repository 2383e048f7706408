/** The bars of one instrument, and the days on which it passes a strategy's scanner and buy rules. */
import { candidateDays } from "../analysis/candidate-days.ts";
import { barsOf } from "../market/instrument-bars.ts";
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { fewOrAll, wantedBy } from "../host/wanted-market.ts";
import type { CandidateDays } from "../model/instruments.ts";
import { err, ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";
import { planRun } from "#workers/run/plan-run.ts";

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
